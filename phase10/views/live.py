"""A followed round in words: what was reported, what cannot be, whose turn it is, how it ended.

The reader is a player, called ``me`` in the game and spoken to as *you*.
"""

from __future__ import annotations

from collections.abc import Sequence

from phase10.game.cards import SKIP, WILD, Card
from phase10.game.errors import GameError
from phase10.game.live import Entry, LiveRound, Told
from phase10.game.melds import Meld
from phase10.game.moves import SEATS, Discard, Draw, Hit, Lay, Step, TakeDiscard
from phase10.game.position import ME
from phase10.game.refusals import IllegalMove
from phase10.views.i18n import sentence
from phase10.views.names import card_name, color_name, joined
from phase10.views.play import laid_text, missed
from phase10.views.refusals import instead_text, refusal_text
from phase10.views.text import error_text

__all__ = [
    "advised_text",
    "called",
    "ending_texts",
    "entry_text",
    "group_text",
    "nowhere_text",
    "opening_text",
    "place_text",
    "problem_text",
    "turn_text",
]


def called(lang: str, name: str, *, alone: bool = False) -> str:
    """Name a player; the reader is *you*, with a capital where the name stands ``alone``."""
    if name != ME:
        return name
    return sentence(lang, "page.live.you.alone" if alone else "page.live.you")


def group_text(lang: str, meld: Meld, owner: str) -> str:
    """Name a group on the table: ``set of 8s (Anna)``, ``run 3–6 (you)``."""
    player = called(lang, owner)
    if meld.ends is not None:
        low, high = meld.ends
        if meld.kind == "run" or meld.color is None:
            return sentence(lang, "page.live.group.run", low=low, high=high, player=player)
        color = color_name(lang, meld.color)
        return sentence(
            lang, "page.live.group.crun", low=low, high=high, color=color, player=player
        )
    if meld.number is not None:
        if meld.kind == "set" or meld.color is None:
            return sentence(lang, "page.live.group.set", number=meld.number, player=player)
        color = color_name(lang, meld.color)
        return sentence(
            lang, "page.live.group.cset", number=meld.number, color=color, player=player
        )
    if meld.color is not None:
        color = color_name(lang, meld.color)
        return sentence(lang, "page.live.group.color", color=color, player=player)
    kind = sentence(lang, f"kind.{meld.kind}")
    return sentence(lang, "page.live.group.other", kind=kind, player=player)


def place_text(lang: str, live: LiveRound, hit: Hit) -> str:
    """Say where a card is added: the group, and which number a wild stands for."""
    meld = live.game.table[live.game.place(hit.seat, hit.group)]
    return _place(lang, meld, live.names[hit.seat], hit.card)


def _place(lang: str, meld: Meld, owner: str, card: Card) -> str:
    """Name a group, and in a run the number for which a wild stands there."""
    group = group_text(lang, meld, owner)
    if card.stands_for is None or meld.ends is None:
        return group
    return sentence(lang, "page.live.place.wild", number=card.stands_for, group=group)


def advised_text(lang: str, live: LiveRound, step: Lay | Hit | Discard) -> str:
    """Name the step that is advised, on the button that reports it."""
    if isinstance(step, Lay):
        return sentence(lang, "page.live.advised.lay", groups=laid_text(lang, step.groups))
    if isinstance(step, Hit):
        plain = Card(WILD) if step.card.is_wild else step.card
        card, group = card_name(lang, plain, "accusative"), place_text(lang, live, step)
        return sentence(lang, "page.live.advised.hit", card=card, group=group)
    if not step.card.is_skip:
        card = card_name(lang, step.card, "accusative")
        return sentence(lang, "page.live.advised.throw", card=card)
    if step.target is None:
        return sentence(lang, "page.live.advised.skip.nobody")
    player = live.names[step.target]
    return sentence(lang, "page.live.advised.skip", player=player)


# --- what was reported ---------------------------------------------------------------------------


