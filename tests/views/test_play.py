"""A match in words: what players do, where it stands, how it ended, in both languages."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from phase10.game.cards import Card
from phase10.game.engine import Game
from phase10.game.moves import Discard, Draw, Hit, Lay, Step, TakeDiscard, parse_move
from phase10.game.rules import Rules
from phase10.game.stages import DRAW, MATCH_OVER, ROUND_OVER
from phase10.players import PLAYERS
from phase10.views.play import (
    deal_text,
    dealer_texts,
    end_texts,
    goal_texts,
    made_text,
    missed,
    own_text,
    phase_state,
    phases_text,
    player_description,
    question_text,
    recorded_clause,
    seat_notes,
    step_clause,
)
from tests.players.states import state

NAMES = ("Anna", "Bruno", "Cilla")
LANGS = ("en", "lv")
LAID = ("A set R3 B3 G3", "A set R9 B9 G9", "B run R4 B5 Y6 W=7")
TEN = "R5 B5 R8 B8 R1 B2 G10 Y11 R12 Y6"


def step(text: str) -> Step:
    move = parse_move(text, {"A": 0, "B": 1, "C": 2})
    assert isinstance(move, Step)
    return move


@pytest.mark.parametrize(
    ("text", "english", "latvian"),
    [
        ("draw pile", "draws a card", "izvelk kārti"),
        ("take discard", "takes green 4", "paņem zaļo 4"),
        ("hit R5 on A.1", "adds red 5 to A.1", "pieliec sarkano 5 pie A.1"),
        ("hit W=8 on B.1", "adds a wild as 8 to B.1", "pieliek džokeru kā 8 pie B.1"),
        ("hit W on B.1", "adds a wild to B.1", "pieliek džokeru pie B.1"),
        ("discard B7", "discards blue 7", "nomet zilo 7"),
        ("discard W", "discards a wild", "nomet džokeru"),
        ("discard S", "discards a skip, and nobody misses a turn", "gājienu neizlaiž neviens"),
        ("discard S on C", "discards a skip: Cilla misses a turn", "gājienu izlaiž Cilla"),
        ("discard S on B", "discards a skip: you miss a turn", "gājienu izlaid tu"),
        (
            "lay set R3 B3 W=3 | set R9 G9 Y9",
            "lays down phase 1: set (red 3, blue 3, wild as 3); set (red 9, green 9, yellow 9)",
            "izliek 1. fāzi: komplekts (sarkanais 3, zilais 3, džokers kā 3); komplekts (",
        ),
        ("lay 4: run R1", "lays down phase 4: run (red 1)", "izliek 4. fāzi: virkne (sarkanais 1)"),
    ],
)
def test_what_a_player_does(text: str, english: str, latvian: str) -> None:
    before = state(TEN, top="G4")
    said = step(text)
    assert step_clause("en", said, before, NAMES, me=1) == english
    told = step_clause("lv", said, before, NAMES, me=1)
    assert latvian.replace("pieliec", "pieliek") in told
    own = own_text("en", said, before, replace(before, drew=3), NAMES)
    assert own.startswith("You ")
    assert own.endswith(".")
    assert own_text("lv", said, before, replace(before, drew=3), NAMES).startswith("Tu ")


def test_a_card_that_was_drawn_is_told_to_its_player_alone() -> None:
    before = state(TEN, stage=DRAW)
    assert "red 4" not in step_clause("en", Draw(), before, NAMES)
    assert own_text("en", Draw(), before, replace(before, drew=3), NAMES) == "You draw red 4."
    assert own_text("en", Draw(), before, replace(before, drew=49), NAMES) == "You draw a skip."
    skip = replace(before, drew=49)
    assert own_text("lv", Draw(), before, skip, NAMES) == "Tu izvelc izlaišanas kārti."


def test_a_record_tells_the_card_drawn() -> None:
    before = state(TEN, top="G4", stage=DRAW)
    for drew, english, latvian in (
        (3, "draws red 4", "izvelk sarkano 4"),
        (48, "draws a wild", "izvelk džokeru"),
        (49, "draws a skip", "izvelk izlaišanas kārti"),
    ):
        after = replace(before, drew=drew)
        assert recorded_clause("en", Draw(), before, after, NAMES) == english
        assert recorded_clause("lv", Draw(), before, after, NAMES) == latvian
    took = recorded_clause("en", TakeDiscard(), before, before, NAMES)
    assert took == step_clause("en", TakeDiscard(), before, NAMES)


def test_phases_that_can_be_chosen_are_not_all_the_goal() -> None:
    free = state(TEN, phase=9, rules="seed,in_order=no")
    told = phases_text("en", free, 0)
    assert [line.rpartition(" – ")[2] for line in told] == ["made"] * 8 + ["open"] * 2
    last = phases_text("en", state(TEN, phase=10, rules="seed,in_order=no"), 0)
    assert last[-1].endswith("your goal now")
    ordered = phases_text("en", state(TEN, phase=2), 0)
    assert ordered[0].endswith("made")
    assert ordered[1].endswith("your goal now")
    assert " – " not in ordered[2]
    assert phases_text("lv", free, 0)[-1].endswith("vēl nav izpildīta")


def test_every_kind_of_step_has_its_words() -> None:
    told = {
        type(each): step_clause("en", each, state(TEN, top="G4"), NAMES)
        for each in (Draw(), TakeDiscard(), Hit(Card(3), 0, 1), Discard(Card(3)), Lay((), 1))
    }
    assert len(set(told.values())) == 5


def test_turns_missed_for_an_earlier_skip_are_told_once() -> None:
    official = state(f"{TEN} S", rules="official", players=3)
    later = official.play(Discard(Card(49), 2))
    assert missed(official, later) == (), "the skip itself tells it"
    drawn = later.play(Draw())
    owed = drawn.play(next(move for move in drawn.legal_moves() if isinstance(move, Discard)))
    assert missed(drawn, owed) == (2,)
    assert owed.turn == 0


@pytest.mark.parametrize(
    ("game", "english"),
    [
        (state(TEN, top="G4", stage=DRAW), "Your turn: draw a card (d) or take green 4 (t)."),
        (state(TEN, top="S", stage=DRAW), "Your turn: draw a card (d)."),
        (
            state(TEN, top="G4", stage=DRAW, pile=()),
            "Your turn: nothing is left to draw, so take green 4 (t).",
        ),
        (state(TEN), "End your turn with a discard: type a card, for example R5."),
        (
            state("G3 R1", table=LAID),
            "Add cards to the groups on the table (hit R5), then end your turn with a discard.",
        ),
        (
            state("R1 B12", table=LAID[:2]),
            "End your turn with a discard: type a card, for example R5.",
        ),
        (state("Y3", table=LAID), "Discard your last card, yellow 3; that ends the round."),
        (state("S", table=LAID), "Discard your last card, the skip; that ends the round."),
        (
            state("R1", table=LAID[:2], rules="seed,go_out_by_hit=yes"),
            "Discard your last card, red 1; that ends the round.",
        ),
        (
            state("Y3", table=LAID, rules="seed,go_out_by_hit=yes"),
            (
                "Your last card is yellow 3: add it to the table (hit) or discard it. "
                "Either ends the round."
            ),
        ),
        (replace(state(TEN), stage=ROUND_OVER), "Press Enter to deal the next round."),
        (replace(state(TEN), stage=ROUND_OVER, tied=(0, 1)), "Press Enter to deal the tie-break."),
        (replace(state(TEN), stage=MATCH_OVER), "The match is over."),
    ],
)
def test_the_question_tells_what_can_be_done(game: Game, english: str) -> None:
    assert question_text("en", game) == english
    assert question_text("lv", game) not in ("", english)


def test_the_question_tells_when_the_phase_can_be_laid() -> None:
    assert "lay down your phase" in question_text("en", state(TEN), can_lay=True)


def test_where_a_seat_stands() -> None:
    game = state(TEN, table=LAID[2:], skips={2: 1}, phase=4)
    assert [phase_state("en", game, seat) for seat in (0, 1)] == ["4", "1, laid down"]
    assert phase_state("lv", game, 1) == "1., izlikta"
    assert [seat_notes("en", game, seat) for seat in (0, 2)] == ["", "misses a turn"]
    assert seat_notes("lv", state(TEN, skips={2: 2}), 2) == "izlaidīs 2 gājienus"
    assert seat_notes("en", replace(game, playing=(0, 1)), 2) == "not in this round"
    free = state(TEN, phase=3, rules="seed,in_order=no")
    assert phase_state("en", free, 0) == "made: 1, 2"
    assert phase_state("en", state(TEN, rules="seed,in_order=no"), 0) == "none made yet"
    assert (made_text("en", game, 0), made_text("en", free, 0)) == ("3", "1, 2")
    assert made_text("en", state(TEN, rules="seed,in_order=no"), 1) == "–"
    assert goal_texts("en", state(TEN, table=LAID), 0) == [
        "Your phase 1 is on the table: 2 sets of 3"
    ]


@pytest.mark.parametrize("lang", LANGS)
def test_the_deal_tells_who_deals_and_who_begins(lang: str) -> None:
    game = Game.start(5, 3, dealer=2)
    (said,) = deal_text(lang, game, NAMES, me=0)
    you = {"en": "you", "lv": "tu"}[lang]
    assert "P10-1-3-5-1" in said
    assert "Cilla" in said
    assert said.endswith(you)
    drawn = dealer_texts(lang, Game.start(5, 3), NAMES)
    assert all(name in drawn[0] for name in NAMES)


def _number(card: str) -> int:
    """The printed number of a card in words; a wild and a skip have none."""
    return int(found[0]) if (found := re.findall(r"\d+", card)) else 0


def test_who_share_the_highest_card_draw_again() -> None:
    again = 0
    for seed in range(60):
        game = Game.start(seed, 3)
        left = set(NAMES)
        for place, line in enumerate(dealer_texts("en", game, NAMES)):
            said, _, cards = line.rstrip(".").rpartition(": ")
            assert ("draw again" in said) == (place > 0)
            drawn = dict(each.split(" ", 1) for each in cards.split(", "))
            assert drawn.keys() == left, "all who share the highest card, and nobody else"
            numbers = {name: _number(card) for name, card in drawn.items()}
            left = {name for name in left if numbers[name] == max(numbers.values())}
            again += place > 0
        assert left == {NAMES[game.dealer]}
    assert again > 3
    redrawn = next(
        seed for seed in range(60) if len(dealer_texts("lv", Game.start(seed, 3), NAMES)) > 1
    )
    assert "tie velk vēlreiz" in dealer_texts("lv", Game.start(redrawn, 3), NAMES)[1]


def test_a_skip_turned_up_first_is_told() -> None:
    game = replace(Game.start(5, 3, dealer=2), turn=1, discards=(49,))
    assert "you miss the first turn" in deal_text("en", game, NAMES, me=0)[1]
    assert "Anna misses the first turn" in deal_text("en", game, NAMES, me=2)[1]
    assert "pirmo gājienu izlaid tu" in deal_text("lv", game, NAMES, me=0)[1]
    elsewhere = replace(game, setup=replace(game.setup, rules=Rules(first_skip="cover")))
    assert len(deal_text("en", elsewhere, NAMES)) == 1


def ended(rules: str = "seed", **changes: object) -> Game:
    game = state("", table=LAID, rules=rules, phase=1)
    return replace(game, **{"stage": ROUND_OVER, "points": (0, 5, 10), "out": 0, **changes})


def finished(*made: int, rules: str = "seed,last_phase=2", **changes: object) -> Game:
    """A match that seat A has won, in which the seats have made so many phases."""
    game = ended(rules, stage=MATCH_OVER, winner=0)
    seats = [
        replace(seat, done=tuple(range(1, count + 1)))
        for seat, count in zip(game.seats, made, strict=True)
    ]
    return replace(game, seats=tuple(seats), **changes)


ENDINGS = {
    "out": (ended(), ["The round is over: you go out."]),
    "blocked": (
        ended(out=None),
        ["The round is over: no card can be drawn or taken any more."],
    ),
    "alone": (
        finished(2, 1, 0),
        ["Only Anna made phase 2, the last one.", "You win the match."],
    ),
    "points": (
        finished(2, 2, 0),
        ["Phase 2, the last one, was made by Anna and Bruno: of these the fewest points win."],
    ),
    "any order": (
        finished(2, 2, 0, rules="seed,in_order=no,last_phase=2"),
        ["All phases were made by Anna and Bruno: of these the fewest points win."],
    ),
    "any order alone": (
        finished(2, 1, 0, rules="seed,in_order=no,last_phase=2"),
        ["Only Anna made all phases."],
    ),
    "lowest": (
        finished(1, 1, 0, rules="seed,advance_all=yes,last_phase=2"),
        ["All phases have been played, and the fewest points win."],
    ),
    "tie": (
        ended(tied=(0, 2)),
        [
            "A tie: the same points for Anna and Cilla. A tie-break round decides, with the goal",
            "of phase 10 (set of 5 and set of 3): the first to lay it down wins at once.",
        ],
    ),
    "tie out": (ended("official", tied=(0, 2)), ["the first to go out wins."]),
    "tie again": (
        ended(tied=(0, 2), tie_break=True, out=None),
        ["Nobody has won the tie-break: it is dealt again."],
    ),
    "tie laid": (
        finished(2, 2, 0, tie_break=True, out=None, laid_now=True),
        [
            "You lay down the last phase, and that ends the match.",
            "The first to lay down the phase of the tie-break wins.",
        ],
    ),
    "tie went out": (
        finished(2, 2, 0, tie_break=True, rules="official,last_phase=2"),
        ["The first to go out in the tie-break wins."],
    ),
}


@pytest.mark.parametrize("ending", sorted(ENDINGS))
def test_how_it_ended_and_what_decided(ending: str) -> None:
    game, wanted = ENDINGS[ending]
    told = " ".join(end_texts("en", game, NAMES, me=0))
    for each in wanted:
        assert each in told
    latvian = end_texts("lv", game, NAMES, me=0)
    assert len(latvian) == len(end_texts("en", game, NAMES, me=0))
    assert not set(latvian) & set(end_texts("en", game, NAMES, me=0))
    others = " ".join(end_texts("en", game, NAMES, me=1))
    assert "you go out" not in others
    assert "You win" not in others
    if game.stage == MATCH_OVER:
        assert "Anna wins the match." in others


def test_while_it_goes_on_nothing_has_ended() -> None:
    assert end_texts("en", state(TEN), NAMES) == []


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", sorted(PLAYERS))
def test_every_player_is_described(lang: str, name: str) -> None:
    assert len(player_description(lang, name)) > 20
