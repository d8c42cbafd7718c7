"""Thirty pupils at one server. Times are printed; whoever got no answer fails the test.

pytest -m load -s tests/load
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import signal
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from phase10.teaching.classroom import open_classrooms
from phase10.teaching.progress_store import SqliteStore
from tests.load.crowd import Crowd, memory, spread, wait_until, warm
from tests.support.servers import Server
from tests.support.visitors import Lost, Visitor, run

pytestmark = pytest.mark.load

SEATS = 30
MINUTES = 2.0
MOST_MEMORY = 3.0
"""GB that are too much on any machine; the aim is 2.2."""

VISITS = 100
ROUND = 20.0
"""Seconds in which a class works before something goes wrong."""


@pytest.fixture(scope="module")
def classes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the school keeps its classes."""
    return tmp_path_factory.mktemp("classes") / "classes.sqlite3"


@pytest.fixture(scope="module")
def school(voila_server: Callable[..., Server], classes: Path) -> Server:
    """A server for thirty."""
    return voila_server(seats=SEATS, classes=str(classes))


@pytest.fixture
def few(voila_server: Callable[..., Server]) -> Server:
    """A server for six, of one test alone."""
    return voila_server(seats=6)


def code_of(server: Server) -> str:
    return server.says(r"Code to come in: (\w+)")


def stored(private_environment: dict[str, str], pupil: str) -> int:
    """Count the answers of a pupil that are on the disk."""
    place = Path(private_environment["XDG_DATA_HOME"]) / "phase10" / "learners.sqlite3"
    return len(SqliteStore(place).entries(pupil))


def told(capsys: pytest.CaptureFixture[str], *lines: str) -> None:
    """Print figures, whatever pytest does with what is printed."""
    with capsys.disabled():
        print("", *lines, sep="\n  ")


