"""Positions: JSON and back, everything visible counted, every wrong part named."""

from __future__ import annotations

import copy
import json
import pickle
from dataclasses import FrozenInstanceError, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phase10.game.cards import CARDS, KINDS, STANDARD_DECK, WILD, Card, Cards, Deck, Hand
from phase10.game.errors import CardError, GameError, NumberError, PositionError
from phase10.game.melds import Meld
from phase10.game.phases import EDITIONS, PHASES, Phase
from phase10.game.position import MOMENTS, Opponent, Position
from phase10.game.rules import SEED, Rules
from tests.game.hostile import any_text, attempt
from tests.game.strategies import cards as any_card
from tests.game.strategies import names, positions

EXAMPLE = {
    "rules": "seed",
    "phases": "classic",
    "me": {"hand": "R5 B5 W G5 Y1 Y2 B9 S R11 G12 B12", "phase": 2, "score": 35, "laid": False},
    "players": [
        {
            "name": "A",
            "phase": 3,
            "score": 10,
            "cards": 10,
            "laid": True,
            "took": "B7",
            "threw": "R12 G1",
        }
    ],
    "turn": "me",
    "at": "after_draw",
    "dealer": "A",
    "top": "G4",
    "discards": "R12 G1 G4",
    "pile": 71,
    "table": [
        {"owner": "A", "goal": "set:4", "cards": "R8 B8 G8 W=8"},
        {"owner": "A", "goal": "run:4", "cards": "R1 B2 Y3 G4"},
    ],
    "skipped": [],
    "round": 4,
}


def changed(**parts):
    """The smallest position with other parts."""
    return {"me": {"hand": "R5 B5", "phase": 2}, **parts}


def whole(**me):
    """The example with changes to the own part."""
    return EXAMPLE | {"me": EXAMPLE["me"] | me}


course = st.fixed_dictionaries(
    {
        "score": st.none() | st.integers(0, 1000),
        "laid": st.booleans(),
        "laid_now": st.booleans(),
        "took": st.none() | any_card,
        "done": st.sets(st.integers(1, 10)).map(sorted).map(tuple),
        "turn": st.just("") | names,
        "at": st.sampled_from(["", *MOMENTS]),
        "dealer": st.just("") | names,
        "skipped": st.lists(names, max_size=3).map(tuple),
        "pile": st.none() | st.integers(0, 108),
        "round": st.none() | st.integers(1, 50),
        "tie_break": st.booleans(),
    }
)


def refused(data):
    with pytest.raises(GameError) as caught:
        Position.from_json(data)
    return caught.value.code, caught.value.values


# --- JSON ----------------------------------------------------------------------------------------


def test_the_example_of_the_interfaces():
    position = Position.from_json(EXAMPLE)
    assert position.hand == Hand(EXAMPLE["me"]["hand"])
    assert position.phase == PHASES[1]
    assert position.rules == SEED
    assert position.phases == PHASES
    assert position.top == Card.parse("G4")
    assert position.discards == tuple(Card.parse(text) for text in ("R12", "G1", "G4"))
    assert position.table[0].cards[3] == Card(WILD, 8)
    assert position.players == (Opponent("A", 3, 10, 10, True, Cards("B7"), Cards("R12 G1")),)
    assert sum(position.unseen) == 108 - 11 - 3 - 8 - 1  # the hand, discards, table, B7 that A took
    assert json.loads(json.dumps(position.to_json())) == position.to_json()
    assert Position.from_json(position.to_json()) == position


def test_only_the_phase_must_be_given():
    position = Position.from_json({"me": {"phase": "run of 7"}})
    assert position == Position(Hand(), Phase("run:7"))
    assert position.to_json() == {"rules": "seed", "me": {"hand": "", "phase": "run:7"}}
    assert (position.top, position.known, sum(position.unseen)) == (None, Cards(), 108)


