"""Results for people: tables and sentences for a terminal, without colour as good as with it."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Mapping
from fractions import Fraction
from textwrap import fill

from rich import box
from rich.console import Console, Group, RenderableType
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from phase10.advice.hints import Advice, Option
from phase10.game.cards import Card, Hand
from phase10.game.phases import Phase
from phase10.solver.groupings import Grouping
from phase10.solver.odds import DealOdds, DrawOdds
from phase10.views.i18n import decimal, fraction, number, plural, sentence
from phase10.views.moves import (
    Column,
    assumed_text,
    columns,
    figure_texts,
    ladder,
    method_text,
    move_text,
    option_text,
    reasons,
)
from phase10.views.names import card_name, phase_name
from phase10.views.text import (
    chance_text,
    headline,
    plan_text,
    target_name,
    useful_text,
)

__all__ = ["deal_view", "hint_view", "ladder_view", "print_line", "show", "solve_view", "write"]

_PLANS = 3
"""Plans shown in a terminal; as JSON all of them are given."""

_NARROW = 50
"""Letters of a line below which a plan is no table."""

_ENDLESS = 10_000
"""Letters of a line on which anything fits."""

_WORDS = 13
"""Widest line of a move in the table, in letters."""

_BLANKS = re.compile(r"[ \t]+$", re.MULTILINE)
"""Blanks at the ends of lines: a file or a program that reads them has no use for them."""

_STYLE = {"red": "red", "blue": "bright_blue", "green": "green", "yellow": "yellow"}


class _Terminal(Console):
    """Let the command hear of a closed pipe instead of ending the program here."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def show(view: RenderableType) -> None:
    """Print a view on standard output."""
    terminal = _terminal()
    if terminal.is_terminal:
        terminal.print(view)
        return
    with terminal.capture() as captured:
        terminal.print(view)
    write(_BLANKS.sub("", captured.get()))


