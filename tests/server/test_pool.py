"""The pool: as many warm kernels as free seats, filled one by one, and again when it is quiet."""

from __future__ import annotations

import time
from typing import Any

import pytest

from phase10.server import kernels
from phase10.server.kernels import Pool


class Task:
    """A kernel that is being started, or has been, or could not be."""

    def __init__(self, name: str = "") -> None:
        self.name = name
        self.ready = False
        self.error: Exception | None = None

    def done(self) -> bool:
        return bool(self.name) or self.error is not None

    def cancelled(self) -> bool:
        return False

    def exception(self) -> Exception | None:
        return self.error

    def result(self) -> dict[str, Any]:
        return {"kernel_id": self.name, "task": _Rendering(self)}


class _Rendering:
    def __init__(self, task: Task) -> None:
        self.task = task

    def done(self) -> bool:
        return self.task.ready


class Manager:
    """What Voilà's manager of kernels does, without any."""

    def __init__(self) -> None:
        self._pools: dict[str, list[Task]] = {}
        self.kernel_pools_config: dict[str, dict[str, int]] = {"default": {"pool_size": 0}}
        self.kernels: list[str] = []

    def list_kernel_ids(self) -> list[str]:
        return self.kernels

    def fill_if_needed(self, delay: float, notebook_name: str) -> None:
        assert delay == 0
        pool = self._pools.setdefault(notebook_name, [])
        while len(pool) < self.kernel_pools_config["default"]["pool_size"]:
            pool.append(Task())

    def come_up(self) -> None:
        for task in self._pools["app"]:
            if not task.name:
                task.name = f"kernel {len(self.kernels)}"
                self.kernels.append(task.name)
            task.ready = True

    def take(self) -> None:
        self._pools["app"].pop(0)


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    clock = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    return clock


def filled(seats: int, rest: float = 20) -> tuple[Pool, Manager]:
    manager = Manager()
    pool = Pool(manager, "app", seats=seats, spare=1, rest=rest)
    pool.most_at_once = 2
    for _ in range(3 * seats + 3):
        pool._tick()
        waiting = [task for task in manager._pools["app"] if not task.ready]
        assert len(waiting) <= 2
        if len(waiting) == 2 or len(manager._pools["app"]) == max(1, seats):
            manager.come_up()
    return pool, manager


@pytest.mark.parametrize(("seats", "warm"), [(0, 1), (1, 1), (2, 2), (30, 30)])
def test_there_is_a_kernel_for_each_seat(seats: int, warm: int) -> None:
    pool, manager = filled(seats)
    assert len(manager.kernels) == warm
    assert pool.working == 0


def test_while_people_come_no_kernel_is_started_and_none_for_a_seat_that_is_taken(
    now: list[float],
) -> None:
    pool, manager = filled(30)
    for number in range(30):
        pool.visited()
        manager.take()
        now[0] += 1
        pool._tick()
        assert pool.working == number + 1
        assert len(manager.kernels) == 30
    now[0] += 18
    pool._tick()
    assert manager._pools["app"] == []
    now[0] += 2
    pool._tick()
    manager.come_up()
    pool._tick()
    assert len(manager.kernels) == 31


def test_pages_that_were_closed_are_made_up_for(now: list[float]) -> None:
    pool, manager = filled(3)
    for _ in range(3):
        pool.visited()
        manager.take()
    manager.kernels.clear()
    now[0] += 21
    for _ in range(5):
        pool._tick()
        manager.come_up()
    assert len(manager.kernels) == 3


def test_a_kernel_that_could_not_be_started_is_forgotten_and_started_again() -> None:
    manager = Manager()
    pool = Pool(manager, "app", seats=0, spare=1, rest=3)
    pool._tick()
    (task,) = manager._pools["app"]
    task.error = OSError("no memory")
    pool._tick()
    (other,) = manager._pools["app"]
    assert other is not task
    manager.come_up()
    assert pool.working == 0


def test_ending_children_ends_kernels_only(monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[str] = []

    class Process:
        def __init__(self, *command: str) -> None:
            self.command = command

        def cmdline(self) -> list[str]:
            return list(self.command)

        def children(self) -> list[Process]:
            return [Process("python", "-m", "ipykernel_launcher"), Process("browser")]

        def kill(self) -> None:
            ended.append(self.command[-1])

        def wait(self, _seconds: float) -> None:
            pass

    monkeypatch.setattr(kernels.psutil, "Process", Process)
    kernels.end_children()
    assert ended == ["ipykernel_launcher"]
