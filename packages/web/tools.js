// Converting, drawing, scoring.
import { Engine } from "./engine.js";
import { getText, setText } from "./editor.js";
import { byId, make, saveText } from "./elements.js";
import { language, text } from "./strings.js";

const ENDINGS = { json: "jsonl", csv: "csv", "games.csv": "csv", abstractplay: "jsonl", ludii: "trl", zet: "yaml" };
const DRAWN = ["svg", "unicode", "ascii", "tex", "html"];
const TYPES = { svg: "image/svg+xml", html: "text/html" };

/** The library with all of its formats and tasks, which are loaded when somebody needs them. */
let full;
export const whole = () => (full ??= new Engine("worker.js", "full"));

/** Calls `use`, and says why where it does not work. */
async function attempt(said, use) {
  try {
    byId(said).textContent = "";
    await use();
  } catch (error) {
    byId(said).textContent = text.failed(error.message);
  }
}

/** Another format that the text is in: says so, and makes records of it. */
export async function showForeign(source) {
  const box = byId("foreign");
  box.hidden = true;
  const format = await whole().ask("foreign", source);
  if (!format || format === "zet" || source !== getText()) return;
  const convert = async (game, variant) => {
    const made = await whole().ask("convert", source, { from: format, ...(game && { game }), ...(variant && { variant }) });
    if (source !== getText()) return;
    if (made.text) setText(made.text);
    else box.replaceChildren(text.failed(made.messages.split("\n")[0]));
  };
  const button = (label, ...args) => make("button", { type: "button", on: { click: () => convert(...args).catch((e) => box.replaceChildren(text.failed(e.message))) } }, label);
  box.replaceChildren(`${text.looksLike(format)} `, button(text.makeRecord));
  if (format === "text") {
    const games = [["hogga"], ["halma", "8x8"], ["halma", "10x10"], ["halma", "16x16"], ["akron"], ["husbao"]];
    box.replaceChildren(`${text.looksLike(format)} ${text.gameOf} `,
      ...games.map(([game, variant]) => button([text.games[game], variant].filter(Boolean).join(" "), game, variant)));
  }
  box.hidden = false;
}

async function convert() {
  const target = byId("target").value, made = await whole().ask("convert", getText(), { to: target });
  byId("converted").value = made.text;
  byId("converted").hidden = byId("convert-save").hidden = !made.text;
  byId("convert-said").textContent = made.messages || text.converted(made.counts.records);
  byId("convert-save").onclick = () => saveText(`records.${ENDINGS[target] ?? "txt"}`, made.text);
}

async function openConvert() {
  if (byId("target").options.length) return;
  const [formats] = await whole().ask("formats");
  byId("target").append(...formats.map(({ name, about }) => make("option", { value: name }, `${name}: ${about}`)));
  byId("target").value = "json";
}

let drawing, address;
async function draw(board) {
  const { report } = board, format = byId("draw-format").value;
  if (!byId("draw-tool").open || !report) return;
  const page = format === "html", plain = format === "unicode" || format === "ascii";
  byId("theme").disabled = plain; // characters have no colors
  const options = { format, record: report.record, theme: plain ? undefined : byId("theme").value, flip: byId("flip").checked };
  const made = await whole().ask("diagram", getText(), { ...options, lang: language, at: page ? "start" : board.mainPly() });
  URL.revokeObjectURL(address);
  drawing = { made, name: `diagram.${page ? "html" : format === "svg" ? "svg" : format === "tex" ? "tex" : "txt"}`, type: TYPES[format] };
  byId("drawing").hidden = format !== "svg";
  byId("drawn").hidden = format === "svg" || page;
  if (format === "svg") {
    address = URL.createObjectURL(new Blob([made], { type: "image/svg+xml" }));
    byId("drawing").src = address;
    byId("drawing").alt = text.drawingOf(/<desc[^>]*>([^<]*)/.exec(made)?.[1] ?? "");
  }
  byId("drawn").textContent = made;
}

