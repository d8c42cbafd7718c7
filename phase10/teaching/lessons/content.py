"""A lesson as it is kept: plain values read from a data file, the words in every language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from phase10.teaching.lessons.experiment import Experiment, Figure
from phase10.teaching.lessons.items import FixedItem
from phase10.teaching.words import Words

__all__ = [
    "GAISE_LEVELS",
    "PATHS",
    "Card",
    "Choice",
    "Codes",
    "Interval",
    "ItemWords",
    "Lesson",
    "Misconception",
    "Part",
    "Prediction",
]

PATHS: Final = ("grade-6", "grade-9", "mathematics-1", "mathematics-2", "informatics")
"""The ways through the course that a lesson may belong to."""

GAISE_LEVELS: Final = ("A", "B", "C")


@dataclass(frozen=True)
class Codes:
    """Hold the curriculum codes of a lesson, as they are printed.

    ``latvia`` and ``common_core`` are codes of standards, ``ap`` topics of AP Statistics as of
    2020, ``gaise`` levels of the GAISE II framework.
    """

    latvia: tuple[str, ...]
    common_core: tuple[str, ...]
    ap: tuple[str, ...]
    gaise: tuple[str, ...]

    @property
    def printed(self) -> tuple[str, ...]:
        """List all codes as the footer of a paper shows them."""
        return (
            *self.latvia,
            *self.common_core,
            *(f"AP-2020 {topic}" for topic in self.ap),
            *(f"GAISE {level}" for level in self.gaise),
        )


@dataclass(frozen=True)
class Interval:
    """Explain the numbers from ``low`` to ``high`` that a pupil may predict.

    The upper end belongs to the next interval, except for the last one. ``right``: the exact value
    lies here. ``misconception``: the one that leads here, "" for none.
    """

    low: Fraction
    high: Fraction
    why: Words
    right: bool = False
    misconception: str = ""


@dataclass(frozen=True)
class Choice:
    """Offer one answer to predict, with the explanation of who chose it."""

    id: str
    text: Words
    why: Words
    right: bool = False
    misconception: str = ""


@dataclass(frozen=True)
class Prediction:
    """Ask for a prediction: a number between two ends, or one of several choices.

    Numbers: ``scale`` of them make 1 of the exact value (100 where a number of 100 deals is asked).
    ``figure``: the name of the figure that a number foretells, as ``part_figure``.
    """

    question: Words
    choices: tuple[Choice, ...] = ()
    intervals: tuple[Interval, ...] = ()
    scale: Fraction = Fraction(1)
    figure: str = ""

    @property
    def kind(self) -> str:
        """Tell what is asked: ``choice`` or ``number``."""
        return "choice" if self.choices else "number"

    @property
    def low(self) -> Fraction:
        """Give the least number that can be predicted."""
        return self.intervals[0].low

    @property
    def high(self) -> Fraction:
        """Give the greatest number that can be predicted."""
        return self.intervals[-1].high


@dataclass(frozen=True)
class Part:
    """Simulate one experiment of a lesson.

    ``figures``: the words for the figures to show, by name; ``trials``: how many make a good
    picture in class; ``outcomes``: the words for outcomes, where they need words.
    """

    name: str
    title: Words
    experiment: Experiment
    trials: int
    figures: Mapping[str, Words]
    outcomes: Mapping[int, Words]

    @property
    def shown(self) -> tuple[Figure, ...]:
        """List the figures that the lesson shows, in its order."""
        known = {figure.name: figure for figure in self.experiment.figures}
        return tuple(known[name] for name in self.figures)


@dataclass(frozen=True)
class Card:
    """Help the teacher: what to ask, what to do without devices."""

    ask: Words
    without: Words


@dataclass(frozen=True)
class ItemWords:
    """Hold the words of an item: the question, the steps, why each wrong answer is wrong."""

    question: Words
    steps: tuple[Words, ...]
    why: Mapping[str, Words]


@dataclass(frozen=True)
class Lesson:
    """Hold one lesson. ``items`` are the words of the items that it owns, by template."""

    id: str
    title: Words
    goal: Words
    codes: Codes
    paths: tuple[str, ...]
    minutes: int
    core_minutes: int
    misconceptions: tuple[str, ...]
    situation: Words
    cards: str
    mini: Words
    prediction: Prediction
    parts: tuple[Part, ...]
    exact: tuple[Words, ...]
    summary: Words
    transfer: str
    exit: str
    recall: tuple[str, ...]
    card: Card
    items: Mapping[str, ItemWords]
    fixed: Mapping[str, FixedItem]

    def figures(self) -> dict[str, Figure]:
        """Give all figures by name, ``part_figure``."""
        return {
            f"{part.name}_{figure.name}": figure
            for part in self.parts
            for figure in part.experiment.figures
        }


@dataclass(frozen=True)
class Misconception:
    """Name a common mistake, say what it is, and give the items that put it to the test.

    ``contrast``: templates of items, asked again when the mistake was made twice.
    """

    id: str
    name: Words
    idea: Words
    contrast: tuple[str, ...]