def test_the_course_of_the_round_is_kept():
    position = Position.from_json(EXAMPLE)
    assert (position.score, position.laid, position.laid_now) == (35, False, False)
    assert (position.turn, position.at, position.dealer) == ("me", "after_draw", "A")
    assert (position.skipped, position.pile, position.round) == ((), 71, 4)
    assert (position.took, position.done, position.tie_break) == (None, (), False)
    written = position.to_json()
    assert {key: written[key] for key in ("turn", "at", "dealer", "pile", "round")} == {
        "turn": "me", "at": "after_draw", "dealer": "A", "pile": 71, "round": 4
    }  # fmt: skip
    assert written["me"]["score"] == 35
    me = {"laid": True, "laid_now": True, "took": "W=9", "done": [7, 2, 2], "score": 0}
    rest = {"skipped": ["A", "A"], "tie_break": True, "at": "others_turn", "turn": "A", "pile": 0}
    position = Position.from_json(whole(**me) | rest)
    assert (position.score, position.laid, position.laid_now) == (0, True, True)
    assert (position.took, position.done) == (CARDS[WILD], (2, 7))
    assert (position.skipped, position.tie_break, position.pile) == (("A", "A"), True, 0)
    written = position.to_json()
    assert written["me"] == {
        "hand": str(position.hand),
        "phase": "set:3+run:4",
        "score": 0,
        "laid": True,
        "laid_now": True,
        "took": "W",
        "done": [2, 7],
    }
    assert {key: written[key] for key in rest} == rest


def test_what_is_not_known_about_the_course_stays_unknown():
    position = Position.from_json(changed())
    assert (position.turn, position.at, position.dealer) == ("", "", "")
    assert (position.score, position.pile, position.round, position.took) == (None,) * 4
    assert (position.laid, position.laid_now, position.tie_break) == (False,) * 3
    assert (position.skipped, position.done) == ((), ())


@given(positions(), course)
def test_the_course_survives_json_too(position, known):
    position = replace(position, **known)
    assert Position.from_json(json.loads(json.dumps(position.to_json()))) == position
    assert eval(repr(position)) == position


@given(positions())
def test_to_json_and_from_json_are_inverse(position):
    again = Position.from_json(json.loads(json.dumps(position.to_json())))
    assert again == position
    assert hash(again) == hash(position)
    assert again.unseen == position.unseen
    assert pickle.loads(pickle.dumps(position)) == copy.deepcopy(position) == position
    assert eval(repr(position)) == position


def test_the_phase_is_one_of_the_list_in_use():
    position = Position.from_json(changed(me={"phase": 8}, phases="master"))
    assert position.phase == EDITIONS["master"].phases[7]
    assert Position.from_json(position.to_json()) == position
    own = Position.from_json(changed(me={"phase": "2"}, phases=["run:3", "2 sets of 2"]))
    assert own.phase == Phase("set:2+set:2")
    assert own.to_json()["phases"] == ["run:3", "set:2+set:2"]


def test_groups_may_be_written_as_text():
    position = Position.from_json(changed(table=["A set R8 B8 G8 W=8", "me run:4 R1 B2 Y3 G4"]))
    assert position.table == (Meld.parse("A set R8 B8 G8 W=8"), Meld.parse("me run R1 B2 Y3 G4"))


def test_players_have_names():
    position = Position.from_json(changed(players=[{}, {"name": "Ieva"}, {}]))
    assert [player.name for player in position.players] == ["A", "Ieva", "C"]


# --- the face-up card ----------------------------------------------------------------------------


def test_the_face_up_card_is_the_last_discard():
    assert Position.from_json(changed(discards="R12 G1")).top == Card.parse("G1")
    assert Position.from_json(changed(top="G1", discards="R12 G1")).top == Card.parse("G1")
    assert Position.from_json(changed(top="G1")).discards == ()
    assert Position.from_json(changed(top="", discards="")).top is None
    assert refused(changed(top="G1", discards="G1 R12")) == (
        "position.top",
        {"top": "G1", "last": "R12"},
    )


def test_a_discarded_wild_stands_for_nothing():
    position = Position.from_json(changed(top="W", discards="R1 W=9"))
    assert position.top == position.discards[-1] == CARDS[WILD]
    assert Position(Hand(), PHASES[0], top=Card(WILD, 3)).top == CARDS[WILD]


