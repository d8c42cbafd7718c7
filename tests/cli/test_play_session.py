"""What is typed at the table, and what is answered, in both languages."""

from __future__ import annotations

from dataclasses import replace

import pytest

from phase10.cli.play_session import PlaySession
from phase10.game.engine import Game
from phase10.game.moves import Draw, TakeDiscard
from phase10.game.records import Record
from phase10.game.refusals import REFUSALS
from phase10.game.stages import DRAW, PLAY, ROUND_OVER
from phase10.game.typed_moves import WORDS, read_line
from phase10.views.i18n import sentence
from phase10.views.refusals import instead_text, refusal_rule, refusal_text
from phase10.views.rules import rule_groups
from tests.cli.test_play_matches import Screen
from tests.game.test_refusal_codes import PROVOKED
from tests.players.states import state

NAMES = ("Anna", "Bruno", "Cilla", "Dora", "Emil", "Flora")
LAID = ("A set R3 B3 G3", "A set R9 B9 G9", "B set R7 B7 G7")


class Table:
    """A session from a state made by hand, and its screen."""

    def __init__(self, game: Game, lang: str = "en", me: int = 0) -> None:
        count = len(game.seats)
        strategies = ["" if seat == me else "greedy" for seat in range(count)]
        record = Record.start(1, NAMES[:count], strategies, game.rules)
        record = replace(record, events=(replace(record.events[0], game=game),))
        self.session = PlaySession(lang, record, self.keep)
        self.kept = 0
        self.screen = Screen(100)

    def keep(self, record: Record) -> None:
        self.kept += 1

    def type(self, line: str) -> str:
        """What is shown after a line, as one line."""
        return " ".join(self.screen.show(self.session.typed(line)).split())

    @property
    def game(self) -> Game:
        return self.session.game


# --- refusals -------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "lv"])
@pytest.mark.parametrize("code", sorted(REFUSALS))
def test_every_refusal_shows_sentence_rule_and_what_would_be_right(code: str, lang: str) -> None:
    case = PROVOKED[code]
    me = "ABCDEF".index(case.seat) if case.seat else case.game.turn
    table = Table(case.game, lang, me)
    shown = table.type(case.move)
    names = NAMES[: len(case.game.seats)]
    assert table.game is case.game
    assert table.kept == 0
    refusal = case.game.check(_move(case.game, case.move), None if me == case.game.turn else me)
    assert refusal is not None
    assert refusal.code == code
    assert _flat(refusal_text(lang, refusal, names)) in shown
    assert _flat(refusal_rule(lang, refusal)) in shown
    if refusal.instead is not None:
        assert _flat(instead_text(lang, refusal.instead, names, me)) in shown


def _move(game: Game, text: str) -> object:
    from phase10.game.moves import SEATS, parse_move

    return parse_move(text, {SEATS[seat]: seat for seat in range(len(game.seats))})


def _flat(text: str) -> str:
    return " ".join(text.split())


# --- drawing --------------------------------------------------------------------------------------

TEN = "R5 B5 R8 B8 R1 B2 G10 Y11 R12 Y6"


@pytest.mark.parametrize("line", ["d", "draw", "Draw Pile", " D. ", "v", "velc", "izvilkt", "Velk"])
def test_a_card_is_drawn(line: str) -> None:
    table = Table(state(TEN, top="G5", stage=DRAW))
    shown = table.type(line)
    assert table.game.stage == PLAY
    assert not table.game.taken
    assert shown.startswith("You draw ")
    assert "Your hand, 11 cards:" in shown
    assert table.kept == 1


@pytest.mark.parametrize(
    "line", ["t", "take", "take discard", "ņ", "ņem", "nem", "paņem", "PAŅEMT"]
)
def test_the_face_up_card_is_taken(line: str) -> None:
    table = Table(state(TEN, top="G5", stage=DRAW), "lv")
    assert table.type(line).startswith("Tu paņem zaļo 5.")
    assert table.game.taken


def test_a_new_pile_is_told() -> None:
    game = replace(state(TEN, stage=DRAW, pile=()), discards=(1, 2, 3, 4))
    shown = Table(game).type("d")
    assert "The draw pile is empty: the discards are shuffled into a new one." in shown


# --- laying ---------------------------------------------------------------------------------------

COMPLETE = "R5 B5 G5 R8 B8 G8 Y8 R1 B2 G10 W"


