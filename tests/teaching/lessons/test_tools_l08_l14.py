"""The interactives of lessons 8 to 14: figures of the content by acts, refusals."""

from __future__ import annotations

import json
from fractions import Fraction
from importlib import import_module
from math import sqrt
from typing import Any, Final

import pytest

from phase10.game.cards import COLORS, STANDARD_DECK, Hand
from phase10.game.errors import GameError
from phase10.game.phases import Phase
from phase10.solver.odds import deal_odds
from phase10.teaching.lessons import chance
from phase10.teaching.lessons.codes import LessonCode
from phase10.teaching.lessons.tools import l08, l09, l10, l11, l12, l13, l14
from phase10.teaching.lessons.tools.typed import TEXT_LIMIT

LESSONS: Final = tuple(f"L{place:02}" for place in range(8, 15))
SEEDS: Final = range(20)
HALF: Final = Fraction(1, 2)


def made(lesson: str, seed: int = 77) -> Any:
    return import_module(f"phase10.teaching.lessons.tools.{lesson.lower()}").make(
        LessonCode(lesson, seed)
    )


def done(tool: Any, *acts: tuple[str, object]) -> Any:
    for name, value in acts:
        tool.act(name, value)
    return tool


def refused(code: str, tool: Any, name: str, value: object = None) -> None:
    kept = tool.kept()
    with pytest.raises(GameError) as caught:
        tool.act(name, value)
    assert caught.value.code == code
    assert json.dumps(tool.kept()) == json.dumps(kept), "a refused act changes nothing"


# --- the figures of the content ------------------------------------------------------------------


def test_l08_red_or_7() -> None:
    tool = done(made("L08"), ("a", "red"), ("b", "7"), ("region", "both"))
    assert isinstance(tool, l08.Venn)
    counts = {region: tool.count(region) for region in l08.REGIONS}
    assert counts == {
        "first": 24, "second": 8, "both": 2, "either": 30, "first_only": 22, "second_only": 6,
        "one": 28, "neither": 78,
    }  # fmt: skip
    assert tool.sum == tool.chance("either") == Fraction(24 + 8 - 2, 108) == Fraction(5, 18)
    assert [str(card) for card in tool.cards("both")] == ["R7"], "the card counted twice"


@pytest.mark.parametrize("a", l08.EVENTS)
def test_l08_the_addition_rule_holds_for_all_events(a: str) -> None:
    for b in l08.EVENTS:
        tool = done(made("L08"), ("a", a), ("b", b))
        assert tool.sum == tool.chance("either")
        assert tool.count("either") + tool.count("neither") == STANDARD_DECK.size
        assert tool.count("first_only") + tool.count("both") == tool.count("first")


@pytest.mark.parametrize(
    ("phase", "rules", "exact"),
    [
        (8, "mixed", Fraction(5201726804, 187974850635)),
        (8, "each", Fraction(5201726804, 187974850635)),
        (1, "mixed", Fraction(7076688307832, 38722819230810)),
        (1, "each", Fraction(6069200932, 33209965035)),
        (1, "apart", Fraction(24707289512, 135394472835)),
    ],
)
def test_l09_exact_chances(phase: int, rules: str, exact: Fraction) -> None:
    tool = done(made("L09"), ("phase", str(phase)), ("rules", rules))
    tool.allow_exact = True
    tool.act("exact", None)
    assert tool.exact == exact


@pytest.mark.parametrize(("phase", "rounded"), [(8, 0.003683), (1, 0.016553)])
def test_l09_number_cards_only(phase: int, rounded: float) -> None:
    tool = done(made("L09"), ("phase", phase), ("rules", "plain"))
    tool.allow_exact = True
    tool.act("exact", None)
    assert round(float(tool.exact), 6) == rounded


def test_l09_trials_for_an_error() -> None:
    tool = done(made("L09"), ("error", "1"), ("apply", None))
    assert tool.needed == 9604
    done(tool, ("error", "0,5"), ("apply", None))
    assert tool.needed == 4 * 9604
    tool.act("basis", "found")
    assert tool.needed is None, "no frequency yet"
    done(tool, ("phase", 1), ("deal", 1000), ("apply", "1"))
    found = tool.seen.frequency
    assert tool.needed == chance.needed_trials(found, Fraction(1, 100))


