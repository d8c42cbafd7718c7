"""Reasons and the ladder: codes with sentences in both languages, each rung saying more."""

from __future__ import annotations

import ast
import inspect
import re
from dataclasses import replace

import pytest

from phase10.advice import reasons as reasons_module
from phase10.advice import winning as winning_module
from phase10.advice.hints import Advice, advise
from phase10.advice.options import Option, Reason
from phase10.advice.reasons import RUNGS, idea, main_reason, named_cards, speaks_against
from phase10.advice.winning import with_chances
from phase10.game.cards import Card, Cards, Hand
from phase10.game.melds import Meld
from phase10.game.phases import PHASES, Phase
from phase10.game.position import Opponent, Position
from phase10.game.rules import Rules
from phase10.game.sight import position_of
from phase10.solver.win_chances import WinChance, WinChances
from phase10.views.i18n import LANGUAGES
from phase10.views.moves import ladder, move_text, option_text, reason_text, why
from tests.advice.test_games import MIXTURES, decisions
from tests.locale.catalogues import placeholders, texts

VALUES = {
    "n": 21,
    "other": 7,
    "unseen": 97,
    "turns": 0.5,
    "chance": 0.125,
    "player": "Bruno",
    "goal": "run:7",
}


def made_codes() -> set[str]:
    """Codes of every reason that is made, read from the source."""
    sources = (inspect.getsource(module) for module in (reasons_module, winning_module))
    tree = ast.parse("\n".join(sources))
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Reason":
            found |= {n.value for n in ast.walk(node.args[0]) if isinstance(n, ast.Constant)}
    assigned = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "code"
    ]
    found |= {n.value for value in assigned for n in ast.walk(value) if isinstance(n, ast.Constant)}
    return {code for code in found if isinstance(code, str)}


def test_every_reason_has_a_sentence_and_no_sentence_is_left_over() -> None:
    said = {code.removeprefix("reason.") for code in texts("en") if code.startswith("reason.")}
    assert made_codes() == said
    assert {"turns.more", "gives_up", "feeds", "average.fewer"} <= said


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("code", sorted(made_codes()))
def test_a_reason_is_a_whole_sentence_with_its_values(lang: str, code: str) -> None:
    forms = texts(lang)[f"reason.{code}"]
    names = set.union(*(placeholders(form) for form in forms))
    assert names <= set(VALUES)
    for count in (0, 1, 2, 10, 11, 21):
        values = {name: count if name == "n" else VALUES[name] for name in names}
        said = reason_text(lang, Reason(code, values))
        assert said[0].isupper() or said[0].isdigit() or said.startswith("Bruno")
        assert said.endswith((".", "%."))
        assert "{" not in said
        for name in names - {"goal"}:
            shown = {"turns": {"en": "0.50", "lv": "0,50"}, "chance": {"en": "12.5%", "lv": "12,5"}}
            expected = shown[name][lang] if name in shown else str(values[name])
            assert expected in said
        if "goal" in names:
            assert "7" in said


def test_plural_forms() -> None:
    def said(lang: str, n: int) -> str:
        return reason_text(lang, Reason("live", {"n": n, "other": 5}))

    assert said("en", 1) == "It keeps 1 useful card live instead of 5."
    assert said("en", 11) == "It keeps 11 useful cards live instead of 5."
    assert said("lv", 21) == "Paliek 21 noderīga kārts, nevis 5."
    assert said("lv", 11) == "Paliek 11 noderīgu kāršu, nevis 5."
    assert said("lv", 32) == "Paliek 32 noderīgas kārtis, nevis 5."


# --- what is said of real moves -------------------------------------------------------------------


def codes(option: Option) -> list[str]:
    return [reason.code for reason in option.reasons]


def by_move(advice: Advice) -> dict[str, Option]:
    return {option.move: option for option in advice.options}


def test_a_card_of_the_best_plan_is_told_with_the_plan() -> None:
    advice = advise(Position(Hand("R1 B2 G3 Y4 R5 B6 R12 B12 G9 S Y9"), Phase("run:7")))
    option = by_move(advice)["discard G3"]
    assert codes(option)[:2] == ["gives_up", "missing"]
    assert option.reasons[0].values == {"goal": "run:7"}
    assert "run of 7" in option_text("en", advice, option)
    assert "gives_up" not in codes(by_move(advice)["discard R12"])