def test_layouts_are_listed_the_best_first_and_laid_by_their_number() -> None:
    table = Table(state(COMPLETE))
    shown = table.type("lay")
    assert "1. set (red 5, blue 5, green 5); set (" in shown
    assert "9. " in shown
    assert "10. " not in shown
    assert "more; lay all lists them too" in shown
    assert "10. " in table.type("lay all")
    # 4 without the wild, 3 × 4 with it among the fives, 6 with it among the eights.
    assert table.type("lay 99") == "There is no layout 99: there are 22."
    assert "You lay down phase 1: set (red 5, blue 5, green 5)" in table.type("izliec #1")
    assert table.game.seats[0].laid == 1


def test_a_number_alone_is_that_of_a_layout() -> None:
    table = Table(state(COMPLETE))
    table.type("lay")
    table.type("2")
    assert table.game.seats[0].laid == 1
    assert "your phase cannot be laid down yet" in Table(state(f"{TEN} S")).type("7").lower()


def test_the_only_layout_is_shown_before_it_is_laid() -> None:
    table = Table(state("R5 B5 G5 R8 B8 G8 R1 B2 G10 Y12 S"), "lv")
    shown = table.type("izliec")
    assert "Fāzi vari izlikt vienā veidā; „izliec 1” to izliek." in shown
    assert "1. komplekts (sarkanais 5" in shown
    assert table.kept == 0
    english = Table(state("R5 B5 G5 R8 B8 G8 R1 B2 G10 Y12 S"))
    assert "in one way; lay 1 lays it down. 1. set (red 5" in english.type("lay")
    assert english.game.table == ()
    assert table.type("izliec 1").startswith("Tu izliec 1. fāzi: komplekts (sarkanais 5")


@pytest.mark.parametrize(
    "line",
    [
        "lay set R5 B5 W | set R8 B8 G8",
        "lay R5 B5 W | R8 B8 G8",
        "l r5 b5 w=5; 8R 8B 8G",
        "lay 1: set R5 B5 wild as 5 | set R8 B8 G8",
        "izliec komplekts sarkans 5, zils 5, džokers | komplekts sarkans 8, zils 8, zaļš 8",
        "izlikt sarkanais 5, zilais 5, džokers kā 5 | sarkanais 8 zilais 8 zaļais 8",
    ],
)
def test_a_laying_can_be_written_out(line: str) -> None:
    table = Table(state(COMPLETE))
    table.type(line)
    assert [str(meld) for meld in table.game.table] == ["A set R5 B5 W=5", "A set R8 B8 G8"]


def test_groups_without_a_word_are_put_to_the_goals() -> None:
    table = Table(state("R8 B8 G8 R1 B2 Y3 G4 B11 S Y12 Y9", phase=2))
    table.type("lay R1 B2 Y3 G4 | R8 B8 G8")
    assert [meld.kind for meld in table.game.table] == ["run", "set"]
    several = Table(state("R1 B2 G3 Y4 R5 B6 G7 R8 B9 R9 R12", rules="seed,in_order=no"))
    assert "You lay down phase 5" in several.type("lay R1 B2 G3 Y4 R5 B6 G7 R8")


def test_more_cards_than_the_goals_are_own_hits() -> None:
    table = Table(state(COMPLETE))
    shown = table.type("lay set R5 B5 G5 | set R8 B8 G8 Y8")
    assert "You add yellow 8 to A.2." in shown
    assert table.kept == 1


@pytest.mark.parametrize(("lang", "said"), [("en", "1 card is missing"), ("lv", "trūkst 1 kārts")])
def test_laying_too_early_says_what_is_missing(lang: str, said: str) -> None:
    table = Table(state("R5 B5 G5 R8 B8 R1 B2 G10 Y12 S Y3"), lang)
    shown = table.type("lay")
    assert said in shown
    assert "S22" in shown


@pytest.mark.parametrize(
    ("game", "code"),
    [
        (state(TEN, stage=DRAW), "draw.first"),
        (state("R5 B5", table=LAID), "lay.already"),
    ],
)
def test_laying_at_the_wrong_time_is_told_by_the_law(game: Game, code: str) -> None:
    assert sentence("en", f"refusal.{code}") in Table(game).type("lay")


