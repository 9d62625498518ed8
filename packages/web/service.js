// Keeps the page for times without a network. FILES, LATER and VERSION are written here when the page is built.
const FILES = @FILES@;
const LATER = @LATER@; // what some will need later
const VERSION = "zet-@VERSION@";

addEventListener("install", (event) => {
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(FILES)).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith("zet-") && name !== VERSION) await caches.delete(name);
    await clients.claim();
  })());
});

async function keepTheRest() {
  const cache = await caches.open(VERSION);
  for (const file of LATER) if (!(await cache.match(file))) await cache.add(file).catch(() => {});
}

addEventListener("message", (event) => {
  if (event.data === "rest") event.waitUntil(keepTheRest());
});

addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== location.origin) return;
  event.respondWith((async () => {
    const cache = await caches.open(VERSION);
    const kept = await cache.match(event.request, { ignoreSearch: true });
    if (kept) return kept;
    const answer = await fetch(event.request);
    if (answer.ok) await cache.put(event.request, answer.clone());
    return answer;
  })());
});