def test_l09_exact_stays_hidden_until_the_lesson_allows_it() -> None:
    tool = done(made("L09"), ("deal", 100))
    refused("tool.early", tool, "exact")
    assert tool.exact is None
    # What was kept by somebody who had come further gives nothing away either.
    tool.restore({**tool.kept(), "shown": True})
    assert tool.exact is None
    assert tool.figure.exact == tool.seen.frequency


def test_l09_band_shrinks_with_the_root_of_n() -> None:
    tool = done(made("L09"), ("phase", 1), ("deal", 1000))
    assert tool.seen.band == chance.half_width(tool.seen.frequency, 1000)
    assert made("L09").seen.band is None


def test_l09_deals_do_not_depend_on_their_portions() -> None:
    once = done(made("L09"), ("phase", 1), ("deal", 100))
    often = done(made("L09"), ("phase", 1), *[("deal", 10)] * 10)
    assert once.tally.counts == often.tally.counts
    assert once.tally.state == often.tally.state
    assert len(often.tally.path) < 60


def test_l10_price_of_a_hand() -> None:
    tool = made("L10")
    assert tool.mean == Fraction(72 * 5 + 24 * 10 + 4 * 15 + 8 * 25, 108) == Fraction(215, 27)
    assert tool.hand_mean == Fraction(2150, 27)
    assert [round(float(share) * 100, 1) for share in tool.shares] == [41.9, 27.9, 7.0, 23.3]
    assert sum(tool.turning) == 0, "the beam balances"
    done(tool, ("count.low", 0), ("price.wild", "50"), ("hand", None), ("deck", None))
    assert tool.mean == Fraction(215, 27)


def test_l10_equal_weights_are_the_common_mistake() -> None:
    tool = done(made("L10"), *[(f"count.{kind}", 10) for kind in l10.KINDS])
    assert tool.mean == Fraction(55, 4) == Fraction("13.75")


def test_l10_a_dealt_hand_has_ten_cards() -> None:
    tool = done(made("L10"), ("hand", None))
    first = list(tool.counts)
    tool.act("hand", None)
    assert sum(first) == sum(tool.counts) == 10
    assert tool.hand == 2


def test_l10_variance_of_a_hand_is_that_of_the_dealt_points() -> None:
    assert made("L10").hand_variance == chance.variance(chance.points_distribution(10))


def test_l11_open_and_gap() -> None:
    tool = done(made("L11"), ("preset.a", "open"), ("preset.b", "gap"), ("draws", 3))
    assert isinstance(tool, l11.TwoPlans)
    a, b = tool.odds("a"), tool.odds("b")
    assert (a.live, b.live, a.unseen, b.unseen) == (24, 16, 97, 97)
    assert (a.p_next, b.p_next) == (Fraction(24, 97), Fraction(16, 97))
    assert tool.ratio == Fraction(3, 2)
    assert tool.chance("a") == Fraction(21311, 36860)
    assert tool.chance("b") == Fraction(1553, 3686)


def test_l11_by_chance_and_by_cost_may_differ() -> None:
    tool = done(made("L11"), ("paid.a", 60), ("lost.a", 100), ("paid.b", 5), ("lost.b", "20"))
    assert (tool.best("chance"), tool.best("cost")) == ("a", "b")
    p = Fraction(21311, 36860)
    assert tool.cost("a") == 60 * p + 100 * (1 - p)
    done(tool, ("pick.chance", "a"), ("pick.cost", "b"))
    assert tool.picks == {"chance": "a", "cost": "b"}
    tool.act("draws", 2)
    assert tool.picks == {}, "what was picked belongs to the numbers before"


def test_l11_take_or_draw() -> None:
    tool = done(made("L11"), ("top", "y9"), ("apply", None))
    assert tool.turn_chance("take") == 1, "the 9 makes the run"
    assert (tool.best_turn, tool.turn_cost("take")) == ("take", tool.plans["a"].paid)
    useless = made("L11")
    assert useless.turn_chance("take") < useless.turn_chance("draw")
    assert useless.best_turn == "draw"
    one_draw = done(made("L11"), ("draws", 1))
    assert one_draw.turn_chance("take") == 0
    skip = done(made("L11"), ("top", "S"), ("apply", None))
    assert not skip.can_take
    assert skip.best_turn == "draw"
    refused("lesson.choice", skip, "pick.turn", "take")
    with pytest.raises(GameError):
        skip.turn_chance("take")


