"""Classes on a real PostgreSQL server, which every test run starts for itself."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

import psycopg
import pytest

from phase10.teaching.classroom import open_classrooms
from phase10.teaching.classroom_postgres import PostgresClassrooms
from tests.support.postgres import Server
from tests.teaching.classrooms import LESSON, Behaviour, Clock, refused, run_of


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    running = Server()
    yield running
    running.remove()


@pytest.fixture
def place(server: Server) -> str:
    with psycopg.connect(server.url, autocommit=True) as connection:
        connection.execute("DROP SCHEMA IF EXISTS phase10_classes CASCADE")
    return server.url


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def opened() -> Iterator[list[PostgresClassrooms]]:
    made: list[PostgresClassrooms] = []
    yield made
    for each in made:
        each.close()


@pytest.fixture
def again(
    place: str, clock: Clock, opened: list[PostgresClassrooms]
) -> Callable[[], PostgresClassrooms]:
    def make() -> PostgresClassrooms:
        opened.append(PostgresClassrooms(place, now=clock))
        return opened[-1]

    return make


@pytest.fixture
def rooms(again: Callable[[], PostgresClassrooms]) -> PostgresClassrooms:
    return again()


class TestPostgres(Behaviour):
    pass


def test_the_address_says_which_kind(place: str) -> None:
    assert isinstance(open_classrooms(place), PostgresClassrooms)


def test_a_server_that_stops_is_told_and_taken_back(
    server: Server, rooms: PostgresClassrooms
) -> None:
    state, key = rooms.make(LESSON)
    rooms.contribute(state.code, run_of(1))
    server.stop()
    try:
        error = refused(lambda: rooms.state(state.code))
        assert error.code == "class.away"
        assert server.password not in str(error)
        assert error.values["place"] == f"postgresql://127.0.0.1:{server.port}/postgres"
    finally:
        server.start()
    assert rooms.contributions(state.code) == (run_of(1),)
    assert rooms.change(state.code, key, paused=True).paused


def test_a_connection_that_the_server_ends_is_made_anew(
    place: str, rooms: PostgresClassrooms
) -> None:
    state, _ = rooms.make(LESSON)
    with psycopg.connect(place, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = %s",
            ("phase10",),
        )
    assert rooms.state(state.code) == state


def test_a_wrong_password_is_not_told(server: Server, place: str) -> None:
    secret = "a-secret-of-mine"
    url = place.replace(server.password, secret)
    error = refused(lambda: PostgresClassrooms(url).make(LESSON))
    assert error.code == "class.away"
    assert secret not in str(error)


@pytest.mark.parametrize(
    "url", ["postgresql://u:secret@[::1/x", "postgresql://u:secret@127.0.0.1:1/x?nothing=1"]
)
def test_an_address_that_cannot_be_read(url: str) -> None:
    error = refused(lambda: PostgresClassrooms(url).make(LESSON))
    assert error.code == "class.unwritable"
    assert "secret" not in str(error)


def test_a_schema_of_somebody_else_is_left_alone(place: str, rooms: PostgresClassrooms) -> None:
    with psycopg.connect(place, autocommit=True) as connection:
        connection.execute("CREATE SCHEMA phase10_classes")
        connection.execute("CREATE TABLE phase10_classes.classes (mine TEXT)")
        assert refused(lambda: rooms.make(LESSON)).code == "class.foreign"
        found = connection.execute("SELECT mine FROM phase10_classes.classes").fetchall()
    assert found == []


def test_classes_of_a_later_version(place: str, rooms: PostgresClassrooms) -> None:
    rooms.make(LESSON)
    rooms.close()
    with psycopg.connect(place, autocommit=True) as connection:
        connection.execute("COMMENT ON SCHEMA phase10_classes IS 'phase10 classes 2'")
    assert refused(lambda: rooms.make(LESSON)).code == "class.version"


def test_who_may_only_read_is_told(server: Server, place: str, rooms: PostgresClassrooms) -> None:
    state, _ = rooms.make(LESSON)
    url = f"{place}?options=-c%20default_transaction_read_only%3Don"
    with psycopg.connect(place, autocommit=True) as connection:
        connection.execute("ALTER ROLE teacher SET default_transaction_read_only = on")
    try:
        error = refused(lambda: PostgresClassrooms(url).contribute(state.code, run_of(1)))
    finally:
        with psycopg.connect(place, autocommit=True) as connection:
            connection.execute("SET default_transaction_read_only = off")
            connection.execute("ALTER ROLE teacher RESET default_transaction_read_only")
    assert error.code == "class.unwritable"


def test_without_the_library_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    assert refused(lambda: open_classrooms("postgresql://127.0.0.1/x")).code == "class.driver"


def test_another_writer_that_holds_a_class_is_waited_for_and_told(
    place: str, rooms: PostgresClassrooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, _ = rooms.make(LESSON)
    rooms.close()
    monkeypatch.setattr("phase10.teaching.classroom_postgres._WORKING", 200)
    with psycopg.connect(place) as connection:
        connection.execute("SELECT 1 FROM phase10_classes.classes FOR UPDATE")
        assert refused(lambda: rooms.contribute(state.code, run_of(1))).code == "class.busy"
    rooms.contribute(state.code, run_of(1))
    assert rooms.contributions(state.code) == (run_of(1),)
