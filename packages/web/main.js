// The page: text in, verdict out, as somebody types.
import { applyEdits, cursor, getText, mark, onChange, setText } from "./editor.js";
import { byId, make, saveText } from "./elements.js";
import { Engine } from "./engine.js";
import { showFindings } from "./findings.js";
import { linkOf, textOf } from "./share.js";
import { language, languages, nameOf, speak, text, wanted } from "./strings.js";
import { Tools, fill, showForeign, whole } from "./tools.js";

const WAIT_MS = 120, REST_MS = 2000, LISTED_MAX = 2000, FILE_MAX = 8e6, KEPT_MAX = 1e6, KEPT = "zet-text";
const GAMES = [["hogga"], ["halma", "8x8"], ["halma", "10x10"], ["halma", "16x16"], ["akron"], ["husbao"]];

await speak(wanted()).catch(() => {});

const engine = new Engine("worker.js");
let reports = [], current, shownMove, judged, written;
const history = [];

// The board asks the engine, and the text is the page's.
const board = byId("viewer"), asked = (name) => (...args) => engine.ask(name, ...args);
board.engine = {
  record: asked("record"), moves: asked("moves"), tried: asked("tried"),
  page: (source, number) => engine.ask("page", source, number, "start", language),
};
const tools = new Tools({
  get report() {
    return current;
  },
  get record() {
    return board.record;
  },
  /** The ply of the main line that is shown; for diagrams. */
  mainPly() {
    const move = board.record?.moves[board.game?.now - 1];
    return !move ? 0 : move.depth || move.playout ? "final" : move.ply;
  },
});

board.addEventListener("zet-ply", ({ detail: { node } }) => {
  const move = board.record?.moves[node - 1];
  shownMove = move && { from: move.offset, to: move.offset + move.written.length };
  mark(current?.findings ?? [], shownMove);
});

board.addEventListener("zet-legal", ({ detail: { moves, turn, alone } }) => {
  const hint = { akron: text.toDrop, husbao: text.toSow }[board.record.game] ?? text.toMove;
  byId("legal").replaceChildren(...moves.map((move) => make("option", { value: move })));
  byId("play-hint").textContent = moves.length ? `${alone ? `${text.alone} ` : ""}${hint(turn)}` : text.over;
  byId("move").value = "";
  byId("back").hidden = history.at(-1)?.after !== getText();
});

const sayPlayed = (what) => {
  byId("play-said").textContent = what;
};

board.addEventListener("zet-move", (event) => {
  const { written: asWritten, move, why, known, text: made } = event.detail;
  event.preventDefault(); // it is said here
  sayPlayed(!move ? text.illegal(asWritten, why) : known ? text.stepped(move) : made ? text.played(move) : text.cannotWrite(move));
  if (!move && byId("move").value.trim() === asWritten) byId("move").select();
});

board.addEventListener("zet-edit", (event) => {
  event.preventDefault();
  written = event.detail;
  history.push({ before: getText(), after: written.text });
  setText(written.text, { focus: false });
});

byId("play").addEventListener("submit", (event) => {
  event.preventDefault();
  board.play(byId("move").value.trim());
});

byId("back").addEventListener("click", () => {
  const last = history.pop();
  if (last?.after !== getText()) return;
  setText(last.before, { focus: false });
  sayPlayed("");
});

/** Shows a record on the board; `at` is the number of the move where it opens. */
async function showBoard(report, source, at) {
  if (report.game !== null) await board.show(source, { number: report.record, from: report.from, to: report.to, at }).catch(() => board.clear());
  else board.clear();
  board.root?.querySelector("details.findings")?.removeAttribute("open"); // they are beside the text
  byId("no-board").hidden = Boolean(board.game);
  byId("play").hidden = !board.game;
}

function say(state, ...words) {
  byId("verdict").dataset.state = state;
  byId("verdict").dataset.of = `${getText().length} ${getText().slice(-40)}`;
  byId("verdict").replaceChildren(...words);
}

function outcomeOf({ outcome: { result, reason } }) {
  if (result === "*") return text.isOpen;
  return result === "draw" ? text.draw_(reason) : text.wins(result, reason);
}

function sayVerdict(report) {
  const facts = [];
  if (report.game) facts.push(text.games[report.game] ?? report.game, text.plies(report.plies), outcomeOf(report));
  if (report.points !== null) facts.push(text.points(report.points));
  const state = make("strong", {}, report.valid ? text.valid : text.notValid);
  const valid = reports.filter((r) => r.valid).length;
  const all = reports.length > 1 ? [make("span", { class: "all" }, ` ${text.several(valid, reports.length)}`)] : [];
  say(report.valid ? "valid" : "invalid", state, ` ${facts.join(" · ")}`, ...all);
}