def down(hand: str, *, cards: int = 3, threw: str = "") -> Advice:
    """Whoever plays next has laid sevens and threes."""
    table = (Meld.parse("A set R7 B7 G7"), Meld.parse("A set R3 B3 G3"))
    player = Opponent("A", phase=1, cards=cards, laid=True, threw=Cards(threw))
    position = Position(Hand(hand), PHASES[3], table=table, players=(player,))
    return advise(position)


def test_feeding_a_player_who_is_down_is_told() -> None:
    advice = down("Y7 R1 B2 G4 Y5 R6 B8 Y12 R12 B12 S")
    feeding = by_move(advice)["discard Y7"]
    assert feeding.danger == 1
    assert codes(feeding)[0] in ("feeds", "gives_up")
    assert "feeds" in codes(feeding)
    assert "A" in " ".join(why("en", feeding))
    assert by_move(advice)["discard R12"].danger == 0
    best = advice.options[0]  # with two players the skipped one does not play next
    assert (best.move, best.danger) == ("discard S on A", None)


def test_points_weigh_more_when_another_player_is_about_to_go_out() -> None:
    hand = "R1 B2 G4 Y5 R6 B8 G9 Y12 R12 B1 R9"
    near, far = down(hand, cards=1), down(hand, cards=9)
    cost = {
        name: by_move(advice)["discard B1"].cost[0] - by_move(advice)["discard R12"].cost[0]
        for name, advice in (("near", near), ("far", far))
    }
    assert cost["near"] > cost["far"]


def test_what_can_never_be_completed_is_told() -> None:
    """All sevens but the two in hand are gone, and so are the wilds."""
    seen = Cards("R7 B7 G7 G7 Y7 8xW R1 R1 B1 B1 G1 G1 Y1 Y1")
    hand = Hand("R7 B7 Y7 R2 B3 G4 Y5 R6 B8 G9 R12")
    deck = Rules.parse("seed")
    advice = advise(Position(hand, Phase("set:4"), deck, seen=seen))
    for option in advice.options:
        assert option.turns is None or option.turns > 0
        for lang in LANGUAGES:
            assert "inf" not in option_text(lang, advice, option)


def test_an_infinite_wait_is_said_and_never_ranks_above_a_finite_one() -> None:
    reason = Reason("never")
    assert speaks_against(reason)
    assert "no longer" in reason_text("en", reason)


