// Every text of the page that is not zet's own, in English. Translations are in po/, and of what boards say as well in
// ../../notation/words/po; a build makes words/TAG.js of both. A function gets what varies. Findings stay English.

const LANGUAGES = "@LANGUAGES@"; // written by the build: tags, each with the others that mean it behind colons
const KEPT = "zet-language";

/** The tags of the languages, English first. */
export const languages = LANGUAGES.split(" ").map((tags) => tags.split(":")[0]);
export let language = "en";
let catalogue = new Map(), plural = (n) => Number(n !== 1);

const fill = (pattern, ...values) => {
  let next = 0;
  return pattern.replace(/%(?:(\d)\$)?s/g, (_, n) => values[n ? n - 1 : next++]);
};
const word = (english) => catalogue.get(english)?.[0] ?? english;
const number = (n) => n.toLocaleString(language);
const words = (n, one, many) => (catalogue.get(one)?.[plural(n)] ?? (n === 1 ? one : many)).replace("%d", number(n));
const capital = (what) => what[0].toUpperCase() + what.slice(1);

const SIDES = () => ({ black: word("black"), white: word("white") });
const sideOf = (side) => SIDES()[side] ?? side?.toUpperCase();
const REASONS = () => ({
  "no-moves": word("no moves left"), "full-board": word("the board is full"), "front-empty": word("a front row is empty"),
  endless: word("the sowing never ends"), goal: word("all men are home"), yard: word("a man still in its own yard"),
  connection: word("the sides are linked"), repetition: word("the same position again"), rules: word("by the rules"),
  resignation: word("the opponent resigned"), time: word("out of time"), agreement: word("by agreement"),
  forfeit: word("by forfeit"), adjudication: word("by adjudication"), unfinished: word("unfinished"),
});
const reasonOf = (reason) => REASONS()[reason] ?? reason;
const moves = (n) => words(n, "%d move", "%d moves");

