// The board: the page that `zet diagram` writes, in a frame, with the legal moves to be played on it.
import { getText, setText, show as showPlace } from "./editor.js";
import { byId, make } from "./elements.js";
import { language, text } from "./strings.js";
import { candidates } from "./writing.js";

const SVG = "http://www.w3.org/2000/svg";
const CELLS = /\d?[a-z]\d{1,2}/g;
const CHOICES_MAX = 12;

const cellsOf = (move) => move.replace(/v.*$/, "").match(CELLS) ?? [];

/** Of each move the index of the one before it in its line of play; -1: the start. A variation begins before the move that it
    replaces, and with it before the stones that were given for that. */
export function parentsOf(moves) {
  const last = [], parents = [];
  moves.forEach((move, i) => {
    const { depth, ply, playout } = move;
    if (playout && !moves[last[0]]?.playout) last.length = 1;
    const line = last[depth], replaced = depth ? last[depth - 1] : undefined;
    const goesOn = line !== undefined && (moves[line].gift ? moves[line].ply === ply : true);
    const begins = depth > 0 && ply === moves[replaced]?.ply && !(goesOn && moves[line].gift);
    if (begins || line === undefined) {
      let parent = replaced === undefined ? -1 : parents[replaced];
      if (replaced !== undefined && moves[parent]?.gift) parent = parents[parent];
      parents.push(parent);
    } else {
      parents.push(line);
    }
    last.length = depth;
    last[depth] = i;
  });
  return parents;
}

export class Board {
  /** `engine` answers; `moved` is told the place of the move that is shown. */
  constructor(engine, moved) {
    this.engine = engine;
    this.moved = moved;
    this.frames = [];
    this.history = [];
    this.node = 0;
    byId("play").addEventListener("submit", (event) => {
      event.preventDefault();
      this.write(byId("move").value.trim());
    });
    byId("back").addEventListener("click", () => this.takeBack());
  }

  /** Shows a record of the text; `at` is the number of the move, from 1, where it opens; undefined: where it was. */
  async show(source, report, at) {
    const [record, page] = await Promise.all([
      this.engine.ask("record", source, report.record),
      this.engine.ask("page", source, report.record, "start", language),
    ]);
    if (source !== getText()) return;
    const same = this.report?.record === report.record && this.record?.game === record.game;
    const given = at !== undefined && record.moves[at - 1] ? at : undefined;
    const node = given ?? (same ? this.keptNode(record) : record.moves.length ? this.lastMain(record) : 0);
    Object.assign(this, { source, report, record, parents: parentsOf(record.moves) });
    byId("no-board").hidden = true;
    await this.load(page, node);
    byId("play").hidden = !record.game || !this.doc()?.querySelector("use[data-cell]");
  }

  clear() {
    this.report = this.record = undefined;
    for (const frame of this.frames) frame.remove();
    this.frames = [];
    byId("no-board").hidden = false;
    byId("play").hidden = true;
  }

  /** The last move of the main line, or of the playout. */
  lastMain(record) {
    let last = 0;
    record.moves.forEach((move, i) => {
      if (!move.depth) last = i + 1;
    });
    return last;
  }

  /** The move that was shown, in the record as it is now. */
  keptNode(record) {
    const old = this.record.moves;
    if (this.node === this.lastMain(this.record)) return this.lastMain(record);
    const unchanged = old.slice(0, this.node).every((move, i) => record.moves[i]?.move === move.move);
    return unchanged ? this.node : this.lastMain(record);
  }

  frame() {
    return this.frames.at(-1);
  }

  doc() {
    return this.frame()?.contentDocument;
  }

  links() {
    return [...(this.doc()?.querySelectorAll(".moves a") ?? [])];
  }

  /** Loads it in a frame of its own, which then takes the place of the one before. */
  async load(page, node) {
    const before = this.frame();
    const focused = before && document.activeElement === before ? before.contentDocument.activeElement?.dataset?.cell ?? "" : null;
    const frame = make("iframe", { src: "viewer.html", title: text.viewer, class: "coming" });
    byId("viewers").append(frame);
    await new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
    if (!frame.isConnected) return;
    await frame.contentWindow.show(page, node);
    for (const old of this.frames) old.remove();
    this.frames = [frame];
    frame.classList.remove("coming");
    this.node = -1;
    this.watch(frame);
    await this.stepped();
    if (focused !== null) {
      frame.focus();
      (this.targets?.find((target) => target.dataset.cell === focused) ?? this.targets?.[0])?.focus();
    }
  }