# --- everything visible --------------------------------------------------------------------------


@given(positions())
def test_everything_visible_is_counted_once(position):
    outside = [0] * KINDS
    for card in (*position.discards, *position.seen, *(c for m in position.table for c in m.cards)):
        outside[card.kind] += 1
    laid = [card.kind for meld in position.table for card in meld.cards]
    for player in position.players:
        for card in player.took.kinds():
            outside[card.kind] += max(0, player.took.count(card) - laid.count(card.kind))
    assert position.out_of_play == tuple(outside) == position.known.counts
    for kind in range(KINDS):
        held = position.hand.counts[kind]
        assert held + outside[kind] + position.unseen[kind] == STANDARD_DECK.counts[kind]


@pytest.mark.parametrize(
    "parts",
    [
        {"top": "R7"},
        {"discards": "R7 B1"},
        {"seen": "R7"},
        {"table": ["A set R7 B7"]},
        {"players": [{"took": "R7"}]},
    ],
)
def test_a_third_copy_anywhere_is_refused(parts):
    data = changed(me={"hand": "R7", "phase": 1}, **parts)
    assert sum(Position.from_json(data).unseen) < 107
    data["me"]["hand"] = "R7 R7"
    assert refused(data) == ("card.too_many", {"card": "R7", "count": 3, "limit": 2})


def test_wilds_and_skips_are_counted_too():
    wilds = changed(me={"hand": "6xW", "phase": 1}, table=["A set R7 W W=7"])
    assert Position.from_json(wilds).unseen[WILD] == 0
    assert refused(wilds | {"seen": "W"}) == (
        "card.too_many",
        {"card": "W", "count": 9, "limit": 8},
    )
    assert refused(changed(seen="3xS", discards="S S"))[1] == {"card": "S", "count": 5, "limit": 4}


def test_a_top_card_among_the_discards_is_one_card():
    position = Position.from_json(changed(top="R7", discards="R7 B1 R7"))
    assert position.known.count(Card.parse("R7")) == 2


def test_what_a_player_took_is_held_until_thrown_or_laid():
    def gone(**player):
        data = changed(players=[{"name": "A", "took": "R7", **player}], table=["B set B7 G7 R7"])
        return Position.from_json(data).known.count(Card.parse("R7"))

    held = Position.from_json(changed(players=[{"name": "A", "took": "R7"}]))
    assert held.known == Cards("R7")
    assert gone() == 1  # the one that A took may be the one that lies with B
    assert gone(took="R7 R7") == 2
    assert gone(took="R7 R7", threw="R7") == 1


def test_what_a_player_holds_is_counted_exactly_and_beside_what_was_taken():
    def count(**player):
        data = changed(players=[{"name": "A", **player}], discards="R7")
        return Position.from_json(data).known.count(Card.parse("R7"))

    assert count() == 1
    assert count(holds="R7") == 2
    assert count(holds="R7", threw="R7") == 2
    assert count(took="R7", threw="R7") == 1
    assert count(took="B1", holds="R7 B1") == 2
    data = changed(players=[{"name": "A", "holds": "R7 B1", "took": "R7", "done": [3, 1]}])
    position = Position.from_json(data)
    (player,) = position.players
    assert player.holds == Cards("R7 B1")
    assert player.done == (1, 3)
    assert position.known == Cards("R7 R7 B1")
    assert [(CARDS[kind], n) for kind, n in enumerate(position.held_by(player)) if n] == [
        (Card.parse("R7"), 2),
        (Card.parse("B1"), 1),
    ]
    assert position.to_json()["players"] == [
        {"name": "A", "laid": False, "took": "R7", "holds": "R7 B1", "done": [1, 3]}
    ]
    data["me"] = {"hand": "R7", "phase": 1}
    assert refused(data) == ("card.too_many", {"card": "R7", "count": 3, "limit": 2})


