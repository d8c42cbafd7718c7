"""Layouts, hits and discards against every order of every legal move, played by the engine."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from phase10.game.cards import CARDS, SKIP, WILD, Card, Deck, Hand
from phase10.game.engine import Game
from phase10.game.melds import Meld, arrange, declared
from phase10.game.moves import Discard, Hit, Lay, Move
from phase10.game.phases import PHASES, Phase
from phase10.game.rules import SEED, Rules
from phase10.game.stages import PLAY, ROUND_OVER
from phase10.solver.endings import Key, TurnEnd, best_ending, endings
from phase10.solver.groupings import best_groupings
from phase10.solver.layouts import AfterLaying, Layout, after_laying, best_layouts
from tests.game import games

MANY = Deck(4, 12, 20, 60, 20)
"""A deck with more of each card than any position here needs."""

RULES = tuple(
    Rules(
        deck=MANY,
        wild_points=wild_points,
        hit_others_same_turn=others,
        go_out_by_hit=by_hit,
        discard_taken=taken,
        skip_target=skip_target,
        natural_per=natural_per,
    )
    for wild_points, others, by_hit, taken, skip_target, natural_per in (
        (25, False, False, True, "next", "phase"),
        (25, True, False, True, "chosen", "phase"),
        (25, False, True, True, "next", "phase"),
        (20, False, False, False, "chosen", "phase"),
        (20, True, True, False, "next", "phase"),
        (25, False, False, True, "next", "group"),
    )
)

# --- the oracle: the engine plays everything ------------------------------------------------------

OUT: Key = (0,) * 8
Ends = dict[int, Key]
"""The least key for each kind of discard, −1 for a last card that is hit."""


class Oracle:
    """Play every move in every order; remember what was found for one table."""

    def __init__(self, game: Game) -> None:
        self.rules = game.rules
        self.seat = game.turn
        self.ends: dict[object, Ends] = {}
        self.longest: dict[object, int] = {}
        self.kinds: dict[object, int] = {}

    def play_out(self, game: Game) -> Ends:
        state = (game.hand(self.seat).counts, game.table, game.taken)
        if state not in self.ends:
            found: Ends = {}
            for move in game.legal_moves():
                after = game.play(move)
                if isinstance(move, Discard):
                    keys = {move.card.kind: self.key(after, move.card)}
                elif after.stage == ROUND_OVER:
                    assert after.out == self.seat
                    keys = {-1: OUT}
                elif isinstance(move, Hit):
                    keys = self.play_out(after)
                else:
                    continue
                for kind, key in keys.items():
                    found[kind] = min(key, found.get(kind, key))
            self.ends[state] = found
        return self.ends[state]

    def key(self, after: Game, discard: Card) -> Key:
        """Compare the state after the discard by the words of the documented order."""
        if after.stage == ROUND_OVER:
            assert after.out == self.seat
            return OUT
        left = after.hand(self.seat)
        return (
            1,
            games.points(left, self.rules.wild_points),
            len(left) - self.most_hits(self.later(after)),
            len(left),
            -left.count(CARDS[WILD]),
            -left.count(CARDS[SKIP]),
            int(discard.is_wild),
            -self.kinds_taken(self.later(after)),
        )

    def later(self, game: Game) -> Game:
        """Give the player's next turn on the same table; the last card may be hit there too."""
        setup = replace(game.setup, rules=replace(self.rules, go_out_by_hit=True))
        return replace(
            game,
            setup=setup,
            turn=self.seat,
            stage=PLAY,
            laid_now=False,
            taken=False,
            drew=None,
        )

    def most_hits(self, game: Game) -> int:
        if game.stage == ROUND_OVER:
            return 0
        state = (game.hand(self.seat).counts, game.table)
        if state not in self.longest:
            hits = [move for move in game.legal_moves() if isinstance(move, Hit)]
            self.longest[state] = max(
                (1 + self.most_hits(game.play(hit)) for hit in hits), default=0
            )
        return self.longest[state]

    def kinds_taken(self, game: Game) -> int:
        if game.table not in self.kinds:
            found = set()
            for first in range(0, WILD, 8):
                drawn = Hand(CARDS[first : first + 8], MANY)
                moves = with_hand(game, drawn).legal_moves()
                found |= {move.card.kind for move in moves if isinstance(move, Hit)}
            self.kinds[game.table] = len(found)
        return self.kinds[game.table]


