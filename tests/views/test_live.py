"""A followed round in words: groups, reports, what cannot be, how it ended; in both languages."""

from __future__ import annotations

import pytest

from phase10.game.cards import Card
from phase10.game.errors import GameError
from phase10.game.live_choices import places_of
from phase10.game.melds import Meld
from phase10.game.position import Opponent
from phase10.game.rules import Rules
from phase10.views.i18n import LANGUAGES
from phase10.views.live import (
    called,
    ending_texts,
    entry_text,
    group_text,
    nowhere_text,
    opening_text,
    place_text,
    problem_text,
    turn_text,
)
from tests.game.live_tables import (
    CARDS_OF_A,
    MY_TURN,
    PROVOKED,
    at_table,
    finished,
    last_turn,
    reported,
    turn_of_a,
)


@pytest.mark.parametrize(
    ("meld", "english", "latvian"),
    [
        ("A set R8 B8 W", "set of 8s (A)", "komplekts, skaitlis 8 (A)"),
        ("A run R3 B4 W G6", "run 3–6 (A)", "virkne 3–6 (A)"),
        ("A crun R3 R4 W=5", "red run 3–5 (A)", "virkne 3–5, krāsa sarkana (A)"),
        ("A cset R3 R3 W=3", "red set of 3s (A)", "komplekts, skaitlis 3, krāsa sarkana (A)"),
        ("A color Y1 Y2 W", "yellow cards (A)", "viena krāsa: dzeltena (A)"),
        ("A even R2 B4 W", "even cards (A)", "pāra skaitļu kārtis (A)"),
    ],
)
def test_groups_on_the_table(meld: str, english: str, latvian: str) -> None:
    laid = Meld.parse(meld).settled() if "run" in meld or "set" in meld else Meld.parse(meld)
    told = {"en": english, "lv": latvian}
    for lang in LANGUAGES:
        text = group_text(lang, laid, "A")
        assert text == told[lang] or (lang == "en" and text.endswith("(A)")), text
    assert group_text("en", laid, "me").endswith("(you)")


def test_what_each_report_says() -> None:
    live = at_table(
        *("me: draw pile R12", "me: discard R12", "A: take discard", "A: discard Y1"),
        *(
            "B: draw pile",
            "B: lay set G3 Y3 B3 | set G6 Y6 W=6",
            "B: hit R3 on B.1",
            "B: discard S",
        ),
    )
    told = [entry_text("en", entry, live.names) for entry in live.entries]
    assert told == [
        "You draw red 12.",
        "You discard red 12.",
        "A takes red 12.",
        "A discards yellow 1.",
        "B draws a card.",
        "B lays down a phase: set (blue 3, green 3, yellow 3); set (green 6, yellow 6, wild as 6).",
        "B adds red 3: set of 3s (B).",
        "B discards a skip. C misses a turn.",
    ]
    assert "Tu izvelc sarkano 12." in [
        entry_text("lv", entry, live.names) for entry in live.entries
    ]
    assert turn_text("en", live) == "Your turn: draw a card."


def test_a_skip_that_is_served_later_is_told_then() -> None:
    live = at_table("me: draw pile S", "me: discard S on B", rules=Rules.parse("official"))
    assert entry_text("en", live.entries[-1], live.names).endswith("B will miss the next turn.")
    live = reported(live, "A: discard Y5")
    assert entry_text("en", live.entries[-1], live.names) == (
        "A draws a card and discards yellow 5. B misses a turn."
    )


def test_an_empty_pile_is_told() -> None:
    live = turn_of_a(pile=0)
    live = reported(live, "A: discard Y5")
    assert entry_text("en", live.entries[-1], live.names).startswith("The draw pile is empty")


def test_a_wild_of_a_run_says_its_number() -> None:
    live = at_table(*MY_TURN, "A: lay set Y1 Y1 G1 | run R3 B4 Y5 W=6",
                    players=(Opponent("A", 2, 0),), dealer="A")  # fmt: skip
    assert [place_text("en", live, hit) for hit in places_of(live, Card.parse("W"))] == [
        "set of 1s (A)",
        "as 2: run 3–6 (A)",
        "as 7: run 3–6 (A)",
    ]


@pytest.mark.parametrize("lang", sorted(LANGUAGES))
@pytest.mark.parametrize("code", sorted(PROVOKED))
def test_whatever_goes_wrong_is_told(lang: str, code: str) -> None:
    with pytest.raises(GameError) as caught:
        PROVOKED[code]()
    for player in ("me", "A"):
        text = problem_text(lang, caught.value, ("me", "A", "B", "C"), player)
        assert text[0].isupper() or text[0] in "„“"
        assert "{" not in text
        for symbol in ("R1 ", "G12 ", "B9 ", " me ", " me,"):
            assert symbol not in f"{text} "


def test_the_referee_speaks_to_another_player() -> None:
    live = at_table(*MY_TURN, CARDS_OF_A)
    with pytest.raises(GameError) as caught:
        reported(live, "A: hit R2 on A.1")
    text = problem_text("en", caught.value, live.names, "A")
    assert text.startswith("A cannot have done this. The referee would say: “Red 2 does not fit")
    mine = problem_text("en", caught.value, live.names, "me")
    assert mine.startswith("Red 2 does not fit this set")


def test_a_card_that_fits_nowhere() -> None:
    live = at_table(*MY_TURN)
    assert nowhere_text("en", live, Card.parse("R2")).startswith("Nothing lies on the table yet")
    live = reported(live, CARDS_OF_A)
    assert nowhere_text("lv", live, Card.parse("R2")) == (
        "Sarkanais 2 neder nevienai izliktās fāzes daļai: komplekts, skaitlis 1 (A) un "
        "komplekts, skaitlis 12 (A)."
    )


def test_a_skip_turned_first() -> None:
    assert opening_text("en", at_table()) == ""
    assert "you miss the first turn" in opening_text("en", at_table(top="S"))
    assert "A misses the first turn" in opening_text("en", at_table(top="S", dealer="me"))
    later = turn_of_a(top="S")
    assert opening_text("en", later) == ""


def test_how_rounds_end() -> None:
    assert ending_texts("en", reported(last_turn(), "me: discard R1"), {}) == [
        "The round is over: you go out."
    ]
    won = ending_texts("en", finished(), {})
    assert won == ["The round is over: you go out.", "You win the match."]
    open_ = ending_texts("en", finished("B"), {})
    assert open_[-1].startswith("The match is over for those who made the last phase: you and B.")
    tied = ending_texts("en", finished("B", score=15), {"B": 5})
    assert tied[-1] == "A tie, with the same points: you and B. A tie-break decides."
    lost = ending_texts("lv", finished("B", score=90), {"B": 5})
    assert "B" in lost[-1]


def test_the_reader_is_spoken_to() -> None:
    assert [called("en", "me"), called("en", "me", alone=True), called("lv", "me")] == [
        "you",
        "You",
        "tu",
    ]
    assert called("en", "Anna") == "Anna"
