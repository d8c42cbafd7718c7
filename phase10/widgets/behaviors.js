const TEXT_TYPES = new Set(["text", "search", "number", "tel", "url", "email"]);
const BUTTON_TYPES = new Set(["button", "submit", "reset", "image"]);
const ROVING = "button, a[href], [role=option], [role=tab], [role=radio], [role=gridcell]";

const isText = (node) =>
  node instanceof HTMLTextAreaElement ||
  (node instanceof HTMLInputElement && TEXT_TYPES.has(node.type));
const isChoice = (node) =>
  node instanceof HTMLSelectElement ||
  (node instanceof HTMLInputElement && !isText(node) && !BUTTON_TYPES.has(node.type));
// Two views of one page have the same ids: each looks only into itself.
const byId = (root, id) => (id ? root.querySelector(`#${CSS.escape(id)}`) : null);
const isShown = (node) => node.getClientRects().length > 0;

// One tab stop among the items of each data-roving container, remembered by id.
function makeRoving(root) {
  const current = new WeakMap(); // container → item

  const belongs = (item, container) =>
    item.closest("[data-roving]") === container && !item.disabled && !item.querySelector(ROVING);
  const items = (container) =>
    [...container.querySelectorAll(ROVING)].filter(
      (item) => belongs(item, container) && isShown(item),
    );

  // Called after every change: ask for the layout once and write only what differs.
  function settle(container) {
    let stop = current.get(container);
    if (!stop || !container.contains(stop) || !belongs(stop, container) || !isShown(stop)) {
      const all = items(container);
      if (!all.length) return;
      const chosen = "[aria-selected=true], [aria-checked=true], [aria-pressed=true]";
      stop = all.find((item) => item.matches(chosen)) ?? all[0];
    }
    current.set(container, stop);
    for (const item of container.querySelectorAll(ROVING)) {
      const wanted = item === stop ? "0" : "-1";
      if (item.getAttribute("tabindex") === wanted) continue;
      if (item.closest("[data-roving]") === container) item.setAttribute("tabindex", wanted);
    }
  }

  function focus(container, item) {
    current.set(container, item);
    settle(container);
    item.focus();
    if (item.getAttribute("role") === "radio") item.click();
  }

  const centre = (item) => {
    const box = item.getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2, h: box.height };
  };

  // The nearest item in that direction; at the end of a row, the next in reading order.
  function neighbour(all, from, key) {
    const here = centre(from);
    const across = key === "ArrowLeft" || key === "ArrowRight";
    const sign = key === "ArrowRight" || key === "ArrowDown" ? 1 : -1;
    let best = null;
    let least = Infinity;
    for (const item of all) {
      if (item === from) continue;
      const there = centre(item);
      const along = sign * (across ? there.x - here.x : there.y - here.y);
      const aside = Math.abs(across ? there.y - here.y : there.x - here.x);
      if (along < 2 || (across && aside > here.h / 2)) continue;
      const cost = across ? along : along * 1000 + aside;
      if (cost < least) [best, least] = [item, cost];
    }
    return best ?? (across ? (all[all.indexOf(from) + sign] ?? null) : null);
  }

  return {
    items,
    settleAll: () => root.querySelectorAll("[data-roving]").forEach(settle),
    onFocus(target) {
      const item = target.closest(ROVING);
      const container = item?.closest("[data-roving]");
      if (container && root.contains(container)) {
        current.set(container, item);
        settle(container);
      }
    },
    onKey(event) {
      const container = event.target.closest("[data-roving]");
      if (!container || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
      if (isText(event.target) || event.target instanceof HTMLSelectElement) return;
      const all = items(container);
      const from = event.target.closest(ROVING);
      if (!all.includes(from)) return;
      let to = null;
      if (event.key.startsWith("Arrow")) to = neighbour(all, from, event.key);
      else if (event.key === "Home") to = all[0];
      else if (event.key === "End") to = all[all.length - 1];
      else return;
      event.stopPropagation();
      if (to) {
        event.preventDefault();
        focus(container, to);
      }
    },
  };
}