def entry_text(lang: str, entry: Entry, names: Sequence[str]) -> str:
    """Say what a report told, and who then misses a turn."""
    seat = names.index(entry.report.player)
    steps = entry.steps
    said = [
        sentence(lang, "play.reshuffled")
        for told in steps
        if isinstance(told.step, Draw) and not told.before.pile
    ]
    last = steps[-1].step
    if len(steps) == 2 and seat and isinstance(last, Discard) and not last.card.is_skip:
        card = card_name(lang, last.card, "accusative")
        said.append(sentence(lang, "page.live.log.drew_threw", player=names[seat], card=card))
    else:
        said += [_step_text(lang, told, seat, names) for told in steps]
    for skipped in missed(steps[-1].before, steps[-1].after):
        said.append(_misses(lang, names[skipped]))
    return " ".join(said)


def _misses(lang: str, name: str) -> str:
    if name == ME:
        return sentence(lang, "page.live.log.misses.you")
    return sentence(lang, "page.live.log.misses", player=name)


def _step_text(lang: str, told: Told, seat: int, names: Sequence[str]) -> str:
    step = told.step
    if seat == 0:
        return _own_text(lang, told, names)
    player = names[seat]
    if isinstance(step, Draw):
        return sentence(lang, "page.live.log.draws", player=player)
    if isinstance(step, TakeDiscard):
        return sentence(lang, "page.live.log.takes", player=player, card=_top(lang, told))
    if isinstance(step, Lay):
        groups = laid_text(lang, step.groups)
        return sentence(lang, "page.live.log.lays", player=player, groups=groups)
    if isinstance(step, Hit):
        card, group = _added(lang, told, step, names)
        return sentence(lang, "page.live.log.hits", player=player, card=card, group=group)
    if not step.card.is_skip:
        card = card_name(lang, step.card, "accusative")
        return sentence(lang, "page.live.log.throws", player=player, card=card)
    thrown = sentence(lang, "page.live.log.skip", player=player)
    return thrown if step.target is None else f"{thrown} {_skipped(lang, told, step, names)}"


def _skipped(lang: str, told: Told, step: Discard, names: Sequence[str]) -> str:
    """Say who misses a turn by a skip just thrown: this one, or the next one that comes."""
    target = step.target or 0
    if told.after.seats[target].skips <= told.before.seats[target].skips:
        return _misses(lang, names[target])
    if names[target] == ME:
        return sentence(lang, "page.live.log.will_miss.you")
    return sentence(lang, "page.live.log.will_miss", player=names[target])


def _own_text(lang: str, told: Told, names: Sequence[str]) -> str:
    step: Step = told.step
    if isinstance(step, Draw):
        kind = told.after.drew
        drawn = Card(SKIP if kind is None else kind)
        if drawn.is_skip:
            return sentence(lang, "play.own.draw.skip")
        name = card_name(lang, drawn, "accusative")
        return sentence(lang, "page.live.log.own.draws", card=name)
    if isinstance(step, TakeDiscard):
        return sentence(lang, "page.live.log.own.takes", card=_top(lang, told))
    if isinstance(step, Lay):
        return sentence(lang, "page.live.log.own.lays", groups=laid_text(lang, step.groups))
    if isinstance(step, Hit):
        card, group = _added(lang, told, step, names)
        return sentence(lang, "page.live.log.own.hits", card=card, group=group)
    if not step.card.is_skip:
        name = card_name(lang, step.card, "accusative")
        return sentence(lang, "page.live.log.own.throws", card=name)
    thrown = sentence(lang, "page.live.log.own.skip")
    return thrown if step.target is None else f"{thrown} {_skipped(lang, told, step, names)}"


def _top(lang: str, told: Told) -> str:
    top = told.before.top
    return "" if top is None else card_name(lang, top, "accusative")


def _added(lang: str, told: Told, step: Hit, names: Sequence[str]) -> tuple[str, str]:
    """Name the card that is added, and the group as it was."""
    meld = told.before.table[told.before.place(step.seat, step.group)]
    plain = Card(WILD) if step.card.is_wild else step.card
    group = _place(lang, meld, names[step.seat], step.card)
    return card_name(lang, plain, "accusative"), group


# --- what cannot be ------------------------------------------------------------------------------


