"""Templates of items over many turns and rounds, L12, L13, L14, and all templates by name."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Final

from phase10.teaching.lessons import chance, templates_cards, templates_hands
from phase10.teaching.lessons.codes import Stream
from phase10.teaching.lessons.items import Draft, Mistake, Template

__all__ = ["TEMPLATES"]

_HALVES: Final = tuple(
    Fraction(top, bottom)
    for top, bottom in ((1, 2), (1, 3), (2, 3), (1, 4), (3, 4), (2, 5), (3, 5))
)

_TURNS: Final = tuple(
    Fraction(top, bottom)
    for top, bottom in ((1, 3), (2, 3), (1, 4), (3, 4), (1, 5), (2, 5), (1, 6))
)


def _rounds(stream: Stream) -> Draft:
    first, second = stream.between(2, 6), stream.between(2, 6)
    easy, hard = stream.sample(_HALVES, 2)
    phases = first + second
    average = (first * easy + second * hard) / phases
    return Draft(
        {
            "first": first,
            "second": second,
            "phases": phases,
            "easy": easy,
            "hard": hard,
            "easy_rounds": first / easy,
            "hard_rounds": second / hard,
        },
        first / easy + second / hard,
        (
            Mistake("averaged", "equal-chance", phases / average),
            Mistake("straight", "mean-is-certain", Fraction(phases)),
            Mistake("summed", "inverse", first * easy + second * hard),
        ),
    )


def _straight(stream: Stream) -> Draft:
    phases, p = stream.between(2, 4), stream.choice(_HALVES)
    return Draft(
        {"phases": phases, "p": p},
        p**phases,
        (
            Mistake("one", "conjunction", p),
            Mistake("shared", "equal-chance", p / phases),
            Mistake("none", "opposite", (1 - p) ** phases),
            Mistake("summed", "add-instead-of-complement", phases * p),
        ),
    )


def _rounds_within(stream: Stream) -> Draft:
    rounds, p = stream.between(3, 5), stream.choice(_HALVES)
    none, one = (1 - p) ** rounds, rounds * p * (1 - p) ** (rounds - 1)
    return Draft(
        {"rounds": rounds, "p": p, "none": none, "one": one, "rest": 1 - p},
        1 - none - one,
        (
            Mistake("even", "mean-is-certain", Fraction(1, 2)),
            Mistake("opposite", "opposite", none + one),
            Mistake("exactly", "forgotten-cards", comb(rounds, 2) * p**2 * (1 - p) ** (rounds - 2)),
            Mistake("some", "conjunction", 1 - none),
        ),
    )


def _collects(stream: Stream) -> Draft:
    own, other = 5 * stream.between(1, 4), 5 * stream.between(5, 10)
    group, groups = 100, 4
    rest = group * (groups - 1)
    theirs, not_theirs = Fraction(own * group, 100), Fraction(other * rest, 100)
    return Draft(
        {
            "own": own,
            "other": other,
            "group": group,
            "rest": rest,
            "all": group * groups,
            "theirs": theirs,
            "not_theirs": not_theirs,
            "thrown": theirs + not_theirs,
        },
        theirs / (theirs + not_theirs),
        (
            Mistake("turned", "inverse", Fraction(own, 100)),
            Mistake("no_prior", "base-rate", Fraction(own, own + other)),
            Mistake("certain", "certainty", Fraction(0)),
            Mistake("prior", "base-rate", Fraction(1, groups)),
        ),
    )


def _thrown(stream: Stream) -> Draft:
    own, other = 5 * stream.between(1, 5), 5 * stream.between(6, 12)
    first, second = Fraction(own, 100), Fraction(other, 100)
    return Draft(
        {
            "own": own,
            "other": other,
            "first": Fraction(1, 4) * first,
            "second": Fraction(3, 4) * second,
        },
        Fraction(1, 4) * first + Fraction(3, 4) * second,
        (
            Mistake("half", "base-rate", (first + second) / 2),
            Mistake("summed", "double-counting", first + second),
            Mistake("one_way", "forgotten-cards", Fraction(3, 4) * second),
            Mistake("own", "inverse", first),
        ),
    )


def _first_to(stream: Stream) -> Draft:
    mine, rival = stream.sample(_TURNS, 2)
    both = mine + rival - mine * rival
    return Draft(
        {"mine": mine, "rival": rival, "both": both, "product": mine * rival},
        mine / both,
        (
            Mistake("together", "turn-order", mine / (mine + rival)),
            Mistake("second", "turn-order", (1 - rival) * mine / both),
            Mistake("even", "equal-chance", Fraction(1, 2)),
            Mistake("one_turn", "forgotten-cards", mine),
        ),
    )


def _two_needed(stream: Stream) -> Draft:
    mine, rival = stream.sample(_TURNS, 2)
    one = chance.race(1, mine, rival)
    return Draft(
        {"mine": mine, "rival": rival, "one": one, "survive": 1 - rival},
        chance.race(2, mine, rival),
        (
            Mistake("no_rival", "turn-order", one * one),
            Mistake("halved", "equal-chance", one / 2),
            Mistake("straight", "forgotten-cards", mine * mine),
            Mistake("one", "conjunction", one),
        ),
    )


TEMPLATES: Final = {
    template.name: template
    for template in (
        *templates_cards.TEMPLATES,
        *templates_hands.TEMPLATES,
        Template("L12.rounds", "value", _rounds),
        Template("L12.straight", "chance", _straight),
        Template("L12.rounds_within", "chance", _rounds_within),
        Template("L13.collects", "chance", _collects),
        Template("L13.thrown", "chance", _thrown),
        Template("L14.first_to", "chance", _first_to),
        Template("L14.two_needed", "chance", _two_needed),
    )
}
"""All templates by name; those of L05 are made for it, and any lesson may use them."""