def with_hand(game: Game, hand: Hand) -> Game:
    seat = replace(game.seats[game.turn], hand=hand)
    return replace(game, seats=(*game.seats[: game.turn], seat, *game.seats[game.turn + 1 :]))


def moment(
    hand: Hand,
    table: tuple[Meld, ...],
    rules: Rules,
    *,
    laid_now: bool = False,
    taken: Card | None = None,
    phase: Phase | None = None,
) -> Game:
    """Give a game of three where player A is to play; without a phase to lay it has been laid."""
    phases = (phase or Phase("set:2"), Phase("set:2"))
    game = games.at("", rules=replace(rules, run_min=2), players=3, phases=phases, pile="R1 R2 R3")
    laid = 1 if phase is None else None
    first, *others = game.seats
    return replace(
        game,
        seats=(
            replace(first, hand=hand, laid=laid),
            *(replace(other, laid=1) for other in others),
        ),
        table=table,
        laid_now=laid_now,
        drew=None if taken is None else taken.kind,
        taken=taken is not None,
    )


# --- positions by chance --------------------------------------------------------------------------

KINDS = ("set", "set", "run", "run", "run", "color", "crun", "cset", "even", "odd", "parity")


def group(rng: random.Random, owner: str, kind: str, size: int = 0) -> Meld:
    """Lay a group by chance, now and then one of wilds alone."""
    color, number = rng.randrange(4), rng.randint(1, 12)
    run = kind in ("run", "crun")
    size = size or rng.randint(2, rng.choice((5, 12)) if run else 5)
    if run:
        number = rng.randint(1, 13 - size)
    wilds = rng.choice((0.0, 0.3, 1.0)) if kind in ("color", "crun", "cset", "parity") else 0.3
    odd = {"even": 0, "odd": 1}.get(kind, rng.randrange(2))
    cards = []
    for place in range(size):
        own = number + place if run else number
        if kind in ("color", "even", "odd", "parity"):
            own = rng.randint(1, 12) if kind == "color" else 2 * rng.randint(1, 6) - odd
        in_color = color if kind in ("color", "crun", "cset") else rng.randrange(4)
        wild = declared(own) if kind in ("set", "cset", "run", "crun") else CARDS[WILD]
        cards.append(wild if rng.random() < wilds else CARDS[in_color * 12 + own - 1])
    laid = arrange(kind, cards)
    assert isinstance(laid, tuple)
    return Meld(owner, kind, laid)


def cards_near(rng: random.Random, table: tuple[Meld, ...], number: int) -> list[Card]:
    """Choose cards, many of them near the ends of runs or wild."""
    ends = [end for meld in table if meld.ends for end in meld.ends]
    wilds = rng.choice((0.0, 0.15, 0.4))
    found = []
    for _ in range(number):
        chance = rng.random()
        if chance < wilds:
            found.append(CARDS[WILD])
        elif chance < wilds + 0.1:
            found.append(CARDS[SKIP])
        elif ends and chance < 0.7:
            near = min(12, max(1, rng.choice(ends) + rng.randint(-3, 3)))
            found.append(CARDS[rng.randrange(4) * 12 + near - 1])
        else:
            found.append(CARDS[rng.randrange(WILD)])
    return found


def after_laying_positions(seed: str, number: int) -> Iterator[tuple[Game, int | None]]:
    """Yield games whose player has laid, with the kind that must be kept."""
    rng = random.Random(seed)
    for i in range(number):
        rules = RULES[i % len(RULES)]
        table = [group(rng, "A", rng.choice(KINDS)) for _ in range(rng.randint(1, 2))]
        table += [group(rng, rng.choice("BC"), rng.choice(KINDS)) for _ in range(rng.randint(0, 3))]
        rng.shuffle(table)
        hand = Hand(cards_near(rng, tuple(table), rng.randint(1, 5)), MANY)
        taken = rng.choice((None, rng.choice(hand.cards)))
        game = moment(hand, tuple(table), rules, laid_now=rng.random() < 0.5, taken=taken)
        yield game, game.kept()


# --- what is compared -----------------------------------------------------------------------------


