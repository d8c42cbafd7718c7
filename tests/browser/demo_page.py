"""A small page that uses every behavior of the host."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from phase10.widgets.session import Hello

CARDS = [f"{color}{number}" for color in "RBGY" for number in range(1, 13)]
WORDS = {
    "en": {"title": "Demo", "count": "Count", "trouble": "Something went wrong. Nothing is lost."},
    "lv": {"title": "Paraugs", "count": "Skaits", "trouble": "Kaut kas nogāja greizi."},
}
CSS = """
.p10 .demo-grid { display: grid; grid-template-columns: repeat(12, minmax(0, 1fr)); gap: 4px; }
.p10 .demo { padding: 1rem; display: grid; gap: 1rem; }
@media (max-width: 700px) {
  .p10 .demo-grid { grid-template-columns: repeat(6, minmax(0, 1fr)); }
  .p10 .demo-grid button { padding: 0; }
}
"""


class DemoPage:
    """A counter, a hand, a text, a choice, an explanation, an act that fails."""

    css = CSS

    def __init__(self) -> None:
        self.lang = "en"
        self.count = 0
        self.hand: list[str] = []
        self.text = ""
        self.revision = 0
        self.pending = ""
        self.keys: list[str] = []
        self.agreed = False
        self.theme = ""
        self.greetings: list[Hello] = []
        self.acts: list[tuple[str, Any]] = []
        self._effects: list[dict[str, Any]] = []

    @property
    def title(self) -> str:
        return WORDS[self.lang]["title"]

    def trouble(self) -> str:
        return WORDS[self.lang]["trouble"]

    def hello(self, hello: Hello) -> None:
        self.greetings.append(hello)
        asked = hello.query.get("lang") or str(hello.local.get("lang", "")) or hello.lang[:2]
        self.lang = asked if asked in WORDS else "en"
        count = hello.session.get("count")
        self.count = count if isinstance(count, int) else 0
        hand = hello.session.get("hand")
        self.hand = [card for card in hand if card in CARDS] if isinstance(hand, list) else []

    def kept(self) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        return {"count": self.count, "hand": list(self.hand)}, {"lang": self.lang}

    def take_effects(self) -> list[dict[str, Any]]:
        effects, self._effects = self._effects, []
        return effects

    def act(self, name: str, value: Any) -> None:
        self.acts.append((name, value))
        match name:
            case "count.add":
                self.count += 1
                self._effects.append({"say": f"{self.count}"})
            case "hand.add" if value in CARDS:
                self.hand.append(value)
            case "hand.remove" if value in self.hand:
                self.hand.remove(value)
            case "hand.clear":
                self.hand = []
            case "text.type":
                self.text = str(value)
            case "text.enter":
                self.hand += [word for word in str(value).upper().split() if word in CARDS]
                self.text = ""
                self.revision += 1
            case "text.set":
                self.text = str(value)
                self.revision += 1
            case "key":
                self.press(str(value))
            case "agree":
                self._effects.append({"say": "refused"})
            case "theme":
                self.theme = str(value)
            case "lang" if value in WORDS:
                self.lang = value
                self._effects.append({"link": f"lang={value}"})
            case "copy":
                self._effects.append({"copy": " ".join(self.hand), "done": "copied"})
            case "share":
                self._effects.append(
                    {"copy": f"?lang={self.lang}", "address": True, "done": "copied"}
                )
            case "focus":
                self._effects.append({"focus": str(value)})
            case "alert":
                self._effects.append({"alert": str(value)})
            case "fail":
                raise RuntimeError("this act always fails")

    def press(self, key: str) -> None:
        self.keys.append(key)
        if key == "Backspace":
            self.pending = self.pending[:-1]
        elif key == "Escape":
            self.pending = ""
        elif key == "Enter":
            if self.pending.upper() in CARDS:
                self.hand.append(self.pending.upper())
            self.pending = ""
        else:
            self.pending += key

    def parts(self) -> Mapping[str, str]:
        return {
            "frame": self.frame(),
            "counter": f'<p id="count">{WORDS[self.lang]["count"]}: {self.count}</p>',
            "picker": self.picker(),
            "hand": self.hand_part(),
            "field": self.field(),
            "choice": self.choice(),
            "explained": EXPLAINED,
            "inner": f'<b id="inner">{self.count % 3}</b>',
        }

    def frame(self) -> str:
        theme = f' data-theme="{escape(self.theme)}"' if self.theme else ""
        return f"""
<div class="demo" id="demo"{theme}>
  <div data-banner hidden id="banner"><span>No answer.</span>
    <button id="reload" data-reload>Reload</button></div>
  <h1>{WORDS[self.lang]["title"]}</h1>
  <div class="p10-row">
    <button id="add" class="p10-primary" data-act="count.add">+1</button>
    <button id="fail" data-act="fail">Fail</button>
    <button id="copy" data-act="copy">Copy</button>
    <button id="share" data-act="share">Share</button>
    <button id="print" data-print>Print</button>
    <button id="latvian" lang="lv" data-act="lang" data-value="lv">Latviski</button>
    <button id="dark" data-act="theme" data-value="dark">Dark</button>
    <button id="jump" data-act="focus" data-value="text">Jump</button>
    <button id="warn" data-act="alert" data-value="careful">Warn</button>
  </div>
  <div data-part="counter"></div>
  <div data-part="picker"></div>
  <div data-part="hand"></div>
  <div data-part="field"></div>
  <div data-part="choice"></div>
  <div data-part="explained"></div>
</div>"""

    def picker(self) -> str:
        cards = "".join(
            f'<button id="card-{card}" data-act="hand.add" data-value="{card}" '
            f'aria-disabled="{str(self.hand.count(card) >= 2).lower()}">{card}</button>'
            for card in CARDS
        )
        pending = " data-pending" if self.pending else ""
        return (
            f'<div id="picker" role="group" aria-label="Cards" class="demo-grid" data-roving '
            f'data-keys="key"{pending}>{cards}</div><p id="pending">{escape(self.pending)}</p>'
        )

    def hand_part(self) -> str:
        seen: dict[str, int] = {}
        cards = ""
        for card in sorted(self.hand):
            seen[card] = seen.get(card, 0) + 1
            cards += (
                f'<button id="held-{card}-{seen[card]}" data-act="hand.remove" '
                f'data-value="{card}">{card}</button>'
            )
        return (
            f'<div id="hand" role="group" aria-label="Hand" class="p10-row" data-roving '
            f'data-fallback="text">{cards}</div>'
        )

    def field(self) -> str:
        return (
            f'<label for="text">Hand</label><input id="text" type="text" autocomplete="off" '
            f'data-act="text.type" data-enter="text.enter" data-rev="{self.revision}" '
            f'value="{escape(self.text)}"><p id="echo">{escape(self.text)}</p>'
            '<button id="set" data-act="text.set" data-value="R1 R2">Set</button>'
        )

    def choice(self) -> str:
        checked = " checked" if self.agreed else ""
        return (
            f'<label><input id="agree" type="checkbox" data-act="agree"{checked}> Agree</label>'
            '<details id="more" data-keep><summary id="more-summary">More</summary>'
            f'<p>Count {self.count}</p><div data-part="inner"></div></details>'
        )


EXPLAINED = (
    '<button id="odds" data-tip aria-expanded="false" aria-controls="odds-tip">Odds</button>'
    '<div id="odds-tip" class="p10-tip" hidden>How often it happens.</div>'
)
