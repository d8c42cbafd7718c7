"""What is done at the table: cards chosen, acts tapped or typed, questions answered.

:class:`TableActs` makes the moves of the person to move; what comes before and after a match, and
the computer players, are in ``play``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from phase10.dashboards.play_coach import Coach
from phase10.dashboards.play_match import PageMatch
from phase10.dashboards.play_words import Problem, problem_texts, said_text, turn_text
from phase10.game.cards import Card
from phase10.game.errors import GameError
from phase10.game.meaning import hits_meant, laying_meant, reason_against_hit, ways_with
from phase10.game.moves import SEATS, Discard, Draw, EndTurn, Hit, Lay, Move, TakeDiscard
from phase10.game.stages import DRAW, PLAY
from phase10.game.typed_moves import LINE_LIMIT, Said, read_line
from phase10.players.at_table import (
    best_layings,
    is_computers,
    is_running,
    nearest_missing,
    seats_by_name,
)
from phase10.solver.groupings import best_groupings
from phase10.views.i18n import sentence
from phase10.views.play import end_texts
from phase10.widgets.hand import SORTS, HandCards

__all__ = ["Asked", "TableActs"]

SUGGESTED: Final = 5
"""Layings that are offered at first."""

_KEYS: Final = {
    "d": "draw", "t": "take", "l": "lay", "h": "hit", "x": "discard", "u": "undo", "c": "hint",
    "n": "next", "Backspace": "clear",
}  # fmt: skip


@dataclass(frozen=True)
class Asked:
    """Hold a question about a move: which of these. ``what``: ``target``, ``place`` or ``lay``."""

    what: str
    moves: tuple[Move, ...]
    card: Card | None = None
    whole: bool = False

    @property
    def shown(self) -> tuple[Move, ...]:
        """Give the moves that are offered: of many layings the first, until all are wanted."""
        return self.moves if self.whole or self.what != "lay" else self.moves[:SUGGESTED]


class TableActs(ABC):
    """Hold what is chosen and asked at the table, and make the person's moves.

    ``effects`` collects what the page should say or focus.
    """

    def __init__(self, effects: list[dict[str, Any]]) -> None:
        self.effects = effects
        self.match: PageMatch | None = None
        self.hand = HandCards("play")
        self.coach = Coach()
        self.problem: Problem | None = None
        self.asked: Asked | None = None
        self.typed_revision = 0
        self.typed_text = ""

    # --- what comes around a move ----------------------------------------------------------------

    @abstractmethod
    def go_on(self, lang: str) -> None:
        """Let the others move."""

    @abstractmethod
    def act_around(self, verb: str, value: Any, lang: str) -> None:
        """Do what is no move: deal, show the cards, copy; unknown verbs are ignored."""

    def act_at_table(self, verb: str, value: Any, lang: str) -> None:
        """Do what was tapped or typed at the table."""
        text = value if isinstance(value, str) else ""
        if verb not in ("key", "card", "tick", "typing"):
            self.problem = None
        acts: dict[str, Callable[[str], None]] = {
            "draw": lambda lang: self._play(Draw(), lang),
            "take": lambda lang: self._play(TakeDiscard(), lang),
            "top": self._top,
            "lay": self._lay,
            "hit": self._hit,
            "discard": self._discard,
            "undo": self._undo,
            "hint": self._hint,
            "clear": self._clear,
            "all": self._all,
        }
        told: dict[str, Callable[[str, str], None]] = {
            "card": self._card,
            "key": self._key,
            "meld": self._meld,
            "answer": self._answer,
            "typed": self._typed,
            "typing": self._typing,
            "decide": self._decide,
        }
        if verb in acts:
            acts[verb](lang)
        elif verb in told:
            told[verb](text, lang)
        else:
            self.act_around(verb, value, lang)

    def _say(self, text: str) -> None:
        if text:
            self.effects.append({"say": text})

    def _wrong(self, problem: Problem, lang: str) -> None:
        self.problem, self.asked = problem, None
        if self.match is not None:
            said = problem_texts(lang, problem, self.match.names, self.match.me)
            self.effects.append({"alert": " ".join(said)})

    @property
    def _held(self) -> list[Card]:
        return [] if self.match is None else list(self.match.game.hand(self.match.me))

    @property
    def chosen(self) -> list[Card]:
        """List the chosen cards of the hand that is shown."""
        return self.hand.chosen(self._held)

    # --- choosing -------------------------------------------------------------------------------

    def _card(self, key: str, lang: str) -> None:
        if self.match is None or not self.match.sees_hand:
            return
        self.problem = None
        self.hand.toggle(key, self._held)
        if self.asked is not None:
            self.asked = None
        self._say(sentence(lang, "page.play.chosen", count=len(self.chosen)))

    def sort(self, order: str, lang: str) -> None:
        """Sort the hand another way."""
        self.hand.sort = order
        self._say(sentence(lang, f"live.sorted.{order}"))

    def _clear(self, lang: str) -> None:
        self.hand.clear()
        self.asked = None

    def _key(self, key: str, lang: str) -> None:
        if key.isdecimal() and self.asked is not None:
            if 1 <= int(key) <= len(self.asked.shown):
                self._play(self.asked.shown[int(key) - 1], lang)
            return
        if key == "s":
            self.sort(SORTS[(SORTS.index(self.hand.sort) + 1) % len(SORTS)], lang)
            return
        verb = _KEYS.get(key if len(key) > 1 else key.lower())
        if verb is not None:
            self.act_at_table(verb, None, lang)

    # --- moves ----------------------------------------------------------------------------------

    def _play(self, move: Move, lang: str, *, compare: bool = True) -> None:
        """Make a move, ask the coach first where that is wanted, or say why not."""
        match = self.match
        if match is None:
            return
        refusal = match.game.check(move, match.me)
        if match.is_covered:
            values = {"player": match.names[match.me]}
            self._wrong(Problem(code="page.play.cover", values=values), lang)
            return
        if refusal is not None:
            self._wrong(Problem(refusal=refusal), lang)
            return
        if compare and self.coach.asks:
            self.coach.pending, self.asked = move, None
            self.effects.append({"focus": "coach-verdict"})
            return
        start = len(match.record.events)
        drew = match.game.stage == DRAW
        match.play(move)
        self.asked = None
        self.coach.forget()
        if not drew:
            self.hand.clear()
        self._tell(start, lang)
        if not is_running(match.game):
            # The acts are gone; whoever made the last move is led to what comes now.
            self.effects.append({"focus": "play-status"})
        self.go_on(lang)

    def _tell(self, start: int, lang: str) -> None:
        """Tell every step from an event on, and whose turn it is now."""
        if self.match is not None:
            for event in range(start, len(self.match.record.events)):
                self._say(said_text(lang, self.match, event))
        self._say_turn(lang)

    def _say_turn(self, lang: str) -> None:
        match = self.match
        if match is None:
            return
        ended = end_texts(lang, match.game, match.names, match.reader)
        if ended:
            for text in ended:
                self._say(text)
        elif not is_computers(match.record):
            self._say(turn_text(lang, match))

    def _top(self, lang: str) -> None:
        """Tap the discards: take before the draw, discard after it."""
        if self.match is not None and self.match.game.stage == PLAY and self.match.is_mine:
            self._discard(lang)
        else:
            self._play(TakeDiscard(), lang)

    def _discard(self, lang: str) -> None:
        match, chosen = self.match, self.chosen
        if match is None:
            return
        if not chosen and match.is_mine and match.game.stage == PLAY:
            self._play(EndTurn(), lang)
        elif len(chosen) > 1:
            self._wrong(Problem(code="page.play.one", rule="S32"), lang)
        elif not chosen:
            self._play(Discard(self._held[0]) if self._held else EndTurn(), lang)
        else:
            self._discard_card(match, chosen[0], lang)

    def _discard_card(self, match: PageMatch, card: Card, lang: str) -> None:
        game = match.game
        can_aim = card.is_skip and match.is_mine and game.stage == PLAY
        targets = game.skip_targets() if can_aim and len(self._held) > 1 else ()
        if len(targets) > 1:
            self._ask(Asked("target", tuple(Discard(card, seat) for seat in targets), card))
        else:
            self._play(Discard(card), lang)

    def _ask(self, asked: Asked) -> None:
        self.asked = asked
        self.effects.append({"focus": "play-asked"})

    def _lay(self, lang: str) -> None:
        """Lay the chosen cards; without any, offer the best layouts."""
        match, chosen = self.match, self.chosen
        if match is None:
            return
        game = match.game
        free = match.is_mine and game.stage == PLAY and game.seats[game.turn].laid is None
        if not free:
            self._play(Lay(()), lang)
        elif chosen:
            self._lay_chosen(match, chosen, lang)
        else:
            layings = best_layings(game)
            if layings:
                self._ask(Asked("lay", tuple(layings)))
            else:
                count = max(1, nearest_missing(game, game.turn))
                self._wrong(Problem(code="play.lay.missing", count=count, rule="S22"), lang)

    def _lay_chosen(self, match: PageMatch, chosen: list[Card], lang: str) -> None:
        game = match.game
        numbers = game.open_phases(game.turn)
        ways = ways_with(game, chosen, numbers)
        lawful = tuple(way for way in ways if game.check(way) is None)
        if len(lawful) == 1:
            self._play(lawful[0], lang)
        elif lawful:
            self._ask(Asked("lay", lawful, whole=True))
        else:
            self._play(ways[0] if ways else self._attempt(match, chosen), lang)

    def _attempt(self, match: PageMatch, chosen: list[Card]) -> Lay:
        """Give the laying that these cards come nearest to: the law says what is wrong with it."""
        game = match.game
        cards = [card for card in chosen if not card.is_skip]
        if len(cards) < len(chosen) or not cards:
            return laying_meant(game, game.turn, Said("lay", groups=(tuple(chosen),)))
        numbers = game.open_phases(game.turn)
        phase = game.setup.phase(numbers[0] if numbers else game.setup.numbers[-1])
        hand = game.hand(game.turn)
        found = best_groupings(hand - (hand - cards), phase, game.rules)[0]
        groups = [(plan.group.kind, list(plan.cards)) for plan in found.groups if plan.cards]
        if found.spare:
            if not groups:
                groups = [(phase.groups[0].kind, [])]
            groups[-1][1].extend(found.spare)
        said = Said("lay", groups=tuple(tuple(cards) for _, cards in groups))
        return laying_meant(game, game.turn, said)

    def _hit(self, lang: str, place: tuple[int, int] | None = None) -> None:
        """Hit with the chosen card, on a group where one was tapped."""
        match, chosen = self.match, self.chosen
        if match is None:
            return
        game = match.game
        if len(chosen) != 1:
            can = match.is_mine and game.stage == PLAY and game.seats[game.turn].laid is not None
            if can or len(chosen) > 1:
                self._wrong(Problem(code="page.play.one.hit"), lang)
            else:
                self._play(Hit(self._held[0] if self._held else Card(0), match.me, 1), lang)
            return
        card = chosen[0]
        said = Said("hit", card=card, seat=None if place is None else place[0])
        hits = hits_meant(game, said) if match.is_mine else []
        if place is not None:
            hits = [hit for hit in hits if (hit.seat, hit.group) == place]
            if not hits:
                self._play(Hit(card, *place), lang)
                return
        if len(hits) == 1:
            self._play(hits[0], lang)
        elif hits:
            self._ask(Asked("place", tuple(hits), card))
        else:
            seat = game.turn if match.is_mine else match.me
            reason = reason_against_hit(game, seat, card, None)
            if reason is not None:
                self._wrong(Problem(refusal=reason), lang)
            else:
                self._wrong(Problem(code="play.hit.nowhere", card=card, rule="S27"), lang)

    def _meld(self, text: str, lang: str) -> None:
        letter, _, group = text.partition(".")
        if len(letter) == 1 and letter in SEATS and group.isdecimal():
            self._hit(lang, (SEATS.index(letter), int(group[:2])))

    def _answer(self, text: str, lang: str) -> None:
        asked = self.asked
        if asked is not None and text.isdecimal() and int(text[:4]) < len(asked.moves):
            self._play(asked.moves[int(text[:4])], lang)

    def _all(self, lang: str) -> None:
        if self.asked is not None:
            self.asked = Asked(self.asked.what, self.asked.moves, self.asked.card, whole=True)

    def _undo(self, lang: str) -> None:
        match = self.match
        if match is None:
            return
        if self.coach.pending is not None or self.asked is not None:
            self.coach.pending, self.asked = None, None
        elif match.can_undo:
            match.undo()
            self.coach.forget()
            self.hand.clear()
            self._say(sentence(lang, "play.undone"))
            self._say_turn(lang)
        else:
            self._wrong(Problem(code="play.undo.none"), lang)

    def _typing(self, line: str, lang: str) -> None:
        self.typed_text = line[:LINE_LIMIT]

    def _typed(self, line: str, lang: str) -> None:
        """Do what a line says, in the words of the terminal."""
        match = self.match
        if match is None:
            return
        self.typed_text = line[:LINE_LIMIT]
        try:
            said = read_line(line, seats_by_name(match.record, match.names))
        except GameError as error:
            self._wrong(Problem(error=error), lang)
            return
        if said.act == "several":
            self._wrong(Problem(code="page.play.one", rule="S32"), lang)
        elif said.act == "lay" and said.groups:
            self._play(laying_meant(match.game, match.game.turn, said), lang)
        elif said.act == "lay" and said.number:
            layings = best_layings(match.game) if match.is_mine else []
            known = said.number <= len(layings)
            self._play(layings[said.number - 1] if known else Lay(()), lang)
        elif said.act == "hit" and said.card is not None:
            self._hit_said(match, said, lang)
        elif said.act == "move":
            self._play(said.move or EndTurn(), lang)
        elif said.act in ("lay", "hit", "undo", "hint", "next"):
            self.act_at_table(said.act, None, lang)
        elif said.act == "sort":
            self._key("s", lang)
        else:
            self._wrong(Problem(code="page.play.unknown", values={"text": line.strip()}), lang)
        if self.problem is None:
            self.typed_text = ""
            self.typed_revision += 1

    def _hit_said(self, match: PageMatch, said: Said, lang: str) -> None:
        hits = hits_meant(match.game, said) if match.is_mine else []
        if len(hits) == 1:
            self._play(hits[0], lang)
        elif hits:
            self._ask(Asked("place", tuple(hits), said.card))
        elif said.card is not None:
            reason = reason_against_hit(match.game, match.me, said.card, said.seat)
            if reason is None:
                self._wrong(Problem(code="play.hit.nowhere", card=said.card, rule="S27"), lang)
            else:
                self._wrong(Problem(refusal=reason), lang)

    # --- the coach ------------------------------------------------------------------------------

    def _hint(self, lang: str) -> None:
        match = self.match
        if match is None or not match.is_mine or self.coach.mode == "off":
            return
        if self.coach.mode == "request" and not self.coach.asks:
            self._say(self.coach.climb(lang, match))

    def _decide(self, choice: str, lang: str) -> None:
        move = self.coach.pending
        self.coach.pending = None
        if move is not None and choice == "mine":
            self._play(move, lang, compare=False)
        else:
            self.effects.append({"focus": "play-status"})