def test_thirty_open_at_once_and_click_for_two_minutes(
    school: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    crowd = Crowd(school, code_of(school), SEATS)

    async def lesson() -> tuple[float, float]:
        await warm(school, SEATS)
        waiting = memory(school)
        await crowd.come()
        await crowd.work(MINUTES * 60)
        working = memory(school)
        await crowd.go()
        await wait_until(lambda: len(school.kernels()) <= SEATS, "the pool alone")
        return waiting, working

    waiting, working = run(lesson())
    told(
        capsys,
        f"{SEATS} seats, {MINUTES:.0f} minutes",
        f"ready:  {spread(crowd.figures.ready)}",
        f"clicks: {spread(crowd.figures.clicks)}",
        f"memory: {waiting:.2f} GB waiting, {working:.2f} GB working",
    )
    assert crowd.figures.failures == []
    assert len(crowd.figures.ready) == SEATS
    assert working < MOST_MEMORY


def test_a_hundred_visits_leave_the_pool_alone(
    school: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    code = code_of(school)
    ready: list[float] = []

    async def visits() -> None:
        for number in range(VISITS):
            visitor = Visitor(school.url, code=code, query="?view=hint")
            ready.append(await visitor.open())
            await visitor.act("hand.add", "R5")
            if number % 10:
                await visitor.leave()
            else:
                # A machine that is switched off says no goodbye: its page is reloaded elsewhere.
                visitor.drop()
                await visitor.leave()
        await wait_until(lambda: len(school.kernels()) <= SEATS, "the pool alone")

    run(visits())
    told(capsys, f"{VISITS} visits one after another, ready: {spread(ready)}")


def test_a_class_of_thirty_that_writes_at_once_loses_nobody(
    school: Server, classes: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """All predict, and close their pages in the same moment: the class's code is all they have."""
    rooms = open_classrooms(str(classes))
    state, _ = rooms.make("L05-D1-V1-77-A")
    ready: list[float] = []

    async def pupil(number: int) -> None:
        query = f"?view=lessons&class={state.code}&lang={'lv' if number % 2 else 'en'}"
        visitor = Visitor(school.url, query=query)
        ready.append(await visitor.open())
        while "lessons.predict" not in "".join(visitor.parts.values()):
            await visitor.act("lessons.answer", "0")
            await visitor.act("lessons.next")
            await asyncio.sleep(0.2)
        await visitor.act("lessons.typing", str(number))
        await visitor.act("lessons.predict", str(number))
        await visitor.leave()

    def predicted() -> list[str]:
        return [found.prediction for found in rooms.contributions(state.code) if found.prediction]

    async def lesson() -> None:
        await warm(school, SEATS)
        await asyncio.gather(*(pupil(number) for number in range(SEATS)))

    run(lesson())
    # A kernel is gone when its page is told that it is: nothing more can come.
    assert sorted(map(int, predicted())) == list(range(SEATS))
    assert rooms.joined(state.code) == SEATS
    told(capsys, f"{SEATS} pupils in a class by its code, ready: {spread(ready)}")


def test_kernels_that_are_killed_lose_nothing(
    few: Server, private_environment: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    crowd = Crowd(few, code_of(few), 6, seed=2, view="quiz")
    chance = random.Random(3)
    killed: list[int] = []

    async def pupil(number: int, end: float) -> None:
        """Work; whoever loses the kernel loads the page anew and goes on."""
        loop = asyncio.get_running_loop()
        visitor = crowd.visitors[number]
        await visitor.act("learn.name", f"killed {number}")
        await visitor.act("learn.named")
        answered = 0
        while loop.time() < end or not killed:
            try:
                if chance.random() < 0.15:
                    _kill(few, visitor)
                    killed.append(number)
                # An answer that was shown is stored; one that was not shown may be.
                await visitor.act("quiz.allowed")
                answered += 1
                await visitor.act("quiz.next")
            except Lost:
                visitor.drop()
                await visitor.open()
                assert f"killed {number}" in str(visitor.local) + str(visitor.session)
        crowd.answered[number] = answered

    async def lesson() -> None:
        await warm(few, 6)
        await crowd.come()
        assert crowd.figures.failures == []
        end = asyncio.get_running_loop().time() + ROUND
        await asyncio.gather(*(pupil(number, end) for number in range(6)))
        for number, visitor in enumerate(crowd.visitors):
            await visitor.leave()
            await visitor.open()
            assert f"killed {number}" in str(visitor.local) + str(visitor.session)
            await visitor.leave()

    run(lesson())
    told(capsys, f"{len(killed)} kernels killed, answers: {crowd.answered}")
    for number in range(6):
        assert stored(private_environment, f"killed {number}") >= crowd.answered[number] > 0
    assert "Traceback" not in few.output()


def _kill(server: Server, visitor: Visitor) -> None:
    for kernel in server.kernels():
        with contextlib.suppress(psutil.Error):
            if visitor.kernel["kernel"] in " ".join(kernel.cmdline()):
                kernel.send_signal(signal.SIGKILL)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_a_server_that_is_started_again_has_everything(
    few: Server,
    private_environment: dict[str, str],
    tmp_path: Path,
    how: signal.Signals,
) -> None:
    code = code_of(few)
    crowd = Crowd(few, code, 6, seed=4)
    name = f"after {how.name}"

    async def before() -> None:
        await warm(few, 6)
        await crowd.come()
        for number, visitor in enumerate(crowd.visitors):
            await visitor.act("learn.name", f"{name} {number}")
            await visitor.act("learn.named")
            await visitor.act("app.view", "quiz")
            await visitor.act("quiz.allowed")
            await visitor.act("app.view", "hint")
            await visitor.act("hand.text", "R5 B5 G7")
        few.process.send_signal(how)
        for visitor in crowd.visitors:
            with pytest.raises(Lost):
                await _until_lost(visitor)

    run(before())
    few.process.wait(120)
    second = Server(
        few.command,
        few.port,
        tmp_path / "second.log",
        environment=private_environment,
        folder=tmp_path,
    )

    async def after() -> None:
        for number, visitor in enumerate(crowd.visitors):
            visitor.drop()
            # The cookie is still good, and the work is there.
            await visitor.open()
            assert "R5 B5 G7" in "".join(visitor.parts.values())
            await visitor.act("app.view", "learn")
            assert f"{name} {number}" in "".join(visitor.parts.values())
            await visitor.leave()

    try:
        assert code_of(second) == code
        run(after())
        assert "Traceback" not in second.output()
    finally:
        second.stop()
    for number in range(6):
        assert stored(private_environment, f"{name} {number}") == 1


async def _until_lost(visitor: Visitor) -> None:
    while True:
        await visitor.act("hand.add", "W")


FULL = """
import os, sqlite3

connect = sqlite3.connect


def limited(*arguments, **options):
    base = connect(*arguments, **options)
    if os.path.exists({flag!r}):
        pages = base.execute("PRAGMA page_count").fetchone()[0]
        base.execute(f"PRAGMA max_page_count = {{pages}}")
    return base


sqlite3.connect = limited
"""


def test_a_full_disk_is_said_and_damages_nothing(
    voila_server: Callable[..., Server],
    private_environment: dict[str, str],
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """SQLite is told that its files may not grow: what it does then is what it does when full."""
    folder = tmp_path_factory.mktemp("full")
    flag = folder / "full"
    (folder / "sitecustomize.py").write_text(FULL.format(flag=str(flag)), "utf-8")
    server = voila_server(
        seats=2,
        environment={"PYTHONPATH": str(folder), "XDG_DATA_HOME": str(folder / "data")},
    )
    own = {"XDG_DATA_HOME": str(folder / "data")}

    async def lesson() -> int:
        visitor = Visitor(server.url, code=code_of(server), query="?view=quiz&lang=en")
        await visitor.open()
        await visitor.act("learn.name", "full")
        await visitor.act("learn.named")
        await visitor.act("quiz.allowed")
        await visitor.act("quiz.next")
        answers = 1
        flag.touch()
        while "there is no room left" not in "".join(visitor.parts.values()):
            await visitor.act("quiz.allowed")
            await visitor.act("quiz.next")
            answers += 1
            assert answers < 500, "the disk was never full"
        assert not [effect for effect in visitor.effects if "show" in effect]
        flag.unlink()
        await visitor.act("quiz.allowed")
        await visitor.leave()
        return answers + 1

    answers = run(lesson())
    assert stored(own, "full") == answers
    assert "Traceback" not in server.output()