def test_waiting_with_the_phase_in_hand_is_advised_against() -> None:
    near = Opponent("Anna", phase=2, cards=1, laid=True)
    hand = Hand("R3 B3 Y3 R9 G9 Y9 B5 B12 W S R1")
    advice = advise(Position(hand, PHASES[0], players=(near,)))
    waiting = advice.options[-1]
    assert codes(waiting) == ["wait.near"]
    assert "Anna" in option_text("lv", advice, waiting)
    assert option_text("lv", advice, waiting).startswith("Paturi fāzi rokā un nomet")
    alone = advise(Position(hand, PHASES[0]))
    assert codes(alone.options[-1]) == ["wait"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_short_form_gives_one_reason_and_the_long_form_all(lang: str) -> None:
    advice = down("Y7 R1 B2 G4 Y5 R6 B8 Y12 R12 B12 S")
    for option in advice.options:
        short, long = option_text(lang, advice, option), why(lang, option)
        assert len(long) == len(option.reasons)
        chosen = main_reason(option)
        said = [reason for reason in option.reasons if reason_text(lang, reason) in short]
        assert said == ([] if chosen is None else [chosen])
        if option.rank == 1:
            assert chosen is None or not speaks_against(chosen)
    assert any(len(option.reasons) > 1 for option in advice.options)


# --- the ladder -----------------------------------------------------------------------------------


def examples() -> dict[str, Advice]:
    """Advices of every question."""
    eleven = Hand("R5 B5 W Y3 G4 G9 B9 R11 R12 Y1 G7")
    ten = Hand("R3 B3 Y3 G9 R9 B1 R5 G1 Y2 Y4")
    complete = Hand("R3 B3 Y3 R9 G9 Y9 B5 B12 W S R1")
    table = (Meld.parse("me set R7 B7 G7"), Meld.parse("A run R3 B4 G5 Y6"))
    laid = Position(Hand("Y7 R1 B2"), PHASES[0], table=table, laid=True, at="after_draw")
    return {
        "discard": advise(Position(eleven, PHASES[2])),
        "draw": advise(Position(ten, PHASES[0], top=Card.parse("B9"))),
        "only": advise(Position(ten, PHASES[0], top=Card.parse("S"))),
        "lay": advise(Position(complete, PHASES[0])),
        "end": advise(laid),
        "laid draw": advise(replace(laid, hand=Hand("Y7 R1"), top=Card.parse("B7"), at="")),
        "down": down("Y7 R1 B2 G4 Y5 R6 B8 Y12 R12 B12 S"),
    }


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", examples())
def test_each_rung_says_more_and_only_the_last_names_the_move(lang: str, name: str) -> None:
    advice = examples()[name]
    rungs = ladder(lang, advice)
    assert len(rungs) == len(RUNGS) == 4
    assert len(set(rungs)) == 4
    best = advice.options[0]
    whole = option_text(lang, advice, best)
    assert rungs[3].startswith(whole)
    assert not re.search(r"\d", rungs[0])  # an idea names no card and no number
    for rung in rungs[:3]:
        assert whole not in rung
        assert move_text(lang, best) not in rung
        assert rung.endswith((".", "?")) or "·" in rung
    listed = named_cards(advice)
    assert list(listed) == [str(card) for card in sorted(map(Card.parse, listed))]
    if advice.question == "discard":
        assert len(listed) > 1


@pytest.mark.parametrize("lang", LANGUAGES)
def test_where_the_phase_is_better_kept_the_ladder_is_about_its_cards(lang: str) -> None:
    """Chances to win, which come later, may put a discard before every laying."""
    advice = advise(Position(Hand("R5 B5 G5 R7 B7 G7 R9 Y12 B12 R12 B1"), PHASES[0]))
    assert [option.move.split()[0] for option in advice.options] == ["lay", "lay", "discard"]
    *others, last = (WinChance(0.4, 0.01, 200) for _ in advice.options)
    chances = (*others, replace(last, value=0.9))
    pairs = {(2, place): (0.5, 0.01) for place in range(2)}
    kept = with_chances(advice, WinChances(chances, pairs, 200, 1, True, 0.3))
    assert kept.options[0].move.startswith("discard")
    assert idea(kept) == "keep"
    laid = kept.options[1].move
    assert set(named_cards(kept)) == set(laid.replace("|", " ").replace("set", " ").split()[1:])
    assert len(ladder(lang, kept)) == 4


def test_without_a_move_there_is_no_ladder() -> None:
    plan = advise(Position(Hand("R5 B5"), PHASES[0]))
    assert ladder("en", plan) == ()
    assert idea(plan) == "plan"


def test_every_idea_has_a_sentence() -> None:
    said = {code.removeprefix("ladder.idea.") for code in texts("en") if "ladder.idea." in code}
    tree = ast.parse(inspect.getsource(reasons_module.idea))
    returned = [node.value for node in ast.walk(tree) if isinstance(node, ast.Return)]
    made = {n.value for value in returned for n in ast.walk(value) if isinstance(n, ast.Constant)}
    assert {idea(advice) for advice in examples().values()} <= said
    # What is no constant is the question: "lay" or "end".
    assert said == (made & said) | {"lay", "end"}
    assert made - said == {"plan", "take discard"}


@pytest.mark.parametrize("mixture", ["seed", "official"])
def test_texts_of_real_games_are_whole_sentences(mixture: str) -> None:
    assert mixture in MIXTURES
    for game in list(decisions(mixture, 3))[::4]:
        advice = advise(position_of(game, game.turn))
        for lang in LANGUAGES:
            for option in advice.options:
                said = option_text(lang, advice, option)
                assert said.endswith(".")
                assert not re.search(r"\.\.|  |\{|me\.\d", said)
                if lang == "lv":
                    first = said.partition(" ")[0]
                    assert first in {"Nomet", "Pieliec", "Izliec", "Paņem", "Izvelc", "Paturi"}