def write(text: str) -> None:
    """Write text on standard output at once."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        # Without its number, or the library would end the program with a code of its own.
        raise BrokenPipeError from None


def _terminal() -> Console:
    # A terminal that claims to have no columns gets as many as most have.
    width = 80 if os.environ.get("COLUMNS", "").strip() == "0" else None
    return _Terminal(highlight=False, markup=False, emoji=False, width=width)


def print_line(text: str) -> None:
    """Print one line on standard error; what cannot be printed is shown escaped."""
    one = " ".join(text.split())
    safe = "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in one)
    print(f"phase10: {safe}", file=sys.stderr)  # noqa: T201 - the command's own voice


def solve_view(
    lang: str, hand: Hand, phase: Phase, groupings: tuple[Grouping, ...], odds: DrawOdds
) -> RenderableType:
    """Show the best plans of a hand, what is missing and how likely it comes."""
    parts = [*_situation(lang, hand, phase), Text(headline(lang, odds), style="bold")]
    for place, grouping in enumerate(groupings[:_PLANS], start=1):
        parts += [Text(), _plan(lang, grouping, place, len(groupings))]
    if len(groupings) > _PLANS:
        parts.append(Text(plural(lang, "page.plan.more", len(groupings) - _PLANS)))
    parts.append(Text())
    if odds.live:
        parts.append(Text(sentence(lang, "advice.useful", cards=useful_text(lang, odds.useful))))
        parts.append(Text(chance_text(lang, odds.p_next)))
    if 0 < odds.p_complete < 1:
        parts.append(Text(_complete(lang, odds)))
    return Group(*parts)


def hint_view(lang: str, advice: Advice) -> RenderableType:
    """Show what to do, why, and all moves compared."""
    position = advice.position
    if not advice.options:
        waiting = Text(sentence(lang, "page.do.wait"), style="bold")
        return Group(*_situation(lang, position.hand, position.phase), waiting)
    small = [*assumed_text(lang, advice), *method_text(lang, advice)]
    parts = [
        *_situation(lang, position.hand, position.phase),
        Text(option_text(lang, advice, advice.options[0]), style="bold"),
        *map(Text, reasons(lang, advice)),
        Text(),
        _moves(lang, advice),
        Text(),
        *(Text(line, style="dim") for line in small),
    ]
    return Group(*parts)


def ladder_view(lang: str, advice: Advice, rung: int) -> RenderableType:
    """Show the first rungs of the ladder of hints; the hand and the phase are asked already."""
    rungs = ladder(lang, advice)[:rung]
    if not rungs:
        return Text(sentence(lang, "page.do.wait"), style="bold")
    return Group(*(Text(f"{place}. {said}") for place, said in enumerate(rungs, start=1)))


def deal_view(lang: str, phase: Phase, cards: int, odds: DealOdds) -> RenderableType:
    """Show how many deals hold the phase."""
    chance = odds.probability
    count = sentence(
        lang,
        "term.odds.count",
        favourable=number(lang, odds.favourable),
        total=number(lang, odds.total),
    )
    said = sentence(
        lang,
        "term.odds.chance",
        decimal=decimal(lang, chance, 6),
        thousand=int(chance * 1000 + Fraction(1, 2)),
    )
    return Group(
        Text(plural(lang, "term.odds.title", cards), style="bold"),
        Text(sentence(lang, "term.phase", phase=phase_name(lang, phase))),
        Text(said),
        Text(count),
    )


def _situation(lang: str, hand: Hand, phase: Phase) -> list[RenderableType]:
    goal = sentence(lang, "term.phase", phase=phase_name(lang, phase))
    if not hand:
        return [Text(sentence(lang, "term.hand.empty")), Text(goal)]
    before, _, after = sentence(lang, "term.hand", cards="\0").partition("\0")
    return [Text.assemble(before, _cards(lang, hand), after), Text(goal)]


def _cards(lang: str, cards: Iterable[Card]) -> Text:
    return Text(", ").join(
        Text(card_name(lang, card), style=_STYLE.get(card.color or "", "")) for card in cards
    )


def _plan(lang: str, grouping: Grouping, place: int, count: int) -> RenderableType:
    """Show a plan as a table or, in a narrow terminal, as lines."""
    title = sentence(lang, "page.plan")
    if count > 1:
        title = sentence(lang, "page.plan.tab", number=place, count=count)
    if _terminal().width < _NARROW:
        return Group(Text(title, style="bold"), Text(plan_text(lang, grouping)))
    table = Table(
        box=box.SIMPLE_HEAD,
        show_edge=False,
        pad_edge=False,
        title=title,
        title_justify="left",
        title_style="bold",
    )
    table.add_column(sentence(lang, "term.goal"))
    table.add_column(sentence(lang, "term.cards"))
    table.add_column(sentence(lang, "column.missing"), justify="right")
    for plan in grouping.groups:
        name = target_name(lang, plan)
        table.add_row(name, _cards(lang, plan.cards), number(lang, plan.missing))
    if grouping.spare:
        table.add_row(sentence(lang, "page.plan.spare"), _cards(lang, grouping.spare), "")
    return table


def _moves(lang: str, advice: Advice) -> RenderableType:
    """Compare all moves in a table or, where the terminal is too narrow for it, in a list."""
    shown = columns(lang, advice)
    rows = [_figures(lang, option) for option in advice.options]
    terminal = _terminal()
    for padding in (1, 0):
        table = _table(advice, shown, rows, padding)
        needed = Measurement.get(terminal, terminal.options.update(width=_ENDLESS), table)
        if needed.maximum <= terminal.width:
            return table
    return Group(*(line for row in rows for line in _listed(shown, row)))


def _table(
    advice: Advice, shown: Iterable[Column], rows: list[dict[str, str]], padding: int
) -> Table:
    table = Table(box=box.SIMPLE_HEAD, padding=(0, padding, 0, 0), pad_edge=False, show_edge=False)
    for column in shown:
        words = column.key in {"discard", "move"}
        cells = [row[column.key] for row in rows]
        width = _WORDS if words else max(map(len, [*column.heading.split(), *cells]))
        table.add_column(
            fill(column.heading, width, break_long_words=False),
            justify="left" if words else "right",
            no_wrap=True,
        )
    for option, row in zip(advice.options, rows, strict=True):
        table.add_row(*(_cell(option, column.key, row[column.key]) for column in shown))
    return table


def _listed(shown: Iterable[Column], row: Mapping[str, str]) -> list[RenderableType]:
    """Write the figures of one move under its name."""
    name = next(row[column.key] for column in shown if column.key in {"discard", "move"})
    figures = [
        f"{column.heading}: {row[column.key]}"
        for column in shown
        if column.key not in {"rank", "discard", "move"} and row[column.key]
    ]
    heading = Text(f"{row['rank']}. {name}", style="bold")
    return [heading, Padding(Text(" · ".join(figures)), (0, 0, 0, 3))]


def _cell(option: Option, key: str, text: str) -> Text:
    """Colour the card of a discard; long words go on several lines."""
    verb, _, rest = option.move.partition(" ")
    rest = rest.partition(" on ")[0]
    style = _STYLE.get(Card.parse(rest).color or "", "") if verb == "discard" else ""
    if key not in {"discard", "move"}:
        return Text(text)
    return Text(fill(text, _WORDS, break_long_words=False), style=style)


def _figures(lang: str, option: Option) -> dict[str, str]:
    """Write the cells of one move by the keys of the columns."""
    move = move_text(lang, option)
    verb, _, rest = option.move.partition(" ")
    plain = verb == "discard" and not option.hits and " on " not in rest
    discard = card_name(lang, Card.parse(rest)) if plain else move
    return {"discard": discard, "move": move, **figure_texts(lang, option)}


def _complete(lang: str, odds: DrawOdds) -> str:
    return sentence(
        lang,
        "term.complete",
        fraction=fraction(odds.p_complete),
        decimal=decimal(lang, odds.p_complete),
    )
