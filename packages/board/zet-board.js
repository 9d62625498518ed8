// <zet-board>: shows a game and steps through it. zet-play.js, which it loads where there is an engine, plays and writes moves.
// README.md beside it has its attributes, properties, events and methods. A plain script, or a module: import "./zet-board.js".
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

  // What happened on the board: the library draws the same in figures (diagrams/layout_moves.c, tracks.c). A cell is 10 wide.

  const LANES = 5, LANE = 1.5, HEAD = 3.2, HEAD_WIDTH = 0.42, HEAD_GAP = 0.25, PIT = 4.2, DIAGONAL = Math.SQRT1_2;
  const CORNERS = [[-1, -1], [1, -1], [-1, 1], [1, 1]], ORIGIN = 2.6, DOT = 1.1, STAGES_MAX = 32;
  const point = (x, y) => ({ x, y }), between = (a, b, part) => point(a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part);
  const far = (a, b) => Math.hypot(b.x - a.x, b.y - a.y), rounded = (n) => Math.round(n * 100) / 100;
  const d = (kind, ...points) => `M${points.map(({ x, y }, i) => `${i === 1 ? kind : i ? " " : ""}${rounded(x)} ${rounded(y)}`).join("")}`;
  // Bold text: how wide it is, how high it may be in some room, and the circle around it.
  const wide = (text, height) => [...text].reduce((sum, c) => sum + (/[,.]/.test(c) ? 0.38 : 0.696), 0) * height;
  const fit = (text, height, room) => Math.min(height, room / wide(text, 1.03));
  const around = (text, height) => Math.hypot(wide(text, height) / 2, 0.36 * height) + 0.1;

  const CELLS = /\d*[a-z]\d{1,2}/g, nameOf = (level, file, rank) => `${level ? level + 1 : ""}${String.fromCharCode(97 + file)}${rank + 1}`;

  // The shapes of a drawing on a position: draw(game, position, ({ walk }) => walk(way)).
  function draw(game, position, what) {
    const shapes = [], numbered = new Set(), used = new Map(), drawn = new Map(), gaps = new Set(), kept = new Map(), whole = new Map();
    const { cells, dots, centre, data: { board: [files, , levels], counts, half, radii } } = game, over = levels > 1;
    let color = "", hasArrows = false;

    function centreOf(i) {
      return game.placeOf(cells[i]);
    }

    function radius(i) {
      return radii[cells[i].level];
    }

    function isCovered(i) {
      const { level, file, rank } = cells[i];
      return position[game.indexOf(nameOf(level + 2, file - 1, rank - 1))] > 0;
    }

    // The radius of the space of the number in a stone of a higher level.
    function numberRadius(i) {
      const { level } = cells[i], r = radius(i), number = String(level + 1);
      return level && position[i] ? Math.max(2.4, around(number, fit(number, r > 3 ? 3.6 : r * 1.15, r * 1.7)) + 0.4) : 0;
    }

    function keep(i, radius) {
      if (!over) kept.set(i, Math.max(radius, kept.get(i) ?? 0));
      whole.set(i, Math.max(radius, whole.get(i) ?? 0));
    }

    function add(name, role, attributes, ...inside) {
      shapes.push(make(name, { class: `z-${role} ${color}`.trim(), ...attributes }, ...inside));
    }

    function stroke(role, kind, ...points) {
      add("path", role, { d: d(kind, ...points) });
    }

    function closed(role, points) {
      add("path", role, { d: `${d("L", ...points)}Z` });
    }

    function circle(role, { x, y }, r) {
      add("circle", role, { cx: rounded(x), cy: rounded(y), r: rounded(r) });
    }

    function box(role, { x, y }, width, height) {
      add("rect", role, { x: rounded(x - width / 2), y: rounded(y - height / 2), width: rounded(width), height: rounded(height) });
    }

    function write(role, { x, y }, text, height) {
      add("text", role, { x: rounded(x), y: rounded(y + 0.36 * height), "font-size": rounded(height), "font-weight": "bold", "text-anchor": "middle" }, text);
    }

    function near({ x, y }, points, [sx, sy] = [1, 1]) {
      return points.map(([px, py]) => point(x + px * sx, y + py * sy));
    }

    // Lines from cell to cell. They leave out what is in the cells between, and run side by side along the same cells.

    function wayOf(a, b) {
      const [p, q] = [a, b].map((i) => cells[i]), files = q.file - p.file, ranks = q.rank - p.rank;
      if (p.level || q.level || (files && ranks && Math.abs(files) !== Math.abs(ranks))) return null;
      if (ranks < 0 || (!ranks && files < 0)) return wayOf(b, a);
      const [file, rank] = [Math.sign(files), Math.sign(ranks)];
      return { from: a, steps: Array.from({ length: Math.max(Math.abs(files), ranks) }, (_, i) => `${p.file + i * file} ${p.rank + i * rank} ${file} ${rank}`) };
    }

    function lanesOf(lanes, { steps }) {
      return new Set(steps.flatMap((step) => lanes.get(step) ?? []));
    }

    function takeLane(lanes, way) {
      const taken = lanesOf(lanes, way);
      let lane = 0;
      while (taken.has(lane)) lane++;
      if (lane < LANES) for (const step of way.steps) lanes.set(step, [...(lanes.get(step) ?? []), lane]);
      return lane;
    }

    function plan(a, b) {
      const way = wayOf(a, b);
      if (way && a !== b) takeLane(used, way);
    }

    // The ends, the length and the direction of a line in its lane; null if it has no length, or if no lane is free.
    function lineOf(a, b) {
      const way = wayOf(a, b), lane = way ? takeLane(drawn, way) : 0;
      let [from, to] = [centreOf(a), centreOf(b)];
      const length = far(from, to), x = (to.x - from.x) / length, y = (to.y - from.y) / length;
      if (!(length > 0) || lane >= LANES) return null;
      if (way) {
        const by = (lane - (lanesOf(used, way).size - 1) / 2) * LANE * (way.from === a ? 1 : -1);
        [from, to] = [from, to].map((end) => point(end.x + y * by, end.y - x * by));
      }
      return { from, length, x, y, on: (at, side = 0) => point(from.x + x * at + y * side, from.y + y * at - x * side) };
    }

    // The parts of a line inside the circles of what it leaves out, along it.
    function spans({ from, length, x, y }, gap) {
      const spans = [];
      for (const [i, radius] of kept) {
        const at = centreOf(i), along = (at.x - from.x) * x + (at.y - from.y) * y, half = (radius + gap) ** 2 - ((at.x - from.x) * y - (at.y - from.y) * x) ** 2;
        if (half > 0 && along + Math.sqrt(half) > 0 && along - Math.sqrt(half) < length) spans.push([along - Math.sqrt(half), along + Math.sqrt(half), i]);
      }
      return spans.sort(([a], [b]) => a - b);
    }

    function pieces(line, begin, most, gap, role) {
      let from = begin;
      for (const [low, high] of [...spans(line, gap), [most, most]]) {
        const end = Math.min(low, most);
        if (end - from >= 0.3) stroke(role, "L", line.on(from), line.on(end));
        from = Math.max(from, high);
      }
    }

    function tipOf(line, to) {
      const rim = whole.get(to) ?? 0, { length } = line;
      if (over) return length - (kept.has(to) ? rim + HEAD_GAP : Math.min(Math.max(0.5, rim), Math.max(2.3, 0.22 * length)));
      if (rim <= DOT) return length - Math.max(0.5, rim);
      return spans(line, HEAD_GAP).find(([, , i]) => i === to)?.[0] ?? length;
    }

    function isClear(corners) {
      return corners.every((from, i) => {
        const to = corners[(i + 1) % 3], length = far(from, to);
        return !spans({ from, length, x: (to.x - from.x) / length, y: (to.y - from.y) / length }, 0).length;
      });
    }

    function trace(a, b, role, head) {
      const line = lineOf(a, b);
      if (!line) return;
      const begin = over ? Math.min(whole.get(a) ?? 0, 0.22 * line.length) : 0, tip = head ? tipOf(line, b) : line.length;
      const free = spans(line, HEAD_GAP).reduce((low, [from, to]) => (from < tip - 1e-6 ? Math.max(low, to) : low), begin);
      const room = head ? Math.min(HEAD, tip - free) : 0, length = room >= 1.3 ? room : 0, most = tip - length * 0.8;
      pieces(line, begin, most, 1.5, "casing");
      pieces(line, begin, most, 1, role);
      for (let width = HEAD_WIDTH * length; width > 0.3; width *= 0.8) {
        const corners = [line.on(tip - length, width), line.on(tip), line.on(tip - length, -width)];
        if (!isClear(corners)) continue;
        if (over) closed("casing", corners);
        closed(head, corners);
        break;
      }
    }

    function arrowHead(role, from, to, length) {
      const all = far(from, to), [x, y] = [(to.x - from.x) / all, (to.y - from.y) / all], half = HEAD_WIDTH * length;
      const corner = (side) => point(to.x - x * length + y * half * side, to.y - y * length - x * half * side);
      closed(role, [corner(1), to, corner(-1)]);
    }

    // Moves.

    function originRadius(i) {
      return position[i] ? radius(i) + 0.9 : cells[i].level ? 1.8 : ORIGIN;
    }

    function origin(i, role = "origin") {
      if (!cells[i].level && !position[i]) circle("casing", centreOf(i), originRadius(i));
      circle(role, centreOf(i), originRadius(i));
    }

    // The cells where a man landed on its way: the numbers of its hops there, or nothing where there are few.
    function landingsOf(way) {
      const landings = new Map();
      way.slice(1, -1).forEach((i, hop) => landings.set(i, [...(landings.get(i) ?? []), hop + 1]));
      for (const [i, hops] of landings) {
        const kept = hops.slice(0, hops.join().length <= 12 ? hops.length : 3), numbers = `${kept}${kept.length < hops.length ? ",\u2026" : ""}`, least = dots.has(i) ? 2.4 : 1.7;
        const height = way.length > 3 ? fit(numbers, 2.4, 9) : 0;
        landings.set(i, { numbers, height, radius: height ? Math.max(1.7, around(numbers, height)) : least });
      }
      return landings;
    }

    function planWalk(way) {
      const empty = [...landingsOf(way)].filter(([i]) => !position[i]);
      keep(way[0], originRadius(way[0]) + 0.3);
      for (const [i, { radius }] of empty) keep(i, radius + 0.25);
      for (let i = 1; i < way.length; i++) plan(way[i - 1], way[i]);
      return empty;
    }

    function walk(way) {
      const empty = planWalk(way);
      for (let i = 1; i < way.length; i++) trace(way[i - 1], way[i], "move", i + 1 === way.length && "move-head");
      origin(way[0]);
      for (const [i, { numbers, height, radius }] of empty) {
        const at = centreOf(i);
        if (!height) {
          closed("landing", near(at, [[0, -radius], [radius, 0], [0, radius], [-radius, 0]]));
          if (dots.has(i)) circle(`dot-${dots.get(i)}`, at, DOT);
          continue;
        }
        if (radius <= 2.4) circle("landing", at, radius);
        else box("label-ground", at, wide(numbers, height) + 0.4, height * 0.72 + 0.6);
        write("landing-number", at, numbers, height);
      }
    }

    // A triangle on a new stone; upside down, on one that fell there.
    function arrival(i, fell) {
      if (isCovered(i)) return;
      const rim = cells[i].level && position[i], size = rim ? 0.6 : 1, { x, y } = centreOf(i);
      const corners = near(point(x, rim ? y - radius(i) : y), [[0, -2.2], [1.9, 1.1], [-1.9, 1.1]], [size, fell ? -size : size]);
      if (rim) closed("casing", corners);
      closed(rim ? "move-head" : `on-man-${position[i] % 2 ? 0 : 1}`, corners);
    }

    function relocate([from, to, ...falls]) {
      planWalk([from, to]);
      trace(from, to, "move", "move-head");
      origin(from);
      falls.forEach((_, k) => arrival(k ? falls[k - 1] : from, true));
      if (falls.length && !position[falls.at(-1)]) origin(falls.at(-1));
    }

    // 1 where that side of a pit is the lower one, else -1; and where its number is.
    function pitSide({ y }) {
      return y > centre.y ? 1 : -1;
    }

    function turnSide(i) {
      const { file } = cells[i];
      return file && file + 1 < files ? 0 : Math.sign(centreOf(i).x - centre.x);
    }

    function besidePit(i) {
      const { rank } = cells[i], { x, y } = centreOf(i), passed = rank === half || rank + 1 === half;
      return { x: x - (passed ? turnSide(i) * 0.8 : 0), y: y + pitSide({ y }) * 6.45, room: passed && turnSide(i) ? 7.4 : 9 };
    }

    // Arrows stop at the ground of what is beside a pit.
    function writeBeside(role, i, text) {
      const { room, ...at } = besidePit(i), height = fit(text, 2.8, room);
      if (hasArrows) box("board", at, wide(text, height) + 1, height * 0.8);
      write(role, at, text, height);
    }

    // An arc between pits of a row. Its points are as far from the middle of the pits, and above the rims.
    function arc(line, head, a, b, up, points, before) {
      const along = Math.sign(b.x - a.x), p = points.map(([x, y], i) => point(i < 2 ? a.x + along * x : b.x - along * x, a.y + up * (PIT + y)));
      stroke(line, "C", ...p.slice(0, 4));
      arrowHead(head, p[before], p[4], 3);
    }

    function sow(turn) {
      const ring = PIT + 0.75, { origin, path, ends, captured } = game.sownBy(turn);
      circle("origin", centreOf(origin), ring);
      for (let k = 1; k < path.length; k++) {
        const [a, b] = [centreOf(path[k - 1]), centreOf(path[k])];
        if (a.y === b.y) {
          arc("move", "move-head", a, b, -pitSide(a), [[1.5, 0.35], [3.2, 2.6], [4, 2.6], [2.2, 1.45], [1.3, 0.35]], 2);
          continue;
        }
        const along = Math.sign(b.y - a.y), x = a.x + turnSide(path[k - 1]) * 2.9, rim = Math.sqrt(ring ** 2 - 2.9 ** 2) + 0.6;
        stroke("move", "L", point(x, a.y + along * rim), point(x, b.y - along * (rim + 1)));
        arrowHead("move-head", point(x, a.y), point(x, b.y - along * rim), 3);
      }
      const stages = new Map();
      ends.forEach((i, k) => stages.set(i, [...(stages.get(i) ?? []), k + 1]));
      if (ends.length > 1 && ends.length < STAGES_MAX) for (const [i, numbers] of stages) {
        numbered.add(i);
        writeBeside("landing-number", i, `${numbers}`);
      }
      if (ends.length && ends.length < STAGES_MAX) circle("stage-end", centreOf(ends.at(-1)), ring);
      for (const i of captured) {
        const [free, reach] = position[i] ? [(PIT + 0.5) * DIAGONAL, (PIT + 2) * DIAGONAL] : [0, 2.2];
        const begin = free || -reach; // whole lines, or only their ends
        for (const corner of free ? CORNERS : [[1, 1], [1, -1]]) stroke("captured", "L", ...near(centreOf(i), [[begin, begin], [reach, reach]], corner));
      }
    }

    function chain(cells) {
      for (const role of ["casing", "chain"]) for (let k = 1; k < cells.length; k++) {
        const [a, b] = [cells[k - 1], cells[k]], [from, to] = [centreOf(a), centreOf(b)], length = far(from, to);
        stroke(role, "L", between(from, to, numberRadius(a) / length), between(to, from, numberRadius(b) / length));
      }
    }

    // A move that was not played: its path, a ring on the empty cell where it ends, a cross on each cell where it breaks the rule.
    function fault({ path, guilty, target }) {
      if (path.length > 1) planWalk(path);
      for (let k = 1; k < path.length; k++) if (path[k] !== path[k - 1]) trace(path[k - 1], path[k], "attempt");
      if (path.length > 1) circle("attempt", centreOf(path[0]), originRadius(path[0]));
      if (target) circle("fault", centreOf(path.at(-1)), ORIGIN);
      for (const i of guilty) for (const role of ["casing", "fault"]) for (const way of [-1, 1])
        stroke(role, "L", ...near(centreOf(i), [[-3, -3], [3, 3]], [1, way]));
    }

    // What an author or a reader adds: ["mark", "d4"], ["arrow", "c3-e5"], ["label", "d4", "A"].
    function marks(list) {
      const all = list.map(([kind, value, text, paint = ""]) => ({ kind, text, paint, at: (value.match(CELLS) ?? []).map((name) => game.indexOf(name)) }));
      for (const { kind, at } of all) if (kind === "arrow") plan(...at);
      for (const { kind, text, paint, at: [a, b] } of all) {
        color = paint;
        if (kind === "arrow") arrow(a, b);
        else if (kind === "label") label(a, text);
        else mark(kind, a);
      }
      color = "";
    }

    function mark(kind, i) {
      const { level } = cells[i], content = counts ? 0 : position[i], r = radius(i), stone = level && content;
      let at = centreOf(i), size = content ? r * 0.55 : level ? 1.6 : 2.2, free = content > 2 ? r * 0.36 : 0;
      const role = content ? `sign-on-${content % 2 ? 0 : 1}` : "sign", frame = kind === "mark" || kind === "fill";
      if (frame && !(over && content)) {
        const reach = counts ? 4.6 : Math.min(r + 0.6, 4.4);
        for (const corner of CORNERS) for (const one of level ? ["casing", "mark"] : ["mark"])
          stroke(one, "L", ...near(at, [[reach, reach - 1.8], [reach, reach], [reach - 1.8, reach]], corner));
        return;
      }
      if (counts) {
        if (numbered.has(i)) return;
        at = besidePit(i);
        at.y -= pitSide(centreOf(i)) * 0.3;
        size = 0.9;
        if (hasArrows) box("board", at, 3.24, 3.24);
      }
      if (stone) {
        size = kind === "triangle" ? (r - 0.6) / 1.38 : (r - 0.6) * DIAGONAL;
        free = (numberRadius(i) + 0.05) * DIAGONAL;
        if (kind === "triangle") at = point(at.x, at.y + (r - 0.6) * 0.06);
      }
      if (kind === "cross") for (const corner of CORNERS) stroke(role, "L", ...near(at, [[free, free], [size, size]], corner));
      else closed(role, near(at, kind === "triangle" ? [[0, -1.3], [1.15, 0.75], [-1.15, 0.75]] : [[-1, -1], [1, -1], [1, 1], [-1, 1]], [size, size]));
    }

    function label(i, text) {
      const at = centreOf(i), content = position[i], r = radius(i), on = `on-man-${content % 2 ? 0 : 1}`;
      if (numbered.has(i)) return;
      if (counts) {
        writeBeside("label", i, text);
      } else if (content > 2) {
        const height = fit(text, r * 0.78, r * 1.2);
        circle(on, at, Math.max(r * 0.54, around(text, height)));
        write(content % 2 ? "label" : "on-man-0", at, text, height);
      } else if (content && cells[i].level) {
        write(on, point(at.x, at.y + r * 0.7), text, fit(text, 2, r));
      } else if (content) {
        write(on, at, text, fit(text, 4, r * 1.5));
      } else {
        if (dots.has(i)) box("label-ground", at, 4.8, 4.2);
        write("label", at, text, fit(text, 4, 8.5));
      }
    }

    function arrow(a, b) {
      const [from, to] = [centreOf(a), centreOf(b)];
      hasArrows = true;
      if (!counts) trace(a, b, "arrow", "arrow-head");
      else if (from.y === to.y) arc("arrow", "arrow-head", from, to, -1, [[1.4, 0.5], [2.4, 2.9], [4, 2.9], [2, 1.3], [1, 0.4]], 3);
      else arrowBetweenRows(from, to);
    }

    // Between pits of two rows, past those of other rows between two pits.
    function arrowBetweenRows(from, to) {
      const rim = PIT + 0.4, down = Math.sign(to.y - from.y), high = Math.abs(game.data.at[3]), tip = point(to.x, to.y - down * rim);
      const begin = point(from.x, from.y + down * rim), end = point(tip.x, tip.y - down * 2.4);
      if (Math.abs(to.y - from.y) < high * 1.5) {
        stroke("arrow", "L", begin, between(begin, tip, 1 - 2.4 / far(begin, tip)));
        arrowHead("arrow-head", begin, tip, 3);
        return;
      }
      const row = high - rim - 0.2, middle = (from.x + to.x) / 2, all = Array.from({ length: files - 1 }, (_, i) => 10 * i + 10);
      const x = all.filter((gap) => !gaps.has(gap)).sort((p, q) => Math.abs(p - middle) - Math.abs(q - middle))[0] ?? middle;
      gaps.add(x);
      const bend = (p, q) => [point(p.x, p.y + (q.y - p.y) * 0.55), point(q.x, q.y - (q.y - p.y) * 0.55), q];
      const [p, q] = [point(x, from.y + down * row), point(x, to.y - down * row)];
      stroke("arrow", "C", begin, ...bend(begin, p), ...bend(p, q), ...bend(q, end));
      arrowHead("arrow-head", end, tip, 3);
    }

    if (!counts) for (const [i, cell] of cells.entries())
      if (position[i]) keep(i, radius(i) + 0.25);
      else if (!cell.level && dots.has(i)) keep(i, DOT);
    if (over) for (const [i, { level }] of cells.entries()) {
      if (!level || !position[i] || isCovered(i)) continue;
      kept.set(i, numberRadius(i));
      whole.set(i, numberRadius(i));
    }
    what({ arrival, walk, relocate, sow, chain, fault, marks });
    return shapes;
  }

  // What the hand does on the board: draws marks and arrows, opens a pile, and by zet-play.js moves men.

  // Arrows in another color than those of records.
  const COLORS = [["shiftKey", "red"], ["altKey", "blue"], ["ctrlKey", "yellow"]];

  class Hand {
    constructor(game) {
      Object.assign(this, { game, board: game.viewer, legal: [], targets: [] });
      this.svg = game.one(".picture");
      this.pen = make("g", { class: "pen" });
      this.svg.append(this.pen);
      this.step = 10;
      this.radius = 4.7;
      this.colored = new Map(); // arrows in other colors of this visit, by turn
      this.pile = make("p", { class: "pile", "aria-live": "polite" });
      game.one(".table").after(this.pile);
      this.equip();
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

    // By zet-play.js.
    equip() {}
    refresh() {}
    offer() {}
    show() {}
    targetAt() {}
    lift() {}
    choose() {}
    letGo() {}

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
      const { game } = this, from = this.held?.cell;
      const list = (this.colored.get(game.now) ?? []).map((one) => ["arrow", one.split(" ")[1], "", one.split(" ")[0]]);
      for (const [, kind, values] of (game.drawings.get(game.now) ?? "").matchAll(/\[%(\w+) ([^\]]*)\]/g))
        for (const value of values.split(",")) list.push([kind, value]);
      if (from && to) list.push(from === to ? ["mark", to.name] : ["arrow", `${from.name}-${to.name}`, "", this.held.color]);
      this.pen.replaceChildren(...draw(game, game.positionOf(game.now), ({ marks }) => marks(list)));
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
      // The cells whose ground has a dot, and which of the two it is.
      this.dots = new Map([...(data.dots ?? "")].map((dot, i) => [i, dot]).filter(([, dot]) => dot !== "-"));
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
      one(".status").after(make("p", { class: "remark", dir: "auto", hidden: "" }),
        make("nav", { class: "choices", "aria-label": words.variations, hidden: "" }),
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
      const [given, ...changes] = rest, kind = flags >> WAY_SHIFT & 3;
      // A sowing has a number for so many stages without captures.
      const stages = (stage) => (typeof stage === "number" ? Array.from({ length: stage }, () => []) : [stage]);
      const way = kind === SOW && given ? [...given.slice(0, 2), ...given.slice(2).flatMap(stages)] : given;
      this.nodes.push({ flags, before, ending, way, changes, kind,
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
            this.cells.push({ level, file, rank, name: nameOf(level, file, rank),
              x: x + file * east + level * riseX, y: y + rank * north + level * riseY });
      this.indices = new Map(this.cells.map(({ name }, i) => [name, i]));
      const [first, last] = [this.cells[0], this.cells[files * ranks - 1]];
      this.centre = { x: (first.x + last.x) / 2, y: (first.y + last.y) / 2 };
      this.men = this.cells.map((cell) => make("use", { "data-cell": cell.name }));
      men.replaceChildren(...this.men);
      this.place();
    }

    indexOf(name) {
      return this.indices.get(name);
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

    drawMarks(node) {
      const { way, kind } = this.nodes[node], { chain, marks = [], fault } = this.data.notes[node] ?? {}, { counts } = this.data, position = this.positionOf(node);
      const shapes = draw(this, position, (draws) => {
        if (chain) draws.chain(chain);
        if (counts) draws.marks(marks.filter(([mark]) => mark === "arrow"));
        if (way) [() => draws.arrival(way[0]), () => draws.walk(way), () => draws.relocate(way), () => draws.sow(this.nodes[node])][kind]();
        draws.marks(counts ? marks.filter(([mark]) => mark !== "arrow") : marks);
      });
      this.one(".marks").replaceChildren(...shapes, ...(fault ? draw(this, position, (draws) => draws.fault(fault)) : []));
      this.hand.sketch();
    }

    // The chain that won lights up when one comes to the end.
    lightChain() {
      if (isStill()) return;
      for (const line of this.section.querySelectorAll(".marks .z-chain"))
        line.animate?.([{ opacity: 0 }, { opacity: 1 }], { duration: 400, iterations: 3 });
    }

    turn() {
      this.turned = !this.turned;
      this.section.classList.toggle("turned", this.turned);
      const ground = this.one(".ground");
      this.turnCoordinates();
      if (this.turned) ground.setAttribute("transform", `rotate(180 ${this.centre.x} ${this.centre.y})`);
      else ground.removeAttribute("transform");
      this.stopMotion();
      this.place();
      this.drawMarks(this.now);
      this.one(".flip").setAttribute("aria-pressed", this.turned);
      this.hand.show();
    }

    // Letters and numbers stay outside the board, upright.
    turnCoordinates() {
      const { look } = this.data, use = this.one(".coordinates"), shown = use.matches("use") ? make("g", { class: "coordinates" }) : use;
      if (shown !== use) {
        shown.append(...this.viewer.root.querySelector(`[id="${look}c"]`).cloneNode(true).childNodes);
        use.replaceWith(shown);
      }
      for (const text of shown.querySelectorAll("text")) {
        const anchor = text.closest("[text-anchor]").getAttribute("text-anchor"), high = text.closest("[font-size]").getAttribute("font-size");
        const [name, sum] = anchor === "middle" ? ["x", 2 * this.centre.x] : ["y", 2 * this.centre.y + 0.72 * high];
        text.setAttribute(name, rounded(sum - text.getAttribute(name)));
      }
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

    // Lets stones go one by one from pit to pit, a step each; after each stage comes what else it did. Each step is the pit
    // that a stone comes to, or nothing.
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
          yield ring[at];
        }
        put(position, changes);
        yield;
      }
    }

    // The pits of a sowing, at most once around; where its stages ended, and the pits whose stones were taken.
    sownBy(turn) {
      const [origin, , ...stages] = turn.way, ring = this.data.rings[turn.side], path = [origin], ends = [], captured = new Set();
      let last;
      for (const pit of this.sowing(this.positionOf(turn.before), turn)) {
        if (pit !== undefined && path.length <= ring.length) path.push(pit);
        if (pit === undefined && last !== undefined) ends.push(last);
        last = pit;
      }
      for (const changes of stages) for (let k = 0; k < changes.length; k += 2) if (!ring.includes(changes[k])) captured.add(changes[k]);
      return { origin, path, ends, captured };
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
      const position = this.positionOf(this.now);
      this.hand.refresh();
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

  // The address of this script, beside which zet-play.js is.
  const script = document.currentScript?.src || [...document.scripts].find(({ src }) => /zet-board\.js/.test(src))?.src;

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
      else if (this.textContent.trim()) this.show();
    }

    /** Shows a record of a text by the engine: the text of the element, if it is not given. zet-play.js has all that needs an engine. */
    async show(...given) {
      try {
        const { install } = await import(new URL("zet-play.js", script || document.baseURI));
        install({ Hand, ZetBoard, make, fill, toggleMark, CELLS, script });
      } catch (error) {
        this.tell("zet-error", { why: error.message });
        return undefined;
      }
      return this.show(...given);
    }

    // By zet-play.js.
    get styles() {
      return [];
    }

    offer() {}
    async play() {}
    async writeMark() {}
    async changeVariation() {}

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
      shadow.adoptedStyleSheets = [...styles, ...this.styles].map(sheetOf);
      shadow.replaceChildren(...links, root);
      this.game = undefined;
      this.open(root);
    }

    /** Shows nothing. */
    clear() {
      this.asked = this.game = this.record = undefined;
      this.shadowRoot?.replaceChildren();
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
  }

  customElements.define("zet-board", ZetBoard);
})();
