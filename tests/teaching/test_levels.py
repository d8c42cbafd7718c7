"""The fifteen levels: solvable in par, every wrong act answered, every rule provoked."""

from __future__ import annotations

import re
from itertools import chain

import pytest

from phase10.game.cards import Cards
from phase10.game.refusals import REFUSALS
from phase10.game.rules import SEED
from phase10.teaching.course import MODES, RUNGS, Board, board, level_texts, levels
from phase10.teaching.course.acts import Wait
from phase10.teaching.course.board import Wrong
from phase10.teaching.course.checking import check_boards
from phase10.teaching.course.playing import (
    REFUSED,
    Refused,
    acted,
    first_state,
    is_met,
    refused_move,
)
from phase10.teaching.words import LANGUAGES
from phase10.views import i18n
from phase10.views.course import act_sentence, answer_text, mode_name
from phase10.views.refusals import refusal_text
from tests.locale.test_catalogues import REPLACED
from tests.teaching.courses import BOARDS, IDS, WRONGS, before, provoked, solved, wrong_id

TITLES = {
    1: ("Know the cards", "Iepazīsti kārtis"),
    2: ("One turn", "Viens gājiens"),
    3: ("The set", "Komplekts"),
    4: ("The run", "Virkne"),
    5: ("One color", "Viena krāsa"),
    6: ("The whole phase at once", "Visa fāze uzreiz"),
    7: ("The wild", "Džokers"),
    8: ("Add cards", "Pieliec kārtis"),
    9: ("Go out", "Pabeidz raundu"),
    10: ("Skip a turn", "Izlaid gājienu"),
    11: ("Set the game up", "Sagatavo spēli"),
    12: ("Points", "Soda punkti"),
    13: ("The next round", "Nākamais raunds"),
    14: ("Win and ties", "Uzvara un neizšķirts"),
    15: ("Play a full round", "Izspēlē pilnu raundu"),
}
"""The Latvian ones are those of the vocabulary."""


def test_there_are_fifteen_levels_in_order() -> None:
    assert {level.id: (level.title.en, level.title.lv) for level in levels()} == TITLES
    assert [level.id for level in levels()] == list(range(1, 16))
    assert len(set(IDS)) == len(IDS)


@pytest.mark.parametrize("level", levels()[:14], ids=lambda level: str(level.id))
def test_a_level_goes_from_shown_to_the_forbidden_move(level) -> None:
    assert tuple(board.mode for board in level.boards) == MODES
    assert [board.id for board in level.boards] == [f"{level.id}.{n}" for n in range(1, 5)]


def test_the_last_level_is_a_round_with_a_coach_then_without_under_a_variant() -> None:
    with_coach, without = levels()[14].boards[-2:]
    assert (with_coach.mode, without.mode) == ("guided", "alone")
    assert with_coach.scene.deal is not None
    assert without.scene.deal is not None
    chosen = {
        (rules.last_phase, rules.use_phases, rules.in_order, rules.advance_all, rules.skip_target)
        for rules in without.variants
    }
    assert chosen >= {
        (5, "all", True, False, "next"),
        (8, "all", True, False, "next"),
        (0, "odd", True, False, "next"),
        (0, "even", True, False, "next"),
        (0, "all", False, False, "next"),
        (0, "all", True, False, "chosen"),
    }


@pytest.mark.parametrize("name", level_texts())
def test_the_checker_finds_no_fault(name: str) -> None:
    assert check_boards(level_texts()[name])[1] == ()


@pytest.mark.parametrize("board", BOARDS, ids=IDS)
def test_a_board_is_solved_in_par_with_all_stars(board: Board) -> None:
    sitting = solved(board)
    assert sitting.solved
    assert not sitting.missed
    assert sitting.stars == 3
    if board.par:
        assert len(sitting.state.made) <= board.par


@pytest.mark.parametrize("case", WRONGS, ids=wrong_id)
def test_a_wrong_act_is_refused_in_both_languages(case: tuple[Board, Wrong]) -> None:
    board, wrong = case
    sitting = before(board, wrong)
    state = sitting.state
    answer = sitting.act(wrong.act)
    assert not answer.accepted
    assert answer.code == wrong.code
    assert answer.words == wrong.words
    assert sitting.state is state
    for lang in LANGUAGES:
        said = answer_text(lang, answer, sitting.names)
        assert said
        assert "{" not in said
        assert answer.words.of(lang)
    if wrong.code in REFUSALS:
        assert answer.refusal is not None
        assert answer.refusal.code == wrong.code
        assert sitting.rule_of(answer) == REFUSALS[wrong.code].rule


def test_every_refusal_of_the_game_is_provoked_by_a_board() -> None:
    codes = set(chain.from_iterable(map(provoked, BOARDS)))
    assert set(REFUSALS) - codes == set()
    assert codes <= set(REFUSALS) | set(REFUSED)