/** The score of Hogga: the moves that the loser needs to get home. */
class Score {
  constructor(board) {
    this.board = board;
    byId("solve").addEventListener("click", () => attempt("score-said", () => this.solve()));
    byId("stop").addEventListener("click", () => this.stop());
    byId("solve-write").addEventListener("click", () => this.write());
  }

  show(report) {
    const { result } = report?.outcome ?? {}, won = report?.game === "hogga" && (result === "black" || result === "white");
    if (this.searching && getText() !== this.source) this.stop();
    byId("score-tool").hidden = !won;
    for (const id of ["solve-write", "line"]) byId(id).hidden = true;
    if (!won) return;
    this.loser = result === "black" ? "white" : "black";
    byId("solve").hidden = report.points !== null;
    byId("score-said").textContent = report.points === null ? text.scoreNeeds(this.loser) : text.scoreOf(result, report.points);
  }

  async solve() {
    const { board } = this, moves = board.record.moves.filter((move) => !move.depth);
    const path = moves.map((move) => move.move), playout = moves.filter((move) => !move.playout).length;
    this.source = getText();
    this.done = path.length - playout;
    this.engine ??= new Engine("worker.js", "full");
    this.found = null;
    this.running(true);
    const ended = await this.engine.watch((found) => this.progress(found), "solve", this.source, board.report.record, path, playout, this.loser)
      .catch((error) => (error.message === "stopped" ? null : Promise.reject(error)))
      .finally(() => this.running(false));
    const found = ended ?? this.found;
    if (!found || this.source !== getText()) return;
    byId("score-said").textContent = found.never ? text.noWay
      : found.exact ? text.solved(found.high) : text.stopped(found.low, found.high);
    this.showLine(found);
  }

  running(searching) {
    this.searching = searching;
    byId("stop").hidden = byId("solving").hidden = !searching;
    byId("solve").hidden = searching;
    if (searching) byId("stop").focus();
    byId("solving").removeAttribute("value");
  }

  progress(found) {
    this.found = found;
    byId("score-said").textContent = text.solving(found.low, found.high, found.nodes);
    if (found.high) byId("solving").value = found.low / found.high;
    this.showLine(found);
  }

  showLine(found) {
    byId("line").hidden = !found.line;
    byId("line").textContent = found.line?.map((move, i) => `${i + 1}. ${move}`).join(" ") ?? "";
    byId("solve-write").hidden = !found.line || this.searching || this.done > 0;
  }

  stop() {
    this.engine?.stop();
  }

  write() {
    const source = getText(), { report } = this.board;
    const line = this.found.line.map((move, i) => `${i + 1}. ${move}`).join(" ");
    const folded = line.match(/.{1,76}(?: |$)/g).map((part) => `  ${part.trim()}\n`).join("");
    const before = source.slice(0, report.to), break_ = before && !before.endsWith("\n") ? "\n" : "";
    setText(`${before}${break_}playout: |\n${folded}${source.slice(report.to)}`);
  }
}

/** Fills a box with what can be chosen; what was chosen stays. */
export function fill(id, ...options) {
  const box = byId(id), { value } = box;
  box.replaceChildren(...options);
  if (value) box.value = value;
}

export class Tools {
  constructor(board) {
    this.board = board;
    this.score = new Score(board);
    byId("convert-tool").addEventListener("toggle", () => attempt("convert-said", openConvert));
    byId("convert").addEventListener("click", () => attempt("convert-said", convert));
    byId("draw-tool").addEventListener("toggle", () => this.draw());
    for (const id of ["draw-format", "theme", "flip"]) byId(id).addEventListener("change", () => this.draw());
    byId("draw-save").addEventListener("click", () => drawing && saveText(drawing.name, drawing.made, drawing.type));
  }

  /** Says everything in the language of the page. */
  label() {
    fill("draw-format", ...DRAWN.map((name) => make("option", { value: name }, text.diagramFormats[name])));
    fill("theme", ...Object.entries(text.themes).map(([name, label]) => make("option", { value: name }, label)));
  }

  draw() {
    return attempt("draw-said", () => draw(this.board));
  }

  show(report) {
    this.score.show(report);
    this.draw();
  }
}
