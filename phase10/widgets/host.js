// The host: shows the parts of a page that Python describes, and sends events back.
//
// Nothing is computed here. What an element does is said by its data attributes:
//   data-act, data-value   click sends the act; a text field sends it on input, a choice on change
//                          (of each file, its name, size and text)
//   data-enter             in a text field, Enter sends this act with the field's value
//   data-rev               a focused text field takes Python's value only when this changed
//   data-keys              with focus inside, printable keys and Backspace are sent as this act;
//                          Enter and Escape too while the element has data-pending
//   data-roving            one tab stop inside, arrows move by geometry; data-fallback gets the
//                          focus when nothing is left
//   data-tip               button that shows the hidden element named by aria-controls
//   data-keep              on details with an id: open or closed belongs to the user
//   data-print, data-reload, data-banner
// Python joins this file behind Idiomorph, connection.js and behaviors.js into one module.

// Storage may be forbidden (private windows, framed pages): the page works without it.
function readStore(name, key) {
  try {
    const value = JSON.parse(window[name].getItem(key));
    return value !== null && typeof value === "object" && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

function writeStore(name, key, value) {
  try {
    window[name].setItem(key, JSON.stringify(value));
  } catch {
    // Full or forbidden: nothing is kept, and nothing else changes.
  }
}

// ``first``: an element with the frame as it will be, shown until Python answers.
export function mount({
  el,
  send,
  listen,
  heartbeat = 15000,
  patience = 7000,
  first = null,
  lang = navigator.language,
}) {
  const ours = document.body.dataset.phase10 !== undefined; // the page is ours, not JupyterLab's
  const keys = {
    sessionStorage: `phase10:session:${location.pathname}`,
    localStorage: "phase10:local",
    details: `phase10:details:${location.pathname}`,
  };

  const root = document.createElement("div");
  root.className = "p10";
  root.dataset.lmSuppressShortcuts = "true"; // JupyterLab's single-key commands stay out
  const frame = document.createElement("div");
  const polite = document.createElement("div");
  const urgent = document.createElement("div");
  polite.className = "p10-live";
  polite.setAttribute("role", "status");
  urgent.className = "p10-live";
  urgent.setAttribute("role", "alert");
  root.append(frame, polite, urgent);
  if (first) {
    frame.append(...first.childNodes);
    root.lang = document.documentElement.lang;
  }
  el.append(root);

  const parts = new Map();
  const known = new WeakSet(); // details whose state has been restored
  const roving = makeRoving(root);
  const tips = makeTips(root);
  let silent = false;

  function announce(region, text) {
    // The same words twice are news too: an unbreakable space makes them different.
    region.textContent = region.textContent === text ? `${text}\u00a0` : text;
  }

  // --- showing -----------------------------------------------------------------------------

  const morphing = {
    beforeNodeMorphed(old, fresh) {
      if (!isText(old) || !isText(fresh) || old !== document.activeElement) return true;
      const same = old.dataset.rev === fresh.dataset.rev;
      if (same || connection.newest(old.dataset.act)) {
        // The user is typing: the letters on the screen are newer than those that Python knows.
        if (!same) fresh.dataset.rev = old.dataset.rev ?? "";
        if (fresh instanceof HTMLTextAreaElement) fresh.textContent = old.value;
        else fresh.setAttribute("value", old.value);
        fresh.value = old.value;
      }
      return true;
    },
    beforeAttributeUpdated(name, node) {
      if (name === "tabindex") return node.closest("[data-roving]") === null;
      if (name === "open") return !(known.has(node) && node.dataset.keep !== undefined);
      if (["hidden", "style", "aria-expanded"].includes(name)) return !tips.owns(node);
      return true;
    },
  };

  const morph = (node, html) =>
    Idiomorph.morph(node, html, { morphStyle: "innerHTML", callbacks: morphing });

  // A part with every known part that it has a place for, and those within them.
  function composed(name) {
    const html = parts.get(name) ?? "";
    if (!html.includes("data-part")) return html; // most have none: save the parsing
    const template = document.createElement("template");
    template.innerHTML = html;
    for (const place of template.content.querySelectorAll("[data-part]")) {
      if (parts.has(place.dataset.part)) place.innerHTML = composed(place.dataset.part);
    }
    return template.innerHTML;
  }

  function place(names) {
    if (names.has("frame")) {
      morph(frame, composed("frame"));
      return;
    }
    for (const name of names) {
      const node = frame.querySelector(`[data-part="${CSS.escape(name)}"]`);
      if (node) morph(node, composed(name));
    }
  }

  // Where the focus is, so that it can go to a neighbour when its element is taken away.
  function rememberFocus() {
    const node = document.activeElement;
    if (!node || !frame.contains(node)) return null;
    const container = node.closest("[data-roving]");
    const ancestors = [];
    for (let up = node.parentElement; up && up !== root; up = up.parentElement) ancestors.push(up);
    const index = container ? roving.items(container).indexOf(node) : -1;
    return { node, container, index, ancestors };
  }

  function rescueFocus(before) {
    if (!before) return;
    const { node } = before;
    if (node.isConnected && isShown(node) && !node.disabled) return;
    const active = document.activeElement;
    if (active !== node && frame.contains(active)) return;
    const { container, index, ancestors } = before;
    const rest = container?.isConnected ? roving.items(container) : [];
    const fallback = ancestors.map((up) => up.dataset.fallback).find(Boolean);
    const target =
      (index >= 0 ? rest[Math.min(index, rest.length - 1)] : null) ??
      (fallback ? byId(root, fallback) : null);
    if (target) {
      target.focus();
      return;
    }
    const survivor = ancestors.find((up) => up.isConnected && isShown(up));
    if (survivor) {
      survivor.setAttribute("tabindex", "-1");
      survivor.focus({ preventScroll: true });
    }
  }

  function restoreDetails() {
    const states = readStore("sessionStorage", keys.details) ?? {};
    for (const node of frame.querySelectorAll("details[data-keep][id]")) {
      if (!known.has(node) && node.id in states) node.open = states[node.id] === true;
      known.add(node);
    }
  }

  function showBanner() {
    const banner = frame.querySelector("[data-banner]");
    if (banner) banner.hidden = !silent;
  }

  function dress(message) {
    root.lang = message.lang ?? "";
    const top = frame.firstElementChild;
    const page = ours ? [root, document.documentElement] : [root];
    for (const node of page) {
      for (const name of ["theme", "size"]) {
        if (top?.dataset[name]) node.dataset[name] = top.dataset[name];
        else delete node.dataset[name];
      }
    }
    if (!ours) return;
    document.documentElement.lang = root.lang;
    document.title = message.title ?? document.title;
  }

  function applyEffects(effects, mine) {
    const all = (name) => effects.filter((effect) => typeof effect[name] === "string");
    const say = (text) => announce(polite, text);
    const words = all("say").map((effect) => effect.say);
    if (words.length) say(words.join(" "));
    const alerts = all("alert");
    urgent.classList.toggle("p10-toast", alerts.some((effect) => effect.show));
    if (alerts.length) announce(urgent, alerts.map((effect) => effect.alert).join(" "));
    else if (mine) urgent.textContent = "";
    if (!mine) return;
    for (const effect of all("focus")) {
      const node = byId(root, effect.focus);
      // What is folded away cannot be focused.
      let fold = node?.closest("details");
      for (; fold; fold = fold.parentElement.closest("details")) fold.open = true;
      node?.focus();
    }
    for (const effect of all("copy")) copyText(root, effect, say);
    for (const effect of all("download")) saveFile(effect, say);
    if (!ours) return;
    for (const effect of all("visit")) {
      // Back and forward go through what was visited; the address stays.
      const [from, to] = [effect.from, effect.visit];
      history.replaceState({ ...history.state, phase10: from }, "");
      history.pushState({ phase10: to }, "");
    }
    for (const effect of all("link")) {
      const query = effect.link.replace(/^\?/, "");
      history.replaceState(history.state, "", location.pathname + (query && `?${query}`) + location.hash);
    }
  }

  function onShow(message, asked) {
    const names = new Set(Object.keys(message.parts ?? {}));
    for (const name of names) parts.set(name, message.parts[name]);
    // A choice that Python refused leaves its part as it was: put the browser's own change right.
    if (asked?.from && parts.has(asked.from)) names.add(asked.from);
    const before = rememberFocus();
    place(names);
    restoreDetails();
    tips.check();
    showBanner();
    roving.settleAll();
    rescueFocus(before);
    dress(message);
    if (message.kept) {
      writeStore("sessionStorage", keys.sessionStorage, message.kept.session);
      writeStore("localStorage", keys.localStorage, message.kept.local);
    }
    applyEffects(message.effects ?? [], asked !== null || message.seq === null);
    root.dispatchEvent(
      new CustomEvent("phase10:shown", { bubbles: true, detail: { seq: message.seq } }),
    );
  }

  function onSilence(now) {
    silent = now;
    showBanner();
  }

  const wire = (message) => {
    const { from, typed, ...plain } = message; // ours alone
    send(plain);
  };
  const connection = connect({ send: wire, listen, heartbeat, patience, onShow, onSilence });

  // --- hearing -----------------------------------------------------------------------------

  const handlers = {
    click(event) {
      tips.onClick(event);
      if (event.target.closest("[data-reload]")) location.reload();
      if (event.target.closest("[data-print]")) window.print();
      const node = event.target.closest("[data-act]");
      if (!node || node.disabled || isText(node) || isChoice(node)) return;
      if (node instanceof HTMLAnchorElement) event.preventDefault();
      connection.act(node.dataset.act, node.dataset.value ?? null);
    },
    input(event) {
      const node = event.target;
      if (isText(node) && node.dataset.act) connection.type(node.dataset.act, node.value);
    },
    change(event) {
      const node = event.target;
      if (!isChoice(node) || !node.dataset.act) return;
      if (node.type === "file") {
        readChosen(node).then((files) => {
          for (const file of files) connection.act(node.dataset.act, file);
        });
        return;
      }
      const value = node.type === "checkbox" ? node.checked : node.value;
      const part = node.closest("[data-part]")?.dataset.part ?? "frame";
      connection.act(node.dataset.act, value, part);
    },
    keydown(event) {
      if (event.isComposing || event.defaultPrevented) return;
      if (tips.onKey(event)) {
        event.stopPropagation();
        return;
      }
      const node = event.target;
      if (isText(node)) {
        if (event.key === "Enter" && node.dataset.enter) {
          event.preventDefault();
          event.stopPropagation();
          connection.act(node.dataset.enter, node.value);
        }
        return;
      }
      sendKey(event);
      if (event.defaultPrevented) return;
      roving.onKey(event);
      const pressed = event.key === "Enter" || event.key === " ";
      if (pressed && node.matches("[data-act]") && !node.matches("button, a, input, select")) {
        event.preventDefault();
        node.click();
      }
    },
    toggle(event) {
      const node = event.target;
      if (!(node instanceof HTMLDetailsElement) || !known.has(node)) return;
      const states = readStore("sessionStorage", keys.details) ?? {};
      writeStore("sessionStorage", keys.details, { ...states, [node.id]: node.open });
    },
    focusin(event) {
      roving.onFocus(event.target);
      tips.onFocus(event.target);
    },
    focusout(event) {
      if (!root.contains(event.relatedTarget)) tips.hide();
    },
    pointerover: tips.onOver,
    pointerdown: tips.onDown,
    pointerleave: tips.hide,
  };

  function sendKey(event) {
    const container = event.target.closest("[data-keys]");
    const graph = event.getModifierState("AltGraph");
    if (!container || event.metaKey || ((event.ctrlKey || event.altKey) && !graph)) return;
    if (event.target instanceof HTMLSelectElement) return;
    const pending = container.dataset.pending !== undefined;
    // Space presses the button that has the focus, so it is never a letter.
    const printable = [...event.key].length === 1 && event.key !== " ";
    const wanted =
      printable || event.key === "Backspace" || (pending && ["Enter", "Escape"].includes(event.key));
    if (!wanted) return;
    event.preventDefault();
    event.stopPropagation();
    connection.act(container.dataset.keys, event.key);
  }

  const leaving = new AbortController();
  const on = (target, name, handler, capture = false) =>
    target.addEventListener(name, handler, { signal: leaving.signal, capture });
  for (const [name, handler] of Object.entries(handlers)) {
    on(root, name, handler, name === "toggle");
  }
  for (const name of ["pointerdown", "keydown", "wheel"]) {
    on(document, name, () => connection.noteInput(), true);
  }
  // Whoever carries the messages may know at once that nobody hears them, and that one does again.
  on(document, "phase10:lost", connection.lost);
  on(document, "phase10:found", connection.found);
  if (ours) {
    on(window, "popstate", ({ state }) => {
      if (typeof state?.phase10 === "string") connection.act("app.back", state.phase10);
    });
  }
  on(window, "storage", ({ key }) => {
    // Another window of this browser wrote what it knows of the learner.
    const told = key === keys.localStorage && readStore("localStorage", key)?.course;
    if (told) connection.act("app.elsewhere", told);
  });
  on(document, "scroll", tips.place, true);
  on(window, "resize", () => {
    tips.place();
    roving.settleAll();
  });

  if (first) {
    restoreDetails();
    roving.settleAll();
  }
  const searchable = ours || document.body.dataset.voila !== undefined;
  connection.hello({
    lang: lang ?? "",
    search: searchable ? location.search : "",
    session: readStore("sessionStorage", keys.sessionStorage),
    local: readStore("localStorage", keys.localStorage),
  });

  return () => {
    connection.stop();
    leaving.abort();
    root.remove();
  };
}

function render({ model, el }) {
  return mount({
    el,
    heartbeat: model.get("heartbeat"),
    send: (message) => model.send(message),
    listen(callback) {
      model.on("msg:custom", callback);
      return () => model.off("msg:custom", callback);
    },
  });
}

export default { render };
