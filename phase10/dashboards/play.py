"""The play page: a match against computer players and people at the same screen.

State and acts; the looks are in ``play_table``, ``play_coach``, ``play_end`` and ``play_setup``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final

from phase10.dashboards.play_coach import MODES, Coach
from phase10.dashboards.play_match import Opened, PageMatch, begin, is_word, opened
from phase10.dashboards.play_setup import PERSON, NewMatch, link_of
from phase10.dashboards.play_words import Problem, problem_texts, said_text, turn_text
from phase10.game.cards import Card
from phase10.game.errors import GameError
from phase10.game.meaning import hits_meant, laying_meant, reason_against_hit, ways_with
from phase10.game.moves import SEATS, Discard, Draw, EndTurn, Hit, Lay, Move, TakeDiscard
from phase10.game.stages import DRAW, PLAY
from phase10.game.typed_moves import LINE_LIMIT, Said, read_line
from phase10.players.at_table import best_layings, is_computers, nearest_missing
from phase10.solver.groupings import best_groupings
from phase10.views.i18n import sentence
from phase10.views.names import joined
from phase10.views.play import deal_text, dealer_texts, end_texts
from phase10.widgets.hand import SORTS, HandCards

__all__ = ["SPEEDS", "Asked", "PlayView", "play_style"]

SPEEDS: Final = ("pause", "once", "step")
"""How computer players move: with short pauses, all at once, or step by step."""

PAUSES: Final = {"draw": 0.45, "other": 0.8}
"""Seconds before a move of a computer player."""

REMEMBERED: Final = 6
"""Matches that a browser remembers to offer them again."""

_KEYS: Final = {
    "d": "draw", "t": "take", "l": "lay", "h": "hit", "x": "discard", "u": "undo", "c": "hint",
    "n": "next", "Backspace": "clear",
}  # fmt: skip

Later = Callable[[float], bool]


@dataclass(frozen=True)
class Asked:
    """Hold a question about a move: which of these. ``what``: ``target``, ``place`` or ``lay``."""

    what: str
    moves: tuple[Move, ...]
    card: Card | None = None
    whole: bool = False


class PlayView:
    """Connect a match with the page: what was tapped, typed, asked, and what is said.

    ``effects`` collects what the page should say or focus. ``later``: calls ``play.tick`` after so
    many seconds and tells whether it can; without it computer players do not pause.
    """

    def __init__(self, effects: list[dict[str, Any]]) -> None:
        self.effects = effects
        self.later: Later | None = None
        self.new = NewMatch()
        self.match: PageMatch | None = None
        self.hand = HandCards("play")
        self.coach = Coach()
        self.speed = SPEEDS[0]
        self.problem: Problem | None = None
        self.asked: Asked | None = None
        self.busy = ""
        self.trouble: Opened | None = None
        self.matches: list[str] = []
        self.typed_revision = 0
        self.typed_text = ""
        self._known = ""
        self._waiting = False

    # --- acts -----------------------------------------------------------------------------------

    def act(self, name: str, value: Any, lang: str) -> None:
        """Do what the user asked for; unknown acts and values are ignored."""
        verb = name.removeprefix("play.")
        if verb.startswith("new."):
            self.new.act(verb.removeprefix("new."), value)
        elif verb in ("start", "open", "take_over", "leave", "speed", "sort", "coach", "first"):
            self._settings_act(verb, value, lang)
        elif self.match is not None:
            if not self.match.kept.is_ours:
                self._lose()
            else:
                self._match_act(verb, value, lang)

    def _settings_act(self, verb: str, value: Any, lang: str) -> None:
        match verb, value:
            case "start", _:
                self._start(lang)
            case "open", str() if is_word(value):
                self._open(value, lang)
            case "take_over", _ if self.busy:
                self._open(self.busy, lang, take=True)
            case "leave", _:
                self._close()
                self.effects.append({"focus": "play-new-heading"})
            case "speed", str() if value in SPEEDS:
                self.speed = value
                self._go_on(lang)
            case "sort", str() if value in SORTS:
                self.hand.sort = value
                self._say(sentence(lang, f"live.sorted.{value}"))
            case "coach", str() if value in MODES:
                self.coach.mode = value
                self.coach.forget()
            case "first", bool():
                self.coach.first = value
                self.coach.forget()

    def _match_act(self, verb: str, value: Any, lang: str) -> None:
        text = value if isinstance(value, str) else ""
        if verb == "tick":
            self._waiting = False
            if self.speed == SPEEDS[0]:
                self._computer(lang)
            return
        if verb not in ("key", "card"):
            self.problem = None
        acts: dict[str, Callable[[str], None]] = {
            "draw": lambda lang: self._play(Draw(), lang),
            "take": lambda lang: self._play(TakeDiscard(), lang),
            "top": self._top,
            "lay": self._lay,
            "hit": self._hit,
            "discard": self._discard,
            "undo": self._undo,
            "hint": self._hint,
            "clear": self._clear,
            "all": self._all,
            "next": self._next,
            "show": self._show,
            "link": self._link,
            "copy": self._copy,
        }
        if verb in acts:
            acts[verb](lang)
        elif verb == "card":
            self._card(text, lang)
        elif verb == "key":
            self._key(text, lang)
        elif verb == "meld":
            self._meld(text, lang)
        elif verb == "answer":
            self._answer(text, lang)
        elif verb == "typed":
            self._typed(text, lang)
        elif verb == "decide":
            self._decide(text, lang)

    def _say(self, text: str) -> None:
        if text:
            self.effects.append({"say": text})

    def _wrong(self, problem: Problem, lang: str) -> None:
        self.problem, self.asked = problem, None
        if self.match is not None:
            said = problem_texts(lang, problem, self.match.names, self.match.me)
            self.effects.append({"alert": " ".join(said)})

    @property
    def _held(self) -> list[Card]:
        return [] if self.match is None else list(self.match.game.hand(self.match.me))

    @property
    def chosen(self) -> list[Card]:
        """List the chosen cards of the hand that is shown."""
        return self.hand.chosen(self._held)

    # --- choosing -------------------------------------------------------------------------------

    def _card(self, key: str, lang: str) -> None:
        if self.match is None or not self.match.sees_hand:
            return
        self.problem = None
        self.hand.toggle(key, self._held)
        if self.asked is not None:
            self.asked = None
        self._say(sentence(lang, "page.play.chosen", count=len(self.chosen)))

    def _clear(self, lang: str) -> None:
        self.hand.clear()
        self.asked = None

    def _key(self, key: str, lang: str) -> None:
        if key.isdigit() and self.asked is not None:
            if 1 <= int(key) <= len(self.asked.moves):
                self._play(self.asked.moves[int(key) - 1], lang)
            return
        if key == "s":
            order = SORTS.index(self.hand.sort)
            self._settings_act("sort", SORTS[(order + 1) % len(SORTS)], lang)
            return
        verb = _KEYS.get(key if len(key) > 1 else key.lower())
        if verb is not None:
            self._match_act(verb, None, lang)

    # --- moves ----------------------------------------------------------------------------------

    def _play(self, move: Move, lang: str, *, compare: bool = True) -> None:
        """Make a move, ask the coach first where that is wanted, or say why not."""
        match = self.match
        if match is None:
            return
        seat = match.game.turn if match.shown_to is None else match.shown_to
        refusal = match.game.check(move, seat)
        if refusal is not None:
            self._wrong(Problem(refusal=refusal), lang)
            return
        if not match.is_mine:
            return
        if compare and self.coach.asks:
            self.coach.pending, self.asked = move, None
            self.effects.append({"focus": "coach-verdict"})
            return
        start = len(match.record.events)
        drew = match.game.stage == DRAW
        match.play(move)
        self.asked = None
        self.coach.forget()
        if not drew:
            self.hand.clear()
        self._tell(start, lang)
        self._go_on(lang)

    def _tell(self, start: int, lang: str) -> None:
        """Tell every step from an event on, and whose turn it is now."""
        if self.match is not None:
            for event in range(start, len(self.match.record.events)):
                self._say(said_text(lang, self.match, event))
        self._say_turn(lang)

    def _say_turn(self, lang: str) -> None:
        match = self.match
        if match is None:
            return
        ended = end_texts(lang, match.game, match.names, match.me if match.alone else None)
        if ended:
            for text in ended:
                self._say(text)
            self.effects.append({"focus": "play-status"})
        elif not is_computers(match.record):
            self._say(turn_text(lang, match))

    def _top(self, lang: str) -> None:
        """Tap the discards: take before the draw, discard after it."""
        if self.match is not None and self.match.game.stage == PLAY and self.match.is_mine:
            self._discard(lang)
        else:
            self._play(TakeDiscard(), lang)

    def _discard(self, lang: str) -> None:
        match, chosen = self.match, self.chosen
        if match is None:
            return
        if not chosen and match.is_mine and match.game.stage == PLAY:
            self._play(EndTurn(), lang)
        elif len(chosen) > 1:
            self._wrong(Problem(code="page.play.one", rule="S32"), lang)
        elif not chosen:
            self._play(Discard(self._held[0]) if self._held else EndTurn(), lang)
        else:
            self._discard_card(match, chosen[0], lang)

    def _discard_card(self, match: PageMatch, card: Card, lang: str) -> None:
        game = match.game
        can_aim = card.is_skip and match.is_mine and game.stage == PLAY
        targets = game.skip_targets() if can_aim and len(self._held) > 1 else ()
        if len(targets) > 1:
            self._ask(Asked("target", tuple(Discard(card, seat) for seat in targets), card))
        else:
            self._play(Discard(card), lang)

    def _ask(self, asked: Asked) -> None:
        self.asked = asked
        self.effects.append({"focus": "play-asked"})

    def _lay(self, lang: str) -> None:
        """Lay the chosen cards; without any, offer the best layouts."""
        match, chosen = self.match, self.chosen
        if match is None:
            return
        game = match.game
        free = match.is_mine and game.stage == PLAY and game.seats[game.turn].laid is None
        if not free:
            self._play(Lay(()), lang)
        elif chosen:
            self._lay_chosen(match, chosen, lang)
        else:
            layings = best_layings(game)
            if layings:
                self._ask(Asked("lay", tuple(layings)))
            else:
                count = max(1, nearest_missing(game, game.turn))
                self._wrong(Problem(code="play.lay.missing", count=count, rule="S22"), lang)

    def _lay_chosen(self, match: PageMatch, chosen: list[Card], lang: str) -> None:
        game = match.game
        numbers = game.open_phases(game.turn)
        ways = ways_with(game, chosen, numbers)
        lawful = tuple(way for way in ways if game.check(way) is None)
        if len(lawful) == 1:
            self._play(lawful[0], lang)
        elif lawful:
            self._ask(Asked("lay", lawful, whole=True))
        else:
            self._play(ways[0] if ways else self._attempt(match, chosen), lang)

    def _attempt(self, match: PageMatch, chosen: list[Card]) -> Lay:
        """Give the laying that these cards come nearest to: the law says what is wrong with it."""
        game = match.game
        cards = [card for card in chosen if not card.is_skip]
        if len(cards) < len(chosen) or not cards:
            return laying_meant(game, game.turn, Said("lay", groups=(tuple(chosen),)))
        numbers = game.open_phases(game.turn)
        phase = game.setup.phase(numbers[0] if numbers else game.setup.numbers[-1])
        hand = game.hand(game.turn)
        found = best_groupings(hand - (hand - cards), phase, game.rules)[0]
        groups = [(plan.group.kind, list(plan.cards)) for plan in found.groups if plan.cards]
        if found.spare:
            if not groups:
                groups = [(phase.groups[0].kind, [])]
            groups[-1][1].extend(found.spare)
        said = Said("lay", groups=tuple(tuple(cards) for _, cards in groups))
        return laying_meant(game, game.turn, said)

    def _hit(self, lang: str, place: tuple[int, int] | None = None) -> None:
        """Hit with the chosen card, on a group where one was tapped."""
        match, chosen = self.match, self.chosen
        if match is None:
            return
        game = match.game
        if len(chosen) != 1:
            can = match.is_mine and game.stage == PLAY and game.seats[game.turn].laid is not None
            if can or len(chosen) > 1:
                self._wrong(Problem(code="page.play.one.hit"), lang)
            else:
                self._play(Hit(self._held[0] if self._held else Card(0), match.me, 1), lang)
            return
        card = chosen[0]
        said = Said("hit", card=card, seat=None if place is None else place[0])
        hits = hits_meant(game, said) if match.is_mine else []
        if place is not None:
            hits = [hit for hit in hits if (hit.seat, hit.group) == place]
            if not hits:
                self._play(Hit(card, *place), lang)
                return
        if len(hits) == 1:
            self._play(hits[0], lang)
        elif hits:
            self._ask(Asked("place", tuple(hits), card))
        else:
            seat = game.turn if match.is_mine else match.me
            reason = reason_against_hit(game, seat, card, None)
            if reason is not None:
                self._wrong(Problem(refusal=reason), lang)
            else:
                self._wrong(Problem(code="play.hit.nowhere", card=card, rule="S27"), lang)

    def _meld(self, text: str, lang: str) -> None:
        letter, _, group = text.partition(".")
        if len(letter) == 1 and letter in SEATS and group.isdigit():
            self._hit(lang, (SEATS.index(letter), int(group[:2])))

    def _answer(self, text: str, lang: str) -> None:
        asked = self.asked
        if asked is not None and text.isdigit() and int(text[:4]) < len(asked.moves):
            self._play(asked.moves[int(text[:4])], lang)

    def _all(self, lang: str) -> None:
        if self.asked is not None:
            self.asked = Asked(self.asked.what, self.asked.moves, self.asked.card, whole=True)

    def _undo(self, lang: str) -> None:
        match = self.match
        if match is None:
            return
        if self.coach.pending is not None or self.asked is not None:
            self.coach.pending, self.asked = None, None
        elif match.can_undo:
            match.undo()
            self.coach.forget()
            self.hand.clear()
            self._say(sentence(lang, "play.undone"))
            self._say_turn(lang)
        else:
            self._wrong(Problem(code="play.undo.none"), lang)

    def _typed(self, line: str, lang: str) -> None:
        """Do what a line says, in the words of the terminal."""
        match = self.match
        if match is None:
            return
        self.typed_text = line[:LINE_LIMIT]
        try:
            said = read_line(line, self._seats_by_name(match))
        except GameError as error:
            self._wrong(Problem(error=error), lang)
            return
        if said.act == "several":
            self._wrong(Problem(code="page.play.one", rule="S32"), lang)
        elif said.act == "lay" and said.groups:
            self._play(laying_meant(match.game, match.game.turn, said), lang)
        elif said.act == "lay" and said.number:
            layings = best_layings(match.game) if match.is_mine else []
            known = said.number <= len(layings)
            self._play(layings[said.number - 1] if known else Lay(()), lang)
        elif said.act == "hit" and said.card is not None:
            self._hit_said(match, said, lang)
        elif said.act == "move":
            self._play(said.move or EndTurn(), lang)
        elif said.act in ("lay", "hit", "undo", "hint", "next"):
            self._match_act(said.act, None, lang)
        elif said.act == "sort":
            self._key("s", lang)
        else:
            self._wrong(Problem(code="page.play.unknown", values={"text": line.strip()}), lang)
        if self.problem is None:
            self.typed_text = ""
            self.typed_revision += 1

    def _hit_said(self, match: PageMatch, said: Said, lang: str) -> None:
        hits = hits_meant(match.game, said) if match.is_mine else []
        if len(hits) == 1:
            self._play(hits[0], lang)
        elif hits:
            self._ask(Asked("place", tuple(hits), said.card))
        elif said.card is not None:
            reason = reason_against_hit(match.game, match.me, said.card, said.seat)
            if reason is None:
                self._wrong(Problem(code="play.hit.nowhere", card=said.card, rule="S27"), lang)
            else:
                self._wrong(Problem(refusal=reason), lang)

    @staticmethod
    def _seats_by_name(match: PageMatch) -> dict[str, int]:
        letters = {SEATS[seat]: seat for seat in range(len(match.names))}
        named = {name: seat for seat, name in enumerate(match.names)}
        return letters | {name: seat for name, seat in named.items() if name.upper() not in SEATS}

    # --- the coach ------------------------------------------------------------------------------

    def _hint(self, lang: str) -> None:
        match = self.match
        if match is None or not match.is_mine or self.coach.mode == "off":
            return
        if self.coach.mode == "request" and not self.coach.asks:
            self._say(self.coach.climb(lang, match))

    def _decide(self, choice: str, lang: str) -> None:
        move = self.coach.pending
        self.coach.pending = None
        if move is not None and choice == "mine":
            self._play(move, lang, compare=False)
        else:
            self.effects.append({"focus": "play-status"})

    # --- the others -----------------------------------------------------------------------------

    def _go_on(self, lang: str) -> None:
        """Let the computer players move: now, after a pause, or when they are asked to."""
        match = self.match
        if match is None or not is_computers(match.record):
            return
        if self.speed == "step" or self._waiting:
            return
        if self.speed == "pause" and self.later is not None:
            seconds = PAUSES["draw" if match.game.stage == DRAW else "other"]
            self._waiting = self.later(seconds)
            if self._waiting:
                return
        start = len(match.record.events)
        while is_computers(match.record):
            match.play_computer()
        match.save()
        self._tell(start, lang)

    def _computer(self, lang: str) -> None:
        match = self.match
        if match is None or not is_computers(match.record):
            return
        start = len(match.record.events)
        match.play_computer()
        match.save()
        self._tell(start, lang)
        self._go_on(lang)

    def _next(self, lang: str) -> None:
        """Deal the next round; or let the computer player that waits for it move."""
        match = self.match
        if match is None:
            return
        if match.waits_for_deal:
            match.deal()
            self.coach.forget()
            self.hand.clear()
            for text in deal_text(lang, match.game, match.names, match.me if match.alone else None):
                self._say(text)
            self._say_turn(lang)
            self.effects.append({"focus": "play-status"})
            self._go_on(lang)
        elif is_computers(match.record):
            self._computer(lang)

    def _show(self, lang: str) -> None:
        if self.match is not None and self.match.is_covered:
            self.match.show()
            self._say(turn_text(lang, self.match))
            self.effects.append({"focus": "play-status"})

    # --- matches --------------------------------------------------------------------------------

    def _start(self, lang: str) -> None:
        record = self.new.record(lang)
        if record is None:
            if self.new.error is not None:
                self.effects.append({"focus": "do-play-start"})
            return
        self._close()
        self._have(begin(record))
        self.new.code = ""
        self.effects.append({"focus": "play-status"})
        if self.match is not None:
            me = self.match.me if self.match.alone else None
            for text in dealer_texts(lang, record.game, self.match.names):
                self._say(text)
            for text in deal_text(lang, record.game, self.match.names, me):
                self._say(text)
        self._say_turn(lang)
        self._go_on(lang)

    def _have(self, match: PageMatch) -> None:
        self.match, self.busy, self.problem, self.asked = match, "", None, None
        self.hand.clear()
        self.coach.forget()
        self.matches = [match.key, *(key for key in self.matches if key != match.key)][:REMEMBERED]

    def _open(self, key: str, lang: str, text: str = "", *, take: bool = False) -> None:
        found = opened(key, text, self._known, take=take)
        self.trouble = None
        if found.busy:
            self.busy = key
            self.effects.append({"focus": "play-busy"})
        elif found.match is not None:
            self._close()
            self._have(found.match)
            self.trouble = found if found.error is not None else None
            self.effects.append({"focus": "play-status"})
            self._go_on(lang)
        else:
            self.matches = [other for other in self.matches if other != key]
            self.trouble, self.busy = found, ""

    def _lose(self) -> None:
        """Another page has taken the match over: nothing is written any more."""
        if self.match is not None:
            self.busy = self.match.key
            self._known = ""
            self._close()
            self.effects.append({"focus": "play-busy"})

    def _close(self) -> None:
        if self.match is not None:
            self.match.kept.close()
        self.match, self._waiting, self.trouble = None, False, None

    def _link(self, lang: str) -> None:
        match = self.match
        if match is not None:
            kinds = [strategy or PERSON for strategy in match.record.strategies[1:]]
            query = link_of(match.record, ",".join(kinds), lang)
            done = sentence(lang, "page.link.done")
            self.effects.append({"copy": f"?{query}", "address": True, "done": done})

    def _copy(self, lang: str) -> None:
        if self.match is not None:
            done = sentence(lang, "page.play.copy.done")
            self.effects.append({"copy": str(self.match.record), "done": done})

    def open(self, query: Mapping[str, str]) -> None:
        """Take a match from a link: the form is filled in, nothing is begun yet."""
        self._close()
        self.new.open(query)

    # --- what outlives a reload -----------------------------------------------------------------

    def kept(self) -> dict[str, Any]:
        """Give what outlives a reload in this tab."""
        match = self.match
        return {
            "match": None
            if match is None
            else {
                "key": match.key,
                "word": match.kept.token,
                "record": str(match.record),
                "shown": match.shown_to if match.alone else None,
            },
            "sort": self.hand.sort,
            "speed": self.speed,
            "coach": self.coach.kept(),
            "new": self.new.kept(),
            "matches": list(self.matches),
        }

    def remembered(self) -> dict[str, Any]:
        """Give what this browser remembers for other tabs and days."""
        return {
            "matches": list(self.matches),
            "speed": self.speed,
            "coach": {"mode": self.coach.mode, "first": self.coach.first},
        }

    def recall(self, local: Mapping[str, Any]) -> None:
        """Take what the browser remembers."""
        self._take_common(local)

    def restore(self, kept: Mapping[str, Any], lang: str = "en") -> None:
        """Take back what outlived a reload; anything of the wrong shape is left out."""
        self._take_common(kept)
        if kept.get("sort") in SORTS:
            self.hand.sort = str(kept["sort"])
        if isinstance(kept.get("new"), dict):
            self.new.restore(kept["new"])
        match = kept.get("match")
        if isinstance(match, dict) and is_word(match.get("key")):
            word, text = match.get("word"), match.get("record")
            self._known = str(word) if is_word(word) else ""
            self._open(str(match["key"]), lang, text if isinstance(text, str) else "")
            self.effects.clear()
            if self.match is not None and isinstance(kept.get("coach"), dict):
                self.coach.restore(kept["coach"])

    def _take_common(self, kept: Mapping[str, Any]) -> None:
        if kept.get("speed") in SPEEDS:
            self.speed = str(kept["speed"])
        if isinstance(kept.get("coach"), dict):
            self.coach.restore(kept["coach"])
        matches = kept.get("matches")
        if isinstance(matches, list):
            known = [key for key in [*self.matches, *matches] if is_word(key)]
            self.matches = list(dict.fromkeys(known))[:REMEMBERED]

    def last(self, lang: str) -> str:
        """Say which match is open, "" when none is."""
        if self.match is None:
            return ""
        round_number = self.match.game.round
        return sentence(lang, "page.play.last_open", round=round_number,
                        players=joined(lang, list(self.match.names)))  # fmt: skip


def play_style() -> str:
    """Return the style sheet of the page."""
    return files("phase10.dashboards").joinpath("play.css").read_text("utf-8")
