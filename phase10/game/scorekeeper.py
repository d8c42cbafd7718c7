"""The score of a match at a real table: who made a phase, what was left, who deals, who has won.

Plain values: a sheet is made of what was written down, and everything else follows from it by the
rules of :mod:`phase10.game.scoring`. Undo is a shorter sheet.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from phase10.game.errors import NumberError, PositionError, RulesError
from phase10.game.moves import SEATS
from phase10.game.parts import only_keys, read_list, read_mapping, read_number, read_text
from phase10.game.phases import Phase
from phase10.game.rules import LAST_PHASE, Rules
from phase10.game.scoring import Decided, Standing, decided_after
from phase10.game.setup import Setup

__all__ = ["Line", "Round", "ScoreSheet"]

MOST_POINTS: Final = 11 * 25
"""Points of eleven wilds: no hand costs more."""

MOST_ROUNDS: Final = 1000
LONGEST_NAME: Final = 24
_STEP: Final = 5
"""Every card costs a multiple of it (S47)."""


@dataclass(frozen=True, slots=True)
class Line:
    """Hold a player's round: the phase made, None for none, and the points of the cards left."""

    made: int | None = None
    points: int = 0


@dataclass(frozen=True, slots=True)
class Round:
    """Hold a round as it was written down: who went out, None when nobody did; a line a player.

    In a tie-break ``out`` is who won it, and the lines say nothing.
    """

    out: int | None
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class _State:
    """Hold the standings after a round, and who deals the next one."""

    decided: Decided
    dealer: int


