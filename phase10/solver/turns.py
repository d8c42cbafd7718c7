"""At the table, not in the model: exact chances to lay down at the next turn or the one after.

Nothing comes back: a card drawn, offered or discarded leaves the unseen cards for good. A turn is a
draw, or in the model ``offer`` a draw or the take of a face-up card, and a discard, both chosen so
as to lay down within the turns left with the greatest chance. All chances are exact fractions.

With two turns left, what counts of a hand after a discard is which cards complete it. Hands with
the same completing cards are equal; how many of these cards are still unseen after the card drawn
and the card offered is a count less one or two. So the cards that complete a hand are found once
for each pair of cards given away, and the rest is arithmetic on a few integers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from phase10.game.cards import HAND_LIMIT, KINDS, SKIP, Card, Hand
from phase10.game.errors import NumberError
from phase10.game.phases import Phase
from phase10.game.rules import SEED, Rules
from phase10.solver.turn_matching import search_by_matching
from phase10.solver.turn_plans import bits_of, classes_of, search_by_demand
from phase10.solver.waiting import check_model

__all__ = ["TurnChances", "discard_chances", "draw_or_take", "turn_chances"]


@dataclass(frozen=True)
class TurnChances:
    """Hold exact chances to lay down with best play.

    ``one``: at the next turn; ``two``: at the next turn or the one after. The play that is best for
    two turns need not be best for one.
    """

    one: Fraction
    two: Fraction


CERTAIN = TurnChances(Fraction(1), Fraction(1))
IMPOSSIBLE = TurnChances(Fraction(0), Fraction(0))


def turn_chances(
    hand: Hand, phase: Phase, unseen: Sequence[int], rules: Rules = SEED, *, model: str
) -> TurnChances:
    """Compute the chances of a hand of ten cards before its turn.

    ``unseen``: fifty counts of the cards that may come. ``model``: ``pile``, every turn one blind
    draw; ``offer``, every turn one number card, uniformly one of those unseen, lies face up: it is
    taken, or a card is drawn blind from the others, and it never comes back. A hand that holds the
    whole phase is certain; without an unseen card nothing is drawn. Always exact. A millisecond or
    so for sets and runs, for colours, for one-colour goals; where such goals mix, or each needs a
    natural card, up to 0.15 s for two or three goals and up to two seconds for four or five.
    Raises :class:`GameError` ``waiting.model`` and :class:`NumberError` ``number.range`` for a
    hand of eleven cards or counts that are none.

    >>> from phase10.game.cards import STANDARD_DECK
    >>> hand = Hand("R1 R2 R3 R4 R5 R6 B10 B11 B12 S")
    >>> unseen = [most - held for most, held in zip(STANDARD_DECK.counts, hand.counts)]
    >>> turn_chances(hand, Phase("run:7"), unseen, model="pile").one
    Fraction(8, 49)
    """
    table = _Table(hand, phase, unseen, rules, model, HAND_LIMIT - 1)
    return table.chances(())


def discard_chances(
    hand: Hand, phase: Phase, unseen: Sequence[int], rules: Rules = SEED, *, model: str
) -> dict[Card, TurnChances]:
    """Compute :func:`turn_chances` of what is left after each possible discard of eleven cards.

    In canonical order. The cards discarded are not among ``unseen``: they do not come back.
    """
    table = _Table(hand, phase, unseen, rules, model, HAND_LIMIT)
    of = table.classes.of
    found = {place: table.chances((place,)) for place in {of[card.kind] for card in hand.kinds()}}
    return {card: found[of[card.kind]] for card in hand.kinds()}


def draw_or_take(
    hand: Hand,
    top: Card | None,
    phase: Phase,
    unseen: Sequence[int],
    rules: Rules = SEED,
    *,
    model: str,
) -> dict[str, TurnChances]:
    """Compare the blind draw with the take of the face-up card, for a hand of ten cards.

    ``top`` is not among ``unseen`` and is lost when a card is drawn. Keys are ``draw pile`` and,
    where there is a card that may be taken, ``take discard``. ``one``: this very turn; ``two``:
    this turn or the next, which is a turn of the model. Errors as in :func:`turn_chances`.
    """
    table = _Table(hand, phase, unseen, rules, model, HAND_LIMIT - 1)
    found = {"draw pile": table.drawn()}
    if top is not None and (top.kind != SKIP or rules.take_skip):
        found["take discard"] = table.taken(table.classes.of[top.kind])
    return found


@dataclass(frozen=True, slots=True)
class _Turn:
    """Give the chance of the last turn for the live cards that complete the hand.

    ``cards``, ``naturals``: the unseen cards, the number cards among them. The chance is
    ``value(naturals that complete, wilds that complete) / whole``.
    """

    whole: int
    value: Callable[[int, int], int]

    @classmethod
    def of(cls, model: str, cards: int, naturals: int) -> _Turn:
        """Choose the formula for a turn of the model."""
        if cards < 1:
            return cls(1, lambda natural, wild: 0)
        if model == "pile" or naturals < 1:
            return cls(cards, lambda natural, wild: natural + wild)
        if cards == 1:
            return cls(1, lambda natural, wild: natural)
        others = cards - 1
        whole = naturals * others

        def value(natural: int, wild: int) -> int:
            # Before the card offered first is taken off there may seem to be one too many.
            if natural >= naturals:
                return whole
            # A card that completes is offered, or another one is and a blind draw completes.
            return natural * others + (naturals - natural) * (natural + wild)

        return cls(whole, value)

    def chance(self, natural: int, wild: int) -> Fraction:
        """Give the chance as a fraction."""
        return Fraction(self.value(natural, wild), self.whole)


class _Hand:
    """Hold what ten cards can become: the cards that complete them, or that lead on.

    ``one``: the classes that complete the hand now. ``then``: for each class of a card drawn the
    sets of classes that complete what is left after a discard, only those that could be best;
    ``one`` itself is always possible and not listed.
    """

    def __init__(self, one: int, then: dict[int, list[int]]) -> None:
        self.one = one
        self.then = then

    def choices(self, place: int) -> list[int]:
        """List the sets of completing classes of which a discard chooses one."""
        return [self.one, *self.then.get(place, ())]


class _Table:
    """Work out one question: the cards held, the cards unseen, and the model."""

    def __init__(
        self,
        hand: Hand,
        phase: Phase,
        unseen: Sequence[int],
        rules: Rules,
        model: str,
        limit: int,
    ) -> None:
        check_model(model)
        _check_range("cards", len(hand), 0, limit)
        _check_range("unseen", len(unseen), KINDS, KINDS)
        _check_range("unseen", min(unseen), 0, max(unseen))
        self.model = model
        self.classes = classes_of(phase)
        self.wild, self.skip = self.classes.wild, self.classes.skip
        self.counts = self.classes.count(hand.counts)
        self.unseen = self.classes.count(unseen)
        self.cards = sum(unseen)
        self.naturals = sum(self.unseen[: self.wild])
        self.search = search_by_demand(self.counts, phase, rules) or search_by_matching(
            self.counts, phase, rules
        )
        self._needs: dict[tuple[int, ...], tuple[bool, int, dict[int, int]]] = {}
        self._live: dict[int, tuple[int, int]] = {}

    # --- what completes what -----------------------------------------------------------------

    def needs(self, given: tuple[int, ...]) -> tuple[bool, int, dict[int, int]]:
        """Remember what is needed when cards of the classes ``given``, in order, are gone."""
        found = self._needs.get(given)
        if found is None:
            found = self._needs[given] = self.search.needs(given)
        return found

    def hand(self, given: tuple[int, ...]) -> _Hand | None:
        """Look one draw ahead from the cards but ``given``; ``None`` for the whole phase."""
        complete, one, _ = self.needs(given)
        if complete:
            return None
        then: dict[int, set[int]] = {}
        for place, count in enumerate(self.counts):
            if count > given.count(place):
                _, alone, more = self.needs(tuple(sorted((*given, place))))
                for drawn, joined in more.items():
                    if not one >> drawn & 1:
                        then.setdefault(drawn, set()).add(alone | joined)
        return _Hand(one, {drawn: sorted(masks - {one}) for drawn, masks in then.items()})

    def live(self, mask: int) -> tuple[int, int]:
        """Count the unseen number cards and wilds of some classes."""
        found = self._live.get(mask)
        if found is None:
            wilds = self.unseen[self.wild] if mask >> self.wild & 1 else 0
            cards = sum(map(self.unseen.__getitem__, bits_of(mask)))
            found = self._live[mask] = (cards - wilds, wilds)
        return found

    # --- one turn after a discard --------------------------------------------------------------

    def ranked(self, masks: list[int], drawn: int, turn: _Turn) -> list[tuple[int, int, int, int]]:
        """Rank sets of completing classes, the best first, when a card of ``drawn`` is gone too.

        Each as (value, number cards, wilds, set).
        """
        found = []
        for mask in masks:
            natural, wild = self.live(mask)
            if mask >> drawn & 1:
                if drawn == self.wild:
                    wild -= 1
                else:
                    natural -= 1
            found.append((turn.value(natural, wild), natural, wild, mask))
        if len(found) > 1:
            found.sort(reverse=True)
        return found

    def best(self, masks: list[int], drawn: int, turn: _Turn) -> int:
        """Give the value of the best discard after a card of ``drawn`` came from the unseen."""
        return self.ranked(masks, drawn, turn)[0][0]

    # --- the questions -------------------------------------------------------------------------

    def chances(self, given: tuple[int, ...]) -> TurnChances:
        """Compute both chances of the hand without ``given``."""
        if self.search.hopeless:
            return IMPOSSIBLE
        hand = self.hand(given)
        if hand is None:
            return CERTAIN
        one = _Turn.of(self.model, self.cards, self.naturals).chance(*self.live(hand.one))
        if not hand.one and not hand.then:
            return IMPOSSIBLE
        if self.model == "pile" or not self.naturals:
            return TurnChances(one, self._drawn_blind(hand))
        return TurnChances(one, self._offered(hand))

    def drawn(self) -> TurnChances:
        """Compute both chances when this turn's card is drawn blind."""
        if self.search.hopeless:
            return IMPOSSIBLE
        hand = self.hand(())
        if hand is None:
            return CERTAIN
        one = Fraction(sum(self.live(hand.one)), self.cards) if self.cards else Fraction(0)
        return TurnChances(one, self._drawn_blind(hand))

    def taken(self, top: int) -> TurnChances:
        """Compute both chances when a card of the class ``top``, not unseen, is taken."""
        if self.search.hopeless:
            return IMPOSSIBLE
        hand = self.hand(())
        if hand is None or hand.one >> top & 1:
            return CERTAIN
        turn = _Turn.of(self.model, self.cards, self.naturals)
        best = max(turn.value(*self.live(mask)) for mask in hand.choices(top))
        return TurnChances(Fraction(0), Fraction(best, turn.whole))

    def _drawn_blind(self, hand: _Hand) -> Fraction:
        """Compute the chance of a blind draw now and a turn of the model later."""
        if not self.cards:
            return Fraction(0)
        result = Fraction(sum(self.live(hand.one)))
        for natural in (True, False):
            turn = _Turn.of(self.model, self.cards - 1, self.naturals - natural)
            total = sum(
                self.unseen[place] * self.best(hand.choices(place), place, turn)
                for place in (range(self.wild) if natural else (self.wild, self.skip))
                if self.unseen[place] and not hand.one >> place & 1
            )
            result += Fraction(total, turn.whole)
        return result / self.cards

    def _offered(self, hand: _Hand) -> Fraction:
        """Compute the chance of two turns of which each offers a number card first."""
        unseen, one = self.unseen, hand.one
        after_take = _Turn.of(self.model, self.cards - 1, self.naturals - 1)
        completing = sum(self.live(one))
        blind = _BlindAfterOffer(self, hand)
        certain, taken, drawn = 0, 0, 0
        for place in range(self.wild):
            copies = unseen[place]
            if not copies:
                continue
            if one >> place & 1:
                certain += copies
                continue
            take = self.best(hand.choices(place), place, after_take)
            draw = completing * blind.unit + blind.later(place)
            if take * blind.whole >= draw * after_take.whole:
                taken += copies * take
            else:
                drawn += copies * draw
        total = certain + Fraction(taken, after_take.whole) + Fraction(drawn, blind.whole)
        return total / self.naturals


