// <zet-board>: shows a game, steps through it, plays and writes moves and marks. README.md beside it has its
// attributes, properties, events and methods. A plain script, or a module: import "./zet-board.js".
(() => {
  "use strict";

  // Flags of a turn; then come, where it has MORE, the turn before it, its number and words for the end of
  // the game or 0; the cells of its way or 0, and unless the way has TOLD it the cells that it
  // changed with what they hold.
  const DOTS = 1, SIDE = 2, SOLO = 4, MOVER_SHIFT = 3, WAY_SHIFT = 5, MORE = 128, TOLD = 256, NOBODY = 2;
  const PLACE = 0, WALK = 1, RELOCATE = 2, SOW = 3;
  const CACHE_STEPS = 64, CHOICES_MAX = 20;
  const PLAY_MS = 1600, HOP_MS = 140, SOW_MS = 70, MOTION_MAX_MS = 1400;
  const WHEEL_STEP = 50, SWIPE_MIN = 36, DRAG_MIN = 6, PRESS_MS = 500, OPEN_MS = 300;

  const make = (name, attributes, ...inside) => {
    const svg = /^(svg|g|use|circle|rect|path|text)$/.test(name);
    const e = svg ? document.createElementNS("http://www.w3.org/2000/svg", name)
                  : document.createElement(name);
    for (const key in attributes) e.setAttribute(key, attributes[key]);
    e.append(...inside);
    return e;
  };
  const fill = (pattern, ...values) => {
    let next = 0;
    return pattern.replace(/%(?:(\d)\$)?s/g, (_, n) => values[n ? n - 1 : next++]);
  };
  const put = (position, changes) => {
    for (let k = 0; k < changes.length; k += 2) position[changes[k]] = changes[k + 1];
  };
  const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

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

  // What is in a comment, with a mark put in or, where it is there, taken out.
  function toggleMark(comment, kind, value) {
    let had = false;
    const rest = comment.trim().replace(/\[%(\w+) ([^\]]*)\]\s*/g, (all, name, list) => {
      const values = list.split(",").map((one) => one.trim()), others = values.filter((one) => one !== value);
      if (name !== kind || others.length === values.length) return all;
      had = true;
      return others.length ? `[%${name} ${others}] ` : "";
    });
    return (had ? rest : `[%${kind} ${value}] ${rest}`).trim();
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

  // What the hand does on the board: moves men, draws marks and arrows, opens a pile.

  // Arrows in another color than those of records.
  const COLORS = [["shiftKey", "red"], ["altKey", "blue"], ["ctrlKey", "yellow"]];
  const CELLS = /\d?[a-z]\d{1,2}/g, WHICH_MAX = 12;
  const cellsOf = (move) => move.replace(/v.*$/, "").match(CELLS) ?? [];

  class Hand {
    constructor(game) {
      Object.assign(this, { game, board: game.viewer, legal: [], targets: [] });
      this.svg = game.one(".picture");
      this.layer = make("g", { class: "targets" });
      this.pen = make("g", { class: "pen" });
      this.svg.append(this.pen, this.layer);
      const { cells } = game, beside = cells.slice(1).map((cell, i) => Math.abs(cell.x - cells[i].x)).filter((d) => d > 0);
      this.step = Math.min(...beside, 10);
      this.radius = this.step * 0.47;
      this.colored = new Map(); // arrows in other colors of this visit, by turn
      this.which = make("div", { class: "which", role: "group", "aria-label": game.words.which, hidden: "" });
      this.pile = make("p", { class: "pile", "aria-live": "polite" });
      game.one(".table").after(this.which, this.pile);
      this.listen();
    }

    // The position is another one.
    begin() {
      this.close();
      this.chosen = null;
      this.legal = [];
      this.show();
      this.board.offer();
    }

    // What is legal here.
    offer(legal) {
      this.legal = this.board.readOnly ? [] : legal;
      this.show();
      if (this.refocus === undefined) return;
      (this.targets.find((target) => target.dataset.cell === this.refocus) ?? this.targets[0])?.focus();
      this.refocus = undefined;
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

    // The pointer: a click or a drag of the first button plays; the second button, or a long press, draws.

    pointOf(event) {
      return new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    }

    // The nearest of these cells to the pointer, the upper one of two; the pointer may be in a corner of the cell's square.
    cellAt(event, cells) {
      const point = this.pointOf(event), half = this.step / 2;
      let best, least = Infinity;
      for (const cell of cells) {
        const { x, y } = this.game.placeOf(cell), [across, along] = [Math.abs(x - point.x), Math.abs(y - point.y)], far = Math.hypot(across, along);
        if (across <= half && along <= half && far <= least) [best, least] = [cell, far];
      }
      return best;
    }

    // Of a pile the stone on top.
    topAt(event) {
      const position = this.game.positionOf(this.game.now);
      return this.cellAt(event, this.game.cells.filter((cell, i) => !cell.level || position[i]));
    }

    targetAt(event) {
      const groups = this.groups();
      return this.cellAt(event, this.game.cells.filter((cell) => groups.has(cell.name) || cell.name === this.chosen))?.name;
    }

    listen() {
      const on = (name, act, options) => this.svg.addEventListener(name, act, options);
      on("pointerdown", (event) => this.down(event));
      on("pointermove", (event) => this.drag(event));
      on("pointerup", (event) => this.up(event));
      on("pointercancel", () => this.drop());
      on("pointerleave", () => this.close());
      on("contextmenu", (event) => this.board.readOnly || event.preventDefault());
      on("touchmove", (event) => this.holds && event.preventDefault(), { passive: false });
    }

    down(event) {
      const cell = this.topAt(event), target = this.targetAt(event);
      this.drop();
      this.close();
      if (this.board.readOnly || !event.isPrimary || event.button === 1) return;
      if (event.button === 2) {
        this.take({ kind: "pen", cell, color: COLORS.find(([key]) => event[key])?.[1] });
        return;
      }
      this.held = { kind: "wait", event, target };
      if (event.pointerType !== "mouse") this.pressed = setTimeout(() => this.take({ kind: "pen", cell }), PRESS_MS);
    }

    take(held) {
      this.held = held;
      this.holds = true;
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

    drag(event) {
      const { held } = this;
      if (!held) {
        this.hover(event);
      } else if (held.kind === "pen") {
        this.sketch(this.topAt(event));
      } else if (held.kind === "wait" && Math.hypot(event.clientX - held.event.clientX, event.clientY - held.event.clientY) > DRAG_MIN) {
        clearTimeout(this.pressed);
        this.lift(held.target);
      }
      if (this.held?.kind !== "man") return;
      const { x, y } = this.pointOf(event);
      this.held.man.setAttribute("x", x);
      this.held.man.setAttribute("y", y);
    }

    up(event) {
      const { held } = this, end = this.targetAt(event), top = this.topAt(event);
      if (!held) return;
      this.drop();
      if (held.kind === "pen" && held.color && held.cell && top && held.cell !== top) this.color(held.color, `${held.cell.name}-${top.name}`);
      else if (held.kind === "pen" && held.cell && top)
        this.mark(...(held.cell === top ? ["mark", top.name] : ["arrow", `${held.cell.name}-${top.name}`]));
      else if (held.kind === "man") this.letGo(end, top);
      else if (held.kind === "wait" && held.target && end === held.target) this.choose(end);
      else if (held.kind === "wait" && this.chosen) this.choose(null);
    }

    // A man that is let go where no move leads to: the rules say why not.
    letGo(end, top) {
      const from = this.chosen;
      this.choose(end ?? null);
      if (!end && from && top && top.name !== from) this.play(`${from}-${top.name}`);
    }

    // Whatever was held goes back to its place.
    drop() {
      clearTimeout(this.pressed);
      const { held } = this;
      this.held = undefined;
      this.holds = false;
      if (held?.kind === "man") {
        held.man.parentNode.insertBefore(held.man, held.before);
        this.game.place();
      }
      if (held?.kind === "pen") this.sketch();
    }

    // Marks: in the record where there is one, else for this visit.

    async mark(kind, value) {
      const { game } = this, node = game.now;
      if (await this.board.writeMark(kind, value)) return;
      const made = toggleMark(game.drawings.get(node) ?? "", kind, value);
      game.drawings.set(node, made);
      this.sketch();
      this.board.tell("zet-mark", { address: game.links[node].hash, text: made });
    }

    // Draws an arrow in another color for this visit, or takes it away.
    color(color, value) {
      const { now } = this.game, all = this.colored.get(now) ?? [], others = all.filter((one) => one !== `${color} ${value}`);
      this.colored.set(now, others.length < all.length ? others : [...others, `${color} ${value}`]);
      this.sketch();
    }

    // The marks of this visit, and what is being drawn.
    sketch(to) {
      const shapes = (this.colored.get(this.game.now) ?? []).flatMap((one) => this.shapesOf("arrow", one.split(" ")[1], one.split(" ")[0]));
      const from = this.held?.cell;
      for (const [, kind, list] of (this.game.drawings.get(this.game.now) ?? "").matchAll(/\[%(\w+) ([^\]]*)\]/g))
        for (const value of list.split(",")) shapes.push(...this.shapesOf(kind, value));
      if (from && to) shapes.push(...this.shapesOf(...(from === to ? ["mark", to.name] : ["arrow", `${from.name}-${to.name}`, this.held.color])));
      this.pen.replaceChildren(...shapes);
    }

    // As the library draws those of records: the corners of a frame, or an arrow.
    shapesOf(kind, value, color = "") {
      const [a, b] = value.match(CELLS).map((name) => this.game.placeOf(this.game.cells.find((cell) => cell.name === name)));
      const shape = (role, d) => make("path", { class: `z-${role} ${color}`.trim(), d });
      if (kind === "mark") {
        const r = this.step * 0.44, arm = this.step * 0.18;
        return [shape("mark", [[-1, -1], [1, -1], [-1, 1], [1, 1]].map(([x, y]) => `M${a.x + x * r} ${a.y + y * (r - arm)}v${y * arm}h${-x * arm}`).join(""))];
      }
      const far = Math.hypot(b.x - a.x, b.y - a.y), [x, y] = [(b.x - a.x) / far, (b.y - a.y) / far], size = this.step / 10;
      const at = (back, side) => `${b.x - size * (x * back - y * side)} ${b.y - size * (y * back + x * side)}`, line = `M${a.x} ${a.y}L${at(3.05, 0)}`;
      return [shape("casing", line), shape("arrow", line), shape("arrow-head", `M${at(3.7, 1.344)}L${at(0.5, 0)}L${at(3.7, -1.344)}z`)];
    }

    // Piles.

    hover(event) {
      if (this.game.data.board[2] < 2 || event.pointerType !== "mouse") return;
      const name = this.topAt(event)?.name;
      if (name === this.over) return;
      this.close();
      this.over = name;
      if (name) this.opening = setTimeout(() => this.open(name), OPEN_MS);
    }

    // Lets one see through a stone and those that lie on it, and says what is there, from the top on.
    open(name) {
      const { cells, men, data } = this.game, position = this.game.positionOf(this.game.now), top = cells.find((cell) => cell.name === name);
      const within = (cell, other, most) => [cell.file - other.file, cell.rank - other.rank].every((d) => d >= 0 && d <= most);
      const said = [];
      if (data.board[2] < 2) return;
      cells.forEach((cell, i) => {
        const above = cell.level - top.level, seen = above >= 0 ? position[i] && within(top, cell, above) : within(cell, top, -above);
        if (above >= 0 && cell.level && seen) men[i].setAttribute("opacity", 0.3);
        if (seen) said.unshift(this.game.contentOf(i, position));
      });
      this.pile.textContent = said.length > 1 ? said.join(", ") : "";
    }

    close() {
      clearTimeout(this.opening);
      this.over = undefined;
      if (this.pile.textContent) for (const man of this.game.men) man.removeAttribute("opacity");
      this.pile.textContent = "";
    }
  }

  class Game {
    constructor(viewer, section) {
      const data = JSON.parse(section.querySelector(".data").textContent);
      const one = (selector) => section.querySelector(selector);
      Object.assign(this, { viewer, section, data, one, words: viewer.words, nodes: [], drawings: new Map() });
      data.nodes.forEach((turn) => this.addNode(turn));
      this.build();
      this.list = one(".moves");
      this.links = [...this.list.querySelectorAll("a")];
      // Moves of the main line have the addresses that follow that of the start.
      const root = this.links[0].hash.slice(0, -1);
      let number = 0;
      for (const link of this.links) if (!link.hash) link.href = root + ++number;
      // One stop for the Tab key: the move that is shown.
      for (const link of this.links) link.tabIndex = -1;
      this.addresses = new Map(this.links.map((link, node) => [link.hash, node]));
      this.followers = this.nodes.map(() => []);
      for (let node = 1; node < this.nodes.length; node++)
        this.followers[this.nodes[node].before].push(node);
      this.now = -1;
      this.turned = false;
      this.makeCells();
      this.positions = new Map([[-1, new Uint8Array(this.cells.length)]]);
      this.drawn = new Array(this.cells.length).fill(-1);
      this.hand = new Hand(this);
      this.listen();
    }

    // What works by this script only is not there without it.
    build() {
      const { words, one } = this, box = (name, ...inside) =>
        make("details", { class: name }, make("summary", {}, words[name]), ...inside);
      const button = (name, sign, key) => make("button", { type: "button", class: name, ...(key && { "aria-keyshortcuts": key }) },
        make("span", { class: "sign", "aria-hidden": "true" }, sign), make("span", { class: "name" }, words[name]));
      const tool = (name, word) => make("button", { type: "button", class: name }, word);
      one(".status").before(make("div", { class: "controls", role: "group", "aria-label": words.step },
        button("first", "\u00ab", "Home"), button("previous", "\u2039", "ArrowLeft"), button("play", "\u25b6\ufe0e"),
        button("next", "\u203a", "ArrowRight"), button("last", "\u00bb", "End")));
      one(".status").after(make("p", { class: "refused", role: "alert" }), make("p", { class: "remark", dir: "auto", hidden: "" }),
        make("nav", { class: "choices", "aria-label": words.variations, hidden: "" }),
        make("div", { class: "variation-tools", hidden: "" }, tool("promote", words.promote), tool("remove", words.remove)),
        ...(this.data.board[2] > 1 ? [box("levels", make("div", {}))] : []));
      one(".board").append(one(".tools"));
      one(".tools").prepend(tool("flip", words.flip), tool("copy-position", words.copyPosition), tool("copy-link", words.copyLink));
      one(".flip").setAttribute("aria-pressed", "false");
      const keys = (signs, word) => [...signs.flatMap((sign) => [make("kbd", {}, sign), " "]), word];
      one(".tools").after(box("words", make("dl", {}), make("p", {}, make("code", {}))), make("p", { class: "keys" }, `${words.keys} `,
        ...keys(["\u2190", "\u2192"], `${words.along}, `), ...keys(["Home", "End"], `${words.ends}, `), ...keys(["\u2193", "\u2191"], words.into)));
    }

    addNode([flags, ...rest]) {
      const [before, number, ending] = flags & MORE ? rest.splice(0, 3) : [this.nodes.length - 1];
      const [way, ...changes] = rest;
      this.nodes.push({ flags, before, ending, way, changes, kind: flags >> WAY_SHIFT & 3,
        number: number ?? this.nodes[before].number + (flags & DOTS ? 0 : 1),
        mover: flags >> MOVER_SHIFT & 3, side: flags & SIDE ? 1 : 0 });
    }

    // The cells in the order of the data: lower levels first, from a1 on.
    makeCells() {
      const [files, ranks, levels] = this.data.board, [x, y, east, north, riseX, riseY] = this.data.at;
      const men = this.one(".men");
      this.cells = [];
      for (let level = 0; level < levels; level++)
        for (let rank = 0; rank + level < ranks; rank++)
          for (let file = 0; file + level < files; file++)
            this.cells.push({ level, file, rank, name:
                `${level ? level + 1 : ""}${String.fromCharCode(97 + file)}${rank + 1}`,
              x: x + file * east + level * riseX, y: y + rank * north + level * riseY });
      const [first, last] = [this.cells[0], this.cells[files * ranks - 1]];
      this.centre = { x: (first.x + last.x) / 2, y: (first.y + last.y) / 2 };
      this.men = this.cells.map((cell) => make("use", { "data-cell": cell.name }));
      men.replaceChildren(...this.men);
      this.place();
    }

    placeOf(cell) {
      return this.turned ? { x: 2 * this.centre.x - cell.x, y: 2 * this.centre.y - cell.y } : cell;
    }

    place() {
      this.cells.forEach((cell, i) => {
        const { x, y } = this.placeOf(cell);
        this.men[i].setAttribute("x", x);
        this.men[i].setAttribute("y", y);
      });
    }

    positionOf(node) {
      const path = [];
      while (!this.positions.has(node)) {
        path.push(node);
        node = node ? this.nodes[node].before : -1;
      }
      const position = this.positions.get(node).slice();
      for (let i = path.length; i-- > 0; ) {
        this.change(position, this.nodes[path[i]]);
        if (path[i] % CACHE_STEPS === 0) this.positions.set(path[i], position.slice());
      }
      return position;
    }

    // Makes the position after a turn of the one before it.
    change(position, turn) {
      const { way, kind } = turn;
      if (!(turn.flags & TOLD)) put(position, turn.changes);
      else if (kind === SOW) for (const _ of this.sowing(position, turn));
      else if (kind === PLACE) position[way[0]] = turn.side + 1;
      else {
        let [empty] = way;
        position[way[kind === WALK ? way.length - 1 : 1]] = position[empty];
        if (kind === RELOCATE) for (const from of way.slice(2)) {
          position[empty] = position[from];
          empty = from;
        }
        position[empty] = 0;
      }
    }

    // The position as records have it: the north first, runs of empty cells as their number.
    textOf(node) {
      const position = this.positionOf(node), { men, counts } = this.data;
      const levels = [];
      let at = 0;
      const [files, ranks, count] = this.data.board;
      for (let level = 0; level < count && ranks > level; level++) {
        const rows = [];
        for (let rank = 0; rank + level < ranks; rank++) {
          const row = [...position.slice(at, at += files - level)];
          rows.unshift(counts ? row.join(",") : row.map((c) => men[c]).join("")
              .replace(/-+/g, (run) => run.length));
        }
        if (!level || rows.some((row) => /[a-z]/i.test(row))) levels.push(rows.join("/"));
      }
      const { mover } = this.nodes[node];
      return `${levels.join("|")} ${this.data.letters[mover < NOBODY ? mover : this.sideAfter(node)]}`;
    }

    // Whose move it would be, where the game is over.
    sideAfter(node) {
      const { flags, side } = this.nodes[node];
      return node && !(flags & SOLO) ? 1 - side : side;
    }

    // The end of the line of play that contains a turn.
    endOf(node) {
      while (this.followers[node].length) node = this.followers[node][0];
      return node;
    }

    // The other moves in the place of this one.
    choicesAt(node) {
      return node ? this.followers[this.nodes[node].before] : [];
    }

    into(node) {
      const choices = this.choicesAt(node);
      return choices[choices.indexOf(node) + 1];
    }

    // What the line of play that contains a turn replaces.
    outOf(node) {
      while (node) {
        const choices = this.choicesAt(node), place = choices.indexOf(node);
        if (place > 0) return choices[place - 1];
        node = this.nodes[node].before;
      }
      return undefined;
    }

    sideName(side) {
      return this.data.sides[side];
    }

    status(node) {
      const { flags, mover, ending, ...turn } = this.nodes[node];
      const number = `${turn.number}${flags & DOTS ? "..." : "."} ${this.sideName(turn.side)}`;
      const label = !node ? this.words.start : flags & SOLO ? fill(this.words.playout, number) : number;
      const said = node ? ` ${this.links[node].textContent}` : "";
      const next = mover < NOBODY ? fill(this.words.turn, this.sideName(mover)) : "";
      const behind = ending && next ? `${next}; ${ending}` : ending || next;
      return `${label}${said}${behind ? ` \u2014 ${behind}` : ""}`;
    }

    set(i, content) {
      if (content === this.drawn[i]) return;
      this.drawn[i] = content;
      const { level } = this.cells[i];
      this.men[i].setAttribute("href", `#${this.data.look}m${level}-${content}`);
    }

    // The marks of a turn as the page has them; texts stand upright on a board that is turned.
    drawMarks(node) {
      const marks = this.one("template").content.firstElementChild.children[node].cloneNode(true);
      for (const text of this.turned ? marks.querySelectorAll("text") : []) {
        const [x, y, height] = ["x", "y", "font-size"].map((name) => Number(text.closest(`[${name}]`).getAttribute(name)));
        text.setAttribute("transform", `rotate(180 ${x} ${y - height * 0.36})`);
      }
      if (this.turned) marks.setAttribute("transform", this.turning());
      this.one(".marks").replaceWith(marks);
      this.hand.sketch();
    }

    // The chain that won lights up when one comes to the end.
    lightChain() {
      if (isStill()) return;
      for (const line of this.section.querySelectorAll(".marks .z-chain"))
        line.animate?.([{ opacity: 0 }, { opacity: 1 }], { duration: 400, iterations: 3 });
    }

    turning() {
      return `rotate(180 ${this.centre.x} ${this.centre.y})`;
    }

    turn() {
      this.turned = !this.turned;
      this.section.classList.toggle("turned", this.turned);
      const ground = this.one(".ground");
      if (this.turned) ground.setAttribute("transform", this.turning());
      else ground.removeAttribute("transform");
      this.stopMotion();
      this.place();
      this.drawMarks(this.now);
      this.one(".flip").setAttribute("aria-pressed", this.turned);
      this.hand.show();
    }

    // Motion: hops, falls and sowings, once, when one goes to the next move.

    stopMotion() {
      if (this.endMotion) this.endMotion();
      this.endMotion = undefined;
    }

    // Runs an animation; its end draws what is true.
    move(ms, frame) {
      const begun = performance.now();
      let request;
      const end = () => {
        cancelAnimationFrame(request);
        frame(1);
        this.endMotion = undefined;
      };
      const step = (now) => {
        const part = Math.max(0, (now - begun) / ms);
        if (part >= 1) return end();
        frame(part);
        request = requestAnimationFrame(step);
      };
      this.endMotion = end;
      request = requestAnimationFrame(step);
    }

    // A man on its way over the cells; it is drawn above all others.
    glide(way, part) {
      const last = way[way.length - 1], man = this.men[last];
      const at = way.map((i) => this.placeOf(this.cells[i]));
      const leg = Math.min(at.length - 2, Math.floor(part * (at.length - 1)));
      const within = part * (at.length - 1) - leg;
      const eased = within * within * (3 - 2 * within);
      man.setAttribute("x", at[leg].x + (at[leg + 1].x - at[leg].x) * eased);
      man.setAttribute("y", at[leg].y + (at[leg + 1].y - at[leg].y) * eased);
    }

    animate(node) {
      const { way, kind } = this.nodes[node];
      if (!way || isStill() || document.hidden) return;
      const men = this.one(".men");
      if (kind === SOW) this.sow(node);
      else if (kind === PLACE)
        this.move(HOP_MS, (part) => this.men[way[0]].setAttribute("opacity", part));
      else {
        const path = kind === WALK ? way : way.slice(0, 2);
        const falls = kind === RELOCATE ? way.slice(2).map((from, i) => [from, i ? way[i + 1] : way[0]]) : [];
        const mover = this.men[path[path.length - 1]], behind = mover.nextSibling;
        men.append(mover);
        this.move(Math.min(MOTION_MAX_MS, HOP_MS + HOP_MS * (path.length - 1 + falls.length)), (part) => {
          const alone = falls.length ? Math.min(1, part * 2) : part;
          this.glide(path, alone);
          for (const fall of falls) this.glide(fall, Math.max(0, part * 2 - 1));
          if (part === 1) men.insertBefore(mover, behind);
        });
      }
    }

    // Lets stones go one by one from pit to pit, a step each; after each stage comes what else it did.
    *sowing(position, { way: [origin, direction, ...stages], side }) {
      const ring = this.data.rings[side];
      let at = ring.indexOf(origin);
      for (const changes of stages) {
        let hand = position[ring[at]];
        position[ring[at]] = 0;
        yield;
        for (; hand; hand--) {
          at = (at + direction + ring.length) % ring.length;
          position[ring[at]]++;
          yield;
        }
        put(position, changes);
        yield;
      }
    }

    sow(node) {
      const turn = this.nodes[node], position = this.positionOf(turn.before), steps = [];
      for (const _ of this.sowing(position, turn)) steps.push(position.slice());
      const end = this.positionOf(node), ms = Math.min(3 * MOTION_MAX_MS, SOW_MS * steps.length);
      this.move(ms, (part) => {
        const shown = part === 1 ? end : steps[Math.min(steps.length - 1, Math.floor(part * steps.length))];
        shown.forEach((content, i) => this.set(i, this.known(i, content) ? content : end[i]));
      });
    }

    // Whether the page has a picture of that content.
    known(i, content) {
      return this.section.getRootNode().getElementById(`${this.data.look}m${this.cells[i].level}-${content}`) !== null;
    }

    // Words and panels.

    // `d4 black`, `a1: 3`, or the name of an empty cell.
    contentOf(i, position) {
      const { name } = this.cells[i], content = position[i];
      return this.data.counts ? `${name}: ${content}` : content ? `${name} ${this.data.groups[content]}` : name;
    }

    describe(position) {
      const groups = new Map(), { counts, half } = this.data;
      position.forEach((content, i) => {
        const { name, rank } = this.cells[i];
        if (!counts && !content) return;
        const group = counts ? (rank < half ? 0 : 1) : content;
        if (!groups.has(group)) groups.set(group, []);
        groups.get(group).push(counts ? this.contentOf(i, position) : name);
      });
      const rows = [...groups.keys()].sort((a, b) => a - b).flatMap((group) =>
        [make("dt", {}, this.data.groups[group]), make("dd", {}, groups.get(group).join(", "))]);
      this.one(".words dl").replaceChildren(...rows);
      this.one(".words code").textContent = this.textOf(this.now);
    }

    // A small board for each level that has stones.
    showLevels(position) {
      const [files, ranks, levels] = this.data.board, panels = [];
      for (let level = 0; level < levels; level++) {
        const cells = this.cells.map((cell, i) => ({ cell, i })).filter(({ cell }) => cell.level === level);
        if (level && !cells.some(({ i }) => position[i])) break;
        const size = 10 * (files - level), shapes = cells.map(({ cell, i }) => {
          const x = 10 * cell.file + 5, y = 10 * (ranks - level - cell.rank) - 5;
          const at = this.turned ? { x: size - x, y: size - y } : { x, y };
          return position[i] ? make("use", { href: `#${this.data.look}m${level}-${position[i]}`, ...at })
                             : make("circle", { class: "hole", cx: at.x, cy: at.y, r: 1 });
        });
        const stones = cells.filter(({ i }) => position[i]).map(({ cell, i }) =>
          `${this.data.groups[position[i]]} ${cell.name}`).join(", ");
        panels.push(make("figure", {}, make("figcaption", {}, fill(this.words.level, level + 1)),
          make("svg", { viewBox: `0 0 ${size} ${size}`, role: "img",
                        "aria-label": stones || this.words.empty }, ...shapes)));
      }
      this.one(".levels div").replaceChildren(...panels);
    }

    remark() {
      const said = [];
      let after = this.links[this.now].nextElementSibling;
      for (; after && !after.matches("a, .variation, .number"); after = after.nextElementSibling)
        if (after.matches(".comment, .finding")) said.push(after.textContent);
      const box = this.one(".remark");
      box.textContent = said.join(" ");
      box.hidden = !said.length;
    }

    offer(node) {
      const others = this.choicesAt(node).filter((other) => other !== node);
      const box = this.one(".choices");
      box.hidden = !others.length;
      box.replaceChildren(...(others.length ? [this.words.instead, " "] : []));
      for (const other of others.slice(0, CHOICES_MAX))
        box.append(make("a", { href: this.links[other].hash }, this.links[other].textContent), " ");
      if (others.length > CHOICES_MAX) box.append(fill(this.words.more, others.length - CHOICES_MAX));
    }

    // Scrolls the list, never the page, so that the move is in the part of it that the window shows.
    reveal(link) {
      const list = this.list, box = list.getBoundingClientRect(), at = link.getBoundingClientRect();
      const end = Math.min(box.bottom, innerHeight);
      const bottom = end - box.top > 2 * at.height ? end : box.bottom;
      const margin = Math.min(60, Math.max(0, (bottom - box.top - at.height) / 3));
      if (at.top < box.top + margin) list.scrollTop += at.top - box.top - margin;
      else if (at.bottom > bottom - margin) list.scrollTop += at.bottom - bottom + margin;
    }

    show(node) {
      const next = this.now >= 0 && this.now === this.nodes[node].before && node;
      if (this.now >= 0) {
        this.links[this.now].removeAttribute("aria-current");
        this.links[this.now].tabIndex = -1;
      }
      this.stopMotion();
      this.now = node;
      const position = this.positionOf(node), { mover } = this.nodes[node];
      position.forEach((content, i) => this.set(i, content));
      this.drawMarks(node);
      for (const side of this.section.querySelectorAll(".side"))
        side.classList.toggle("now", Number(side.dataset.side) === mover);
      this.links[node].setAttribute("aria-current", "step");
      this.links[node].tabIndex = 0;
      this.reveal(this.links[node]);
      this.one(".status").textContent = this.status(node);
      this.offer(node);
      this.remark();
      this.refresh();
      for (const name of ["first", "previous"])
        this.one(`.${name}`).setAttribute("aria-disabled", node === 0);
      for (const name of ["next", "last"])
        this.one(`.${name}`).setAttribute("aria-disabled", !this.followers[node].length);
      if (next) {
        this.animate(node);
        this.lightChain();
      }
      this.hand.begin();
      this.viewer.tell("zet-ply", { address: this.links[node].hash, node, position: this.textOf(node),
                                    turns: this.nodes[node].number });
    }

    // What is shown only where it is open.
    refresh() {
      const position = this.positionOf(this.now), { record, readOnly } = this.viewer;
      this.one(".refused").textContent = "";
      this.one(".variation-tools").hidden = readOnly || !record?.moves[this.now - 1]?.depth;
      if (this.one(".words").open) this.describe(position);
      if (this.one(".levels")?.open) this.showLevels(position);
    }

    // Where a step leads to.
    to(step) {
      const node = this.now;
      return {
        first: () => 0,
        previous: () => this.nodes[node].before,
        next: () => this.followers[node][0],
        last: () => this.endOf(node),
        into: () => this.into(node),
        out: () => this.outOf(node),
      }[step]();
    }

    // Goes to a turn; false if none exists, or it is shown already.
    go(node) {
      if (node === undefined || node === this.now) return false;
      this.show(node);
      this.viewer.remember();
      return true;
    }

    step(name) {
      this.pause();
      return this.go(this.to(name));
    }

    play() {
      if (this.playing) return this.pause();
      const next = () => {
        const node = this.to("next");
        if (node === undefined) return this.pause();
        this.go(node);
        this.playing = setTimeout(next, PLAY_MS);
      };
      if (this.to("next") === undefined) this.go(0);
      this.playing = setTimeout(next, PLAY_MS / 2);
      this.sayPlaying();
    }

    pause() {
      if (!this.playing) return;
      clearTimeout(this.playing);
      this.playing = 0;
      this.sayPlaying();
    }

    sayPlaying() {
      const button = this.one(".play"), label = this.playing ? this.words.pause : this.words.play;
      button.querySelector(".sign").textContent = this.playing ? "\u2016" : "\u25b6\ufe0e";
      button.querySelector(".name").textContent = label;
      // Who lets it play does not want every move said aloud.
      this.one(".status").setAttribute("aria-live", this.playing ? "off" : "polite");
    }

    async copy(text) {
      let done = true;
      try {
        await navigator.clipboard.writeText(text);
      } catch {
        const field = make("textarea", { class: "unseen", readonly: "" });
        this.section.append(field);
        field.value = text;
        field.select();
        done = document.execCommand("copy");
        field.remove();
      }
      this.one(".told").textContent = done ? this.words.copied : this.words.failed;
    }

    listen() {
      const on = (selector, event, act, options) =>
        this.one(selector)?.addEventListener(event, act, options);
      for (const name of ["first", "previous", "next", "last"])
        on(`.${name}`, "click", () => this.step(name));
      on(".play", "click", () => this.play());
      on(".flip", "click", () => this.turn());
      on(".promote", "click", () => this.viewer.changeVariation(true));
      on(".remove", "click", () => this.viewer.changeVariation(false));
      on(".copy-position", "click", () => this.copy(this.textOf(this.now)));
      on(".copy-link", "click", () => {
        const link = new URL(location.href);
        link.hash = this.links[this.now].hash;
        this.copy(link.href);
      });
      on(".words", "toggle", () => this.refresh());
      on(".levels", "toggle", () => this.refresh());
      this.section.addEventListener("click", (event) => {
        const link = event.target.closest("a[href^='#']");
        const plain = !(event.ctrlKey || event.altKey || event.metaKey || event.shiftKey);
        if (!link || !plain || event.button !== 0 || !this.addresses.has(link.hash)) return;
        event.preventDefault();
        this.pause();
        this.go(this.addresses.get(link.hash));
      });
      this.listenToBoard();
    }

    // The wheel and the finger on the board. Where no move follows, the page scrolls as always.
    listenToBoard() {
      const board = this.one(".picture");
      let turned = 0, last = 0, down;
      board.addEventListener("wheel", (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || !event.deltaY) return;
        const name = event.deltaY > 0 ? "next" : "previous";
        const node = this.to(name);
        if (node === undefined || node === this.now) return;
        event.preventDefault();
        if (event.timeStamp - last > 300) turned = 0;
        last = event.timeStamp;
        turned += event.deltaMode ? event.deltaY * WHEEL_STEP : event.deltaY;
        if (Math.abs(turned) < WHEEL_STEP) return;
        turned = 0;
        this.step(name);
      }, { passive: false });
      board.addEventListener("pointerdown", (event) => {
        down = event.pointerType === "mouse" || !event.isPrimary || this.hand.held?.target ? undefined : event;
      });
      board.addEventListener("pointerup", (event) => {
        if (!down || event.pointerId !== down.pointerId || this.hand.holds) return;
        const x = event.clientX - down.clientX, y = event.clientY - down.clientY;
        down = undefined;
        if (Math.abs(x) < SWIPE_MIN || Math.abs(x) < 2 * Math.abs(y)) return;
        this.step((x < 0) !== (document.dir === "rtl") ? "next" : "previous");
      });
      board.addEventListener("pointercancel", () => { down = undefined; });
    }
  }

  const KEYS = {
    Home: "first", ArrowLeft: "previous", ArrowRight: "next", End: "last",
    ArrowDown: "into", ArrowUp: "out",
  };

  // The address of this script, beside which answers.js is.
  const script = document.currentScript?.src || [...document.scripts].find(({ src }) => /zet-board\.js/.test(src))?.src;
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

  // The look of pages, once for each.
  const sheets = new Map();
  const sheetOf = (text) => {
    if (!sheets.has(text)) {
      sheets.set(text, new CSSStyleSheet());
      sheets.get(text).replaceSync(text);
    }
    return sheets.get(text);
  };

  class ZetBoard extends HTMLElement {
    static observedAttributes = ["src", "ply", "orientation", "readonly"];

    connectedCallback() {
      if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", () => this.start());
      else this.start();
    }

    attributeChangedCallback(name, _, value) {
      if (!this.started) return;
      if (name === "src") this.fetchPage();
      else if (name === "ply") this.go(value);
      else if (name === "orientation") this.turn();
      else this.offer();
    }

    start() {
      if (this.started) return;
      this.started = true;
      if (this.hasAttribute("src")) this.fetchPage();
      else if (this.querySelector("section.game")) this.open(this);
      else if (this.textContent.trim()) this.showOwn();
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

    get readOnly() {
      return this.hasAttribute("readonly");
    }

    /** The end of the address of the turn that is shown: "17", "v3". */
    get ply() {
      return this.game?.links[this.game.now].hash.replace(/^#(.*\/)?/, "");
    }

    set ply(address) {
      this.setAttribute("ply", address);
    }

    get position() {
      return this.game?.textOf(this.game.now);
    }

    tell(name, detail) {
      return this.dispatchEvent(new CustomEvent(name, { bubbles: true, cancelable: true, composed: true, detail }));
    }

    async fetchPage() {
      const address = new URL(this.getAttribute("src"), document.baseURI), asked = this.asked = Symbol("asked");
      try {
        const answer = await fetch(address);
        if (!answer.ok) throw new Error(`${address.pathname}: ${answer.status}`);
        const text = await answer.text();
        if (asked === this.asked) this.load(text, address);
      } catch (error) {
        this.tell("zet-error", { why: error.message });
      }
    }

    /** Shows a page that zet has written, in a tree of its own. */
    load(html, address = document.baseURI) {
      const styles = [], bare = html.replace(/<style>([^<]*)<\/style>/g, (_, style) => (styles.push(style), ""));
      const page = new DOMParser().parseFromString(bare, "text/html"), from = page.querySelector("zet-board");
      const theme = [...(from?.closest(".zet") ?? page.body).classList].filter((name) => name !== "zet-page");
      const shadow = this.shadowRoot ?? this.attachShadow({ mode: "open" }), root = make("div", { class: theme.join(" ") });
      const links = [...page.querySelectorAll("link[rel=stylesheet]")].map((link) =>
        make("link", { rel: "stylesheet", href: new URL(link.getAttribute("href"), address) }));
      root.append(...(from ?? page.querySelector("main") ?? page.body).childNodes);
      root.lang = page.documentElement.lang;
      shadow.adoptedStyleSheets = styles.map(sheetOf);
      shadow.replaceChildren(...links, root);
      this.game = undefined;
      this.open(root);
    }

    /** Shows a record of a text by the engine, to play and to write: `number` is the record's, `from` and `to` its place in the text,
        `at` the number of the move where it opens, from 1. */
    async show(text, { number = 1, from = 0, to = text.length, at } = {}) {
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

    /** Shows nothing. */
    clear() {
      this.asked = this.game = this.record = undefined;
      this.shadowRoot?.replaceChildren();
    }

    // The move that was shown, in the record as it is now; else its last one.
    keptNode(record, number) {
      const lastOf = ({ moves }) => moves.findLastIndex((move) => !move.depth) + 1, now = this.game?.now, old = this.record;
      const same = old && now !== undefined && this.number === number && old.game === record.game && now !== lastOf(old) &&
        old.moves.slice(0, now).every((move, i) => record.moves[i]?.move === move.move);
      return same ? now : lastOf(record);
    }

    open(root) {
      const own = root === this, alone = this.hasAttribute("alone"), texts = root.querySelector(".texts");
      this.root = root;
      this.words = texts && JSON.parse(texts.textContent);
      this.sections = [...root.querySelectorAll("section.game")];
      this.games = new Map();
      if (!this.sections.length) return;
      if (!this.listening) (alone ? document : this).addEventListener("keydown", (event) => this.key(event));
      this.listening = true;
      root.addEventListener("click", (event) => this.follow(event));
      if (own) addEventListener("hashchange", () => {
        clearTimeout(this.pending);
        if (!this.visit(location.hash) && alone) this.choose(this.sections[0], 0);
      });
      this.listGames();
      const wanted = this.opening ?? this.nodeOf(this.getAttribute("ply"));
      this.opening = undefined;
      if (!(own && this.visit(location.hash)))
        this.choose(this.sections[0], wanted ?? (own && location.hash && alone ? 0 : undefined));
      this.turn();
      if (own && parent !== window) this.tellSize();
    }

    turn() {
      if (this.hasAttribute("orientation") && this.game && this.game.turned !== (this.getAttribute("orientation") === "north")) this.game.turn();
    }

    // The turn of the game shown first that an address ends with.
    nodeOf(address) {
      const [section] = this.sections ?? [];
      return address === null || !section?.querySelector(".data") ? undefined
        : [...this.gameOf(section).addresses].find(([hash]) => hash.replace(/^#(.*\/)?/, "") === address)?.[1];
    }

    /** Goes to the turn of an address; false if none exists. */
    go(address) {
      const node = this.nodeOf(String(address));
      return node !== undefined && this.game.go(node);
    }

    /** "first", "previous", "next", "last", "into" or "out" of a variation. */
    step(name) {
      return this.game?.step(name) ?? false;
    }

    gameOf(section) {
      if (!this.games.has(section)) this.games.set(section, new Game(this, section));
      return this.games.get(section);
    }

    // Shows a game, at a turn if it says one. Records without a position are only text.
    choose(section, node) {
      const game = section.querySelector(".data") ? this.gameOf(section) : undefined;
      if (this.game !== game) this.game?.pause();
      this.game = game;
      this.section = section;
      if (this.sections.length > 1) {
        for (const s of this.sections) s.hidden = s !== section;
        for (const link of this.root.querySelectorAll(".games a"))
          if (link.hash === `#${section.id}`) link.setAttribute("aria-current", "true");
          else link.removeAttribute("aria-current");
      }
      if (game?.now < 0) game.show(node ?? game.data.first);
      else if (node !== undefined && node !== game.now) game.show(node);
    }

    // Goes where an address points to. False where it points to nothing here.
    visit(hash) {
      if (!hash) return false;
      for (const section of this.sections) {
        if (hash === `#${section.id}`) return this.choose(section), true;
        // The turns of a page's first game have addresses without the game.
        const within = hash.startsWith(`#${section.id}/`) ||
          (section === this.sections[0] && !hash.includes("/"));
        const node = within && section.querySelector(".data") ?
          this.gameOf(section).addresses.get(hash) : undefined;
        if (node !== undefined) return this.choose(section, node), true;
      }
      return false;
    }

    // Links to a game, and to turns of another one.
    follow(event) {
      const link = event.target.closest("a[href^='#']");
      const plain = !(event.ctrlKey || event.altKey || event.metaKey || event.shiftKey);
      if (!link || !plain || event.button !== 0 || event.defaultPrevented || !this.visit(link.hash)) return;
      event.preventDefault();
      this.remember();
      if (link.closest(".games")) this.section.scrollIntoView({ block: "nearest" });
    }

    key(event) {
      const typing = event.composedPath()[0].closest?.("input, textarea, select, [contenteditable]");
      const chord = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
      const step = KEYS[event.key];
      if (!step || chord || typing || event.defaultPrevented || !this.game) return;
      // Where there is no variation the arrows scroll, as they always do.
      if (this.game.step(step) || (step !== "into" && step !== "out")) event.preventDefault();
    }

    // Browsers allow a page only so many changes of its address a second.
    remember() {
      clearTimeout(this.pending);
      const hash = this.game ? this.game.links[this.game.now].hash : `#${this.section.id}`;
      if (this.root === this && location.protocol !== "about:") // in a frame of a notebook
        this.pending = setTimeout(() => history.replaceState(history.state, "", hash), 100);
    }

    // A field to look for players and events, where the list is long.
    listGames() {
      const field = this.root.querySelector(".games input");
      if (!field) return;
      field.closest("[hidden]").hidden = false;
      field.addEventListener("input", () => {
        const words = field.value.toLowerCase().split(/\s+/);
        for (const item of this.root.querySelectorAll(".games li")) {
          const text = item.textContent.toLowerCase();
          item.hidden = !words.every((word) => text.includes(word));
        }
      });
    }

    // Says to the page around a frame how high it should be (zet-embed.js listens).
    tellSize() {
      document.documentElement.classList.add("framed");
      let told = 0;
      new ResizeObserver(() => {
        const height = Math.ceil(this.root.getBoundingClientRect().bottom + scrollY);
        if (height !== told) parent.postMessage({ zet: "size", height: told = height }, "*");
      }).observe(this.root);
    }

    // Playing.

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

  customElements.define("zet-board", ZetBoard);
})();