def carried_out(game: Game, end: TurnEnd) -> Game:
    """Play the end as it is told; the engine must take each move in this order."""
    moves: list[Move] = list(end.hits)
    for move in moves:
        assert game.check(move) is None, (move, game)
        game = game.play(move)
    if end.discard is not None:
        discards = [
            move
            for move in game.legal_moves()
            if isinstance(move, Discard) and move.card == end.discard
        ]
        assert discards, (end, game)
        game = game.play(discards[0])
    return game


def assert_true(game: Game, end: TurnEnd, oracle: Oracle) -> None:
    """Compare every figure of an end with the state that it leads to."""
    after = carried_out(game, end)
    seat = game.turn
    assert after.hand(seat) == end.left
    assert end.goes_out == (after.stage == ROUND_OVER)
    assert end.points_left == games.points(end.left, game.rules.wild_points)
    if end.goes_out:
        assert after.out == seat
        assert (end.key, end.open_next, end.open_kinds) == (OUT, 0, 0)
    else:
        assert end.discard is not None
        assert tuple(map(int, end.key)) == oracle.key(after, end.discard)


@pytest.mark.parametrize("part", range(6))
def test_every_discard_has_its_best_hits(part: int) -> None:
    for game, kept in after_laying_positions(f"ends {part}", 200):
        oracle = Oracle(game)
        expected = oracle.play_out(game)
        hand = game.hand(0)
        found = endings(hand, game.table, "A", game.rules, laid_now=game.laid_now, kept=kept)
        keys = {-1 if end.discard is None else end.discard.kind: end.key for end in found}
        assert keys == expected, (
            keys,
            expected,
            game.laid_now,
            str(hand),
            list(map(str, game.table)),
            game.rules,
        )
        assert [end.key for end in found] == sorted(expected.values())
        for end in found:
            assert_true(game, end, oracle)
        best = best_ending(hand, game.table, "A", game.rules, laid_now=game.laid_now, kept=kept)
        assert best == found[0]


# --- layouts --------------------------------------------------------------------------------------

LAID = (
    *map(str, PHASES),
    *("set:2", "run:3", "run:5", "color:3", "crun:3", "cset:2", "parity:3", "even:3+odd:3"),
    *("run:3+run:2", "crun:3+set:2", "cset:2+set:2", "color:2+color:2", "parity:2+color:2"),
    *("set:2+set:2+set:2", "run:4+color:3", "crun:2+run:2"),
)


def phase_positions(seed: str, number: int) -> Iterator[tuple[Game, Phase]]:
    """Yield games whose player may be able to lay, with few enough layouts to play all of them."""
    rng = random.Random(seed)
    count = 0
    while count < number:
        rules = RULES[count % len(RULES)]
        phase = Phase(rng.choice(LAID))
        cards: list[Card] = []
        for goal in phase.groups:
            cards += group(rng, "A", goal.kind, goal.size).cards
        spare = rng.randint(0, min(4, 11 - len(cards)))
        table = [group(rng, rng.choice("BC"), rng.choice(KINDS)) for _ in range(rng.randint(0, 3))]
        near = [*table, *(Meld("A", "run", (card,)) for card in cards)]
        hand = Hand([*cards, *cards_near(rng, tuple(near), spare)], MANY)
        taken = rng.choice((None, rng.choice(hand.cards)))
        game = moment(hand, tuple(table), rules, taken=taken, phase=phase)
        if len(game.legal_layings()) <= 40:
            count += 1
            yield game, phase


Effect = tuple[object, ...]


def effect(game: Game, groups: Lay | Layout) -> Effect:
    """Say what a layout leaves and what its groups take: equal ones are told once."""
    cards = [card for laid in groups.groups for card in laid.cards]
    melds = [Meld("A", laid.kind, laid.cards) for laid in groups.groups]
    takes = sorted(
        str((meld.kind in ("run", "crun"), meld.ends, meld.color, meld.open_to)) for meld in melds
    )
    return ((game.hand(0) - cards).counts, tuple(takes))


def worth_considering(keys: dict[Effect, Key]) -> dict[Effect, Key]:
    """Leave out what another layout beats, by the words of the documentation."""

    def beaten(key: Key) -> bool:
        if key[0] and any(not other[0] for other in keys.values()):
            return True
        for other in keys.values():
            no_worse = all(a <= b for a, b in zip(other[1:4], key[1:4], strict=True))
            if no_worse and (other[1:4] != key[1:4] or other < key):
                return True
        return False

    return {each: key for each, key in keys.items() if not beaten(key)}