def test_a_deck_of_ones_own_is_respected():
    rules = Rules(deck=Deck(copies=1, wilds=2, skips=0))
    position = Position(Hand("R7 W", rules.deck), PHASES[0], rules, top=CARDS[0])
    assert sum(position.unseen) == 50 - 3
    with pytest.raises(CardError, match=r"card\.too_many"):
        Position(Hand("R7", rules.deck), PHASES[0], rules, top=Card.parse("R7"))


# --- wrong parts ---------------------------------------------------------------------------------


@pytest.mark.parametrize("data", [None, [], "R5", 5, {1: 2}, True])
def test_a_position_is_an_object(data):
    assert refused(data) == ("position.shape", {"key": "position", "expected": "object"})


@pytest.mark.parametrize(
    ("parts", "key", "expected"),
    [
        ({"me": None}, "me", "object"),
        ({"me": "R5"}, "me", "object"),
        ({"me": {"hand": "R5"}}, "me.phase", "phase"),
        ({"me": {"hand": 5, "phase": 1}}, "me.hand", "text"),
        ({"me": {"hand": ["R5"], "phase": 1}}, "me.hand", "text"),
        ({"me": {"phase": True}}, "me.phase", "text"),
        ({"me": {"phase": 2.0}}, "me.phase", "text"),
        ({"me": {"phase": None}}, "me.phase", "text"),
        ({"me": {"phase": 1, "laid": "no"}}, "me.laid", "boolean"),
        ({"me": {"phase": 1, "score": "35"}}, "me.score", "number"),
        ({"rules": 5}, "rules", "text"),
        ({"phases": 5}, "phases", "text"),
        ({"phases": [5]}, "phases", "text"),
        ({"top": 5}, "top", "text"),
        ({"discards": ["R5"]}, "discards", "text"),
        ({"seen": 5}, "seen", "text"),
        ({"table": {}}, "table", "list"),
        ({"table": [5]}, "table", "object"),
        ({"table": [{"owner": 5, "goal": "set", "cards": "R1"}]}, "table.owner", "text"),
        ({"table": [{"owner": "A", "goal": 3, "cards": "R1"}]}, "table.goal", "text"),
        ({"table": [{"owner": "A", "goal": "set", "cards": []}]}, "table.cards", "text"),
        ({"players": {}}, "players", "list"),
        ({"players": ["A"]}, "players", "object"),
        ({"players": [{"name": 5}]}, "players.name", "text"),
        ({"players": [{"laid": 1}]}, "players.laid", "boolean"),
        ({"players": [{"cards": "10"}]}, "players.cards", "number"),
        ({"players": [{"phase": True}]}, "players.phase", "number"),
        ({"players": [{"score": 1.5}]}, "players.score", "number"),
        ({"players": [{"took": 5}]}, "players.took", "text"),
        ({"players": [{"threw": 5}]}, "players.threw", "text"),
        ({"players": [{"holds": ["R5"]}]}, "players.holds", "text"),
        ({"players": [{"done": "1"}]}, "players.done", "list"),
        ({"players": [{"done": [None]}]}, "players.done", "number"),
        ({"me": {"phase": 1, "laid_now": 1}}, "me.laid_now", "boolean"),
        ({"me": {"phase": 1, "took": 5}}, "me.took", "text"),
        ({"me": {"phase": 1, "done": 5}}, "me.done", "list"),
        ({"me": {"phase": 1, "done": ["5"]}}, "me.done", "number"),
        ({"tie_break": "no"}, "tie_break", "boolean"),
        ({"turn": 5}, "turn", "text"),
        ({"at": []}, "at", "text"),
        ({"dealer": None}, "dealer", "text"),
        ({"pile": "71"}, "pile", "number"),
        ({"round": 1.5}, "round", "number"),
        ({"skipped": "A"}, "skipped", "list"),
        ({"skipped": [5]}, "skipped", "text"),
    ],
)
def test_a_part_of_another_shape_is_named(parts, key, expected):
    assert refused(changed(**parts)) == ("position.shape", {"key": key, "expected": expected})