def test_in_any_order_the_open_phases_are_told_and_laying_chooses() -> None:
    game = state("R1 B2 G3 Y4 R5 B6 G7 R8 B9 R9 R12", phase=3, rules="seed,in_order=no")
    table = Table(game)
    shown = table.type("table")
    assert "Your open phases: 3, 4, 5, 6, 7, 8, 9, 10. You choose one by laying it down." in shown
    assert "made: 1, 2" in shown
    assert "1. phase 6: run (red 1, blue 2," in table.type("lay")
    phases = table.type("phases")
    assert "1. 2 sets of 3 – made" in phases
    assert "8. 7 cards of one color – open" in phases
    table.type("lay 4: run R1 B2 G3 Y4 R5 B6 G7")
    assert table.game.seats[0].laid == 4
    nearest = Table(state("Y1 Y2 Y4 Y8 Y9 Y12 R12 B2 G8 R1 B7", rules="seed,in_order=no"))
    assert "Nearest is phase 8 (7 cards of one color): 1 card missing" in nearest.type("table")


@pytest.mark.parametrize(
    ("lang", "open_phases", "complete"),
    [
        ("en", "You choose one by laying it down.", "can be laid down: nothing is missing"),
        ("lv", "Vienu izvēlies, to izliekot.", "vari izlikt: nekā netrūkst"),
    ],
)
def test_of_several_phases_it_is_said_from_which_nothing_is_missing(
    lang: str, open_phases: str, complete: str
) -> None:
    game = state("R1 B2 G3 Y4 R5 B6 G7 R8 B9 R9 R12", phase=3, rules="seed,in_order=no")
    lines = Table(game, lang).screen.show([*Table(game, lang).session.typed("")]).splitlines()
    (goal,) = (place for place, line in enumerate(lines) if line.strip().endswith(open_phases))
    assert complete in lines[goal + 1]
    number = {"en": "Phase 6 (run of 9)", "lv": "6. fāzi (9 kāršu virkne)"}[lang]
    assert lines[goal + 1].startswith(number)
    one = Table(state(f"{TEN} S", phase=10, rules="seed,in_order=no"), lang).type("")
    assert {"en": " · 4 cards missing", "lv": " · trūkst 4 kāršu"}[lang] in one


# --- hits -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        *("hit Y9", "hit Y9 on A.2", "h 9Y A.2", "Y9 on Anna 2", "add yellow 9 to ann.2"),
        *("hit Y9 on A", "pieliec dzeltens 9", "p dzeltenais 9 pie Anna.2"),
        "pielikt dzel 9 pie A2",
    ],
)
def test_a_card_is_hit(line: str) -> None:
    table = Table(state("Y9 R1 R2", table=LAID))
    shown = table.type(line)
    assert shown.startswith("You add yellow 9 to A.2.")
    assert "B.1 set red 7" in shown
    assert len(table.game.hand(0)) == 2


def test_a_card_that_fits_in_several_places_asks_which() -> None:
    table = Table(state("W R1 R2", table=("A run R3 B4 G5 Y6", "A set R9 B9 G9")))
    shown = table.type("hit W")
    for place in ("wild as 2 on A.1", "wild as 7 on A.1", "wild as 9 on A.2"):
        assert f"hit {place}" in shown
    assert table.kept == 0
    assert "You add a wild as 7 to A.1." in table.type("hit wild as 7")
    again = Table(state("W R1 R2", table=("A run R3 B4 G5 Y6", "A set R9 B9 G9")), "lv")
    assert "pieliec džokers kā 9 pie A.2" in again.type("pieliec W")
    assert "Tu pieliec džokeru kā 9 pie A.2." in again.type("pieliec džokers kā 9 pie A.2")


def test_a_card_that_fits_nowhere_says_so() -> None:
    table = Table(state("R1 R2 R12", table=LAID))
    assert table.type("hit R1") == "Red 1 fits no group on the table. Rule S27"
    alone = Table(state("R1 R2", table=("A set R9 B9 G9",)))
    assert "all its cards have the number 9" in alone.type("hit R1")
    assert "all its cards have the number 7" in table.type("hit R1 on Bruno")


def test_a_card_that_fits_later_says_so() -> None:
    table = Table(state("Y7 R1 R2", table=LAID, laid_now=True))
    assert "from your next turn on" in table.type("hit Y7")


def test_hit_alone_lists_what_can_be_hit() -> None:
    table = Table(state("Y7 Y9 R2", table=LAID))
    shown = table.type("hit")
    assert "hit yellow 9 on A.2; hit yellow 7 on B.1" in shown
    assert "Lay down your own phase first" in Table(state("R5 B5 R1")).type("hit")


