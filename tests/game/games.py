"""Games at any moment, played on by text; matches played to their end.

Seats are named by their letters: the player to move is ``A`` unless told otherwise, then ``B`` on
the left, and so on.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from phase10.game.cards import CARDS, Card, Cards, Deck, Hand
from phase10.game.engine import Game, Seat
from phase10.game.melds import Meld
from phase10.game.moves import SEATS, Hit, Lay, Move, parse_move
from phase10.game.notation import parse_cards
from phase10.game.phases import PHASES, Phase
from phase10.game.refusals import Refusal
from phase10.game.rules import Rules
from phase10.game.setup import Setup
from phase10.game.stages import DRAW, MATCH_OVER, PLAY, ROUND_OVER

NAMES: Mapping[str, int] = {letter: seat for seat, letter in enumerate(SEATS)}
"""The seat of each letter."""

PRESETS = ("seed", "official")


def kinds(text: str) -> tuple[int, ...]:
    """Read cards as kinds, in the order given."""
    return tuple(card.kind for card in parse_cards(text))


def read_phases(text: str) -> tuple[Phase, ...]:
    """Read a list of phases, separated by ``/``."""
    return tuple(map(Phase, text.split("/")))


def at(
    hand: str = "",
    *,
    rules: str | Rules = "seed",
    players: int = 4,
    phases: str | tuple[Phase, ...] = PHASES,
    turn: str = "A",
    stage: str = PLAY,
    hands: Mapping[str, str] | None = None,
    table: Iterable[str] = (),
    discards: str = "",
    pile: str | None = None,
    phase: int | Mapping[str, int] = 1,
    done: Mapping[str, tuple[int, ...]] | None = None,
    scores: Mapping[str, int] | None = None,
    laid: Mapping[str, int] | None = None,
    laid_now: bool = False,
    skips: Mapping[str, int] | None = None,
    dealer: str | None = None,
    round_number: int = 1,
    drew: str | None = None,
    taken: bool = False,
    tied: str = "",
    seed: int = 1,
) -> Game:
    """Build a match at a moment; all cards of the deck are in it.

    ``hand``: of the player to move, after drawing where ``stage`` is ``PLAY``. ``hands``: of others
    by letter; whoever is not named holds ten of the cards that are left. ``table``: groups as
    ``A set R3 B3 Y3``; owners have laid the phase they are at, unless ``laid`` says which.
    ``phase``: at which place of the phases in use all are, or each by letter. ``discards`` and
    ``pile``: the last card on top; the pile is all that is left unless given, and then the rest
    of the deck lies under the discards. ``tied``: the letters that play a tie-break.
    """
    rules = Rules.parse(rules) if isinstance(rules, str) else rules
    phases = read_phases(phases) if isinstance(phases, str) else phases
    setup = Setup(rules, phases, players, seed)
    melds = tuple(Meld.parse(text).settled() for text in table)
    playing = tuple(NAMES[letter] for letter in tied) or tuple(range(players))
    given = {turn: hand, **(hands or {})}
    left = Counter({kind: count for kind, count in enumerate(rules.deck.counts) if count})
    shown = [*kinds(discards), *(kinds(pile) if pile is not None else ())]
    shown += [kind for text in given.values() for kind in kinds(text)]
    shown += [card.kind for meld in melds for card in meld.cards]
    left.subtract(shown)
    assert min(left.values()) >= 0, f"more cards than the deck has: {-left}"
    # Number cards of the middle first: nothing that matters by chance.
    rest = sorted(left.elements(), key=lambda kind: (kind >= 48, kind % 12, kind))
    seats = []
    for seat in range(players):
        letter = SEATS[seat]
        if letter in given or seat not in playing:
            held = kinds(given.get(letter, ""))
        else:
            held, rest = tuple(rest[:10]), rest[10:]
        at_place = phase if isinstance(phase, int) else phase.get(letter, 1)
        made = (done or {}).get(letter, setup.numbers[: at_place - 1])
        number = (laid or {}).get(letter)
        if number is None and any(meld.owner == letter for meld in melds):
            number = setup.numbers[-1] if tied else setup.numbers[len(made)]
        seats.append(
            Seat(
                Hand([CARDS[kind] for kind in held], rules.deck),
                (scores or {}).get(letter, 0),
                tuple(made),
                number,
                (skips or {}).get(letter, 0),
            )
        )
    top = kinds(discards)
    if not top:
        top, rest = (rest[0],), rest[1:]
    return Game(
        setup=setup,
        round=round_number,
        dealer=players - 1 if dealer is None else NAMES[dealer],
        seats=tuple(seats),
        playing=playing,
        pile=tuple(rest) if pile is None else kinds(pile),
        discards=top if pile is None else (*rest, *top),
        turn=NAMES[turn],
        stage=stage,
        table=melds,
        laid_now=laid_now,
        drew=None if drew is None else Card.parse(drew).kind,
        taken=taken,
        tie_break=bool(tied),
        tied=playing if tied else (),
    )


def only(game: Game, pile: str, discards: str) -> Game:
    """Give the game with these piles and no other cards in them (a deck that is not whole)."""
    return replace(game, pile=kinds(pile), discards=kinds(discards))


def move(text: str) -> Move:
    """Read a move whose players are named by their letters."""
    return parse_move(text, NAMES)


def play(game: Game, *moves: str | Move) -> Game:
    """Play moves one after the other; all of them are lawful."""
    for each in moves:
        game = game.play(move(each) if isinstance(each, str) else each)
    return game


def refusal(game: Game, text: str | Move, seat: str | None = None) -> Refusal | None:
    """Give the refusal of a move, None when it is lawful."""
    asked = move(text) if isinstance(text, str) else text
    return game.check(asked, None if seat is None else NAMES[seat])


def code(game: Game, text: str | Move, seat: str | None = None) -> str:
    """Give the code of the refusal of a move, "" when it is lawful."""
    found = refusal(game, text, seat)
    return "" if found is None else found.code


def rule(game: Game, text: str | Move) -> str:
    """Give the sentence of the rules that is against a move, "" when it is lawful."""
    found = refusal(game, text)
    return "" if found is None else found.rule


def verdicts(text: str | Move, **moment: object) -> tuple[str, str]:
    """Give the codes for a move under the presets seed and official."""
    seed, official = (code(at(**{"rules": preset, **moment}), text) for preset in PRESETS)
    return seed, official


def legal(game: Game) -> set[str]:
    """Write all legal moves as text."""
    return {each.text() for each in game.legal_moves()}


def held(game: Game, letter: str) -> str:
    """Write the hand of a player."""
    return str(game.hand(NAMES[letter]))


def on_table(game: Game) -> list[str]:
    """Write the groups on the table."""
    return [str(meld) for meld in game.table]


def all_cards(game: Game) -> Counter[int]:
    """Count every card of a state by kind: hands, pile, discards, table."""
    found = Counter((*game.pile, *game.discards))
    for seat in game.seats:
        found.update(card.kind for card in seat.hand)
    found.update(card.kind for meld in game.table for card in meld.cards)
    return found


def deck_cards(deck: Deck) -> Counter[int]:
    """Count the cards of a deck by kind."""
    return Counter({kind: count for kind, count in enumerate(deck.counts) if count})


def points(cards: Cards | str, wild: int = 25) -> int:
    """Add up the points of cards as S47 tells them."""
    worth = {"W": wild, "S": 15}
    return sum(worth.get(name) or (5 if int(name[1:]) <= 9 else 10) for name in str(cards).split())


Choose = Callable[[Game], Move]
"""A player: the move that is made in a state."""


def play_match(
    game: Game, choose: Choose, most_turns: int, after: Callable[[Game, Game], None] | None = None
) -> Game:
    """Play to the end of the match, or for so many turns; ``after`` sees each step made."""
    turns = 0
    while game.stage != MATCH_OVER and turns < most_turns:
        before = game
        if game.stage == ROUND_OVER:
            game = game.next_round()
        else:
            turns += game.stage == DRAW
            game = game.play(choose(game))
        if after is not None:
            after(before, game)
    return game


def random_player(seed: int) -> Choose:
    """Make a player who chooses by chance, lays when it can and hits when it can."""
    chance = random.Random(seed)

    def choose(game: Game) -> Move:
        layings = game.legal_layings()
        moves = layings or game.legal_moves()
        hits = [each for each in moves if isinstance(each, Hit | Lay)]
        return chance.choice(hits or moves)

    return choose
