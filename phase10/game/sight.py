"""What one seat sees of a game, and a game in which a position comes true.

A position is relative: its player is ``me``, the others are named in turn order after it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from phase10.game.cards import CARDS, HAND_LIMIT, Cards, Deck, Hand
from phase10.game.engine import Game, Seat
from phase10.game.errors import NumberError, PositionError
from phase10.game.melds import Meld
from phase10.game.moves import SEATS
from phase10.game.position import ME, Opponent, Position
from phase10.game.setup import Setup
from phase10.game.shuffle import HAND_SIZE, DealCode, shuffled
from phase10.game.stages import DRAW, MATCH_OVER, PLAY, ROUND_OVER

__all__ = ["OTHERS", "game_of", "position_of", "seat_names", "seats_by_name"]

OTHERS: Final = "ABCDE"
"""What the others are called unless they have names: ``A`` is the next player on the left."""


# --- what a seat sees ----------------------------------------------------------------------------


def position_of(
    game: Game, seat: int, phase: int | None = None, names: Sequence[str] | None = None
) -> Position:
    """Give all that a seat sees, and nothing else.

    ``phase``: the number of the phase aimed at, where several are open; ``names``: of all seats,
    for the others; without them they are ``A``, ``B``, … after the seat. The seat itself is ``me``.
    Exact: the cards that the position counts as unseen are those of the draw pile and of the other
    hands, except what all have seen these players take.
    """
    called = _names(len(game.seats), seat, names)
    own = game.seats[seat]
    number = own.laid or phase or next(iter(game.open_phases(seat)), game.setup.numbers[-1])
    running = game.stage not in (ROUND_OVER, MATCH_OVER)
    mine = running and game.turn == seat
    moment = {DRAW: "before_draw", PLAY: "after_draw"}.get(game.stage, "")
    after = [(seat + step) % len(called) for step in range(1, len(called))]
    others = [other for other in after if other in game.playing]
    return Position(
        hand=own.hand,
        phase=game.setup.phase(number),
        rules=game.rules,
        phases=game.setup.phases,
        discards=tuple(CARDS[kind] for kind in game.discards),
        table=tuple(
            Meld(called[SEATS.index(meld.owner)], meld.kind, meld.cards) for meld in game.table
        ),
        players=tuple(_opponent(game, other, called[other]) for other in others),
        score=own.score,
        laid=own.laid is not None,
        laid_now=mine and game.laid_now,
        took=CARDS[game.drew] if mine and game.taken and game.drew is not None else None,
        done=_done(game, seat),
        turn=called[game.turn] if running else "",
        at=("round_over" if not running else moment if mine else "others_turn"),
        dealer=called[game.dealer],
        skipped=tuple(
            called[other] for other in (seat, *after) for _ in range(game.seats[other].skips)
        ),
        pile=len(game.pile),
        round=game.round,
        tie_break=game.tie_break,
    )


def _names(count: int, seat: int, names: Sequence[str] | None) -> list[str]:
    """Name all seats as the player at one of them does."""
    if names is None:
        called = [OTHERS[(other - seat - 1) % count % len(OTHERS)] for other in range(count)]
    else:
        called = list(names)
    called[seat] = ME
    return called


def _opponent(game: Game, seat: int, name: str) -> Opponent:
    held = game.seats[seat]
    deck = game.rules.deck
    number = held.laid
    if number is None and (game.rules.in_order or game.tie_break):
        number = next(iter(game.open_phases(seat)), None)
    # A card thrown may have been taken, and thrown again.
    threw = [min(pair) for pair in zip(_counts(held.threw), deck.counts, strict=True)]
    return Opponent(
        name=name,
        phase=number,
        score=held.score,
        cards=len(held.hand),
        laid=held.laid is not None,
        threw=Cards.from_counts(threw, deck),
        holds=Cards.from_counts(_counts(held.took), deck),
        done=_done(game, seat),
    )


def _done(game: Game, seat: int) -> tuple[int, ...]:
    """Give the phases made, where the phase that a player is at does not tell them."""
    return () if game.rules.in_order else game.seats[seat].done


def _counts(kinds: Sequence[int]) -> list[int]:
    held = Counter(kinds)
    return [held[kind] for kind in range(len(CARDS))]


# --- a game in which a position comes true -------------------------------------------------------


def seat_names(position: Position) -> tuple[str, ...]:
    """Name the seats of :func:`game_of`: ``me`` and the others in turn order, at least one.

    Whoever is named only on the table, as dealer or the like sits where the name says (``B`` is the
    second on the left), else last. Raises :class:`PositionError` ``position.same_name``.
    """
    names = [ME, *(player.name for player in position.players)]
    for place, name in enumerate(names):
        if name.casefold() in (other.casefold() for other in names[:place]):
            raise PositionError("position.same_name", name=name)
    owners = (meld.owner for meld in position.table)
    for name in (*owners, position.turn, position.dealer, *position.skipped):
        if len(names) > len(SEATS):  # too many for any rules
            break
        if not name or _seat(names, name) is not None:
            continue
        if len(name) == 1 and name.upper() in OTHERS:
            while len(names) <= OTHERS.index(name.upper()):
                names.append(_free_name(names, name))
        names.append(name)
    return tuple(names) if len(names) > 1 else (ME, OTHERS[0])


def _free_name(names: Sequence[str], reserved: str) -> str:
    """Name a player between those named: by the letter of the place, if nobody is called so."""
    used = {name.casefold() for name in (*names, reserved)}
    letters = OTHERS[len(names) - 1 :] + OTHERS
    return next((letter for letter in letters if letter.casefold() not in used), str(len(names)))


def seats_by_name(names: Sequence[str]) -> dict[str, int]:
    """Give the seat of each name, and of the letters of :data:`OTHERS` that are no names."""
    folded = {name.casefold() for name in names}
    letters = {
        letter: place
        for place, letter in enumerate(OTHERS, start=1)
        if place < len(names) and letter.casefold() not in folded
    }
    return {name: place for place, name in enumerate(names)} | letters


def game_of(position: Position) -> Game:
    """Give a game at the moment of a position, to rule on moves; ``me`` is seat 0.

    What is unknown is filled from the unseen cards, always in the same way: hands of others, of
    ten cards less those laid unless their number is known; the draw pile; and, where the number of
    cards of the pile is known, the discards under those that are known. Phases made, scores and the
    round are the least possible. Without ``at`` a player with ten cards who has not laid is about
    to draw. Raises :class:`GameError` where rules, phases, players and cards do not go together.
    """
    names = seat_names(position)
    setup, number, shift = _setup(position, len(names))
    table = tuple(
        _declared(Meld(SEATS[_seat(names, meld.owner) or 0], meld.kind, meld.cards))
        for meld in position.table
    )
    hands, pile, hidden = _filled(position, names, setup.rules.deck)
    known = position.discards or (() if position.top is None else (position.top,))
    seats = [_seat_of_me(position, setup, number)]
    for place in range(1, len(names)):
        opponent = _player(position, place)
        seats.append(_seat_of_other(opponent, setup, hands[place - 1], shift))
    for meld in table:
        owner = SEATS.index(meld.owner)
        if seats[owner].laid is None:
            at_number = number if owner == 0 else setup.numbers[0]
            seats[owner] = replace(seats[owner], laid=at_number)
    for name in position.skipped:
        place = _seat(names, name) or 0
        seats[place] = replace(seats[place], skips=seats[place].skips + 1)
    turn, stage = _moment(position, names, seats)
    playing = tuple(range(len(names)))
    dealer = _seat(names, position.dealer) if position.dealer else None
    return Game(
        setup=setup,
        round=_round(position, setup, number),
        dealer=playing[-1] if dealer is None else dealer,
        seats=tuple(seats),
        playing=playing,
        pile=pile,
        discards=(*hidden, *(card.kind for card in known)),
        turn=turn,
        stage=stage,
        table=table,
        laid_now=position.laid_now,
        drew=None if position.took is None else position.took.kind,
        taken=position.took is not None,
        tie_break=position.tie_break,
        tied=playing if position.tie_break else (),
        points=(0,) * len(names) if stage == ROUND_OVER else (),
    )


def _declared(meld: Meld) -> Meld:
    """Give a group with every wild declared; its cards stay in the order in which they came."""
    settled = meld.settled()
    same = settled.ends is None and sorted(settled.cards) == sorted(meld.cards)
    return meld if same else settled


def _seat(names: Sequence[str], name: str) -> int | None:
    """Find a seat by its name, or by its letter."""
    folded = {known.casefold(): place for known, place in seats_by_name(names).items()}
    return folded.get(name.casefold())


def _player(position: Position, place: int) -> Opponent:
    players = position.players
    return players[place - 1] if place <= len(players) else Opponent(OTHERS[0])


def _setup(position: Position, players: int) -> tuple[Setup, int, int]:
    """Give the setup, the number of the own phase, and by how much numbers of the list moved.

    A phase that is not played by the list and the rules is put before the list.
    """
    rules, phases = position.rules, position.phases
    if position.phase in phases:
        setup = Setup(rules, phases, players)
        same = [n for n in setup.numbers if setup.phase(n) == position.phase]
        if same:
            return setup, same[0], 0
    rules = replace(rules, last_phase=0, use_phases="all")
    return Setup(rules, (position.phase, *phases), players), 1, 1


def _before(setup: Setup, number: int | None, done: tuple[int, ...]) -> tuple[int, ...]:
    """Give the phases made by a player who is at a phase."""
    if not setup.rules.in_order:
        return tuple(made for made in done if made in setup.numbers)
    if setup.rules.advance_all or number not in setup.numbers:
        return ()
    return setup.numbers[: setup.numbers.index(number)]


def _seat_of_me(position: Position, setup: Setup, number: int) -> Seat:
    return Seat(
        hand=Hand.from_counts(position.hand.counts, setup.rules.deck),
        score=position.score or 0,
        done=_before(setup, number, position.done),
        laid=number if position.laid else None,
    )


def _seat_of_other(player: Opponent, setup: Setup, hand: Hand, shift: int) -> Seat:
    number = None if player.phase is None else player.phase + shift
    done = tuple(made + shift for made in player.done)
    laid = number if number in setup.numbers else setup.numbers[0]
    return Seat(
        hand=hand,
        score=player.score or 0,
        done=_before(setup, number, done),
        laid=laid if player.laid else None,
        took=tuple(card.kind for card in player.holds),
        threw=tuple(card.kind for card in player.threw),
    )


def _round(position: Position, setup: Setup, number: int) -> int:
    """Give the round; when all advance each round it is the one of the phase (S58)."""
    if setup.rules.advance_all and not position.tie_break:
        return setup.numbers.index(number) + 1
    return position.round or 1


def _moment(position: Position, names: Sequence[str], seats: Sequence[Seat]) -> tuple[int, str]:
    """Give whose turn it is, and at which stage."""
    if position.at == "round_over":
        return 0, ROUND_OVER
    turn = (_seat(names, position.turn) or 0) if position.turn else 0
    if position.at == "others_turn":
        turn = turn or 1
    if position.at in ("before_draw", "after_draw"):
        return turn, DRAW if position.at == "before_draw" else PLAY
    held = len(seats[turn].hand)
    if turn:
        return turn, PLAY if held == HAND_LIMIT else DRAW
    return turn, DRAW if held == HAND_SIZE and seats[0].laid is None else PLAY


def _filled(
    position: Position, names: Sequence[str], deck: Deck
) -> tuple[list[Hand], tuple[int, ...], tuple[int, ...]]:
    """Deal the unseen cards: the others' hands, the draw pile, the lowest cards of the discards."""
    left = [kind for kind, count in enumerate(position.unseen) for _ in range(count)]
    unseen = list(shuffled(left, DealCode(len(names), 0, 1), 0))
    elsewhere = [card.kind for card in position.seen]
    players = [_player(position, place) for place in range(1, len(names))]
    hands: list[list[int]] = []
    for player, name in zip(players, names[1:], strict=True):
        holds = [card.kind for card in player.holds]
        known = [kind for kind, n in enumerate(position.held_by(player)) for _ in range(n)]
        taken = list((Counter(known) - Counter(holds)).elements())
        room = HAND_LIMIT if player.cards is None else player.cards
        _check(f"{name}: cards", room, len(holds), HAND_LIMIT)
        hands.append([*holds, *taken][:room])
        elsewhere += [*holds, *taken][room:]
    # What is told comes true, what is only likely as far as there are cards for it.
    for place in sorted(range(len(players)), key=lambda place: players[place].cards is None):
        hand, told = hands[place], players[place].cards
        if told is None:
            spare = len(unseen) - (position.pile or 0)
            more = max(0, min(_likely(position, names, place + 1) - len(hand), spare))
        else:
            more = told - len(hand)
            _check(f"{names[place + 1]}: cards", told, len(hand), len(hand) + len(unseen))
        hand += [unseen.pop() for _ in range(more)]
    count = len(unseen) if position.pile is None else position.pile
    _check("pile", count, 0, len(unseen))
    rest, pile = unseen[: len(unseen) - count], unseen[len(unseen) - count :]
    made = [Hand([CARDS[kind] for kind in hand], deck) for hand in hands]
    return made, tuple(pile), (*rest, *elsewhere)


def _likely(position: Position, names: Sequence[str], place: int) -> int:
    """Count the cards of another player: ten less those laid, but one at least."""
    laid = sum(len(meld.cards) for meld in position.table if _seat(names, meld.owner) == place)
    return max(1, HAND_SIZE - laid)


def _check(what: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise NumberError("number.range", what=what, value=value, low=low, high=high)
