"""A study on a Dask cluster: the same blocks of matches, counted wherever there is a worker.

A part of a study is told by its first and its last block, and what is counted in it depends on
nothing else. So a part whose worker is lost is counted again by another one with the same result,
and the whole numbers of all parts add up to those of one machine.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from phase10.game.errors import GameError
from phase10.game.phases import PHASES, Phase
from phase10.game.rules import SEED, Rules
from phase10.simulation.compiled import COMPILED
from phase10.simulation.matches import Progress, Simulated
from phase10.simulation.study import Study, Tally, added, count_blocks
from phase10.simulation.tally import LENGTH, counted

if TYPE_CHECKING:
    from distributed import Client, Future

__all__ = ["simulate_on"]

_ANSWER: Final = 4.0
"""Seconds in which a scheduler has to answer."""
_PATIENCE: Final = 60.0
"""Seconds in which there may be no worker: a cluster that grows on demand needs some to begin."""
_LOOK: Final = 1.0
"""Seconds after which the workers are counted again."""
_SECONDS: Final = 2.0
"""How long a part should take, so that sending it costs nothing and losing it little."""
_PER_THREAD: Final = 2
"""Parts sent out for each thread: while one is counted, the next one is there."""
_MANY: Final = 100
"""Parts after which they are added up."""
_CUT: Final = (OSError, CancelledError, asyncio.CancelledError)
"""What Dask raises when a connection ends; a timeout is an OSError."""
_ROOMS: Final = ("game", "solver", "players", "simulation")
"""Where the code and the tables lie on which the result of a match depends."""


def simulate_on(
    scheduler: str,
    players: Sequence[str],
    games: int,
    seed: int,
    rules: Rules = SEED,
    phases: tuple[Phase, ...] = PHASES,
    progress: Progress | None = None,
    told: Callable[[GameError], None] | None = None,
    patience: float = _PATIENCE,
) -> Simulated:
    """Let players play matches on a Dask cluster, with the result of ``simulate``, bit for bit.

    ``scheduler``: its address, as in ``tcp://scheduler:8786``; on the machines of the cluster this
    package has to be installed, in this version. Ctrl-C ends with the figures so far; so does a
    cluster that is lost, or has no worker for ``patience`` seconds, after some parts are counted:
    then ``told`` is called with the fault. Raises :class:`GameError` as
    :class:`phase10.simulation.study.Study` does, ``cluster.missing`` where Dask is not installed,
    ``cluster.silent`` within ten seconds when the scheduler does not answer, ``cluster.lost`` and
    ``cluster.idle`` when nothing was counted, ``cluster.differs`` for a worker with another version
    and ``cluster.failed`` for one that cannot count at all.
    """
    study = Study(tuple(players), games, seed, rules, phases)
    begun = time.perf_counter()
    with _connected(scheduler) as client:
        parts = _Parts(client, scheduler, study, patience)
        fault = parts.count(progress)
    if not parts.done:
        raise fault or KeyboardInterrupt
    if fault is not None and told is not None:
        told(fault)
    found = Simulated.of(
        study, added(parts.done), time.perf_counter() - begun, max(1, parts.most_threads)
    )
    return replace(found, compiled=parts.compiled)


# --- on a worker ----------------------------------------------------------------------------------


class _Counted(NamedTuple):
    """Hold what a worker counted: by which code, in how many seconds for each block."""

    tally: Tally
    code: str
    compiled: bool
    seconds: float
    machine: str


_ONE_AT_A_TIME: Final = Lock()


def count_part(study: Study, first: int, last: int) -> _Counted:
    """Count a part of a study; this is what a worker does."""
    with _ONE_AT_A_TIME:
        count_blocks(study, 0, 0)  # compiles, or reads what was compiled
    begun = time.perf_counter()
    tally = count_blocks(study, first, last)
    seconds = (time.perf_counter() - begun) / max(1, last - first)
    return _Counted(tally, code_digest(), COMPILED, seconds, socket.gethostname())


@lru_cache(maxsize=1)
def code_digest() -> str:
    """Tell in letters the code and the tables on which the result of a match depends."""
    found = sha256()
    package = Path(__file__).parents[1]
    for room in _ROOMS:
        for path in sorted((package / room).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                found.update(f"{path.relative_to(package).as_posix()} ".encode())
                found.update(sha256(path.read_bytes()).digest())
    return found.hexdigest()[:32]


# --- here -----------------------------------------------------------------------------------------


@contextmanager
def _connected(scheduler: str) -> Iterator[Client]:
    """Connect to a scheduler."""
    if find_spec("distributed") is None:
        raise GameError("cluster.missing")
    from distributed import Client

    with _quiet():
        _check_answer(scheduler)
        try:
            client = Client(scheduler, timeout=_ANSWER, set_as_default=False, name="phase10")
        except (OSError, ImportError):
            raise GameError("cluster.lost", address=scheduler) from None
        try:
            yield client
        finally:
            with suppress(*_CUT):
                client.close(timeout=_LOOK)


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep away what Dask and its loop of events log when connections end: faults are told once."""
    logs = [logging.getLogger(name) for name in ("distributed", "asyncio", "tornado")]
    before = [(log, log.handlers, log.propagate) for log in logs]
    for log in logs:
        log.handlers, log.propagate = [logging.NullHandler()], False
    try:
        yield
    finally:
        gc.collect()  # tasks that ended with a fault tell it when they are taken away
        for log, handlers, propagate in before:
            log.handlers, log.propagate = handlers, propagate