// Explanations shown on hover, focus and tap; hoverable themselves; closed by Escape.
function makeTips(root) {
  let open = null; // {button, tip, hovered: shown by hover alone}
  let wasOpen = null; // the button whose tip stood open when the pointer went down

  function place() {
    if (!open) return;
    const { button, tip } = open;
    const at = button.getBoundingClientRect();
    const size = tip.getBoundingClientRect();
    const wide = document.documentElement.clientWidth;
    const left = Math.max(8, Math.min(at.left, wide - size.width - 8));
    const below = at.bottom + size.height + 8 < window.innerHeight || at.top < size.height + 8;
    tip.style.left = `${left}px`;
    tip.style.top = `${below ? at.bottom : at.top - size.height}px`;
  }

  function hide() {
    if (!open) return;
    open.tip.hidden = true;
    open.button.setAttribute("aria-expanded", "false");
    open = null;
  }

  function show(button, hovered = false) {
    const tip = byId(root, button.getAttribute("aria-controls"));
    if (!tip) return;
    if (open?.button === button) {
      open.hovered &&= hovered;
      return;
    }
    hide();
    open = { button, tip, hovered };
    tip.hidden = false;
    button.setAttribute("aria-expanded", "true");
    place();
  }

  const inside = (node) => open && node instanceof Node && open.tip.contains(node);

  return {
    hide,
    place,
    owns: (node) => open !== null && (node === open.tip || node === open.button),
    check() {
      if (open && !(open.button.isConnected && open.tip.isConnected)) open = null;
    },
    onOver(event) {
      const button = event.target.closest?.("[data-tip]");
      if (event.pointerType === "touch") return;
      if (button) show(button, true);
      else if (open && !inside(event.target) && open.button !== document.activeElement) hide();
    },
    onDown(event) {
      // What came by hover a moment before the click is not what the click should close.
      wasOpen = open && !open.hovered ? open.button : null;
      if (!event.target.closest("[data-tip]") && !inside(event.target)) hide();
    },
    onClick(event) {
      const button = event.target.closest("[data-tip]");
      if (!button) return;
      const close = event.detail === 0 ? open?.button === button : wasOpen === button;
      if (close) hide();
      else show(button);
    },
    onFocus(target) {
      const button = target.closest("[data-tip]");
      if (button) show(button);
      else if (!inside(target)) hide();
    },
    onKey(event) {
      if (event.key !== "Escape" || !open) return false;
      hide();
      return true;
    },
  };
}

// Put text on the clipboard; where that is not allowed, show it selected in a field.
// With address, the text is a query and the page's own address goes in front.
async function copyText(root, effect, say) {
  const text = effect.address ? location.origin + location.pathname + effect.copy : effect.copy;
  try {
    await navigator.clipboard.writeText(text);
    say(effect.done ?? "");
    return;
  } catch {
    // No clipboard on pages that are neither local nor encrypted.
  }
  const focused = document.activeElement;
  const field = document.createElement("textarea");
  field.className = "p10-copy";
  field.readOnly = true;
  field.value = text;
  field.setAttribute("aria-label", effect.manual ?? document.title);
  root.append(field);
  field.select();
  if (document.execCommand("copy")) {
    field.remove();
    focused?.focus?.();
    say(effect.done ?? "");
  } else {
    field.addEventListener("blur", () => field.remove());
  }
}

// Save a text, or with base64 the bytes that it stands for, as a file of this computer or phone.
function saveFile(effect, say) {
  const link = document.createElement("a");
  const content = effect.base64
    ? Uint8Array.from(atob(effect.download), (sign) => sign.charCodeAt(0))
    : effect.download;
  const address = URL.createObjectURL(new Blob([content], { type: effect.mime ?? "" }));
  link.href = address;
  link.download = effect.name ?? "";
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
  say(effect.done ?? "");
}

// Read the chosen files; what is longer than a message may be is told by its size alone.
const LARGEST_FILE = 8_000_000; // bytes

async function readChosen(field) {
  const chosen = [...(field.files ?? [])];
  field.value = ""; // the same file may be chosen again
  const read = async (file) => {
    const text = file.size > LARGEST_FILE ? "" : await file.text().catch(() => "");
    return { name: file.name, size: file.size, text };
  };
  return Promise.all(chosen.map(read));
}
