"""Boards played as a person plays them: what an act takes to be done, by buttons and fields alone.

:func:`do` works on anything that has hands: the page without a browser (:class:`Pupil`) and a
browser, where the same buttons are clicked or reached by keys.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from typing import Any, Protocol

from phase10.dashboards.learn import LearnView
from phase10.game.cards import CARDS, Card
from phase10.game.moves import SEATS, Discard, Draw, EndTurn, Hit, Lay, TakeDiscard
from phase10.teaching.course import Act, Sitting
from phase10.teaching.course.acts import Choose, Enter, Point, Tap, Wait
from tests.dashboards.test_app import Visitor

PILES = {"pile": "play-pile-draw", "discards": "play-pile-top"}


class Hands(Protocol):
    """What presses buttons and fills fields, by their ids."""

    def press(self, ident: str) -> None: ...

    def fill(self, ident: str, text: str) -> None: ...

    def answers(self) -> list[str]: ...


def do(hands: Hands, act: Act, names: tuple[str, ...]) -> None:
    """Make an act of a board."""
    match act:
        case Tap(what=what):
            hands.press(PILES.get(what) or f"play-{what}-1")
        case Choose(option=option):
            hands.press(f"learn-choose-{option}")
        case Point(move=place):
            hands.press(f"learn-point-{place}")
        case Enter(field=field, number=number):
            hands.fill(f"learn-field-{field}", str(number))
        case Wait():
            hands.press("learn-wait")
        case Draw():
            hands.press("do-play-draw")
        case TakeDiscard():
            hands.press("do-play-take")
        case EndTurn():
            hands.press("do-play-discard")
        case Lay(groups=groups):
            choose(hands, [card for group in groups for card in group.cards])
            hands.press("do-play-lay")
            if hands.answers():
                hands.press("play-answer-0")
        case Hit(card=card, seat=seat, group=group):
            choose(hands, [card])
            hands.press(f"play-meld-{SEATS[seat]}-{group}")
            numbers = [f" {card.stands_for} " in f" {said} " for said in hands.answers()]
            if numbers:
                hands.press(f"play-answer-{numbers.index(True)}")
        case Discard(card=card, target=target):
            choose(hands, [card])
            hands.press("do-play-discard")
            asked = hands.answers()
            if asked and target is not None:
                hands.press(f"play-answer-{asked.index(names[target])}")
        case _:
            raise TypeError(act)


def choose(hands: Hands, cards: list[Card]) -> None:
    """Choose cards of the hand; the second of two alike is its second copy."""
    met: Counter[Card] = Counter()
    for card in (CARDS[card.kind] for card in cards):
        met[card] += 1
        hands.press(f"play-{card}-{met[card]}")


class Pupil(Visitor):
    """A visitor who learns, by the buttons that the page shows."""

    def __init__(self, search: str = "?view=learn&lang=en", **kept: Any) -> None:
        self._seen = -1, ""
        super().__init__(search, **kept)

    @property
    def learn(self) -> LearnView:
        return self.page.course.learn

    @property
    def sitting(self) -> Sitting:
        assert self.learn.sitting is not None
        return self.learn.sitting

    def act(self, name: str, value: Any = None) -> dict[str, Any]:
        """Do an act in which nothing of ours fails."""
        reply = super().act(name, value)
        assert not any(effect.get("show") for effect in reply["effects"]), (name, value)
        return reply

    @property
    def shown(self) -> str:
        """The page as it stands, all parts."""
        if self._seen[0] != len(self.replies):
            self._seen = len(self.replies), "".join(self.page.parts().values())
        return self._seen[1]

    def tag(self, ident: str) -> str:
        found = re.search(rf'<[^<>]* id="{re.escape(ident)}"[^<>]*>', self.shown)
        assert found is not None, f"nothing is called {ident}"
        return html.unescape(found[0])

    def press(self, ident: str) -> None:
        tag = self.tag(ident)
        act = re.search(r'data-act="([^"]*)"', tag)
        value = re.search(r'data-value="([^"]*)"', tag)
        assert act is not None, tag
        self.act(act[1], value[1] if value else None)

    def fill(self, ident: str, text: str) -> None:
        tag = self.tag(ident)
        typing = re.search(r'data-act="([^"]*)"', tag)
        entered = re.search(r'data-enter="([^"]*)"', tag)
        assert typing is not None, tag
        assert entered is not None, tag
        self.act(typing[1], text)
        self.act(entered[1], text)

    def answers(self) -> list[str]:
        match, asked = self.learn.table.match, self.learn.table.asked
        if match is None or asked is None:
            return []
        found = re.findall(r'<button[^>]*id="play-answer-\d+".*?</button>', self.shown, re.DOTALL)
        return [words(re.sub(r'<span class="p10-place".*?</span>', "", one)) for one in found]

    def words(self, part: str) -> str:
        return words(self.page.parts()[part])

    def go(self, place: str) -> Pupil:
        self.act("app.view", place)
        return self


def words(part: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", part)).split())


def play(pupil: Pupil, most: int = 2000) -> Sitting:
    """Play the open board by its shown way to the end."""
    for _ in range(most):
        act = pupil.sitting.next_act()
        if act is None:
            break
        do(pupil, act, pupil.sitting.names)
    return pupil.sitting
