"""Write the golden deals, or check them; what is committed never changes, cases are only added.

``python -m tests.golden.write_deals`` compares the file with what is dealt now; with ``--write`` it
writes the file, unless that would change a case that is in it.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from phase10.game.cards import CARDS, Card
from phase10.game.rules import Rules
from phase10.game.shuffle import DealCode, deal, high_card_dealer, shuffled

PATH = Path(__file__).with_name("deals.json")

CODES = (
    *(f"P10-1-{players}-77-1" for players in range(2, 7)),
    "P10-1-2-0-1",
    "P10-1-6-0-1",
    "P10-1-4-1-1",
    "P10-1-4-77-2",
    "P10-1-4-77-10",
    "P10-1-3-20260706-3",
    "P10-1-5-4294967296-1",
    "P10-1-4-9223372036854775807-1",
    "P10-1-6-9223372036854775807-100000",
    "P10-1-2-6148914691236517205-99999",
)
DECKS = ("4x12x2+8W+4S", "4x12x1+4W+2S", "2x8x2+0W+0S", "4x12x4+16W+8S", "1x1x0+8W+13S")
RESHUFFLED = ("P10-1-2-0-1", "P10-1-4-77-1", "P10-1-6-9223372036854775807-100000")
COUNTERS = (1, 2, 3, 10, (1 << 32) - 1)


def drawn_order(pile: tuple[int, ...]) -> str:
    """Name the cards of a pile as they are drawn, the top one first."""
    return " ".join(str(CARDS[kind]) for kind in reversed(pile))


def dealt(code: DealCode, deck: str) -> dict[str, Any]:
    """Tell a whole deal and who would be the first dealer by the high card."""
    cards = Rules.parse(f"seed,deck={deck}").deck
    made = deal(code, cards)
    dealer, drawn = high_card_dealer(code, cards)
    return {
        "code": str(code),
        "deck": deck,
        "hands": [str(hand) for hand in made.hands],
        "top": str(made.top),
        "pile": drawn_order(made.pile),
        "dealer": dealer,
        "drawn": " ".join(map(str, drawn)),
    }


def reshuffled(code: DealCode, counter: int) -> dict[str, Any]:
    """Tell a reshuffle of the first 25 cards of the round's draw pile and of the card turned up."""
    made = deal(code)
    discards = (made.top.kind, *made.pile[::-1][:25])
    return {
        "code": str(code),
        "counter": counter,
        "cards": " ".join(str(CARDS[kind]) for kind in discards),
        "pile": drawn_order(shuffled(discards, code, counter)),
    }


def text() -> str:
    """Give the whole file as it has to be, byte for byte."""
    codes = [DealCode.parse(code) for code in CODES]
    small = [DealCode(2, 77, 1), DealCode(3, 5, 1)]
    golden = {
        "deals": [dealt(code, DECKS[0]) for code in codes]
        + [dealt(code, deck) for deck in DECKS[1:] for code in small if fits(code, deck)],
        "reshuffles": [
            reshuffled(DealCode.parse(code), counter) for code in RESHUFFLED for counter in COUNTERS
        ],
    }
    return json.dumps(golden, indent=1) + "\n"


def fits(code: DealCode, deck: str) -> bool:
    """Tell whether a deck has enough cards for the players."""
    return Rules.parse(f"seed,deck={deck}").deck.size > 10 * code.players


def kinds_of(cards: str) -> list[int]:
    """Give the kinds of cards named one after another."""
    return [Card.parse(name).kind for name in cards.split()]


def main(arguments: list[str]) -> int:
    """Check or write the file."""
    kept = json.loads(PATH.read_text("utf-8")) if PATH.exists() else {}
    now = json.loads(text())
    changed = [case for part in kept for case in kept[part] if case not in now[part]]
    if changed:
        print(f"changed or gone: {changed[0]}", file=sys.stderr)
        return 1
    if arguments == ["--write"]:
        PATH.write_text(text(), "utf-8", newline="\n")
    same = PATH.read_bytes() == text().encode()
    print("the deals are as they were" if same else "cases to be added: --write", file=sys.stderr)
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
