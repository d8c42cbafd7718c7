"""Verdicts of the referee for people, without color as good as with it."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from phase10.game.referee import Judgment, Verdict
from phase10.views.i18n import plural, sentence
from phase10.views.refusals import instead_text, refusal_rule, refusal_text
from phase10.views.text import error_text

__all__ = ["judgment_view", "verdict_text"]

_INDENT = (0, 0, 0, 2)


def verdict_text(lang: str, verdict: Verdict) -> str:
    """Say that the move is allowed, or why it is not."""
    if verdict.problem is not None:
        return error_text(lang, verdict.problem)
    if verdict.refusal is not None:
        return refusal_text(lang, verdict.refusal, _players(lang, verdict))
    return sentence(lang, "term.referee.legal")


def judgment_view(lang: str, judgment: Judgment) -> RenderableType:
    """Show one block for each position, and what they come to."""
    blocks = [_block(lang, verdict) for verdict in judgment.verdicts]
    return Group(*blocks, *([Text()] if blocks else []), _summary(lang, judgment))


def _block(lang: str, verdict: Verdict) -> RenderableType:
    name = _printable(verdict.id)
    if verdict.refusal is None:
        lines = [Text(sentence(lang, "term.referee.allowed", id=name), style="green")]
    else:
        players = _players(lang, verdict)
        step = sentence(
            lang, "term.referee.step", step=verdict.step or 1, move=_printable(verdict.move)
        )
        told = [step, verdict_text(lang, verdict)]
        if verdict.refusal.instead is not None:
            told.append(instead_text(lang, verdict.refusal.instead, players, me=0))
        told.append(refusal_rule(lang, verdict.refusal))
        heading = Text(sentence(lang, "term.referee.refused", id=name), style="bold red")
        lines = [heading, *map(Text, told)]
    if verdict.agrees is False:
        expected = "legal" if verdict.expected else "illegal"
        lines.append(Text(sentence(lang, f"term.referee.expected.{expected}"), style="bold"))
    heading, *rest = lines
    return Group(heading, *(Padding(line, _INDENT) for line in rest))


def _summary(lang: str, judgment: Judgment) -> Text:
    verdicts = judgment.verdicts
    legal = sum(verdict.legal for verdict in verdicts)
    said = [
        plural(
            lang,
            "term.referee.count",
            len(verdicts),
            legal=legal,
            illegal=len(verdicts) - legal,
        )
    ]
    differ = sum(verdict.agrees is False for verdict in verdicts)
    if differ:
        said.append(plural(lang, "term.referee.differ", differ))
    elif any(verdict.agrees for verdict in verdicts):
        said.append(sentence(lang, "term.referee.agree"))
    if judgment.events:
        said.append(plural(lang, "term.referee.events", len(judgment.events)))
    return Text(" ".join(said), style="bold")


def _players(lang: str, verdict: Verdict) -> tuple[str, ...]:
    """Name the players by seat as a sentence to the first of them does."""
    return (sentence(lang, "term.referee.you"), *map(_printable, verdict.names[1:]))


def _printable(text: str) -> str:
    """Show what a terminal must not obey escaped."""
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)
