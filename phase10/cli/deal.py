"""The command ``deal``: the cards of a deal code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from phase10.cli.inputs import InputError, checked, read_rules
from phase10.cli.options import AsJson, Language, RulesOption, print_result
from phase10.views.i18n import language, sentence

if TYPE_CHECKING:
    from phase10.game.shuffle import Deal, DealCode

__all__ = ["register"]

Code = Annotated[
    str, typer.Argument(metavar="CODE", help="P10-1-PLAYERS-SEED-ROUND, as in P10-1-4-77-1.")
]


def register(app: typer.Typer) -> None:
    """Add these commands to the program."""
    app.command("deal")(deal)


def deal(
    context: typer.Context,
    code: Code,
    *,
    rules: RulesOption = "seed",
    as_json: AsJson = False,
    lang: Language = None,
) -> None:
    """Show the cards of a deal code: every hand, the card turned up, the draw pile."""
    from phase10.cli.deal_terminal import dealt_view
    from phase10.game.errors import RulesError
    from phase10.game.shuffle import DealCode
    from phase10.game.shuffle import deal as dealt

    said = language(lang or context.obj)
    chosen = read_rules(said, rules)
    if not code.strip():
        raise InputError(sentence(said, "deal.empty"))
    with checked(said):
        wanted = DealCode.parse(code)
        if wanted.players > chosen.players:
            raise RulesError("game.players", count=wanted.players, low=2, high=chosen.players)
        made = dealt(wanted, chosen.deck)
    print_result(as_json, lambda: _shape(wanted, made), lambda: dealt_view(said, wanted, made))


def _shape(code: DealCode, made: Deal) -> dict[str, Any]:
    """Give a deal with its cards as text; the draw pile begins with the card drawn next."""
    from phase10.game.cards import CARDS
    from phase10.game.moves import SEATS

    return {
        "code": str(code),
        "hands": dict(zip(SEATS, map(str, made.hands), strict=False)),
        "top": str(made.top),
        "pile": " ".join(str(CARDS[kind]) for kind in reversed(made.pile)),
    }