@pytest.mark.parametrize("hand", ["R7 B7 G7 W Y1 Y2", "sarkans 7, zils 7, zaļš 7, džokers, y1 y2"])
def test_l11_own_cards(hand: str) -> None:
    tool = done(made("L11"), ("hand.a", hand), ("phase", 7), ("apply", None))
    assert Hand(tool.plans["a"].hand) == Hand("R7 B7 G7 W Y1 Y2")
    assert tool.odds("a").missing == 3, "7 7 7 W, and one card of the other set"


def test_l12_how_long_is_a_game() -> None:
    tool = done(made("L12"), ("all", "0,5"), ("apply_all", None), ("rounds", 20))
    assert (tool.mean, tool.variance) == (20, 20)
    assert tool.within == Fraction(308333, 524288)
    tool.act("rounds", 10)
    assert tool.within == Fraction(1, 1024)


def test_l12_chances_of_a_class() -> None:
    texts = ["12/25", "0,4", ".5", "1", "3/8", "0.25", "9/10", "1/3", "2/7", "1/100"]
    tool = made("L12")
    for place, text in enumerate(texts, start=1):
        tool.act(f"p.{place}", text)
    assert tool.mean == 20, "nothing changes before it is applied"
    tool.act("apply", None)
    assert tool.chances[0] == Fraction(12, 25)
    assert tool.mean == sum(1 / p for p in tool.chances)
    tool.act("rounds", 60)
    assert tool.within == stepwise(tool.chances, 60)


def stepwise(chances: tuple[Fraction, ...], rounds: int) -> Fraction:
    """The chain in fractions, as the definition says it."""
    at = [Fraction(1)] + [Fraction(0)] * len(chances)
    for _ in range(rounds):
        at = [
            here * (1 - chances[place] if place < len(chances) else 1)
            + (at[place - 1] * chances[place - 1] if place else 0)
            for place, here in enumerate(at)
        ]
    return at[-1]


def test_l12_a_match_step_by_step() -> None:
    tool = made("L12")
    rounds = 0
    while not tool.is_over:
        before = tool.phase
        tool.act("round", None)
        rounds += 1
        phase, success = tool.walk[-1]
        assert phase == before
        assert tool.phase == before + success
    assert len(tool.walk) == rounds >= 10
    refused("tool.over", tool, "round")
    refused("tool.over", tool, "run")
    other = done(made("L12"), ("run", None))
    assert other.walk == tool.walk, "the seed gives the same match"
    assert done(other, ("match", None)).walk == []


def test_l12_counts_of_computer_players() -> None:
    tool = done(made("L12"), ("play", None), ("play", None))
    assert tool.played == 2
    assert all(0 < hits <= rounds for hits, rounds in zip(tool.made, tool.tried, strict=True))
    assert tool.chances == tuple(map(Fraction, tool.made, tool.tried))
    # Whoever has made ten phases ends a match: at least one seat makes each phase in each match.
    assert min(tool.made) >= 2
    assert max(tool.made) <= 2 * l12.SEATS


def test_l13_reading_discards() -> None:
    tool = done(made("L13"), ("none", None), ("clue", "threw"))
    assert (tool.people, tool.theirs, tool.others) == (400, 5, 90)
    assert tool.posterior == Fraction(1, 19)
    tool.act("clue", "threw")
    assert tool.posterior == Fraction(1, 109)
    assert (tool.people, tool.theirs, tool.others) == (40_000, 25, 2700)
    done(tool, ("none", None), ("clue", "took"))
    assert tool.posterior == Fraction(3, 4)
    tool.act("none", None)
    assert tool.posterior == Fraction(1, 4)
    assert (tool.people, tool.theirs) == (400, 100)


def test_l13_likelihoods_may_be_changed() -> None:
    tool = done(made("L13"), ("share.threw_own", "10"), ("share.threw_other", 20))
    assert tool.posterior == chance.posterior(Fraction(1, 4), Fraction(1, 10), Fraction(1, 5))
    done(tool, ("share.threw_own", 0), ("share.threw_other", 0))
    assert tool.posterior is None
    assert tool.theirs + tool.others == 0


def test_l13_replay_is_what_a_player_did() -> None:
    tool = done(made("L13"), ("game", None))
    replay = tool.replay
    assert replay.color in COLORS
    assert len(replay.clues) > 3
    for seen in range(1, len(replay.clues) + 1):
        tool.act("next", None)
        assert tool.shown == replay.clues[:seen]
        assert sum(tool.shares().values()) == 1
    refused("tool.end", tool, "next")
    tool.act("reveal", None)
    assert tool.revealed
    tool.act("game", None)
    assert (tool.seen, tool.revealed) == (0, False)
    again = done(made("L13"), ("game", None))
    assert again.replay == replay, "the seed gives the same round"


