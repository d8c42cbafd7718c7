// What is seen at once: the page as it was left in this tab, else as it looks before anybody did
// anything, in the language, theme and size that the visitor has. Python takes it over in boot.js.
(() => {
  "use strict";

  const top = document.documentElement;
  const key = `phase10:first:${location.pathname}`;

  // Storage may be forbidden, and what is kept may be of another version.
  function kept(store, name) {
    try {
      const value = JSON.parse(window[store].getItem(name));
      return value !== null && typeof value === "object" ? value : {};
    } catch {
      return {};
    }
  }

  const local = kept("localStorage", "phase10:local");
  const query = new URLSearchParams(location.search);
  const tags = [query.get("lang"), local.lang, top.dataset.lang, navigator.language];
  const wanted = tags.find((tag) => typeof tag === "string" && tag !== "") ?? "";
  const lang = /^lv([-_]|$)/i.test(wanted) ? "lv" : "en";
  top.lang = lang;
  if (local.theme === "light" || local.theme === "dark") top.dataset.theme = local.theme;
  if (local.large === true) top.dataset.size = "large";

  const session = kept("sessionStorage", `phase10:session:${location.pathname}`);
  const left = kept("sessionStorage", key);
  try {
    sessionStorage.removeItem(key); // it takes room that the page may need
  } catch {
    // Nothing was kept.
  }
  const page = document.getElementById("page");
  const root = document.createElement("div");
  root.className = "p10";
  root.lang = lang;
  for (const name of ["theme", "size"]) {
    if (top.dataset[name]) root.dataset[name] = top.dataset[name];
  }
  const frame = document.createElement("div");
  if (left.version === top.dataset.version && left.lang === lang && left.search === location.search) {
    frame.innerHTML = left.html;
  } else {
    const view = query.get("view") ?? session.view ?? "hint";
    const name = view === "hint" ? "hint" : "home";
    frame.append(document.getElementById(`first-${name}-${lang}`).content.cloneNode(true));
  }
  root.append(frame);
  page.append(root);

  // Browsers start no modules and no workers from files: say how to open the page instead.
  const notice = location.protocol === "file:" ? "file" : "loading";
  for (const node of document.querySelectorAll("#first > p")) {
    node.hidden = node.lang !== lang || node.dataset.notice !== notice;
  }
})();