# --- ending the turn ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line", ["R12", "red 12", "discard 12R", "nomet sarkano 12", "d R12", "sarkanais 12", "met r12"]
)
def test_a_card_is_discarded_and_the_others_play(line: str) -> None:
    table = Table(state(f"{TEN} Y3"))
    shown = table.type(line)
    assert shown.startswith("You discard red 12. Bruno ")
    assert "Cilla" in shown
    assert table.game.turn == 0
    assert table.game.stage == DRAW
    assert table.kept > 3


@pytest.mark.parametrize(
    "line",
    [
        *("S on C", "S Cilla", "s cil", "skip C", "skip on Cilla", "discard S on C"),
        *("izlaišana uz C", "izlaid Cilla", "nomet izlaišanu uz Cilla"),
    ],
)
def test_a_skip_is_played_on_a_player(line: str) -> None:
    table = Table(state(f"{TEN} S", rules="official", players=4))
    shown = table.type(line)
    assert "You discard a skip: Cilla misses a turn." in shown
    assert "Cilla misses this turn" in shown


def test_a_skip_without_a_player_is_asked_for() -> None:
    table = Table(state(f"{TEN} S", rules="official", players=4))
    assert "Choose a player for the skip" in table.type("S")
    assert "Bruno misses a turn" in Table(state(f"{TEN} S")).type("skip")


def test_one_card_only_is_discarded() -> None:
    assert Table(state(f"{TEN} S")).type("R5 B5") == "Discard one card only: type just one."


@pytest.mark.parametrize("line", ["end turn", "pass", "beigt gājienu"])
def test_a_turn_does_not_end_without_a_discard(line: str) -> None:
    assert "A turn ends with a discard" in Table(state(f"{TEN} S")).type(line)


def test_a_round_ends_with_its_points_and_enter_deals() -> None:
    game = state("R1", table=LAID)
    table = Table(game)
    shown = table.type("R1")
    assert "The round is over: you go out." in shown
    assert "This round" in shown
    assert table.session.question == "Press Enter to deal the next round."
    assert "The round is over: nobody has a turn now." in table.type("R5")
    assert "This round" in table.type("table")
    assert "This round" in table.type("sort")
    assert table.game.round == 1
    assert table.type("").startswith("Round 2 · deal code P10-1-3-5-2 · ")
    assert table.game.round == 2
    again = Table(game, "lv")
    again.type("R1")
    assert again.type("tālāk").startswith("2. raunds")
    assert "The round is not over yet." in table.type("next")


# --- words for the program ------------------------------------------------------------------------


def test_undo_takes_back_own_steps_that_showed_nothing() -> None:
    table = Table(state(TEN, top="G5", stage=DRAW))
    table.type("t")
    assert "Your last step is taken back." in table.type("undo")
    assert table.game.stage == DRAW
    assert "There is no step to take back" in table.type("atsaukt")
    table.type("d")
    assert "There is no step to take back" in table.type("u")
    assert table.game.stage == PLAY


def test_undo_goes_back_step_by_step_to_the_draw() -> None:
    table = Table(state("R5 B5 G5 R8 B8 G8 R1 B2 G10 Y12", stage=DRAW))
    table.type("d")
    drawn = table.game
    table.type("lay set R5 B5 G5 | set R8 B8 G8")
    for _ in range(len(table.session.record.events) - 2):
        table.type("undo")
    assert table.game == drawn
    assert "no draw from the pile" in table.type("undo")


@pytest.mark.parametrize(("lang", "word"), [("en", "hint"), ("lv", "padoms")])
def test_a_hint_says_what_to_do(lang: str, word: str) -> None:
    draw = Table(state(TEN, top="G5", stage=DRAW), lang).type(word)
    assert draw.startswith({"en": "Take green 5", "lv": "Paņem"}[lang])
    discard = Table(state(f"{TEN} S"), lang).type(word)
    assert discard.startswith({"en": "Discard ", "lv": "Nomet "}[lang])
    lay = Table(state(COMPLETE), lang).type(word)
    assert lay.startswith({"en": "Lay down the phase", "lv": "Izliec fāzi"}[lang])
    hit = Table(state("Y7 R1 R2", table=LAID), lang).type(word)
    assert hit.startswith({"en": "Hit with yellow 7", "lv": "Pieliec dzelteno 7"}[lang])
    nothing = replace(state(TEN, stage=DRAW), discards=())
    assert Table(nothing, lang).type(word).startswith({"en": "You could", "lv": "Tu vari"}[lang])


