// The front end of the served page: finds the widget in the kernel, shows it, carries its messages.
//
// It speaks the Jupyter messaging protocol (version 5.3, JSON over one websocket) and the part of
// the widget protocol that an anywidget needs: state on request, custom messages both ways.
(() => {
  "use strict";

  const PATIENCE = 10000; // ms without any answer after which a new connection is tried
  const SLOWEST = 4000; // ms between two tries at most
  const LOST = new Set(["restarting", "autorestarting", "dead"]);
  const START = 15000; // ms after which a page that shows nothing says so; it may still come up
  const REFUSED = 4; // connections refused in a row after which a page without any says so
  const GONE = 1000; // ms without a connection after which a page that was shown says so

  function language() {
    const asked = new URLSearchParams(location.search).get("lang");
    let kept = null;
    try {
      kept = JSON.parse(localStorage.getItem("phase10:local"))?.lang;
    } catch {
      // Storage may be forbidden.
    }
    const wanted = [asked, kept, navigator.language].find((tag) => typeof tag === "string") ?? "";
    return wanted.toLowerCase().startsWith("lv") ? "lv" : "en";
  }

  document.documentElement.lang = language();
  document.documentElement.dataset.words = language();

  const read = (node) => JSON.parse(node.textContent);

  // One websocket to the kernel that comes back by itself; what is sent meanwhile waits.
  function openSocket({ kernel, base }, onMessage, onRefused) {
    const session = crypto.randomUUID?.() ?? String(Math.random()).slice(2);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const address = `${scheme}://${location.host}${base}api/kernels/${kernel}/channels`;
    const queue = [];
    let socket = null;
    let tries = 0;
    let closed = false;
    let asked = null; // when the oldest message without an answer was sent
    let count = 0;
    let gone = null; // the timer after which a closed connection is told

    const tell = (name) => document.dispatchEvent(new CustomEvent(`phase10:${name}`));

    function connect() {
      socket = new WebSocket(`${address}?session_id=${session}`);
      socket.addEventListener("open", () => {
        tries = 0;
        asked = null;
        clearTimeout(gone);
        gone = null;
        while (queue.length) transmit(queue.shift());
        tell("found");
      });
      socket.addEventListener("message", (event) => {
        asked = null;
        if (typeof event.data === "string") onMessage(JSON.parse(event.data));
      });
      socket.addEventListener("close", (event) => {
        if (closed || event.target !== socket) return;
        gone ??= setTimeout(() => tell("lost"), GONE);
        setTimeout(connect, Math.min(SLOWEST, 200 * 2 ** tries) * (0.75 + Math.random() / 2));
        tries += 1;
        if (tries >= REFUSED) onRefused();
      });
    }

    function transmit(text) {
      asked ??= Date.now();
      socket.send(text);
    }

    // A cut cable does not close a socket: who gets no answer connects anew.
    setInterval(() => {
      if (asked !== null && Date.now() - asked > PATIENCE && socket.readyState === WebSocket.OPEN) {
        asked = null;
        socket.close();
      }
    }, 1000);

    connect();
    return {
      send(comm, data) {
        count += 1;
        const text = JSON.stringify({
          channel: "shell",
          header: {
            msg_id: `${session}-${count}`,
            msg_type: "comm_msg",
            session,
            username: "",
            date: new Date().toISOString(),
            version: "5.3",
          },
          parent_header: {},
          metadata: {},
          content: { comm_id: comm, data },
          buffers: [],
        });
        if (socket.readyState === WebSocket.OPEN) transmit(text);
        else queue.push(text);
      },
      close() {
        closed = true;
        clearTimeout(gone);
        socket.close();
      },
    };
  }

  // What anywidget calls a model, as far as the host uses it.
  function makeModel(comm, socket) {
    const state = {};
    const callbacks = new Map(); // event → set of functions
    const of = (name) => callbacks.get(name) ?? callbacks.set(name, new Set()).get(name);
    return {
      get: (name) => state[name],
      send: (content) => socket.send(comm, { method: "custom", content }),
      on: (name, callback) => of(name).add(callback),
      off: (name, callback) => of(name).delete(callback),
      receive(data) {
        if (data.method === "update") Object.assign(state, data.state);
        const event = data.method === "custom" ? "msg:custom" : "change";
        for (const callback of [...of(event)]) callback(data.content);
      },
      ask: () => socket.send(comm, { method: "request_state" }),
    };
  }

  async function show(model, place) {
    const style = document.createElement("style");
    style.textContent = model.get("_css");
    document.head.append(style);
    const source = new Blob([model.get("_esm")], { type: "text/javascript" });
    const address = URL.createObjectURL(source);
    const { default: widget } = await import(address);
    URL.revokeObjectURL(address);
    widget.render({ model, el: place });
  }

  // The kernel belongs to this page: it ends with it. Our server wants the word that this page was
  // given for that, plain Voilà its token.
  function endKernel({ kernel, base, key = "" }) {
    const token = document.cookie.match(/(?:^|; )_xsrf=([^;]*)/)?.[1] ?? "";
    fetch(`${base}voila/api/shutdown/${kernel}`, {
      method: "POST",
      keepalive: true,
      headers: { "X-Phase10-Key": key, "X-XSRFToken": decodeURIComponent(token) },
    }).catch(() => {});
  }

  function start() {
    const main = document.getElementById("phase10-page");
    const waiting = document.getElementById("phase10-waiting");
    const trouble = document.getElementById("phase10-trouble");
    const given = document.getElementById("phase10-kernel");
    const view = document.querySelector("[data-phase10-view]");

    let shown = false;

    function fail() {
      if (shown) return; // the host has its own words for what happens later
      waiting.remove();
      trouble.hidden = false;
    }
    if (given) {
      const kernel = read(given);
      addEventListener("pagehide", () => endKernel(kernel));
      // A page that comes back from the browser's memory has lost its kernel.
      addEventListener("pageshow", (event) => {
        if (event.persisted) location.reload();
      });
    }
    if (!given || !view) {
      fail();
      return;
    }

    const comm = read(view).model_id;
    let model = null;
    const receive = (message) => {
      const { content } = message;
      if (message.msg_type === "comm_msg" && content.comm_id === comm) model.receive(content.data);
      // A server may start a new kernel in place of a dead one, but it knows nothing of this page.
      if (message.msg_type === "status" && LOST.has(content.execution_state)) {
        document.dispatchEvent(new CustomEvent("phase10:lost"));
        fail();
      }
    };
    const socket = openSocket(read(given), receive, fail);
    model = makeModel(comm, socket);
    const place = document.createElement("div");
    const once = () => {
      model.off("change", once);
      show(model, place).catch((error) => {
        console.error(error);
        fail();
      });
    };
    model.on("change", once);
    main.append(place);
    document.addEventListener("phase10:shown", () => {
      shown = true;
      waiting.remove();
      trouble.hidden = true;
    });
    setTimeout(fail, START);
    addEventListener("pagehide", () => socket.close());
    model.ask();
  }

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
