"""Moves of an advice in words: what to do, why, the table of figures, a ladder of hints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from phase10.advice.options import Advice, Option, Reason
from phase10.advice.reasons import idea, main_reason, named_cards
from phase10.game.cards import Card
from phase10.game.notation import parse_cards
from phase10.game.phases import Phase
from phase10.game.position import ME
from phase10.views.i18n import decimal, number, percent, plural, sentence
from phase10.views.names import card_list, card_name, goal_name, phase_name
from phase10.views.text import (
    advice_headline,
    advised_odds,
    chance_text,
    plan_text,
    useful_text,
)

__all__ = [
    "Column",
    "assumed_text",
    "bound_text",
    "columns",
    "figure_texts",
    "hint_text",
    "ladder",
    "method_text",
    "move_text",
    "option_text",
    "reason_text",
    "reasons",
    "why",
]

_WITHIN: Final = (2, 3, 5)


# --- the table of moves --------------------------------------------------------------------------


@dataclass(frozen=True)
class Column:
    """Hold a column of the table of moves: its key, its heading and what it means in a sentence."""

    key: str
    heading: str
    meaning: str


def columns(lang: str, advice: Advice) -> tuple[Column, ...]:
    """List the columns of the table of moves: those for which some figure is known.

    Keys: ``rank``, ``discard`` or ``move``, ``missing`` (``expected`` where a card is drawn),
    ``useful``, ``next``, ``within.1`` …, ``turns``, ``out``, ``points``, ``danger``, ``win``.
    """
    options = advice.options
    keys = ["rank", "discard" if advice.question == "discard" else "move"]
    if advice.question in ("discard", "draw") and not advice.position.laid:
        drawn = advice.question == "draw"
        keys += ["expected" if drawn else "missing", "useful"]
        known = set.intersection(*(set(option.p_within) for option in options)) if options else ()
        keys += [f"within.{turns}" for turns in (1, *_WITHIN) if turns in known]
        if all(option.turns is not None for option in options):
            keys.append("turns")
    if any(option.p_out is not None for option in options):
        keys.append("out")
    keys.append("points")
    if any(option.danger is not None for option in options):
        keys.append("danger")
    if any(option.win_chance is not None for option in options):
        keys.append("win")
    return tuple(_column(lang, key) for key in keys)


def _column(lang: str, key: str) -> Column:
    if not key.startswith("within."):
        return Column(key, sentence(lang, f"column.{key}"), sentence(lang, f"column.{key}.help"))
    turns = int(key.partition(".")[2])
    meaning = sentence(lang, "column.within.help")
    return Column(key, plural(lang, "column.within", turns), meaning)


def figure_texts(lang: str, option: Option) -> dict[str, str]:
    """Write the figures of a move by the keys of the columns; "" where there is none."""
    mean, turns, danger = option.expected_missing, option.turns, option.danger
    return {
        "rank": number(lang, option.rank),
        "missing": number(lang, option.missing),
        "expected": "" if mean is None else decimal(lang, mean, 2),
        "useful": number(lang, option.live),
        "turns": "" if turns is None else turns_text(lang, turns),
        "out": "" if option.p_out is None else percent(lang, option.p_out, 1),
        "points": number(lang, option.points_left),
        "danger": "" if danger is None else percent(lang, danger),
        "win": _win_text(lang, option),
        **{
            f"within.{turns}": percent(lang, chance, 1) for turns, chance in option.p_within.items()
        },
    }


def _win_text(lang: str, option: Option) -> str:
    if option.win_chance is None:
        return ""
    chance = percent(lang, option.win_chance, 1)
    return sentence(
        lang, "column.win.value", chance=chance, error=percent(lang, option.win_chance_se or 0.0, 1)
    )


def turns_text(lang: str, turns: float) -> str:
    """Write expected turns with two decimals; what never comes as a word."""
    if turns == float("inf"):
        return sentence(lang, "advice.turns.never")
    return decimal(lang, turns, 2)


# --- moves ---------------------------------------------------------------------------------------


def move_text(lang: str, option: Option, *, then: bool = True) -> str:
    """Name a move as on a button: ``Discard red 5``, ``Take the face-up card, then discard …``."""
    verb, _, rest = option.move.partition(" ")
    if verb == "discard" or not verb:
        move = _discard_name(lang, rest, option, then=then)
    elif verb == "lay":
        move = sentence(lang, "move.lay", groups=_laid_groups(lang, option.move))
        if option.hits and then:
            move = sentence(lang, "move.hit", move=move, cards=_hit_cards(lang, option))
    else:
        move = sentence(lang, f"move.{verb}")
    if not (then and option.then.startswith("discard")):
        return move
    card, on, player = option.then.removeprefix("discard ").partition(" on ")
    if on:
        return sentence(lang, "move.then.skip", move=move, player=player)
    return sentence(lang, "move.then", move=move, card=_accusative(lang, card))


def _discard_name(lang: str, rest: str, option: Option, *, then: bool) -> str:
    """Name a discard, with the hits before it and the player who is skipped by it."""
    card, on, player = rest.partition(" on ")
    if not rest:
        return sentence(lang, "move.hits", cards=_hit_cards(lang, option))
    if on:
        move = sentence(lang, "move.skip", player=player)
    else:
        move = sentence(lang, "move.discard", card=_accusative(lang, card))
    if option.hits and then:
        cards = _hit_cards(lang, option)
        if on:
            return sentence(lang, "move.hits.skip", cards=cards, player=player)
        return sentence(lang, "move.hits.then", cards=cards, card=_accusative(lang, card))
    return move


def option_text(lang: str, advice: Advice, option: Option) -> str:
    """Say in a few sentences what to do, in order, and what speaks most for or against it."""
    said = [_do(lang, advice, option)] if option.move else []
    if option.hits:
        hits = _hit_cards(lang, option)
        if option.move.startswith("discard") or not option.move:
            said.insert(0, sentence(lang, "advice.do.hits", cards=hits))
        else:
            said.append(sentence(lang, "advice.hits", cards=hits))
    if option.hits and option.move.startswith("discard"):
        said[-1] = _then(lang, option.move)
    if option.then.startswith("discard"):
        said.append(_then(lang, option.then))
    reason = main_reason(option)
    if reason is not None:
        said.append(reason_text(lang, reason))
    elif advice.question == "discard" and option.missing:
        said.append(_stays(lang, option))
    elif advice.question == "draw" and not option.live and option.missing:
        said.append(sentence(lang, "advice.draw.none"))
    return " ".join(said)


def _do(lang: str, advice: Advice, option: Option) -> str:
    """Say what to do first; for a discard after hits see :func:`_then`."""
    verb, _, rest = option.move.partition(" ")
    card, _, player = rest.partition(" on ")
    if verb == "lay":
        return sentence(lang, "advice.do.lay", groups=_laid_groups(lang, option.move))
    if verb == "discard" and advice.question == "lay":
        if player:
            return sentence(lang, "advice.do.wait.skip", player=player)
        return sentence(lang, "advice.do.wait", card=_accusative(lang, card))
    if verb == "discard" and player:
        return sentence(lang, "advice.do.skip", player=player)
    if verb == "discard":
        return sentence(lang, "advice.do.discard", card=_accusative(lang, card))
    if verb == "take" and advice.position.top is not None:
        card = card_name(lang, advice.position.top, "accusative")
        return sentence(lang, "advice.do.take", card=card)
    return sentence(lang, "advice.do.draw")


def _then(lang: str, move: str) -> str:
    """Say what to discard after something else."""
    card, _, player = move.removeprefix("discard ").partition(" on ")
    if player:
        return sentence(lang, "advice.then.skip", player=player)
    return sentence(lang, "advice.then", card=_accusative(lang, card))


def _stays(lang: str, option: Option) -> str:
    if not option.live:
        return sentence(lang, "advice.discard.none")
    return plural(lang, "advice.discard.stay", option.live)


def reason_text(lang: str, reason: Reason) -> str:
    """Put a reason in a whole sentence."""
    values: dict[str, str | int] = {}
    for key, value in reason.values.items():
        if key == "turns":
            values[key] = decimal(lang, float(value), 2)
        elif key == "chance":
            values[key] = percent(lang, float(value), 1)
        elif key == "goal":
            values[key] = goal_name(lang, Phase(str(value)).groups[0])
        elif not isinstance(value, float):
            values[key] = value
    count = values.pop("n", None)
    if count is None:
        return sentence(lang, f"reason.{reason.code}", **values)
    return plural(lang, f"reason.{reason.code}", int(count), **values)


def why(lang: str, option: Option) -> list[str]:
    """Say all that speaks for or against a move."""
    return [reason_text(lang, reason) for reason in option.reasons]


def _further(lang: str, option: Option) -> list[str]:
    """Say what the short form leaves out."""
    return why(lang, option)[main_reason(option) is not None :]


def reasons(lang: str, advice: Advice) -> list[str]:
    """Say why the best move is best: its further reasons, what is as good, what helps then."""
    odds = advised_odds(advice)
    said = []
    if advice.options:
        best = advice.options[0]
        said += _further(lang, best)
        equal = [other for other in advice.options[1:] if other.rank == best.rank]
        if equal and advice.question == "lay":
            said.append(plural(lang, "advice.equal.layouts", len(equal)))
        elif equal:
            moves = "; ".join(move_text(lang, other) for other in equal)
            said.append(sentence(lang, "advice.equal", moves=moves))
    if advice.position.laid:
        return said
    if odds.missing and odds.live:
        said.append(sentence(lang, "advice.useful", cards=useful_text(lang, odds.useful)))
        said.append(chance_text(lang, odds.p_next))
    return [*said, *filter(None, [bound_text(lang, advice)])]


def assumed_text(lang: str, advice: Advice) -> list[str]:
    """Say what was assumed because it was not given."""
    return [sentence(lang, f"assumed.{code}") for code in advice.assumed]


def method_text(lang: str, advice: Advice) -> list[str]:
    """Say how the figures were found, and how moves are ranked."""
    found = {figure: how for figure, how in advice.method.items() if figure != "win_chance"}
    codes = dict.fromkeys(_method_code(advice, *how) for how in found.items())
    return [*(sentence(lang, f"method.{code}") for code in codes), *_winning_text(lang, advice)]


def _winning_text(lang: str, advice: Advice) -> list[str]:
    """Say how the chances to win were found; nothing where there are none."""
    found = advice.winning
    if found is None:
        return []
    said = [plural(lang, "method.win.chance", found.games, seed=found.seed)]
    if not found.compiled:
        said.append(sentence(lang, "method.win.chance.few"))
    if not advice.position.players:
        said.append(sentence(lang, "method.win.chance.alone"))
    return said


def _method_code(advice: Advice, figure: str, method: str) -> str:
    """Choose the sentence that names just the figures which the advice holds."""
    found = advice.method
    if method.startswith("model"):
        return method.replace(" ", ".")
    if method == "estimate" and figure != "danger":
        return "estimate.pile"
    if "missing" not in found and method in ("exact", "judgment"):
        return f"{method}.end"
    if method == "exact" and found["p_next"] == "estimate":
        return "exact.hand"
    if method == "exact" and _chances_are_exact(found):
        return f"exact.{advice.model}"
    return method


def _chances_are_exact(found: Mapping[str, str]) -> bool:
    """Tell whether there are chances within turns, those of the first two exact."""
    return "within" in found and "estimate" not in (found["within"], found.get("p_within"))


def bound_text(lang: str, advice: Advice) -> str:
    """Say what a simulated way of playing needs; "" where there is no such figure."""
    figures = advice.bound
    if figures is None:
        return ""
    return sentence(
        lang,
        "advice.bound",
        turns=decimal(lang, figures.average, 2),
        error=decimal(lang, figures.standard_error or 0.0, 2),
    )


# --- a ladder of hints ---------------------------------------------------------------------------


def ladder(lang: str, advice: Advice) -> tuple[str, ...]:
    """Give four hints, each saying more: an idea, the cards, the count, the move with its reason.

    Empty where there is no move to rank.
    """
    if not advice.options:
        return ()
    best = advice.options[0]
    first = sentence(lang, f"ladder.idea.{idea(advice)}")
    cards = [Card.parse(card) for card in named_cards(advice)]
    second = sentence(lang, "ladder.cards", cards=card_list(lang, cards))
    if best.p_out is not None and not best.goes_out and best.move == "draw pile":
        third = plural(lang, "ladder.points.average", best.points_left)
    elif advice.question in ("lay", "end") or best.p_out is not None:
        third = plural(lang, "ladder.points", best.points_left)
    else:
        third = advice_headline(lang, advice)
    return (
        first,
        second,
        third,
        " ".join([option_text(lang, advice, best), *_further(lang, best)]),
    )


# --- the whole hint as text ----------------------------------------------------------------------


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
        f"{option.rank}. {move_text(lang, option)}: {_figures_text(lang, advice, option)}"
        for option in advice.options
    ]
    return "\n".join(
        [
            *(f"{sentence(lang, code)}: {value}" for code, value in known.items() if value),
            advice_headline(lang, advice),
            *plans,
            *best,
            *reasons(lang, advice),
            *moves,
            *assumed_text(lang, advice),
        ]
    )


def _figures_text(lang: str, advice: Advice, option: Option) -> str:
    """Say the figures of a move, each with its name."""
    texts = figure_texts(lang, option)
    named = [
        f"{column.heading}: {texts[column.key]}"
        for column in columns(lang, advice)
        if column.key not in ("rank", "discard", "move") and texts[column.key]
    ]
    return " · ".join(named)


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
    """List the cards that are hit, in order, each with its group."""
    named = []
    for hit in option.hits:
        card, _, place = hit.removeprefix("hit ").partition(" on ")
        owner, _, number = place.rpartition(".")
        code = "move.hit.mine" if owner == ME else "move.hit.other"
        name = _accusative(lang, card)
        named.append(sentence(lang, code, card=name, group=int(number), player=owner))
    return ", ".join(named)
