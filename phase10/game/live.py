"""A round at a real table, followed from one seat: reports in, what is known out.

Every report is a move of a named player, and the engine rules on it. The cards that nobody has seen
are filled in (:mod:`phase10.game.hidden`) so that the engine has a whole game; what is known of it
is given as a :class:`Position`. The player who reports is ``me`` and sits in seat 0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final, NamedTuple

from phase10.game.cards import CARDS, HAND_LIMIT, SKIP, WILD, Card, Cards, Hand
from phase10.game.engine import Game, Seat
from phase10.game.errors import PositionError, RulesError
from phase10.game.hidden import Unknown, came_by, holding
from phase10.game.moves import SEATS, Discard, Draw, Hit, Lay, Move, Step, TakeDiscard, parse_move
from phase10.game.parts import only_keys, read_list, read_mapping, read_text
from phase10.game.position import ME, Opponent, Position
from phase10.game.refusals import IllegalMove, Refusal
from phase10.game.rules import Rules
from phase10.game.ruling import ruled_steps
from phase10.game.shuffle import HAND_SIZE
from phase10.game.sight import game_of, position_of, seat_names, seats_by_name
from phase10.game.stages import DRAW, MATCH_OVER, PLAY, ROUND_OVER

__all__ = ["Ending", "Entry", "LiveRound", "Report", "Told"]

_OVER: Final = (ROUND_OVER, MATCH_OVER)
_KEYS: Final = ("begun", "reports", "earlier")


class Report(NamedTuple):
    """Hold what was reported: who, which move, and the card where I drew one."""

    player: str
    move: Move
    card: Card | None = None


class Told(NamedTuple):
    """Hold one step of a report with the game before and after it."""

    step: Step
    before: Game
    after: Game


class Entry(NamedTuple):
    """Hold a report and its steps: a throw that was reported alone has a draw before it."""

    report: Report
    steps: tuple[Told, ...]


class Ending(NamedTuple):
    """Hold how a round ended, as far as it is known.

    ``out``: who went out, "" when nobody did; ``points``: of this round by player, None where
    nobody told them; ``finishers``: who competes for the match after this round; ``winner``: who
    wins it, "" while that is open; ``tied``: who plays a tie-break; ``lacking``: whose points
    decide and are not known.
    """

    out: str
    points: Mapping[str, int | None]
    finishers: tuple[str, ...]
    winner: str
    tied: tuple[str, ...]
    lacking: tuple[str, ...]


@dataclass(frozen=True)
class LiveRound:
    """Hold a round that is followed; :meth:`start` or :meth:`join` makes the first state.

    ``begun``: what was known at the beginning; ``reports``: what was reported since. Two rounds
    with equal ones are equal. ``earlier``: the end of the round before, to which undo goes back.
    """

    begun: Position
    reports: tuple[Report, ...] = ()
    game: Game = field(compare=False, repr=False, kw_only=True)
    unknown: Unknown = field(compare=False, repr=False, kw_only=True)
    aim: int = field(compare=False, repr=False, kw_only=True)
    entries: tuple[Entry, ...] = field(default=(), compare=False, repr=False, kw_only=True)
    before: LiveRound | None = field(default=None, compare=False, repr=False, kw_only=True)
    earlier: LiveRound | None = field(default=None, compare=False, repr=False, kw_only=True)

    # --- beginning --------------------------------------------------------------------------------

    @classmethod
    def start(cls, position: Position, earlier: LiveRound | None = None) -> LiveRound:
        """Begin with a round just dealt: my ten cards, the face-up card, the others, the dealer.

        Without a dealer the last player dealt and I begin. Raises :class:`GameError` where rules,
        phases, players and cards do not go together, :class:`PositionError` ``live.hand`` for
        another number of cards, ``live.top`` without a face-up card, ``live.turned`` for one that
        does not stay on top by the rules (``first_wild``, ``first_skip``).
        """
        rules = position.rules
        discards = position.discards or (() if position.top is None else (position.top,))
        _check_hand(position.hand, HAND_SIZE)
        if not discards:
            raise PositionError("live.top")
        top = discards[-1]
        if top.is_wild and rules.first_wild == "put_back":
            raise PositionError("live.turned", card=str(CARDS[WILD]))
        if top.is_skip and rules.first_skip != "lose_turn":
            raise PositionError("live.turned", card=str(CARDS[SKIP]))
        names = seat_names(replace(position, table=(), skipped=(), turn=""))
        dealer = seats_by_name(names).get(position.dealer, len(names) - 1)
        first = (dealer + 1 + top.is_skip) % len(names)
        others = position.players or (Opponent(names[1]),)
        dealt = replace(
            position,
            discards=discards,
            top=None,
            seen=Cards((), rules.deck),
            table=(),
            players=tuple(
                Opponent(other.name, other.phase, other.score, HAND_SIZE, done=other.done)
                for other in others
            ),
            laid=False,
            laid_now=False,
            took=None,
            turn=names[first],
            at="others_turn" if first else "before_draw",
            dealer=names[dealer],
            skipped=(),
            pile=max(0, rules.deck.size - HAND_SIZE * len(names) - len(discards)),
        )
        return cls.join(dealt, earlier)

    @classmethod
    def join(cls, position: Position, earlier: LiveRound | None = None) -> LiveRound:
        """Begin in the middle of a round, with what is known of it.

        Another player to move is about to draw. Raises :class:`GameError` where the parts do not go
        together, :class:`PositionError` ``live.hand`` or ``live.hand_laid`` when I hold more or
        fewer cards than then can be.
        """
        deck = position.rules.deck
        players = tuple(
            replace(
                player,
                took=Cards((), deck),
                holds=Cards.from_counts(position.held_by(player), deck),
            )
            for player in position.players
        )
        begun = replace(position, players=players)
        game = game_of(begun)
        needed = HAND_LIMIT if (game.turn, game.stage) == (0, PLAY) else HAND_SIZE
        if game.stage != ROUND_OVER and not (begun.laid and 0 < len(begun.hand) <= needed):
            _check_hand(begun.hand, needed, fewer=not begun.laid)
        told = (*players, *(Opponent("") for _ in game.seats[len(players) + 1 :]))
        known = len(begun.discards) or int(begun.top is not None)
        unknown = Unknown(
            floor=len(game.discards) - known,
            seen=begun.seen,
            phases=frozenset(
                seat for seat, player in enumerate(told, start=1) if player.phase is None
            ),
            scores=(begun.score, *(player.score for player in told)),
            pile=begun.pile is None,
        )
        return cls(begun, game=game, unknown=unknown, aim=_aim(game, begun), earlier=earlier)

    # --- what is known ----------------------------------------------------------------------------

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Name the seats in turn order; the first is ``me``."""
        return seat_names(self.begun)

    @property
    def over(self) -> bool:
        """Tell whether the round is over."""
        return self.game.stage in _OVER

    @property
    def turn(self) -> str:
        """Name the player to move, "" when the round is over."""
        return "" if self.over else self.names[self.game.turn]

    @property
    def drawn(self) -> bool:
        """Tell whether the player to move has drawn or taken a card."""
        return self.game.stage == PLAY

    @cached_property
    def position(self) -> Position:
        """Give what I know now: all that was told, and what follows from it."""
        game, unknown, begun = self.game, self.unknown, self.begun
        seen = position_of(game, 0, self.aim, self.names)
        return replace(
            seen,
            rules=begun.rules,
            phases=begun.phases,
            top=None,
            discards=seen.discards[unknown.floor :],
            seen=unknown.seen,
            players=tuple(
                self._opponent(player, seat)
                for player, seat in zip(seen.players, game.playing[1:], strict=True)
            ),
            score=None if begun.score is None else seen.score,
            dealer=seen.dealer if begun.dealer else "",
            pile=None if unknown.pile else seen.pile,
            round=None if begun.round is None else seen.round,
        )

    def _opponent(self, player: Opponent, seat: int) -> Opponent:
        score = self.unknown.scores[seat]
        if self.over and not self.game.tie_break and self.game.out != seat:
            score = None  # nobody has told what was left in this hand
        phase, done = self._phase_of(seat, player.phase), self._told_done(player.done)
        return replace(player, phase=phase, score=score, done=done)

    @property
    def _shift(self) -> int:
        """Count the phases that were put before the list (:func:`game_of`): none or one."""
        return len(self.game.setup.phases) - len(self.begun.phases)

    def _phase_of(self, seat: int, number: int | None) -> int | None:
        return None if number is None or seat in self.unknown.phases else number - self._shift

    def _told_done(self, done: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(number - self._shift for number in done if number > self._shift)

    # --- reports ----------------------------------------------------------------------------------

    def report(self, player: str, move: Move, card: Card | None = None) -> LiveRound:
        """Give the round after a move of a player; ``card``: which one I drew, where I did.

        A throw, a hit or a laying of another player who has neither drawn nor taken a card tells
        that one was drawn. Raises :class:`IllegalMove` when the rules do not allow the move, and
        :class:`PositionError` (``live.…``, ``move.player``) when it cannot have happened.
        """
        seat = self._seat(player)
        if self.over:
            raise IllegalMove(Refusal("turn.over"))
        self._check_turn(seat)
        if isinstance(move, TakeDiscard) and self.unknown.floor == len(self.game.discards) > 0:
            raise PositionError("live.top")
        played = self._mine(move, card) if seat == 0 else self._of_other(seat, move)
        told, unknown = played
        report = Report(self.names[seat], move, card if isinstance(move, Draw) else None)
        return LiveRound(
            self.begun,
            (*self.reports, report),
            game=told[-1].after,
            unknown=unknown,
            aim=self.aim,
            entries=(*self.entries, Entry(report, told)),
            before=self,
            earlier=self.earlier,
        )

    def under(self, rules: Rules) -> LiveRound:
        """Give the same round, followed anew by other rules.

        Raises :class:`GameError` where these do not go with the players, or with a report.
        """
        begun = replace(self.begun, rules=rules)
        return LiveRound.join(begun, self.earlier)._followed(self.reports)

    def _followed(self, reports: Iterable[Report]) -> LiveRound:
        live = self
        for report in reports:
            live = live.report(*report)
        return live

    def undo(self) -> LiveRound:
        """Take back the last report; before the first one go back to the end of the round before.

        Raises :class:`PositionError` ``live.nothing``.
        """
        last = self.before or self.earlier
        if last is None:
            raise PositionError("live.nothing")
        return last

    def _seat(self, player: str) -> int:
        seats = {name.casefold(): seat for name, seat in seats_by_name(self.names).items()}
        seat = seats.get(player.strip().casefold())
        if seat is None:
            raise PositionError("move.player", name=player, players=", ".join(self.names))
        return seat

    def _check_turn(self, seat: int) -> None:
        turn = self.game.turn
        if seat == turn:
            return
        if turn == 0:
            raise PositionError("live.mine", player=self.names[seat])
        if seat == 0:
            raise PositionError("live.theirs", player=self.names[turn])
        raise PositionError("live.turn", player=self.names[seat], turn=self.names[turn])

    def _mine(self, move: Move, card: Card | None) -> tuple[tuple[Told, ...], Unknown]:
        game, unknown = self.game, self.unknown
        steps = game.steps(move, 0)
        if not isinstance(move, Draw):
            return _played(game, steps), unknown
        if card is None:
            raise PositionError("live.card")
        after, unknown = came_by(game.play(move), _drawing(game, unknown), card.kind)
        return (Told(move, game, after),), unknown

    def _of_other(self, seat: int, move: Move) -> tuple[tuple[Told, ...], Unknown]:
        game, unknown, name = self.game, self.unknown, self.names[seat]
        told: tuple[Told, ...] = ()
        if isinstance(move, Draw | TakeDiscard):
            if self.drawn:
                raise PositionError("live.drawn", player=name)
        elif game.stage == DRAW and game.can_draw():
            unknown = _drawing(game, unknown)
            told = _played(game, (Draw(),))
            game = told[0].after
        if isinstance(move, Draw) and game.can_draw():
            unknown = _drawing(game, unknown)
        if isinstance(move, Hit | Lay) and (game.seats[seat].laid is None) == isinstance(move, Hit):
            if isinstance(move, Hit):
                raise PositionError("live.not_laid", player=name)
            raise PositionError("live.laid", player=name)
        game, unknown = self._holding(game, unknown, seat, move)
        if isinstance(move, Lay) and seat in unknown.phases:
            game = self._at_phase(game, seat, move)
            unknown = replace(unknown, phases=unknown.phases - {seat})
        ruled = ruled_steps(game, move, seat)
        if isinstance(ruled, Refusal):
            raise IllegalMove(ruled)
        if told:
            told = (Told(told[0].step, told[0].before, game),)
        return (*told, *_played(game, game.steps(move, seat))), unknown

    def _holding(self, game: Game, unknown: Unknown, seat: int, move: Move) -> tuple[Game, Unknown]:
        """Give the game in which a player holds the cards of a move."""
        name, needed = self.names[seat], _shown(move)
        game, unknown = holding(game, unknown, seat, needed, name)
        if not isinstance(move, Discard) or game.kept() != move.card.kind:
            return game, unknown
        # The card just taken may not be thrown: this must be another one like it.
        try:
            return holding(game, unknown, seat, {move.card.kind: 2}, name)
        except PositionError:
            raise IllegalMove(Refusal("discard.taken", (CARDS[move.card.kind],))) from None

    def _at_phase(self, game: Game, seat: int, move: Lay) -> Game:
        """Give the game in which a player is at the first phase that these groups make."""
        numbers = game.setup.numbers
        if not game.rules.in_order or game.rules.advance_all or game.tie_break:
            return game
        for place in range(len(numbers)):
            seats = _with_seat(game, seat, replace(game.seats[seat], done=numbers[:place]))
            tried = replace(game, seats=seats)
            if not isinstance(ruled_steps(tried, move, seat), Refusal):
                return tried
        raise PositionError("live.phase", player=self.names[seat])

    # --- the end of the round ---------------------------------------------------------------------

    def ending(self, points: Mapping[str, int] | None = None) -> Ending:
        """Tell how the round ended; ``points``: those of others, as far as they were asked.

        Raises :class:`RulesError` ``game.running`` before the end.
        """
        game, names = self.game, self.names
        if not self.over:
            raise RulesError("game.running")
        out = "" if game.out is None else names[game.out]
        if game.tie_break:
            winner = "" if game.winner is None else names[game.winner]
            tied = () if winner else names
            return Ending(out, dict.fromkeys(names, 0), names, winner, tied, ())
        told = {name: (points or {}).get(name) for name in names}
        told[ME] = game.rules.points_of(game.hand(0))
        if out:
            told[out] = 0
        seats = self._finishers()
        finishers = tuple(names[seat] for seat in seats)
        if len(seats) < 2:
            return Ending(out, told, finishers, "".join(finishers), (), ())
        totals = {}
        for seat in seats:
            before, now = self.unknown.scores[seat], told[names[seat]]
            if before is not None and now is not None:
                totals[names[seat]] = before + now
        lacking = tuple(name for name in finishers if name not in totals)
        if lacking:
            return Ending(out, told, finishers, "", (), lacking)
        best = [name for name in finishers if totals[name] == min(totals.values())]
        if len(best) == 1:
            return Ending(out, told, finishers, best[0], (), ())
        return Ending(out, told, finishers, "", tuple(best), ())

    def _finishers(self) -> tuple[int, ...]:
        """List the seats that compete for the match after this round (``scoring``)."""
        game, numbers = self.game, self.game.setup.numbers
        if game.rules.advance_all:
            return game.playing if game.round >= len(numbers) else ()
        return tuple(seat for seat in game.playing if len(game.seats[seat].done) == len(numbers))

    def next_round(self, points: Mapping[str, int] | None = None) -> Position:
        """Give what is known of the next round before its cards are dealt: the hand is empty.

        ``points``: of this round by player, as far as they were asked. Raises :class:`RulesError`
        ``game.running``, ``game.over``, ``live.points`` where points that nobody told decide the
        match, ``live.watch`` for a tie-break of others.
        """
        ending = self.ending(points)
        if ending.winner:
            raise RulesError("game.over")
        if ending.lacking:
            raise RulesError("live.points", players=", ".join(ending.lacking))
        if ending.tied and ME not in ending.tied:
            raise RulesError("live.watch", players=", ".join(ending.tied))
        game, names, begun = self.game, self.names, self.begun
        seats = [seat for seat in game.playing if names[seat] in (ending.tied or names)]
        scores = {}
        for seat in seats:
            before, now = self.unknown.scores[seat], ending.points[names[seat]]
            scores[seat] = None if before is None or now is None else before + now
        upcoming = replace(game, round=game.round + 1, tie_break=bool(ending.tied))
        own = begun.phase
        if not self._shift and upcoming.open_phases(0):
            own = game.setup.phase(upcoming.open_phases(0)[0])
        deck = begun.rules.deck
        return Position(
            hand=Hand((), deck),
            phase=own,
            rules=begun.rules,
            phases=begun.phases,
            players=tuple(
                self._upcoming(upcoming, seat, scores[seat]) for seat in seats if seat != 0
            ),
            score=scores[0],
            done=() if begun.rules.in_order else self._told_done(upcoming.seats[0].done),
            dealer=self._next_dealer(seats),
            round=None if begun.round is None else game.round + 1,
            tie_break=bool(ending.tied),
        )

    def _upcoming(self, game: Game, seat: int, score: int | None) -> Opponent:
        number = None
        if game.rules.in_order or game.tie_break:
            number = self._phase_of(seat, next(iter(game.open_phases(seat)), None))
        done = () if game.rules.in_order else self._told_done(game.seats[seat].done)
        return Opponent(self.names[seat], number, score, done=done)

    def _next_dealer(self, seats: list[int]) -> str:
        game = self.game
        if game.rules.next_dealer == "winner" and game.out in seats:
            return self.names[game.out or 0]
        if not self.begun.dealer:
            return ""
        return self.names[next((seat for seat in seats if seat > game.dealer), seats[0])]

    # --- what outlives a reload -------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """Give the JSON form: how it began and what was reported; the round before once."""
        data: dict[str, Any] = {
            "begun": self.begun.to_json(),
            "reports": [
                [report.player, report.move.text(), *([str(report.card)] if report.card else [])]
                for report in self.reports
            ],
        }
        if self.earlier is not None:
            data["earlier"] = replace(self.earlier, earlier=None).to_json()
        return data

    @classmethod
    def from_json(cls, data: object) -> LiveRound:
        """Read the JSON form and follow the reports anew; raise :class:`GameError`."""
        read = read_mapping(data, "live")
        only_keys(read, _KEYS, "live.")
        earlier = read.get("earlier")
        if earlier is not None:
            only_keys(read_mapping(earlier, "live.earlier"), _KEYS[:2], "live.earlier.")
        live = cls.join(
            Position.from_json(read.get("begun")),
            None if earlier is None else cls.from_json(earlier),
        )
        return live._followed(map(_read_report, read_list(read.get("reports", []), "live.reports")))


def _read_report(item: object) -> Report:
    parts = [read_text(part, "live.reports") for part in read_list(item, "live.reports")]
    if not 2 <= len(parts) <= 3:
        raise PositionError("position.shape", key="live.reports", expected="list")
    card = Card.parse(parts[2]) if len(parts) > 2 else None
    letters = {letter: seat for seat, letter in enumerate(SEATS)}
    return Report(parts[0], parse_move(parts[1], letters), card)


def _check_hand(hand: Hand, needed: int, *, fewer: bool = False) -> None:
    """Raise where the cards are not so many; ``fewer``: they can be when a phase is told to lie."""
    if fewer and 0 < len(hand) < needed:
        raise PositionError("live.hand_laid", count=len(hand), needed=needed)
    if len(hand) != needed:
        raise PositionError("live.hand", count=len(hand), needed=needed)


def _aim(game: Game, position: Position) -> int:
    """Give the number of the phase that I am at."""
    numbers = game.setup.numbers
    return next((n for n in numbers if game.setup.phase(n) == position.phase), numbers[-1])


def _drawing(game: Game, unknown: Unknown) -> Unknown:
    """Give what is unknown when a card is drawn: an empty pile is made anew from the discards."""
    if game.pile:
        return unknown
    # Only the top card stays, and nobody may know which one it is.
    return unknown.shuffled(int(unknown.floor == len(game.discards)))


def _shown(move: Move) -> Counter[int]:
    """Count the cards that a move shows: its player must hold them."""
    if isinstance(move, Lay):
        return Counter(card.kind for group in move.groups for card in group.cards)
    return Counter([move.card.kind] if isinstance(move, Hit | Discard) else ())


def _played(game: Game, steps: tuple[Step, ...]) -> tuple[Told, ...]:
    told: list[Told] = []
    for step in steps:
        after = game.play(step)
        told.append(Told(step, game, after))
        game = after
    return tuple(told)


def _with_seat(game: Game, seat: int, changed: Seat) -> tuple[Seat, ...]:
    return (*game.seats[:seat], changed, *game.seats[seat + 1 :])
