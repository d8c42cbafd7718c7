"""A study on a cluster: a real scheduler and workers on this machine, some of which are lost."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from phase10.game.errors import GameError
from phase10.simulation import cluster
from phase10.simulation.cluster import simulate_on
from phase10.simulation.matches import Simulated, simulate

PLAYERS = ("greedy", "careful")
GAMES = 3000
SEED = 20
START_SECONDS = 120


class Cluster:
    """A scheduler and its workers as programs of their own."""

    def __init__(self, folder: Path, workers: int) -> None:
        self.folder = folder
        self.started: list[subprocess.Popen[bytes]] = []
        told = folder / "scheduler.json"
        self.scheduler = self._start(
            "scheduler", "--port", "0", "--no-show", "--scheduler-file", str(told)
        )
        deadline = time.monotonic() + START_SECONDS
        self.address = ""
        while not self.address:
            assert time.monotonic() < deadline, self.output()
            assert self.scheduler.poll() is None, self.output()
            time.sleep(0.05)
            if told.exists() and told.read_text("utf-8").endswith("}"):
                self.address = json.loads(told.read_text("utf-8"))["address"]
        own = ["--nthreads", "1", "--no-nanny", "--local-directory", str(folder)]
        self.workers = [self._start("worker", self.address, *own) for _ in range(workers)]

    def _start(self, kind: str, *options: str) -> subprocess.Popen[bytes]:
        log = self.folder / f"{kind}-{len(self.started)}.log"
        module = f"distributed.cli.dask_{kind}"
        command = [sys.executable, "-m", module, "--host", "127.0.0.1", "--no-dashboard", *options]
        with log.open("wb") as output:
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                cwd=self.folder,
                start_new_session=True,
            )
        self.started.append(process)
        return process

    def output(self) -> str:
        return "\n".join(path.read_text("utf-8", "replace") for path in self.folder.glob("*.log"))

    def stop(self) -> None:
        for process in reversed(self.started):
            process.kill()
            process.wait()


@pytest.fixture
def start_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[int], Cluster]]:
    started: list[Cluster] = []

    def start(workers: int) -> Cluster:
        started.append(Cluster(tmp_path_factory.mktemp("cluster"), workers))
        return started[-1]

    yield start
    for each in started:
        each.stop()


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A cluster for the tests that leave it as it is."""
    started = Cluster(tmp_path_factory.mktemp("cluster"), 2)
    yield started
    started.stop()


@pytest.fixture(scope="module")
def local() -> Simulated:
    """The result of one machine; what is compiled for it the workers find."""
    return simulate(PLAYERS, GAMES, SEED)


def phase10(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "phase10", "simulate", "--players", ",".join(PLAYERS), *arguments],
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        env=os.environ | {"NO_COLOR": "1"},
        check=False,
    )


# --- the same result ------------------------------------------------------------------------------


def test_a_worker_killed_in_the_middle(
    local: Simulated, start_cluster: Callable[[int], Cluster]
) -> None:
    running = start_cluster(2)
    killed_at: list[int] = []

    def progress(done: int, total: int) -> None:
        assert total == GAMES
        # Both have worked, and each has parts that are begun or wait.
        if done < GAMES and not killed_at and done > 10:
            running.workers[0].kill()
            killed_at.append(done)

    told: list[GameError] = []
    found = simulate_on(running.address, PLAYERS, GAMES, SEED, progress=progress, told=told.append)
    assert killed_at, running.output()
    assert not told
    assert found.tally == local.tally
    assert found.players == local.players
    assert found.by_phase == local.by_phase
    assert (found.games, found.stopped, found.compiled) == (GAMES, False, local.compiled)


def test_the_command(local: Simulated, shared: Cluster) -> None:
    asked = ["--games", str(GAMES), "--seed", str(SEED), "--json"]
    run = phase10(*asked, "--scheduler", shared.address)
    assert (run.returncode, run.stderr) == (0, "")
    found = json.loads(run.stdout)
    assert [player["wins"] for player in found["players"]] == [
        player.wins for player in local.players
    ]
    assert found["rounds_per_game"] == local.rounds_per_game.value
    assert found["rounds_per_game_se"] == local.rounds_per_game.error


# --- ended early ----------------------------------------------------------------------------------


def interrupt(done: int, total: int) -> None:
    raise KeyboardInterrupt


def test_ctrl_c_keeps_the_figures_so_far(shared: Cluster) -> None:
    found = simulate_on(shared.address, PLAYERS, GAMES, SEED, progress=interrupt)
    assert found.stopped
    assert 0 < found.games < GAMES
    assert sum(player.wins for player in found.players) == found.games


def test_a_scheduler_that_is_lost(start_cluster: Callable[[int], Cluster]) -> None:
    running = start_cluster(2)
    told: list[GameError] = []
    found = simulate_on(
        running.address,
        PLAYERS,
        1_000_000,
        SEED,
        progress=lambda done, total: running.scheduler.kill(),
        told=told.append,
        patience=5,
    )
    assert found.stopped
    assert [(error.code, error.values) for error in told] == [
        ("cluster.lost", {"address": running.address})
    ]


def test_a_cluster_without_workers(start_cluster: Callable[[int], Cluster]) -> None:
    running = start_cluster(0)
    with pytest.raises(GameError) as caught:
        simulate_on(running.address, PLAYERS, 10, SEED, patience=1)
    assert caught.value.code == "cluster.idle"
    assert caught.value.values == {"address": running.address, "seconds": 1}


# --- refused --------------------------------------------------------------------------------------


@pytest.fixture
def silent() -> Iterator[str]:
    """The address of a program that accepts and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield f"127.0.0.1:{listening.getsockname()[1]}"


def test_a_program_that_says_nothing(silent: str) -> None:
    run = phase10("--games", "10", "--scheduler", silent)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == f"phase10: {silent} — no scheduler of a Dask cluster answers there.\n"


@pytest.mark.parametrize("address", ["127.0.0.1:1", "127.0.0.1:port", "nowhere", "foo://bar:1"])
def test_an_address_where_nobody_answers(address: str) -> None:
    with pytest.raises(GameError) as caught:
        simulate_on(address, PLAYERS, 10, SEED)
    assert (caught.value.code, caught.value.values) == ("cluster.silent", {"address": address})


def test_a_worker_with_another_version(shared: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "code_digest", lambda: "another")
    with pytest.raises(GameError) as caught:
        simulate_on(shared.address, PLAYERS, 10, SEED)
    assert caught.value.code == "cluster.differs"
    assert caught.value.values["worker"] == socket.gethostname()


@pytest.mark.parametrize(
    ("arguments", "begins"),
    [
        (("--scheduler", " "), "phase10: --scheduler: "),
        (("--scheduler", "127.0.0.1:1", "--workers", "2"), "phase10: --workers "),
        (("--scheduler", "127.0.0.1:1", "--games", "0"), "phase10: games"),
    ],
)
def test_what_the_command_refuses_at_once(arguments: Sequence[str], begins: str) -> None:
    run = phase10(*arguments)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith(begins)
    assert run.stderr.count("\n") == 1


def test_without_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "find_spec", lambda name: None)
    with pytest.raises(GameError) as caught:
        simulate_on("127.0.0.1:1", PLAYERS, 10, SEED)
    assert caught.value.code == "cluster.missing"
