"""Hands, phases, rules, groups on the table and positions for Hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st

from phase10.game.cards import CARDS, STANDARD_DECK, WILD, Card, Cards, Deck, Hand
from phase10.game.melds import Meld
from phase10.game.moves import (
    Discard,
    Draw,
    EndTurn,
    Hit,
    Laid,
    Lay,
    Move,
    TakeBack,
    TakeDiscard,
)
from phase10.game.phases import EDITIONS, GOAL_SIZES, PHASE_LIMIT, PHASES, Group, Phase
from phase10.game.position import Opponent, Position
from phase10.game.rules import OPTIONS, Rules
from phase10.game.setup import Setup

DECK = tuple(kind for kind, copies in enumerate(STANDARD_DECK.counts) for _ in range(copies))

cards = st.one_of(st.sampled_from(CARDS), st.integers(1, 12).map(lambda number: Card(WILD, number)))


def dealt(low: int = 0, high: int = 11) -> st.SearchStrategy[list[Card]]:
    """Cards drawn from one deck without putting them back."""
    places = st.lists(st.integers(0, len(DECK) - 1), min_size=low, max_size=high, unique=True)
    return places.map(lambda chosen: [CARDS[DECK[place]] for place in chosen])


def hands(low: int = 0, high: int = 11) -> st.SearchStrategy[Hand]:
    """Hands of ``low`` to ``high`` cards."""
    return dealt(low, high).map(Hand)


groups = st.sampled_from(sorted(GOAL_SIZES)).flatmap(
    lambda kind: st.integers(GOAL_SIZES[kind][0], min(GOAL_SIZES[kind][1], PHASE_LIMIT)).map(
        lambda size: Group(kind, size)
    )
)
phases = (
    st.lists(groups, min_size=1, max_size=5)
    .filter(lambda chosen: sum(group.size for group in chosen) <= PHASE_LIMIT)
    .map(Phase)
)


def possible(options: dict[str, object]) -> dict[str, object]:
    """Turn options that contradict each other into such as go together."""
    if options["advance_all"]:
        options |= {"in_order": True, "game_end": "round"}
    if options["use_phases"] == "even" and options["last_phase"] == 1:
        options["last_phase"] = 2
    return options


mixtures = st.fixed_dictionaries(
    {option: st.sampled_from(allowed) for option, allowed in OPTIONS.items()}
).map(possible)
rules = mixtures.map(lambda options: Rules(**options))
"""Rules of every possible mixture, for the deck of 108 cards."""
decks = st.builds(
    Deck,
    st.integers(1, 4),
    st.integers(1, 12),
    st.integers(1, 9),
    st.integers(0, 20),
    st.integers(0, 20),
)
names = st.text("ABCdeāž1", min_size=1, max_size=6)


@st.composite
def melds(draw: st.DrawFn) -> Meld:
    """Groups as they may lie: cards that suit a target of the goal, some of them wilds."""
    kind = draw(st.sampled_from(sorted(GOAL_SIZES)))
    color, number = draw(st.integers(0, 3)), draw(st.integers(1, 12))
    size = draw(st.integers(1, 12 if kind not in ("run", "crun") else 13 - number))
    odd = {"even": 0, "odd": 1}.get(kind, draw(st.integers(0, 1)))
    laid = []
    for place in range(size):
        own_color = color if kind in ("color", "crun", "cset") else draw(st.integers(0, 3))
        own_number = number + place if kind in ("run", "crun") else number
        if kind == "color":
            own_number = draw(st.integers(1, 12))
        elif kind in ("even", "odd", "parity"):
            own_number = 2 * draw(st.integers(1, 6)) - odd
        wild = draw(st.sampled_from([Card(48), Card(48, own_number)]))
        natural = Card(own_color * 12 + own_number - 1)
        laid.append(draw(st.sampled_from([natural, natural, wild])))
    return Meld(draw(names), kind, tuple(laid))


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Positions whose cards all come from one deck."""
    deck = draw(dealt(0, 40))

    def some(high: int) -> list[Card]:
        count = draw(st.integers(0, min(high, len(deck))))
        taken = deck[:count]
        del deck[:count]
        return taken

    hand, seen, discards = Hand(some(11)), Cards(some(8)), tuple(some(8))
    table = tuple(
        Meld(draw(names), draw(st.sampled_from(["set", "run", "color", "cset", "crun"])), laid)
        for laid in (tuple(card for card in some(1) if not card.is_skip) for _ in range(4))
        if laid
    )
    known = st.none() | st.integers(1, 10)
    players = tuple(
        Opponent(
            name,
            phase=draw(known),
            score=draw(known),
            cards=draw(known),
            laid=draw(st.booleans()),
            took=Cards(some(3)),
        )
        for name in draw(st.lists(names, max_size=5, unique=True))
    )
    return Position(
        hand,
        draw(st.sampled_from(PHASES) | phases),
        draw(rules),
        draw(st.sampled_from([PHASES, PHASES[:3]])),
        None,
        discards,
        seen,
        table,
        players,
    )


