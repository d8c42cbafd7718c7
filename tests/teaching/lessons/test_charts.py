"""Charts say in words and numbers what they draw, in both languages, without color."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from xml.etree import ElementTree

import pytest

from phase10.game.cards import Cards
from phase10.teaching.lessons import chance, engine
from phase10.teaching.lessons.codes import LessonCode
from phase10.teaching.lessons.reading import LESSON_IDS, lesson
from phase10.teaching.lessons.simulation import Tally, simulate, start
from phase10.views import lesson_charts as charts
from phase10.views import lesson_charts_cards as cards
from phase10.views import lesson_charts_play as play
from phase10.views.html import Html
from phase10.views.i18n import LANGUAGES, percent
from phase10.views.lesson_sheets import MINI_DECK

HALVES = [Fraction(1, 2)] * 10
TREE = (
    cards.Branch(
        "wild",
        Fraction(8, 108),
        (cards.Branch("wild", Fraction(7, 107)), cards.Branch("other", Fraction(100, 107))),
    ),
    cards.Branch(
        "other",
        Fraction(100, 108),
        (cards.Branch("wild", Fraction(8, 107)), cards.Branch("other", Fraction(99, 107))),
    ),
)


def simulated(name: str, part: int = 0, trials: int = 600) -> Tally:
    read = lesson(name)
    return simulate(read.parts[part].experiment, start(LessonCode(name, 7), part), trials)


def parsed(chart: str) -> ElementTree.Element:
    """The chart as a tree; that it can be parsed shows that it is well formed."""
    return ElementTree.fromstring(f"<div>{chart}</div>")


def outcome(lang: str) -> Html:
    return charts.outcome_chart(
        lesson("L05").parts[0], simulated("L05"), lang, exact=True, ident="o"
    )


def convergence(lang: str) -> Html:
    figure = lesson("L05").parts[0].experiment.figures[0]
    return charts.convergence_chart(
        figure, simulated("L05"), lang, title="L05", ident="c", exact=True,
        prediction=Fraction(74, 100),
    )  # fmt: skip


CHARTS: dict[str, Callable[[str], Html]] = {
    "outcomes": outcome,
    "convergence": convergence,
    "dots": lambda lang: charts.prediction_dots(
        lesson("L05"), [Fraction(55), Fraction(74), Fraction(100)], lang, exact=True, ident="d"
    ),
    "choices": lambda lang: charts.prediction_dots(
        lesson("L01"), ["wild", "same", "same"], lang, exact=False, ident="e"
    ),
    "tree": lambda lang: cards.probability_tree(TREE, lang, title="t"),
    "grid": lambda lang: cards.deck_grid(
        lang, lambda card: card.color == "red", lambda card: card.number == 7, title="t"
    ),
    "chain": lambda lang: play.chain_chart(HALVES, lang),
    "rounds": lambda lang: play.rounds_chart(HALVES, 30, lang, ident="r"),
    "waiting": lambda lang: play.waiting_bars([Fraction(1, 7), Fraction(1, 4)], lang, ident="w"),
}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", CHARTS)
def test_every_chart_has_words_a_table_and_no_color(name: str, lang: str) -> None:
    chart = CHARTS[name](lang)
    tree = parsed(chart)
    (picture,) = (node for node in tree.iter("svg") if node.get("role") == "img")
    said = picture.get("aria-label", "")
    assert len(said) > 10
    assert tree.find(".//table") is not None
    assert tree.find(".//figcaption") is not None
    used = {node.get(key) for node in tree.iter() for key in ("fill", "stroke")} - {None, "none"}
    assert all(value == "currentColor" or str(value).startswith("url(#") for value in used)
    if lang == "lv":
        text = " ".join([*tree.itertext(), said])
        assert not re.search(r"\d\.\d|\d %", text), "decimal comma, hard space"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_bars_are_as_high_as_their_shares(lang: str) -> None:
    read, tally = lesson("L05").parts[0], simulated("L05")
    bars = charts.outcome_bars(read, tally, lang, exact=True)
    exact = read.experiment.distribution or {}
    assert [bar.exact for bar in bars] == list(exact.values())
    assert sum(bar.simulated or 0 for bar in bars) == 1
    tree = parsed(outcome(lang))
    drawn = [node for node in tree.iter("rect") if node.get("fill") == "url(#o-hatch)"]
    heights = [float(node.get("height", "0")) for node in drawn]
    for bar, height in zip(bars, heights, strict=True):
        assert bar.simulated is not None
        assert height / heights[0] == pytest.approx(
            float(bar.simulated / (bars[0].simulated or 1)), abs=0.01
        )
    for bar in bars:
        assert percent(lang, bar.exact or 0, 2) in "".join(tree.itertext())


def test_exact_values_are_drawn_when_asked_only() -> None:
    read, tally = lesson("L05").parts[0], simulated("L05")
    hidden = charts.outcome_chart(read, tally, "en", exact=False, ident="o")
    assert "44.70%" not in hidden
    assert "44.70%" in charts.outcome_chart(read, tally, "en", exact=True, ident="o")
    figure = read.experiment.figures[0]
    chart = charts.convergence_chart(figure, tally, "en", title="t", ident="c", exact=False)
    assert "7 4" not in chart, "no dashed line"
    dots = charts.prediction_dots(lesson("L05"), [Fraction(1)], "en", exact=False, ident="d")
    assert "7 4" not in dots


@pytest.mark.parametrize("name", LESSON_IDS)
def test_every_part_of_every_lesson_can_be_drawn(name: str) -> None:
    read = lesson(name)
    for place, part in enumerate(read.parts):
        tally = simulated(name, place, 200)
        for lang in LANGUAGES:
            chart = charts.outcome_chart(part, tally, lang, exact=True, ident=f"p{place}")
            tree = parsed(chart)
            assert 2 <= len(list(tree.iter("tr"))) <= 16
            for figure in part.shown:
                parsed(charts.convergence_chart(figure, tally, lang, title="t", ident="c",
                                                exact=True))  # fmt: skip


def test_many_outcomes_are_put_together_and_none_is_lost() -> None:
    part = lesson("L10").parts[0]
    tally = simulated("L10", 0, 500)
    bars = charts.outcome_bars(part, tally, "en", exact=True)
    assert len(bars) <= 14
    assert sum(bar.simulated or 0 for bar in bars) == 1
    assert sum(bar.exact or 0 for bar in bars) > Fraction(99, 100)


def test_figures_stand_beside_their_exact_values() -> None:
    run = engine.begin(lesson("L05"), LessonCode("L05", 3), ())
    run = engine.go_on(run)
    run = engine.simulate(engine.predict(run, 55), 100)
    before = charts.figures_table(run, 0, "lv")
    assert "0,553" not in before
    after = charts.figures_table(engine.go_on(run), 0, "lv")
    assert "0,553 (553 no 1000)" in after
    assert "20/27 ≈ 0,741" in after


def test_trees_multiply_along_their_branches() -> None:
    chart = cards.probability_tree(TREE, "en", title="t")
    assert "14/2889" in chart
    counted = cards.frequency_tree(
        (
            cards.Branch("red", Fraction(1, 4), (cards.Branch("+", Fraction(5, 100)),)),
            cards.Branch("else", Fraction(3, 4), (cards.Branch("+", Fraction(30, 100)),)),
        ),
        400,
        "en",
        title="t",
    )
    rows = [["".join(cell.itertext()) for cell in row] for row in parsed(counted).iter("tr")]
    assert rows[1:] == [["red", "+", "5"], ["else", "+", "90"]]


def test_the_grid_counts_its_regions() -> None:
    chart = cards.deck_grid(
        "en",
        lambda card: card.color == "red",
        lambda card: card.number == 7,
        title="t",
        names=("red", "7"),
        seen=Cards("R7"),
    )
    rows = [["".join(cell.itertext()) for cell in row] for row in parsed(chart).iter("tr")]
    assert rows[1:] == [["red and 7", "1"], ["red only", "22"], ["7 only", "6"], ["neither", "78"]]


def test_the_two_way_table_marks_row_and_column() -> None:
    tree = parsed(cards.two_way_table("en", color="red", event=7, seen=Cards("R7")))
    both = [node.text for node in tree.iter("td") if node.get("class") == "p10-given p10-event"]
    assert both == ["1"]
    totals = [row[-1].text for row in tree.iter("tr")][1:]
    assert totals == ["23", "24", "24", "24", "95"]


def test_all_hands_of_the_mini_deck_are_listed_once() -> None:
    deck = cards.all_cards(MINI_DECK)
    assert len(deck) == 12
    listed = cards.hands_list(deck, 3, "en", marked=lambda hand: hand[0].color != hand[2].color)
    hands = ["".join(node.itertext()) for node in parsed(listed).iter("li")]
    assert len(hands) == len(set(hands)) == 220
    with pytest.raises(ValueError, match="too many"):
        cards.hands_list(deck, 6, "en", marked=lambda _: False) and cards.hands_list(
            deck * 2, 6, "en", marked=lambda _: False
        )


def test_race_table_is_filled_backwards() -> None:
    mine, rival = Fraction(1, 4), Fraction(1, 5)
    table = play.race_view(3, mine, rival, "en", filled=1)
    assert "5/8" in table
    assert "5/16" not in table
    whole = play.race_view(3, mine, rival, "en", filled=3)
    assert str(chance.race(3, mine, rival)) in whole


def test_a_chain_tells_its_mean() -> None:
    assert "20.00" in play.chain_chart(HALVES, "en")
    assert len(list(parsed(play.chain_chart(HALVES, "en")).iter("circle"))) == 11
