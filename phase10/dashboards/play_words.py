"""What the page of a match says: what cannot be done and why, whose turn it is, what was done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from phase10.dashboards.play_match import PageMatch
from phase10.game.cards import Card
from phase10.game.errors import GameError
from phase10.game.moves import Hit
from phase10.game.refusals import Refusal
from phase10.game.stages import DRAW, MATCH_OVER
from phase10.views.i18n import plural, sentence
from phase10.views.names import card_name
from phase10.views.play import end_texts, own_text, step_clause
from phase10.views.refusals import instead_text, refusal_rule, refusal_text
from phase10.views.text import error_text

__all__ = ["Problem", "problem_texts", "said_text", "turn_text"]


@dataclass(frozen=True)
class Problem:
    """Hold why something was not done: a refusal of the law, a bad input, or a code of our own.

    ``count``: for a code with plural forms; ``card``: what the sentence is about; ``rule``: the
    sentence of the rules that is named.
    """

    refusal: Refusal | None = None
    error: GameError | None = None
    code: str = ""
    count: int | None = None
    card: Card | None = None
    rule: str = ""
    values: Mapping[str, str] = field(default_factory=dict)


def problem_texts(lang: str, problem: Problem, names: Sequence[str], me: int) -> list[str]:
    """Say what is wrong, by which rule, and what could be done."""
    if problem.refusal is not None:
        refusal = problem.refusal
        said = [refusal_text(lang, refusal, names), refusal_rule(lang, refusal)]
        if refusal.instead is not None:
            said.append(instead_text(lang, refusal.instead, names, me))
        return said
    if problem.error is not None:
        if problem.error.code == "move.unknown":
            text = str(problem.error.values["text"])
            return [sentence(lang, "page.play.unknown", text=text)]
        return [error_text(lang, problem.error)]
    values: dict[str, str] = dict(problem.values)
    if problem.card is not None:
        values["card"] = card_name(lang, problem.card)
    if problem.count is None:
        text = sentence(lang, problem.code, **values)
    else:
        text = plural(lang, problem.code, problem.count, **values)
    said = [text[:1].upper() + text[1:]]
    if problem.rule:
        said.append(sentence(lang, "refusal.rule", rule=problem.rule))
    return said


def turn_text(lang: str, match: PageMatch) -> str:
    """Say whose turn it is and, to the person who is to move, what can be done."""
    game = match.game
    ended = end_texts(lang, game, match.names, match.reader)
    if ended:
        return ended[-1] if game.stage == MATCH_OVER else ended[0]
    name = match.names[game.turn]
    if match.is_covered:
        return sentence(lang, "page.play.cover", player=name)
    if not match.is_mine:
        return sentence(lang, "page.live.turn", player=name)
    if game.stage == DRAW:
        if not game.can_take() or game.top is None:
            return sentence(lang, "page.live.turn.draw")
        card = card_name(lang, game.top, "accusative")
        code = "page.live.turn.both" if game.can_draw() else "page.play.turn.take"
        return sentence(lang, code, card=card)
    if game.seats[game.turn].laid is not None:
        # In the turn of laying other players' groups may be closed; often nothing fits.
        can_hit = any(isinstance(move, Hit) for move in game.legal_moves())
        return sentence(lang, "page.live.turn.add" if can_hit else "page.play.turn.throw")
    can_lay = bool(game.legal_layings())
    return sentence(lang, "page.live.turn.throw" if can_lay else "page.play.turn.throw")


def said_text(lang: str, match: PageMatch, event: int) -> str:
    """Tell one step in a whole sentence: to its player with the card that was drawn."""
    events = match.record.events
    before, step, after = events[event - 1].game, events[event].step, events[event].game
    if step is None:
        return ""
    if match.alone and before.turn == match.me:
        return own_text(lang, step, before, after, match.names)
    clause = step_clause(lang, step, before, match.names, match.reader)
    return sentence(lang, "page.play.says", player=match.names[before.turn], clause=clause)
