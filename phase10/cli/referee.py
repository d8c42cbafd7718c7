"""The command ``phase10 referee``: positions with a move, each judged by the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from phase10.cli.inputs import read_rules, read_structured, told_place
from phase10.cli.options import AsJson, Language, RulesOption, print_result
from phase10.views.i18n import language

if TYPE_CHECKING:
    from phase10.game.referee import Judgment, Verdict

__all__ = ["register"]

_LONGEST_FILE = 1_000_000
"""Bytes of a file of positions that are read: several thousand entries."""


def register(app: typer.Typer) -> None:
    """Add this command to the program."""
    app.command("referee")(referee)


def referee(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="JSON or YAML; - is standard input.")],
    *,
    rules: RulesOption = "seed",
    as_json: AsJson = False,
    lang: Language = None,
) -> None:
    """Judge the move of each position of a file: legal, or why not and what could be done."""
    from phase10.cli.referee_terminal import judgment_view
    from phase10.game.referee import judge_all

    said = language(lang or context.obj)
    chosen = read_rules(said, rules)
    data = read_structured(said, file, _LONGEST_FILE)
    with told_place(said):
        judgment = judge_all(data, chosen)
    print_result(as_json, lambda: _shape(said, judgment), lambda: judgment_view(said, judgment))


def _shape(lang: str, judgment: Judgment) -> dict[str, Any]:
    return {
        "positions": [_verdict(lang, verdict) for verdict in judgment.verdicts],
        "events": [{"id": event.id, "event": event.text} for event in judgment.events],
    }


def _verdict(lang: str, verdict: Verdict) -> dict[str, Any]:
    """Give a verdict; of an illegal move also the step, the cards, the rule, a legal move."""
    from phase10.cli.referee_terminal import verdict_text

    shape: dict[str, Any] = {
        "id": verdict.id,
        "legal": verdict.legal,
        "code": verdict.code,
        "text": verdict_text(lang, verdict),
    }
    refusal = verdict.refusal
    if refusal is not None:
        shape |= {
            "step": verdict.step,
            "move": verdict.move,
            "cards": [str(card) for card in refusal.cards],
            "rule": refusal.rule,
        }
        if refusal.option:
            shape["option"] = refusal.option
        if refusal.instead is not None:
            shape["instead"] = refusal.instead.text(verdict.names)
    if verdict.expected is not None:
        shape["expected"] = "legal" if verdict.expected else "illegal"
        shape["agrees"] = verdict.agrees
    return shape
