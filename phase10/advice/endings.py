"""Options once the phase can be laid or lies: layouts, hits, discards, and the draw before them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from phase10.advice.options import Option
from phase10.advice.ranking import ranked, taken
from phase10.game.cards import CARDS, SKIP, WILD, Hand
from phase10.game.melds import Meld
from phase10.game.moves import SEATS, Hit, Lay
from phase10.game.position import ME, Position
from phase10.solver.danger import danger
from phase10.solver.groupings import missing
from phase10.solver.layouts import Layout, TurnEnd, best_ending, best_layouts, endings
from phase10.solver.worth import (
    gift_points,
    keeping_points,
    next_player,
    skip_points,
    skip_targets,
)

__all__ = [
    "can_draw",
    "complete_draw",
    "end_options",
    "laid_draw_options",
    "lay_options",
    "seats_of",
]

_MOST_LAYOUTS: Final = 12
_COLORED: Final = ("color", "crun", "cset")


def seats_of(position: Position) -> tuple[str, ...]:
    """Name the seats as they lie on the table: me, the others in turn order, further owners."""
    named = [ME, *(player.name for player in position.players)]
    owners = dict.fromkeys(meld.owner for meld in position.table)
    return tuple(dict.fromkeys([*named, *owners]))[: len(SEATS)]


def _table(position: Position, names: Sequence[str]) -> tuple[Meld, ...]:
    """Give the groups on the table with their owners as letters of seats."""
    return tuple(
        Meld(SEATS[names.index(meld.owner)], meld.kind, meld.settled().cards)
        for meld in position.table
        if meld.owner in names
    )


def lay_options(position: Position) -> tuple[Option, ...]:
    """Rank the layouts by what the turn leaves; waiting comes last."""
    names = seats_of(position)
    table, hand, rules = _table(position, names), position.hand, position.rules
    layouts = best_layouts(
        hand, position.phase, table, SEATS[0], rules, kept=_kept(position), most=_MOST_LAYOUTS
    )
    if _ends_by_laying(position):
        options = [_last(position, layout) for layout in layouts]
    else:
        options = [_laid(position, layout, table, names) for layout in layouts]
    found = ranked(options)
    waiting = _waiting(position, len(found) + 1)
    return found if waiting is None else (*found, waiting)


def _laid(
    position: Position, layout: Layout, table: tuple[Meld, ...], names: Sequence[str]
) -> Option:
    """Choose the end of a layout with an eye on the next player."""
    melds = tuple(Meld(SEATS[0], kind, cards) for kind, cards in layout.groups)
    rest = position.hand - [card for group in layout.groups for card in group.cards]
    ends = endings(
        rest, (*table, *melds), SEATS[0], position.rules, laid_now=True, kept=_kept(position)
    )
    if not ends:
        ends = (layout.end,)
    after = replace(position, hand=rest, table=(*position.table, *_owned(melds)))
    option = min((_ended(after, end, names) for end in ends), key=lambda option: option.cost)
    move = Lay(layout.groups).text()
    return replace(
        option,
        move=move,
        then=option.move,
        p_next=Fraction(1),
        p_within={1: Fraction(1)},
        turns=1.0,
    )


def _last(position: Position, layout: Layout) -> Option:
    """Give a layout with which the match ends at once: nothing is hit or discarded any more."""
    left = position.hand - [card for group in layout.groups for card in group.cards]
    points = 0 if position.tie_break else position.rules.points_of(left)
    return Option(
        move=Lay(layout.groups).text(),
        p_next=Fraction(1),
        p_within={1: Fraction(1)},
        turns=1.0,
        points_left=points,
        goes_out=True,
        cost=(0.0, float(points)),
    )


def _ends_by_laying(position: Position) -> bool:
    """Tell whether laying the phase ends the match (S55 and the option game_end)."""
    rules = position.rules
    if position.tie_break:
        return rules.tie_break == "lay"
    if rules.game_end != "at_once" or not position.players:
        return False
    last = rules.last_phase or len(position.phases)
    odd = {"all": (0, 1), "even": (0,), "odd": (1,)}[rules.use_phases]
    numbers = [number for number in range(1, last + 1) if number % 2 in odd]
    if not rules.in_order:
        made = (position.done, *(player.done for player in position.players))
        others = [len(done) >= len(numbers) - 1 for done in made]
        return others[0] and not any(others[1:])
    mine = position.phase == position.phases[numbers[-1] - 1]
    return mine and all(player.phase not in (None, numbers[-1]) for player in position.players)


def _owned(melds: Sequence[Meld]) -> tuple[Meld, ...]:
    return tuple(Meld(ME, meld.kind, meld.cards) for meld in melds)


def _waiting(position: Position, rank: int) -> Option | None:
    """Give the option to keep the whole phase in hand: right only in rare cases."""
    hand, phase, rules = position.hand, position.phase, position.rules
    kept = _kept(position)
    whole = [
        card
        for card in hand.kinds()
        if card.kind != kept and not missing(hand - card, phase, rules)
    ]
    if not whole:
        return None
    card = max(whole, key=lambda card: (not card.is_wild, rules.points(card)))
    targets = skip_targets(position) if card.kind == SKIP else ()
    return Option(
        move=f"discard {card} on {targets[0].name}" if targets else f"discard {card}",
        rank=rank,
        p_next=Fraction(1),
        p_within={1: Fraction(1)},
        turns=1.0,
        points_left=rules.points_of(hand - card),
    )


def end_options(position: Position) -> tuple[Option, ...]:
    """Rank, once the phase lies, every discard with the best hits before it."""
    names = seats_of(position)
    ends = endings(
        position.hand,
        _table(position, names),
        SEATS[0],
        position.rules,
        laid_now=position.laid_now,
        kept=_kept(position),
    )
    return ranked([_ended(position, end, names) for end in ends])


def _kept(position: Position) -> int | None:
    """Give the kind that may not be discarded: the card just taken, by some rules."""
    if position.took is None or position.rules.discard_taken:
        return None
    alone = position.hand.count(position.took) == 1 and len(position.hand) > 1
    return position.took.kind if alone else None


def _ended(position: Position, end: TurnEnd, names: Sequence[str]) -> Option:
    """Weigh the end of a turn: out, then points left and gifts, then what stays open."""
    player, card = next_player(position), end.discard
    gain, move, use = 0.0, "", None
    if card is not None:
        move = f"discard {card}"
        if card.kind == SKIP and not end.goes_out:
            targets = skip_targets(position)
            if targets:
                gain, move = skip_points(targets[0]), f"discard {card} on {targets[0].name}"
                after = replace(position, skipped=(*position.skipped, targets[0].name))
                player = next_player(after)
        after_hits = _hit(position, end.hits, names)
        if player is not None and not end.goes_out:
            use = danger(card, player, after_hits if player.laid else position)
        if not end.goes_out:
            gain -= keeping_points(card, after_hits)
    given = gift_points(use, player) - gain
    return Option(
        move=move,
        hits=tuple(hit.text(names) for hit in end.hits),
        points_left=end.points_left,
        danger=use,
        goes_out=end.goes_out,
        cost=(float(not end.goes_out), round(end.points_left + given, 3), *map(float, end.key[2:])),
    )


def _hit(position: Position, hits: Sequence[Hit], names: Sequence[str]) -> Position:
    """Give the position after hits, which may have opened a group to more cards."""
    if not hits:
        return position
    table = list(position.table)
    for hit in hits:
        owned = [place for place, meld in enumerate(table) if meld.owner == names[hit.seat]]
        place = owned[hit.group - 1]
        table[place] = table[place].settled().with_card(hit.card)
    hand = position.hand - [CARDS[hit.card.kind] for hit in hits]
    return replace(position, hand=hand, table=tuple(table))


def can_draw(position: Position) -> bool:
    """Tell whether a card can be drawn; where the draw pile is not known it can."""
    if position.pile != 0:
        return True
    return position.rules.restock == "reshuffle" and len(position.discards) > 1


def laid_draw_options(position: Position, unseen: Sequence[int]) -> tuple[Option, ...]:
    """Compare, once the phase lies, taking the face-up card with drawing blind.

    The draw is averaged over ``unseen``, fifty counts of the cards that it may be, each followed by
    its best hits and discard: exact for this turn, if the next players are left out of it.
    """
    names = seats_of(position)
    table, rules = _table(position, names), position.rules
    options = []
    if can_draw(position):
        drawn = Option(move="draw pile", unseen=sum(unseen))
        colored = any(meld.kind in _COLORED for meld in table)
        options.append(
            _averaged(
                position,
                drawn,
                unseen,
                colored,
                lambda hand: best_ending(hand, table, SEATS[0], rules, laid_now=False),
            )
        )
    top = position.top
    if top is not None and (top.kind != SKIP or rules.take_skip):
        best = end_options(taken(position, top))[0]
        sure = float(best.goes_out)
        cost = (-sure, float(best.points_left))
        took = replace(best, move="take discard", then=best.move, p_out=sure, cost=cost)
        options.append(took)
    return ranked(options)


def complete_draw(position: Position, drawn: Option, unseen: Sequence[int]) -> Option:
    """Weigh a blind draw of who holds the phase already: by what laying leaves then."""
    names = seats_of(position)
    table, rules, phase = _table(position, names), position.rules, position.phase
    kinds = {meld.kind for meld in table} | {group.kind for group in phase.groups}

    def end(hand: Hand) -> TurnEnd | None:
        layouts = best_layouts(hand, phase, table, SEATS[0], rules, most=1)
        return layouts[0].end if layouts else None

    return _averaged(position, drawn, unseen, not kinds.isdisjoint(_COLORED), end)


def _averaged(
    position: Position,
    drawn: Option,
    unseen: Sequence[int],
    colored: bool,
    end_of: Callable[[Hand], TurnEnd | None],
) -> Option:
    """Average how a turn ends over the card drawn blind; ``colored``: colors make a difference."""
    rules = position.rules
    out = points = 0.0
    total = sum(unseen)
    for kind, count in _classes(unseen, colored).items():
        hand = Hand.from_counts((position.hand + CARDS[kind]).counts, rules.deck)
        end = end_of(hand)
        out += count * (end is not None and end.goes_out)
        points += count * (rules.points_of(position.hand) if end is None else end.points_left)
    held = rules.points_of(position.hand)
    chance, mean = (out / total, points / total) if total else (0.0, float(held))
    cost = (-round(chance, 6), round(mean, 3))
    return replace(drawn, points_left=round(mean), p_out=chance, cost=cost)


def _classes(unseen: Sequence[int], colored: bool) -> dict[int, int]:
    """Count the unseen cards by kind, colours put together where they make no difference."""
    classes: dict[int, int] = {}
    for kind, count in enumerate(unseen):
        if count:
            same = kind if colored or kind >= WILD else _alike(kind, unseen)
            classes[same] = classes.get(same, 0) + count
    return classes


def _alike(kind: int, unseen: Sequence[int]) -> int:
    """Give the first unseen kind of the same number."""
    return next(other for other in range(kind % 12, WILD, 12) if unseen[other])