const texts = () => ({
  title: word("zet: check a game record"),
  subtitle: word("check, play and convert game records"),
  language: word("Language"),
  languageFailed: word("The words of this language cannot be loaded now."),
  begin: word("Begin with"),
  beginChoose: word("choose …"),
  examples: word("Examples"),
  newGame: word("A new game"),
  open: word("Open a file"),
  share: word("Copy a link"),
  shared: (bytes) => (bytes > 8000
    ? fill(word("The link is copied. It is %s kB long, and some programs cut long links."), Math.ceil(bytes / 1000))
    : word("The link is copied. It has the whole record in it; nothing is stored anywhere.")),
  sharedBy: (link) => fill(word("This browser does not let the page copy. Copy it yourself: %s"), link),
  badLink: word("The record in this link cannot be read. Was the link cut off?"),
  record: word("Record"),
  recordLabel: word("Text of the record"),
  placeholder: word("Paste a record here, drop a file, or choose an example above."),
  save: word("Save as a file"),
  fix: word("Repair"),
  format: word("Tidy up"),
  shownRecord: word("Shown:"),
  recordOf: (n, all, title, valid) =>
    `${fill(word("%1$s of %2$s"), n, all)}${title ? `: ${title}` : ""}${valid ? "" : ` (${word("not valid")})`}`,
  working: word("Judging …"),
  empty: word("There is no record yet."),
  valid: word("Valid"),
  notValid: word("Not valid"),
  several: (valid, all) => fill(word("%1$s: %2$s valid, %3$s not"), words(all, "%d record", "%d records"), number(valid),
    number(all - valid)),
  plies: moves,
  points: (n) => words(n, "%d point", "%d points"),
  isOpen: word("the game is open"),
  draw_: (reason) => fill(word("draw: %s"), reasonOf(reason)),
  wins: (side, reason) => fill(word("%1$s wins: %2$s"), sideOf(side), reasonOf(reason)),
  findings: (errors, warnings, notes) => [
    errors && words(errors, "%d error", "%d errors"), warnings && words(warnings, "%d warning", "%d warnings"),
    notes && words(notes, "%d note", "%d notes"),
  ].filter(Boolean).join(", "),
  severities: { error: word("error"), warning: word("warning"), note: word("note") },
  moreFindings: (n) => words(n, "and %d more", "and %d more"),
  place: (line, column) => fill(word("line %1$s, column %2$s"), line, column),
  replaceBy: (what) => fill(word("Replace by %s"), what),
  suggestion: word("Did you mean"),
  why: word("What does this mean?"),
  looksLike: (what) => fill(word("This looks like %s."), what),
  makeRecord: word("Make a record of it"),
  gameOf: word("The game:"),
  board: word("Board"),
  noBoard: word("The board is shown as soon as the record says which game it is."),
  toMove: (side) => `${capital(fill(word("%s to move"), sideOf(side)))}. ${word("Click or tap a man and then where it goes, or write the move.")}`,
  toDrop: (side) =>
    `${capital(fill(word("%s to move"), sideOf(side)))}. ${word("Click or tap a place, or a stone and then where it goes, or write the move.")}`,
  toSow: (side) => `${capital(fill(word("%s to move"), sideOf(side)))}. ${word("Click or tap a pit, or write the move.")}`,
  over: word("The game is over here."),
  alone: word("The loser plays on alone, until all men are home."),
  yourMove: word("Move"),
  playMove: word("Play the move"),
  takeBack: word("Take back"),
  played: (move) => fill(word("%s is written into the record."), move),
  stepped: (move) => fill(word("%s is in the record already."), move),
  illegal: (move, why) => `${move}: ${why}.`,
  cannotWrite: (move) => fill(word("%s cannot be written at this place of the text. Write it yourself."), move),
  tools: word("Tools"),
  convert: word("Convert to another format"),
  to: word("To"),
  doConvert: word("Convert"),
  converted: (n) => words(n, "%d record converted.", "%d records converted."),
  draw: word("Draw a diagram"),
  drawFormat: word("As"),
  theme: word("Colors"),
  themes: { print: word("for print"), screen: word("for a screen"), grey: word("grey") },
  diagramFormats: {
    svg: word("picture (SVG)"), unicode: word("text"), ascii: word("plain text (ASCII)"), tex: "LaTeX (TikZ)", html: word("page (HTML)"),
  },
  flip: word("turned"),
  drawingOf: (label) => fill(word("Diagram: %s"), label),
  score: word("Score of the game"),
  scoreOf: (side, points) => fill(word("%1$s wins by %2$s."), capital(sideOf(side)), words(points, "%d point", "%d points")),
  scoreNeeds: (side) =>
    `${fill(word("The points are the moves that the loser (%s) needs to get home."), sideOf(side))} ${word("The record has no complete playout.")}`,
  solve: word("Find the shortest way home"),
  stop: word("Stop"),
  solving: (low, high, nodes) => `${boundsOf(low, high)}, ${words(nodes, "%d position looked at …", "%d positions looked at …")}`,
  solved: (n) => words(n, "The shortest way home has %d move. This is proved.", "The shortest way home has %d moves. This is proved."),
  stopped: (low, high) => `${word("Stopped.")} ${capital(boundsOf(low, high))}.`,
  noWay: word("There is no way home. This is proved."),
  writePlayout: word("Write it as the playout"),
  local: word("Everything is computed on your device; no record leaves it."),
  failed: (why) => fill(word("This did not work: %s"), why),
  needsNetwork: word("This part of the page has not been loaded yet, and there is no network."),
  needsServer: word("This page needs a web server; opened as a file, browsers do not let it run. In its folder: python3 -m http.server"),
  tooLarge: (size) =>
    fill(word("This file has %s MB. The page takes up to 8 MB; the program zet takes any."), Math.round(size / 1e6)),
  games: { hogga: "Hogga", halma: "Halma", akron: "Akron", husbao: "HusBao" },
});

function boundsOf(low, high) {
  if (high === null) return words(low, "at least %d move", "at least %d moves");
  return low === high ? moves(low) : fill(word("%1$s to %2$s moves"), low, high);
}

export let text = texts();

/** Changes the language of all texts. Throws where its words cannot be loaded; then nothing has changed. */
export async function speak(tag, { keep = false } = {}) {
  const loaded = tag === "en" ? { entries: [], plural: (n) => Number(n !== 1) } : await import(`./words/${tag}.js`);
  catalogue = new Map(loaded.entries.map(([english, ...forms]) => [english, forms]));
  ({ plural } = loaded);
  language = tag;
  text = texts();
  try {
    if (keep) localStorage.setItem(KEPT, tag);
  } catch {
    // A browser that keeps nothing.
  }
}

/** The language that was chosen before, or the first that the browser asks for and the page has. */
export function wanted() {
  let chosen = null;
  try {
    chosen = localStorage.getItem(KEPT);
  } catch {
    // A browser that keeps nothing.
  }
  const known = LANGUAGES.split(" ").map((tags) => tags.split(":"));
  for (const tag of [chosen, ...navigator.languages].filter(Boolean)) {
    const found = known.find((tags) => tags.includes(tag.toLowerCase().split("-")[0]));
    if (found) return found[0];
  }
  return "en";
}

/** What a language is called in it. */
export function nameOf(tag) {
  return capital(new Intl.DisplayNames([tag], { type: "language" }).of(tag));
}
