"""Puzzles in words: the question, the answers, why one is right and what punishes the others."""

from __future__ import annotations

from phase10.advice.losses import TOLD, option_loss
from phase10.advice.options import Option
from phase10.advice.puzzles import HARDEST, Puzzle
from phase10.advice.reasons import speaks_against
from phase10.game.cards import Cards
from phase10.game.position import ME
from phase10.views.i18n import decimal, plural, sentence
from phase10.views.moves import move_text, option_text, reason_text
from phase10.views.names import card_list, card_name, phase_name

__all__ = [
    "ask_text",
    "difficulty_text",
    "equal_text",
    "kind_name",
    "punished_texts",
    "situation_texts",
    "verdict_texts",
]


def kind_name(lang: str, kind: str) -> str:
    """Name a kind of puzzles."""
    return sentence(lang, f"puzzle.kind.{kind}")


def ask_text(lang: str, puzzle: Puzzle) -> str:
    """Ask the question of a puzzle."""
    if puzzle.kind == "draw" and puzzle.position.top is not None:
        card = card_name(lang, puzzle.position.top, "accusative")
        return sentence(lang, "puzzle.ask.draw", card=card)
    return sentence(lang, f"puzzle.ask.{puzzle.kind}")


def difficulty_text(lang: str, puzzle: Puzzle) -> str:
    """Say how hard a puzzle is."""
    return sentence(lang, "puzzle.difficulty", level=puzzle.difficulty, most=HARDEST)


def situation_texts(lang: str, puzzle: Puzzle) -> list[str]:
    """Say what is to be seen: the phase, the hand, the face-up card, the others, what lies."""
    position = puzzle.position
    said = [sentence(lang, "puzzle.phase", phase=phase_name(lang, position.phase))]
    said.append(sentence(lang, "puzzle.hand", cards=card_list(lang, list(position.hand))))
    if position.top is not None:
        said.append(sentence(lang, "puzzle.top", card=card_name(lang, position.top)))
    for player in position.players:
        held = 0 if player.cards is None else player.cards
        code = "puzzle.player.laid" if player.laid else "puzzle.player"
        said.append(plural(lang, code, held, player=player.name, number=player.phase or 0))
    for meld in position.table:
        owner = sentence(lang, "puzzle.mine") if meld.owner == ME else meld.owner
        kind, cards = sentence(lang, f"kind.{meld.kind}"), card_list(lang, list(meld.cards))
        said.append(sentence(lang, "puzzle.meld", player=owner, kind=kind, cards=cards))
    return said


def verdict_texts(lang: str, puzzle: Puzzle, move: str) -> list[str]:
    """Say whether an answer is right, and what the best one is and why."""
    best = puzzle.options[0]
    right = puzzle.is_right(move)
    said = [sentence(lang, "puzzle.right" if right else "puzzle.wrong")]
    if right:
        chosen = puzzle.option(move) or best
        said += [text for text in _for(lang, chosen) if text]
    else:
        said += punished_texts(lang, puzzle, move)
        said.append(sentence(lang, "puzzle.best", text=option_text(lang, puzzle.advice, best)))
    others = equal_text(lang, puzzle, move if right else best.move)
    return [*said, others] if others else said


def _for(lang: str, option: Option) -> list[str]:
    return [reason_text(lang, each) for each in option.reasons if not speaks_against(each)]


def equal_text(lang: str, puzzle: Puzzle, move: str) -> str:
    """Name the other right answers; "" where there is none."""
    others = [option for option in puzzle.right if option.move != move]
    if not others:
        return ""
    if puzzle.kind == "lay":
        return plural(lang, "advice.equal.layouts", len(others))
    return sentence(lang, "puzzle.equal", moves="; ".join(move_text(lang, each) for each in others))


def punished_texts(lang: str, puzzle: Puzzle, move: str) -> list[str]:
    """Say what punishes a wrong answer: turns, cards that help no more, points, gifts."""
    option, best = puzzle.option(move), puzzle.options[0]
    if option is None:
        return []
    loss = option_loss(puzzle.advice, option)
    said = [
        reason_text(lang, reason)
        for reason in option.reasons
        if speaks_against(reason) and reason.code != "turns.more"
    ]
    if loss.turns is not None and loss.turns >= TOLD:
        said.insert(0, sentence(lang, "review.lost.turns", turns=decimal(lang, loss.turns, 2)))
    elif not said:
        # By the scale that the puzzle is judged on: layouts have one of their own.
        worth = puzzle.losses[puzzle.options.index(option)]
        said.append(sentence(lang, "review.lost.worth", turns=decimal(lang, worth, 2)))
    if puzzle.kind == "discard" and option.missing == best.missing:
        lost = [card for card in best.useful if card not in option.useful]
        if lost:
            cards = card_list(lang, list(Cards(lost, puzzle.position.rules.deck)))
            said.append(sentence(lang, "puzzle.lost", cards=cards))
    return said
