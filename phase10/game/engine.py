"""The law: a whole game by the rules, one immutable state after the other.

Every rule is decided here or in the rooms next door (``laying``, ``melds``, ``setup``,
``scoring``), as ``Rules`` says; S-numbers are sentences of the seed text. Undo is keeping the old
state.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import repeat
from typing import Any, Final

from phase10.game.all_layouts import all_layouts
from phase10.game.cards import CARDS, SKIP, Card, Hand
from phase10.game.errors import NumberError, RulesError
from phase10.game.melds import Meld
from phase10.game.moves import (
    SEATS,
    Discard,
    Draw,
    Hit,
    Lay,
    Move,
    Step,
    TakeDiscard,
    parse_move,
)
from phase10.game.phases import PHASES, Phase
from phase10.game.refusals import IllegalMove, Refusal
from phase10.game.rules import SEED, Rules
from phase10.game.ruling import ruled_steps
from phase10.game.scoring import settled
from phase10.game.setup import Setup, open_round
from phase10.game.shuffle import high_card_dealer, shuffled
from phase10.game.stages import DRAW, MATCH_OVER, PLAY, ROUND_OVER
from phase10.game.suggestions import suggested

__all__ = ["Game", "Seat"]


@dataclass(frozen=True, slots=True)
class Seat:
    """Hold one player's part of a state.

    ``score``: points of the rounds before; ``done``: numbers of the phases made in earlier rounds;
    ``laid``: the phase laid in this round; ``skips``: turns still to lose; ``took`` and ``threw``:
    kinds that all have seen this player take and still hold, and throw since the last reshuffle.
    """

    hand: Hand
    score: int = 0
    done: tuple[int, ...] = ()
    laid: int | None = None
    skips: int = 0
    took: tuple[int, ...] = ()
    threw: tuple[int, ...] = ()


@dataclass(frozen=True)
class Game:
    """Hold a match at one moment; :meth:`start` makes the first, :meth:`play` the next.

    Seats are numbered from 0 in turn order (clockwise, S20). ``pile`` and ``discards`` are kinds,
    the last one on top. ``table``: the laid groups, their owners by the letters of ``SEATS``.
    ``playing``: the seats dealt in; in a tie-break only those tied. ``stage``: ``DRAW`` or ``PLAY``
    of the seat ``turn``, ``ROUND_OVER`` (then ``points`` has the round's points and
    :meth:`next_round` deals), or ``MATCH_OVER`` (``winner``). ``drew``: the kind drawn in this
    turn, ``taken``: whether it was a discard and is still held. ``out``: who ended the round with
    the last card; None when it was blocked. ``tied``: who plays the tie-break.
    """

    setup: Setup
    round: int
    dealer: int
    seats: tuple[Seat, ...]
    playing: tuple[int, ...]
    pile: tuple[int, ...]
    discards: tuple[int, ...]
    turn: int
    stage: str = DRAW
    table: tuple[Meld, ...] = ()
    turns: int = 1
    laid_now: bool = False
    drew: int | None = None
    taken: bool = False
    shuffles: int = 0
    tie_break: bool = False
    tied: tuple[int, ...] = ()
    points: tuple[int, ...] = ()
    out: int | None = None
    winner: int | None = None

    # --- beginning --------------------------------------------------------------------------------

    @classmethod
    def start(
        cls,
        seed: int,
        players: int = 4,
        rules: Rules = SEED,
        phases: tuple[Phase, ...] = PHASES,
        dealer: int | None = None,
    ) -> Game:
        """Deal the first round; without a ``dealer`` the high card decides (S14).

        Raises :class:`GameError` when rules, phases and players do not go together.
        """
        setup = Setup(rules, phases, players, seed)
        if dealer is None:
            dealer, _ = high_card_dealer(setup.code(1), rules.deck)
        if not 0 <= dealer < players:
            raise NumberError("number.range", what="dealer", value=dealer, low=0, high=players - 1)
        seats = tuple(Seat(Hand((), rules.deck)) for _ in range(players))
        return _dealt(setup, 1, dealer, seats, tuple(range(players)), tie_break=False)

    def next_round(self) -> Game:
        """Deal the next round, or the tie-break; raise :class:`RulesError` where there is none."""
        if self.stage == MATCH_OVER:
            raise RulesError("game.over")
        if self.stage != ROUND_OVER:
            raise RulesError("game.running")
        playing = self.tied or tuple(range(len(self.seats)))
        if self.rules.next_dealer == "winner" and self.out in playing:
            dealer = self.out
        else:
            dealer = _after(self.dealer, playing)
        return _dealt(
            self.setup, self.round + 1, dealer, self.seats, playing, tie_break=bool(self.tied)
        )

    # --- what can be seen -------------------------------------------------------------------------

    @property
    def rules(self) -> Rules:
        """Give the rules of the match."""
        return self.setup.rules

    @property
    def top(self) -> Card | None:
        """Give the face-up card of the discards."""
        return CARDS[self.discards[-1]] if self.discards else None

    def hand(self, seat: int) -> Hand:
        """Give the cards that a seat holds."""
        return self.seats[seat].hand

    def open_phases(self, seat: int) -> tuple[int, ...]:
        """List the numbers of the phases that a seat may lay in this round (S10, S58, S63).

        One in an ordinary game; all not yet made where phases are played in any order: there the
        player chooses by laying. Empty when the seat has made them all.
        """
        numbers = self.setup.numbers
        if self.tie_break:
            return numbers[-1:]
        if self.rules.advance_all:
            return numbers[self.round - 1 : self.round]
        done = self.seats[seat].done
        if self.rules.in_order:
            return numbers[len(done) : len(done) + 1]
        return tuple(number for number in numbers if number not in done)

    def groups_of(self, seat: int) -> tuple[Meld, ...]:
        """List the laid groups of a seat in the order of their numbers from 1."""
        return tuple(meld for meld in self.table if meld.owner == SEATS[seat])

    def next_seat(self) -> int:
        """Give the seat to the left of the player to move (S40)."""
        return _after(self.turn, self.playing)

    def skip_targets(self) -> tuple[int, ...]:
        """List the seats that the player to move may skip (S40; skip_target, skip_limit)."""
        if self.rules.skip_target == "next":
            targets: tuple[int, ...] = (self.next_seat(),)
        else:
            targets = tuple(seat for seat in self.playing if seat != self.turn)
        if self.rules.skip_limit == "none":
            return targets
        return tuple(seat for seat in targets if not self.seats[seat].skips)

    # --- what may be done -------------------------------------------------------------------------

    def legal_moves(self) -> tuple[Move, ...]:
        """List every move that the player to move may make, each once.

        Layings are listed with exactly the cards of the goals; ``check`` also accepts more cards
        that fit (``extra_on_lay``) and the groups in another order.
        """
        if self.stage == DRAW:
            moves: list[Move] = []
            if self.can_draw():
                moves.append(_DRAW)
            if self.can_take():
                moves.append(_TAKE)
            return tuple(moves)
        if self.stage != PLAY:
            return ()
        seat = self.seats[self.turn]
        if seat.laid is None:
            return (*self.legal_layings(), *self._legal_discards())
        return (*self._legal_hits(), *self._legal_discards())

    def legal_layings(self) -> list[Lay]:
        """List every laying of the player to move, by phase; see :meth:`legal_moves`."""
        seat = self.seats[self.turn]
        if self.stage != PLAY or seat.laid is not None:
            return []
        most = len(seat.hand) - (not self.rules.go_out_by_hit)
        numbers = self.open_phases(self.turn)
        found: list[Lay] = []
        for number in numbers:
            phase = self.setup.phases[number - 1]
            if phase.size <= most:
                named = number if len(numbers) > 1 else None
                layouts = all_layouts(seat.hand, phase, self.rules)
                found.extend(map(Lay, layouts, repeat(named)))
        return found

    def _legal_hits(self) -> list[Move]:
        seat = self.seats[self.turn]
        counts = seat.hand.counts
        if len(seat.hand) <= (not self.rules.go_out_by_hit):
            return []
        own = SEATS[self.turn]
        others = not self.laid_now or self.rules.hit_others_same_turn
        held = [kind for kind in range(SKIP) if counts[kind]]
        places: dict[str, int] = {}
        found: list[Move] = []
        for meld in self.table:
            place = places[meld.owner] = places.get(meld.owner, 0) + 1
            if others or meld.owner == own:
                owner, open_to = SEATS.index(meld.owner), meld.open_to
                found.extend([Hit(card, owner, place) for kind in held for card in open_to[kind]])
        return found

    def _legal_discards(self) -> list[Move]:
        counts = self.seats[self.turn].hand.counts
        kept = self.kept()
        found: list[Move] = [
            _DISCARDS[kind] for kind in range(SKIP) if counts[kind] and kind != kept
        ]
        if counts[SKIP] and kept != SKIP:
            targets = () if sum(counts) == 1 else self.skip_targets()
            if targets:
                found.extend([Discard(CARDS[SKIP], target) for target in targets])
            else:
                found.append(_DISCARDS[SKIP])
        return found

    def check(self, move: Move | str, seat: int | None = None) -> Refusal | None:
        """Tell why a move is not allowed, or None when it is; ``seat`` None: the player to move.

        A move may be given as text, ``"discard R5"``, with the letters of ``SEATS``. Raises
        :class:`GameError` for a text and TypeError for a value that is no move.
        """
        move = _read(move)
        ruled = ruled_steps(self, move, seat)
        if not isinstance(ruled, Refusal):
            return None
        instead = suggested(self, move, ruled) if seat in (None, self.turn) else None
        return Refusal(ruled.code, ruled.cards, ruled.values, instead)

    def steps(self, move: Move | str, seat: int | None = None) -> tuple[Step, ...]:
        """Give the moves that a lawful move consists of, in the form of the records.

        A laying with more cards is a laying of exactly the goals and own hits; a skip gets its
        target, a wild what it stands for. Raises :class:`IllegalMove`, and what ``check`` raises.
        """
        move = _read(move)
        ruled = ruled_steps(self, move, seat)
        if isinstance(ruled, Refusal):
            refusal = self.check(move, seat)
            raise IllegalMove(ruled if refusal is None else refusal)
        return ruled

    def play(self, move: Move | str, seat: int | None = None) -> Game:
        """Give the state after a move; raise :class:`IllegalMove` when it is not allowed."""
        game = self
        for step in self.steps(move, seat):
            game = game._after_step(step)
        return game

    def ends_with(self, lay: Lay) -> bool:
        """Tell whether a laying of exactly the goals ends the match (tie_break, game_end)."""
        return self._after_lay(lay).stage != PLAY

    def can_draw(self) -> bool:
        """Tell whether a card can be drawn from the pile, made anew if need be."""
        return bool(self.pile) or (self.rules.restock == "reshuffle" and len(self.discards) > 1)

    def can_take(self) -> bool:
        """Tell whether the face-up card may be taken."""
        return bool(self.discards) and (self.discards[-1] != SKIP or self.rules.take_skip)

    def kept(self) -> int | None:
        """Give the kind that may not be discarded in this turn (discard_taken), if there is one.

        The card just taken, unless it is the last card; of two alike, the other may go.
        """
        if not self.taken or self.rules.discard_taken or self.drew is None:
            return None
        hand = self.seats[self.turn].hand
        return self.drew if hand.counts[self.drew] == 1 and len(hand) > 1 else None

    def place(self, seat: int, group: int) -> int:
        """Give the place on the table of a group of a seat, counted from 1; −1 without one."""
        if not 0 <= seat < len(self.seats):
            return -1
        places = [i for i, meld in enumerate(self.table) if meld.owner == SEATS[seat]]
        return places[group - 1] if 1 <= group <= len(places) else -1

    # --- doing ------------------------------------------------------------------------------------

    def _after_step(self, step: Step) -> Game:
        """Give the state after a move that was ruled lawful in this form."""
        if isinstance(step, Draw):
            return self._after_draw()
        if isinstance(step, TakeDiscard):
            kind = self.discards[-1]
            seat = self.seats[self.turn]
            seats = self._seats(hand=seat.hand + CARDS[kind], took=(*seat.took, kind))
            return self._with(
                seats=seats, discards=self.discards[:-1], stage=PLAY, drew=kind, taken=True
            )
        if isinstance(step, Lay):
            return self._after_lay(step)
        if isinstance(step, Hit):
            return self._after_hit(step)
        return self._after_discard(step)

    def _after_draw(self) -> Game:
        pile, changes = self.pile, {}
        seats = self.seats
        if not pile:
            # All discards but the top one become the draw pile; what they were is out of sight.
            code = self.setup.code(self.round, len(self.playing))
            pile = shuffled(self.discards[:-1], code, self.shuffles + 1)
            changes = {"discards": self.discards[-1:], "shuffles": self.shuffles + 1}
            seats = tuple(replace(seat, threw=()) for seat in seats)
        hand = seats[self.turn].hand + CARDS[pile[-1]]
        return self._with(
            seats=_replaced(seats, self.turn, replace(seats[self.turn], hand=hand)),
            pile=pile[:-1],
            stage=PLAY,
            drew=pile[-1],
            **changes,
        )

    def _after_lay(self, step: Lay) -> Game:
        seat = self.seats[self.turn]
        cards = [card for group in step.groups for card in group.cards]
        number = step.phase or self.open_phases(self.turn)[0]
        melds = tuple(Meld(SEATS[self.turn], kind, laid) for kind, laid in step.groups)
        seats = self._seats(hand=seat.hand - cards, laid=number, took=_without(seat.took, cards))
        taken = self.taken and all(card.kind != self.drew for card in cards)
        game = self._with(seats=seats, table=(*self.table, *melds), laid_now=True, taken=taken)
        if self.tie_break and self.rules.tie_break == "lay":
            nothing = (0,) * len(self.seats)
            return game._with(stage=MATCH_OVER, winner=self.turn, points=nothing)
        if not game.hand(self.turn):
            return _finished(game, self.turn)
        return game._ended_at_once() or game

    def _ended_at_once(self) -> Game | None:
        """End the match where the last phase lies and nobody else is at it (game_end)."""
        if self.rules.game_end != "at_once" or self.tie_break:
            return None
        left = [
            len(self.setup.numbers) - len(seat.done) - (seat.laid is not None)
            for seat in self.seats
        ]
        others = [
            seat
            for seat in self.playing
            if seat != self.turn and left[seat] + (self.seats[seat].laid is not None) <= 1
        ]
        return _finished(self, None) if not left[self.turn] and not others else None

    def _after_hit(self, step: Hit) -> Game:
        seat = self.seats[self.turn]
        index = self.place(step.seat, step.group)
        table = list(self.table)
        table[index] = table[index].with_card(step.card)
        seats = self._seats(
            hand=seat.hand - CARDS[step.card.kind], took=_without(seat.took, [step.card])
        )
        taken = self.taken and step.card.kind != self.drew
        game = self._with(seats=seats, table=tuple(table), taken=taken)
        return game if game.hand(self.turn) else _finished(game, self.turn)

    def _after_discard(self, step: Discard) -> Game:
        kind = step.card.kind
        seat = self.seats[self.turn]
        seats = self._seats(
            hand=seat.hand - CARDS[kind],
            took=_without(seat.took, [step.card]),
            threw=(*seat.threw, kind),
        )
        discards = (*self.discards, kind)
        if not seats[self.turn].hand:
            return _finished(self._with(seats=seats, discards=discards), self.turn)
        if step.target is not None:
            skipped = seats[step.target]
            seats = _replaced(seats, step.target, replace(skipped, skips=skipped.skips + 1))
        turn = _after(self.turn, self.playing)
        while seats[turn].skips:
            seats = _replaced(seats, turn, replace(seats[turn], skips=seats[turn].skips - 1))
            turn = _after(turn, self.playing)
        game = self._with(
            seats=seats,
            discards=discards,
            turn=turn,
            stage=DRAW,
            turns=self.turns + 1,
            laid_now=False,
            drew=None,
            taken=False,
        )
        return game if game.can_draw() or game.can_take() else _finished(game, None)

    def _seats(self, **changes: Any) -> tuple[Seat, ...]:
        """Give the seats with changes to the player to move."""
        return _replaced(self.seats, self.turn, replace(self.seats[self.turn], **changes))

    def _with(self, **changes: Any) -> Game:
        """Give the state with changes; quicker than a check of every field anew."""
        new = object.__new__(Game)
        new.__dict__.update(self.__dict__)
        new.__dict__.update(changes)
        return new


def _dealt(
    setup: Setup,
    round_number: int,
    dealer: int,
    seats: tuple[Seat, ...],
    playing: tuple[int, ...],
    *,
    tie_break: bool,
) -> Game:
    opening = open_round(setup, setup.code(round_number, len(playing)))
    empty = Hand((), setup.rules.deck)
    hands = dict(zip(playing, opening.hands, strict=True))
    dealt = tuple(
        Seat(hands.get(index, empty), seat.score, seat.done) for index, seat in enumerate(seats)
    )
    first = _after(dealer, playing)
    if opening.discards[-1] == SKIP and setup.rules.first_skip == "lose_turn":
        first = _after(first, playing)
    game = Game(
        setup=setup,
        round=round_number,
        dealer=dealer,
        seats=dealt,
        playing=playing,
        pile=opening.pile,
        discards=opening.discards,
        turn=first,
        tie_break=tie_break,
        tied=playing if tie_break else (),
    )
    return game if game.can_draw() or game.can_take() else _finished(game, None)


def _finished(game: Game, out: int | None) -> Game:
    """End the round: points, phases made, and the match where it ends (``scoring``)."""
    return game._with(out=out, **settled(game, out))


def _read(move: Move | str) -> Move:
    """Read a move that is given as text."""
    if isinstance(move, str):
        return parse_move(move, dict(zip(SEATS, range(len(SEATS)), strict=True)))
    if not isinstance(move, Move):
        raise TypeError(f"no move: {move!r}")
    return move


def _after(seat: int, playing: tuple[int, ...]) -> int:
    """Give the next seat to the left among those playing."""
    return next((other for other in playing if other > seat), playing[0])


def _replaced(seats: tuple[Seat, ...], index: int, seat: Seat) -> tuple[Seat, ...]:
    return (*seats[:index], seat, *seats[index + 1 :])


def _without(kinds: tuple[int, ...], cards: Iterable[Card]) -> tuple[int, ...]:
    """Take the kinds of cards out of kinds, as far as they are there."""
    if not kinds:
        return kinds
    left = list(kinds)
    for card in cards:
        if card.kind in left:
            left.remove(card.kind)
    return tuple(left)


_DRAW: Final = Draw()
_TAKE: Final = TakeDiscard()
_DISCARDS: Final = tuple(Discard(card) for card in CARDS)