@pytest.mark.parametrize("part", range(6))
def test_layouts_are_those_that_no_other_beats(part: int) -> None:
    laid = several = 0
    for game, phase in phase_positions(f"layouts {part}", 60):
        oracle = Oracle(game)
        keys: dict[Effect, Key] = {}
        for lay in game.legal_layings():
            after = game.play(lay)
            key = OUT if after.stage == ROUND_OVER else min(oracle.play_out(after).values())
            keys[effect(game, lay)] = key
        expected = worth_considering(keys)
        hand, table, rules = game.hand(0), game.table, game.rules
        found = best_layouts(hand, phase, table, "A", rules, kept=game.kept())
        told = {effect(game, layout): layout.key for layout in found}
        assert told == expected, (str(hand), str(phase), list(map(str, table)), rules)
        assert len(told) == len(found)
        assert [layout.key for layout in found] == sorted(layout.key for layout in found)
        for layout in found:
            after = game.play(Lay(layout.groups))
            if after.stage == ROUND_OVER:
                assert layout.end.goes_out
                assert layout.end.discard is None
            else:
                assert_true(after, layout.end, oracle)
        most = random.Random(part).randint(0, 3)
        fewer = best_layouts(hand, phase, table, "A", rules, kept=game.kept(), most=most)
        assert fewer == found[:most]
        laid += bool(found)
        several += len(found) > 1
    assert laid >= 40
    assert several >= 10


# --- what a player would say ----------------------------------------------------------------------


def melds(*texts: str) -> tuple[Meld, ...]:
    return tuple(map(Meld.parse, texts))


def told(end: TurnEnd) -> str:
    return ", ".join([*(hit.text() for hit in end.hits), f"discard {end.discard}", str(end.left)])


def best(hand: str, *table: str, rules: str = "seed", laid_now: bool = False) -> TurnEnd:
    return best_ending(Hand(hand), melds(*table), "A", Rules.parse(rules), laid_now=laid_now)


def test_a_wild_closes_the_gap_to_a_dear_card_at_either_end() -> None:
    run = "A run R4 B5 G6 Y7"
    assert told(best("W R9 S S", run)) == "hit W=8 on A.1, hit R9 on A.1, discard S, S"
    assert told(best("W R2 S S", run)) == "hit W=3 on A.1, hit R2 on A.1, discard S, S"
    assert told(best("W R10 B2 S", "A run R5 B6 G7 Y8")) == (
        "hit W=9 on A.1, hit R10 on A.1, discard S, B2"
    )


def test_a_card_that_fits_elsewhere_is_spent_on_a_run_to_make_room() -> None:
    end = best("R8 G9 S S", "A run R4 B5 G6 Y7", "A set B8 G8 Y8")
    assert told(end) == "hit R8 on A.1, hit G9 on A.1, discard S, S"


def test_the_order_of_hits_on_two_runs() -> None:
    end = best("R8 R9 S S", "A crun R5 R6 R7", "B run B6 G7 Y8")
    played = ["hit R8 on A.1, hit R9 on A.1", "hit R8 on A.1, hit R9 on B.1"]
    assert told(end) in [f"{hits}, discard S, S" for hits in played]


def test_the_last_card_is_discarded_unless_it_may_be_hit() -> None:
    assert told(best("R7 R8", "A set B7 G7 Y7", "A set B8 G8 Y8")) == (
        "hit R8 on A.2, discard R7, "
    )
    own = melds("A set B7 G7 Y7")
    by_hit = Rules.parse("seed,go_out_by_hit=yes")
    found = endings(Hand("R7"), own, "A", by_hit, laid_now=False)
    assert [end.discard for end in found] == [CARDS[6], None]
    assert [end.goes_out for end in found] == [True, True]
    assert [end.discard for end in endings(Hand("R7"), own, "A", SEED, laid_now=False)] == [
        CARDS[6]
    ]