  watch(frame) {
    const moves = frame.contentDocument.querySelector(".moves");
    frame.contentDocument.querySelector("details.findings")?.removeAttribute("open"); // they are beside the text
    if (moves) new frame.contentWindow.MutationObserver(() => this.stepped())
      .observe(moves, { subtree: true, attributes: true, attributeFilter: ["aria-current"] });
    const turner = frame.contentDocument.querySelector(".flip");
    if (turner) new frame.contentWindow.MutationObserver(() => this.showTargets())
      .observe(turner, { attributes: true, attributeFilter: ["aria-pressed"] });
  }

  /** The viewer shows another move. */
  async stepped() {
    const node = this.links().findIndex((link) => link.getAttribute("aria-current") === "step");
    if (node < 0 || node === this.node) return;
    this.node = node;
    this.chosen = null;
    const shown = this.record.moves[node - 1];
    this.moved(shown && { from: shown.offset, to: shown.offset + shown.written.length });
    await this.offer();
  }

  goTo(node) {
    const link = this.links()[node];
    link?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  }

  /** The moves that lead to a node, and how many of them come before the playout (-1: none is played). */
  pathTo(node) {
    const path = [], moves = this.record.moves;
    let index = node - 1, playout = -1;
    for (; index >= 0; index = this.parents[index]) path.unshift(moves[index].move);
    if (moves[node - 1]?.playout) playout = moves.filter((move) => !move.depth && !move.playout).length;
    return { path, playout };
  }

  /** The last move of the main line before the playout. */
  lastPlayed() {
    return this.record.moves.findLastIndex((move) => !move.depth && !move.playout);
  }

  /** The move that follows in the line of play; undefined at its end. */
  followerOf(node) {
    const moves = this.record.moves;
    const depth = node ? moves[node - 1].depth : 0;
    for (let i = node; i < moves.length; i++) {
      if (moves[i].depth < depth) return undefined;
      if (moves[i].depth === depth && this.parents[i] === node - 1) return moves[i];
    }
    return undefined;
  }

  /** Offers what is legal where the viewer is. */
  async offer() {
    const { path, playout } = this.pathTo(this.node);
    const source = this.source, node = this.node, number = this.report.record;
    let found = await this.engine.ask("moves", source, number, path, playout).catch(() => null);
    this.place = { path, playout };
    if (found && found.outcome.result !== "*" && this.record.game === "hogga" && playout < 0 && node - 1 === this.lastPlayed()) {
      const alone = await this.engine.ask("moves", source, number, path, path.length).catch(() => null);
      if (alone?.moves.length) {
        found = { ...alone, alone: true };
        this.place.playout = path.length;
      }
    }
    if (node !== this.node || source !== this.source || !this.doc()) return;
    this.found = found;
    this.legal = found?.moves ?? [];
    byId("legal").replaceChildren(...this.legal.map((move) => make("option", { value: move })));
    byId("play-hint").textContent = this.hint();
    byId("move").value = "";
    byId("back").hidden = !this.history.length || this.history.at(-1).after !== getText();
    this.showTargets();
  }

  hint() {
    const { found } = this;
    if (!this.legal.length) return text.over;
    const say = { akron: text.toDrop, husbao: text.toSow }[this.record.game] ?? text.toMove;
    return `${found.alone || this.place.playout >= 0 ? `${text.alone} ` : ""}${say(found.turn)}`;
  }

  /** Legal moves that begin with what was chosen, by the cell that is to be chosen next. */
  groups() {
    const groups = new Map();
    for (const move of this.legal) {
      const cells = cellsOf(move), [from] = cells;
      if (this.chosen && from !== this.chosen) continue;
      const next = this.chosen ? cells.at(-1) : from;
      if (!next || (this.chosen && cells.length < 2)) continue;
      groups.set(next, [...(groups.get(next) ?? []), move]);
    }
    return groups;
  }

  showTargets() {
    const doc = this.doc(), svg = doc?.querySelector(".picture");
    byId("choices").hidden = true;
    doc?.getElementById("zet-targets")?.remove();
    this.targets = [];
    if (!svg || !doc.querySelector(".men")) return;
    const layer = doc.createElementNS(SVG, "g"), groups = this.groups();
    layer.id = "zet-targets";
    // Men may be on their way; their cells are not.
    const { game } = this.frame().contentWindow;
    const cells = game.cells.map((cell) => ({ name: cell.name, ...game.placeOf(cell) }));
    const radius = this.radius(cells);
    for (const { name: cell, x, y } of cells) {
      const moves = groups.get(cell);
      if (moves) layer.append(this.target(doc, { x, y }, cell, moves, radius));
      else if (cell === this.chosen) layer.append(this.ring(doc, { x, y }, radius));
    }
    svg.append(layer);
    this.targets = [...layer.querySelectorAll("[tabindex]")];
    this.targets.forEach((target, i) => target.setAttribute("tabindex", i ? "-1" : "0"));
  }