@dataclass(frozen=True)
class ScoreSheet:
    """Hold a match at a real table.

    ``dealer``: who dealt the first round; ``numbers``: the phases in use. Raises
    :class:`GameError` for rules, phases and players that do not go together, for names that are
    empty, too long or alike, and for a round that cannot have been.
    """

    names: tuple[str, ...]
    rules: Rules
    phases: tuple[Phase, ...]
    dealer: int = 0
    rounds: tuple[Round, ...] = ()
    numbers: tuple[int, ...] = field(init=False, repr=False, compare=False)
    _states: tuple[_State, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        setup = Setup(self.rules, self.phases, len(self.names))
        if not 0 <= self.dealer < len(self.names):
            high = len(self.names) - 1
            raise NumberError("number.range", what="dealer", value=self.dealer, low=0, high=high)
        seen: set[str] = set()
        for name in self.names:
            if not name.strip() or name.casefold() in seen:
                raise PositionError("position.same_name", name=name)
            if len(name) > LONGEST_NAME:
                raise NumberError(
                    "number.range", what=name, value=len(name), low=1, high=LONGEST_NAME
                )
            seen.add(name.casefold())
        object.__setattr__(self, "numbers", setup.numbers)
        states = [_State(Decided((Standing(0, ()),) * len(self.names)), self.dealer)]
        for played in self.rounds:
            states.append(self._after(states[-1], len(states), played))
        object.__setattr__(self, "_states", tuple(states))

    # --- where it stands --------------------------------------------------------------------------

    @property
    def _now(self) -> _State:
        return self._states[-1]

    @property
    def standings(self) -> tuple[Standing, ...]:
        """Give each player's score and phases made."""
        return self._now.decided.after

    def standings_after(self, round_number: int) -> tuple[Standing, ...]:
        """Give the standings after a round, counted from 1; 0 for the beginning."""
        return self._states[round_number].decided.after

    @property
    def winner(self) -> int | None:
        """Give who has won, None while the match goes on."""
        return self._now.decided.winner

    @property
    def tied(self) -> tuple[int, ...]:
        """List who plays the tie-break that comes now; empty when none does."""
        return self._now.decided.tied

    @property
    def next_round(self) -> int:
        """Give the number of the round that comes."""
        return len(self.rounds) + 1

    @property
    def next_dealer(self) -> int:
        """Give who deals the round that comes: the dealer passes to the left."""
        return self._now.dealer

    @property
    def next_first(self) -> int:
        """Give who begins the round that comes: the player left of the dealer (S20)."""
        return _after(self.next_dealer, self.tied or tuple(range(len(self.names))))

    def goals(self, player: int) -> tuple[int, ...]:
        """List the phases that a player may make in the round that comes (S10, S58, S63)."""
        return self._goals(self._now, self.next_round, player)

    @property
    def order(self) -> tuple[int, ...]:
        """List the players from the best to the worst, as ``scoring.standings`` does."""

        def key(player: int) -> tuple[bool, int, int, int]:
            standing = self.standings[player]
            phases = 0 if self.rules.advance_all else len(standing.done)
            return (player != self.winner, -phases, standing.score, player)

        return tuple(sorted(range(len(self.names)), key=key))

    # --- going on ---------------------------------------------------------------------------------

    def played(self, out: int | None, lines: Sequence[Line]) -> ScoreSheet:
        """Give the sheet with a round more.

        Raises :class:`RulesError` ``game.over`` after the match, and :class:`PositionError`
        ``score.…`` for a round that cannot have been.
        """
        return replace(self, rounds=(*self.rounds, Round(out, tuple(lines))))

    def undone(self) -> ScoreSheet:
        """Give the sheet without its last round; raise ``score.nothing`` where there is none."""
        if not self.rounds:
            raise RulesError("score.nothing")
        return replace(self, rounds=self.rounds[:-1])

    def _goals(self, state: _State, round_number: int, player: int) -> tuple[int, ...]:
        done = state.decided.after[player].done
        if state.decided.tied:
            return self.numbers[-1:]
        if self.rules.advance_all:
            return self.numbers[round_number - 1 : round_number]
        if self.rules.in_order:
            return self.numbers[len(done) : len(done) + 1]
        return tuple(number for number in self.numbers if number not in done)

    def _after(self, state: _State, round_number: int, played: Round) -> _State:
        """Give where the match stands after a round; raise where the round cannot have been."""
        decided = state.decided
        if decided.winner is not None or round_number > MOST_ROUNDS:
            raise RulesError("game.over")
        if len(played.lines) != len(self.names):
            raise NumberError(
                "number.range", what="players", value=len(played.lines),
                low=len(self.names), high=len(self.names),
            )  # fmt: skip
        playing = decided.tied or tuple(range(len(self.names)))
        if played.out is not None and played.out not in playing:
            raise PositionError("score.player")
        if decided.tied:
            won = decided if played.out is None else Decided(decided.after, played.out)
            return _State(won, self._dealer(state, played, playing))
        for player, line in enumerate(played.lines):
            self._check(state, round_number, played, player, line)
        after = decided_after(
            self.rules,
            self.numbers,
            round_number,
            decided.after,
            [line.made for line in played.lines],
            [line.points for line in played.lines],
            played.out,
        )
        return _State(after, self._dealer(state, played, after.tied or playing))

    def _dealer(self, state: _State, played: Round, playing: tuple[int, ...]) -> int:
        """Give who deals next among those who play then."""
        if self.rules.next_dealer == "winner" and played.out in playing:
            return played.out or 0
        return _after(state.dealer, playing)

    def _check(
        self, state: _State, round_number: int, played: Round, player: int, line: Line
    ) -> None:
        name = self.names[player]
        if line.made is not None and line.made not in self._goals(state, round_number, player):
            raise PositionError("score.phase", player=name, number=line.made)
        if not 0 <= line.points <= MOST_POINTS or line.points % _STEP:
            raise PositionError("score.points", player=name, points=line.points, most=MOST_POINTS)
        if player != played.out and not line.points:
            raise PositionError("score.left", player=name)
        if player == played.out and line.points:
            raise PositionError("score.out_points", player=name)
        goals = self._goals(state, round_number, player)
        if player == played.out and line.made is None and goals:
            # Without laying the hand never shrinks.
            raise PositionError("score.out_phase", player=name)

    # --- what is kept -----------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """Give the JSON form."""
        return {
            "names": list(self.names),
            "rules": str(self.rules),
            "phases": [str(phase) for phase in self.phases],
            "dealer": self.dealer,
            "rounds": [
                {
                    "out": played.out,
                    "lines": [[line.made, line.points] for line in played.lines],
                }
                for played in self.rounds
            ],
        }

    @classmethod
    def from_json(cls, data: object) -> ScoreSheet:
        """Read the JSON form; raise :class:`GameError`."""
        read = read_mapping(data, "scores")
        only_keys(read, ("names", "rules", "phases", "dealer", "rounds"), "scores.")
        names = read_list(read.get("names", []), "scores.names")
        phases = read_list(read.get("phases", []), "scores.phases")
        rounds = read_list(read.get("rounds", []), "scores.rounds")
        return cls(
            tuple(read_text(name, "scores.names") for name in names),
            Rules.parse(read_text(read.get("rules", "seed"), "scores.rules")),
            tuple(Phase(read_text(phase, "scores.phases")) for phase in phases),
            read_number(read.get("dealer"), "scores.dealer", 0, len(SEATS) - 1) or 0,
            tuple(_round(item) for item in rounds),
        )


def _round(item: object) -> Round:
    key = "scores.rounds"
    played = read_mapping(item, key)
    only_keys(played, ("out", "lines"), f"{key}.")
    lines = []
    for line in read_list(played.get("lines", []), f"{key}.lines"):
        pair = read_list(line, f"{key}.lines")
        if len(pair) != 2:
            raise PositionError("position.shape", key=f"{key}.lines", expected="list")
        made = read_number(pair[0], f"{key}.lines", 1, LAST_PHASE)
        points = read_number(pair[1], f"{key}.lines", 0, MOST_POINTS)
        lines.append(Line(made, points or 0))
    out = read_number(played.get("out"), f"{key}.out", 0, len(SEATS) - 1)
    return Round(out, tuple(lines))


def _after(player: int, playing: Sequence[int]) -> int:
    return next((other for other in playing if other > player), playing[0])
