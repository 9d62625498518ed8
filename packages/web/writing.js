// Writes a move into the text of a record.

const isBlank = (c) => c === undefined || /\s/.test(c);

/** Behind a move at `at`: its glyphs, and the comments and variations that follow it. `end` ends the record. */
export function behind(text, at, end) {
  while (at < end && /[!?$\d]/.test(text[at])) at++;
  for (;;) {
    let next = at;
    while (next < end && isBlank(text[next])) next++;
    if (text[next] === "$") while (next < end && !isBlank(text[next])) next++;
    else if (text[next] === "{") next = text.indexOf("}", next) + 1;
    else if (text[next] === "(") next = closing(text, next, end);
    else return at;
    if (next <= at || next > end) return at;
    at = next;
  }
}

/** Behind the parenthesis that closes the one at `at`; 0 where there is none. */
function closing(text, at, end) {
  for (let depth = 0; at < end; at++) {
    if (text[at] === "{") at = text.indexOf("}", at);
    if (at < 0) return 0;
    if (text[at] === "(") depth++;
    if (text[at] === ")" && --depth === 0) return at + 1;
  }
  return 0;
}

const numberOf = (ply) => `${(ply + 1) >> 1}${ply % 2 ? "." : "..."}`;

/** Where the value of a key begins and ends in the record, from the colon on; null where it is not there. */
function valueOf(text, report, key) {
  const pattern = new RegExp(`^${key}[ \\t]*:`, "m");
  const found = pattern.exec(text.slice(report.from, report.to));
  if (!found) return null;
  const line = report.from + found.index, from = line + found[0].length;
  let to = text.indexOf("\n", from);
  if (to < 0) to = report.to;
  while (to < report.to && /^\n(?=[ \t\n]|$)/.test(text.slice(to, to + 2))) {
    const next = text.indexOf("\n", to + 1);
    to = next < 0 ? report.to : next;
  }
  return { line, from, to: Math.min(to, report.to) };
}

const asBlock = (key, move) => `${key}: |\n  1. ${move}\n`;

/** Texts in which the move may be written, the most likely first. `list` are the moves of the key that were played, `last` is
    the one behind which it comes (undefined: none), `follower` the move that it is written instead of. */
export function candidates(text, report, { key, list, last, follower, ply, move }) {
  const value = valueOf(text, report, key);
  const cut = (from, to, by) => text.slice(0, from) + by + text.slice(to);
  if (!value || (!list.length && !text.slice(value.from, value.to).replace(/[|>"'[\]~-]|null/g, "").trim())) {
    const [from, to] = value ? [value.line, Math.min(value.to + 1, text.length)] : [report.to, report.to];
    const line = from && text[from - 1] !== "\n" ? "\n" : "";
    return [cut(from, to, line + asBlock(key, move))];
  }
  const numbered = key === "playout" ? `${ply}. ` : `${numberOf(ply)} `;
  const uses = /\d\.(\s|\S)/.test(text.slice(value.from, value.to));
  const anchor = follower ?? last;
  if (!anchor) return [cut(value.to, value.to, ` ${move}`)];
  const end = anchor.offset + anchor.written.length, at = behind(text, end, report.to);
  if (follower) return [cut(at, at, ` (${uses ? numbered : ""}${move})`)];
  const direct = at === end || /^[!?]+$/.test(text.slice(end, at));
  const number = uses && (key === "playout" || ply % 2 || !direct) ? numbered : "";
  const indent = /(?:^|\n)([ \t]*- )[^\n]*$/.exec(text.slice(0, end))?.[1];
  const line = text.slice(text.lastIndexOf("\n", end - 1) + 1, at);
  const wrap = line.length + number.length + move.length > 79 && /^[ \t]+\S/.test(line) ? `\n${/^[ \t]+/.exec(line)[0]}` : " ";
  return [
    cut(at, at, wrap + number + move),
    cut(at, at, ` ${number}${move}`),
    cut(at, at, `, ${move}`),
    ...(indent ? [cut(at, at, `\n${indent}${move}`)] : []),
  ];
}