  radius(cells) {
    const near = cells.slice(1).map((cell, i) => Math.abs(cell.x - cells[i].x)).filter((d) => d > 0);
    return (Math.min(...near, 10) / 2) * 0.94;
  }

  shape(doc, kind, attributes) {
    const shape = doc.createElementNS(SVG, kind);
    for (const [name, value] of Object.entries(attributes)) shape.setAttribute(name, value);
    return shape;
  }

  circle(doc, { x, y }, radius, attributes) {
    return this.shape(doc, "circle", { cx: x, cy: y, r: radius, ...attributes });
  }

  diamond(doc, { x, y }, half, attributes) {
    const points = `${x},${y - half} ${x + half},${y} ${x},${y + half} ${x - half},${y}`;
    return this.shape(doc, "polygon", { points, ...attributes });
  }

  /** The color of what can be chosen. */
  ink(doc) {
    return doc.defaultView.matchMedia("(prefers-color-scheme: dark)").matches ? "#8fe3ab" : "#1b7a3d";
  }

  ring(doc, at, radius) {
    const ring = this.circle(doc, at, radius * 0.96, { fill: "none", stroke: "#c2185b", "stroke-width": 0.9 });
    ring.addEventListener("click", () => this.choose(null));
    return ring;
  }

  target(doc, at, cell, moves, radius) {
    const group = doc.createElementNS(SVG, "g");
    const small = this.record.game === "akron", ink = this.ink(doc);
    // Where a move can go there is a diamond: the board has dots of its own.
    const seen = this.chosen ? this.diamond(doc, at, radius * 0.45, { fill: ink, stroke: "#fff", "stroke-width": 0.3 })
      : this.circle(doc, at, small ? radius * 0.34 : radius * 0.96, small
        ? { fill: ink, "fill-opacity": 0.3 } : { fill: "none", stroke: ink, "stroke-width": 0.55 });
    // One of the two is seen on any ground. An outline would be as wide as the drawing's units are.
    const focus = [["#fff", 1.1], ["#000", 0.5]].map(([stroke, width]) =>
      this.circle(doc, at, radius, { fill: "none", stroke, "stroke-width": width, visibility: "hidden" }));
    const touched = this.circle(doc, at, radius, { fill: "transparent", stroke: "none" });
    group.append(seen, ...focus, touched);
    group.style.outline = "none";
    const show = (visibility) => focus.forEach((ring) => ring.setAttribute("visibility", visibility));
    group.dataset.cell = cell;
    group.setAttribute("role", "button");
    group.setAttribute("tabindex", "-1");
    group.setAttribute("cursor", "pointer");
    group.setAttribute("aria-label", this.chosen ? text.target(this.chosen, cell) : text.cell(cell, moves.length));
    group.addEventListener("click", () => this.choose(cell, moves));
    group.addEventListener("keydown", (event) => this.key(event, group, cell, moves));
    group.addEventListener("focus", () => show("visible"));
    group.addEventListener("blur", () => show("hidden"));
    return group;
  }

  key(event, group, cell, moves) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (event.key === "Enter" || event.key === " ") this.choose(cell, moves, true);
    else if (event.key === "Escape" && this.chosen) this.choose(null, null, true);
    else if (steps) this.focusNear(group, steps);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Moves the focus to the nearest target in a direction. */
  focusNear(group, [dx, dy]) {
    const at = (target) => ["cx", "cy"].map((name) => Number(target.lastChild.getAttribute(name)));
    const [x, y] = at(group);
    let best = null, least = Infinity;
    for (const target of this.targets) {
      const [tx, ty] = at(target), along = (tx - x) * dx + (ty - y) * dy, across = Math.abs((tx - x) * dy) + Math.abs((ty - y) * dx);
      if (along <= 0.1) continue;
      const distance = along + 2.5 * across;
      if (distance < least) [best, least] = [target, distance];
    }
    best?.focus();
  }