def test_l13_shares_of_colors_are_those_of_bayes() -> None:
    tool = done(made("L13"), *[("game", None)] * 3)
    tool.seen = len(tool.replay.clues)
    weights = dict.fromkeys(COLORS, Fraction(1))
    for clue in tool.replay.clues:
        for color in COLORS if clue.card.color else ():
            own = color == clue.card.color
            likely = {"threw": (5, 30), "took": (90, 10)}[clue.what][0 if own else 1]
            weights[color] *= Fraction(likely, 100)
    total = sum(weights.values())
    assert tool.shares() == {color: weight / total for color, weight in weights.items()}


def test_l13_watched_players_mostly_throw_what_they_do_not_collect() -> None:
    """The assumption of the lesson has the right direction in the rounds that are shown."""
    tool = made("L13")
    own = others = 0
    for _ in range(25):
        tool.act("game", None)
        for clue in tool.replay.clues:
            if clue.what == "threw" and clue.card.color:
                own += clue.card.color == tool.replay.color
                others += clue.card.color != tool.replay.color
    assert own * 3 < others, "a color among four, thrown less than its share"


def test_l14_race() -> None:
    tool = done(made("L14"), ("need.a", 2), ("r.a", "1/4"), ("h", "0,2"), ("apply", None))
    assert tool.value("a") is None, "the table is empty"
    done(tool, ("fill.a", 1), ("fill.a", 2))
    assert [tool.step("a", left).value for left in (1, 2)] == [Fraction(5, 8), Fraction(5, 16)]
    assert tool.value("a") == Fraction(5, 16)
    assert tool.second("a") == Fraction(4, 5) * Fraction(5, 16)


def test_l14_a_step_is_bellmans() -> None:
    tool = done(made("L14"), ("need.a", 6), ("r.a", "3/7"), ("h", "0,35"), ("apply", None))
    r, h = Fraction(3, 7), Fraction(35, 100)
    table = [Fraction(1)]
    for left in range(1, 7):
        tool.act("fill.a", left)
        step = tool.step("a", left)
        assert step.value == r * step.after / step.below
        # V = r·W(n−1) + (1−r)(1−h)·V
        after = table[-1] * (1 if left == 1 else 1 - h)
        assert step.value == r * after + (1 - r) * (1 - h) * step.value
        table.append(step.value)
    assert tool.value("a") == chance.race(6, r, h)


def test_l14_backwards_only() -> None:
    tool = done(made("L14"), ("need.b", 4))
    refused("tool.order", tool, "fill.b", 2)
    done(tool, ("fill.b", 1), ("fill.b", 2), ("fill.b", 1))
    assert tool.plans["b"].filled == 2
    tool.act("empty", None)
    assert tool.plans["b"].filled == 0


def test_l14_the_better_plan_is_told_when_both_are_known() -> None:
    tool = done(made("L14"), ("fill.a", 1))
    assert tool.best is None
    done(tool, ("fill.b", 1), ("fill.b", 2))
    assert (tool.value("a"), tool.value("b")) == (Fraction(5, 8), Fraction(5, 9))
    assert tool.best == "a"
    same = done(made("L14"), ("need.b", 1), ("r.b", "1/4"), ("apply", None), ("fill.a", 1),
                ("fill.b", 1))  # fmt: skip
    assert same.best == ""


# --- simulated figures ---------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_simulated_figures_come_near_the_exact_ones(seed: int) -> None:
    settling = done(made("L09", seed), ("phase", 1), ("deal", 1000))
    near(settling.seen.frequency, deal_odds(Phase("1")).probability, 1000)

    weights = done(made("L10", seed), ("deal", None))
    assert abs(weights.simulated - weights.hand_mean) < 4 * sqrt(weights.hand_variance / 1000)

    chain = done(made("L12", seed), *[("matches", None)] * 5)
    assert chain.simulated == 500
    assert abs(chain.simulated_mean - chain.mean) < 4 * sqrt(chain.variance / 500)
    near(chain.simulated_within, chain.within, 500)

    race = done(made("L14", seed), ("race", None))
    near(race.simulated("a"), Fraction(5, 8), l14.RACES)
    near(race.simulated("b"), Fraction(5, 9), l14.RACES)


