'use strict';
// The search: words of the query against an index of all sections, which is fetched when it is needed.
(() => {
  const form = document.getElementById('search');
  const field = document.getElementById('words');
  const found = document.getElementById('found');
  const page = document.getElementById('results');
  const fold = document.getElementById('fold');
  const MOST = 30;

  // A narrow window has no room for the menu beside the text.
  if (fold && matchMedia('(max-width: 52rem)').matches) fold.open = false;
  form.hidden = false;

  let index = null;
  function load() {
    if (!index) {
      index = new Promise((resolve, reject) => {
        const script = document.createElement('script');
        script.src = 'search-index.js';
        script.onload = () => resolve({...window.zetIndex, all: Object.keys(window.zetIndex.words)});
        script.onerror = reject;
        document.head.append(script);
      });
    }
    return index;
  }

  // The sections with a word that begins so, each with how well it fits.
  function having({places, words, all}, word) {
    const scores = new Map();
    for (const candidate of all) {
      if (!candidate.startsWith(word)) continue;
      const worth = candidate === word ? 3 : 1;
      for (const place of words[candidate]) scores.set(place, Math.max(scores.get(place) || 0, worth));
    }
    for (const [place, score] of scores) {
      const [, title, heading] = places[place];
      const head = `${title} ${heading}`.toLowerCase().split(/[^a-z0-9-]+/);
      if (head.some((part) => part.startsWith(word))) scores.set(place, score + 8);
    }
    return scores;
  }

  function search(data, text) {
    const words = text.toLowerCase().match(/[a-z0-9][a-z0-9-]*/g) || [];
    if (!words.length) return [];
    const each = words.map((word) => having(data, word));
    return [...each[0].keys()].filter((place) => each.every((scores) => scores.has(place)))
      .map((place) => [each.reduce((sum, scores) => sum + scores.get(place), 0), place])
      .sort((a, b) => b[0] - a[0] || a[1] - b[1]).slice(0, MOST).map(([, place]) => data.places[place]);
  }

  function show(target, text, hits) {
    const list = document.createElement('ul');
    list.className = 'hits';
    for (const [address, title, heading, beginning] of hits) {
      const item = document.createElement('li');
      const link = document.createElement('a');
      const line = document.createElement('span');
      link.href = address;
      link.textContent = heading && heading !== title ? `${title}: ${heading}` : title;
      line.textContent = beginning;
      item.append(link, line);
      list.append(item);
    }
    const said = document.createElement('p');
    said.textContent = hits.length ? (hits.length === MOST ? `The best ${MOST} places` : `${hits.length} ${hits.length === 1 ? 'place' : 'places'}`)
      : `Nothing was found for “${text}”.`;
    target.replaceChildren(said, list);
  }

  async function answer(target) {
    const text = field.value.trim();
    target.hidden = !text && target === found;
    if (!text) return;
    try {
      const data = await load();
      if (text === field.value.trim()) show(target, text, search(data, text));
    } catch {
      target.textContent = 'The index of the search could not be read.';
    }
  }

  const asked = new URLSearchParams(location.search).get('q');
  if (page) {
    field.value = asked || '';
    page.replaceChildren();
    answer(page);
  }
  field.addEventListener('focus', () => load().catch(() => {}), {once: true});
  field.addEventListener('input', () => answer(page || found));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    answer(page || found);
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === '/' && !/^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName)) {
      event.preventDefault();
      field.focus();
    } else if (event.key === 'Escape' && !found.hidden) {
      found.hidden = true;
      field.focus();
    }
  });
})();