def test_without_a_card_the_turn_has_ended() -> None:
    for rules, out in (("seed", False), ("seed,go_out_by_hit=yes", True)):
        end = best("", "A set B7 G7 Y7", rules=rules)
        assert (end.hits, end.discard, len(end.left), end.goes_out) == ((), None, 0, out)
        found = endings(Hand(""), (), "A", Rules.parse(rules), laid_now=False)
        assert [each.discard for each in found] == [None]


def test_phases_of_others_are_closed_in_the_turn_of_laying() -> None:
    table = ("A set B7 G7 Y7", "B set B5 G5 Y5", "B run R1 B2 G3 Y4")
    now = best("R5 Y5 B12 R10", *table, laid_now=True)
    # Ten points go and the other ten too, so that both fives wait for the groups of B.
    assert told(now) == "discard R10, R5 B12 Y5"
    assert (now.points_left, now.open_next, now.goes_out) == (20, 2, False)
    later = best("R5 Y5 B12 R10", *table)
    assert (later.points_left, later.open_next) == (10, 0)
    assert best("R5 Y5 B12 R10", *table, laid_now=True, rules="official").key == later.key


def test_with_as_many_points_left_what_can_be_hit_next_turn_is_kept() -> None:
    table = ("A set B7 G7 Y7", "B run R1 B2 G3 Y4")
    assert told(best("R5 Y9", *table, laid_now=True)) == "discard Y9, R5"
    assert told(best("R9 Y5", *table, laid_now=True)) == "discard R9, Y5"
    (first, second) = endings(Hand("R5 Y9"), melds(*table), "A", SEED, laid_now=True)
    assert (first.open_next, second.open_next) == (1, 0)


def test_the_first_natural_card_gives_a_group_of_wilds_its_color() -> None:
    end = best("R1 R2 G12 S S", "A color W W W")
    # Ten points for one green card, or ten for two red ones: of as many the fewest cards.
    assert told(end) in (
        "hit R1 on A.1, hit R2 on A.1, discard S, G12 S",
        "hit G12 on A.1, discard S, R1 R2 S",
    )
    assert len(end.left) == 2


def test_a_wild_keeps_the_ends_of_runs_open() -> None:
    # At 12 the run could go no further; below it and on the set it takes nothing away.
    end = best("W S S", "A run R8 B9 G10 Y11", "A set R11 B11 W=11")
    assert end.hits == (Hit(Card(WILD, 7), 0, 1),) or end.hits == (Hit(Card(WILD, 11), 0, 2),)
    assert end.open_kinds == 12


def test_the_card_taken_is_kept_unless_it_is_the_last() -> None:
    rules = Rules.parse("seed,discard_taken=no")
    table = melds("A set B7 G7 Y7")
    twelve = Card.parse("R12").kind
    for hand, discards in (
        ("R12 B1 G2", ["B1", "G2"]),
        ("R12 R12 B1", ["R12", "B1"]),  # the other one may go
        ("R12 R7", ["R12", "R7"]),  # after the hit it is the last card
        ("R12", ["R12"]),
    ):
        found = endings(Hand(hand), table, "A", rules, laid_now=False, kept=twelve)
        assert sorted(str(end.discard) for end in found) == sorted(discards), hand
    (end, *_) = endings(Hand("R12 R7"), table, "A", rules, laid_now=False, kept=twelve)
    assert told(end) == "hit R7 on A.1, discard R12, "


def test_groups_told_without_what_their_wilds_stand_for() -> None:
    end = best("R8 S S", "A run W B5 G6 W")
    assert told(end) == "hit R8 on A.1, discard S, S"
    assert told(best("R1 S S", "A set W W W")) == "hit R1 on A.1, discard S, S"


def test_the_wild_stands_where_the_dear_card_can_follow() -> None:
    hand = Hand("R9 B10 W G12 S S R1")
    found = best_layouts(hand, Phase("run:3"), (), "A", SEED)
    assert {told(layout.end) for layout in found} == {
        "hit G12 on A.1, discard S, R1 S",
        "hit R9 on A.1, discard S, R1 S",
    }
    assert [" ".join(map(str, layout.groups)) for layout in found] == [
        "run R9 B10 W=11",
        "run B10 W=11 G12",
    ]
    assert best_layouts(hand, Phase("run:3"), (), "A", SEED, most=1) == found[:1]
    assert best_layouts(hand, Phase("run:3"), (), "A", SEED, most=0) == ()


