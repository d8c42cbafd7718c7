"""The table as a person sees it in a terminal; colours are told in words too."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich import box
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

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
from phase10.views.rules import rule_lines

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


def _players(lang: str, game: Game, names: Sequence[str], me: int) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("")
    table.add_column(sentence(lang, "term.deal.player"))
    table.add_column(sentence(lang, "play.column.phase"))
    for code in ("play.column.points", "play.column.cards"):
        table.add_column(sentence(lang, code), justify="right")
    noted = [seat_notes(lang, game, seat) for seat in range(len(names))]
    if any(noted):
        table.add_column("")
    for seat, name in enumerate(names):
        row: list[RenderableType] = [
            SEATS[seat],
            Text(_named(lang, name, own=seat == me)),
            phase_state(lang, game, seat),
            number(lang, game.seats[seat].score),
            number(lang, len(game.hand(seat))),
        ]
        if any(noted):
            row.append(noted[seat])
        table.add_row(*row)
    return table


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
    counted: dict[str, int] = {}
    for meld in sorted(game.table, key=lambda meld: meld.owner):
        place = counted[meld.owner] = counted.get(meld.owner, 0) + 1
        label = place_name(SEATS.index(meld.owner), place)
        grid.add_row(Text(label, style="bold"), group_name(lang, meld), _cards(lang, meld.cards))
    return grid


def hand_view(lang: str, game: Game, seat: int, order: str, lacking: str) -> RenderableType:
    """Show the own hand and the own goal; ``order``: by ``color`` or by ``number``."""
    cards = list(game.hand(seat))
    if order == "number":
        cards.sort(key=lambda card: (card.number or NUMBERS + card.kind, card.kind))
    held = plural(lang, "play.hand", len(cards), cards=_MARK)
    goals = goal_texts(lang, game, seat)
    return Group(
        *map(Text, goals[:-1]),
        Text(" · ".join([*goals[-1:], *([lacking] if lacking else [])])),
        _filled(held, lang, cards),
    )


def log_view(lines: Iterable[tuple[str, Sequence[str]]]) -> RenderableType:
    """Show what players did: a name, and clauses."""
    grid = Table.grid(padding=(0, 1, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column()
    for name, clauses in lines:
        grid.add_row(Text(name, style="bold"), Text(" · ".join(clauses)))
    return grid


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
    parts: list[RenderableType] = [Text(sentence(lang, "play.layouts"), style="bold"), grid]
    if len(layings) > shown:
        parts.append(Text(plural(lang, "play.layouts.more", len(layings) - shown)))
    return Group(*parts)


def refusal_view(lang: str, refusal: Refusal, names: Sequence[str]) -> RenderableType:
    """Say why something is not allowed, by which rule, and what could be done."""
    said = [Text(refusal_text(lang, refusal, names), style="bold")]
    said.append(Text(refusal_rule(lang, refusal), style="dim"))
    if refusal.instead is not None:
        said.append(Text(instead_text(lang, refusal.instead, names)))
    return Group(*said)


def score_view(lang: str, game: Game, names: Sequence[str], me: int) -> RenderableType:
    """Show where the match stands, the best first; after a round also its points."""
    over = game.stage in (ROUND_OVER, MATCH_OVER) and not game.tie_break
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column(sentence(lang, "term.deal.player"))
    if over:
        table.add_column(sentence(lang, "play.column.round"), justify="right")
    table.add_column(sentence(lang, "play.column.points"), justify="right")
    table.add_column(sentence(lang, "play.column.made"), justify="right")
    for seat in standings(game):
        row = [Text(_named(lang, names[seat], own=seat == me))]
        if over:
            row.append(Text(number(lang, game.points[seat])))
        row.append(Text(number(lang, game.seats[seat].score)))
        row.append(Text(made_text(lang, game, seat)))
        table.add_row(*row)
    return table


def opponents_view(
    lang: str, names: Sequence[str], strategies: Sequence[str], me: int
) -> RenderableType:
    """Say who plays, and how the computer players decide."""
    grid = Table.grid(padding=(0, 1, 0, 0))
    grid.add_column()
    grid.add_column()
    grid.add_column()
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
    """Show the options in words, and by which presets they are told."""
    lines = rule_lines(lang, game.rules) or [sentence(lang, "play.rules.seed")]
    return Group(
        Text(sentence(lang, "play.rules", rules=str(game.rules)), style="bold"),
        *(Padding(Text(line), (0, 0, 0, 2)) for line in lines),
    )


def help_view(lang: str) -> RenderableType:
    """List what can be typed."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column()
    for act in _HELP:
        typed, meaning = sentence(lang, f"play.type.{act}"), sentence(lang, f"play.help.{act}")
        grid.add_row(Text(typed, style="bold"), Text(meaning))
    return Group(grid, Text(sentence(lang, "play.help.cards")))


def _filled(text: str, lang: str, cards: Iterable[Card]) -> Text:
    """Put cards with their colours where a sentence has its mark."""
    before, _, after = text.partition(_MARK)
    return Text.assemble(before, _cards(lang, cards), after)


def _cards(lang: str, cards: Iterable[Card]) -> Text:
    return Text(", ").join(
        Text(card_name(lang, card), style=_STYLE.get(card.color or "", "")) for card in cards
    )
