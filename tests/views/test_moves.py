"""Advice in words: what to do and why, columns, methods, the whole hint as text."""

from __future__ import annotations

from dataclasses import replace

import pytest

from phase10.advice.hints import Advice, advise
from phase10.advice.options import Option
from phase10.game.cards import Card, Hand
from phase10.game.melds import Meld
from phase10.game.phases import PHASES, Phase
from phase10.game.position import Opponent, Position
from phase10.views.i18n import LANGUAGES
from phase10.views.moves import (
    assumed_text,
    columns,
    figure_texts,
    hint_text,
    method_text,
    move_text,
    option_text,
    reasons,
)
from phase10.views.text import headline

ELEVEN = Hand("R5 B5 W Y3 G4 G9 B9 S R12 Y1 G7")
TEN = Hand("R3 B3 Y3 G9 R9 S R5 G1 Y2 Y4")
TABLE = (Meld.parse("me set R7 B7 G7"), Meld.parse("Anna run R3 B4 G5 Y6"))


def discard_advice() -> Advice:
    return advise(Position(ELEVEN, PHASES[2]))


def by_move(advice: Advice) -> dict[str, Option]:
    return {option.move: option for option in advice.options}


# --- what to do ----------------------------------------------------------------------------------


def test_the_best_discard_is_compared_with_the_next_and_others_with_the_best() -> None:
    advice = advise(Position(Hand("R5 B5 W Y3 G4 G9 B9 R11 R12 Y1 G7"), PHASES[2]))
    said = [option_text("en", advice, option) for option in advice.options]
    best, last = advice.options[0], advice.options[-1]
    assert said[0].startswith("Discard green 7. It keeps 43 useful cards live instead of 35.")
    assert "instead of" in said[-1] or "Your best plan uses it" in said[-1]
    assert last.missing > best.missing
    assert len(set(said)) == len(said)


def test_advice_in_latvian_says_thou_and_buttons_do_not() -> None:
    options = by_move(discard_advice())
    said = option_text("lv", discard_advice(), options["discard R5"])
    assert said.startswith("Nomet sarkano 5. ")
    assert move_text("lv", options["discard R5"]) == "Nomest sarkano 5"
    assert move_text("lv", options["discard S"]) == "Nomest izlaišanas kārti"
    assert move_text("en", options["discard S"]) == "Discard the skip"


def test_a_phase_that_can_be_laid() -> None:
    advice = advise(Position(Hand("R3 B3 Y3 G9 R9 B12 W S R5 G1 Y7"), PHASES[0]))
    best, waiting = advice.options[0], advice.options[-1]
    assert option_text("en", advice, best).startswith(
        "Lay down the phase: set (red 3, blue 3, yellow 3); set (red 9, green 9, wild as 9). "
        "Then discard the skip."
    )
    assert option_text("lv", advice, best).startswith("Izliec fāzi: komplekts (sarkanais 3, ")
    assert "Tad nomet izlaišanas kārti." in option_text("lv", advice, best)
    assert move_text("lv", best) == (
        "Izlikt: komplekts (sarkanais 3, zilais 3, dzeltenais 3); "
        "komplekts (sarkanais 9, zaļais 9, džokers kā 9), tad nomest izlaišanas kārti"
    )
    assert option_text("en", advice, waiting).startswith("Keep the phase in your hand and discard")
    assert [column.key for column in columns("en", advice)] == ["rank", "move", "points"]


def test_hits_after_laying_are_told_in_order() -> None:
    advice = advise(Position(Hand("R3 B3 Y3 R9 G9 Y9 B5 B12 W S R1"), PHASES[0]))
    said = option_text("en", advice, advice.options[0])
    assert "Then hit with a wild as 3 on your group 1. Then discard the skip." in said
    latvian = option_text("lv", advice, advice.options[0])
    assert "Tad pieliec džokeru kā 3 pie savas fāzes 1. daļas." in latvian


def test_hits_and_the_last_card() -> None:
    laid = Position(Hand("Y7 Y2 R1"), PHASES[0], table=TABLE, laid=True, at="after_draw")
    advice = advise(laid)
    best = advice.options[0]
    assert best.goes_out
    assert option_text("en", advice, best) == (
        "Hit with yellow 2 on group 1 of Anna, yellow 7 on your group 1. Then discard red 1. "
        "With that you go out."
    )
    assert option_text("lv", advice, best) == (
        "Pieliec dzelteno 2 pie izliktās fāzes 1. daļas (Anna), dzelteno 7 pie savas fāzes "
        "1. daļas. Tad nomet sarkano 1. Ar to tu pabeidz raundu."
    )
    assert move_text("lv", best).startswith("Pielikt: ")


def test_taking_the_face_up_card() -> None:
    advice = advise(Position(TEN, PHASES[0], top=Card.parse("W")))
    take, draw = by_move(advice)["take discard"], by_move(advice)["draw pile"]
    assert option_text("lv", advice, take) == (
        "Paņem džokeru no nomestajām kārtīm. Ar to fāzi vari izlikt uzreiz."
    )
    assert move_text("en", take) == "Take the face-up card"
    assert "13 of 97 unseen cards help." in reasons_of("en", draw)
    farther = advise(Position(TEN, PHASES[2], top=Card.parse("Y3")))
    take = by_move(farther)["take discard"]
    said = option_text("en", farther, take)
    assert said.startswith("Take yellow 3 from the discards. Then discard ")
    assert move_text("en", take).startswith("Take the face-up card, then discard ")


def reasons_of(lang: str, option: Option) -> str:
    from phase10.views.moves import why

    return " ".join(why(lang, option))