def problem_text(lang: str, error: GameError, names: Sequence[str], player: str) -> str:
    """Say why a report of a player cannot be, and what would be right.

    What the referee says to a player is quoted where the player is not the reader.
    """
    shown = [called(lang, name) for name in names]
    if isinstance(error, IllegalMove):
        said = refusal_text(lang, error.refusal, shown)
        if player != ME:
            return sentence(lang, "page.live.referee", player=player, reason=said)
        if error.refusal.instead is None:
            return said
        return f"{said} {instead_text(lang, error.refusal.instead, shown)}"
    if not error.code.startswith("live."):
        return error_text(lang, error)
    values = dict(error.values)
    if "card" in values:
        values["card"] = card_name(lang, Card.parse(str(values["card"])))
    for key in ("player", "turn"):
        if key in values:
            values[key] = called(lang, str(values[key]))
    text = sentence(lang, f"error.{error.code}", **values)
    return text[:1].upper() + text[1:]


def nowhere_text(lang: str, live: LiveRound, card: Card) -> str:
    """Say that a card fits no group on the table, and why not, group by group."""
    name = card_name(lang, card)
    if not live.game.table:
        return sentence(lang, "page.live.nowhere.empty")
    groups = [
        group_text(lang, meld, live.names[SEATS.index(meld.owner)]) for meld in live.game.table
    ]
    text = sentence(lang, "page.live.nowhere", card=name, groups=joined(lang, groups))
    return text[:1].upper() + text[1:]


# --- where it stands -----------------------------------------------------------------------------


def opening_text(lang: str, live: LiveRound) -> str:
    """Say who misses the first turn for a skip that was turned up first (S42), "" for nobody."""
    begun, names = live.begun, live.names
    top = begun.discards[-1] if begun.discards else begun.top
    if top is None or not top.is_skip or begun.pile is None or begun.dealer not in names:
        return ""
    dealer, count = names.index(begun.dealer), len(names)
    if begun.turn != names[(dealer + 2) % count] or begun.rules.first_skip != "lose_turn":
        return ""
    name = names[(dealer + 1) % count]
    if name == ME:
        return sentence(lang, "play.deal.skip.you")
    return sentence(lang, "play.deal.skip", player=name)


def turn_text(lang: str, live: LiveRound) -> str:
    """Say whose turn it is and what comes now."""
    game = live.game
    if live.over:
        return ending_texts(lang, live, {})[0]
    if live.turn != ME:
        code = "page.live.turn.drawn" if live.drawn else "page.live.turn"
        return sentence(lang, code, player=live.turn)
    if live.drawn:
        laid = game.seats[0].laid is not None
        return sentence(lang, "page.live.turn.add" if laid else "page.live.turn.throw")
    if not game.can_take() or live.position.top is None:
        return sentence(lang, "page.live.turn.draw")
    card = card_name(lang, live.position.top, "accusative")
    return sentence(lang, "page.live.turn.both", card=card)


def ending_texts(lang: str, live: LiveRound, points: dict[str, int]) -> list[str]:
    """Say how the round ended and, where the match is over or tied, what decides."""
    ending = live.ending(points)
    game = live.game
    if ending.out == ME:
        said = [sentence(lang, "play.over.out.you")]
    elif ending.out:
        said = [sentence(lang, "play.over.out", player=ending.out)]
    elif game.winner is not None and (game.tie_break or game.rules.game_end == "at_once"):
        last = live.names[game.turn]
        code = "play.over.laid.you" if last == ME else "play.over.laid"
        said = [sentence(lang, code, **({} if last == ME else {"player": last}))]
    else:
        said = [sentence(lang, "play.over.blocked")]
    if ending.winner == ME:
        said.append(sentence(lang, "play.won.you"))
    elif ending.winner:
        said.append(sentence(lang, "play.won", player=ending.winner))
    elif ending.tied and not game.tie_break:
        players = joined(lang, [called(lang, name) for name in ending.tied])
        said.append(sentence(lang, "page.live.tied", players=players))
    elif ending.lacking:
        players = joined(lang, [called(lang, name) for name in ending.finishers])
        said.append(sentence(lang, "page.live.points.decide", players=players))
    return said