const titleOf = (report) => Object.values(report.players ?? {}).filter(Boolean).join(" – ") || report.event || report.game || "";

function listRecords() {
  byId("records-row").hidden = reports.length < 2;
  if (reports.length < 2) return;
  byId("records").replaceChildren(...reports.slice(0, LISTED_MAX).map((report) =>
    make("option", { value: report.record }, text.recordOf(report.record, reports.length, titleOf(report), report.valid))));
}

/** The record that the cursor is in, or the one that was shown. */
function recordAt(offset) {
  return reports.findLast((report) => report.from <= offset) ?? reports[0];
}

async function showRecord(report, source, at) {
  current = report;
  byId("records").value = report.record;
  sayVerdict(report);
  showFindings(report);
  mark(report.findings, shownMove);
  await showBoard(report, source, at);
  tools.show(report);
}

function showNothing() {
  current = undefined;
  say("wait", text.empty);
  showFindings(null);
  mark([]);
  board.clear();
  byId("no-board").hidden = false;
  byId("play").hidden = true;
  listRecords();
  tools.show(null);
}

let judging = false, again = false;
/** Judges the text; one that changes meanwhile is judged after it. */
async function judge() {
  if (judging) {
    again = true;
    return;
  }
  judging = true;
  setBusy(true);
  const source = getText();
  keep(source);
  try {
    if (!source.trim()) {
      reports = [];
      showNothing();
      byId("foreign").hidden = true;
    } else {
      const slow = setTimeout(() => say("wait", text.working), 400);
      const found = await engine.ask("judge", source).finally(() => clearTimeout(slow));
      if (source === getText()) await showJudged(found, source);
    }
  } catch (error) {
    say("invalid", text.failed(error.message));
  }
  judging = false;
  if (again) {
    again = false;
    judge();
  } else {
    setBusy(source !== getText());
  }
}

/** Whether the board is about to show something else; what is clicked on it until then would be lost. */
function setBusy(busy) {
  byId("board").setAttribute("aria-busy", busy);
}

async function showJudged(found, source) {
  const before = current?.record;
  reports = found;
  judged = source;
  listRecords();
  const wanted = written?.text === source ? written.at : undefined;
  written = undefined;
  if (wanted === undefined) sayPlayed("");
  const report = wanted !== undefined ? reports.find((r) => r.record === before) : recordAt(cursor());
  await showRecord(report ?? reports[0], source, wanted);
  const unknown = reports[0].game === null && !reports[0].valid;
  byId("foreign").hidden = true;
  if (unknown) showForeign(source).catch(() => {});
  if (reports.some(isUnread)) readSheets(source).catch(() => {});
}

/** Whether a record may be a sheet with keys in other words. */
function isUnread(report) {
  return !report.edits.length && report.findings.some((f) => f.severity === "error" && f.part !== "moves");
}

/** Repairs that need all formats. */
async function readSheets(source) {
  const found = await whole().ask("judge", source), made = found.length === 1 && found[0].game === null ? await whole().ask("fixed", source) : null;
  if (judged !== source || source !== getText()) return;
  // A sheet whose keys are in another language is not read as a record.
  if (made) found[0].findings[0].fixes = [{ safe: true, edits: (found[0].edits = [{ from: 0, to: source.length, text: made }]) }];
  reports = found;
  current = reports.find((r) => r.record === current.record) ?? reports[0];
  showFindings(current);
}

let timer;
onChange(() => {
  setBusy(true);
  clearTimeout(timer);
  timer = setTimeout(judge, WAIT_MS);
});

/** The text is kept for the next visit, on this device. */
function keep(source) {
  try {
    if (source.length <= KEPT_MAX) localStorage.setItem(KEPT, source);
  } catch {
    // A browser that keeps nothing.
  }
}

function kept() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

// Where the text comes from.

async function begin(choice) {
  const [kind, game, variant] = choice.split(" ");
  if (kind === "example") {
    setText(await (await fetch(`examples/${game}.yaml`)).text());
  } else if (kind === "new") {
    const players = game === "husbao" ? "  a: \n  b: \n" : "  black: \n  white: \n";
    setText(`game: ${game}\n${variant ? `variant: ${variant}\n` : ""}players:\n${players.replaceAll(": \n", ': ""\n')}moves: |\n`, { focus: false });
    byId("move").focus();
  }
  byId("text").setSelectionRange(0, 0);
}

