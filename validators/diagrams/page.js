// The viewer: steps through the games of each element of class `zet`. It starts by itself; a page that
// puts such an element in later calls zetViewer.start(element). As a module: import "./zet-viewer.js".
(() => {
  "use strict";

  // Flags of a turn; then come, where it has MORE, the turn before it, its number and words for the end of
  // the game or 0; the cells of its way or 0, its marks, and unless the way has TOLD it the cells that it
  // changed with what they hold.
  const DOTS = 1, SIDE = 2, SOLO = 4, MOVER_SHIFT = 3, WAY_SHIFT = 5, MORE = 128, TOLD = 256, NOBODY = 2;
  const PLACE = 0, WALK = 1, RELOCATE = 2, SOW = 3;
  const CACHE_STEPS = 64, CHOICES_MAX = 20;
  const PLAY_MS = 1600, HOP_MS = 140, SOW_MS = 70, MOTION_MAX_MS = 1400;
  const WHEEL_STEP = 50, SWIPE_MIN = 36;

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

  class Game {
    constructor(viewer, section) {
      const data = JSON.parse(section.querySelector(".data").textContent);
      const one = (selector) => section.querySelector(selector);
      Object.assign(this, { viewer, section, data, one, words: viewer.words, nodes: [] });
      data.nodes.forEach((turn) => this.addNode(turn));
      this.list = one(".moves");
      this.links = [...this.list.querySelectorAll("a")];
      // Moves of the main line have the addresses that follow that of the start.
      const root = this.links[0].hash.slice(0, -1);
      let number = 0;
      for (const link of this.links) if (!link.hash) link.href = root + ++number;
      this.addresses = new Map(this.links.map((link, node) => [link.hash, node]));
      this.followers = this.nodes.map(() => []);
      for (let node = 1; node < this.nodes.length; node++)
        this.followers[this.nodes[node].before].push(node);
      this.now = -1;
      this.turned = false;
      this.makeCells();
      this.positions = new Map([[-1, new Uint8Array(this.cells.length)]]);
      this.drawn = new Array(this.cells.length).fill(-1);
      this.listen();
    }

    addNode([flags, ...rest]) {
      const [before, number, ending] = flags & MORE ? rest.splice(0, 3) : [this.nodes.length - 1];
      const [way, marks, ...changes] = rest;
      this.nodes.push({ flags, before, ending, way, marks, changes, kind: flags >> WAY_SHIFT & 3,
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

    // The end of the line of play that a turn stands in.
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

    // What the line of play that a turn stands in replaces.
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

    // A shape as the page has it: role, kind, numbers; of a text also its letters.
    shape(code) {
      const [, role, ...what] = /^(\d+)([a-z]?)(.*)$/s.exec(code);
      // The same as the shape before in another role.
      const [kind, rest] = this.last = what[0] ? what : this.last;
      const n = rest.split(" ").map(Number), attributes = { class: `z-${this.words.roles[role]}` };
      const names = { c: ["circle", "cx", "cy", "r"], r: ["rect", "x", "y", "width", "height"] }[kind];
      if (kind === "p") return make("path", { ...attributes, d: `M${rest}` });
      if (names) {
        names.slice(1).forEach((name, i) => { attributes[name] = n[i]; });
        return make(names[0], attributes);
      }
      const [numbers, letters] = rest.split(/\|(.*)/s), [x, y, height, anchor, bold] =
        numbers.split(" ").map(Number);
      Object.assign(attributes, { x, y, "font-size": height,
                                  "text-anchor": ["start", "middle", "end"][anchor] });
      if (bold) attributes["font-weight"] = "bold";
      if (this.turned) attributes.transform = `rotate(180 ${x} ${y - height * 0.36})`;
      return make("text", attributes, letters);
    }

    drawMarks(node) {
      const marks = this.one(".marks");
      marks.replaceChildren(...this.nodes[node].marks.map((code) => this.shape(code)));
      if (this.turned) marks.setAttribute("transform", this.turning());
      else marks.removeAttribute("transform");
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
      const smooth = within * within * (3 - 2 * within);
      man.setAttribute("x", at[leg].x + (at[leg + 1].x - at[leg].x) * smooth);
      man.setAttribute("y", at[leg].y + (at[leg + 1].y - at[leg].y) * smooth);
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
      return document.getElementById(`${this.data.look}m${this.cells[i].level}-${content}`) !== null;
    }

    // Words and panels.

    describe(position) {
      const groups = new Map(), { counts, half } = this.data;
      position.forEach((content, i) => {
        const { name, rank } = this.cells[i];
        if (!counts && !content) return;
        const group = counts ? (rank < half ? 0 : 1) : content;
        if (!groups.has(group)) groups.set(group, []);
        groups.get(group).push(counts ? `${name}: ${content}` : name);
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
        if (after.matches(".comment")) said.push(after.textContent);
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
      if (this.now >= 0) this.links[this.now].removeAttribute("aria-current");
      this.stopMotion();
      this.now = node;
      const position = this.positionOf(node), { mover } = this.nodes[node];
      position.forEach((content, i) => this.set(i, content));
      this.drawMarks(node);
      for (const side of this.section.querySelectorAll(".side"))
        side.classList.toggle("now", Number(side.dataset.side) === mover);
      this.links[node].setAttribute("aria-current", "step");
      this.reveal(this.links[node]);
      this.one(".status").textContent = this.status(node);
      this.offer(node);
      this.remark();
      this.refresh();
      for (const name of ["first", "previous"])
        this.one(`.${name}`).setAttribute("aria-disabled", node === 0);
      for (const name of ["next", "last"])
        this.one(`.${name}`).setAttribute("aria-disabled", !this.followers[node].length);
      if (next) this.animate(node);
      this.section.dispatchEvent(new CustomEvent("zet:step", { bubbles: true, detail: {
        address: this.links[node].hash, position: this.textOf(node), turns: this.nodes[node].number } }));
    }

    // What is shown only where it is open.
    refresh() {
      const position = this.positionOf(this.now);
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

    // Goes to a turn; false where there is none, or it is shown already.
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
        down = event.pointerType === "mouse" || !event.isPrimary ? undefined : event;
      });
      board.addEventListener("pointerup", (event) => {
        if (!down || event.pointerId !== down.pointerId) return;
        const x = event.clientX - down.clientX, y = event.clientY - down.clientY;
        down = undefined;
        if (Math.abs(x) < SWIPE_MIN || Math.abs(x) < 2 * Math.abs(y)) return;
        this.step((x < 0) !== (document.dir === "rtl") ? "next" : "previous");
      });
      board.addEventListener("pointercancel", () => { down = undefined; });
    }

    begin(node) {
      // What works by this script only is hidden without it.
      for (const part of this.section.querySelectorAll(".scripted")) part.hidden = false;
      this.show(node);
    }
  }

  const KEYS = {
    Home: "first", ArrowLeft: "previous", ArrowRight: "next", End: "last",
    ArrowDown: "into", ArrowUp: "out",
  };

  class Viewer {
    constructor(root, options) {
      this.root = root;
      this.options = { address: true, ...options };
      this.words = JSON.parse(root.querySelector(".texts").textContent);
      this.sections = [...root.querySelectorAll("section.game")];
      this.games = new Map();
      if (this.sections.length) this.open();
    }

    open() {
      const alone = this.root.dataset.alone !== undefined;
      (alone ? document : this.root).addEventListener("keydown", (event) => this.key(event));
      this.root.addEventListener("click", (event) => this.follow(event));
      if (this.options.address) addEventListener("hashchange", () => {
        clearTimeout(this.pending);
        if (!this.visit(location.hash) && alone) this.choose(this.sections[0], 0);
      });
      this.listGames();
      if (!(this.options.address && this.visit(location.hash)))
        this.choose(this.sections[0], location.hash && alone ? 0 : undefined);
      if (parent !== window) this.tellSize();
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
      if (game?.now < 0) game.begin(node ?? game.data.first);
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
      const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
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
      if (this.options.address)
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
  }

  const viewers = new WeakMap();
  function start(root, options) {
    if (!viewers.has(root)) viewers.set(root, new Viewer(root, options));
    return viewers.get(root);
  }
  const startAll = () => { for (const root of document.querySelectorAll("[data-viewer]")) start(root); };
  globalThis.zetViewer = { start };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", startAll);
  else startAll();
})();