class _BlindAfterOffer:
    """Work out the blind draw for every number card that is offered and left lying.

    The best discard after a draw is ranked once; an offered card that would complete what is left
    makes it a little worse, so that only then the next ones of the ranking are looked at. Chances
    are ``(completing cards · unit + later(offered)) / whole``.
    """

    def __init__(self, table: _Table, hand: _Hand) -> None:
        self.table = table
        cards, naturals = table.cards - 2, table.naturals - 1
        self.turns = (
            _Turn.of(table.model, cards, naturals - 1),
            _Turn.of(table.model, cards, naturals),
        )
        """The last turn after a number card was drawn, after a wild or a skip was."""
        self.unit = self.turns[0].whole * self.turns[1].whole
        self.whole = max(table.cards - 1, 1) * self.unit
        self.common = [0, 0]
        self.change: list[dict[int, int]] = [{}, {}]
        self.of_itself: dict[int, int] = {}
        for place, copies in enumerate(table.unseen):
            if copies and not hand.one >> place & 1:
                self._draw(hand.choices(place), place, copies)

    def _draw(self, masks: list[int], place: int, copies: int) -> None:
        """Add the draws of one class, as if no card were offered, and what offers change."""
        table = self.table
        kind = int(place >= table.wild)
        turn = self.turns[kind]
        ranked = table.ranked(masks, place, turn)
        best, _, _, mask = ranked[0]
        self.common[kind] += copies * best
        if not kind:
            self.of_itself[place] = best
        change = self.change[kind]
        for offered in bits_of(mask & (1 << table.wild) - 1):
            value = 0
            for other, natural, wild, completing in ranked:
                if other <= value:
                    break
                if completing >> offered & 1:
                    value = max(value, turn.value(natural - 1, wild))
                else:
                    value = other
            change[offered] = change.get(offered, 0) + copies * (value - best)
            if offered == place:
                self.of_itself[place] = value

    def later(self, offered: int) -> int:
        """Add up the blind draws that do not complete at once, for one offered card."""
        first = self.common[0] + self.change[0].get(offered, 0) - self.of_itself[offered]
        second = self.common[1] + self.change[1].get(offered, 0)
        return first * self.turns[1].whole + second * self.turns[0].whole


def _check_range(what: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise NumberError("number.range", what=what, value=value, low=low, high=high)
