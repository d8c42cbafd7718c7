"""Moves of boards in whole sentences, and the words of the game that a text uses."""

from __future__ import annotations

import pytest

from phase10.game.moves import parse_move
from phase10.teaching.course import levels
from phase10.teaching.words import LANGUAGES
from phase10.views.course_words import act_cards, act_order, candidate_text, move_sentence, terms_in
from tests.teaching.courses import BOARDS

NAMES = ("me", "Anna", "Otto")
SEATS = {name: seat for seat, name in enumerate(NAMES)}


@pytest.mark.parametrize(
    ("move", "en", "cards"),
    [
        ("draw pile", "Draw a card from the pile.", ""),
        ("take discard", "Take the face-up card.", ""),
        ("take discard second", "Take card 2 from the top of the discard pile.", ""),
        ("lay set R3 B3 W=3", "Lay down: set (red 3, blue 3, wild as 3).", "R3 B3 W=3"),
        ("lay 2: set R3 B3 Y3", "Lay down phase 2: set (red 3, blue 3, yellow 3).", "R3 B3 Y3"),
        ("hit R5 on Anna.2", "Add red 5 to group 2 of Anna.", "R5"),
        ("hit W=3 on me.1", "Add a wild as 3 to group 1 of your own phase.", "W=3"),
        ("take W from Otto.1", "Take a wild away from group 1 of Otto.", "W"),
        ("take R1 from me.1", "Take red 1 back from group 1 of your own phase.", "R1"),
        ("discard G12", "Discard green 12.", "G12"),
        ("discard S on Otto", "Discard a skip; the turn is missed by: Otto.", "S"),
        ("end turn", "End the turn without a discard.", ""),
    ],
)
def test_every_move_is_a_sentence(move: str, en: str, cards: str) -> None:
    read = parse_move(move, SEATS)
    assert move_sentence("en", read, NAMES) == en
    latvian = move_sentence("lv", read, NAMES)
    assert latvian.endswith(".")
    assert "{" not in latvian
    assert " ".join(map(str, act_cards(read))) == cards


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_act_and_listed_move_of_the_course_can_be_said(lang: str) -> None:
    for board in BOARDS:
        names = board.start().names
        said = [candidate_text(lang, one, names) for one in board.moves]
        assert len(set(said)) == len(said), board.id
        said += [act_order(lang, step.act, board, names) for step in board.steps]
        assert all(text[0].isupper() and text.endswith(".") for text in said), said


@pytest.mark.parametrize(
    ("lang", "text", "found"),
    [
        ("en", "Lay down two sets and a run.", ["set", "run", "lay"]),
        ("en", "The settler is running", []),
        ("en", "A card of the draw pile", ["card", "draw_pile"]),
        ("lv", "Komplektiem un virknēm", ["set", "run"]),
        ("lv", "nomesto kāršu kaudzē", ["discard_pile"]),
        ("lv", "Pabeidz gājienu ar džokeri", ["wild", "turn"]),
    ],
)
def test_words_are_found_in_any_form(lang: str, text: str, found: list[str]) -> None:
    ids = [term.id for term in terms_in(lang, [text])]
    assert set(found) <= set(ids)
    assert found or not ids


def test_every_level_has_words_to_look_up() -> None:
    for level in levels():
        for lang in LANGUAGES:
            texts = [level.goal.of(lang), *(board.goal.of(lang) for board in level.boards)]
            assert terms_in(lang, texts), level.id
