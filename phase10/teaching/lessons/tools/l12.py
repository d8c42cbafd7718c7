"""L12, a match as a chain: ten chances, the exact number of rounds, and matches played from a seed.

The chances are typed, or counted in matches of computer players: phases made of rounds tried.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import sqrt
from typing import ClassVar, Final

from phase10.game.engine import Game
from phase10.game.errors import GameError
from phase10.game.moves import Move
from phase10.game.phases import PHASES
from phase10.game.rules import SEED
from phase10.players import PLAYERS, play_match
from phase10.teaching.lessons import chance
from phase10.teaching.lessons.codes import LessonCode, Stream
from phase10.teaching.lessons.tools.base import SIMULATE, kept_whole, unknown_act, whole
from phase10.teaching.lessons.tools.typed import kept_state, kept_text, read_share, typed

__all__ = ["FEWEST", "LIMIT", "MATCHES", "MOST_ROUNDS", "SEATS", "Chain", "make"]

PHASE_COUNT: Final = len(PHASES)
FEWEST: Final = Fraction(1, 100)
"""The smallest chance of a phase: with a smaller one a match takes thousands of rounds."""
MOST_ROUNDS: Final = 60
"""Rounds up to which the distribution is shown."""
MATCHES: Final = 100
"""Matches simulated with one press."""
LIMIT: Final = 5_000
"""Matches simulated, at most."""
SEATS: Final = 3
"""Computer players of a match from which chances are counted."""
_PLAYED: Final = 30
_WALK: Final = 20_000
_HALVES: Final = (Fraction(1, 2),) * PHASE_COUNT


class Chain:
    """Hold the chances, the match that is played step by step, and matches simulated.

    ``walk``: for each round of the match the phase tried and whether it was made. ``made`` and
    ``tried``: for each phase the rounds of ``played`` matches of computer players. ``counts``: how
    many simulated matches took so many rounds.
    """

    # The chance to end within 20 rounds is what the lesson asks to predict.
    after: ClassVar[str] = SIMULATE

    def __init__(self, code: LessonCode) -> None:
        self._code = code
        self.chances = _HALVES
        self.texts = [str(p) for p in self.chances]
        self.all_text = ""
        self.rounds = 20
        self.played = 0
        self.made = [0] * PHASE_COUNT
        self.tried = [0] * PHASE_COUNT
        self._again()

    def _again(self) -> None:
        """Begin the match and the simulation anew: they belong to the chances before."""
        self.counts: dict[int, int] = {}
        self._state = self._code.stream("tool matches").state
        self._begin(1)

    def _begin(self, match: int) -> None:
        self.match = match
        self.walk: list[tuple[int, bool]] = []
        self._stream = self._code.stream(f"tool match {match}")

    # --- what follows from the chances -----------------------------------------------------------

    @property
    def mean(self) -> Fraction:
        """Give the expected number of rounds: the sum of 1/p."""
        return chance.expected_rounds(self.chances)

    @property
    def variance(self) -> Fraction:
        """Give the variance of the number of rounds."""
        return chance.variance_of_rounds(self.chances)

    @property
    def within(self) -> Fraction:
        """Give the chance to be done within the rounds asked for."""
        return chance.rounds_within(self.chances, self.rounds)

    # --- what was played -------------------------------------------------------------------------

    @property
    def phase(self) -> int:
        """Give the phase that the match is at; 11 when it is over."""
        return 1 + sum(made for _, made in self.walk)

    @property
    def is_over(self) -> bool:
        """Tell whether the match is over."""
        return self.phase > PHASE_COUNT

    @property
    def simulated(self) -> int:
        """Count the matches simulated."""
        return sum(self.counts.values())

    @property
    def simulated_mean(self) -> Fraction | None:
        """Give their mean number of rounds."""
        total = sum(rounds * count for rounds, count in self.counts.items())
        return Fraction(total, self.simulated) if self.simulated else None

    @property
    def simulated_within(self) -> Fraction | None:
        """Give the share of them that was done within the rounds asked for."""
        done = sum(count for rounds, count in self.counts.items() if rounds <= self.rounds)
        return Fraction(done, self.simulated) if self.simulated else None

    @property
    def bands(self) -> tuple[float, float] | None:
        """Give how far 95 of 100 such means and shares stay from their exact values."""
        if not self.simulated:
            return None
        mean = 1.96 * sqrt(self.variance / self.simulated)
        return mean, chance.half_width(self.within, self.simulated)

    # --- acts ------------------------------------------------------------------------------------

    def act(self, name: str, value: object) -> None:
        """Do ``p.N`` and ``all`` (typed), ``apply``, ``apply_all``, ``play`` (a match of computer
        players), ``rounds``, ``round`` (the next of the match), ``run`` (to its end), ``match`` (a
        new one), ``matches`` (simulate a hundred).

        :class:`GameError` ``tool.share`` for a text that is no chance, ``tool.over`` for a match
        that is over, ``tool.drawn`` beyond a limit.
        """
        what, _, which = name.partition(".")
        if what == "p" and which in _PLACES:
            self.texts[_PLACES[which]] = typed(value)
        elif name == "all":
            self.all_text = typed(value)
        elif name == "apply":
            read = [_read(f"p{place}", text) for place, text in enumerate(self.texts, start=1)]
            self._take(tuple(read))
        elif name == "apply_all":
            p = _read("p", typed(value) if isinstance(value, str) else self.all_text)
            self.all_text = str(p)
            self._fill((p,) * PHASE_COUNT)
        elif name == "play":
            self._play()
        elif name == "rounds":
            self.rounds = whole(value, 1, MOST_ROUNDS)
        else:
            self._move(name)

    def _move(self, name: str) -> None:
        """Do an act of the match that is played, or simulate."""
        if name == "round":
            if self.is_over:
                raise GameError("tool.over")
            self._round()
        elif name == "run":
            if self.is_over:
                raise GameError("tool.over")
            while not self.is_over:
                self._round()
        elif name == "match":
            self._begin(self.match % _WALK + 1)
        elif name == "matches":
            self._simulate()
        else:
            raise unknown_act(name)

    def _round(self) -> None:
        phase = self.phase
        self.walk.append((phase, self._stream.happens(self.chances[phase - 1])))

    def _simulate(self) -> None:
        if self.simulated + MATCHES > LIMIT:
            raise GameError("tool.drawn", limit=LIMIT)
        stream = Stream(self._state)
        for _ in range(MATCHES):
            rounds = 0
            for p in self.chances:
                rounds += 1
                while not stream.happens(p):
                    rounds += 1
            self.counts[rounds] = self.counts.get(rounds, 0) + 1
        self._state = stream.state

    def _play(self) -> None:
        """Count phases made and rounds tried in one more match of computer players."""
        if self.played >= _PLAYED:
            raise GameError("tool.drawn", limit=_PLAYED)
        self.played += 1
        seed = self._code.stream(f"tool players {self.played}").below(1 << 32)

        def count(game: Game) -> None:
            for seat in game.seats:
                phase = seat.laid or len(seat.done) + 1
                if phase <= PHASE_COUNT:
                    self.tried[phase - 1] += 1
                    self.made[phase - 1] += seat.laid is not None

        def watch(before: Game, move: Move | None, after: Game) -> None:
            if move is None:
                count(before)

        last = play_match(
            Game.start(seed, players=SEATS, rules=SEED), [PLAYERS["careful"]] * SEATS, watch=watch
        )
        if not last.game.tie_break:
            count(last.game)
        self._fill(
            tuple(
                max(FEWEST, Fraction(made, tried)) if tried else Fraction(1, 2)
                for made, tried in zip(self.made, self.tried, strict=True)
            )
        )

    def _fill(self, chances: tuple[Fraction, ...]) -> None:
        self.texts = [str(p) for p in chances]
        self._take(chances)

    def _take(self, chances: tuple[Fraction, ...]) -> None:
        if chances != self.chances:
            self.chances = chances
            self._again()

    # --- keeping ---------------------------------------------------------------------------------

    def kept(self) -> dict[str, object]:
        """Give the chances, how far the match is, and what was counted."""
        return {
            "chances": [str(p) for p in self.chances],
            "texts": list(self.texts),
            "all": self.all_text,
            "rounds": self.rounds,
            "played": [self.played, list(self.made), list(self.tried)],
            "match": [self.match, len(self.walk)],
            "counts": [[rounds, count] for rounds, count in sorted(self.counts.items())],
            "state": str(self._state),
        }

    def restore(self, kept: Mapping[str, object]) -> None:
        """Take it up again."""
        chances, texts = kept.get("chances"), kept.get("texts")
        try:
            if not isinstance(chances, list) or len(chances) != PHASE_COUNT:
                return
            self.chances = tuple(_read("p", str(text)) for text in chances)
        except GameError:
            return
        self.texts = [str(p) for p in self.chances]
        if isinstance(texts, list) and len(texts) == PHASE_COUNT:
            self.texts = [typed(text) for text in texts]
        self.all_text = kept_text(kept, "all", "")
        self.rounds = kept_whole(kept, "rounds", 1, MOST_ROUNDS, self.rounds)
        self._again()
        try:
            self._restore_numbers(kept)
        except (GameError, TypeError, ValueError):
            return

    def _restore_numbers(self, kept: Mapping[str, object]) -> None:
        played, made, tried = _list(kept.get("played"), 3)
        most = _PLAYED * SEATS * 100
        rows = [[whole(each, 0, most) for each in _list(row, PHASE_COUNT)] for row in (made, tried)]
        if all(hits <= rounds for hits, rounds in zip(*rows, strict=True)):
            self.played, (self.made, self.tried) = whole(played, 0, _PLAYED), rows
        match, rounds = _list(kept.get("match"), 2)
        self._begin(whole(match, 1, _WALK))
        for _ in range(whole(rounds, 0, _WALK)):
            if self.is_over:
                break
            self._round()
        state = kept_state(kept.get("state"))
        found = {
            whole(pair[0], PHASE_COUNT, 10**6): whole(pair[1], 1, LIMIT)
            for pair in (_list(entry, 2) for entry in _list(kept.get("counts"), None))
        }
        if state is not None and sum(found.values()) <= LIMIT:
            self.counts, self._state = found, state


_PLACES: Final = {str(place): place - 1 for place in range(1, PHASE_COUNT + 1)}


def _read(what: str, text: str) -> Fraction:
    return read_share(what, text, FEWEST, Fraction(1))


def _list(value: object, size: int | None) -> list[object]:
    if not isinstance(value, list) or (size is not None and len(value) != size):
        raise ValueError(value)
    return value


def make(code: LessonCode) -> Chain:
    """Make the interactive."""
    return Chain(code)
