"""The interactives of L01 to L07: exact numbers behind them, acts, keeping."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, permutations
from math import comb, factorial, sqrt
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phase10.game.cards import CARDS, WILD, Card
from phase10.game.errors import CODES, GameError
from phase10.teaching.lessons.codes import LessonCode
from phase10.teaching.lessons.engine import STEPS
from phase10.teaching.lessons.tools import l01, l02, l03, l04, l05, l06, l07
from phase10.teaching.lessons.tools.base import Tool

MAKERS: dict[str, Callable[[LessonCode], Tool]] = {
    "L01": l01.make,
    "L02": l02.make,
    "L03": l03.make,
    "L04": l04.make,
    "L05": l05.make,
    "L06": l06.make,
    "L07": l07.make,
}

ACTS: dict[str, dict[str, list[object]]] = {
    "L01": {"sort": [*l01.SORTS], "group": ["7", "wild", "red", "number"], "card": ["0", 107, "9"],
            "clear": [None]},
    "L02": {"draw": ["1", "10", "50"], "class": [None], "restart": [None]},
    "L03": {"game": [*l03.GAMES], "event": [*l03.EVENTS], "end": [*l03.ENDS],
            "draws": ["0", "20", "100"]},
    "L04": {"order": [*l04.ORDERS], "card": ["-1", "0", "11"], "at": ["1", "55", "1320"],
            "deck": ["1", "5", "108", "200"], "hand": ["0", "3", "10"]},
    "L05": {"deck": ["1", "12", "108", "200"], "marked": ["0", "8", "200"],
            "hand": ["0", "10", "40"], "deal": ["1", "100"], "restart": [None]},
    "L06": {"sevens": ["2", "8"], "wilds": ["0", "8"], "others": ["0", "9", "92"],
            "draws": ["0", "3", "108"], "turn": [None], "until": [None], "restart": [None]},
    "L07": {"deck": [*l07.DECKS], "first": [*l07.EVENTS], "second": [*l07.EVENTS],
            "swap": [None], "card": ["R7", "W", "S"], "hand": [None], "reset": [None]},
}  # fmt: skip
"""Acts of each interactive with values that it knows."""

ANYTHING = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.text(max_size=30),
    st.floats(),
    st.lists(st.integers(), max_size=3),
    st.dictionaries(st.text(max_size=5), st.integers(), max_size=3),
)


def make(lesson: str, seed: int = 77) -> Any:
    return MAKERS[lesson](LessonCode(lesson, seed))


def acted(lesson: str, *acts: tuple[str, object]) -> Any:
    tool = make(lesson)
    for name, value in acts:
        tool.act(name, value)
    return tool


def refusal(tool: Tool, name: str, value: object) -> GameError | None:
    try:
        tool.act(name, value)
    except GameError as error:
        return error
    return None


# --- what all of them do -------------------------------------------------------------------------


def some_acts(lesson: str) -> st.SearchStrategy[list[tuple[str, object]]]:
    known = [(name, value) for name, values in ACTS[lesson].items() for value in values]
    odd = st.tuples(st.one_of(st.sampled_from([*ACTS[lesson]]), st.text(max_size=8)), ANYTHING)
    return st.lists(st.one_of(st.sampled_from(known), odd), max_size=12)


@pytest.mark.parametrize("lesson", MAKERS)
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_any_act_is_done_or_refused_and_what_was_set_is_kept(
    lesson: str, data: st.DataObject
) -> None:
    tool = make(lesson)
    for name, value in data.draw(some_acts(lesson)):
        before = tool.kept()
        refused = refusal(tool, name, value)
        if refused is not None:
            assert set(refused.values) == set(CODES[refused.code])
            assert tool.kept() == before
    again = make(lesson)
    again.restore(tool.kept())
    assert again.kept() == tool.kept()


@pytest.mark.parametrize("lesson", MAKERS)
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_kept_values_of_another_shape_are_ignored(lesson: str, data: st.DataObject) -> None:
    names = [*make(lesson).kept()]
    odd = data.draw(st.dictionaries(st.one_of(st.sampled_from(names), st.text(max_size=5)),
                                    ANYTHING, max_size=6))  # fmt: skip
    tool = make(lesson)
    tool.restore(odd)
    once = tool.kept()
    again = make(lesson)
    again.restore(once)
    assert again.kept() == once


@pytest.mark.parametrize("lesson", MAKERS)
def test_it_comes_after_the_prediction(lesson: str) -> None:
    """All seven count what the lesson asks to predict."""
    assert STEPS.index(make(lesson).after) > STEPS.index("predict")


@pytest.mark.parametrize("lesson", MAKERS)
@pytest.mark.parametrize("value", [None, "", "x", "1e9", "9" * 40, True, [1], "−5"])
def test_controls_that_are_not_there_and_numbers_that_are_none(lesson: str, value: object) -> None:
    tool = make(lesson)
    with pytest.raises(GameError, match=r"tool\.act"):
        tool.act("nothing", value)
    for name in ("draws", "deck", "hand", "marked", "sevens", "others", "at", "deal", "draw"):
        if name in ACTS[lesson] and lesson != "L07":
            with pytest.raises(GameError, match=r"tool\.whole"):
                tool.act(name, value)


# --- L01 -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sort", "group", "chance"),
    [
        ("number", "7", Fraction(2, 27)),
        ("number", "wild", Fraction(2, 27)),
        ("kind", "wild", Fraction(2, 27)),
        ("kind", "skip", Fraction(1, 27)),
        ("kind", "number", Fraction(8, 9)),
        ("color", "red", Fraction(2, 9)),
    ],
)
def test_l01_groups(sort: str, group: str, chance: Fraction) -> None:
    tool = acted("L01", ("sort", sort), ("group", group))
    assert tool.chance == chance
    tool.act("group", group)
    assert tool.chance == 0


def test_l01_every_card_is_in_one_group_however_sorted() -> None:
    for sort in l01.SORTS:
        places = [p for group in acted("L01", ("sort", sort)).groups for p in group.places]
        assert sorted(places) == list(range(108))


def test_l01_marks_stay_when_sorted_anew_and_single_cards_are_freed() -> None:
    tool = acted("L01", ("group", "7"), ("sort", "color"), ("group", "wild"))
    assert len(tool.marked) == 16
    assert [tool.count(group) for group in tool.groups] == [2, 2, 2, 2, 8, 0]
    place = min(tool.marked)
    tool.act("card", str(place))
    assert len(tool.marked) == 15
    tool.act("card", str(place))
    tool.act("clear", None)
    assert not tool.marked


# --- L02 -----------------------------------------------------------------------------------------


def test_l02_exact_band() -> None:
    tool = make("L02")
    assert tool.central == (1, 8)
    chances = {
        k: comb(50, k) * Fraction(8, 108) ** k * Fraction(100, 108) ** (50 - k) for k in range(51)
    }
    assert tool.distribution == chances
    assert tool.inside == sum(chances[k] for k in range(1, 9))
    assert tool.inside > Fraction(95, 100)


def test_l02_draws_follow_from_the_seed_however_they_are_portioned() -> None:
    one = acted("L02", *[("draw", "10")] * 5)
    other = acted("L02", ("draw", "50"))
    assert one.path == other.path
    assert len(one.path) == 51
    assert one.last == other.last
    assert make("L02", 78).path == [0]
    third = make("L02", 78)
    third.act("draw", "50")
    assert third.path != one.path


def test_l02_the_class_draws_1500() -> None:
    tool = acted("L02", ("class", None))
    assert len(tool.pupils) == 30
    assert tool.pooled == Fraction(sum(tool.pupils), 1500)
    first = tool.pupils
    tool.act("class", None)
    assert tool.pupils != first
    assert tool.classes == 2


def test_l02_simulated_near_exact_for_twenty_seeds() -> None:
    p = Fraction(2, 27)
    for seed in range(20):
        tool = make("L02", seed)
        tool.act("class", None)
        assert abs(float(tool.pooled - p)) < 4 * sqrt(p * (1 - p) / 1500)


def test_l02_draws_end() -> None:
    tool = make("L02")
    tool.restore({"draws": l02.LIMIT})
    assert tool.draws == l02.LIMIT
    with pytest.raises(GameError, match=r"tool\.drawn"):
        tool.act("draw", "1")
    tool.act("restart", None)
    assert tool.draws == 0


# --- L03 -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "event", "ends", "chance"),
    [
        ("kept", "seven", ["both"], Fraction(14, 2889)),
        ("returned", "seven", ["both"], Fraction(4, 729)),
        ("kept", "wild", ["both", "second"], Fraction(2, 27)),
        ("returned", "wild", ["both", "second"], Fraction(2, 27)),
        ("kept", "wild", list(l03.ENDS), Fraction(1)),
    ],
)
def test_l03_shaded_ends(game: str, event: str, ends: list[str], chance: Fraction) -> None:
    tool = acted("L03", ("game", game), ("event", event), *(("end", end) for end in ends))
    assert tool.total == chance


def test_l03_after_twenty_draws_without_a_wild() -> None:
    tool = acted("L03", ("draws", "20"))
    assert tool.now("returned") == Fraction(2, 27)
    assert tool.now("kept") == Fraction(1, 11)
    tool.act("draws", "100")
    assert tool.now("kept") == 1
    with pytest.raises(GameError, match=r"tool\.whole"):
        tool.act("draws", "101")


@pytest.mark.parametrize("event", l03.EVENTS)
def test_l03_kept_by_counting_pairs(event: str) -> None:
    inside = {
        "wild": lambda card: card.is_wild,
        "skip": lambda card: card.is_skip,
        "number": lambda card: card.is_number,
        "seven": lambda card: card.number == 7,
    }[event]
    ends = {(True, True): "both", (True, False): "first", (False, True): "second",
            (False, False): "neither"}  # fmt: skip
    marks = [inside(card) for card in l01.DECK]
    counts = Counter(ends[pair] for pair in permutations(marks, 2))
    tool = acted("L03", ("game", "kept"), ("event", event))
    assert {end: tool.end(end) for end in l03.ENDS} == {
        end: Fraction(counts[end], 108 * 107) for end in l03.ENDS
    }


# --- L04 -----------------------------------------------------------------------------------------


def test_l04_lists_by_another_count() -> None:
    hands = {frozenset(each) for each in combinations(range(12), 3)}
    deals = set(permutations(range(12), 3))
    tool = make("L04")
    assert len(tool.listed) == len(hands) == 220
    assert {frozenset(hand) for hand in tool.listed} == hands
    assert tool.looks == len({tuple(sorted(map(str, (l04.MINI[p] for p in h)))) for h in hands})
    tool.act("order", "deals")
    assert len(tool.listed) == len(deals) == 1320
    assert set(tool.listed) == deals


@pytest.mark.parametrize("card", range(12))
def test_l04_only_those_with_a_card(card: int) -> None:
    tool = acted("L04", ("card", str(card)))
    assert len(tool.listed) == comb(11, 2)
    assert all(card in hand for hand in tool.listed)
    tool.act("order", "deals")
    assert len(tool.listed) == 3 * 11 * 10


def test_l04_twins_and_orders_of_a_hand() -> None:
    tool = make("L04")
    alike = Counter(tuple(sorted(l04.MINI[place] for place in hand)) for hand in tool.listed)
    for at, hand in enumerate(tool.listed, 1):
        tool.act("at", str(at))
        assert tool.current == hand
        assert tool.alike == alike[tuple(sorted(l04.MINI[place] for place in hand))]
        assert set(tool.rearranged) == set(permutations(hand))
        assert tool.at in tool.page
    with pytest.raises(GameError, match=r"tool\.whole"):
        tool.act("at", "221")


def test_l04_full_deck_with_all_digits() -> None:
    tool = make("L04")
    assert tool.unordered == 38_722_819_230_810
    assert tool.ordered == 38_722_819_230_810 * factorial(10)
    tool.act("deck", "12")
    tool.act("hand", "3")
    assert (tool.unordered, tool.ordered, tool.orders) == (220, 1320, 6)
    tool.act("hand", "12")
    tool.act("deck", "5")
    assert tool.hand == 5


# --- L05 -----------------------------------------------------------------------------------------


def test_l05_opening_hand() -> None:
    tool = make("L05")
    assert tool.some == Fraction(14_973_783_059, 27_078_894_567)
    assert tool.mean == Fraction(20, 27)
    assert tool.variance == Fraction(49_000, 78_003)
    assert sum(tool.ways(k) for k in range(9)) == comb(108, 10)


@pytest.mark.parametrize(("deck", "marked", "hand"), [(5, 2, 3), (7, 7, 2), (8, 0, 4), (9, 4, 9)])
def test_l05_by_listing_all_hands(deck: int, marked: int, hand: int) -> None:
    hands = list(combinations(range(deck), hand))
    counts = Counter(sum(card < marked for card in each) for each in hands)
    tool = acted("L05", ("deck", str(deck)), ("marked", str(marked)), ("hand", str(hand)))
    assert tool.distribution == {k: Fraction(n, len(hands)) for k, n in sorted(counts.items())}
    assert {k: tool.ways(k) for k in counts} == dict(counts)
    mean = Fraction(sum(k * n for k, n in counts.items()), len(hands))
    assert tool.mean == mean
    square = Fraction(sum(k * k * n for k, n in counts.items()), len(hands))
    assert tool.variance == square - mean**2
    assert tool.some == 1 - Fraction(counts[0], len(hands))


def test_l05_a_smaller_deck_gives_back_what_was_set() -> None:
    tool = acted("L05", ("deck", "1"))
    assert (tool.marked, tool.hand) == (1, 1)
    tool.act("deck", "108")
    assert (tool.marked, tool.hand) == (8, 10)


def test_l05_deals_near_exact_for_twenty_seeds() -> None:
    p = Fraction(14_973_783_059, 27_078_894_567)
    for seed in range(20):
        tool = make("L05", seed)
        tool.act("deal", "1000")
        some = 1 - tool.share(0)
        assert abs(float(some - p)) < 4 * sqrt(p * (1 - p) / 1000)


def test_l05_deals_go_on_where_they_were_and_end() -> None:
    tool = acted("L05", ("deal", "100"))
    again = make("L05")
    again.restore(tool.kept())
    for each in (tool, again):
        each.act("deal", "100")
    assert again.counts == tool.counts
    tool.act("hand", "5")
    assert tool.deals == 0
    for _ in range(l05.MOST_DEALS // 1000):
        tool.act("deal", "1000")
    with pytest.raises(GameError, match=r"tool\.drawn"):
        tool.act("deal", "1")


def test_l05_forged_deals_are_left_out() -> None:
    tool = make("L05")
    for counts in ([[9, 5]], [[1, 2], [1, 3]], [[1, -2]], [[0, 10**9]], [[0]], [0], "x"):
        tool.restore({"counts": counts, "state": "5"})
        assert tool.deals == 0
    tool.restore({"counts": [[1, 5]], "state": str(1 << 64)})
    assert tool.deals == 0


# --- L06 -----------------------------------------------------------------------------------------


def test_l06_fourteen_outs_of_97() -> None:
    tool = make("L06")
    assert (tool.outs, tool.unseen, tool.drawn) == (14, 97, 3)
    assert tool.within == Fraction(55_559, 147_440)
    assert tool.mean == Fraction(98, 15)
    assert tool.mean_returned == Fraction(97, 14)
    assert tool.added == Fraction(42, 97)
    assert [str(card) for card in tool.seen[:2]] == ["R7", "B7"]
    assert len(tool.seen) == 11


def test_l06_small_piles_by_listing_all_orders() -> None:
    tool = acted("L06", ("sevens", "7"), ("wilds", "7"), ("others", "88"), ("draws", "2"))
    assert (tool.outs, tool.unseen) == (2, 6)
    waits = [min(places) for places in combinations(range(1, 7), 2)]
    assert tool.mean == Fraction(sum(waits), len(waits))
    assert tool.within == Fraction(sum(wait <= 2 for wait in waits), len(waits))
    assert tool.within_returned == 1 - Fraction(4, 6) ** 2


def test_l06_cards_are_those_of_the_deck() -> None:
    for setting in (("sevens", "5"), ("wilds", "8"), ("others", "92"), ("others", "0")):
        tool = acted("L06", setting)
        counts = Counter(tool.seen)
        assert all(counts[card] <= (8 if card.kind == WILD else 4 if card.is_skip else 2)
                   for card in counts)  # fmt: skip
        assert len(tool.seen) == 108 - tool.unseen
        useful = sum(card.is_wild or card.number == 7 for card in tool.seen)
        assert tool.outs == 16 - useful


def test_l06_turning_one_by_one_is_turning_until() -> None:
    one, other = make("L06"), make("L06")
    for _ in range(20):
        other.act("until", None)
        one.act("turn", None)
        while not one.done:
            one.act("turn", None)
    assert one.waits == other.waits
    assert one.turned == other.turned
    assert l06.helps(one.turned[-1])
    assert not any(l06.helps(card) for card in one.turned[:-1])


def test_l06_waits_near_their_mean() -> None:
    for seed in range(20):
        tool = make("L06", seed)
        for _ in range(100):
            tool.act("until", None)
        spread = sqrt(14 * 98 * 83 / (15**2 * 16))
        assert abs(float(tool.mean_turned - tool.mean)) < 4 * spread / 10


def test_l06_without_a_useful_card() -> None:
    tool = acted("L06", ("sevens", "8"), ("wilds", "8"))
    assert tool.within == 0
    assert tool.mean is None
    assert tool.mean_returned is None
    with pytest.raises(GameError, match=r"tool\.no_outs"):
        tool.act("until", None)
    tool.act("others", "92")
    assert tool.unseen == tool.drawn == tool.within == 0


def test_l06_an_open_wait_is_taken_up() -> None:
    tool = acted("L06", ("until", None))
    while tool.done:
        tool.act("turn", None)
    again = make("L06")
    again.restore(tool.kept())
    assert (again.turned, again.waits) == (tool.turned, tool.waits)


# --- L07 -----------------------------------------------------------------------------------------


def conditional(tool: Any) -> tuple[Fraction, Fraction]:
    return (
        Fraction(tool.both, tool.count(tool.second)),
        Fraction(tool.both, tool.count(tool.first)),
    )


def test_l07_wild_if_it_helped() -> None:
    tool = acted("L07", ("deck", "all"), ("first", "wild"), ("second", "helps"), ("hand", None))
    assert tool.total == 97
    assert tool.count("helps") == 16
    assert conditional(tool) == (Fraction(1, 2), 1)
    tool.act("swap", None)
    assert conditional(tool) == (1, Fraction(1, 2))


def test_l07_independent_until_a_card_is_seen() -> None:
    tool = make("L07")
    assert (tool.both, tool.count("red"), tool.count("7"), tool.total) == (2, 24, 8, 96)
    assert tool.independent is True
    assert tool.product == Fraction(2, 96)
    tool.act("card", "R7")
    assert (tool.both, tool.count("red"), tool.count("7"), tool.total) == (1, 23, 7, 95)
    assert tool.product == Fraction(161, 9025)
    assert tool.independent is False
    assert tool.seen == 1


def test_l07_a_tap_on_an_empty_cell_puts_its_cards_back() -> None:
    tool = acted("L07", ("card", "R7"), ("card", "R7"))
    assert tool.count("red", "7") == 0
    tool.act("card", "R7")
    assert tool.count("red", "7") == 2
    for _ in range(9):
        tool.act("card", "W")
    assert tool.counts[WILD] == 8


def test_l07_without_a_card() -> None:
    tool = make("L07")
    tool.restore({"left": {str(card): 0 for card in CARDS}})
    assert tool.total == 0
    assert tool.product is None
    assert tool.independent is None


@pytest.mark.parametrize("event", l07.EVENTS)
def test_l07_events_by_name(event: str) -> None:
    counts = {"even": 48, "low": 48, "wild": 8, "skip": 4, "helps": 16,
              "red": 24, "blue": 24, "green": 24, "yellow": 24}  # fmt: skip
    tool = acted("L07", ("deck", "all"))
    assert tool.count(event) == counts.get(event, 8)
    assert l07.belongs(Card.parse("W"), event) == (event in ("wild", "helps"))
