// What a board with an engine does: plays moves by hand, and writes moves, marks and variations into the record. zet-board.js loads it.

let make, fill, toggleMark, CELLS, script;

// A record's text.

const isBlank = (c) => c === undefined || /\s/.test(c);

// After the parenthesis that closes the one at `at`; 0 if none exists.
function closing(text, at, end) {
  for (let depth = 0; at < end; at++) {
    if (text[at] === "{") at = text.indexOf("}", at);
    if (at < 0) return 0;
    if (text[at] === "(") depth++;
    if (text[at] === ")" && --depth === 0) return at + 1;
  }
  return 0;
}

// After a move at `at`: its glyphs, and the comments and variations that follow it. `end` ends the record.
function after(text, at, end) {
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

const numberOf = (ply) => `${(ply + 1) >> 1}${ply % 2 ? "." : "..."}`;
const cut = (text, from, to, by) => text.slice(0, from) + by + text.slice(to);

// Where the value of a key begins and ends in the record, from the colon on; null where it is not there.
function valueOf(text, place, key) {
  const found = new RegExp(`^${key}[ \\t]*:`, "m").exec(text.slice(place.from, place.to));
  if (!found) return null;
  const line = place.from + found.index, from = line + found[0].length;
  let to = text.indexOf("\n", from);
  if (to < 0) to = place.to;
  while (to < place.to && /^\n(?=[ \t\n]|$)/.test(text.slice(to, to + 2))) {
    const next = text.indexOf("\n", to + 1);
    to = next < 0 ? place.to : next;
  }
  return { line, from, to: Math.min(to, place.to) };
}

// Texts in which the move may be written, the most likely first. `list` are the moves of the key that were
// played, `last` is the one after which it comes (undefined: none), `follower` the one that it replaces.
function candidates(text, place, { key, list, last, follower, ply, move }) {
  const value = valueOf(text, place, key);
  if (!value || (!list.length && !text.slice(value.from, value.to).replace(/[|>"'[\]~-]|null/g, "").trim())) {
    const [from, to] = value ? [value.line, Math.min(value.to + 1, text.length)] : [place.to, place.to];
    const line = from && text[from - 1] !== "\n" ? "\n" : "";
    return [cut(text, from, to, `${line}${key}: |\n  1. ${move}\n`)];
  }
  const numbered = key === "playout" ? `${ply}. ` : `${numberOf(ply)} `;
  const uses = /\d\.(\s|\S)/.test(text.slice(value.from, value.to));
  const anchor = follower ?? last;
  if (!anchor) return [cut(text, value.to, value.to, ` ${move}`)];
  const end = anchor.offset + anchor.written.length, at = after(text, end, place.to);
  if (follower) return [cut(text, at, at, ` (${uses ? numbered : ""}${move})`)];
  const direct = at === end || /^[!?]+$/.test(text.slice(end, at));
  const number = uses && (key === "playout" || ply % 2 || !direct) ? numbered : "";
  const indent = /(?:^|\n)([ \t]*- )[^\n]*$/.exec(text.slice(0, end))?.[1];
  const line = text.slice(text.lastIndexOf("\n", end - 1) + 1, at);
  const wrap = line.length + number.length + move.length > 79 && /^[ \t]+\S/.test(line) ? `\n${/^[ \t]+/.exec(line)[0]}` : " ";
  return [wrap + number + move, ` ${number}${move}`, `, ${move}`, ...(indent ? [`\n${indent}${move}`] : [])]
    .map((by) => cut(text, at, at, by));
}

// The beginning and the end, with its parentheses, of the variation that contains a move; null for a move of the main line.
function variationOf(text, { from, to }, move) {
  const open = [];
  for (let at = from; at < move.offset && at >= 0; at++) {
    if (text[at] === "{") at = text.indexOf("}", at);
    if (at < 0) return null;
    if (text[at] === "(") open.push(at);
    if (text[at] === ")") open.pop();
  }
  const end = open.length && closing(text, open.at(-1), to);
  return end ? { open: open.at(-1), close: end - 1, depth: open.length } : null;
}

// The text without a variation.
const withoutVariation = (text, { open, close }) => cut(text, text.slice(0, open).trimEnd().length, close + 1, "");

// The text in which a variation and the moves that it replaces have changed places. `old` is the first move that it replaces, `first` its
// own first one, `end` where the line of the old one ends.
function promoted(text, { open, close }, old, first, end) {
  const from = old.offset - /(\d+\.(\.\.)?[ \t]*)?$/.exec(text.slice(0, old.offset))[0].length;
  const turn = after(text, first.offset + first.written.length, close);
  const [head, rest] = [text.slice(open + 1, turn).trim(), text.slice(turn, close).trim()];
  const line = text.slice(from, open).trimEnd() + text.slice(close + 1, end).trimEnd();
  return cut(text, from, text.slice(0, end).trimEnd().length, `${head} (${line})${rest && ` ${rest}`}`);
}

// The text with a mark in the comment after a move (undefined: before the first one) put in or taken out.
function withMark(text, place, move, kind, value) {
  const moves = valueOf(text, place, "moves");
  let at = move ? move.offset + move.written.length : moves?.from ?? place.to;
  if (move) while (/[!?]/.test(text[at] ?? "")) at++;
  else at += /^[ \t]*(?:[|>][-+\d]*[ \t]*\n|["'])?\s*/.exec(text.slice(at, moves?.to ?? at))[0].length;
  const [found, comment] = /^\s*\{([^}]*)\}/.exec(text.slice(at, place.to)) ?? ["", ""];
  const made = toggleMark(comment, kind, value), to = at + found.length;
  if (move) return cut(text, at, to, made && ` {${made}}`);
  return cut(text, at, made ? to : to + /^ ?/.exec(text.slice(to))[0].length, made && `{${made}}${isBlank(text[to]) && found ? "" : " "}`);
}

// The library, whose files are beside those of the board.
const engineBeside = async (lang) => {
  const address = (name) => new URL(name, script || document.baseURI), { answers, load } = await import(address("answers.js"));
  const z = await load(address("zet/page.wasm"));
  const engine = Object.fromEntries(Object.entries(answers).map(([name, answer]) => [name, async (...args) => answer(z, ...args)]));
  return { ...engine, page: (text, number) => engine.page(text, number, "start", lang) };
};

// The lines of a text in HTML, without what indents all of them.
const undented = (text) => {
  const lines = text.replace(/^\s*\n/, "").trimEnd().split("\n"), own = lines.filter((line) => line.trim()).map((line) => /^\s*/.exec(line)[0].length);
  return `${lines.map((line) => line.slice(Math.min(...own))).join("\n")}\n`;
};

const WHICH_MAX = 12;
const cellsOf = (move) => move.replace(/v.*$/, "").match(CELLS) ?? [];

const STYLE = `
.zet .which { display: flex; flex-wrap: wrap; gap: 0.3rem; align-items: center; }
.zet .target { cursor: pointer; outline: none; touch-action: none; }
.zet .target .touch { fill: transparent; }
.zet .target .from, .zet .target .focus, .zet .chosen { fill: none; stroke: var(--legal); stroke-width: 0.55; }
.zet .target .new { fill: var(--legal); fill-opacity: 0.3; }
.zet .target .to { fill: var(--legal); stroke: #fff; stroke-width: 0.3; }
.zet .chosen { stroke: #c2185b; stroke-width: 0.9; stroke-dasharray: 2 1; }
.zet .target .focus { stroke: #000; stroke-width: 0.5; visibility: hidden; }
.zet .target .light { stroke: #fff; stroke-width: 1.1; }
.zet .target:focus .focus { visibility: visible; }
.zet .refused { margin: 0 0 0.25rem; color: var(--error); }
.zet .refused:empty { display: none; }
.zet .variation-tools { display: flex; flex-wrap: wrap; gap: 0.3rem; margin-bottom: 0.25rem; }
@media print { .zet .variation-tools, .zet .refused, .zet .which, .zet .targets { display: none; } }`;

class PlayingHand {
  // What is around the board for this.
  equip() {
    const { game, board } = this, { words } = board, tool = (name, promote) => {
      const button = make("button", { type: "button", class: name }, words[name]);
      button.addEventListener("click", () => board.changeVariation(promote));
      return button;
    };
    this.layer = make("g", { class: "targets" });
    this.svg.append(this.layer);
    this.which = make("div", { class: "which", role: "group", "aria-label": words.which, hidden: "" });
    this.pile.before(this.which);
    game.one(".status").after(make("p", { class: "refused", role: "alert" }));
    game.one(".choices").after(make("div", { class: "variation-tools", hidden: "" }, tool("promote", true), tool("remove", false)));
  }

  // Whether anything can be done with the move that is shown, and what was said is said no more.
  refresh() {
    const { readOnly, record } = this.board;
    this.game.one(".refused").textContent = "";
    this.game.one(".variation-tools").hidden = readOnly || !record?.moves[this.game.now - 1]?.depth;
  }

  // Legal moves that begin with what was chosen, by the cell that is to be chosen next.
  groups() {
    const groups = new Map();
    for (const move of this.legal) {
      const cells = cellsOf(move), [from] = cells;
      if (this.chosen && from !== this.chosen) continue;
      const next = this.chosen ? cells.at(-1) : from;
      if (next && !(this.chosen && cells.length < 2)) groups.set(next, [...(groups.get(next) ?? []), move]);
    }
    return groups;
  }

  show() {
    const groups = this.groups(), shapes = [], position = this.game.positionOf(this.game.now);
    this.which.hidden = true;
    for (const [i, cell] of this.game.cells.entries()) {
      const moves = groups.get(cell.name), at = this.game.placeOf(cell);
      if (moves) shapes.push(this.target(at, cell, moves, this.game.contentOf(i, position)));
      else if (cell.name === this.chosen) shapes.push(make("circle", { class: "chosen", cx: at.x, cy: at.y, r: this.radius * 0.96 }));
    }
    this.layer.replaceChildren(...shapes);
    this.targets = [...this.layer.querySelectorAll("[tabindex]")];
    this.targets[0]?.setAttribute("tabindex", "0");
    this.svg.setAttribute("role", this.targets.length ? "group" : "img");
  }

  // A ring where a move begins, a small disk for a new stone, a diamond where a move goes: the board has dots of its own.
  target({ x, y }, { name }, moves, content) {
    const r = this.radius, half = r * 0.45, circle = (kind, size) => make("circle", { class: kind, cx: x, cy: y, r: size });
    const seen = this.chosen ? make("path", { class: "to", d: `M${x} ${y - half}l${half} ${half}l${-half} ${half}l${-half} ${-half}z` })
      : this.game.data.board[2] > 1 ? circle("new", r * 0.34) : circle("from", r * 0.96);
    const { from, cell } = this.board.words;
    const target = make("g", { class: "target", role: "button", tabindex: "-1", "data-cell": name,
      "aria-label": this.chosen ? fill(from, this.chosen, content) : fill(cell, content, moves.length) },
      seen, circle("focus light", r), circle("focus", r), circle("touch", r));
    target.addEventListener("click", (event) => event.detail || this.choose(name, true));
    target.addEventListener("keydown", (event) => this.key(event, target, name));
    target.addEventListener("focus", () => this.open(name));
    target.addEventListener("blur", () => this.close());
    return target;
  }

  key(event, target, cell) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") this.choose(cell, true);
    else if (event.key === "Escape" && this.chosen) this.choose(null, true);
    else if (event.key === "m") this.mark("mark", cell);
    else if (steps) this.focusNear(target, steps);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // Moves the focus to the nearest target in a direction.
  focusNear(target, [dx, dy]) {
    const at = ({ lastChild }) => ["cx", "cy"].map((name) => Number(lastChild.getAttribute(name))), [x, y] = at(target);
    let best, least = Infinity;
    for (const other of this.targets) {
      const [tx, ty] = at(other), along = (tx - x) * dx + (ty - y) * dy, across = Math.abs((tx - x) * dy) + Math.abs((ty - y) * dx);
      if (along > 0.1 && along + 2.5 * across < least) [best, least] = [other, along + 2.5 * across];
    }
    best?.focus();
  }

  // A cell was chosen: where a move begins, or where it goes. null: neither.
  choose(cell, byKey = false) {
    const had = this.chosen, moves = this.groups().get(cell), { counts } = this.game.data;
    const longer = (moves ?? []).filter((move) => cellsOf(move).length > 1);
    this.chosen = null;
    if (moves?.length === 1 && (had || !longer.length || counts)) return this.play(moves[0], byKey);
    if (moves && !had && longer.length && !counts) {
      this.chosen = cell;
      this.show();
      if (longer.length < moves.length) this.ask([...moves.filter((move) => !longer.includes(move)), ...longer]);
      if (byKey) this.targets[0]?.focus();
      return undefined;
    }
    this.show();
    if (moves) this.ask(moves, byKey);
    else if (byKey) this.targets.find((target) => target.dataset.cell === had)?.focus();
    return undefined;
  }

  // Asks which of several moves it is.
  ask(moves, focus) {
    this.which.replaceChildren(`${this.board.words.which} `, ...moves.slice(0, WHICH_MAX).map((move) => {
      const button = make("button", { type: "button" }, move);
      button.addEventListener("click", () => this.play(move, focus));
      return button;
    }));
    this.which.hidden = false;
    if (focus) this.which.querySelector("button").focus();
  }

  play(move, byKey) {
    this.board.focused = byKey ? cellsOf(move).at(-1) : undefined;
    this.board.play(move);
  }

  targetAt(event) {
    const groups = this.groups();
    return this.cellAt(event, this.game.cells.filter((cell) => groups.has(cell.name) || cell.name === this.chosen))?.name;
  }

  // Takes the man of a cell where a move begins.
  lift(target) {
    const { data, cells, men } = this.game;
    if (!target || data.counts || !this.legal.some((move) => cellsOf(move)[0] === target && cellsOf(move)[1])) return;
    if (this.chosen !== target) {
      this.chosen = null;
      this.choose(target);
    }
    this.game.stopMotion();
    const man = men[cells.findIndex(({ name }) => name === target)];
    this.take({ kind: "man", man, before: man.nextSibling });
    man.parentNode.append(man);
  }

  // A man that is let go where no move leads to: the rules say why not.
  letGo(end, top) {
    const from = this.chosen;
    this.choose(end ?? null);
    if (!end && from && top && top.name !== from) this.play(`${from}-${top.name}`);
  }

  // What is legal here.
  offer(legal) {
    this.legal = this.board.readOnly ? [] : legal;
    this.show();
    if (this.refocus === undefined) return;
    (this.targets.find((target) => target.dataset.cell === this.refocus) ?? this.targets[0])?.focus();
    this.refocus = undefined;
  }
}

class PlayingBoard {
  get styles() {
    return [STYLE];
  }

  /** Shows the record that is the element's text. The files of the library are beside this script. */
  async showOwn() {
    const text = undented(this.textContent);
    try {
      this.engine ??= await engineBeside(this.closest("[lang]")?.lang);
      await this.show(text);
      if (this.hasAttribute("ply")) this.go(this.getAttribute("ply"));
    } catch (error) {
      this.tell("zet-error", { why: error.message });
    }
  }

  /** Shows a record of a text, to play and to write: `number` is the record's, `from` and `to` its place in the text, `at` the number
      of the move where it opens, from 1. Without a text: of the text of the element. */
  async show(text, { number = 1, from = 0, to = text?.length, at } = {}) {
    if (text === undefined) return this.showOwn();
    const asked = this.asked = Symbol("asked");
    const [record, page] = await Promise.all([this.engine.record(text, number), this.engine.page(text, number)]);
    if (asked !== this.asked) return;
    const { game } = this, focused = this.focused ?? this.shadowRoot?.activeElement?.dataset.cell;
    const node = at >= 0 && at <= record.moves.length ? at : this.keptNode(record, number);
    Object.assign(this, { text, number, record, place: { from, to }, opening: node, focused: undefined });
    this.load(page);
    if (!this.game) return;
    if (game?.turned) this.game.turn();
    if (game && at && this.game.nodes[node].before === game.now) {
      this.game.show(game.now);
      this.game.show(node);
    }
    this.game.hand.refocus = focused;
  }

  // The move that was shown, in the record as it is now; else its last one.
  keptNode(record, number) {
    const lastOf = ({ moves }) => moves.findLastIndex((move) => !move.depth) + 1, now = this.game?.now, old = this.record;
    const same = old && now !== undefined && this.number === number && old.game === record.game && now !== lastOf(old) &&
      old.moves.slice(0, now).every((move, i) => record.moves[i]?.move === move.move);
    return same ? now : lastOf(record);
  }

  // The moves that lead to a node, and how many of them come before the playout (-1: none is played).
  pathTo(node) {
    const path = [], { moves } = this.record;
    for (let i = node; i > 0; i = this.game.nodes[i].before) path.unshift(moves[i - 1].move);
    return { path, playout: moves[node - 1]?.playout ? moves.filter((move) => !move.depth && !move.playout).length : -1 };
  }

  // Offers what is legal where the board is. After the end of a Hogga game the loser moves alone.
  async offer() {
    const { game, text, number, record, engine } = this, node = game?.now;
    if (!engine || !record || !game) return;
    const here = this.pathTo(node), legal = (playout) => engine.moves(text, number, here.path, playout).catch(() => null);
    let found = await legal(here.playout);
    const end = here.playout < 0 && node === record.moves.findLastIndex((move) => !move.depth && !move.playout) + 1;
    if (found && found.outcome.result !== "*" && record.game === "hogga" && end) {
      const alone = await legal(here.path.length);
      if (alone?.moves.length) {
        found = alone;
        here.playout = here.path.length;
      }
    }
    if (game !== this.game || node !== game.now || text !== this.text) return;
    this.here = here;
    game.hand.offer(found?.moves ?? []);
    this.tell("zet-legal", { alone: here.playout >= 0, turn: found?.turn, moves: found?.moves ?? [] });
  }

  /** Plays a move as somebody wrote it, and writes it into the record. The event `zet-move` says what came of it. */
  async play(written) {
    const { here, text, number, record, game } = this, node = game?.now;
    if (!here || !record || this.readOnly) return;
    const tried = await this.engine.tried(text, number, here.path, here.playout, written), { move } = tried;
    if (text !== this.text) return;
    const known = game.followers[node].find((one) => record.moves[one - 1].move === move && record.moves[one - 1].playout === here.playout >= 0);
    const made = move && known === undefined ? await this.written(move, node, here) : undefined;
    if (text !== this.text) return;
    const told = this.tell("zet-move", { written, ...tried, known: known !== undefined, text: made?.text });
    if (told && !move) game.one(".refused").textContent = `${written}: ${tried.why}`;
    if (known !== undefined) game.go(known);
    else if (made) this.edit(made.text, made.at);
    else if (tried.suggestions?.length) game.hand.ask(tried.suggestions);
  }

  // Whether the record of a text has the moves of this one, and perhaps another one at an index.
  hasSame(record, but = -1) {
    const old = this.record.moves, kept = record.moves.filter((_, i) => i !== but);
    return kept.length === old.length && kept.every((move, i) => move.move === old[i].move && move.position === old[i].position) &&
      !record.findings.some(({ code }) => code === "syntax" || code === "yaml");
  }

  // The text with the move in it, which is read again to be sure of it.
  async written(move, node, { path, playout }) {
    const { moves } = this.record, solo = playout >= 0, list = moves.filter((other) => other.playout === solo);
    const last = solo && !moves[node - 1]?.playout ? undefined : moves[node - 1], follower = moves[this.game.followers[node][0] - 1];
    const ply = solo ? path.length - playout + 1 : last?.gift ? last.ply : (last?.ply ?? 0) + 1;
    for (const text of candidates(this.text, this.place, { key: solo ? "playout" : "moves", list, last, follower, ply, move })) {
      const record = await this.engine.record(text, this.number);
      const at = record.moves.findIndex((other, i) => i >= node && other.move === move && other.playout === solo && other.ply === ply);
      if (at >= 0 && this.hasSame(record, at)) return { text, at: at + 1 };
    }
    return undefined;
  }

  // Deletes the variation that is shown, or lets it and what it replaces change places.
  async changeVariation(promote) {
    const { text, place, record, game: { now, nodes, followers } } = this, { moves } = record, value = valueOf(text, place, "moves");
    const found = value && variationOf(text, value, moves[now - 1]);
    if (!found) return;
    const inside = ({ offset }) => offset > found.open && offset < found.close, first = moves.findIndex(inside);
    const before = nodes[first + 1].before, old = moves[followers[before][followers[before].indexOf(first + 1) - 1] - 1];
    const outer = old && variationOf(text, value, old), at = promote ? moves[now - 1].move : undefined;
    const made = promote ? promoted(text, found, old, moves[first], outer ? outer.close : value.to) : withoutVariation(text, found);
    const same = ({ move, position }) => `${move} ${position}`, sorted = (list) => JSON.stringify(list.map(same).sort());
    const again = await this.engine.record(made, this.number), kept = promote ? moves : moves.filter((move) => !inside(move));
    if (sorted(again.moves) !== sorted(kept) || text !== this.text) return;
    const shown = again.moves.findIndex((move) => move.move === at && move.position === moves[now - 1].position);
    this.edit(made, promote ? shown + 1 : Math.max(0, again.moves.findIndex((move) => same(move) === same(moves[before - 1] ?? {})) + 1));
  }

  // Writes a mark into the record; false where that cannot be.
  async writeMark(kind, value) {
    if (!this.record) return false;
    const node = this.game.now, text = withMark(this.text, this.place, this.record.moves[node - 1], kind, value);
    const record = await this.engine.record(text, this.number).catch(() => null), same = record && this.hasSame(record);
    if (same) this.edit(text, node);
    return same;
  }

  // Who shows the text elsewhere, too, takes it from the event and calls show.
  edit(text, at) {
    const more = text.length - this.text.length, { from, to } = this.place;
    if (this.tell("zet-edit", { text, at })) this.show(text, { number: this.number, from, to: to + more, at });
  }
}

/** Adds this to the board of zet-board.js, once. */
export function install({ Hand, ZetBoard, ...tools }) {
  ({ make, fill, toggleMark, CELLS, script } = tools);
  for (const [to, from] of [[Hand, PlayingHand], [ZetBoard, PlayingBoard]])
    for (const name of Object.getOwnPropertyNames(from.prototype))
      if (name !== "constructor") Object.defineProperty(to.prototype, name, Object.getOwnPropertyDescriptor(from.prototype, name));
}