  /** A cell was chosen: where a move begins, or where it goes. */
  choose(cell, moves, byKey = false) {
    const had = this.chosen;
    this.chosen = null;
    if (cell && moves.length === 1 && (had || cellsOf(moves[0]).length < 2 || this.record.game === "husbao")) {
      this.write(moves[0]);
      return;
    }
    if (cell && !had && moves.some((move) => cellsOf(move).length > 1) && this.record.game !== "husbao") {
      this.chosen = cell;
      this.showTargets();
      if (byKey) (this.targets[0] ?? this.frame()).focus();
      const here = moves.filter((move) => cellsOf(move).length < 2);
      if (here.length) this.ask([...here, ...moves.filter((move) => cellsOf(move).length > 1)]);
      return;
    }
    this.showTargets();
    if (cell) this.ask(moves, byKey);
    else if (byKey) this.targets.find((target) => target.dataset.cell === had)?.focus();
  }

  /** Asks which of several moves it is. */
  ask(moves, focus) {
    const box = byId("choices");
    box.replaceChildren(`${text.whichMove} `, ...moves.slice(0, CHOICES_MAX).map((move) =>
      make("button", { type: "button", on: { click: () => this.write(move) } }, move)));
    box.hidden = false;
    if (focus) box.querySelector("button").focus();
  }

  say(what) {
    byId("play-said").textContent = what;
  }

  /** Plays a move as somebody wrote or clicked it, and writes it into the record. */
  async write(written) {
    if (!written || !this.record) return;
    const { path, playout } = this.place, source = this.source, node = this.node, number = this.report.record;
    const tried = await this.engine.ask("tried", source, number, path, playout, written);
    if (source !== getText()) return;
    if (!tried.move) {
      this.say(text.illegal(written, tried.why));
      if (tried.suggestions.length) this.ask(tried.suggestions);
      return;
    }
    const follower = this.followerOf(node);
    const known = this.record.moves.findIndex((move, i) => move.move === tried.move && this.parents[i] === node - 1 &&
      move.playout === (playout >= 0));
    if (known >= 0) {
      this.say(text.stepped(tried.move));
      this.goTo(known + 1);
      return;
    }
    const made = await this.writtenIn(source, number, { path, playout, follower, node, move: tried.move });
    if (source !== getText()) return;
    if (!made) {
      this.say(text.cannotWrite(tried.move));
      return;
    }
    this.history.push({ before: source, after: made.text });
    this.wanted = made;
    setText(made.text, { focus: false });
    this.say(text.played(tried.move));
  }

  /** The text with the move in it, which is read again to be sure of it. */
  async writtenIn(source, number, { path, playout, follower, node, move }) {
    const old = this.record.moves, solo = playout >= 0;
    const list = old.filter((other) => other.playout === solo);
    const last = solo && !old[node - 1]?.playout ? undefined : old[node - 1];
    const ply = solo ? path.length - playout + 1 : (last?.gift ? last.ply : (last?.ply ?? 0) + 1);
    const all = candidates(source, this.report, { key: solo ? "playout" : "moves", list, last, follower, ply, move });
    for (const candidate of all) {
      const record = await this.engine.ask("record", candidate, number);
      const at = record.moves.findIndex((other, i) => i >= node && other.move === move && other.playout === solo && other.ply === ply);
      const kept = record.moves.filter((_, i) => i !== at);
      const same = kept.length === old.length && kept.every((other, i) => other.move === old[i].move && other.position === old[i].position);
      const broken = record.findings.some((f) => f.code === "syntax" || f.code === "yaml");
      if (at >= 0 && same && !broken) return { text: candidate, node: at + 1 };
    }
    return null;
  }

  takeBack() {
    const last = this.history.pop();
    if (!last || last.after !== getText()) return;
    setText(last.before, { focus: false });
    this.say("");
  }

  /** The move where the page of a text opens, where that is the move that was written. */
  takeWanted(source) {
    const { wanted } = this;
    this.wanted = undefined;
    return wanted?.text === source ? wanted.node : undefined;
  }

  /** Shows the move at a place of the text, once that is the text whose moves are known. */
  showAt(offset) {
    if (this.source !== getText()) return;
    const index = this.record?.moves.findIndex((move) => move.offset <= offset && offset <= move.offset + move.written.length) ?? -1;
    if (index >= 0 && index + 1 !== this.node) this.goTo(index + 1);
  }

  /** The ply of the main line that is shown; for diagrams. */
  mainPly() {
    const shown = this.record?.moves[this.node - 1];
    if (!this.record || this.node <= 0) return 0;
    return shown.depth || shown.playout ? "final" : shown.ply;
  }

  showPlace() {
    const shown = this.record?.moves[this.node - 1];
    if (shown) showPlace(shown.offset, shown.offset + shown.written.length);
  }
}