@pytest.mark.parametrize(
    ("parts", "what", "value", "low", "high"),
    [
        ({"me": {"phase": 1, "score": -5}}, "me.score", -5, 0, 100_000),
        ({"players": [{"cards": 12}]}, "players.cards", 12, 0, 11),
        ({"players": [{"phase": 0}]}, "players.phase", 0, 1, 99),
        ({"players": [{"score": -1}]}, "players.score", -1, 0, 100_000),
        ({"players": [{}] * 6}, "players", 6, 0, 5),
        ({"pile": 109}, "pile", 109, 0, 108),
        ({"round": 0}, "round", 0, 1, 100_000),
    ],
)
def test_a_number_out_of_its_range_is_named(parts, what, value, low, high):
    expected = {"what": what, "value": value, "low": low, "high": high}
    with pytest.raises(NumberError) as caught:
        Position.from_json(changed(**parts))
    assert (caught.value.code, caught.value.values) == ("number.range", expected)


def test_the_moment_is_one_of_four():
    told = {"key": "at", "value": "noon", "allowed": ", ".join(MOMENTS)}
    assert refused(changed(at="noon")) == ("position.value", told)
    with pytest.raises(PositionError, match=r"position\.value"):
        Position(Hand(), PHASES[0], at="noon")
    for moment in MOMENTS:
        assert Position.from_json(changed(at=moment)).at == moment


@pytest.mark.parametrize(
    ("parts", "key"),
    [
        ({"hand": "R5"}, "hand"),
        ({"me": {"phase": 1, "cards": "R5"}}, "me.cards"),
        ({"players": [{"hand": "R5"}]}, "players.hand"),
        ({"table": [{"owner": "A", "kind": "set", "cards": "R5"}]}, "table.kind"),
        ({"<script>": 1}, "<script>"),
    ],
)
def test_an_unknown_part_is_named(parts, key):
    assert refused(changed(**parts)) == ("position.unknown_key", {"key": key})


@pytest.mark.parametrize(
    ("parts", "code"),
    [
        ({"me": {"hand": "R13", "phase": 1}}, "card.number"),
        ({"me": {"hand": "8xW 4xS", "phase": 1}}, "hand.too_many"),
        ({"me": {"phase": 11}}, "phase.number"),
        ({"me": {"phase": ""}}, "phase.empty"),
        ({"phases": []}, "phase.number"),
        ({"phases": "twist"}, "phase.edition"),
        ({"rules": "house"}, "rules.preset"),
        ({"top": "R5 B5"}, "card.unknown"),
        ({"me": {"phase": 1, "took": "R13"}}, "card.number"),
        ({"players": [{"holds": "R5 R5 R5"}]}, "card.too_many"),
        ({"players": [{"done": [0]}]}, "number.range"),
        ({"discards": "hello"}, "card.unknown"),
        ({"table": ["A set R5 S"]}, "card.skip_laid"),
        ({"table": [{}]}, "position.meld"),
        ({"table": ["R5 B5"]}, "position.meld"),
    ],
)
def test_errors_of_the_parts_come_through(parts, code):
    assert refused(changed(**parts))[0] == code


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | any_text,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(any_text, inner, max_size=3),
    max_leaves=6,
)


@given(st.data())
def test_whatever_stands_in_a_part_it_is_a_position_or_a_known_error(data):
    position = copy.deepcopy(EXAMPLE)
    where = data.draw(
        st.sampled_from([position, position["me"], position["players"][0], position["table"][0]])
    )
    where[data.draw(st.sampled_from(sorted(where)) | any_text)] = data.draw(anything)
    read = attempt(Position.from_json, position)
    if not isinstance(read, GameError):
        assert Position.from_json(read.to_json()) == read


def test_a_position_cannot_be_changed():
    position = Position(Hand("R5"), PHASES[0])
    with pytest.raises(FrozenInstanceError):
        position.hand = Hand()
    assert position.with_hand(Hand("B5")) == Position(Hand("B5"), PHASES[0])
    with pytest.raises(PositionError):
        Position.from_json(5)