def test_more_points_are_worth_considering_where_they_can_be_hit_next_turn() -> None:
    hand, phase, table = Hand("R10 B10 R4 B4 S"), Phase("set:2"), melds("B set Y10 G10 W=10")
    tens, fours = best_layouts(hand, phase, table, "A", SEED)
    assert (str(tens.groups[0]), told(tens.end)) == ("set R10 B10", "discard S, R4 B4")
    assert (str(fours.groups[0]), told(fours.end)) == ("set R4 B4", "discard S, R10 B10")
    assert [layout.end.points_left for layout in (tens, fours)] == [10, 20]
    assert [layout.end.open_next for layout in (tens, fours)] == [0, 2]
    (out,) = best_layouts(hand, phase, table, "A", Rules.parse("official"))
    assert str(out.groups[0]) == "set R4 B4"
    assert told(out.end) == "hit R10 on B.1, hit B10 on B.1, discard S, "


def test_the_phase_is_not_laid_without_a_card_to_discard() -> None:
    hand, phase = Hand("R7 B7 G7"), Phase("set:3")
    assert best_layouts(hand, phase, (), "A", SEED) == ()
    (layout,) = best_layouts(hand, phase, (), "A", Rules.parse("seed,go_out_by_hit=yes"))
    assert layout.end.goes_out
    assert layout.end.discard is None
    assert best_layouts(Hand("R7 B7 G8 Y1"), phase, (), "A", SEED) == ()


def test_where_one_layout_goes_out_only_those_that_do_are_listed() -> None:
    hand = Hand("R3 B3 Y3 W R9 G9 Y9 B9 R3 B9 S")
    found = best_layouts(hand, Phase("set:3+set:3"), (), "A", SEED)
    assert found
    assert all(layout.end.goes_out for layout in found)
    assert {layout.key for layout in found} == {OUT}


# --- for the first hints --------------------------------------------------------------------------


def complete_hand(rng: random.Random, phase: Phase) -> Hand:
    deck = [CARDS[kind] for kind, count in enumerate(SEED.deck.counts) for _ in range(count)]
    while True:
        hand = Hand(rng.sample(deck, 11))
        plan = best_groupings(hand, phase)[0]
        if plan.missing <= 3:
            wilds = min(8, hand.wilds + plan.missing)
            naturals = [card for group in plan.groups for card in group.cards if card.is_number]
            rest = [card for card in plan.spare if not card.is_wild]
            return Hand((naturals + [CARDS[WILD]] * wilds + rest)[:11])


@pytest.mark.parametrize("phase", [*PHASES, Phase("run:3+run:4"), Phase("cset:2+color:3")], ids=str)
def test_after_a_plan_as_few_points_stay_as_the_engine_can_leave(phase: Phase) -> None:
    rng = random.Random(str(phase))
    checked = 0
    while checked < 12:
        grouping = best_groupings(complete_hand(rng, phase), phase)[0]
        if grouping.missing or not grouping.spare:
            continue
        end = after_laying(grouping, SEED.points)
        table = tuple(Meld("A", plan.group.kind, plan.cards) for plan in grouping.groups)
        game = moment(Hand(grouping.spare), table, SEED, laid_now=True)
        points = [key[1] for key in Oracle(game).play_out(game).values()]
        assert games.points(" ".join(map(str, end.left))) == min(points)
        used = [card.kind for card, _ in end.hits] + [card.kind for card in end.left]
        used += [end.discard.kind] if end.discard else []
        assert Counter(used) == Counter(card.kind for card in grouping.spare)
        checked += 1


def test_one_card_is_kept_to_discard() -> None:
    (plan, *_) = best_groupings(Hand("R7 B7 G7 R9 B9 G9 Y7"), Phase("2 sets of 3"))
    assert after_laying(plan, SEED.points) == AfterLaying((), Card.parse("Y7"), ())


def test_nothing_is_left_to_discard() -> None:
    (plan, *_) = best_groupings(Hand("R7 B7 G7"), Phase("set:3"))
    assert after_laying(plan, SEED.points) == AfterLaying((), None, ())


def test_wilds_on_sets_are_told_plainly() -> None:
    (plan, *_) = best_groupings(Hand("R7 B7 G7 W S S"), Phase("set:3"))
    assert after_laying(plan, SEED.points).hits == ((CARDS[WILD], 1),)