function listBeginnings() {
  const option = (kind, game, variant) =>
    make("option", { value: [kind, game, variant].filter(Boolean).join(" ") }, [text.games[game], variant].filter(Boolean).join(" "));
  fill("begin", make("option", { value: "" }, text.beginChoose),
    make("optgroup", { label: text.examples }, ...Object.keys(text.games).map((game) => option("example", game))),
    make("optgroup", { label: text.newGame }, ...GAMES.map(([game, variant]) => option("new", game, variant))));
}

byId("begin").addEventListener("change", ({ target }) => {
  if (target.value) begin(target.value).catch(() => announce(text.needsNetwork));
  target.value = "";
});

async function openFiles(files) {
  const parts = [];
  for (const file of files) {
    if (file.size > FILE_MAX) {
      say("invalid", text.tooLarge(file.size));
      return;
    }
    parts.push(await file.text());
  }
  if (parts.length)
    setText(parts.length === 1 ? parts[0] : parts.map((part) => (/^(\uFEFF|)---/.test(part) ? part : `---\n${part}`)).map((part) => (part.endsWith("\n") ? part : `${part}\n`)).join(""));
}

byId("open").addEventListener("click", () => byId("file").click());
byId("file").addEventListener("change", ({ target }) => {
  openFiles(target.files);
  target.value = "";
});
addEventListener("dragover", (event) => event.dataTransfer?.types.includes("Files") && event.preventDefault());
addEventListener("drop", (event) => {
  if (!event.dataTransfer?.files.length) return;
  event.preventDefault();
  openFiles(event.dataTransfer.files);
});

byId("save").addEventListener("click", () => saveText("record.yaml", getText(), "text/yaml"));
byId("format").addEventListener("click", async () => {
  const source = getText(), made = await whole().ask("format", source);
  if (source === getText() && made.text) setText(made.text);
});
byId("records").addEventListener("change", ({ target }) => {
  const report = reports.find((r) => r.record === Number(target.value));
  if (!report) return;
  byId("text").setSelectionRange(report.from, report.from);
  showRecord(report, getText());
});

/** The board follows the cursor. */
document.addEventListener("selectionchange", () => {
  if (document.activeElement !== byId("text") || !current || judged !== getText()) return;
  const report = recordAt(cursor());
  if (report && report !== current) showRecord(report, getText());
  else if (board.game && byId("text").selectionStart === byId("text").selectionEnd) {
    const at = board.record.moves.findIndex((move) => move.offset <= cursor() && cursor() <= move.offset + move.written.length);
    if (at >= 0) board.game.go(at + 1);
  }
});

byId("share").addEventListener("click", async () => {
  const link = await linkOf(getText());
  try {
    await navigator.clipboard.writeText(link);
    announce(text.shared(link.length));
  } catch {
    announce(text.sharedBy(link));
  }
});

function announce(what) {
  const note = byId("note");
  note.textContent = what;
  note.hidden = false;
  clearTimeout(announce.timer);
  announce.timer = setTimeout(() => {
    note.hidden = true;
  }, 15000);
}

async function openLink() {
  try {
    const shared = await textOf(location.hash);
    if (shared === null) return false;
    setText(shared, { focus: false });
    byId("text").setSelectionRange(0, 0);
    return true;
  } catch {
    announce(text.badLink);
    return false;
  }
}

/** Says everything in the language of the page. */
function label() {
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-text]")) element.textContent = text[element.dataset.text];
  document.title = text.title;
  byId("text").placeholder = text.placeholder;
  byId("text").setAttribute("aria-label", text.recordLabel);
  byId("converted").setAttribute("aria-label", text.convert);
  byId("language").value = language;
  listBeginnings();
  tools.label();
}

byId("language").append(...languages.map((tag) => make("option", { value: tag, lang: tag }, nameOf(tag))));
byId("language").addEventListener("change", async ({ target }) => {
  await speak(target.value, { keep: true }).catch(() => announce(text.languageFailed));
  label();
  judge();
});

addEventListener("hashchange", openLink);
label();
if (location.protocol === "file:") {
  say("invalid", text.needsServer);
} else {
  if (!(await openLink()) && kept()) setText(kept(), { focus: false });
  judge();
  engine.ask("version").then((version) => {
    byId("version").textContent = `zet ${version}`;
  });
  navigator.serviceWorker?.register("service.js").catch(() => {});
  // What some will need later is kept as well, once the page has what it needs now.
  navigator.serviceWorker?.ready.then(({ active }) => setTimeout(() => active.postMessage("rest"), REST_MS)).catch(() => {});
}