def near(found: Fraction, exact: Fraction, trials: int) -> None:
    assert abs(found - exact) < 4 * sqrt(exact * (1 - exact) / trials)


def test_a_simulation_ends_at_its_limit() -> None:
    for lesson, name, value, times in (
        ("L10", "deal", None, l10.LIMIT // l10.HANDS),
        ("L12", "matches", None, l12.LIMIT // l12.MATCHES),
        ("L14", "race", None, l14.LIMIT // l14.RACES),
    ):
        tool = done(made(lesson), *[(name, value)] * times)
        refused("tool.drawn", tool, name, value)
    settling = made("L09")
    kept = done(settling, ("deal", 1000)).kept()
    settling.restore({**kept, "dealt": [{**kept["dealt"][0], "trials": l09.LIMIT - 10}]})
    refused("tool.drawn", settling, "deal", 100)


# --- refusals ------------------------------------------------------------------------------------

REFUSALS: Final = [
    ("L08", "a", "purple", "lesson.choice"),
    ("L08", "region", 3, "lesson.choice"),
    ("L08", "deal", None, "tool.act"),
    ("L09", "phase", "11", "tool.whole"),
    ("L09", "deal", 1001, "tool.whole"),
    ("L09", "deal", "1e999999999", "tool.whole"),
    ("L09", "rules", "none", "lesson.choice"),
    ("L10", "count.low", "-1", "tool.whole"),
    ("L10", "count.low", 101, "tool.whole"),
    ("L10", "price.joker", 5, "tool.act"),
    ("L11", "preset.a", "closed", "lesson.choice"),
    ("L11", "draws", 6, "tool.whole"),
    ("L11", "pick.turn", "both", "lesson.choice"),
    ("L12", "p.11", "1/2", "tool.act"),
    ("L12", "rounds", True, "tool.whole"),
    ("L13", "clue", "laughed", "lesson.choice"),
    ("L13", "next", None, "tool.no_game"),
    ("L13", "reveal", None, "tool.no_game"),
    ("L13", "share.threw_own", 101, "tool.whole"),
    ("L14", "need.a", 7, "tool.whole"),
    ("L14", "fill.c", 1, "tool.act"),
]


@pytest.mark.parametrize(("lesson", "name", "value", "code"), REFUSALS)
def test_what_cannot_be_is_refused(lesson: str, name: str, value: object, code: str) -> None:
    refused(code, made(lesson), name, value)


@pytest.mark.parametrize(
    "text",
    ["", "zero", "0", "-1/2", "3/2", "1e999999999", "1/0", "0,12345", "9" * 5000, "½", "<b>"],
)
@pytest.mark.parametrize(
    ("lesson", "field"), [("L09", "error"), ("L12", "p.3"), ("L12", "all"), ("L14", "r.a")]
)
def test_a_typed_text_that_is_no_number_stays_and_is_told(
    lesson: str, field: str, text: str
) -> None:
    if (lesson, text) == ("L09", "3/2"):
        text = "51"  # percentage points, from 0.1 to 50
    tool = done(made(lesson), (field, text))
    refused("tool.share", tool, "apply_all" if field == "all" else "apply")
    assert text[:TEXT_LIMIT] in json.dumps(tool.kept(), ensure_ascii=False)


@pytest.mark.parametrize(
    ("field", "text", "code"),
    [
        ("hand.a", "R7 Q2", "card.unknown"),
        ("hand.a", "R7 R7 R7", "card.too_many"),
        ("hand.b", "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11", "hand.too_many"),
        ("top", "R13", "card.number"),
        ("top", "", "card.unknown"),
    ],
)
def test_l11_cards_that_cannot_be(field: str, text: str, code: str) -> None:
    refused(code, done(made("L11"), (field, text)), "apply")


def test_l10_too_few_cards_for_a_hand() -> None:
    tool = done(made("L10"), *[(f"count.{kind}", 2) for kind in l10.KINDS])
    refused("tool.few", tool, "deal")
    done(tool, *[(f"count.{kind}", 0) for kind in l10.KINDS])
    assert tool.mean is None
    assert tool.hand_mean is None
    assert set(tool.shares) == {0}


def test_l13_clues_have_a_limit() -> None:
    tool = done(made("L13"), ("none", None), *[("clue", "threw")] * l13.MOST_CLUES)
    refused("tool.clues", tool, "clue", "took")
    assert done(tool, ("back", None)).clues == ("threw",) * (l13.MOST_CLUES - 1)
