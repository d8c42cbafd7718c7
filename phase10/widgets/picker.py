"""The card picker: a hand entered by tapping cards, by keys, or as text; one state all three ways.

State and acts in Python, looks in ``picker.css``; it lives inside any page.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from phase10.game.cards import (
    CARDS,
    COLORS,
    HAND_LIMIT,
    KINDS,
    NUMBERS,
    SKIP,
    WILD,
    Card,
    Hand,
)
from phase10.game.errors import CardError, GameError
from phase10.game.rules import SEED, Rules
from phase10.views.cards import card_face
from phase10.views.html import Html, el
from phase10.views.i18n import plural, sentence
from phase10.views.names import card_name, color_name
from phase10.views.text import card_label, error_text, picker_label, problems_text
from phase10.widgets.fields import CardField
from phase10.widgets.hand import sorted_cards

__all__ = ["CardPicker", "picker_style"]

REMEMBERED = 50
"""How many earlier hands undo can bring back."""

_LETTERS = {"r": 0, "b": 1, "g": 2, "y": 3}


def picker_style() -> str:
    """Return the style sheet of the picker."""
    return files("phase10.widgets").joinpath("picker.css").read_text("utf-8")


class CardPicker:
    """Hold a hand and how it was entered.

    ``name`` starts its act names (``hand.add``) and element ids. ``elsewhere``: fifty counts of
    cards known to lie outside the hand; they cannot be added. ``said`` collects sentences for the
    page's live line as (code, values) pairs resolved in :meth:`act`'s language.
    """

    def __init__(self, name: str = "hand") -> None:
        self.name = name
        self.field = CardField(limit=HAND_LIMIT)
        self.rules: Rules = SEED
        self.elsewhere: Sequence[int] = (0,) * KINDS
        self.sort = "number"
        self.pending = ""
        self.refused: GameError | None = None
        self.history: list[str] = []
        self.random = random.Random()

    # --- state -----------------------------------------------------------------------------------

    @property
    def hand(self) -> Hand:
        """The valid cards as a hand."""
        return Hand(self.field.cards, self.rules.deck)

    def left(self, kind: int) -> int:
        """Count the copies of a kind that could still be added."""
        held = self.field.counts[kind]
        return max(0, self.rules.deck.counts[kind] - held - self.elsewhere[kind])

    def kept(self) -> dict[str, Any]:
        """Give what outlives a reload."""
        return {
            "text": self.field.text,
            "sort": self.sort,
            "history": list(self.history[-REMEMBERED:]),
        }

    def restore(self, kept: dict[str, Any]) -> None:
        """Take back what outlived a reload; anything of the wrong shape is left out."""
        text, sort, history = kept.get("text"), kept.get("sort"), kept.get("history")
        if isinstance(text, str):
            self.read(text)
        if sort in ("number", "color", "plan"):
            self.sort = str(sort)
        if isinstance(history, list):
            self.history = [item for item in history if isinstance(item, str)][-REMEMBERED:]

    def read(self, text: str) -> None:
        """Take a hand as text."""
        self.field.read(text, self.rules.deck, self.elsewhere)

    def refresh(self) -> None:
        """Read what was typed again after cards elsewhere or the rules changed."""
        if self.field.problems:
            self.field.again(self.rules.deck, self.elsewhere)

    # --- acts ------------------------------------------------------------------------------------

    def act(self, verb: str, value: Any, lang: str) -> str:
        """Do one act; return the sentence that says what changed ("" for none)."""
        handlers = {
            "add": self._add_named,
            "remove": self._remove_named,
            "text": self._typed,
            "key": self._key,
            "clear": self._clear,
            "undo": self._undo,
            "deal": self._deal,
            "sort": self._sorted,
        }
        handler = handlers.get(verb)
        if handler is None:
            return ""
        if verb != "key":
            self.pending = ""
        self.refused = None
        return handler(value, lang)

    def _remember(self) -> None:
        self.history.append(self.field.text)
        del self.history[:-REMEMBERED]

    def _add_named(self, value: Any, lang: str) -> str:
        card = _card(value)
        return "" if card is None else self._add(card, lang)

    def _add(self, card: Card, lang: str) -> str:
        if len(self.field.cards) >= HAND_LIMIT:
            self.refused = CardError("hand.too_many", count=HAND_LIMIT + 1, limit=HAND_LIMIT)
            return error_text(lang, self.refused)
        if not self.left(card.kind):
            limit = self.rules.deck.counts[card.kind]
            self.refused = CardError("card.too_many", card=str(card), count=limit + 1, limit=limit)
            return error_text(lang, self.refused)
        self._remember()
        self.field.write(sorted([*self.field.cards, card]))
        return self._changed("live.added", card, lang)

    def _remove_named(self, value: Any, lang: str) -> str:
        card = _card(value)
        return "" if card is None else self._remove(card, lang)

    def _remove(self, card: Card, lang: str) -> str:
        cards = list(self.field.cards)
        place = next((i for i, held in enumerate(cards) if held.kind == card.kind), None)
        if place is None:
            return ""
        self._remember()
        del cards[place]
        self.field.write(cards)
        return self._changed("live.removed", card, lang)

    def _changed(self, code: str, card: Card, lang: str) -> str:
        count = len(self.field.cards)
        name = card_name(lang, card, "spoken")
        return sentence(lang, code, card=name, n=count, limit=HAND_LIMIT)

    def _typed(self, value: Any, lang: str) -> str:
        if not isinstance(value, str) or value == self.field.text:
            return ""
        before, cards = self.field.text, self.field.counts
        self.read(value)
        if self.field.counts != cards:
            self.history.append(before)
            del self.history[:-REMEMBERED]
        return plural(lang, "count.hand", len(self.field.cards))

    def _key(self, value: Any, lang: str) -> str:
        """Take one key: a colour letter, then a number; W and S at once; Backspace."""
        key = value.lower() if isinstance(value, str) else ""
        if key == "backspace":
            if self.pending:
                self.pending = self.pending[:-1]
                return self._pending_text(lang)
            if not self.field.cards:
                return ""
            return self._remove(self._last(), lang)
        if key == "escape":
            self.pending = ""
            return ""
        said = []
        if self.pending == "" or not key.isdigit() or key not in "0123456789":
            said.append(self._commit(lang))
        if key in _LETTERS:
            self.pending = key.upper()
        elif key in ("w", "s"):
            said.append(self._add(CARDS[WILD if key == "w" else SKIP], lang))
        elif self.pending and key.isascii() and key.isdigit():
            said.append(self._digit(key, lang))
        said.append(self._pending_text(lang))
        return " ".join(filter(None, said))

    def _digit(self, digit: str, lang: str) -> str:
        """Add a digit to what was typed: 1 waits, because 10, 11 and 12 begin with it."""
        typed = self.pending + digit
        if typed[1:] == "1":
            self.pending = typed
            return ""
        if 1 <= int(typed[1:]) <= NUMBERS:
            self.pending = typed
            return self._commit(lang)
        if len(typed) == 3:  # R1 and then 5: the 1 stands, and a number alone is no card
            return self._commit(lang)
        return ""

    def _commit(self, lang: str) -> str:
        typed, self.pending = self.pending, ""
        if len(typed) < 2:
            return ""
        return self._add(Card.parse(typed), lang)

    def _pending_text(self, lang: str) -> str:
        return sentence(lang, "live.pending", keys=self.pending) if self.pending else ""

    def _last(self) -> Card:
        """Find the card that was added last: what the hand has more of than the one before."""
        if self.history:
            before = CardField()
            before.read(self.history[-1], self.rules.deck, ())
            held, earlier = self.field.counts, before.counts
            for card in reversed(self.field.cards):
                if held[card.kind] > earlier[card.kind]:
                    return card
        return self.field.cards[-1]

    def _clear(self, value: Any, lang: str) -> str:
        if self.field.text:
            self._remember()
        self.field.problems = []
        self.field.write([])
        return sentence(lang, "live.cleared")

    def _undo(self, value: Any, lang: str) -> str:
        if not self.history:
            return ""
        self.read(self.history.pop())
        self.field.revision += 1
        return plural(lang, "live.undone", len(self.field.cards))

    def _deal(self, value: Any, lang: str) -> str:
        """Deal ten or eleven random cards from those that do not lie elsewhere."""
        count = HAND_LIMIT if value == str(HAND_LIMIT) else HAND_LIMIT - 1
        self._remember()
        pool = [
            card
            for card in CARDS
            for _ in range(max(0, self.rules.deck.counts[card.kind] - self.elsewhere[card.kind]))
        ]
        self.field.problems = []
        self.field.write(sorted(self.random.sample(pool, min(count, len(pool)))))
        return plural(lang, "live.dealt", len(self.field.cards))

    def _sorted(self, value: Any, lang: str) -> str:
        if value not in ("number", "color", "plan"):
            return ""
        self.sort = str(value)
        return sentence(lang, f"live.sorted.{value}")

    # --- looks -----------------------------------------------------------------------------------

    def in_order(self, plan: Sequence[Card] = ()) -> list[Card]:
        """Sort the hand for showing; ``plan`` lists the cards of the best plan, goal by goal."""
        return sorted_cards(self.field.cards, self.sort, plan)

    def render_hand(self, lang: str, plan: Sequence[Card] = ()) -> Html:
        """Draw the hand: tap a card to remove it."""
        cards = self.in_order(plan)
        if not cards:
            return el("p", sentence(lang, "page.hand.empty"), class_="p10-muted p10-hand-empty")
        seen: dict[int, int] = {}
        buttons = []
        for place, card in enumerate(cards, start=1):
            copy = seen[card.kind] = seen.get(card.kind, 0) + 1
            buttons.append(
                el(
                    "button",
                    card_face(card, lang, named=False),
                    type="button",
                    class_="p10-cardbutton",
                    id=f"{self.name}-{card}-{copy}",
                    data_act=f"{self.name}.remove",
                    data_value=str(card),
                    aria_label=card_label(lang, card, place, len(cards)),
                )
            )
        return el(
            "div",
            buttons,
            class_="p10-hand",
            role="group",
            aria_label=f"{plural(lang, 'count.hand', len(cards))}. "
            f"{sentence(lang, 'page.hand.remove.help')}",
            data_roving="",
            data_keys=f"{self.name}.key",
            data_fallback=f"{self.name}-add-R1",
            data_pending="" if self.pending else None,
        )

    def render_picker(self, lang: str, label: str = "") -> Html:
        """Draw the fifty kinds: tap a card to add it; ``label`` says what for."""
        rows = []
        for color_index, color in enumerate(COLORS):
            kinds = range(color_index * NUMBERS, (color_index + 1) * NUMBERS)
            rows.append(
                el(
                    "div",
                    [self._add_button(kind, lang) for kind in kinds],
                    class_="p10-pickrow",
                    role="group",
                    aria_label=color_name(lang, color),
                )
            )
        rows.append(
            el(
                "div",
                [self._add_button(kind, lang) for kind in (WILD, SKIP)],
                class_="p10-pickrow p10-pickspecial",
            )
        )
        return el(
            "div",
            rows,
            class_="p10-picker",
            role="group",
            aria_label=label
            or f"{sentence(lang, 'page.hand.picker')}. {sentence(lang, 'page.hand.add.help')}",
            data_roving="",
            data_keys=f"{self.name}.key",
            data_pending="" if self.pending else None,
        )

    def _add_button(self, kind: int, lang: str) -> Html:
        card = CARDS[kind]
        left = self.left(kind)
        full = len(self.field.cards) >= HAND_LIMIT
        return el(
            "button",
            card_face(card, lang, named=False),
            el("span", f"×{left}", class_="p10-left", aria_hidden=True),
            type="button",
            class_="p10-cardbutton" if left else "p10-cardbutton p10-gone",
            id=f"{self.name}-add-{card}",
            data_act=f"{self.name}.add",
            data_value=str(card),
            aria_label=picker_label(lang, card, left),
            aria_disabled=True if left == 0 or full else None,
        )

    def render_refusal(self, lang: str) -> Html:
        """Say why the last card was not added, or which keys wait."""
        if self.refused is not None:
            return el("p", error_text(lang, self.refused), class_="p10-error")
        if self.pending:
            return el("p", self._pending_text(lang), class_="p10-muted")
        return Html("")

    def render_field(self, lang: str) -> Html:
        """Draw the text field with what is wrong in it."""
        problems = problems_text(lang, self.field.problems)
        ident = f"{self.name}-text"
        return el(
            "div",
            el("label", sentence(lang, "page.hand.text"), for_=ident, class_="p10-label"),
            el(
                "input",
                type="text",
                id=ident,
                value=self.field.text,
                data_act=f"{self.name}.text",
                data_rev=self.field.revision,
                autocomplete="off",
                autocapitalize="off",
                autocorrect="off",
                spellcheck="false",
                placeholder=sentence(lang, "page.hand.example"),
                aria_describedby=f"{ident}-help {ident}-error",
                aria_invalid=True if problems else None,
            ),
            el("small", sentence(lang, "page.hand.text.help"), id=f"{ident}-help"),
            el(
                "div", [el("p", text, class_="p10-error") for text in problems], id=f"{ident}-error"
            ),
            class_="p10-field",
        )


def _card(value: Any) -> Card | None:
    try:
        return Card.parse(value) if isinstance(value, str) else None
    except GameError:
        return None
