"""Results as sentences, in every language of :mod:`phase10.views.i18n`.

The rooms below speak in codes and values; here they become words. Texts that need no value at all
are asked from the catalogue directly: ``sentence(lang, "page.hand")``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from phase10.advice.hints import Advice, Option
from phase10.game.cards import CARDS, COLORS, NUMBERS, WILD, Card
from phase10.game.errors import GameError
from phase10.game.notation import Problem, parse_cards
from phase10.game.refusals import IllegalMove
from phase10.solver.groupings import Grouping, GroupPlan
from phase10.solver.odds import DrawOdds
from phase10.views.i18n import decimal, fraction, plural, sentence
from phase10.views.names import (
    card_gender,
    card_list,
    card_name,
    color_name,
    gap_name,
    goal_name,
    phase_name,
)
from phase10.views.refusals import refusal_text

__all__ = [
    "Column",
    "advised_odds",
    "assumed_text",
    "card_label",
    "chance_text",
    "columns",
    "error_text",
    "headline",
    "hint_text",
    "method_text",
    "move_text",
    "option_text",
    "picker_label",
    "plan_text",
    "problem_text",
    "problems_text",
    "reasons",
    "shown_draws",
    "target_name",
    "useful_text",
]


# --- what is wrong with an input -----------------------------------------------------------------


def error_text(lang: str, error: GameError, where: str | None = None, index: int = 1) -> str:
    """Say what was typed, what is wrong with it and what would be right.

    ``where`` puts the place in front: ``hand``, ``seen`` (``index``: which entry), ``table``
    (``index``: which line), ``top``, ``phase``, ``rules``.
    """
    if isinstance(error, IllegalMove):
        return refusal_text(lang, error.refusal)
    values = dict(error.values)
    if error.code == "card.too_many":
        values["name"] = card_name(lang, Card.parse(str(values["card"])))
    if error.code == "position.meld_cards":
        values["kind"] = sentence(lang, f"kind.{values['kind']}")
    if error.code == "position.shape":
        values["expected"] = sentence(lang, f"expected.{values['expected']}")
    problem = sentence(lang, f"error.{error.code}", **values)
    if where is None:
        return problem
    return sentence(lang, f"where.{where}", index=index, problem=problem)


def problem_text(lang: str, problem: Problem, where: str = "hand") -> str:
    """Say what is wrong with one entry of a list of cards, and which entry it is.

    >>> from phase10.game.notation import read_cards
    >>> print(problem_text("en", read_cards("R5 R13")[1][0]))
    Card 2 of your hand: R13 — numbers run from 1 to 12.
    """
    if problem.error.code == "hand.too_many" and where == "top":
        text = sentence(lang, "page.table.top.many", token=problem.token)
        return sentence(lang, "where.top", index=problem.index, problem=text)
    if problem.error.code == "hand.too_many":
        values = {**problem.error.values, "token": problem.token}
        text = sentence(lang, "error.hand.too_many.card", **values)
        return sentence(lang, f"where.{where}", index=problem.index, problem=text)
    return error_text(lang, problem.error, where, problem.index)


def problems_text(lang: str, problems: Sequence[Problem], where: str = "hand") -> list[str]:
    """Say what is wrong with a list of cards: the first few entries in words, the rest counted."""
    said = [problem_text(lang, problem, where) for problem in problems[:_PROBLEMS]]
    more = len(problems) - _PROBLEMS
    return [*said, plural(lang, "page.problems.more", more)] if more > 0 else said


_PROBLEMS = 3


# --- labels for a screen reader ------------------------------------------------------------------


def card_label(lang: str, card: Card, place: int, count: int, *, chosen: bool = False) -> str:
    """Name a card of the hand: ``red 7, 3 of 10``, ``red 7, chosen, 3 of 10``."""
    return sentence(
        lang,
        f"label.chosen.{card_gender(lang, card)}" if chosen else "label.card",
        card=card_name(lang, card, "spoken"),
        place=place,
        count=count,
    )


def picker_label(lang: str, card: Card, left: int) -> str:
    """Name a card to add: ``red 7, 2 left``; ``red 7, none left``."""
    name = card_name(lang, card, "spoken")
    if left == 0:
        return sentence(lang, "label.left.none", card=name)
    return plural(lang, "label.left", left, card=name)


# --- plans ---------------------------------------------------------------------------------------


def target_name(lang: str, plan: GroupPlan) -> str:
    """Name a goal with its target: ``set of 3: number 5``, ``run of 4: 3–6``."""
    goal = goal_name(lang, plan.group)
    if plan.start is not None:
        end = plan.start + plan.group.size - 1
        target = sentence(lang, "plan.run", goal=goal, start=plan.start, end=end)
    elif plan.number is not None:
        target = sentence(lang, "plan.set", goal=goal, number=plan.number)
    elif plan.parity is not None:
        target = sentence(lang, f"plan.{plan.parity}", goal=goal)
    elif plan.color is not None:
        return sentence(lang, "plan.color", goal=goal, color=color_name(lang, plan.color))
    else:
        return sentence(lang, "plan.open", goal=goal)
    if plan.color is None:
        return target
    return sentence(lang, "plan.color", goal=target, color=color_name(lang, plan.color))


def plan_text(lang: str, grouping: Grouping) -> str:
    """Put a plan in words, one line a goal and one for the spare cards."""
    lines = []
    for plan in grouping.groups:
        parts = [card_list(lang, plan.cards)] if plan.cards else []
        if plan.missing:
            parts.append(plural(lang, "plan.lacks", plan.missing))
        cards = " · ".join(parts)
        lines.append(sentence(lang, "plan.line", target=target_name(lang, plan), cards=cards))
    if grouping.spare:
        spare = sentence(lang, "page.plan.spare")
        lines.append(
            sentence(lang, "plan.line", target=spare, cards=card_list(lang, grouping.spare))
        )
    return "\n".join(lines)


# --- figures -------------------------------------------------------------------------------------


def advised_odds(advice: Advice) -> DrawOdds | Option:
    """Choose the figures that a hint is about: with eleven cards those after the best discard."""
    return advice.options[0] if advice.question == "discard" else advice.odds


def headline(lang: str, odds: DrawOdds | Option) -> str:
    """Say the result in one line: ``2 cards missing · 14 of 98 unseen cards help``."""
    if odds.missing == 0:
        return sentence(lang, "advice.complete")
    lacking = plural(lang, "advice.missing", odds.missing)
    if odds.live == 0:
        return f"{lacking} · {sentence(lang, 'advice.help.none')}"
    return f"{lacking} · {plural(lang, 'advice.help', odds.live, unseen=odds.unseen)}"


def useful_text(lang: str, useful: Mapping[Card, int]) -> str:
    """List useful cards with their unseen copies: ``any 7 ×8, wild ×8``, ``red 7 ×2``.

    Four colours of one number are told together, and so are all the numbers of one colour.
    """
    left = dict(useful)
    told = []
    if all(left.get(card) for card in CARDS[:WILD]):
        told.append((gap_name(lang, None, None), sum(left.pop(card) for card in CARDS[:WILD])))
    for index, color in enumerate(COLORS):
        kinds = CARDS[index * NUMBERS : (index + 1) * NUMBERS]
        if all(card in left for card in kinds):
            told.append((gap_name(lang, None, color), sum(map(left.pop, kinds))))
    for number in range(NUMBERS):
        kinds = CARDS[number:WILD:NUMBERS]
        if all(card in left for card in kinds):
            told.append((gap_name(lang, number + 1, None), sum(map(left.pop, kinds))))
    told += [(card_name(lang, card), copies) for card, copies in left.items()]
    return ", ".join(sentence(lang, "count.copies", card=name, n=copies) for name, copies in told)


def chance_text(lang: str, chance: Fraction) -> str:
    """Say the chance of the next draw three ways: fraction, decimal, so many times in 1000."""
    return sentence(
        lang,
        "advice.chance",
        fraction=fraction(chance),
        decimal=decimal(lang, chance),
        thousand=int(chance * 1000 + Fraction(1, 2)),
    )


@dataclass(frozen=True)
class Column:
    """Hold a column of the table of moves: its key, its heading and what it means in a sentence."""

    key: str
    heading: str
    meaning: str


def columns(lang: str, question: str, within: tuple[int, ...] = (2, 3, 5)) -> tuple[Column, ...]:
    """List the columns of the table of moves for ``discard`` or another question of an advice.

    Keys: ``rank``, ``discard`` or ``move``, ``missing`` (``expected`` where a card is drawn),
    ``useful``, ``next``, ``within.2`` …, ``points``; where the phase can be laid down only
    ``rank``, ``move``, ``points``.
    """
    if question == "lay":
        return _named_columns(lang, ["rank", "move", "points"])
    first = "discard" if question == "discard" else "move"
    keys = ["rank", first, "expected" if question == "draw" else "missing", "useful"]
    simple = _named_columns(lang, [*keys, "next", "points"])
    meaning = sentence(lang, "column.within.help")
    bounds = [
        Column(f"within.{draws}", plural(lang, "column.within", draws), meaning) for draws in within
    ]
    return (*simple[:-1], *bounds, simple[-1])


def shown_draws(advice: Advice) -> tuple[int, ...]:
    """List the numbers of draws, beyond the next one, whose chance is known for every move."""
    known = [set(option.p_within) for option in advice.options]
    return tuple(sorted(draws for draws in set.intersection(*known) if draws > 1)) if known else ()


def _named_columns(lang: str, keys: list[str]) -> tuple[Column, ...]:
    return tuple(
        Column(key, sentence(lang, f"column.{key}"), sentence(lang, f"column.{key}.help"))
        for key in keys
    )


# --- moves ---------------------------------------------------------------------------------------


def move_text(lang: str, option: Option, *, then: bool = True) -> str:
    """Name a move as on a button: ``Discard red 5``, ``Take the face-up card, then discard …``."""
    verb, _, rest = option.move.partition(" ")
    if verb == "discard":
        move = sentence(lang, "move.discard", card=_accusative(lang, rest))
    elif verb == "lay":
        move = sentence(lang, "move.lay", groups=_laid_groups(lang, option.move))
        if option.hits and then:
            move = sentence(lang, "move.hit", move=move, cards=_hit_cards(lang, option))
    else:
        move = sentence(lang, f"move.{verb}")
    card = _then_card(lang, option) if then else None
    return move if card is None else sentence(lang, "move.then", move=move, card=card)


def option_text(lang: str, advice: Advice, option: Option) -> str:
    """Say in a sentence what a move brings, compared with the best other one.

    The best move is compared with the best of those ranked below it, every other with the best.
    """
    verb = option.move.partition(" ")[0]
    if verb == "discard":
        text = _discard_text(lang, option, _compared(advice, option))
    elif verb == "take":
        text = _take_text(lang, advice, option)
    elif verb == "draw":
        return _draw_text(lang, option)
    else:
        text = sentence(lang, "advice.lay", groups=_laid_groups(lang, option.move))
    said = [text]
    if option.hits:
        said.append(sentence(lang, "advice.hits", cards=_hit_cards(lang, option)))
    card = _then_card(lang, option)
    if card is not None:
        said.append(sentence(lang, "advice.then", card=card))
    if option.goes_out:
        said.append(sentence(lang, "advice.out"))
    return " ".join(said)


def reasons(lang: str, advice: Advice) -> list[str]:
    """Say why the best move is best: what is as good, what helps then, and how likely it comes."""
    odds: DrawOdds | Option = advice.odds
    said = []
    if advice.options:
        best = advice.options[0]
        odds = best
        equal = [other for other in advice.options[1:] if other.rank == best.rank]
        if equal and advice.question == "lay":
            said.append(plural(lang, "advice.equal.layouts", len(equal)))
        elif equal:
            moves = ", ".join(move_text(lang, other, then=False) for other in equal)
            said.append(sentence(lang, "advice.equal", moves=moves))
        means = {option.expected_missing for option in advice.options}
        if advice.question == "draw" and len(means) > 1:
            said.append(_expected_text(lang, best, advice.options[1]))
    if odds.missing and odds.live:
        said.append(sentence(lang, "advice.useful", cards=useful_text(lang, odds.useful)))
        said.append(chance_text(lang, odds.p_next))
    if advice.options and advice.question != "lay":
        said.append(sentence(lang, "advice.limit"))
    return said


def assumed_text(lang: str, advice: Advice) -> list[str]:
    """Say what was assumed because it was not given."""
    return [sentence(lang, f"assumed.{code}") for code in advice.assumed]


def method_text(lang: str, advice: Advice) -> list[str]:
    """Say which figures are exact, which are a bound, and how moves are ranked."""
    methods = dict.fromkeys(advice.method.values())
    return [
        sentence(lang, f"method.{method}")
        for method in methods
        if advice.options or method != "counting"
    ]


def hint_text(lang: str, advice: Advice) -> str:
    """Put a whole hint in words, to be copied as text."""
    position = advice.position
    known = {
        "page.hand": str(position.hand),
        "page.phase": phase_name(lang, position.phase),
        "page.table.top": "" if position.top is None else str(position.top),
        "page.table.seen": str(position.seen),
        "page.table.groups": "; ".join(map(str, position.table)),
    }
    best = [option_text(lang, advice, option) for option in advice.options[:1]]
    plans = [plan_text(lang, grouping) for grouping in advice.groupings[:1]]
    moves = [
        f"{option.rank}. {move_text(lang, option)}: {_figures_text(lang, option)}"
        for option in advice.options
    ]
    return "\n".join(
        [
            *(f"{sentence(lang, code)}: {value}" for code, value in known.items() if value),
            headline(lang, advised_odds(advice)),
            *plans,
            *best,
            *reasons(lang, advice),
            *moves,
            *assumed_text(lang, advice),
        ]
    )


def _figures_text(lang: str, option: Option) -> str:
    """Say what a move leaves: what is missing and helps, and the points in hand."""
    points = sentence(lang, "column.points")
    return f"{headline(lang, option)} · {points}: {option.points_left}"


def _compared(advice: Advice, option: Option) -> Option | None:
    """Choose what a move is compared with; ``None`` when all moves are equally good."""
    best = advice.options[0]
    if option.rank != best.rank:
        return best
    return next((other for other in advice.options if other.rank != best.rank), None)


def _discard_text(lang: str, option: Option, other: Option | None) -> str:
    card = _accusative(lang, option.move.removeprefix("discard "))
    if other is not None and other.missing != option.missing:
        return plural(
            lang, "advice.discard.missing", option.missing, card=card, other=other.missing
        )
    if option.missing == 0:
        return sentence(lang, "advice.discard.complete", card=card)
    if option.live == 0:
        return sentence(lang, "advice.discard.none", card=card)
    if other is None:
        return plural(lang, "advice.discard.stay", option.live, card=card)
    if other.live != option.live:
        return plural(lang, "advice.discard.live", option.live, card=card, other=other.live)
    return plural(
        lang, "advice.discard.points", option.points_left, card=card, other=other.points_left
    )


def _take_text(lang: str, advice: Advice, option: Option) -> str:
    top = advice.position.top
    card = "" if top is None else card_name(lang, top, "accusative")
    before = advice.odds.missing
    if option.missing == 0:
        return sentence(lang, "advice.take.complete")
    if option.missing != before:
        return plural(lang, "advice.take.missing", option.missing, card=card, other=before)
    return plural(lang, "advice.take.same", option.missing, card=card)


def _draw_text(lang: str, option: Option) -> str:
    if option.missing == 0:
        return sentence(lang, "advice.draw.complete")
    if option.live == 0:
        return sentence(lang, "advice.draw.none")
    return plural(lang, "advice.draw", option.live, unseen=option.unseen)


def _expected_text(lang: str, best: Option, other: Option) -> str:
    return sentence(
        lang,
        "advice.expected",
        best=decimal(lang, best.expected_missing or 0, 2),
        other=decimal(lang, other.expected_missing or 0, 2),
    )


def _laid_groups(lang: str, move: str) -> str:
    groups = []
    for part in move.removeprefix("lay ").split("|"):
        kind, _, cards = part.strip().partition(" ")
        name = sentence(lang, f"kind.{kind.partition(':')[0]}")
        named = card_list(lang, parse_cards(cards))
        groups.append(sentence(lang, "move.group", kind=name, cards=named))
    return "; ".join(groups)


def _accusative(lang: str, text: str) -> str:
    return card_name(lang, Card.parse(text), "accusative")


def _hit_cards(lang: str, option: Option) -> str:
    """List the cards that are hit, in order: ``hit Y9 on me.2``."""
    return ", ".join(_accusative(lang, hit.split()[1]) for hit in option.hits)


def _then_card(lang: str, option: Option) -> str | None:
    """Name the discard that follows."""
    verb, _, card = option.then.partition(" ")
    return _accusative(lang, card) if verb == "discard" else None
