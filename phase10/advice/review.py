"""A recorded match, decision by decision: the better move, and what the one played cost.

The cards that came do not count, only what could be known: so a grade is by loss and never by luck.
Of two moves the chance to win is measured with the same hidden cards (an estimator is handed in);
first all decisions roughly, then, with other cards, those that seem to have cost something. So a
move that only came out best of several by accident is not held against the player.

The work is a generator (:func:`reviewing`), so that a page can do it in slices and have the chances
estimated elsewhere; :func:`review` does it at once.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from math import exp, sqrt
from typing import Final, NamedTuple

from phase10.advice.compare import compared
from phase10.advice.hints import advise
from phase10.advice.losses import TOLD, Loss, option_loss
from phase10.advice.options import Advice, Option
from phase10.advice.winning import steps_of
from phase10.game.engine import Game
from phase10.game.moves import SEATS, Discard, Draw, Hit, Lay, Step, TakeDiscard
from phase10.game.position import ME
from phase10.game.records import Record
from phase10.game.sight import position_of
from phase10.game.stages import PLAY
from phase10.players.at_table import aimed_phase, persons_of
from phase10.solver.win_chances import CLEAR, WinChances, Winning
from phase10.solver.worth import point

__all__ = [
    "KINDS",
    "SECONDS",
    "Asked",
    "Decision",
    "Estimating",
    "Grade",
    "Ranked",
    "Review",
    "Reviewing",
    "Working",
    "called_by",
    "decision_at",
    "graded",
    "review",
    "reviewed_seats",
    "reviewing",
    "steps_of_option",
]

KINDS: Final = ("draw", "discard", "lay", "hit", "skip")
"""What decisions are about, each with a line of its own in a grade."""

SECONDS: Final = 20.0
"""For a whole review."""

_CANDIDATES: Final = 3
"""Best moves that are compared with the one played, at first."""
_SCREENING: Final = 0.5
"""Share of the time for the first look at all decisions."""
_SUSPICIOUS: Final = 1.0
"""Standard errors of a first look from which it is looked again."""
_LEAST: Final = 0.02
"""Seconds that an estimator is given at least: of fewer games no error would be known well."""
_FIRST_SEED, _OTHER_SEED = 1, 2
_ADVISED: Final = 0.3
"""Share of the work, as it is told, that is done when all moves are ranked."""
_PER_TURN: Final = 4.0
"""How quickly a grade falls with the mean loss of a decision, in turns."""


@dataclass(frozen=True)
class Decision:
    """Hold one decision of a match.

    ``place``: of the step among the events of the record; ``line``: where it is written; ``turn``:
    which turn of the match, from 1; ``kind``: one of :data:`KINDS`; ``advice``: what could be known
    then; ``own``: the option that was played, None where the advice does not list it; ``best``: the
    better one; ``steps``: of the move played, with what follows it. ``turns``: by how many more
    turns the phase was waited for, None where no figure is known; ``worth``: the loss with points,
    gifts and skips, in turns (judgment). ``loss`` and ``error``: the chance to win given away and
    its standard error (inside of it the loss may be below 0), None where it was not measured;
    ``chance``: to win with the move played.
    """

    place: int
    line: int
    round: int
    turn: int
    seat: int
    step: Step
    kind: str
    advice: Advice
    own: Option | None
    best: Option
    steps: tuple[str, ...]
    turns: float | None
    worth: float
    loss: float | None = None
    error: float | None = None
    chance: float | None = None

    @property
    def as_good(self) -> bool:
        """Tell whether no better move is known."""
        return self.own is not None and self.own.rank == self.best.rank and not self.is_mistake

    @property
    def is_mistake(self) -> bool:
        """Tell whether the loss is clearly one: beyond its error, or worth a word."""
        if self.loss is not None and self.error is not None:
            return self.loss > CLEAR * self.error and self.loss > 0
        return self.worth >= TOLD

    @property
    def cost(self) -> float:
        """Give what a move cost, in chance or else in turns; never less than nothing."""
        return max(0.0, self.worth if self.loss is None else self.loss)


class Grade(NamedTuple):
    """Hold how well somebody decided: points from 0 to 100, by nothing but what was given away.

    ``decisions``, ``mistakes``: how many; ``turns``: all that the decisions lost, in turns with
    points, gifts and skips on the same scale; ``lost`` and ``error``: the chance to win given away
    with all of them and its standard error, None where it was not measured.
    """

    points: int
    decisions: int
    mistakes: int
    turns: float
    lost: float | None
    error: float | None


@dataclass(frozen=True)
class Review:
    """Hold the decisions of a match in their order.

    ``names``: of the seats, as the advices call them; ``seats``: whose decisions were looked at;
    ``by_chance``: whether losses are in chances to win; else they are in turns.
    """

    record: Record
    names: tuple[str, ...]
    seats: tuple[int, ...]
    decisions: tuple[Decision, ...]
    by_chance: bool

    def of(self, seat: int) -> tuple[Decision, ...]:
        """List the decisions of a seat."""
        return tuple(decision for decision in self.decisions if decision.seat == seat)

    def costliest(self, seat: int, most: int = 3) -> tuple[Decision, ...]:
        """List the mistakes of a seat, those first that cost most."""
        found = [decision for decision in self.of(seat) if decision.is_mistake]
        return tuple(sorted(found, key=lambda decision: -decision.cost)[:most])

    def grade(self, seat: int) -> Grade:
        """Grade all decisions of a seat."""
        return graded(self.of(seat))

    def lines(self, seat: int) -> dict[str, Grade]:
        """Grade each kind of decisions of which a seat had some."""
        own = self.of(seat)
        found = {kind: [each for each in own if each.kind == kind] for kind in KINDS}
        return {kind: graded(each) for kind, each in found.items() if each}


def graded(decisions: Sequence[Decision]) -> Grade:
    """Grade decisions: the less the mean of what they gave away, the more points.

    The points are 100 · e^(−4 · mean loss in turns): of whoever falls a tenth of a turn behind with
    each decision 67 are left. They are in turns because these do not depend on how a match stands:
    who has no chance any more gives none away.
    """
    turns = sum(decision.worth for decision in decisions if decision.best is not decision.own)
    mistakes = sum(decision.is_mistake for decision in decisions)
    mean = turns / len(decisions) if decisions else 0.0
    points = round(100 * exp(-_PER_TURN * mean))
    losses = [decision.loss for decision in decisions if decision.loss is not None]
    if len(losses) < len(decisions) or not losses:
        return Grade(points, len(decisions), mistakes, turns, None, None)
    error = sqrt(sum((decision.error or 0.0) ** 2 for decision in decisions))
    return Grade(points, len(decisions), mistakes, turns, max(0.0, sum(losses)), error)


# --- the work ------------------------------------------------------------------------------------


class Working(NamedTuple):
    """Tell how far a review is: so much of 1."""

    share: float


class Asked(NamedTuple):
    """Ask for the chance to win with each of some moves, in about so many seconds."""

    advice: Advice
    moves: tuple[tuple[str, ...], ...]
    seconds: float
    seed: int


class Ranked(NamedTuple):
    """Hold what is known before chances to win are asked for: losses are in turns."""

    review: Review


Estimating = Callable[[float, int], Winning]
"""Gives an estimator for so many seconds, with a seed."""

Reviewing = Generator[Working | Asked | Ranked, WinChances | None, Review]


def reviewed_seats(record: Record) -> tuple[int, ...]:
    """List whose decisions are looked at unless somebody asks for others: of persons, else all."""
    return persons_of(record) or tuple(range(len(record.names)))


def called_by(names: Sequence[str]) -> tuple[str, ...]:
    """Give the names by which seats are called: their letters where names could be confused."""
    folded = [name.casefold() for name in names]
    plain = all(" ".join(name.split()) == name for name in names)
    if not plain or len({*folded, ME, ""}) < len(folded) + 2:
        return tuple(SEATS[: len(names)])
    return tuple(names)


def review(
    record: Record,
    winning: Estimating | None = None,
    *,
    names: Sequence[str] = (),
    seats: Sequence[int] | None = None,
    seconds: float = SECONDS,
    progress: Callable[[float], None] | None = None,
) -> Review:
    """Review a record at once.

    ``winning``: gives estimators (``lambda seconds, seed: Estimator(seconds, seed=seed)``), None:
    losses are in turns; ``names``: of the seats in texts, else the names of the record; ``seats``:
    whose decisions, else those of persons, or of all where only computers play; ``progress``: told
    how much of 1 is done.
    """
    work = reviewing(
        record, names=names, seats=seats, seconds=seconds, by_chance=winning is not None
    )
    answer: WinChances | None = None
    while True:
        try:
            said = work.send(answer)
        except StopIteration as stop:
            found: Review = stop.value
            return found
        answer = None
        if isinstance(said, Asked) and winning is not None:
            answer = winning(said.seconds, said.seed)(said.advice.position, said.moves)
        elif isinstance(said, Working) and progress is not None:
            progress(said.share)


def reviewing(
    record: Record,
    *,
    names: Sequence[str] = (),
    seats: Sequence[int] | None = None,
    seconds: float = SECONDS,
    by_chance: bool = True,
    clock: Callable[[], float] = time.perf_counter,
) -> Reviewing:
    """Review a record step by step.

    Yields :class:`Working` after each piece of work, once :class:`Ranked`, and :class:`Asked` where
    a chance is wanted: then it is sent the :class:`WinChances`, or None where there are none.
    Arguments as in :func:`review`; without ``by_chance`` nothing is asked.
    """
    begun = clock()
    called = called_by(names or record.names)
    looked = tuple(reviewed_seats(record) if seats is None else seats)
    decisions: list[Decision] = []
    steps = max(1, len(record.events) - 1)
    for place, turn in _turns(record):
        before = record.events[place - 1].game
        if before.turn in looked:
            found = decision_at(record, place, called, turn)
            if found is not None:
                decisions.append(found)
            yield Working(place / steps * (_ADVISED if by_chance else 1.0))
    measured = False
    if by_chance:
        yield Ranked(Review(record, called, looked, tuple(decisions), False))
        left = max(0.0, seconds - (clock() - begun))
        doubtful = yield from _screened(decisions, left * _SCREENING, clock)
        if doubtful is not None:
            measured = bool(decisions)
            yield from _confirmed(decisions, doubtful, left * (1 - _SCREENING), clock)
    return Review(record, called, looked, tuple(decisions), measured)


def _screened(
    decisions: list[Decision], time_left: float, clock: Callable[[], float]
) -> Generator[Working | Asked, WinChances | None, list[int] | None]:
    """Look at all decisions; give the numbers of those to be looked at again.

    None as soon as there are no chances to be had. When time is up, what seems wrong is left to be
    measured at once; what seems right is looked at while there is time, first one decision of each
    turn, for the course of the match.
    """
    turns: set[int] = set()
    waiting: list[tuple[bool, bool, int]] = []
    for number, decision in enumerate(decisions):
        waiting.append((decision.as_good, decision.turn in turns, number))
        turns.add(decision.turn)
    doubtful: list[int] = []
    end: float | None = None
    for count, (as_good, _, number) in enumerate(sorted(waiting)):
        decision = decisions[number]
        if end is not None and clock() >= end:
            if as_good:
                decisions[number] = replace(decision, loss=0.0, error=0.0)
            else:
                doubtful.append(number)
            continue
        options = _candidates(decision)
        moves = (decision.steps, *(steps_of_option(decision.advice, each) for each in options))
        left = time_left if end is None else end - clock()
        share = _share(left, len(decisions) - count)
        found = yield Asked(decision.advice, moves, share, _FIRST_SEED)
        if found is None:
            return None
        if end is None:
            # Who answers may have had to get ready first: that is not taken from the time.
            end = clock() + time_left
        decisions[number], in_doubt = _looked(decision, options, found)
        if in_doubt:
            doubtful.append(number)
        yield Working(_ADVISED + (1 - _ADVISED) * _SCREENING * (count + 1) / len(decisions))
    return doubtful


def _confirmed(
    decisions: list[Decision], doubtful: list[int], time_left: float, clock: Callable[[], float]
) -> Generator[Working | Asked, WinChances | None, None]:
    """Measure with other cards what seems to have cost something, the costliest first."""
    end = clock() + time_left
    doubtful.sort(key=lambda number: (-(decisions[number].loss or 0.0), -decisions[number].worth))
    for count, number in enumerate(doubtful):
        decision = decisions[number]
        moves = (decision.steps, steps_of_option(decision.advice, decision.best))
        found = yield Asked(
            decision.advice, moves, _share(end - clock(), len(doubtful) - count), _OTHER_SEED
        )
        if found is not None:
            decisions[number] = _measured(decision, found)
        share = _SCREENING + (1 - _SCREENING) * (count + 1) / len(doubtful)
        yield Working(_ADVISED + (1 - _ADVISED) * share)


def _share(left: float, count: int) -> float:
    return max(_LEAST, left / max(1, count))


def _looked(
    decision: Decision, options: Sequence[Option], found: WinChances
) -> tuple[Decision, bool]:
    """Take the first figures: whether they, or the advice, speak against the move played."""
    own = found.chances[0]
    against = []
    for place, option in enumerate(options, start=1):
        loss, error = found.differences.get((place, 0), (0.0, 0.0))
        # What the advice prefers is measured anyhow, whatever the first look says.
        preferred = option is decision.best and not decision.as_good
        if loss > _SUSPICIOUS * error or preferred:
            against.append((loss, error, option))
    decision = replace(decision, loss=0.0, error=0.0, chance=None if own is None else own.value)
    if not against:
        return decision, False
    loss, error, option = max(against, key=lambda each: each[0])
    return replace(decision, loss=loss, error=error, best=option), True


def _measured(decision: Decision, found: WinChances) -> Decision:
    """Take the figures that count; a move that is clearly better than the best is the best."""
    loss, error = found.differences.get((1, 0), (0.0, 0.0))
    chance = found.chances[0]
    best = decision.best
    if found.is_better(0, 1) and decision.own is not None:
        best = decision.own
    return replace(
        decision,
        best=best,
        loss=loss,
        error=error,
        chance=decision.chance if chance is None else chance.value,
    )


def _candidates(decision: Decision) -> tuple[Option, ...]:
    """Choose the moves that the one played is compared with: the best ones but itself."""
    others = [option for option in decision.advice.options if option is not decision.own]
    return tuple(others[:_CANDIDATES])


def steps_of_option(advice: Advice, option: Option) -> tuple[str, ...]:
    """Give the steps of an option."""
    place = next(place for place, each in enumerate(advice.options) if each is option)
    return steps_of(advice)[place]


# --- one decision --------------------------------------------------------------------------------


def _turns(record: Record) -> Iterator[tuple[int, int]]:
    """Go through the steps: the place of each among the events, and which turn it is in."""
    turn = 0
    last: tuple[int, int] | None = None
    for place, event in enumerate(record.events):
        if event.step is None:
            continue
        before = record.events[place - 1].game
        if (before.round, before.turns) != last:
            turn, last = turn + 1, (before.round, before.turns)
        yield place, turn


def decision_at(
    record: Record, place: int, names: Sequence[str] = (), turn: int = 1
) -> Decision | None:
    """Judge the step at a place among the events by what could be known; None without a choice.

    ``names``: of the seats, see :func:`called_by`; ``turn``: which turn of the match it is.
    """
    event, before = record.events[place], record.events[place - 1].game
    step, seat = event.step, before.turn
    if step is None:
        raise ValueError("a deal is no decision")
    names = called_by(names or record.names)
    called = [ME if other == seat else name for other, name in enumerate(names)]
    advice = advise(position_of(before, seat, aimed_phase(before, seat), names))
    found = compared(advice, step, called)
    if found is None or (len(advice.options) == 1 and found.own is not None):
        return None
    own = _equal(advice, found.best, found.own)
    turns, worth = _lost(before, step, seat, names, advice, own)
    text = step.text(called)
    return Decision(
        place=place,
        line=event.line,
        round=before.round,
        turn=turn,
        seat=seat,
        step=step,
        kind=_kind(advice, step, found.best),
        advice=advice,
        own=own,
        best=found.best,
        steps=(text,) if own is None else steps_of_option(advice, own),
        turns=turns,
        worth=worth,
    )


def _equal(advice: Advice, best: Option, own: Option | None) -> Option | None:
    """Let the best option be the own one where it begins with the same move."""
    return best if own is not None and own.rank == best.rank and own.move == best.move else own


def _kind(advice: Advice, step: Step, best: Option) -> str:
    """Tell what a decision is about: of a discard instead of a hit or of laying, about those."""
    if isinstance(step, Draw | TakeDiscard):
        return "draw"
    if isinstance(step, Lay) or best.move.startswith("lay"):
        return "lay"
    if isinstance(step, Hit) or best.hits:
        return "hit"
    skips = step.card.is_skip or best.move.startswith("discard S")
    return "skip" if skips else "discard"


def _lost(
    before: Game,
    step: Step,
    seat: int,
    names: Sequence[str],
    advice: Advice,
    own: Option | None,
) -> Loss:
    """Give what a step lost against the best option."""
    if own is not None:
        return option_loss(advice, own)
    best, each = advice.options[0], point(advice.position)
    if isinstance(step, Discard) and best.move.startswith("lay"):
        left = before.rules.points_of(before.hand(seat) - step.card)
        return Loss(1.0, 1.0 + max(0.0, each * (left - best.points_left)))
    out, left = _came_to(before, step, seat, names)
    return Loss(None, max(0.0, float(best.goes_out and not out) + each * (left - best.points_left)))


def _came_to(before: Game, step: Step, seat: int, names: Sequence[str]) -> tuple[bool, int]:
    """Tell whether the round can be ended, and with which points it could be left, after a step."""
    after = before.play(step)
    points = before.rules.points_of(after.hand(seat))
    if after.stage == PLAY and after.turn == seat:
        advice = advise(position_of(after, seat, aimed_phase(after, seat), names))
        if advice.options:
            return advice.options[0].goes_out, advice.options[0].points_left
    return after.stage != PLAY and not after.hand(seat), points
