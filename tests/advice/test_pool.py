"""What may be drawn when the pile runs out: the discards that return, and what that changes."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest

from phase10.advice.hints import advise
from phase10.advice.pool import SOON, pool_of, two_piles
from phase10.game.cards import CARDS, STANDARD_DECK, Card, Hand
from phase10.game.engine import Game
from phase10.game.notation import parse_cards
from phase10.game.phases import PHASES
from phase10.game.position import Opponent, Position
from phase10.game.rules import SEED, Rules
from phase10.game.sight import position_of
from phase10.game.stages import DRAW, PLAY
from phase10.players import PLAYERS, choice_of
from phase10.solver.turns import TurnChances
from phase10.views.i18n import LANGUAGES
from phase10.views.moves import assumed_text, method_text

TEN = Hand("R3 B3 Y3 G9 R9 S R5 G1 Y2 Y4")
DISCARDS = tuple(parse_cards("R12 B9 G12 Y11 W R1 B2"))
OTHERS = (Opponent("A", cards=10), Opponent("B", cards=10))


def at(pile: int | None, *, players: tuple[Opponent, ...] = OTHERS, **more: object) -> Position:
    position = Position(TEN, PHASES[0], discards=DISCARDS, players=players, pile=pile)
    return replace(position, at="before_draw", **more)  # type: ignore[arg-type]


def counted(cards: tuple[Card, ...]) -> tuple[int, ...]:
    found = Counter(card.kind for card in cards)
    return tuple(found[kind] for kind in range(len(CARDS)))


def test_while_the_pile_lasts_every_unseen_card_may_be_drawn() -> None:
    for position in (at(None), at(60), at(3 * SOON + 1)):
        pool = pool_of(position, drawing=True)
        assert (pool.unseen, pool.known, pool.restock) == (position.unseen, position.known, None)
        assert not pool.again
    ending = at(0, rules=Rules(restock="end"))
    assert pool_of(ending, drawing=True).unseen == ending.unseen


def test_an_empty_pile_is_drawn_from_the_discards_but_the_top() -> None:
    pool = pool_of(at(0), drawing=True)
    assert pool.unseen == counted(DISCARDS[:-1])
    assert pool.again
    assert pool.sure
    assert [
        h + k + u for h, k, u in zip(TEN.counts, pool.known.counts, pool.unseen, strict=True)
    ] == [*STANDARD_DECK.counts]
    # Others draw first, and throw: the top returns too, and what they throw is not known.
    after = pool_of(at(2), drawing=False)
    assert after.unseen == counted(DISCARDS)
    assert not after.sure
    # One of them is skipped: the last card of the pile is mine.
    skipped = pool_of(at(2, skipped=("A",)), drawing=False)
    assert skipped.unseen == at(2).unseen
    assert skipped.restock is not None
    assert skipped.restock.turns == 1


@pytest.mark.parametrize("pile", range(1, 3 * SOON + 1))
def test_the_pile_that_follows(pile: int) -> None:
    position = at(pile)
    pool = pool_of(position, drawing=True)
    assert pool.restock is not None
    assert pool.restock.turns == -(-pile // 3)
    assert pool.last == (pile <= 3)
    thrown = [a - b for a, b in zip(pool.restock.cards, counted(DISCARDS), strict=True)]
    assert min(thrown) >= 0
    assert sum(thrown) == pile
    assert all(n <= most for n, most in zip(thrown, position.unseen, strict=True))


def test_figures_of_an_empty_pile_are_those_of_the_discards() -> None:
    position = at(0)
    draw = {option.move: option for option in advise(position).options}["draw pile"]
    # Of R12 B9 G12 Y11 W R1 the nine and the wild complete the phase.
    assert (draw.live, draw.unseen) == (2, 6)
    assert draw.p_next == Fraction(1, 3)
    assert draw.p_within[1] == Fraction(1, 3)
    assert draw.turns is not None
    whole = {option.move: option for option in advise(at(60)).options}["draw pile"]
    assert whole.unseen == sum(position.unseen)
    assert whole.turns is not None
    # None of the cards that help is left among the discards: many more turns.
    poor = replace(position, discards=tuple(parse_cards("R12 G12 Y11 R1 B2")), top=None)
    worse = {option.move: option for option in advise(poor).options}["draw pile"]
    assert worse.live == 0
    assert worse.p_within[1] == 0
    assert worse.turns is None or worse.turns > whole.turns > draw.turns


def test_turns_change_little_by_little_as_the_pile_runs_out() -> None:
    """The nearer the rich discards, the fewer turns; far away they do not count."""
    rich = tuple(parse_cards("W W W B9 Y9 G3 G9 R1 B2"))
    turns = []
    for pile in (60, *range(3 * SOON, 0, -1), 0):
        position = at(pile, discards=rich, top=None)
        options = {option.move: option for option in advise(position).options}
        turns.append(options["draw pile"].turns or 0.0)
    assert turns[0] > turns[-1]
    assert all(later <= earlier + 0.02 for earlier, later in pairwise(turns))


def test_what_is_reckoned_with_is_said_and_named_an_estimate() -> None:
    plain, soon, last, empty = (advise(at(pile)) for pile in (60, 12, 2, 0))
    assert "pile.again" not in plain.assumed
    for advice in (soon, last, empty):
        assert "pile.again" in advice.assumed
    assert (
        plain.method["p_within"] == soon.method["p_within"] == empty.method["p_within"] == "exact"
    )
    assert last.method["p_within"] == "estimate"
    thrown = Position(
        TEN + Card.parse("G7"),
        PHASES[1],
        discards=DISCARDS,
        players=OTHERS,
        pile=1,
        at="after_draw",
    )
    unsure = advise(thrown)
    assert unsure.method["p_next"] == unsure.method["useful"] == "estimate"
    assert unsure.method["missing"] == "exact"
    for lang in LANGUAGES:
        for advice in (plain, soon, last, empty, unsure):
            texts = [*method_text(lang, advice), *assumed_text(lang, advice)]
            assert len(set(texts)) == len(texts)


def test_two_piles() -> None:
    half = TurnChances(Fraction(1, 2), Fraction(3, 4))
    tenth = TurnChances(Fraction(1, 10), Fraction(19, 100))
    assert two_piles(half, half) == half
    assert two_piles(tenth, half) == TurnChances(Fraction(1, 10), Fraction(11, 20))
    sure = TurnChances(Fraction(1), Fraction(1))
    assert two_piles(tenth, sure).two == 1
    assert two_piles(sure, tenth) == sure


@pytest.mark.parametrize("seed", range(3))
def test_rounds_that_use_the_pile_up_are_hinted_to_their_end(seed: int) -> None:
    """Six players who never lay: the pile is made anew, and every position has sound figures."""
    game = Game.start(seed, 6, SEED, PHASES[8:])
    again = 0
    for _ in range(160):
        if game.stage not in (DRAW, PLAY):
            break
        position = position_of(game, game.turn)
        if position.pile is not None and position.pile <= 6 * SOON:
            advice = advise(position)
            again += "pile.again" in advice.assumed
            for option in advice.options:
                assert all(0 <= chance <= 1 for chance in option.p_within.values())
                assert option.turns is None or option.turns >= 1
            assert list(advice.within) == sorted(advice.within)
        game = game.play(choice_of(PLAYERS["greedy"], game))
    assert again > 0
