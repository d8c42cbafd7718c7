"""A match in words: what happened, whose turn it is, how a round and the match ended.

A *clause* tells what a player does without naming the player (``takes red 5``): it stands beside
the name, in a log. ``me`` is the seat of the reader, who is spoken to; None when nobody is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from phase10.game.cards import SKIP, Card
from phase10.game.engine import Game
from phase10.game.melds import Meld
from phase10.game.moves import SEATS, Discard, Draw, Hit, Laid, Lay, Step, TakeDiscard
from phase10.game.record_text import ending_of
from phase10.game.shuffle import high_card_draws
from phase10.game.stages import DRAW, MATCH_OVER, ROUND_OVER
from phase10.views.i18n import plural, sentence
from phase10.views.names import card_list, card_name, joined, phase_name

__all__ = [
    "deal_text",
    "dealer_texts",
    "end_texts",
    "goal_texts",
    "group_name",
    "laid_phase",
    "laid_text",
    "made_text",
    "missed",
    "own_text",
    "phase_state",
    "phases_text",
    "place_name",
    "player_description",
    "question_text",
    "recorded_clause",
    "seat_notes",
    "step_clause",
]

_OVER: Final = (ROUND_OVER, MATCH_OVER)


def player_description(lang: str, name: str) -> str:
    """Say how a player of :data:`phase10.players.PLAYERS` decides."""
    return sentence(lang, f"player.{name}")


# --- what a player does ---------------------------------------------------------------------------


def step_clause(
    lang: str, step: Step, before: Game, names: Sequence[str], me: int | None = None
) -> str:
    """Say what the player to move does, as all see it: ``draws a card``, ``discards red 5``."""
    if isinstance(step, Draw):
        return sentence(lang, "play.draws")
    if isinstance(step, Discard) and step.target is not None and step.target == me:
        return sentence(lang, "play.does.discard.you")
    return _step_text(lang, "does", step, before, names)


def recorded_clause(lang: str, step: Step, before: Game, after: Game, names: Sequence[str]) -> str:
    """Say what the player to move does, as a record tells it: with the card that is drawn."""
    if isinstance(step, Draw):
        return _drawn_text(lang, "does", after)
    return step_clause(lang, step, before, names)


def own_text(lang: str, step: Step, before: Game, after: Game, names: Sequence[str]) -> str:
    """Tell the player to move what its step does, the card that it drew included."""
    if isinstance(step, Draw):
        return _drawn_text(lang, "own", after)
    return _step_text(lang, "own", step, before, names)


def _drawn_text(lang: str, voice: str, after: Game) -> str:
    """Say which card was drawn; ``voice`` as in :func:`_step_text`."""
    drew = Card(SKIP if after.drew is None else after.drew)
    if drew.is_skip:
        return sentence(lang, f"play.{voice}.draw.skip")
    return sentence(lang, f"play.{voice}.draw", card=_accusative(lang, drew))


def _step_text(
    lang: str,
    voice: str,
    step: TakeDiscard | Lay | Hit | Discard,
    before: Game,
    names: Sequence[str],
) -> str:
    """Say what a step does: a clause (``does``), or a sentence to the player to move (``own``)."""
    if isinstance(step, TakeDiscard):
        return sentence(lang, f"play.{voice}.take", card=_top(lang, before))
    if isinstance(step, Lay):
        number, groups = laid_phase(before, step), laid_text(lang, step.groups)
        return sentence(lang, f"play.{voice}.lay", number=number, groups=groups)
    if isinstance(step, Hit):
        place = place_name(step.seat, step.group)
        if step.card.stands_for is not None:
            number = step.card.stands_for
            return sentence(lang, f"play.{voice}.hit.wild", number=number, place=place)
        return sentence(lang, f"play.{voice}.hit", card=_accusative(lang, step.card), place=place)
    if not step.card.is_skip:
        return sentence(lang, f"play.{voice}.discard", card=_accusative(lang, step.card))
    if step.target is None:
        return sentence(lang, f"play.{voice}.discard.nobody")
    return sentence(lang, f"play.{voice}.discard.skip", player=names[step.target])


def laid_phase(before: Game, lay: Lay) -> int:
    """Give the number of the phase that is laid."""
    return lay.phase or before.open_phases(before.turn)[0]


def laid_text(lang: str, groups: Sequence[Laid]) -> str:
    """Name the groups of a laying: ``set (red 3, blue 3, yellow 3); run (…)``."""
    return "; ".join(
        sentence(lang, "move.group", kind=_kind(lang, kind), cards=card_list(lang, cards))
        for kind, cards in groups
    )


def missed(before: Game, after: Game) -> tuple[int, ...]:
    """List the seats that a discard passes over for a skip of an earlier turn.

    What a skip does that is just played is told with it (:func:`step_clause`).
    """
    if after.turns == before.turns or after.stage in _OVER:
        return ()
    seats = zip(before.seats, after.seats, strict=True)
    fewer = [max(0, old.skips - new.skips) for old, new in seats]
    return tuple(seat for seat in before.playing for _ in range(fewer[seat]))


def place_name(seat: int, group: int) -> str:
    """Name a group on the table as it is typed: ``B.1``."""
    return f"{SEATS[seat]}.{group}"


def group_name(lang: str, meld: Meld) -> str:
    """Name the kind of a group on the table."""
    return _kind(lang, meld.kind)


def _kind(lang: str, kind: str) -> str:
    return sentence(lang, f"kind.{kind}")


def _accusative(lang: str, card: Card) -> str:
    return card_name(lang, card, "accusative")


def _top(lang: str, game: Game) -> str:
    return "" if game.top is None else _accusative(lang, game.top)


# --- where the match stands -----------------------------------------------------------------------


def dealer_texts(lang: str, game: Game, names: Sequence[str]) -> list[str]:
    """Say how the first dealer was chosen by the high card (S14), one line a draw."""
    told: list[str] = []
    for drawn in high_card_draws(game.setup.code(1), game.rules.deck):
        cards = ", ".join(
            sentence(lang, "play.dealer.card", player=names[seat], card=card_name(lang, card))
            for seat, card in drawn.items()
        )
        told.append(sentence(lang, "play.dealer.again" if told else "play.dealer", cards=cards))
    return told


def deal_text(lang: str, game: Game, names: Sequence[str], me: int | None = None) -> list[str]:
    """Say which round is dealt, by whom, and who begins; ``game`` is the state just dealt."""
    code = game.setup.code(game.round, len(game.playing))
    dealer, first = (
        sentence(lang, "term.referee.you") if seat == me else names[seat]
        for seat in (game.dealer, game.turn)
    )
    said = [
        sentence(lang, "play.deal", round=game.round, deal=str(code), dealer=dealer, first=first)
    ]
    if game.tie_break:
        players = joined(lang, [names[seat] for seat in game.playing])
        said.append(sentence(lang, "play.deal.tie", players=players))
    if game.top is not None and game.top.is_skip and game.rules.first_skip == "lose_turn":
        loser = _before_first(game)
        if loser == me:
            said.append(sentence(lang, "play.deal.skip.you"))
        else:
            said.append(sentence(lang, "play.deal.skip", player=names[loser]))
    return said


def _before_first(game: Game) -> int:
    """Give the seat that would have begun but for a skip turned up first."""
    playing = list(game.playing)
    return playing[playing.index(game.turn) - 1]


def question_text(lang: str, game: Game, *, can_lay: bool = False) -> str:
    """Ask the player to move for what can be done now."""
    if game.stage == MATCH_OVER:
        return sentence(lang, "play.ask.over")
    if game.stage == ROUND_OVER:
        return sentence(lang, "play.ask.tie" if game.tied else "play.ask.next")
    if game.stage == DRAW:
        if not game.can_take():
            return sentence(lang, "play.ask.draw")
        code = "play.ask.both" if game.can_draw() else "play.ask.take"
        return sentence(lang, code, card=_top(lang, game))
    if game.seats[game.turn].laid is not None:
        return _hit_question(lang, game)
    return sentence(lang, "play.ask.lay" if can_lay else "play.ask.discard")


def _hit_question(lang: str, game: Game) -> str:
    """Ask a player whose phase lies on the table."""
    cards = game.hand(game.turn)
    fits = any(isinstance(move, Hit) for move in game.legal_moves())
    if len(cards) == 1:
        card = _accusative(lang, next(iter(cards)))
        return sentence(lang, "play.ask.last.hit" if fits else "play.ask.last", card=card)
    return sentence(lang, "play.ask.hit" if fits else "play.ask.discard")


def goal_texts(lang: str, game: Game, seat: int) -> list[str]:
    """Say what a seat has laid, or which phase it is at, or which ones it can choose from."""
    laid = game.seats[seat].laid
    if laid is not None:
        name = phase_name(lang, game.setup.phase(laid))
        return [sentence(lang, "play.goal.laid", number=laid, phase=name)]
    numbers = game.open_phases(seat)
    if len(numbers) == 1:
        name = phase_name(lang, game.setup.phase(numbers[0]))
        return [sentence(lang, "play.goal", number=numbers[0], phase=name)]
    return [sentence(lang, "play.goal.open", numbers=", ".join(map(str, numbers)))]


def phase_state(lang: str, game: Game, seat: int) -> str:
    """Say in a cell of a table which phase a seat has laid or is at, or which ones it made."""
    held = game.seats[seat]
    if held.laid is not None:
        return sentence(lang, "play.phase.laid", number=held.laid)
    numbers = game.open_phases(seat)
    if len(numbers) == 1:
        return sentence(lang, "play.phase", number=numbers[0])
    if not held.done:
        return sentence(lang, "play.phase.none")
    return sentence(lang, "play.phase.made", numbers=", ".join(map(str, held.done)))


def made_text(lang: str, game: Game, seat: int) -> str:
    """Say which phases a seat has made: how many where they come in order, else their numbers."""
    done = game.seats[seat].done
    if game.rules.in_order:
        return str(len(done))
    return ", ".join(map(str, done)) or "–"


def seat_notes(lang: str, game: Game, seat: int) -> str:
    """Say what else is to be known of a seat: turns to be missed, no part in a tie-break."""
    if seat not in game.playing:
        return sentence(lang, "play.seat.watches")
    skips = game.seats[seat].skips
    return plural(lang, "play.seat.skips", skips) if skips else ""


def phases_text(lang: str, game: Game, seat: int) -> list[str]:
    """List the phases of the match in words, and what a seat has made of them."""
    held, told = game.seats[seat], []
    numbers = game.open_phases(seat)
    for number in game.setup.numbers:
        name = phase_name(lang, game.setup.phase(number))
        if number == held.laid:
            code = "play.phases.laid"
        elif number in held.done:
            code = "play.phases.made"
        elif number in numbers:
            code = "play.phases.goal" if len(numbers) == 1 else "play.phases.open"
        else:
            code = "play.phases.later"
        told.append(sentence(lang, code, number=number, phase=name))
    return told


# --- how it ended ---------------------------------------------------------------------------------


def end_texts(lang: str, game: Game, names: Sequence[str], me: int | None = None) -> list[str]:
    """Say how a round ended and, where the match is over or tied, what decided or will decide."""
    if game.stage not in _OVER:
        return []
    said = [_round_end(lang, game, names, me)]
    if game.stage == MATCH_OVER:
        said += [_decision(lang, game, names), _winner(lang, game, names, me)]
    elif game.tie_break:
        said.append(sentence(lang, "play.tie.again"))
    elif game.tied:
        said.append(_tie(lang, game, names))
    return said


def _round_end(lang: str, game: Game, names: Sequence[str], me: int | None) -> str:
    how = ending_of(game)
    if how == "blocked":
        return sentence(lang, "play.over.blocked")
    if game.turn == me:
        return sentence(lang, f"play.over.{how}.you")
    return sentence(lang, f"play.over.{how}", player=names[game.turn])


def _decision(lang: str, game: Game, names: Sequence[str]) -> str:
    """Say why the match is over with this winner."""
    rules, numbers = game.rules, game.setup.numbers
    if game.tie_break:
        return sentence(lang, f"play.decided.tie.{rules.tie_break}")
    if rules.advance_all:
        return sentence(lang, "play.decided.lowest")
    made = [seat for seat, held in enumerate(game.seats) if len(held.done) == len(numbers)]
    players = joined(lang, [names[seat] for seat in made])
    last = "last" if rules.in_order else "all"
    count = "alone" if len(made) == 1 else "points"
    return sentence(lang, f"play.decided.{count}.{last}", players=players, number=numbers[-1])


def _winner(lang: str, game: Game, names: Sequence[str], me: int | None) -> str:
    if game.winner == me:
        return sentence(lang, "play.won.you")
    return sentence(lang, "play.won", player=names[game.winner or 0])


def _tie(lang: str, game: Game, names: Sequence[str]) -> str:
    """Explain the tie-break that comes now."""
    number = game.setup.numbers[-1]
    return sentence(
        lang,
        f"play.tie.{game.rules.tie_break}",
        players=joined(lang, [names[seat] for seat in game.tied]),
        number=number,
        phase=phase_name(lang, game.setup.phase(number)),
    )
