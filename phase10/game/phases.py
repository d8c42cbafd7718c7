"""Goals and phases as data: the ten phases, printed editions, phases of one's own.

Goal kinds (source: printed rules of the editions; a wild may stand for any card in each):

set:n     n cards of one number            color:n   n cards of one color
run:n     n numbers in order within 1–12   crun:n    a run all of one color
cset:n    n cards of one number and color  even:n / odd:n   n even / n odd cards
parity:n  n cards all even or all odd
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from typing import Final

from phase10.game.entries import plain_letters
from phase10.game.errors import PhaseError

__all__ = [
    "EDITIONS",
    "GOAL_SIZES",
    "PHASES",
    "PHASE_LIMIT",
    "SET_KINDS",
    "Edition",
    "Group",
    "Phase",
]

PHASE_LIMIT: Final = 11
GOAL_SIZES: Final = {
    "set": (2, 8),
    "run": (2, 12),
    "color": (2, 12),
    "crun": (2, 12),
    "cset": (2, 8),
    "even": (2, 12),
    "odd": (2, 12),
    "parity": (2, 12),
}
SET_KINDS: Final = ("set", "cset")
"""Goals that have one number (S6); see ``same_number_sets``."""


@dataclass(frozen=True, slots=True, order=True)
class Group:
    """Hold one goal of a phase: its kind and how many cards it asks."""

    kind: str
    size: int

    def __post_init__(self) -> None:
        if self.kind not in GOAL_SIZES:
            raise PhaseError("phase.unknown", text=str(self))
        low, high = GOAL_SIZES[self.kind]
        if not low <= self.size <= high:
            raise PhaseError("phase.size", goal=str(self), size=self.size, low=low, high=high)

    def __str__(self) -> str:
        return f"{self.kind}:{self.size}"


@dataclass(frozen=True, init=False, repr=False)
class Phase:
    """Hold the goals of a phase, built from text or from groups.

    Text is a number of the classic list, goals joined by ``+``, or plain words:

    >>> Phase("3"), Phase("2 sets of 3"), Phase("run of 4 and 5 of one color")
    (Phase('set:4+run:4'), Phase('set:3+set:3'), Phase('run:4+color:5'))
    """

    groups: tuple[Group, ...]

    def __init__(self, goals: str | int | Iterable[Group]) -> None:
        if isinstance(goals, int):
            goals = str(goals)
        groups = _read_goals(goals) if isinstance(goals, str) else tuple(goals)
        if not groups:
            raise PhaseError("phase.empty")
        size = sum(group.size for group in groups)
        if size > PHASE_LIMIT:
            raise PhaseError("phase.too_long", count=size, limit=PHASE_LIMIT)
        object.__setattr__(self, "groups", groups)

    @classmethod
    def parse(cls, text: str, phases: tuple[Phase, ...] | None = None) -> Phase:
        """Read a phase; a plain number means that phase of ``phases`` (default: classic)."""
        stripped = text.strip()
        if _NUMBER.fullmatch(stripped):
            return _numbered(stripped, PHASES if phases is None else phases)
        return cls(stripped)

    @property
    def size(self) -> int:
        """Count the cards that the whole phase asks."""
        return sum(group.size for group in self.groups)

    def __str__(self) -> str:
        return "+".join(map(str, self.groups))

    def __repr__(self) -> str:
        return f"Phase({str(self)!r})"


_SYMBOL = re.compile(r"(?P<kind>[a-z]+)\s*[: ]\s*(?P<size>\d+)")
_N = r"(?P<size>\d+)"
_TIMES = r"(?:(?P<times>\d+)\s+)?"
_CARDS = r"(?:\s+(?:cards?|kartis|karsu))?"
_WORDS = tuple(
    (re.compile(pattern), kind)
    for pattern, kind in (
        (rf"{_TIMES}(?:a )?(?:one-colou?r|single-colou?r) runs? of {_N}", "crun"),
        (
            rf"{_TIMES}(?:a )?runs? of {_N}{_CARDS} (?:of|in) (?:one|a single|the same) colou?r",
            "crun",
        ),
        (rf"{_TIMES}(?:a )?runs? of {_N}{_CARDS}", "run"),
        (
            rf"{_TIMES}(?:a )?sets? of {_N}{_CARDS} (?:of|in) (?:one|a single|the same) colou?r",
            "cset",
        ),
        (rf"{_TIMES}(?:a )?sets? of {_N}{_CARDS}", "set"),
        (rf"{_N}{_CARDS} of (?:one|a single|the same) number and colou?r", "cset"),
        (rf"{_N}{_CARDS} of (?:one|a single|the same) colou?r", "color"),
        (rf"{_N}(?: all)? even or(?: all)? odd{_CARDS}", "parity"),
        (rf"{_N}(?: cards)?,? all even or all odd", "parity"),
        (rf"{_N} even{_CARDS}", "even"),
        (rf"{_N} odd{_CARDS}", "odd"),
        (rf"{_TIMES}vienas krasas virknes?(?: pa| no)? {_N}(?: kartim)?", "crun"),
        (rf"{_N} karsu vienas krasas virkne", "crun"),
        (rf"vienas krasas {_N} karsu virkne", "crun"),
        (rf"{_TIMES}virknes?(?: pa| no)? {_N}(?: kartim)?", "run"),
        (rf"{_N} karsu virkne", "run"),
        (rf"{_TIMES}komplekt[si](?: pa| no)? {_N}(?: kartim)?", "set"),
        (rf"{_N} karsu komplekts", "set"),
        (rf"{_N} karsu vienas krasas komplekts", "cset"),
        (rf"{_N} vienas krasas un viena skaitla kar(?:tis|ts|su)", "cset"),
        (rf"{_N}(?: vienas krasas| vienadas krasas) kar(?:tis|ts|su)", "color"),
        (rf"{_N} vienas krasas", "color"),
        (rf"{_N} para vai nepara skaitlu kar(?:tis|ts|su)", "parity"),
        (rf"{_N} para skaitlu kar(?:tis|ts|su)", "even"),
        (rf"{_N} nepara skaitlu kar(?:tis|ts|su)", "odd"),
    )
)
_NUMBER = re.compile(r"-?\d+")
_JOIN = re.compile(r"\s*(?:\+|,|;)\s*")
_AND = re.compile(r"(\s+(?:and|plus|un)\s+)")
_LONGEST: Final = 500
"""Characters that a phase may take in words: more than all its goals need."""


def _read_goals(text: str) -> tuple[Group, ...]:
    if len(text) > _LONGEST:
        raise PhaseError("phase.unknown", text=text.strip())
    plain = " ".join(plain_letters(text).split())
    if not plain:
        raise PhaseError("phase.empty")
    if _NUMBER.fullmatch(plain):
        return _numbered(plain, PHASES).groups
    groups: list[Group] = []
    for part in _JOIN.split(plain):
        groups.extend(_read_part(part, text))
    return tuple(groups)


def _read_part(part: str, text: str) -> list[Group]:
    """Read goals joined by *and*, a word that a goal may contain once itself."""
    groups: list[Group] = []
    words = _AND.split(part)  # goals and, at odd places, the words between them
    while words:
        longer, shorter = "".join(words[:3]), words[0]
        goals, used = _read_goal(longer), 4
        if goals is None:
            goals, used = _read_goal(shorter), 2
        if goals is None:
            raise PhaseError("phase.unknown", text=text.strip())
        groups.extend(goals)
        del words[:used]
    return groups


def _read_goal(plain: str) -> list[Group] | None:
    symbol = _SYMBOL.fullmatch(plain)
    if symbol is not None and symbol["kind"] in GOAL_SIZES:
        return [Group(symbol["kind"], int(symbol["size"]))]
    for pattern, kind in _WORDS:
        match = pattern.fullmatch(plain)
        if match is not None:
            times = int(match.groupdict().get("times") or 1)
            group = Group(kind, int(match["size"]))
            if times * group.size > PHASE_LIMIT:
                count = times * group.size
                raise PhaseError("phase.too_long", count=count, limit=PHASE_LIMIT)
            return [group] * times if times else None
    return None


def _numbered(text: str, phases: tuple[Phase, ...]) -> Phase:
    number = int(text) if len(text) <= _LONGEST else 0
    if not 1 <= number <= len(phases):
        raise PhaseError("phase.number", number=text, last=len(phases))
    return phases[number - 1]


PHASES: Final[tuple[Phase, ...]] = tuple(
    map(
        Phase,
        (
            "set:3+set:3",
            "set:3+run:4",
            "set:4+run:4",
            "run:7",
            "run:8",
            "run:9",
            "set:4+set:4",
            "color:7",
            "set:5+set:2",
            "set:5+set:3",
        ),
    )
)


@dataclass(frozen=True)
class Edition:
    """Hold a named list of phases; ``source`` is ``printed`` or ``page`` (a fan list)."""

    id: str
    source: str
    phases: tuple[Phase, ...]


class _Editions:
    """Read the editions when they are first asked for."""

    def all(self) -> dict[str, Edition]:
        """Map each edition's id to the edition, in the order of the data file."""
        return dict(self._read)

    @cached_property
    def _read(self) -> dict[str, Edition]:
        data = tomllib.loads(files("phase10.game").joinpath("editions.toml").read_text("utf-8"))
        return {
            item["id"]: Edition(item["id"], item["source"], tuple(map(Phase, item["phases"])))
            for item in data["edition"]
        }

    def __getitem__(self, edition_id: str) -> Edition:
        try:
            return self._read[edition_id]
        except KeyError:
            raise PhaseError("phase.edition", text=edition_id) from None


EDITIONS: Final = _Editions()
