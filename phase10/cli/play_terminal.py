"""The table as a person sees it in a terminal; colours are told in words too."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich import box
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from phase10.cli.fitting import Fitting
from phase10.game.cards import NUMBERS, Card
from phase10.game.engine import Game
from phase10.game.moves import SEATS, Lay
from phase10.game.refusals import Refusal
from phase10.game.scoring import standings
from phase10.game.stages import MATCH_OVER, ROUND_OVER
from phase10.views.i18n import number, plural, sentence
from phase10.views.names import card_name
from phase10.views.play import (
    goal_texts,
    group_name,
    laid_phase,
    laid_text,
    made_text,
    phase_state,
    place_name,
    player_description,
    seat_notes,
)
from phase10.views.refusals import instead_text, refusal_rule, refusal_text
from phase10.views.rules import rule_groups, rule_lines

__all__ = [
    "groups_view",
    "hand_view",
    "help_view",
    "layings_view",
    "log_view",
    "opponents_view",
    "refusal_view",
    "rules_view",
    "score_view",
    "table_view",
]

_STYLE = {"red": "red", "blue": "bright_blue", "green": "green", "yellow": "yellow"}
_MARK = "\0"
"""Where cards with their colours go in a sentence."""

_INDENT = (0, 0, 0, 2)

_CLAUSES = 24
"""Letters that what is said of a turn needs beside the name."""

_GRID = 40
"""Letters of a line that groups beside their cards need."""

_HELP_GRID = 60
"""Letters of a line that commands beside their meanings need."""

_HELP = (
    "draw",
    "take",
    "lay",
    "hit",
    "discard",
    "skip",
    "undo",
    "hint",
    "sort",
    "table",
    "phases",
    "rules",
    "score",
    "help",
    "quit",
)
"""What the help explains, in this order."""


def table_view(
    lang: str, game: Game, names: Sequence[str], me: int, order: str, lacking: str
) -> RenderableType:
    """Show everything on the table, and the own hand."""
    parts: list[RenderableType] = [Text(), _players(lang, game, names, me)]
    groups = groups_view(lang, game)
    if groups is not None:
        parts += [Text(), groups]
    pile = plural(lang, "play.pile", len(game.pile))
    if game.top is None:
        top = Text(sentence(lang, "play.top.none"))
    else:
        top = _filled(sentence(lang, "play.top", card=_MARK), lang, [game.top])
    parts += [Text(), Text.assemble(pile, " · ", top)]
    if me in game.playing and game.stage not in (ROUND_OVER, MATCH_OVER):
        parts.append(hand_view(lang, game, me, order, lacking))
    return Group(*parts)


def _players(lang: str, game: Game, names: Sequence[str], me: int) -> RenderableType:
    headings = [
        sentence(lang, code)
        for code in ("play.column.phase", "play.column.points", "play.column.cards")
    ]
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("")
    table.add_column(sentence(lang, "term.deal.player"), no_wrap=True)
    table.add_column(headings[0], no_wrap=True)
    for heading in headings[1:]:
        table.add_column(heading, justify="right", no_wrap=True)
    noted = [seat_notes(lang, game, seat) for seat in range(len(names))]
    if any(noted):
        table.add_column("")
    lines: list[RenderableType] = []
    for seat, name in enumerate(names):
        called = _named(lang, name, own=seat == me)
        cells = [
            phase_state(lang, game, seat),
            number(lang, game.seats[seat].score),
            number(lang, len(game.hand(seat))),
        ]
        note = [noted[seat]] if any(noted) else []
        table.add_row(SEATS[seat], Text(called), *cells, *note)
        lines += _listed(f"{SEATS[seat]} {called}", headings, cells, note)
    return Fitting(table, Group(*lines))


def _listed(
    title: str, headings: Sequence[str], cells: Sequence[str], note: Sequence[str] = ()
) -> list[RenderableType]:
    """Write a row of a table below its title."""
    said = [f"{heading}: {cell}" for heading, cell in zip(headings, cells, strict=True)]
    told = " · ".join([*said, *(each for each in note if each)])
    return [Text(title, style="bold"), Padding(Text(told), _INDENT)]


def _named(lang: str, name: str, *, own: bool) -> str:
    return sentence(lang, "play.name.you", player=name) if own else name


def groups_view(lang: str, game: Game) -> RenderableType | None:
    """Show the groups on the table, each with the name by which it is typed; None without any."""
    if not game.table:
        return None
    grid = Table.grid(padding=(0, 1, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column()
    grid.add_column()
    lines: list[RenderableType] = []
    counted: dict[str, int] = {}
    for meld in sorted(game.table, key=lambda meld: meld.owner):
        place = counted[meld.owner] = counted.get(meld.owner, 0) + 1
        label = place_name(SEATS.index(meld.owner), place)
        kind, cards = group_name(lang, meld), _cards(lang, meld.cards)
        grid.add_row(Text(label, style="bold"), kind, cards)
        lines += [Text.assemble((label, "bold"), " ", kind), Padding(cards, _INDENT)]
    return Fitting(grid, Group(*lines), _GRID)


def hand_view(lang: str, game: Game, seat: int, order: str, lacking: str) -> RenderableType:
    """Show the own hand and the own goal; ``order``: by ``color`` or by ``number``."""
    cards = list(game.hand(seat))
    if order == "number":
        cards.sort(key=lambda card: (card.number or NUMBERS + card.kind, card.kind))
    held = plural(lang, "play.hand", len(cards), cards=_MARK)
    goals = goal_texts(lang, game, seat)
    if lacking and len(goals) == 1 and len(game.open_phases(seat)) == 1:
        goals = [f"{goals[0]} · {lacking}"]
    elif lacking:
        # Of several phases it is said which one this is about.
        goals.append(lacking)
    return Group(*map(Text, goals), _filled(held, lang, cards))


def log_view(lines: Sequence[tuple[str, Sequence[str]]]) -> RenderableType:
    """Show what players did: a name, and clauses."""
    grid = Table.grid(padding=(0, 1, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column()
    listed: list[RenderableType] = []
    for name, clauses in lines:
        said = Text(" · ".join(clauses))
        grid.add_row(Text(name, style="bold"), said)
        listed += [Text(name, style="bold"), Padding(said, _INDENT)]
    longest = max((len(name) for name, _ in lines), default=0)
    return Fitting(grid, Group(*listed), longest + _CLAUSES)


def layings_view(lang: str, game: Game, layings: Sequence[Lay], shown: int) -> RenderableType:
    """List layouts, the best first, by the number with which each is laid."""
    grid = Table.grid(padding=(0, 1, 0, 0))
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column()
    for place, lay in enumerate(layings[:shown], start=1):
        groups = laid_text(lang, lay.groups)
        if lay.phase is not None:
            phase = laid_phase(game, lay)
            groups = sentence(lang, "play.layout.phase", number=phase, groups=groups)
        grid.add_row(f"{place}.", Text(groups))
    told = sentence(lang, "play.layouts" if len(layings) > 1 else "play.layouts.one")
    parts: list[RenderableType] = [Text(told, style="bold"), grid]
    if len(layings) > shown:
        parts.append(Text(plural(lang, "play.layouts.more", len(layings) - shown)))
    return Group(*parts)


def refusal_view(lang: str, refusal: Refusal, names: Sequence[str], me: int) -> RenderableType:
    """Say why something is not allowed, by which rule, and what could be done."""
    said = [Text(refusal_text(lang, refusal, names), style="bold")]
    said.append(Text(refusal_rule(lang, refusal), style="dim"))
    if refusal.instead is not None:
        said.append(Text(instead_text(lang, refusal.instead, names, me)))
    return Group(*said)


def score_view(lang: str, game: Game, names: Sequence[str], me: int) -> RenderableType:
    """Show where the match stands, the best first; after a round also its points."""
    over = game.stage in (ROUND_OVER, MATCH_OVER) and not game.tie_break
    headings = [sentence(lang, "play.column.round")] if over else []
    headings += [sentence(lang, "play.column.points"), sentence(lang, "play.column.made")]
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column(sentence(lang, "term.deal.player"), no_wrap=True)
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    lines: list[RenderableType] = []
    for seat in standings(game):
        called = _named(lang, names[seat], own=seat == me)
        cells = [number(lang, game.points[seat])] if over else []
        cells += [number(lang, game.seats[seat].score), made_text(lang, game, seat)]
        table.add_row(Text(called), *cells)
        lines += _listed(called, headings, cells)
    return Fitting(table, Group(*lines))


def opponents_view(
    lang: str, names: Sequence[str], strategies: Sequence[str], me: int
) -> RenderableType:
    """Say who plays, and how the computer players decide."""
    grid = Table.grid(padding=(0, 1, 0, 0))
    grid.add_column()
    grid.add_column()
    grid.add_column(no_wrap=True)
    for seat, (name, strategy) in enumerate(zip(names, strategies, strict=True)):
        who = sentence(lang, "term.referee.you") if seat == me else strategy
        grid.add_row(Text(SEATS[seat], style="bold"), Text(name), Text(who))
    described = [
        sentence(lang, "play.who", strategy=each, description=player_description(lang, each))
        for each in dict.fromkeys(strategies)
        if each
    ]
    return Group(grid, *map(Text, described))


def rules_view(lang: str, game: Game) -> RenderableType:
    """Tell all rules of the match in words, and first how they are written as an option."""
    parts: list[RenderableType] = [
        Text(sentence(lang, "play.rules", rules=str(game.rules)), style="bold")
    ]
    if not rule_lines(lang, game.rules):
        parts.append(Text(sentence(lang, "play.rules.seed")))
    for heading, lines in rule_groups(lang, game.rules):
        parts += [Text(), Text(heading, style="bold")]
        grid = Table.grid(padding=(0, 1, 0, 0))
        for line in lines:
            grid.add_row("–", Text(line))
        parts.append(grid)
    return Group(*parts)


def help_view(lang: str) -> RenderableType:
    """List what can be typed."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column()
    lines: list[RenderableType] = []
    for act in _HELP:
        typed = Text(sentence(lang, f"play.type.{act}"), style="bold")
        meaning = Text(sentence(lang, f"play.help.{act}"))
        grid.add_row(typed, meaning)
        lines += [typed, Padding(meaning, _INDENT)]
    return Group(Fitting(grid, Group(*lines), _HELP_GRID), Text(sentence(lang, "play.help.cards")))


def _filled(text: str, lang: str, cards: Iterable[Card]) -> Text:
    """Put cards with their colours where a sentence has its mark."""
    before, _, after = text.partition(_MARK)
    return Text.assemble(before, _cards(lang, cards), after)


def _cards(lang: str, cards: Iterable[Card]) -> Text:
    return Text(", ").join(
        Text(card_name(lang, card), style=_STYLE.get(card.color or "", "")) for card in cards
    )
