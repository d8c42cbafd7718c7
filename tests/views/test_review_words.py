"""Words of reviews and puzzles: they say the figures that the grade and the verdict come from."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import islice

import pytest

from phase10.advice.losses import TOLD
from phase10.advice.puzzles import made_puzzles
from phase10.advice.review import Review, graded, review
from phase10.views.i18n import LANGUAGES, decimal, sentence
from phase10.views.puzzles import punished_texts
from phase10.views.review import told_texts, verdict_text
from tests.advice.review_matches import match


@cache
def played() -> Review:
    return review(match("random", "greedy", "random", seed=3))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_costs_turns_but_no_chance_is_not_called_a_little(lang: str) -> None:
    costly = next(each for each in played().decisions if each.worth >= TOLD)
    decided = replace(costly, loss=0.0, error=0.0, chance=0.0)
    assert not decided.is_mistake
    assert graded([decided]).points < 100
    told = verdict_text(lang, decided)
    assert decimal(lang, costly.worth, 2) in told
    assert told != sentence(lang, "review.near")
    assert told_texts(lang, decided)[0] == told


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_costs_neither_is_near(lang: str) -> None:
    costly = next(each for each in played().decisions if each.worth >= TOLD)
    near = replace(costly, worth=TOLD / 2, loss=0.01, error=0.01)
    assert verdict_text(lang, near) == sentence(lang, "review.near")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_layout_is_punished_by_the_figure_it_is_judged_on(lang: str) -> None:
    seen = 0
    for puzzle in islice(made_puzzles(1, ("lay",)), 6):
        for option, loss in zip(puzzle.options, puzzle.losses, strict=True):
            if puzzle.accepts(loss) or not option.move.startswith("lay"):
                continue
            said = sentence(lang, "review.lost.worth", turns=decimal(lang, loss, 2))
            told = punished_texts(lang, puzzle, option.move)
            assert told
            if any(text[:20] == said[:20] for text in told):
                assert told == [said]
                seen += 1
    assert seen