def test_a_skip_that_follows_names_who_misses_a_turn() -> None:
    position = Position(TEN, PHASES[2], top=Card.parse("Y3"), players=(Opponent("Anna", phase=2),))
    take = by_move(advise(position))["take discard"]
    assert take.then == "discard S on Anna"
    assert "Then discard a skip: Anna misses a turn." in option_text("en", advise(position), take)
    assert move_text("lv", take) == (
        "Paņemt nomesto, tad nomest izlaišanas kārti: gājienu izlaiž Anna"
    )


def test_a_skip_on_top_is_explained() -> None:
    hand = Hand("R3 B3 Y3 G9 R9 B1 R5 G1 Y2 Y4")
    advice = advise(Position(hand, PHASES[0], top=Card.parse("S")))
    assert [option.move for option in advice.options] == ["draw pile"]
    assert any("skip" in said for said in assumed_text("en", advice))


# --- why, and what else --------------------------------------------------------------------------


def test_reasons_say_what_helps_and_how_likely() -> None:
    said = reasons("lv", discard_advice())
    assert (
        "Varbūtība, ka noder nākamā izvilktā kārts, ir 35/97 ≈ 0,361: "
        "aptuveni 361 no 1000 reizēm." in said
    )


def test_equally_good_moves_are_named() -> None:
    advice = advise(Position(Hand("R5 B5 G5 Y9 R9 R1 B1 Y3 R4 B6 G7"), Phase("set:4+set:4")))
    best = [option for option in advice.options if option.rank == 1]
    assert len(best) > 1
    named = next(said for said in reasons("en", advice) if said.startswith("Just as good"))
    assert all(move_text("en", option) in named for option in best[1:])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_equally_good_end_of_a_turn_is_named_with_its_hits(lang: str) -> None:
    table = (Meld.parse("me set R7 B7 G7"),)
    hand = Hand("Y7 R10 Y10 B12")
    advice = advise(Position(hand, PHASES[0], table=table, laid=True, at="after_draw"))
    best = [option for option in advice.options if option.rank == 1]
    assert all(option.hits for option in best)
    named = " ".join(reasons(lang, advice))
    for option in best[1:]:
        assert move_text(lang, option) in named
    equal = advise(Position(Hand("Y7 R10 Y10"), PHASES[0], table=table, laid=True, at="after_draw"))
    tied = [option for option in equal.options if option.rank == 1]
    assert len(tied) == 2
    assert move_text(lang, tied[1]) in " ".join(reasons(lang, equal))
    assert "7" in move_text(lang, tied[1])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_assumptions_and_methods_have_sentences(lang: str) -> None:
    plain = advise(Position(Hand("R5 B5"), PHASES[0]))
    ten = advise(Position(Hand("R3 B3 Y3 G9 R9 S R5 G1 Y2 Y4"), PHASES[0]))
    assert len(assumed_text(lang, plain)) == len(plain.assumed) == 3
    assert len(assumed_text(lang, ten)) == 4
    assert len(method_text(lang, plain)) == 1
    assert len(method_text(lang, discard_advice())) == 3
    known = replace(discard_advice().position, players=(Opponent("A", phase=2),))
    assert len(method_text(lang, advise(known))) == 4
    pile = method_text(lang, advise(known, "pile"))
    assert pile != method_text(lang, advise(known))


# --- the table of moves --------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_columns_have_headings_and_meanings(lang: str) -> None:
    shown = columns(lang, discard_advice())
    assert [column.key for column in shown] == [
        *("rank", "discard", "missing", "useful"),
        *("within.1", "within.2", "within.3", "within.5", "turns", "points"),
    ]
    assert all(column.heading and column.meaning.endswith(".") for column in shown)
    drawn = advise(Position(TEN, PHASES[0], top=Card.parse("W")))
    assert "expected" in [column.key for column in columns(lang, drawn)]
    known = replace(discard_advice().position, players=(Opponent("A", phase=2),))
    assert columns(lang, advise(known))[-1].key == "danger"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_column_has_a_figure(lang: str) -> None:
    laid = Position(Hand("Y7 R1"), PHASES[0], table=TABLE, laid=True, top=Card.parse("B7"))
    drawn = Position(TEN, PHASES[0], top=Card.parse("W"))
    for advice in (discard_advice(), advise(drawn), advise(laid)):
        for option in advice.options:
            texts = figure_texts(lang, option)
            for column in columns(lang, advice):
                assert column.key in ("discard", "move") or texts[column.key]


def test_only_chances_known_for_every_move_are_shown() -> None:
    advice = discard_advice()
    first, *others = advice.options
    fewer = replace(first, p_within={1: first.p_within[1], 2: first.p_within[2]})
    keys = [column.key for column in columns("en", replace(advice, options=(*others, fewer)))]
    assert [key for key in keys if key.startswith("within")] == ["within.1", "within.2"]


def test_a_wait_without_end_is_a_word() -> None:
    never = replace(discard_advice().options[0], turns=float("inf"))
    assert figure_texts("en", never)["turns"] == "never"
    assert figure_texts("lv", never)["turns"] == "nekad"


# --- the whole hint ------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_hint_as_text_says_everything(lang: str) -> None:
    advice = discard_advice()
    said = hint_text(lang, advice)
    assert str(ELEVEN) in said
    assert headline(lang, advice.options[0]) in said
    assert option_text(lang, advice, advice.options[0]) in said
    assert all(move_text(lang, option) in said for option in advice.options)
    empty = advise(Position(Hand(), PHASES[0]))
    assert headline(lang, empty.odds) in hint_text(lang, empty)
