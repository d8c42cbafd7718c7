"""The rules read a second time, plainly and slowly, to hold the engine against.

Written from rules.en.md (S-numbers and sections 2, 4, 6), not from the engine. Cards are pairs
(kind, number a wild is declared as or 0); laid groups are compared as sorted cards, layings as
sorted groups, so that order does not matter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations, product
from typing import NamedTuple

from phase10.game.cards import Card
from phase10.game.engine import Game
from phase10.game.melds import Meld
from phase10.game.moves import SEATS, Discard, Draw, Hit, Laid, Lay, Move, TakeDiscard
from phase10.game.phases import Phase
from phase10.game.rules import Rules

WILD, SKIP = 48, 49
Face = tuple[int, int]
Group = tuple[str, tuple[Face, ...]]
Laying = tuple[Group, ...]


def face(card: Card) -> Face:
    return (card.kind, card.stands_for or 0)


def laying(groups: Iterable[Laid]) -> Laying:
    """Write a laying so that equal ones are equal, whatever their order."""
    return tuple(sorted((kind, tuple(sorted(map(face, cards)))) for kind, cards in groups))


def number(card: Face) -> int:
    """Give the number that a card is or stands for, 0 for a wild that needs none."""
    return card[1] if card[0] == WILD else card[0] % 12 + 1


def naturals(cards: Iterable[Face]) -> list[int]:
    return [kind for kind, _ in cards if kind < WILD]


def valid_group(kind: str, cards: Sequence[Face]) -> bool:
    """Tell whether cards, in any order, are a group as it may lie (S6–S9, S29, S34, S37)."""
    if any(kind_of_card == SKIP for kind_of_card, _ in cards):
        return False
    numbers = sorted(number(card) for card in cards)
    own = naturals(cards)
    one_color = len({card // 12 for card in own}) <= 1
    if kind in ("set", "cset"):
        same = len(set(numbers)) == 1 and 1 <= numbers[0] <= 12
        return same and (kind == "set" or one_color)
    if kind in ("run", "crun"):
        in_order = numbers == list(range(numbers[0], numbers[0] + len(numbers)))
        inside = numbers[0] >= 1 and numbers[-1] <= 12
        return in_order and inside and (kind == "run" or one_color)
    if any(said for card, said in cards if card == WILD):
        return False
    odd = {(card % 12 + 1) % 2 for card in own}
    if kind == "color":
        return one_color
    return {"even": odd <= {0}, "odd": odd <= {1}, "parity": len(odd) <= 1}[kind]


def faces(meld: Meld) -> tuple[Face, ...]:
    return tuple(map(face, meld.cards))


# --- layings -------------------------------------------------------------------------------------


def _subsets(available: Sequence[tuple[int, int]], most: int) -> Iterator[tuple[int, ...]]:
    """Choose up to ``most`` cards out of (kind, copies)."""
    if not available:
        yield ()
        return
    (kind, copies), rest = available[0], available[1:]
    for count in range(min(copies, most) + 1):
        for more in _subsets(rest, most - count):
            yield (kind,) * count + more


def _filled(chosen: tuple[int, ...], size: int, wilds: int, stands_for: int) -> list[Face]:
    """Add wilds up to the size; nothing where there are too few."""
    missing = size - len(chosen)
    if not 0 <= missing <= wilds:
        return []
    return [*((kind, 0) for kind in chosen), *[(WILD, stands_for)] * missing]


def groups_for(kind: str, size: int, hand: Counter[int]) -> set[tuple[Face, ...]]:
    """List every group of exactly so many cards of the hand that meets a goal."""
    cards = [(card, copies) for card, copies in sorted(hand.items()) if card < WILD and copies]
    wilds = hand[WILD]
    found: set[tuple[Face, ...]] = set()
    if kind in ("run", "crun"):
        for start in range(1, 14 - size):
            places = [
                [(card, 0) for card, _ in cards if card % 12 + 1 == place] + [(WILD, place)]
                for place in range(start, start + size)
            ]
            found.update(tuple(sorted(chosen)) for chosen in product(*places))
    else:
        for part in range(12 if kind in ("set", "cset") else 4):
            if kind in ("set", "cset"):
                fitting = [(card, copies) for card, copies in cards if card % 12 == part]
                stands_for = part + 1
            elif kind == "color":
                fitting = [(card, copies) for card, copies in cards if card // 12 == part]
                stands_for = 0
            else:
                fitting = [
                    (card, copies) for card, copies in cards if (card % 12 + 1) % 2 == part % 2
                ]
                stands_for = 0
            for chosen in _subsets(fitting, size):
                filled = _filled(chosen, size, wilds, stands_for)
                if filled:
                    found.add(tuple(sorted(filled)))
    return {
        cards_of
        for cards_of in found
        if sum(card == WILD for card, _ in cards_of) <= wilds and valid_group(kind, cards_of)
    }


def exact_layings(hand: Counter[int], phase: Phase, rules: Rules) -> set[Laying]:
    """List every way to lay exactly the goals of a phase from a hand."""
    found: set[Laying] = set()

    def add(goals: Sequence[tuple[str, int]], left: Counter[int], groups: Laying) -> None:
        if not goals:
            if natural_enough(groups, rules) and numbers_allowed(groups, rules):
                found.add(tuple(sorted(groups)))
            return
        for group in groups_for(*goals[0], left):
            rest = left.copy()
            rest.subtract(kind for kind, _ in group)
            if min(rest.values(), default=0) >= 0:
                add(goals[1:], rest, (*groups, (goals[0][0], group)))

    keep = 0 if rules.go_out_by_hit else 1
    if phase.size <= hand.total() - keep:
        add([(goal.kind, goal.size) for goal in phase.groups], hand.copy(), ())
    return found


def natural_enough(groups: Laying, rules: Rules) -> bool:
    """Tell whether the natural cards suffice (S35; natural_per)."""
    each = [bool(naturals(cards)) for _, cards in groups]
    return all(each) if rules.natural_per == "group" else any(each)


def numbers_allowed(groups: Laying, rules: Rules) -> bool:
    """Tell whether no two sets are of one number where that is not allowed (same_number_sets)."""
    sets = [number(cards[0]) for kind, cards in groups if kind in ("set", "cset")]
    return rules.same_number_sets or len(set(sets)) == len(sets)


def may_lay(
    groups: Laying, hand: Counter[int], phase: Phase, rules: Rules, ends: bool = False
) -> bool:
    """Tell whether groups may be laid as this phase, more fitting cards included (section 6.3).

    ``ends``: the match ends with it (S55), so that no card is needed for the discard (S32).
    """
    used = Counter(kind for _, cards in groups for kind, _ in cards)
    if any(count > hand[kind] for kind, count in used.items()):
        return False
    if not all(cards and valid_group(kind, cards) for kind, cards in groups):
        return False
    goals = phase.groups
    suits = len(groups) == len(goals) and any(
        all(
            kind == goal.kind
            and (len(cards) == goal.size or (rules.extra_on_lay and len(cards) > goal.size))
            for (kind, cards), goal in zip(groups, order, strict=True)
        )
        for order in permutations(goals)
    )
    keep = 0 if rules.go_out_by_hit or ends else 1
    return (
        suits
        and hand.total() - used.total() >= keep
        and natural_enough(groups, rules)
        and numbers_allowed(groups, rules)
    )


# --- the other moves -----------------------------------------------------------------------------


def left_of(game: Game) -> int:
    """Give the next of those who play, clockwise (S20, S40)."""
    seat = game.turn
    while True:
        seat = (seat + 1) % len(game.seats)
        if seat in game.playing:
            return seat


def may_be_skipped(game: Game) -> set[int]:
    """List who may lose a turn (S40; section 6.1)."""
    rules = game.rules
    seats = {left_of(game)} if rules.skip_target == "next" else set(game.playing) - {game.turn}
    if rules.skip_limit == "until_served":
        seats = {seat for seat in seats if game.seats[seat].skips == 0}
    return seats


def may_draw(game: Game) -> bool:
    """Tell whether there is a card to draw (S21; section 6.6)."""
    return bool(game.pile) or (game.rules.restock == "reshuffle" and len(game.discards) >= 2)


def may_take(game: Game) -> bool:
    """Tell whether the top discard may be taken (S21; section 6.8)."""
    return bool(game.discards) and (game.discards[-1] != SKIP or game.rules.take_skip)


def may_hit(game: Game, hit: Hit) -> bool:
    """Tell whether a card, declared where it is a wild, may be hit (S25–S31, S37)."""
    seat, rules = game.seats[game.turn], game.rules
    if hit.card not in seat.hand or seat.laid is None or not 0 <= hit.seat < len(game.seats):
        return False
    groups = [meld for meld in game.table if meld.owner == SEATS[hit.seat]]
    if not 1 <= hit.group <= len(groups):
        return False
    if hit.seat != game.turn and game.laid_now and not rules.hit_others_same_turn:
        return False
    if len(seat.hand) == 1 and not rules.go_out_by_hit:
        return False
    meld = groups[hit.group - 1]
    return valid_group(meld.kind, (*faces(meld), face(hit.card)))


def may_discard(game: Game, discard: Discard) -> bool:
    """Tell whether a card may be discarded, a skip with its target (S32, S40; section 6.1)."""
    hand, rules = game.seats[game.turn].hand, game.rules
    card = discard.card
    if card not in hand:
        return False
    just_taken = game.taken and game.drew == card.kind and hand.count(card) == 1
    if just_taken and not rules.discard_taken and len(hand) > 1:
        return False
    if not card.is_skip:
        return discard.target is None
    targets = may_be_skipped(game) if len(hand) > 1 else set()
    return discard.target in targets if targets else discard.target is None


def moves(game: Game) -> set[Move]:
    """List every lawful move but the layings, in the form of the records."""
    if game.stage == "draw":
        return {
            step
            for step, allowed in ((Draw(), may_draw(game)), (TakeDiscard(), may_take(game)))
            if allowed
        }
    if game.stage != "play":
        return set()
    cards = [Card(kind) for kind in range(50)]
    wilds = [Card(WILD, said) for said in range(1, 13)]
    seats = range(len(game.seats))
    hits = [
        Hit(card, seat, group) for card in cards + wilds for seat in seats for group in range(1, 8)
    ]
    throws = [Discard(card, target) for card in cards for target in (None, *seats)]
    return {hit for hit in hits if may_hit(game, hit)} | {
        throw for throw in throws if may_discard(game, throw)
    }


def layings(game: Game) -> dict[int, set[Laying]]:
    """List every lawful exact laying by the number of its phase."""
    seat = game.seats[game.turn]
    if game.stage != "play" or seat.laid is not None:
        return {}
    hand = Counter(card.kind for card in seat.hand)
    return {
        each: exact_layings(hand, game.setup.phases[each - 1], game.rules)
        for each in phases_open(game, game.turn)
    }


def phases_open(game: Game, seat: int) -> list[int]:
    """List the phases a player may make in this round (S10, S58, S63; section 6.4)."""
    rules, in_use = game.rules, phases_in_use(game)
    if game.tie_break:
        return [in_use[-1]]
    if rules.advance_all:
        return [in_use[game.round - 1]]
    left = [each for each in in_use if each not in game.seats[seat].done]
    return left[:1] if rules.in_order else left


def phases_in_use(game: Game) -> list[int]:
    """List the numbers of the phases that are played (S59–S61)."""
    rules = game.rules
    last = rules.last_phase or len(game.setup.phases)
    keep = {"all": (0, 1), "even": (0,), "odd": (1,)}[rules.use_phases]
    return [each for each in range(1, last + 1) if each % 2 in keep]


def canonical(move: Move) -> object:
    """Write a move so that equal ones are equal."""
    if isinstance(move, Lay):
        return ("lay", move.phase, laying(move.groups))
    return move


# --- any move that can be written -----------------------------------------------------------------


def lawful(game: Game, move: Move) -> bool:
    """Tell whether the rules allow a move, as well as it can be understood from its text."""
    if game.stage not in ("draw", "play"):
        return False
    if isinstance(move, Draw | TakeDiscard):
        return move in moves(game)
    if game.stage == "draw":
        return False
    if isinstance(move, Discard):
        return any(may_discard(game, each) for each in _meant(game, move))
    if isinstance(move, Hit):
        return any(may_hit(game, each) for each in _understood(game, move))
    if isinstance(move, Lay):
        return _lawful_laying(game, move)
    return False


def _meant(game: Game, discard: Discard) -> list[Discard]:
    """Give what a discard can mean: a skip needs no name where only one player can be meant."""
    card, target = Card(discard.card.kind), discard.target
    targets = may_be_skipped(game)
    if card.is_skip and target is None and len(targets) == 1:
        return [Discard(card, *targets), Discard(card)]
    if card.is_skip and target in targets:
        # As the last card it skips nobody, whoever was named (section 6.1).
        return [Discard(card, target)] + [Discard(card)] * (len(game.hand(game.turn)) == 1)
    return [Discard(card, target)]


def _understood(game: Game, hit: Hit) -> list[Hit]:
    """Give what a hit can mean: a wild needs no number where only one is open or none matters."""
    if not hit.card.is_wild or hit.seat >= len(game.seats):
        return [hit]
    groups = [meld for meld in game.table if meld.owner == SEATS[hit.seat]]
    if not 1 <= hit.group <= len(groups):
        return [hit]
    if groups[hit.group - 1].kind in ("set", "cset", "run", "crun"):
        if hit.card.stands_for is not None:
            return [hit]
        each = [Hit(Card(WILD, said), hit.seat, hit.group) for said in range(1, 13)]
        fitting = [one for one in each if may_hit(game, one)]
        return fitting if len(fitting) == 1 else []
    return [Hit(Card(WILD), hit.seat, hit.group)]


def _lawful_laying(game: Game, move: Lay) -> bool:
    """Tell whether a laying is lawful; its wilds must all be declared or not matter."""
    seat = game.seats[game.turn]
    if seat.laid is not None:
        return False
    numbers = [each for each in phases_open(game, game.turn) if move.phase in (None, each)]
    hand = Counter(card.kind for card in seat.hand)
    readings = [reading(group) for group in move.groups]
    if None in readings:
        return False
    groups = laying(Laid(*group) for group in readings if group is not None)
    return any(
        may_lay(groups, hand, game.setup.phases[each - 1], game.rules, ends_match(game, each))
        for each in numbers
    )


def ends_match(game: Game, number: int) -> bool:
    """Tell whether the match ends when the player to move lays this phase (S55; game_end)."""
    if game.tie_break:
        return game.rules.tie_break == "lay"
    if game.rules.game_end != "at_once":
        return False
    in_use = set(phases_in_use(game))
    left = {
        index: in_use - {*game.seats[index].done, game.seats[index].laid} for index in game.playing
    }
    last = {
        index
        for index in game.playing
        if index != game.turn and len(in_use - set(game.seats[index].done)) <= 1
    }
    return left[game.turn] == {number} and not last


def reading(group: Laid) -> Laid | None:
    """Declare the wilds of a group that is told: those of a run by their places in it."""
    kind, cards = group
    told = [number(face(card)) for card in cards if not _free(card)]
    if kind in ("set", "cset"):
        if not told:
            return None
        return Laid(kind, tuple(Card(WILD, told[0]) if _free(card) else card for card in cards))
    if kind not in ("run", "crun"):
        return Laid(kind, tuple(Card(card.kind) for card in cards))
    if len(told) == len(cards):
        return group
    # Upwards as told, or downwards where two numbers tell it.
    for order in (cards, cards[::-1])[: len(told)]:
        place = next(at for at, card in enumerate(order) if not _free(card))
        start = number(face(order[place])) - place
        run = [Card(WILD, start + at) if _free(card) and 1 <= start + at <= 12 else card
               for at, card in enumerate(order)]  # fmt: skip
        if [number(face(card)) for card in run] == list(range(start, start + len(run))):
            return Laid(kind, tuple(run))
    return None


def _free(card: Card) -> bool:
    return card.is_wild and card.stands_for is None


# --- the end of a round and of a match -----------------------------------------------------------


class Outcome(NamedTuple):
    """What the end of a round brings."""

    points: tuple[int, ...]
    scores: tuple[int, ...]
    done: tuple[tuple[int, ...], ...]
    winner: int | None
    tied: tuple[int, ...]


def outcome(game: Game) -> Outcome:
    """Tell what the end of this round brings, from what is held, laid and was scored before.

    ``game``: the round at its end but before it is counted: hands, ``laid``, scores and phases of
    the rounds before, ``out``.
    """
    rules, in_use = game.rules, phases_in_use(game)
    seats, nobody = game.seats, (0,) * len(game.seats)
    if game.tie_break:
        unchanged = (tuple(seat.score for seat in seats), tuple(seat.done for seat in seats))
        return Outcome(nobody, *unchanged, game.out, game.playing)
    points = [
        sum(
            rules.wild_points if kind == WILD else 15 if kind == SKIP else 5 + 5 * (kind % 12 > 8)
            for kind in (card.kind for card in seat.hand)
        )
        for seat in seats
    ]
    scores = [seat.score + more for seat, more in zip(seats, points, strict=True)]
    done: list[tuple[int, ...]] = []
    for index, seat in enumerate(seats):
        made = {*seat.done, *(() if seat.laid is None else (seat.laid,))}
        last_without_going_out = len(made) == len(in_use) and index != game.out
        if rules.game_end == "out" and last_without_going_out:
            made = set(seat.done)
        done.append(tuple(sorted(made)))
    if rules.advance_all:
        rivals = list(range(len(seats))) if game.round == len(in_use) else []
    else:
        rivals = [index for index, made in enumerate(done) if list(made) == in_use]
    least = min((scores[index] for index in rivals), default=0)
    best = tuple(index for index in rivals if scores[index] == least)
    winner = best[0] if len(best) == 1 else None
    tied = best if len(best) > 1 else ()
    return Outcome(tuple(points), tuple(scores), tuple(done), winner, tied)
