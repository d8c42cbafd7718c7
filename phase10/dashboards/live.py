"""The live round: a real table followed by one tap each; what was reported, asked, and undone.

State and acts; the looks are in ``live_setup`` and ``live_parts``.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from importlib.resources import files
from typing import Any, Final, NamedTuple, Protocol

from phase10.dashboards.opponents import Opponents, read_points
from phase10.game.cards import CARDS, HAND_LIMIT, KINDS, Card, Hand
from phase10.game.errors import CardError, GameError, PositionError
from phase10.game.live import LiveRound, Report
from phase10.game.live_choices import HouseRule, house_rule, places_of, ways_to_lay
from phase10.game.moves import SEATS, Discard, Draw, Hit, Lay, Move, TakeDiscard, parse_move
from phase10.game.position import ME, Opponent, Position
from phase10.views.i18n import plural, sentence
from phase10.views.live import (
    entry_text,
    nowhere_text,
    opening_text,
    place_text,
    problem_text,
    turn_text,
)
from phase10.widgets.choice import CardChoice

__all__ = ["MODES", "Asked", "LiveView", "live_style"]

MODES: Final = ("throw", "lay", "hit")
"""What the player to move may be reported to do with cards."""

_LETTERS: Final = {letter: seat for seat, letter in enumerate(SEATS)}
_LONGEST_MOVE: Final = 300


class Fields(Protocol):
    """What a live round needs of the page around it: the fields in which a table is entered."""

    @property
    def typed(self) -> Position:
        """Everything entered, as one position."""

    def put(self, position: Position) -> None:
        """Write a position into the fields."""

    def put_top(self, card: Card) -> None:
        """Write the face-up card into its field."""


class Asked(NamedTuple):
    """Hold what a report still lacks: who is skipped, or where a card lies now."""

    what: str
    card: Card
    moves: tuple[Move, ...]


class LiveView:
    """Hold a followed round, or what is chosen before it begins.

    ``round``: the round, None before it; ``behind``: the round to which one can go back from the
    fields; ``hidden``: how many discards lay out of sight in it, None where that is not known or
    the next round comes; ``mode``: one of :data:`MODES`; ``cards``: those chosen for a laying;
    ``asked``: what a report still lacks; ``wrong``: why the last report cannot be, as (error or
    card, player); ``house``: the rule by which it could be all the same.
    """

    def __init__(self, fields: Fields, opponents: Opponents, effects: list[dict[str, Any]]) -> None:
        self.fields = fields
        self.opponents = opponents
        self.effects = effects
        self.round: LiveRound | None = None
        self.behind: LiveRound | None = None
        self.hidden: int | None = None
        self.choice = CardChoice("live")
        self.mode = MODES[0]
        self.cards: list[Card] = []
        self.asked: Asked | None = None
        self.wrong: tuple[GameError | Card, str] | None = None
        self.house: HouseRule | None = None
        self.points: dict[str, str] = {}
        # What a round begins with, besides the fields of the page.
        self.moment = ""
        self.dealer: int | None = None
        self.score = ""
        self.number = 1
        self.tie_break = False
        self.done: tuple[int, ...] = ()

    # --- what is known ---------------------------------------------------------------------------

    @property
    def moments(self) -> tuple[str, ...]:
        """List where a round can be joined: just dealt, in my turn, in a turn of another."""
        others = tuple(str(place) for place in range(1, len(self.opponents.rows) + 1))
        return ("", "before_draw", "after_draw", *others)

    @property
    def told_points(self) -> dict[str, int]:
        """Give the points of the round that were told, by player."""
        read = {name: read_points(text) for name, text in self.points.items()}
        return {name: points for name, points in read.items() if points is not None}

    @property
    def holding(self) -> list[int]:
        """Count by kind the cards that the player to move may report now."""
        live = self.round
        if live is None:
            return self._free()
        position = live.position
        counts = list(position.unseen)
        for player in position.players:
            if player.name == live.turn:
                held = position.held_by(player)
                counts = [a + b for a, b in zip(counts, held, strict=True)]
        for card in self.cards:
            counts[card.kind] = max(0, counts[card.kind] - 1)
        return counts

    def _free(self) -> list[int]:
        typed = self.fields.typed
        lying = replace(typed, top=None, discards=()).out_of_play
        most = typed.rules.deck.counts
        return [max(0, most[k] - typed.hand.counts[k] - lying[k]) for k in range(KINDS)]

    @property
    def modes(self) -> tuple[str, ...]:
        """List what the player to move may be reported to do: a phase is laid once a round."""
        live = self.round
        if live is None or live.over or live.game.seats[live.game.turn].laid is None:
            return MODES
        return tuple(mode for mode in MODES if mode != "lay")

    def ways(self) -> tuple[Lay, ...]:
        """List the ways to lay the cards that are chosen."""
        if self.round is None or not self.cards or "lay" not in self.modes:
            return ()
        return ways_to_lay(self.round, self.cards)

    # --- acts ------------------------------------------------------------------------------------

    def act(self, verb: str, value: Any, lang: str) -> None:
        """Do what the user asked for; unknown acts and values are ignored."""
        if verb in ("add", "key"):
            picked, said = self.choice.ask(verb, value, lang)
            self._say(said)
            for card in picked:
                self._picked(card, lang)
            return
        self.choice.pending = ""
        if self.round is None:
            self._setup_act(verb, value, lang)
        elif verb in ("hand", "unpick", "move"):
            self._card_act(verb, value, lang)
        elif verb == "take":
            self._report(TakeDiscard(), lang)
        elif verb == "allow":
            self._allow(lang)
        elif verb == "mode" and value in self.modes:
            self._clear()
            self.mode = value
        elif verb == "undo":
            self._undo(lang)
        elif verb == "edit":
            self._edit(lang)
        elif verb == "next":
            self._next(lang)
        elif verb == "new":
            self._new(lang)
        elif verb.startswith("points."):
            self._points(verb.removeprefix("points."), value)

    def _card_act(self, verb: str, value: Any, lang: str) -> None:
        if not isinstance(value, str):
            return
        try:
            if verb == "move":
                self._report(parse_move(value[:_LONGEST_MOVE], _LETTERS), lang)
                return
            card = Card.parse(value)
        except GameError:
            return
        if verb == "hand":
            self._picked(card, lang)
        elif card in self.cards:
            self.cards.remove(card)
            self.wrong = None

    def _say(self, text: str) -> None:
        if text:
            self.effects.append({"say": text})

    def _clear(self) -> None:
        self.mode, self.cards = MODES[0], []
        self.asked, self.wrong, self.house = None, None, None

    def _picked(self, card: Card, lang: str) -> None:
        """Take a card that was tapped for what is asked now."""
        live = self.round
        card = CARDS[card.kind]
        self.wrong, self.asked, self.house = None, None, None
        if live is None:
            self._turned(card, lang)
        elif live.over:
            return
        elif live.turn == ME and not live.drawn:
            self._report(Draw(), lang, card)
        elif self.mode == "lay":
            self._choose(live, card, lang)
        elif self.mode == "hit":
            self._hit(live, card, lang)
        else:
            self._throw(live, card, lang)

    def _turned(self, card: Card, lang: str) -> None:
        """Take the face-up card of a round that begins."""
        left, most = self._free()[card.kind], self.fields.typed.rules.deck.counts[card.kind]
        if left:
            self.fields.put_top(card)
        else:
            error = CardError("card.too_many", card=str(card), count=most + 1, limit=most)
            self._wrong(error, ME, lang)

    def _choose(self, live: LiveRound, card: Card, lang: str) -> None:
        """Add a card to those of a laying; of my own hand take it back when no more are held."""
        held = live.game.hand(0).count(card) if live.turn == ME else None
        if held is not None and self.cards.count(card) >= held:
            self.cards = [other for other in self.cards if other != card]
        elif len(self.cards) < HAND_LIMIT:
            self.cards.append(card)
        said = plural(lang, "page.live.chosen.count", len(self.cards))
        whole = sentence(lang, "page.live.ways.one") if self.ways() else ""
        self._say(f"{said} {whole}".strip())

    def _hit(self, live: LiveRound, card: Card, lang: str) -> None:
        # Groups that are called the same take the same cards: it is no question which of them.
        called = {place_text(lang, live, hit): hit for hit in reversed(places_of(live, card))}
        places = tuple(reversed(called.values()))
        laid = live.game.seats[live.game.turn].laid is not None
        if len(places) == 1 or not laid:
            # Without a phase of one's own it is the same wherever it is tried.
            self._report(places[0] if places else Hit(card, live.game.turn, 1), lang)
        elif places:
            self.asked = Asked("place", card, places)
            self.effects.append({"focus": "live-asked"})
        else:
            self.wrong = (card, live.turn)
            self.effects.append({"alert": self.wrong_text(lang)})

    def _throw(self, live: LiveRound, card: Card, lang: str) -> None:
        game = live.game
        held = len(game.hand(game.turn)) + (not live.drawn)
        targets = game.skip_targets() if card.is_skip and held > 1 else ()
        if len(targets) > 1:
            self.asked = Asked("target", card, tuple(Discard(card, seat) for seat in targets))
            self.effects.append({"focus": "live-asked"})
        else:
            self._report(Discard(card), lang)

    def _report(self, move: Move, lang: str, card: Card | None = None) -> None:
        live = self.round
        if live is None or live.over:
            return
        try:
            self.round = live.report(live.turn, move, card)
        except GameError as error:
            self.asked = None
            self._wrong(error, live.turn, lang)
            self.house = house_rule(live, Report(live.turn, move, card), error)
            return
        self._told(lang)

    def _allow(self, lang: str) -> None:
        """Let the table have its own rule: the round goes on by it."""
        if self.house is None or self.wrong is None:
            return
        self.round = self.house.live
        self._told(lang)

    def _told(self, lang: str) -> None:
        """Say what was reported last and what comes now."""
        if self.round is None:
            return
        self._clear()
        self._say(entry_text(lang, self.round.entries[-1], self.round.names))
        self._say(turn_text(lang, self.round))

    def _wrong(self, error: GameError, player: str, lang: str) -> None:
        self.wrong, self.house = (error, player), None
        self.effects.append({"alert": self.wrong_text(lang)})

    def wrong_text(self, lang: str) -> str:
        """Say why the last report cannot be, "" when nothing is wrong."""
        if self.wrong is None:
            return ""
        what, player = self.wrong
        if isinstance(what, Card):
            return "" if self.round is None else nowhere_text(lang, self.round, what)
        names = self.round.names if self.round else (ME, *self.opponents.names)
        return problem_text(lang, what, names, player)

    def _undo(self, lang: str) -> None:
        live = self.round
        if live is None:
            return
        if self.cards or self.asked:
            # What is only half reported goes first.
            self.cards, self.asked, self.wrong = self.cards[:-1], None, None
            return
        try:
            self.round = live.undo()
        except GameError as error:
            self._wrong(error, ME, lang)
            return
        self._clear()
        self._say(sentence(lang, "page.live.undone"))
        self._say(turn_text(lang, self.round))

    # --- between the rounds ----------------------------------------------------------------------

    def _points(self, place: str, value: Any) -> None:
        names = () if self.round is None else self.round.names
        known = place.isascii() and place.isdigit() and 0 < int(place[:2]) < len(names)
        if known and isinstance(value, str):
            self.points[names[int(place[:2])]] = value[:6]

    def _next(self, lang: str) -> None:
        live = self.round
        if live is None:
            return
        try:
            upcoming = live.next_round(self.told_points)
        except GameError as error:
            self._wrong(error, ME, lang)
            return
        self._leave(live)
        self.moment, self.points = "", {}
        self.number = live.game.round + 1
        self._put(upcoming)
        self._say(sentence(lang, "page.live.deal"))
        self.effects.append({"focus": "hand-add-R1"})

    def _edit(self, lang: str) -> None:
        live = self.round
        if live is None:
            return
        position = live.position
        self._leave(live)
        self.hidden = None if position.pile is None else _undealt(position) - position.pile
        own = "after_draw" if live.drawn else "before_draw"
        self.moment = own if live.game.turn == 0 else str(live.game.turn)
        self.number = live.game.round
        self._put(position)
        self._say(sentence(lang, "page.live.edited"))
        self.effects.append({"focus": "live-heading"})

    def _new(self, lang: str) -> None:
        """Begin a new match with the same players."""
        live = self.round
        if live is None:
            return
        self._leave(live)
        self.behind, self.moment, self.points, self.number = None, "", {}, 1
        begun = live.begun
        first = live.game.setup.phase(live.game.setup.numbers[0])
        players = tuple(Opponent(name, live.game.setup.numbers[0], 0) for name in live.names[1:])
        self._put(
            Position(
                Hand((), begun.rules.deck),
                first if first in begun.phases else begun.phase,
                begun.rules,
                begun.phases,
                players=players,
                score=0,
            )
        )
        self.effects.append({"focus": "hand-add-R1"})

    def _leave(self, live: LiveRound) -> None:
        self._clear()
        self.round, self.behind, self.hidden = None, live, None

    def _put(self, position: Position) -> None:
        """Write a position into the fields of the page and into those of this part."""
        self.fields.put(position)
        names = [ME, *(player.name for player in position.players)]
        self.dealer = names.index(position.dealer) if position.dealer in names else None
        self.score = "" if position.score is None else str(position.score)
        self.tie_break, self.done = position.tie_break, position.done

    def _setup_act(self, verb: str, value: Any, lang: str) -> None:
        self.wrong = None
        match verb, value:
            case "moment", str() if value in self.moments:
                self.moment = value
            case "dealer", str() if value in ("0", *self.moments[3:]):
                self.dealer = int(value)
            case "score", str():
                self.score = value[:6]
            case "first", _:
                self._first_round()
            case "resume", _ if self.behind is not None:
                self.round, self.behind, self.hidden = self.behind, None, None
                self._clear()
                self._say(turn_text(lang, self.round))
                self.effects.append({"focus": "live-status"})
            case "start", _:
                self._start(lang)

    @property
    def first_round(self) -> bool:
        """Tell whether the fields say that a match begins: all at phase 1, nobody has points."""
        rows = self.opponents.rows
        told = [self.score, *(row.score for row in rows)]
        return bool(rows) and set(told) == {"0"} and all(row.phase == 1 for row in rows)

    def _first_round(self) -> None:
        """Say that a match begins; said again, forget it."""
        phase, score = (None, "") if self.first_round else (1, "0")
        for row in self.opponents.rows:
            row.phase, row.score = phase, score
        self.score, self.number = score, 1

    def _start(self, lang: str) -> None:
        try:
            live = self._begun()
        except GameError as error:
            self._wrong(error, ME, lang)
            return
        self.round, self.behind, self.hidden = live, None, None
        self._clear()
        self._say(opening_text(lang, live))
        self._say(turn_text(lang, live))
        self.effects.append({"focus": "live-status"})

    def _begun(self) -> LiveRound:
        """Begin with what the fields tell; raise :class:`GameError`."""
        if not self.opponents.rows:
            raise PositionError("live.players")
        if self.opponents.wrong_name is not None:
            raise self.opponents.wrong_name
        names = [ME, *self.opponents.names]
        dealer = "" if self.dealer is None or self.dealer >= len(names) else names[self.dealer]
        position = replace(
            self.fields.typed,
            score=read_points(self.score),
            round=self.number,
            tie_break=self.tie_break,
            done=self.done,
            dealer=dealer,
        )
        if not self.moment and not dealer:
            raise PositionError("live.dealer")
        if not self.moment:
            return LiveRound.start(position, self.behind)
        position = replace(position, pile=self._pile(position))
        if self.moment in ("before_draw", "after_draw"):
            return LiveRound.join(replace(position, turn=ME, at=self.moment), self.behind)
        turn = names[min(int(self.moment), len(names) - 1)]
        return LiveRound.join(replace(position, turn=turn, at="others_turn"), self.behind)

    def _pile(self, position: Position) -> int | None:
        """Count the draw pile of a round corrected by hand, None where that cannot be known."""
        if self.hidden is None or any(player.cards is None for player in position.players):
            return None
        left = _undealt(position) - self.hidden
        return left if left >= 0 else None

    def settle(self) -> None:
        """Forget choices about players who are no longer there; count the cards that may come."""
        if self.moment not in self.moments:
            self.moment = ""
        if self.dealer is not None and self.dealer > len(self.opponents.rows):
            self.dealer = None
        self.choice.available = self.holding

    # --- what outlives a reload ------------------------------------------------------------------

    def kept(self) -> dict[str, Any]:
        """Give what outlives a reload."""
        return {
            "round": None if self.round is None else self.round.to_json(),
            "behind": None if self.behind is None else self.behind.to_json(),
            "hidden": self.hidden,
            "mode": self.mode,
            "cards": [str(card) for card in self.cards],
            "moment": self.moment,
            "dealer": self.dealer,
            "score": self.score,
            "number": self.number,
            "tie_break": self.tie_break,
            "done": list(self.done),
            "points": dict(self.points),
        }

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Take back what outlived a reload; anything of the wrong shape is left out."""
        self.round, self.behind = _read(kept.get("round")), _read(kept.get("behind"))
        for key, kind in (("moment", str), ("score", str), ("tie_break", bool)):
            if isinstance(kept.get(key), kind):
                setattr(self, key, kept[key])
        if type(kept.get("hidden")) is int and kept["hidden"] >= 0:
            self.hidden = kept["hidden"]
        self._restore_report(kept.get("mode"), kept.get("cards"))
        if type(kept.get("dealer")) is int and kept["dealer"] >= 0:
            self.dealer = kept["dealer"]
        if type(kept.get("number")) is int and 1 <= kept["number"] <= 1000:
            self.number = kept["number"]
        done, points = kept.get("done"), kept.get("points")
        if isinstance(done, list):
            self.done = tuple(sorted({n for n in done if type(n) is int and 1 <= n <= 99}))
        if isinstance(points, dict):
            self.points = {k: v[:6] for k, v in points.items() if isinstance(v, str)}

    def _restore_report(self, mode: object, cards: object) -> None:
        """Take back what was half reported."""
        if self.round is None or self.round.over or mode not in self.modes:
            return
        self.mode = str(mode)
        if mode == "lay" and isinstance(cards, list):
            for text in (text for text in cards[:HAND_LIMIT] if isinstance(text, str)):
                with suppress(GameError):
                    self.cards.append(CARDS[Card.parse(text).kind])


def _undealt(position: Position) -> int:
    """Count the cards that I see nowhere and nobody holds: the draw pile and hidden discards."""
    held = sum(
        max(0, (player.cards or 0) - sum(position.held_by(player))) for player in position.players
    )
    return sum(position.unseen) - held


def _read(data: object) -> LiveRound | None:
    try:
        return None if data is None else LiveRound.from_json(data)
    except GameError:
        return None


def live_style() -> str:
    """Return the style sheet of the live round."""
    return files("phase10.dashboards").joinpath("live.css").read_text("utf-8")
