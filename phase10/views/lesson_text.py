"""Lessons and their items in words: numbers, cards and cases put into the texts of the data.

Formulas carry indices as ``C_[108]^[10]``; :func:`runs` takes a text apart for HTML, print and
plain text, so that no renderer knows the others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from phase10.game.cards import Cards
from phase10.teaching.lessons.content import Lesson
from phase10.teaching.lessons.items import LARGEST_DENOMINATOR, Item, Mistake, Value, Word
from phase10.teaching.lessons.reading import item_words, misconceptions, word_forms
from phase10.teaching.words import Words
from phase10.views.html import Html, el, fragment
from phase10.views.i18n import decimal, fraction, number, percent, plural, sentence
from phase10.views.names import card_list

__all__ = [
    "ItemText",
    "answer_text",
    "exact_steps",
    "expected_answers",
    "figure_text",
    "filled",
    "formula",
    "item_text",
    "mistake_text",
    "plain",
    "rounded",
    "runs",
]

_INDEX: Final = re.compile(r"(?:_\[(?P<low>[^\[\]]*)\])?(?:\^\[(?P<high>[^\[\]]*)\])?")
_STACKED: Final = (
    "display:inline-flex;flex-direction:column-reverse;vertical-align:middle;"
    "font-size:0.8em;line-height:1.05"
)
_REPEATED: Final = re.compile(r"(?<![\w/)])(\d[\d\u00a0,.]*(?:/\d[\d\u00a0,.]*)?) = \1(?![\d/])")
_GROUPS: Final = re.compile(r"(?<=\d) (?=\d{3}(?!\d))")
_LOW: Final = str.maketrans("0123456789+-−=()kn", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₖₙ")
_HIGH: Final = str.maketrans("0123456789+-−=()kn", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵏⁿ")


@dataclass(frozen=True)
class ItemText:
    """Hold an item in words; texts may carry indices.

    ``why[i]`` explains option i, "" for the right one; ``steps`` lead to the answer.
    """

    question: str
    options: tuple[str, ...]
    steps: tuple[str, ...]
    why: tuple[str, ...]


class _Shown(str):
    """Hold a value as text, with other ways to write it as attributes."""

    def __new__(cls, text: str, **forms: str) -> _Shown:
        made = super().__new__(cls, text)
        made.__dict__.update(forms)
        return made


def filled(lang: str, words: Words, values: Mapping[str, Value] | None = None) -> str:
    """Put values into a text of the data, as the language writes them."""
    shown = {name: _shown(lang, value) for name, value in (values or {}).items()}
    text = words.of(lang).format_map(shown)
    text = _REPEATED.sub(r"\1", text)
    if lang == "lv":
        text = _GROUPS.sub("\u00a0", text).replace(" %", "\u00a0%")
    return text


def rounded(lang: str, value: Fraction) -> str:
    """Write a decimal with three figures that count: 0.0741, 0.553, 6.53."""
    digits = 2
    if abs(value) < 1:
        digits = 3
        while digits < 12 and value and abs(value) * 10 ** (digits - 2) < 1:
            digits += 1
    return decimal(lang, value, digits)


def answer_text(lang: str, value: Fraction, kind: str = "chance") -> str:
    """Write an answer: ``2/27 ≈ 0.0741``, ``220``, ``≈ 0.553`` where the fraction is too long."""
    if value.denominator == 1:
        return number(lang, value.numerator)
    if kind == "chance" and value.denominator > LARGEST_DENOMINATOR:
        return f"≈ {rounded(lang, value)}"
    written = fraction(value) if value.denominator <= LARGEST_DENOMINATOR else ""
    exact = _terminating(value)
    sign = "=" if exact else "≈"
    tail = f"{sign} {_terminated(lang, value) if exact else rounded(lang, value)}"
    return f"{written} {tail}".strip()


def item_text(lang: str, item: Item, owner: Lesson | None = None) -> ItemText:
    """Put an item in words; ``owner``: a lesson with items of its own."""
    words = item_words(item.template, owner)
    values = {**item.values, "answer": item.answer}
    return ItemText(
        filled(lang, words.question, values),
        tuple(answer_text(lang, option, item.kind) for option in item.options),
        tuple(filled(lang, step, values) for step in words.steps),
        tuple(
            "" if mistake is None else mistake_text(lang, item, mistake, owner)
            for mistake in item.mistakes
        ),
    )


def mistake_text(lang: str, item: Item, mistake: Mistake, owner: Lesson | None = None) -> str:
    """Explain a wrong answer: what it comes from and why it is wrong."""
    words = item_words(item.template, owner).why[mistake.name]
    values = {**item.values, "answer": item.answer, "mistake": mistake.value}
    name = misconceptions()[mistake.misconception].name.of(lang)
    why = filled(lang, words, values)
    return sentence(lang, "lesson.mistake", name=name, why=why)


def exact_steps(lang: str, lesson: Lesson) -> tuple[str, ...]:
    """Give the lines that lead to the exact values of a lesson."""
    values = {name: figure.exact for name, figure in lesson.figures().items()}
    return tuple(filled(lang, step, values) for step in lesson.exact)


def figure_text(lang: str, value: Fraction, *, chance: bool = True) -> str:
    """Write a figure as fraction, decimal and so many of 1000; a mean as fraction and decimal."""
    kind = "chance" if chance else "value"
    written = answer_text(lang, value, kind)
    if not chance:
        return written
    thousand = number(lang, int(value * 1000 + Fraction(1, 2)))
    return sentence(lang, "lesson.thousand", chance=written, thousand=thousand)


def expected_answers(lang: str, lesson: Lesson) -> list[tuple[str, bool, str, str]]:
    """List what pupils may predict: the answer, whether it is right, its misconception, a reply.

    The misconception is "" where no common mistake leads there.
    """
    asked = lesson.prediction
    answers = [
        (filled(lang, choice.text), choice.right, choice.misconception, choice.why)
        for choice in asked.choices
    ]
    for interval in asked.intervals:
        low, high = (
            str(end) if end.denominator == 1 else rounded(lang, end)
            for end in (interval.low, interval.high)
        )
        told = sentence(lang, "lessons.interval", low=low, high=high)
        answers.append((told, interval.right, interval.misconception, interval.why))
    return [
        (plain(told), right, tag, plain(filled(lang, why))) for told, right, tag, why in answers
    ]


# --- indices -------------------------------------------------------------------------------------


def runs(text: str) -> Iterator[tuple[str, str, str]]:
    """Take a text apart: runs of text, each with the index below and above that follows it.

    >>> list(runs("C_[8]^[2] = 28"))
    [('C', '8', '2'), (' = 28', '', '')]
    """
    last = 0
    for match in _INDEX.finditer(text):
        if match[0]:
            yield text[last : match.start()], match["low"] or "", match["high"] or ""
            last = match.end()
    if last < len(text):
        yield text[last:], "", ""


def formula(text: str) -> Html:
    """Write a text with its indices as HTML; two indices stand one above the other."""
    return fragment(*(_indexed(*run) for run in runs(text)))


def _indexed(before: str, low: str, high: str) -> Html:
    if low and high:
        both = el("span", el("span", low), el("span", high), style=_STACKED)
        return fragment(before, both)
    return fragment(before, el("sub", low) if low else None, el("sup", high) if high else None)


def plain(text: str) -> str:
    """Write a text with its indices as small digits: ``C₁₀₈¹⁰``."""
    return "".join(
        before + low.translate(_LOW) + high.translate(_HIGH) for before, low, high in runs(text)
    )


# --- values --------------------------------------------------------------------------------------


def _shown(lang: str, value: Value) -> _Shown:
    if isinstance(value, Word):
        forms = word_forms()[value.key][lang]
        return _Shown(forms["nominative"], **forms)
    if isinstance(value, Cards):
        return _Shown(card_list(lang, value))
    if isinstance(value, int):
        return _Shown(number(lang, value), cards=plural(lang, "lesson.cards", value))
    short = value.denominator <= LARGEST_DENOMINATOR
    written = fraction(value) if short else rounded(lang, value)
    if value.denominator == 1:
        written = number(lang, value.numerator)
    return _Shown(
        written,
        decimal=rounded(lang, value),
        percent=percent(lang, value, 1),
        thousand=number(lang, int(value * 1000 + Fraction(1, 2))),
        equals=_equals(lang, value, written, short=short),
    )


def _equals(lang: str, value: Fraction, written: str, *, short: bool) -> str:
    """Write what a step comes to: ``= 2/27 ≈ 0.0741``, ``= 10``, ``≈ 0.553``."""
    if value.denominator == 1:
        return f"= {written}"
    if not short:
        return f"≈ {rounded(lang, value)}"
    if _terminating(value):
        return f"= {written} = {_terminated(lang, value)}"
    return f"= {written} ≈ {rounded(lang, value)}"


def _terminating(value: Fraction) -> bool:
    """Tell whether three places after the point say the value exactly."""
    return (value * 1000).denominator == 1


def _terminated(lang: str, value: Fraction) -> str:
    digits = next(digits for digits in range(4) if (value * 10**digits).denominator == 1)
    return decimal(lang, value, digits)
