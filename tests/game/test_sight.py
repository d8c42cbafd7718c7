"""What a seat sees: all and only that, and a game in which it comes true."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phase10.game.cards import CARDS, KINDS, SKIP, STANDARD_DECK, Card, Cards, Deck, Hand
from phase10.game.engine import Game
from phase10.game.errors import CODES, GameError, NumberError, PositionError
from phase10.game.melds import Meld
from phase10.game.moves import SEATS, Discard, Draw, EndTurn, Hit, Lay, TakeDiscard
from phase10.game.phases import EDITIONS, PHASES, Phase
from phase10.game.position import Opponent, Position
from phase10.game.rules import PRESETS, Rules
from phase10.game.sight import game_of, position_of, seat_names, seats_by_name
from phase10.game.stages import DRAW, MATCH_OVER, PLAY, ROUND_OVER
from tests.game import games
from tests.game.hostile import attempt
from tests.game.strategies import positions

MIXTURES = (
    "seed",
    "official",
    "seed,last_phase=1",
    "official,last_phase=2,game_end=at_once",
    "seed,advance_all=yes,last_phase=5",
    "official,in_order=no",
    "seed,use_phases=even,natural_per=group",
    "seed,skip_target=chosen,discard_taken=no",
    "official,go_out_by_hit=yes,take_skip=yes",
    # Small decks are shuffled again within a few turns.
    "seed,deck=4x8x1+8W+4S",
    "official,deck=4x12x1+4W+4S,skip_limit=none,discard_taken=no",
)
SHORT = "set:2/run:3/set:2+set:2/color:4/set:3"


def play(rules: str, players: int, seed: int, steps: int) -> Game:
    """Play by chance: lay and hit when it can be done, else take what lies there quite often."""
    chosen = Rules.parse(rules)
    phases = games.read_phases(SHORT) if chosen.run_min <= 3 else PHASES
    players = min(players, (chosen.deck.size - 1) // 10)
    game = Game.start(seed, players, chosen, phases)
    chance = random.Random(seed)
    for _ in range(steps):
        if game.stage == MATCH_OVER:
            break
        if game.stage == ROUND_OVER:
            game = game.next_round()
            continue
        moves = game.legal_moves()
        better = [move for move in moves if isinstance(move, Lay | Hit | TakeDiscard)]
        game = game.play(chance.choice(better if better and chance.random() < 0.7 else moves))
    return game


played = st.builds(
    play,
    rules=st.sampled_from(MIXTURES),
    players=st.integers(2, 6),
    seed=st.integers(0, 10_000),
    steps=st.integers(0, 250),
)
seats = st.integers(0, 5)


def seen(game: Game, seat: int) -> Position:
    return position_of(game, seat % len(game.seats))


def hidden(game: Game, seat: int) -> list[int]:
    """The kinds of all cards that a seat cannot know the place of."""
    found = list(game.pile)
    for other, held in enumerate(game.seats):
        if other != seat:
            left = Counter(card.kind for card in held.hand)
            left.subtract(held.took)
            assert min(left.values(), default=0) >= 0, "what is taken is held"
            found += left.elements()
    return found


def called(game: Game, seat: int) -> list[str]:
    """The names of all seats as the player at one of them says them."""
    count = len(game.seats)
    return [
        "me" if other == seat else "ABCDE"[(other - seat) % count - 1] for other in range(count)
    ]


# --- all of it -----------------------------------------------------------------------------------


@given(played, seats)
def test_unseen_cards_are_exactly_those_in_the_pile_and_in_other_hands(game, seat):
    seat %= len(game.seats)
    position = position_of(game, seat)
    counts = Counter(hidden(game, seat))
    assert position.unseen == tuple(counts[kind] for kind in range(KINDS))
    on_table = sum(len(meld.cards) for meld in game.table)
    known = sum(len(player.holds) for player in position.players)
    in_deck = game.rules.deck.size
    assert in_deck == sum(position.unseen) + known + on_table + len(position.discards) + len(
        position.hand
    )


@given(played, seats)
def test_a_position_tells_what_lies_open(game, seat):
    seat %= len(game.seats)
    position, own, names = position_of(game, seat), game.seats[seat], called(game, seat)
    assert position.hand == own.hand
    assert position.top == game.top
    assert [card.kind for card in position.discards] == list(game.discards)
    assert (position.score, position.round, position.pile) == (
        *(own.score, game.round),
        len(game.pile),
    )
    assert position.dealer == names[game.dealer]
    assert [str(meld) for meld in position.table] == [
        f"{names[SEATS.index(meld.owner)]} {meld.kind} {' '.join(map(str, meld.cards))}"
        for meld in game.table
    ]
    others = {names[other]: game.seats[other] for other in game.playing if other != seat}
    assert [player.name for player in position.players] == sorted(others)
    for player in position.players:
        held = others[player.name]
        assert (player.cards, player.score) == (len(held.hand), held.score)
        assert player.laid == (held.laid is not None)
        assert sorted(held.took) == [card.kind for card in player.holds]
        assert {card.kind for card in player.threw} == set(held.threw)
        assert not player.took
    assert Counter(position.skipped) == Counter(
        {names[other]: held.skips for other, held in enumerate(game.seats) if held.skips}
    )
    if game.stage in (ROUND_OVER, MATCH_OVER):
        assert (position.at, position.turn) == ("round_over", "")
    elif game.turn == seat:
        assert position.at == {DRAW: "before_draw", PLAY: "after_draw"}[game.stage]
        assert position.turn == "me"
    else:
        assert (position.at, position.turn) == ("others_turn", names[game.turn])


def test_a_moment_as_the_next_player_sees_it():
    game = games.at(
        "R5 B5 G8 W",
        rules="official",
        turn="B",
        hands={"D": "Y1 Y2 Y3"},
        table=["B set R3 B3 Y3", "B set R9 G9 W", "D run R4 W G6 Y7 B8"],
        discards="R12 S G4",
        pile="R1 R2",
        phase={"B": 1, "C": 3, "D": 2},
        scores={"B": 35, "D": 10},
        skips={"D": 1},
        dealer="A",
        round_number=4,
        drew="G8",
        taken=True,
    )
    held = replace(game.seats[1], took=games.kinds("G8 R5"), threw=games.kinds("S"))
    game = replace(game, seats=(game.seats[0], held, *game.seats[2:]))
    position = position_of(game, 2)
    assert position.hand == game.hand(2)
    assert (position.phase, position.laid, position.score) == (PHASES[2], False, 0)
    assert position.rules == PRESETS["official"]
    assert [str(meld) for meld in position.table] == [
        "C set R3 B3 Y3",
        "C set R9 G9 W=9",
        "A run R4 W=5 G6 Y7 B8",
    ]
    assert position.players == (
        Opponent("A", 2, 10, 3, laid=True),
        Opponent("B", 1, 0, 10),
        Opponent("C", 1, 35, 4, True, threw=Cards("S"), holds=Cards("G8 R5")),
    )
    assert (position.turn, position.at, position.dealer) == ("C", "others_turn", "B")
    assert (position.skipped, position.pile, position.round) == (("A",), 2, 4)
    assert " ".join(map(str, position.discards[-3:])) == "R12 S G4"
    # The face-up card that the player to move took is nobody's business but theirs.
    assert (position.took, position.laid_now) == (None, False)
    assert position_of(game, 1).took == Card.parse("G8")
    named = position_of(game, 2, names=["Anna", "Bo", "Cilla", "Dzintars"])
    assert [player.name for player in named.players] == ["Dzintars", "Anna", "Bo"]
    assert (named.turn, named.dealer, named.skipped) == ("Bo", "Anna", ("Dzintars",))
    assert [meld.owner for meld in named.table] == ["Bo", "Bo", "Dzintars"]


def test_a_turn_in_which_the_phase_was_laid():
    game = games.at("R3 B3 Y3 R9 G9 Y9 B5 B12 W S R1", players=2)
    before = position_of(game, 0)
    assert (before.laid, before.laid_now, before.took) == (False, False, None)
    game = games.play(game, "lay set R3 B3 Y3 | set R9 G9 Y9")
    mine, theirs = position_of(game, 0), position_of(game, 1)
    assert (mine.laid, mine.laid_now, mine.phase) == (True, True, PHASES[0])
    assert (theirs.laid, theirs.laid_now) == (False, False)
    assert theirs.players[0].laid
    game = games.play(game, "discard B12")
    assert (position_of(game, 0).laid, position_of(game, 0).laid_now) == (True, False)


def test_where_phases_are_open_the_one_aimed_at_is_told():
    game = games.at(rules="seed,in_order=no", done={"A": (1, 4), "B": (2,)}, players=2)
    assert position_of(game, 0).phase == PHASES[1]
    assert position_of(game, 0, phase=7).phase == PHASES[6]
    assert position_of(game, 0).done == (1, 4)
    assert position_of(game, 0).players[0].done == (2,)
    assert position_of(game, 0).players[0].phase is None
    assert position_of(games.at(players=2, phase=3), 0).done == ()


def test_a_tie_break_is_played_by_those_who_are_tied():
    game = games.at(rules="seed", tied="BD", turn="B", phase=10)
    position = position_of(game, 1)
    assert position.tie_break
    assert position.phase == PHASES[9]
    assert [player.name for player in position.players] == ["B"]
    again = game_of(position)
    assert again.tie_break
    assert again.next_seat() == 1
    assert position_of(game, 0).hand == Hand()


# --- only that -----------------------------------------------------------------------------------


@given(played, seats, st.randoms(use_true_random=False))
def test_hidden_cards_change_nothing(game, seat, chance):
    seat %= len(game.seats)
    cards = hidden(game, seat)
    chance.shuffle(cards)
    others = list(game.seats)
    for other, held in enumerate(others):
        if other != seat:
            count = len(held.hand) - len(held.took)
            new, cards = cards[:count], cards[count:]
            hand = Hand([CARDS[kind] for kind in (*held.took, *new)], game.rules.deck)
            others[other] = replace(held, hand=hand)
    twin = replace(game, seats=tuple(others), pile=tuple(cards))
    assert len(twin.pile) == len(game.pile)
    assert position_of(twin, seat) == position_of(game, seat)


def test_what_another_player_draws_and_the_seed_of_the_deals_are_not_seen():
    game = Game.start(77, 3, dealer=2)
    drawn = game.play(Draw())
    assert position_of(drawn, 1) == replace(
        position_of(game, 1),
        pile=len(drawn.pile),
        players=tuple(
            replace(player, cards=11) if player.name == "B" else player
            for player in position_of(game, 1).players
        ),
    )
    secret = replace(game, setup=replace(game.setup, seed=5), shuffles=3)
    assert position_of(secret, 0) == position_of(game, 0)


# --- a game in which it comes true ---------------------------------------------------------------


@given(played, seats)
def test_the_game_of_a_position_looks_the_same(game, seat):
    seat %= len(game.seats)
    position = position_of(game, seat)
    again = game_of(position)
    assert games.all_cards(again) == games.deck_cards(game.rules.deck)
    assert seat_names(position) == ("me", *(player.name for player in position.players))
    number = game.setup.phases.index(position.phase) + 1
    assert position_of(again, 0, phase=number, names=seat_names(position)) == position
    assert game_of(position) == again


@given(played)
def test_the_game_of_a_position_rules_as_the_game(game):
    position = position_of(game, game.turn)
    again, theirs, ours = game_of(position), called(game, game.turn), seat_names(position)
    if game.stage not in (ROUND_OVER, MATCH_OVER):
        assert (again.stage, again.turn) == (game.stage, 0)
    assert sorted(move.text(ours) for move in again.legal_moves()) == sorted(
        move.text(theirs) for move in game.legal_moves()
    )
    places = [(seat, group) for seat in range(len(ours)) for group in (1, 2, 9)]
    tried = chain(
        (Draw(), TakeDiscard(), TakeDiscard(2), EndTurn()),
        (Discard(card) for card in CARDS),
        (Discard(CARDS[SKIP], seat) for seat in range(len(ours))),
        (Hit(card, *place) for card in CARDS[::3] for place in places),
    )
    at = [theirs.index(name) for name in ours]
    for move in tried:
        moved = move
        if isinstance(move, Hit):
            moved = replace(move, seat=at[move.seat])
        elif isinstance(move, Discard) and move.target is not None:
            moved = replace(move, target=at[move.target])
        refused, expected = again.check(move), game.check(moved)
        assert getattr(refused, "code", "") == getattr(expected, "code", "")


@given(positions())
def test_any_position_is_a_game_or_a_known_error(position):
    game = attempt(game_of, position)
    if isinstance(game, GameError):
        setup = {code for code in CODES if code.startswith("game.")} - {"game.running", "game.over"}
        assert game.code in {*setup, "position.same_name", "number.range"}
        return
    assert games.all_cards(game) == games.deck_cards(STANDARD_DECK)
    assert game.hand(0) == position.hand
    assert game.top == position.top or position.top is None
    assert len(game.table) == len(position.table)
    for player, held in zip(position.players, game.seats[1:], strict=False):
        if player.cards is not None:
            assert len(held.hand) == player.cards
    game.legal_moves()


def test_a_position_with_little_in_it():
    position = Position(Hand("R5 B5"), PHASES[2])
    game = game_of(position)
    assert (len(game.seats), game.turn, game.stage, game.round) == (2, 0, PLAY, 1)
    assert game.open_phases(0) == (3,)
    assert (len(game.hand(0)), len(game.hand(1)), len(game.pile)) == (2, 10, 96)
    assert game.discards == ()
    assert game_of(replace(position, hand=Hand("8xW R1 R2"))).stage == DRAW
    assert game_of(replace(position, hand=Hand("8xW R1 R2"), laid=True)).stage == PLAY
    assert game_of(replace(position, at="before_draw")).stage == DRAW
    assert game_of(replace(position, at="round_over")).stage == ROUND_OVER


def test_known_cards_are_in_the_hands_that_hold_them():
    position = Position(
        Hand("R5"),
        PHASES[0],
        top=Card.parse("G4"),
        seen=Cards("Y1 Y2"),
        players=(
            Opponent("A", cards=3, holds=Cards("R1 R1 B2")),
            Opponent("B", took=Cards("B9 G9"), threw=Cards("G9")),
            Opponent("C", cards=1, took=Cards("R12 B12")),
        ),
    )
    game = game_of(position)
    assert games.held(game, "B") == "R1 R1 B2"
    assert Card.parse("B9") in game.hand(2)
    assert len(game.hand(2)) == 10
    assert len(game.hand(3)) == 1
    assert game.hand(3)[0] in Cards("R12 B12")
    # What is known not to be in the pile lies under the discards.
    under = Cards([CARDS[kind] for kind in game.discards[:-1]])
    assert under + game.hand(3)[0] == Cards("Y1 Y2 R12 B12")
    assert game.top == Card.parse("G4")
    assert game.seats[1].took == games.kinds("R1 R1 B2")


def test_the_draw_pile_has_as_many_cards_as_is_known():
    position = Position(Hand("R5"), PHASES[0], top=Card.parse("G4"), pile=20)
    game = game_of(position)
    assert len(game.pile) == 20
    assert len(game.discards) == 108 - 1 - 10 - 20
    assert game.top == Card.parse("G4")
    assert len(game_of(replace(position, pile=96)).pile) == 96
    # How many cards a player holds who has laid is a guess, the pile is not.
    laid = replace(position, table=(Meld.parse("A run R1 R2 R3 R4"),), pile=98)
    assert len(game_of(laid).hand(1)) == 4


@pytest.mark.parametrize(
    ("changes", "what", "value", "low", "high"),
    [
        ({"pile": 107}, "pile", 107, 0, 106),
        ({"players": (Opponent("A", cards=1, holds=Cards("R1 R2")),)}, "A: cards", 1, 2, 11),
    ],
)
def test_cards_that_are_not_there_are_refused(changes, what, value, low, high):
    position = replace(Position(Hand("R5"), PHASES[0], top=Card.parse("G4")), **changes)
    with pytest.raises(NumberError) as caught:
        game_of(position)
    assert caught.value.values == {"what": what, "value": value, "low": low, "high": high}


def test_players_cannot_hold_more_cards_than_there_are():
    rules = Rules(deck=Deck(numbers=7, copies=1))
    players = tuple(Opponent(name, cards=11) for name in "ABC")
    position = Position(Hand("R5", rules.deck), PHASES[0], rules, players=players[:2])
    assert len(game_of(position).pile) == 40 - 1 - 22
    few = replace(position, seen=Cards("8xW R1 R2 R3 R4 B1 B2 B3 B4 B5 B6", rules.deck))
    with pytest.raises(NumberError, match="B: cards"):
        game_of(few)


def test_wilds_of_the_table_are_declared():
    position = Position(
        Hand("R5"), PHASES[1], table=(Meld.parse("A set R8 B8 W"), Meld.parse("A run W R3 B4 W"))
    )
    assert games.on_table(game_of(position)) == ["B set R8 B8 W=8", "B run W=2 R3 B4 W=5"]


# --- who sits where ------------------------------------------------------------------------------


def named(*players: str, **parts: object) -> tuple[str, ...]:
    return seat_names(
        replace(Position(Hand(), PHASES[0], players=tuple(map(Opponent, players))), **parts)
    )


def test_everybody_who_is_named_has_a_seat():
    groups = tuple(Meld.parse(f"{owner} set R{n} B{n}") for n, owner in enumerate(("C", "me"), 1))
    assert named() == ("me", "A")
    assert named(table=groups) == ("me", "A", "B", "C")
    assert named("Anna", table=groups) == ("me", "Anna", "B", "C")
    assert named("B", table=groups) == ("me", "B", "D", "C")
    assert named("B", "A", table=groups) == ("me", "B", "A", "C")
    assert named("Anna", "Bo", "Cilla", table=groups) == ("me", "Anna", "Bo", "Cilla")
    assert named(turn="Bo", dealer="bo", skipped=("Anna", "BO")) == ("me", "Bo", "Anna")
    assert named("A", dealer="b", skipped=("ME",)) == ("me", "A", "b")


def test_letters_name_those_who_have_other_names():
    assert seats_by_name(("me", "Anna", "A", "C")) == {"me": 0, "Anna": 1, "A": 2, "C": 3, "B": 2}
    game = game_of(
        Position(
            Hand(),
            PHASES[0],
            players=(Opponent("Anna"), Opponent("Bo")),
            table=(
                Meld.parse("A set R1 B1"),
                Meld.parse("bo set R2 B2"),
                Meld.parse("me set R3 B3"),
            ),
            turn="B",
            dealer="ANNA",
            skipped=("A", "Bo", "b"),
            at="before_draw",
        )
    )
    assert games.on_table(game) == ["B set R1 B1", "C set R2 B2", "A set R3 B3"]
    assert (game.turn, game.dealer) == (2, 1)
    assert [held.skips for held in game.seats] == [0, 1, 2]
    assert [held.laid for held in game.seats] == [1, 1, 1]


@pytest.mark.parametrize("names", [("A", "a"), ("me",), ("Anna", "Bo", "ANNA")])
def test_nobody_is_called_like_another(names):
    with pytest.raises(PositionError) as caught:
        named(*names)
    assert caught.value.code == "position.same_name"


def test_there_are_at_most_six_seats():
    assert len(named(skipped=tuple(f"player {n}" for n in range(200_000)))) == 7
    with pytest.raises(GameError) as caught:
        game_of(Position(Hand(), PHASES[0], skipped=tuple("UVWXYZ")))
    assert caught.value.code == "game.players"


# --- phases and rules ----------------------------------------------------------------------------


def test_the_phase_is_the_one_to_lay():
    assert game_of(Position(Hand(), PHASES[4])).open_phases(0) == (5,)
    own = game_of(Position(Hand(), Phase("set:2"), players=(Opponent("A", phase=3),)))
    assert own.setup.phase(own.open_phases(0)[0]) == Phase("set:2")
    assert own.setup.phase(own.open_phases(1)[0]) == PHASES[2]
    not_in_use = Position(Hand(), PHASES[2], Rules(use_phases="even", last_phase=4))
    game = game_of(not_in_use)
    assert game.setup.phase(game.open_phases(0)[0]) == PHASES[2]
    listed = EDITIONS["master"].phases
    game = game_of(Position(Hand(), listed[7], phases=listed))
    assert game.open_phases(0) == (8,)


def test_the_phase_tells_the_round_when_all_advance():
    game = game_of(Position(Hand(), PHASES[3], Rules(advance_all=True), round=2))
    assert game.round == 4
    assert game.open_phases(0) == game.open_phases(1) == (4,)


def test_in_any_order_what_is_not_known_to_be_made_is_open():
    position = Position(Hand(), PHASES[3], Rules(in_order=False))
    assert game_of(position).open_phases(0) == tuple(range(1, 11))
    position = replace(position, done=(1, 2, 99), players=(Opponent("A", done=(5,)),))
    assert game_of(position).open_phases(0) == tuple(range(3, 11))
    assert 5 not in game_of(position).open_phases(1)
