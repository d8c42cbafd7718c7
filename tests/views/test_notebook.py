"""What a notebook shows, and the names of the package."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from typing import Any

import pytest
from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

import phase10
from phase10.advice.hints import advise
from phase10.game.cards import Card, Hand
from phase10.game.phases import PHASES
from phase10.game.position import Position
from phase10.solver.groupings import best_groupings
from phase10.solver.odds import DealOdds, draw_odds
from phase10.views.ipython import SHOWN, register

HAND = Hand("R5 B5 W Y3 G4 G9 B9 S R12 Y1")


@pytest.fixture
def shell() -> Any:
    made = InteractiveShell(config=Config(HistoryManager={"enabled": False}))
    register(made)
    return made


def shown(shell: Any, value: object) -> str:
    data, _ = shell.display_formatter.format(value)
    assert "text/plain" in data
    return str(data["text/html"])


def test_values_are_shown_as_pictures_and_tables(shell: Any) -> None:
    assert shown(shell, HAND).startswith("<svg")
    assert "set of 4" in shown(shell, best_groupings(HAND, PHASES[2])[0])
    odds = shown(shell, draw_odds(HAND, PHASES[2]))
    assert "2 cards missing · 35 of 98 unseen cards help" in odds
    assert "5/14 ≈ 0.357143" in odds
    deal = shown(shell, DealOdds(11_542_982_419_856, 38_722_819_230_810))
    assert "11,542,982,419,856 of 38,722,819,230,810" in deal


def test_advice_is_shown_with_every_move(shell: Any) -> None:
    advice = advise(Position(HAND + Card.parse("G7"), PHASES[2]))
    page = shown(shell, advice)
    assert page.count('scope="row"') == len(advice.options)
    assert "<svg" in page
    plan = shown(shell, advise(Position(Hand("R5"), PHASES[2])))
    assert "<table" not in plan
    assert "7 cards missing" in plan
    taken = shown(shell, advise(Position(HAND, PHASES[2], top=Card.parse("G5"))))
    assert "Take the face-up card, then discard" in taken
    assert "Turns on average" in page


def test_every_registered_class_exists() -> None:
    for (module, name), function in SHOWN.items():
        assert isinstance(getattr(import_module(module), name), type)
        assert callable(getattr(import_module("phase10.views.notebook"), function))


def test_a_running_ipython_is_told_by_the_import() -> None:
    program = (
        "from IPython.core.interactiveshell import InteractiveShell as S; s = S.instance();"
        "import phase10; d, _ = s.display_formatter.format(phase10.Hand('R5'));"
        "assert d['text/html'].startswith('<svg'), d"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_importing_the_package_is_cheap() -> None:
    program = (
        "import sys; before = set(sys.modules); import phase10; dir(phase10);"
        "new = {name for name in set(sys.modules) - before if name.startswith('phase10')};"
        "assert new == {'phase10'}, new; phase10.missing;"
        "assert not {'numpy', 'numba', 'IPython', 'ipywidgets'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_every_name_resolves_and_is_listed() -> None:
    assert set(phase10.__all__) | {"__version__"} <= set(dir(phase10))
    for name in phase10.__all__:
        assert getattr(phase10, name) is not None
    assert phase10.__version__[0].isdigit()
    assert phase10.missing(phase10.Hand("R5 B5 W R8"), phase10.Phase("2 sets of 3")) == 2


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'bogus'"):
        _ = phase10.bogus