def test_a_hint_after_the_round_says_nothing_false() -> None:
    table = Table(state("R1", table=LAID))
    table.type("R1")
    assert table.type("hint") == ""


def test_the_hand_is_sorted_by_color_or_by_number() -> None:
    table = Table(state("R9 B1 S W R1 Y5"))
    assert "red 1, red 9, blue 1, yellow 5, wild, skip" in table.type("table")
    assert "red 1, blue 1, yellow 5, red 9, wild, skip" in table.type("sort")
    assert "red 1, red 9, blue 1, yellow 5" in table.type("sort")
    assert "red 1, blue 1, yellow 5" in table.type("sort by number")
    assert "red 1, blue 1, yellow 5" in table.type("kārto pēc skaitļa")
    assert "red 1, red 9" in table.type("kārto krāsa")


@pytest.mark.parametrize("lang", ["en", "lv"])
def test_rules_score_phases_and_help_are_told(lang: str) -> None:
    table = Table(state(f"{TEN} S", rules="official,last_phase=5"), lang)
    words = {"en": ("rules", "score", "phases"), "lv": ("noteikumi", "punkti", "fāzes")}
    rules, score, phases = map(table.type, words[lang])
    assert "official,last_phase=5" in rules
    assert {"en": "The game goes to phase 5", "lv": "Spēlē līdz 5. fāzei"}[lang] in rules
    assert sentence(lang, "player.greedy") in score
    assert "5. " in phases
    assert "6. " not in phases
    for _, lines in rule_groups(lang, table.game.rules):
        assert all(line in rules for line in lines)
    assert sentence(lang, "play.rules.seed") not in rules
    plain = Table(state(f"{TEN} S"), lang).type("rules")
    assert sentence(lang, "play.rules.seed") in plain
    assert sentence(lang, "option.skip_target.next") in plain
    assert "hit R5 on B.1" in Table(state(TEN)).type("?")


@pytest.mark.parametrize("word", ["palīdzība", "palidziba", "palīgs", "palīgā", "help", "?"])
def test_help_is_shown_whatever_it_is_called(word: str) -> None:
    help_text = Table(state(TEN), "lv").type(word)
    assert "pieliec sarkans 5 pie B.1" in help_text
    assert "palīdzība, ?" in help_text


def test_the_last_card_is_asked_for_and_no_hit() -> None:
    table = Table(state("Y7", table=LAID))
    assert table.session.question == "Discard your last card, yellow 7; that ends the round."
    table.type("Y7")
    assert table.game.stage == ROUND_OVER


def test_a_hit_on_the_own_phase_is_told_as_such() -> None:
    table = Table(state("Y9 W R1", table=("A set R3 B3 G3", "A set R9 B9 G9")))
    shown = table.type("hit Y9 on A.1")
    assert "You could add yellow 9 to group 2 of your own phase." in shown


@pytest.mark.parametrize("lang", ["en", "lv"])
def test_what_the_help_says_can_be_typed(lang: str) -> None:
    seats = {"A": 0, "B": 1, "C": 2}
    acts = {
        act: read_line(word, seats)
        for act in ("draw", "take", "lay", "hit", "discard", "skip", "undo", "hint", "sort")
        for word in sentence(lang, f"play.type.{act}").split(", ")
    }
    assert acts["draw"].move == Draw()
    assert acts["take"].move == TakeDiscard()
    assert acts["hit"].move is not None
    assert acts["hit"].move.text() == "hit R5 on B.1"
    assert acts["discard"].move is not None
    assert acts["discard"].move.text() == "discard R5"
    assert acts["skip"].move is not None
    assert acts["skip"].move.text() == "discard S on B"
    for act in ("lay", "undo", "hint", "sort"):
        assert acts[act].act == act
    for act in ("table", "phases", "rules", "score", "help", "quit"):
        for word in sentence(lang, f"play.type.{act}").split(", "):
            assert read_line(word, seats).act == act


@pytest.mark.parametrize("word", WORDS["quit"])
def test_leaving_changes_nothing(word: str) -> None:
    table = Table(state(f"{TEN} S"))
    before = table.game
    table.type(word)
    assert table.session.is_over
    assert table.game is before
