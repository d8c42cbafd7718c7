// Starts Python in a worker and hands it to the host, which takes over what first.js shows: acts
// of the first seconds wait in the worker's queue and are done in order.
import { mount } from "./host.js";

const top = document.documentElement;
const page = document.getElementById("page");
const first = page.firstElementChild;
const worker = new Worker(`worker.js?version=${top.dataset.version}`, { type: "module", name: "phase10" });

function notice(name) {
  for (const node of document.querySelectorAll("#first > p")) {
    node.hidden = node.lang !== top.lang || node.dataset.notice !== name;
  }
}

let ready = false;

// A worker that ended is told where the connection is told elsewhere: reload, nothing is lost.
function failed() {
  if (ready) document.dispatchEvent(new Event("phase10:lost"));
  else notice("trouble");
}

worker.addEventListener("error", failed);
worker.addEventListener("message", ({ data }) => {
  if (data === "failed") failed();
});

mount({
  el: page,
  first: first.firstElementChild,
  lang: top.dataset.lang || navigator.language,
  // One thread answers in order, so nothing can be lost on the way; long work may take its time.
  heartbeat: Infinity,
  patience: Infinity,
  send: (message) => worker.postMessage(JSON.stringify(message)),
  listen(callback) {
    const relay = ({ data }) => {
      if (data !== "failed") callback(JSON.parse(data));
    };
    worker.addEventListener("message", relay);
    return () => worker.removeEventListener("message", relay);
  },
});
first.remove();

page.addEventListener(
  "phase10:shown",
  () => {
    ready = true;
    notice(null);
    top.dataset.ready = "";
    performance.mark("phase10:ready");
    navigator.serviceWorker?.register("service-worker.js").catch(() => {
      // Where that is forbidden the page works as long as the network does.
    });
  },
  { once: true },
);

// The page as it is now is what a reload shows first.
window.addEventListener("pagehide", () => {
  if (!ready) return;
  const frame = page.querySelector(".p10 > div");
  const { version } = top.dataset;
  const left = { version, lang: top.lang, search: location.search, html: frame.innerHTML };
  try {
    sessionStorage.setItem(`phase10:first:${location.pathname}`, JSON.stringify(left));
  } catch {
    // Full or forbidden: the reload shows an empty page first.
  }
  // A newer version of the site takes over between two visits, never during one.
  navigator.serviceWorker?.getRegistration().then((found) => found?.waiting?.postMessage("go on"));
});
