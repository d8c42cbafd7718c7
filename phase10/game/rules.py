"""Rules: every open point a named option, as data.

Sources: rules.en.md, section 4 (seed against official) and section 6 (what is open). A rule option
is looked up where the rule is decided; nothing ever asks for the name of a preset.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from typing import Final

from phase10.game.cards import NUMBERS, STANDARD_DECK, Card, Cards, Deck
from phase10.game.errors import GameError, RulesError

__all__ = ["OPTIONS", "PRESETS", "SEED", "Rules"]


@dataclass(frozen=True)
class Rules:
    """Hold the options in use; the defaults are the preset ``seed``.

    What a phase needs:

    - ``natural_per``: one natural card in the whole ``phase`` (S35) or in each ``group``.
    - ``same_number_sets``: two sets of one phase may have one number (S6 does not forbid it).
    - ``run_min``: the shortest run that a phase of the game may ask.
    - ``extra_on_lay``: further fitting cards may be laid with the phase, as own hits (S25).

    The turn:

    - ``hit_others_same_turn``: others' phases may be hit in the turn of laying (S26: no).
    - ``go_out_by_hit``: the last card may be hit instead of discarded (S32: no).
    - ``discard_taken``: the card just taken may be discarded again.
    - ``take_skip``: a discarded skip may be taken.
    - ``skip_target``: the ``next`` player loses the turn (S40), or the one ``chosen``.
    - ``skip_limit``: ``none``, or a player who still has a turn to lose cannot be skipped again
      ``until_served``.

    The round:

    - ``first_wild``: a wild turned up first may be taken (``take``), or is ``put_back`` under the
      draw pile and another card turned.
    - ``first_skip``: the first player loses the turn (``lose_turn``, S42), or it is ``put_back``,
      or ``cover``: another card is turned on top of it.
    - ``restock``: an empty draw pile is made anew from all discards but the top one
      (``reshuffle``), or the round ends when nothing can be drawn (``end``).
    - ``next_dealer``: the player to the ``left``, or the ``winner`` of the round.
    - ``wild_points``: what a wild left in hand costs, 25 (S47) or 20 in one edition.

    The match:

    - ``last_phase``: play to this phase of the list (S59, S60), 0 for the whole list.
    - ``use_phases``: ``all``, or only the ``even`` or the ``odd`` ones (S61).
    - ``in_order``: phases in order (S10), or any open one, each once (S62–S65).
    - ``advance_all``: all advance each round and the lowest score wins (S58).
    - ``game_end``: at the end of the ``round`` (S51), ``at_once`` when a player lays the last phase
      and nobody else is at it, or ``out``: who has made the last phase must also go out.
    - ``tie_break``: won by the first to ``lay`` the last phase (S55), or to go ``out``.
    - ``players``: the most players at the table, 2 to 6.
    - ``deck``: the cards in play, 108 unless given; as text ``4x12x2+8W+4S``.

    Raises :class:`RulesError` for a value that an option cannot have (``rules.value``) and for
    options that contradict each other (``rules.mixture``).
    """

    natural_per: str = "phase"
    same_number_sets: bool = True
    wild_points: int = 25
    deck: Deck = STANDARD_DECK
    run_min: int = 3
    extra_on_lay: bool = True
    hit_others_same_turn: bool = False
    go_out_by_hit: bool = False
    discard_taken: bool = True
    take_skip: bool = False
    skip_target: str = "next"
    skip_limit: str = "none"
    first_wild: str = "take"
    first_skip: str = "lose_turn"
    restock: str = "reshuffle"
    next_dealer: str = "left"
    last_phase: int = 0
    use_phases: str = "all"
    in_order: bool = True
    advance_all: bool = False
    game_end: str = "round"
    tie_break: str = "lay"
    players: int = 6

    def __post_init__(self) -> None:
        for option, allowed in OPTIONS.items():
            value = getattr(self, option)
            # True is not the number 1 here.
            if not any(type(value) is type(choice) and value == choice for choice in allowed):
                raise _wrong_value(option, _shown(value))
        if not isinstance(self.deck, Deck):
            raise _wrong_deck(str(self.deck))
        for option, value, other, others in _CONTRADICTIONS:
            if getattr(self, option) == value and getattr(self, other) in others:
                raise RulesError(
                    "rules.mixture",
                    first=f"{option}={_shown(value)}",
                    second=f"{other}={_shown(getattr(self, other))}",
                )

    @classmethod
    def parse(cls, text: str) -> Rules:
        """Read ``seed``, ``official`` or changes to them: ``seed,natural_per=group``.

        Large and small letters are the same. Raises :class:`RulesError` ``rules.preset``,
        ``rules.option`` (unknown words), ``rules.twice`` (an option given twice) and what
        :class:`Rules` raises.

        >>> Rules.parse("official,last_phase=5").skip_target
        'chosen'
        """
        rules = SEED
        changes: dict[str, str | bool | int | Deck] = {}
        said: dict[str, str] = {}
        for place, part in enumerate(piece.strip() for piece in text.split(",")):
            name, equals, value = (piece.strip() for piece in part.partition("="))
            option = name.lower()
            if not equals:
                if place > 0 or option not in PRESETS:
                    raise RulesError("rules.preset", text=part)
                rules = PRESETS[option]
                continue
            if option in said:
                raise RulesError("rules.twice", first=said[option], second=part)
            said[option] = part
            if option == "deck":
                changes[option] = _read_deck(value)
            elif option not in OPTIONS:
                raise RulesError("rules.option", option=name, nearest=_nearest(option))
            else:
                readable = {_shown(choice): choice for choice in OPTIONS[option]}
                if value.lower() not in readable:
                    raise _wrong_value(option, value)
                changes[option] = readable[value.lower()]
        return replace(rules, **changes)  # type: ignore[arg-type]

    def points(self, card: Card) -> int:
        """Give the points of one card left in hand (S47)."""
        if card.is_wild:
            return self.wild_points
        if card.is_skip:
            return 15
        return 5 if card.kind % NUMBERS < 9 else 10

    def points_of(self, cards: Cards) -> int:
        """Add up the points of cards left in hand (S46)."""
        return sum(map(self.points, cards))

    def __str__(self) -> str:
        """Print the nearest preset and what differs from it; the text parses back."""
        return min((self._against(name) for name in PRESETS), key=lambda text: text.count(","))

    def _against(self, preset: str) -> str:
        base = PRESETS[preset]
        changed = [
            f"{item.name}={_shown(getattr(self, item.name))}"
            for item in fields(self)
            if getattr(self, item.name) != getattr(base, item.name)
        ]
        return ",".join([preset, *changed])


LAST_PHASE: Final = 40
"""The longest list of phases that a game is played from."""

OPTIONS: Final[dict[str, tuple[str | bool | int, ...]]] = {
    "natural_per": ("phase", "group"),
    "same_number_sets": (True, False),
    "wild_points": (25, 20),
    "run_min": (2, 3, 4),
    "extra_on_lay": (True, False),
    "hit_others_same_turn": (True, False),
    "go_out_by_hit": (True, False),
    "discard_taken": (True, False),
    "take_skip": (True, False),
    "skip_target": ("next", "chosen"),
    "skip_limit": ("none", "until_served"),
    "first_wild": ("take", "put_back"),
    "first_skip": ("lose_turn", "put_back", "cover"),
    "restock": ("reshuffle", "end"),
    "next_dealer": ("left", "winner"),
    "last_phase": tuple(range(LAST_PHASE + 1)),
    "use_phases": ("all", "even", "odd"),
    "in_order": (True, False),
    "advance_all": (True, False),
    "game_end": ("round", "at_once", "out"),
    "tie_break": ("lay", "out"),
    "players": (2, 3, 4, 5, 6),
}
"""Every option with the values it can have, the deck excepted."""

_CONTRADICTIONS: Final = (
    # When all advance each round, nobody chooses a phase and making the last one ends nothing.
    ("advance_all", True, "in_order", (False,)),
    ("advance_all", True, "game_end", ("at_once", "out")),
    # There is no even phase up to phase 1.
    ("use_phases", "even", "last_phase", (1,)),
)

_DECK = re.compile(r"(\d+)x(\d+)x(\d+)\+(\d+)W\+(\d+)S", re.IGNORECASE)
_LONGEST = 40
_LISTED = 6
"""So many allowed values are listed; of more, only the first and the last are named."""


def _read_deck(text: str) -> Deck:
    """Read ``colors x numbers x copies + wilds W + skips S``."""
    match = _DECK.fullmatch(text.replace(" ", "")) if len(text) <= 40 else None
    try:
        if match is not None:
            return Deck(*map(int, match.groups()))
    except GameError:
        pass
    raise _wrong_deck(text)


def _wrong_deck(text: str) -> RulesError:
    return RulesError("rules.value", option="deck", value=text, allowed="4x12x2+8W+4S")


def _nearest(option: str) -> str:
    """Name the option that is written most like this."""
    return get_close_matches(option[:_LONGEST], [*OPTIONS, "deck"], n=1, cutoff=0)[0]


def _wrong_value(option: str, value: str) -> RulesError:
    allowed = [_shown(choice) for choice in OPTIONS[option]]
    listed = ", ".join(allowed) if len(allowed) <= _LISTED else f"{allowed[0]}–{allowed[-1]}"
    return RulesError("rules.value", option=option, value=value, allowed=listed)


def _shown(value: object) -> str:
    if isinstance(value, Deck):
        return f"{value.colors}x{value.numbers}x{value.copies}+{value.wilds}W+{value.skips}S"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


SEED: Final = Rules()
PRESETS: Final[dict[str, Rules]] = {
    "seed": SEED,
    "official": Rules(
        run_min=4,
        hit_others_same_turn=True,
        skip_target="chosen",
        skip_limit="until_served",
        tie_break="out",
    ),
}