def _check_answer(scheduler: str) -> None:
    """Refuse an address where no scheduler answers.

    A client of Dask waits for ever, and at the end of the program once more, for a peer that
    accepts and says nothing; so it is made only where a scheduler has told its name.
    """
    answers: SimpleQueue[bool] = SimpleQueue()

    def ask() -> None:
        # Whatever answers there, and however: it is no scheduler.
        with suppress(Exception):
            answers.put(asyncio.run(_names_itself(scheduler)))
        answers.put(False)

    Thread(target=ask, daemon=True).start()
    answered = False
    with suppress(Empty):
        answered = answers.get(timeout=_ANSWER)
    if not answered:
        raise GameError("cluster.silent", address=scheduler)


async def _names_itself(scheduler: str) -> bool:
    """Ask who listens at an address."""
    from distributed import Security
    from distributed.comm import get_address_host_port
    from distributed.core import rpc

    # Looked up here: the lookup of an event loop would hold up the end of the program.
    socket.getaddrinfo(*get_address_host_port(scheduler))
    own = Security().get_connection_args("client")
    async with asyncio.timeout(_ANSWER), rpc(scheduler, connection_args=own) as peer:
        answer = await peer.identity()
    return bool(answer["type"] == "Scheduler")


class _Parts:
    """Divide a study among the workers of a cluster."""

    def __init__(self, client: Client, scheduler: str, study: Study, patience: float) -> None:
        self.client = client
        self.scheduler = scheduler
        self.study = study
        self.patience = patience
        self.next = 0
        self.size = 1
        self.played = 0
        self.threads = 0
        self.most_threads = 0
        self.looked = -_LOOK
        self.seen = time.monotonic()
        self.compiled = True
        self.done: list[Tally] = []
        self.running: set[Future] = set()
        self.finished: SimpleQueue[Future] = SimpleQueue()

    def count(self, progress: Progress | None) -> GameError | None:
        """Count all parts; or those that are counted when Ctrl-C is pressed or the cluster ends.

        Gives what was wrong with the cluster, if anything.
        """
        try:
            while self.played < self.study.games:
                self._look()
                self._send()
                with suppress(Empty):
                    self._keep(self.finished.get(timeout=_LOOK))
                    if progress is not None:
                        progress(self.played, self.study.games)
        except KeyboardInterrupt:
            pass
        except GameError as error:
            return error
        except _CUT:
            return GameError("cluster.lost", address=self.scheduler)
        finally:
            with suppress(*_CUT):
                self.client.cancel(list(self.running), force=True)
        return None

    def _look(self) -> None:
        """Count the workers' threads, now and then; raise when there is nobody for a long time."""
        now = time.monotonic()
        if now - self.looked < _LOOK:
            return
        if self.client.status != "running":
            raise GameError("cluster.lost", address=self.scheduler)
        self.threads = sum(self.client.nthreads().values())
        self.most_threads = max(self.most_threads, self.threads)
        self.looked = now
        if self.threads:
            self.seen = now
        elif now - self.seen > self.patience:
            raise GameError("cluster.idle", address=self.scheduler, seconds=round(self.patience))

    def _send(self) -> None:
        """Send out parts; some even where there is no worker yet, so that a cluster may grow."""
        wanted = _PER_THREAD * max(1, self.threads)
        while self.next < self.study.blocks and len(self.running) < wanted:
            first = self.next
            # Toward the end smaller ones, so that nobody waits for the last.
            fair = -(-(self.study.blocks - first) // (2 * wanted))
            self.next = first + min(self.size, fair)
            part = self.client.submit(count_part, self.study, first, self.next, pure=False)
            self.running.add(part)
            part.add_done_callback(self.finished.put)

    def _keep(self, part: Future) -> None:
        """Keep what was counted; the next parts take about as long as ``_SECONDS``."""
        found = self._result(part)
        if found is None:
            return
        if found.code != code_digest():
            raise GameError("cluster.differs", address=self.scheduler, worker=found.machine)
        self.running.discard(part)
        self.done.append(found.tally)
        self.played += counted(found.tally, LENGTH)[1]
        self.compiled = self.compiled and found.compiled
        self.size = max(1, int(_SECONDS / max(found.seconds, 1e-9)))
        if len(self.done) > _MANY:
            self.done = [added(self.done)]

    def _result(self, part: Future) -> _Counted | None:
        """Fetch what was counted; None where its worker was lost meanwhile and it is done again."""
        if part.status in ("cancelled", "lost"):
            raise GameError("cluster.lost", address=self.scheduler)
        try:
            found: Any = part.result(timeout=self.patience)
        except _CUT:
            if self.client.status != "running":
                raise
            self.finished.put(part)
            return None
        except Exception as error:  # noqa: BLE001 - whatever a worker may raise is told in one line
            reason = f"{type(error).__name__}: {error}".partition("\n")[0]
            raise GameError("cluster.failed", address=self.scheduler, reason=reason) from None
        return found  # type: ignore[no-any-return]
