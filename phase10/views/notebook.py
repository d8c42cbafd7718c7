"""What a notebook shows for our values: pictures, sentences and tables as HTML."""

from __future__ import annotations

from fractions import Fraction

from phase10.advice.options import Advice
from phase10.game.cards import Hand
from phase10.solver.groupings import Grouping
from phase10.solver.odds import DealOdds, DrawOdds
from phase10.views.html import Html, el, fragment, table
from phase10.views.i18n import decimal, fraction, number, sentence
from phase10.views.moves import columns, figure_texts, move_text, option_text, reasons
from phase10.views.svg import grouping_svg, hand_svg
from phase10.views.text import advice_headline, headline, useful_text

__all__ = ["show_advice", "show_deal_odds", "show_draw_odds", "show_grouping", "show_hand"]

LANG = "en"
"""Notebooks speak the language of the Python names."""


def show_hand(hand: Hand) -> str:
    """Show a hand as cards."""
    return str(hand_svg(hand, LANG))


def show_grouping(grouping: Grouping) -> str:
    """Show a plan as rows of cards."""
    return str(grouping_svg(grouping, LANG))


def show_draw_odds(odds: DrawOdds) -> str:
    """Show the chances of the next draw."""
    useful = useful_text(LANG, odds.useful)
    return str(
        fragment(
            el("p", el("strong", headline(LANG, odds))),
            el("p", sentence(LANG, "advice.useful", cards=useful)) if useful else None,
            _chance(odds.p_next),
        )
    )


def show_deal_odds(odds: DealOdds) -> str:
    """Show an exact count of deals."""
    count = sentence(
        LANG,
        "term.odds.count",
        favourable=number(LANG, odds.favourable),
        total=number(LANG, odds.total),
    )
    return str(fragment(el("p", count), _chance(odds.probability)))


def show_advice(advice: Advice) -> str:
    """Show a hint: the best plan, what to do and why, all moves compared."""
    plan = grouping_svg(advice.groupings[0], LANG) if advice.groupings else None
    said = advice_headline(LANG, advice)
    if advice.options:
        said = option_text(LANG, advice, advice.options[0])
    return str(
        fragment(
            el("p", el("strong", said)),
            [el("p", reason) for reason in reasons(LANG, advice)],
            plan,
            _moves(advice) if advice.options else None,
        )
    )


def _chance(chance: Fraction) -> Html:
    return el("p", f"{fraction(chance)} ≈ {decimal(LANG, chance, 6)}")


def _moves(advice: Advice) -> Html:
    named = {column.key: column.heading for column in columns(LANG, advice)}
    keys = [key for key in named if key != "rank"]
    rows = []
    for option in advice.options:
        move = move_text(LANG, option)
        figures = {"discard": move, "move": move, **figure_texts(LANG, option)}
        rows.append([figures[key] for key in keys])
    return table(sentence(LANG, "page.do.moves"), [named[key] for key in keys], rows)