@pytest.mark.parametrize("board", [b for b in BOARDS if b.moves], ids=lambda board: board.id)
def test_the_forbidden_move_is_found_and_explained(board: Board) -> None:
    game = first_state(board).game
    for place, candidate in enumerate(board.moves, start=1):
        sitting = board.start()
        answer = sitting.act(f"point {place}")
        refusal = refused_move(game, candidate)
        assert answer.words == candidate.words
        if refusal is None:
            assert answer.code == "course.allowed"
            assert not sitting.solved
        else:
            assert sitting.solved
            assert answer.refusal == refusal
            for lang in LANGUAGES:
                assert refusal_text(lang, refusal, sitting.names)


@pytest.mark.parametrize("board", BOARDS, ids=IDS)
def test_every_rung_adds_something_and_the_last_one_leads_on(board: Board) -> None:
    sitting = board.start()
    hints = [sitting.hint_at(rung) for rung in range(1, RUNGS + 1)]
    for lang in LANGUAGES:
        words = [hint.words.of(lang) for hint in hints[:-1] if hint.words is not None]
        last = act_sentence(lang, hints[-1].act, board, sitting.names)
        assert len({*words, last}) == RUNGS
        assert mode_name(lang, board)
    assert sitting.act(hints[-1].act).accepted


# --- what the boards claim, computed otherwise ----------------------------------------------------


def worth(text: str) -> int:
    """What cards cost, as S47 tells it."""
    prices = {"W": 25, "S": 15}
    return sum(prices.get(card) or (5 if int(card[1:]) <= 9 else 10) for card in text.split())


@pytest.mark.parametrize("board", levels()[11].boards[:3], ids=lambda board: board.id)
def test_points_are_those_of_the_hands(board: Board) -> None:
    position = board.scene.position
    assert position is not None
    hands = {"me": str(position.hand)} | {one.name: str(one.holds) for one in position.players}
    asked = dict(board.success.numbers)
    assert asked == {name: worth(hands[name]) for name in asked}
    assert asked == {name: SEED.points_of(Cards(hands[name])) for name in asked}


@pytest.mark.parametrize("board", levels()[12].boards[:3], ids=lambda board: board.id)
def test_markers_move_for_those_who_have_laid(board: Board) -> None:
    position = board.scene.position
    assert position is not None
    lying = {meld.owner for meld in position.table}
    numbers = {"me": position.phases.index(position.phase) + 1}
    numbers |= {one.name: one.phase for one in position.players}
    expected = {name: number + (name in lying) for name, number in numbers.items()}
    assert dict(board.success.numbers) == {
        name: expected[name] for name in dict(board.success.numbers)
    }


def fewest(board: Board, most: int) -> int | None:
    """The fewest acts that solve a board, by trying all lawful ones; None beyond ``most``."""
    states = [first_state(board)]
    for count in range(1, most + 1):
        states = [
            after
            for state in states
            for act in (*state.game.legal_moves(), Wait())
            if not isinstance(after := acted(board, state, act), Refused)
        ]
        if any(is_met(board, state) for state in states):
            return count
    return None


ON_THE_TABLE = [
    each
    for each in BOARDS
    if each.scene.position is not None and each.acts[0] == "draw" and each.mode != "shown"
]


@pytest.mark.parametrize("board", ON_THE_TABLE, ids=lambda board: board.id)
def test_par_is_the_fewest_acts(board: Board) -> None:
    assert fewest(board, board.par - 1) is None
    assert len(board.steps) == board.par


# --- words ----------------------------------------------------------------------------------------


def texts_of(each: Board):
    yield each.goal
    yield from each.hints
    for parts in (each.steps, each.wrongs, each.options, each.fields, each.moves):
        for part in parts:
            yield part.words


ALL_TEXTS = [(each.id, words) for each in BOARDS for words in texts_of(each)] + [
    (str(level.id), level.goal) for level in levels()
]


def test_the_languages_are_those_of_the_catalogues() -> None:
    assert set(LANGUAGES) == set(i18n.LANGUAGES)


@pytest.mark.parametrize(("where", "words"), ALL_TEXTS)
def test_texts_use_the_words_of_the_vocabulary(where: str, words) -> None:
    for word, better in REPLACED.items():
        assert not re.search(rf"\b(?:{word})\b", words.lv, re.IGNORECASE), (word, better)
    assert '"' not in words.lv
    assert "—" not in words.lv
    assert not re.search(r"[^,]\snevis\b", words.lv)
    assert not re.search(r"\b[RBGY]\d{1,2}\b", words.lv + words.en)
    assert "colour" not in words.en


def test_texts_of_both_languages_name_the_same_numbers() -> None:
    """A card named in one language and another in the other would be a slip of the pen."""
    colors = {"red": "sarkan", "blue": "zil", "green": "zaļ", "yellow": "dzelten"}
    for where, words in ALL_TEXTS:
        for english, latvian in colors.items():
            named = re.findall(rf"\b{english} (\d+)", words.en, re.IGNORECASE)
            latvian_named = re.findall(rf"\b{latvian}\w+ (\d+)", words.lv, re.IGNORECASE)
            assert set(named) == set(latvian_named), (where, words)


def test_a_board_is_found_by_its_id() -> None:
    assert board("3.2") is levels()[2].boards[1]
    with pytest.raises(KeyError):
        board("99.1")