laid = st.builds(
    Laid, st.sampled_from(sorted(GOAL_SIZES)), st.lists(cards, min_size=1, max_size=6).map(tuple)
)
seats = st.integers(0, 5)
places = st.integers(0, 99)


def moves() -> st.SearchStrategy[Move]:
    """Moves of every kind, lawful or not."""
    return st.one_of(
        st.just(Draw()),
        st.just(EndTurn()),
        st.builds(TakeDiscard, st.integers(1, 999)),
        st.builds(Discard, cards, st.none() | seats),
        st.builds(Hit, cards, seats, places),
        st.builds(TakeBack, cards, seats, places),
        st.builds(Lay, st.lists(laid, min_size=1, max_size=4).map(tuple), st.none() | places),
    )


_player_name = st.text(
    st.characters(whitelist_categories=("Lu", "Ll", "Nd"), whitelist_characters="-.'āžŅ "),
    min_size=1,
    max_size=12,
).map(lambda name: " ".join(name.split()) or "A")
player_names = st.lists(_player_name, min_size=6, max_size=6, unique_by=str.casefold)
"""Six names such as players have: letters, digits, single spaces, dots."""


SMALL_DECKS = (
    Deck(4, 12, 1, 8, 4),
    Deck(3, 5, 2, 3, 3),
    Deck(2, 6, 2, 4, 3),
    Deck(2, 5, 2, 1, 2),
    Deck(2, 5, 2, 0, 4),
)
SMALL_PHASES = (
    "set:2+set:2/set:3+run:3/run:4",
    "set:2+run:3+cset:2/crun:3/parity:5",
    "color:4/even:3+odd:2/set:2",
    "run:2+run:3/cset:2+cset:2/color:3+color:3",
    "set:3+set:2+set:2/crun:3+even:2/set:4",
)


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    """Matches under all mixtures of rules that are possible, with many kinds of phases."""
    deck = draw(st.sampled_from([STANDARD_DECK, *SMALL_DECKS]))
    chosen = draw(mixtures)
    if deck == STANDARD_DECK and draw(st.booleans()):
        listed = draw(st.sampled_from([edition.phases for edition in EDITIONS.all().values()]))
    else:
        listed = tuple(map(Phase, draw(st.sampled_from(SMALL_PHASES)).split("/")))
    players = draw(st.integers(2, min(6, (deck.size - 1) // 10)))
    # Now what would be refused is made possible.
    chosen |= {"deck": deck, "players": draw(st.integers(players, 6))}
    chosen["last_phase"] %= len(listed) + 1
    if chosen["use_phases"] == "even" and chosen["last_phase"] == 1:
        chosen["last_phase"] = 0
    shortest = [g.size for phase in listed for g in phase.groups if g.kind in ("run", "crun")]
    chosen["run_min"] = min([chosen["run_min"], *shortest])
    return Setup(Rules(**chosen), listed, players, draw(st.integers(0, 2**63 - 1)))
