// Keeps the files of this version of the site, so that it works without a network. Tables of the
// waiting game are kept when they are used.
const VERSION = "{version}";
const FILES = {files};

const NAME = `phase10 ${VERSION} ${self.registration.scope}`;
const ours = (name) => name.startsWith("phase10 ") && name.endsWith(` ${self.registration.scope}`);

async function keepAll() {
  const cache = await caches.open(NAME);
  // Asked of the server again, so that no older file of the browser's own cache is kept.
  await cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" })));
}

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => ours(name) && name !== NAME).map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function answered(request) {
  const cache = await caches.open(NAME);
  const found = await cache.match(request, { ignoreSearch: true });
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok && answer.status === 200) await cache.put(request, answer.clone());
  return answer;
}

self.addEventListener("install", (event) => event.waitUntil(keepAll()));
self.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
self.addEventListener("message", ({ data }) => data === "go on" && self.skipWaiting());
self.addEventListener("fetch", (event) => {
  const inside = event.request.url.startsWith(self.registration.scope);
  if (event.request.method === "GET" && inside) event.respondWith(answered(event.request));
});
