(() => {
  "use strict";

  // What the page knows of a game: for every turn the one before it, a label, who is to move
  // (2: nobody), words for the end of the game or 0, and the cells that it changed.
  const data = JSON.parse(document.getElementById("data").textContent);
  const nodes = data.nodes;
  const BEFORE = 0, LABEL = 1, MOVER = 2, ENDING = 3, CHANGES = 4;
  const CACHE_STEPS = 64, CHOICES_MAX = 20;

  const byId = (id) => document.getElementById(id);
  const list = byId("moves");
  const links = [...list.querySelectorAll("a")];
  const men = [...byId("men").children];
  const marks = byId("marks").children;
  const movers = byId("movers").children;
  const levels = men.map((man) => man.getAttribute("href").split("-")[0]);

  const addresses = new Map(links.map((link, node) => [link.hash, node]));
  const followers = nodes.map(() => []);
  for (let node = 1; node < nodes.length; node++) followers[nodes[node][BEFORE]].push(node);

  const positions = new Map([[-1, new Uint8Array(men.length)]]);
  const drawn = new Array(men.length).fill(-1);
  let now = -1;

  function positionOf(node) {
    const path = [];
    while (!positions.has(node)) {
      path.push(node);
      node = node ? nodes[node][BEFORE] : -1;
    }
    const position = positions.get(node).slice();
    for (let i = path.length; i-- > 0; ) {
      const changes = nodes[path[i]];
      for (let k = CHANGES; k < changes.length; k += 2) position[changes[k]] = changes[k + 1];
      if (path[i] % CACHE_STEPS === 0) positions.set(path[i], position.slice());
    }
    return position;
  }

  // The end of the line of play that a turn stands in.
  function endOf(node) {
    while (followers[node].length) node = followers[node][0];
    return node;
  }

  // The other moves in the place of this one.
  const choicesAt = (node) => (node ? followers[nodes[node][BEFORE]] : []);

  function into(node) {
    const choices = choicesAt(node);
    return choices[choices.indexOf(node) + 1];
  }

  // What the line of play that a turn stands in replaces.
  function outOf(node) {
    while (node) {
      const choices = choicesAt(node), place = choices.indexOf(node);
      if (place > 0) return choices[place - 1];
      node = nodes[node][BEFORE];
    }
    return undefined;
  }

  const saidOf = (node) => (node ? ` ${links[node].textContent}` : "");

  function status(node) {
    const turn = nodes[node];
    const next = turn[MOVER] < 2 ? `${data.sides[turn[MOVER]]} to move` : "";
    const behind = turn[ENDING] && next ? `${next}; ${turn[ENDING]}` : turn[ENDING] || next;
    return `${turn[LABEL]}${saidOf(node)}${behind ? ` \u2014 ${behind}` : ""}`;
  }

  function draw(position) {
    position.forEach((content, i) => {
      if (content === drawn[i]) return;
      drawn[i] = content;
      men[i].setAttribute("href", `${levels[i]}-${content}`);
    });
  }

  function say(position) {
    const groups = new Map();
    const names = data.owners.length
      ? data.sides.map((side) => `${side}'s pits`)
      : ["", ...data.sides, ...data.sides.map((side) => `${side} Hogga's`)];
    position.forEach((content, i) => {
      const cell = men[i].dataset.cell;
      if (!data.owners.length && !content) return;
      const group = data.owners.length ? data.owners[i] : content;
      if (!groups.has(group)) groups.set(group, []);
      groups.get(group).push(data.owners.length ? `${cell}: ${content}` : cell);
    });
    const rows = [...groups.keys()].sort((a, b) => a - b).flatMap((group) => {
      const name = document.createElement("dt"), cells = document.createElement("dd");
      name.textContent = names[group];
      cells.textContent = groups.get(group).join(", ");
      return [name, cells];
    });
    byId("words").querySelector("dl").replaceChildren(...rows);
  }

  function offer(node) {
    const others = choicesAt(node).filter((other) => other !== node);
    const box = byId("choices");
    box.hidden = !others.length;
    box.replaceChildren(...(others.length ? ["Instead: "] : []));
    for (const other of others.slice(0, CHOICES_MAX)) {
      const link = document.createElement("a");
      link.href = links[other].hash;
      link.textContent = links[other].textContent;
      box.append(link, " ");
    }
    if (others.length > CHOICES_MAX) box.append(`and ${others.length - CHOICES_MAX} more`);
  }

  // Scrolls the list, never the page, so that the move is in the part of it that the window shows.
  function reveal(link) {
    const box = list.getBoundingClientRect(), at = link.getBoundingClientRect();
    const end = Math.min(box.bottom, innerHeight);
    const bottom = end - box.top > 2 * at.height ? end : box.bottom;
    const margin = Math.min(60, Math.max(0, (bottom - box.top - at.height) / 3));
    if (at.top < box.top + margin) list.scrollTop += at.top - box.top - margin;
    else if (at.bottom > bottom - margin) list.scrollTop += at.bottom - bottom + margin;
  }

  // Browsers allow a page only so many changes of its address a second.
  let pending;
  function remember() {
    clearTimeout(pending);
    pending = setTimeout(() => history.replaceState(history.state, "", links[now].hash), 100);
  }

  function show(node) {
    if (now >= 0) links[now].removeAttribute("aria-current");
    for (const group of document.querySelectorAll("#marks .now, #movers .now"))
      group.removeAttribute("class");
    now = node;
    const position = positionOf(node), mover = nodes[node][MOVER];
    draw(position);
    marks[node].setAttribute("class", "now");
    if (mover < 2) movers[mover].setAttribute("class", "now");
    links[node].setAttribute("aria-current", "step");
    reveal(links[node]);
    byId("status").textContent = status(node);
    offer(node);
    if (byId("words").open) say(position);
    for (const id of ["first", "previous"]) byId(id).setAttribute("aria-disabled", node === 0);
    for (const id of ["next", "last"])
      byId(id).setAttribute("aria-disabled", !followers[node].length);
  }

  const steps = {
    first: () => 0,
    previous: () => nodes[now][BEFORE],
    next: () => followers[now][0],
    last: () => endOf(now),
    into: () => into(now),
    out: () => outOf(now),
  };

  // Goes to a turn; false where there is none, or it is shown already.
  function go(node) {
    if (node === undefined || node === now) return false;
    show(node);
    remember();
    return true;
  }

  for (const id of ["first", "previous", "next", "last"])
    byId(id).addEventListener("click", () => go(steps[id]()));

  const keys = {
    Home: "first", ArrowLeft: "previous", ArrowRight: "next", End: "last",
    ArrowDown: "into", ArrowUp: "out",
  };
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, textarea, select, [contenteditable]");
    const chord = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
    const step = keys[event.key];
    if (!step || chord || typing || event.defaultPrevented) return;
    // Where there is no variation the arrows scroll, as they always do.
    if (go(steps[step]()) || (step !== "into" && step !== "out")) event.preventDefault();
  });

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='#']");
    const plain = !(event.ctrlKey || event.altKey || event.metaKey || event.shiftKey);
    if (!link || !plain || event.button !== 0) return;
    event.preventDefault();
    go(addresses.get(link.hash));
  });

  // What works by this script only is hidden without it.
  for (const part of document.querySelectorAll(".controls, .keys, #words")) part.hidden = false;
  byId("words").addEventListener("toggle", () => say(positionOf(now)));
  const addressed = () => addresses.get(location.hash) ?? 0;
  addEventListener("hashchange", () => {
    clearTimeout(pending);
    show(addressed());
  });
  show(location.hash ? addressed() : data.first);
})();
