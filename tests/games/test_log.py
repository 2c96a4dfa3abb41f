"""The log is the truth: it cannot be changed unseen, and all else follows from it."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from hashlib import sha256
from io import StringIO

import orjson
import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction

from games.api.answers import game_answer
from games.engine.snapshot import match_out
from games.models import Game, HandResult, Move, Snapshot
from games.selectors.games import game_get
from games.services.bots import bot_turns_play
from games.services.rebuild import game_check, game_rebuild
from games.store.fold import match_at
from games.store.log import GENESIS, row_hash, rows_get
from games.store.state import matches_forget
from tests.depth import in_the_full_run
from tests.games.tables import bots_game, play_out, play_some, played_game, row, state, table

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """A game that has been played to its end."""
    return played_game(hand_limit=2)


@contextmanager
def trigger_off() -> Iterator[None]:
    """What a superuser may do who wants to change history."""
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        yield
        cursor.execute("SET session_replication_role = origin")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE games_move SET action = ''",
        "UPDATE games_move SET events = events",
        "DELETE FROM games_move",
        "TRUNCATE games_move CASCADE",
    ],
)
def test_the_database_refuses_to_change_the_log(game: Game, statement: str) -> None:
    with connection.cursor() as cursor:
        # The suite turns this trigger off to clean up; here it is as a migration leaves it.
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE games_move ENABLE TRIGGER move_no_truncate")
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            cursor.execute(statement)


def test_every_row_covers_itself_and_the_row_before(game: Game) -> None:
    previous = GENESIS
    for logged in rows_get(game.id):
        assert logged.previous_hash == previous
        assert logged.hash == row_hash(logged)
        previous = logged.hash
    assert previous == row(game.id).head


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("seat", "seat + 1"),
        ("action", '\'{"type":"pass"}\''),
        ("events", "replace(events, ',', ', ')"),
        *map(
            in_the_full_run,
            [
                ("made_at", "made_at + interval '1 second'"),
                ("actor", "gen_random_uuid()"),
                ("hand", "hand + 1"),
                ("via", "'page'"),
            ],
        ),
    ],
)
def test_a_tampered_row_is_found_and_named(game: Game, column: str, value: str) -> None:
    with trigger_off(), connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE games_move SET {column} = {value} WHERE game_number = %s AND version = 7",
            [game.number],
        )

    (fault,) = game_check(game.id)

    assert fault.where == "version 7"


def test_every_action_of_our_bots_says_so_and_what_is_no_action_has_no_way() -> None:
    game = played_game(hand_limit=1)
    ways = Counter((bool(logged.action), logged.via) for logged in rows_get(game.id))
    assert set(ways) == {(True, "bot"), (False, "")}


def test_rows_older_than_the_way_of_an_action_keep_their_hashes(game: Game) -> None:
    logged = list(rows_get(game.id))[6]
    older = logged._replace(via="")
    lines = (
        f"{older.game_id}\n{older.version}\n{older.first_seq}\n{older.last_seq}\n{older.hand}\n"
        f"{older.seat}\n{older.actor}\n{older.made_at.isoformat()}\n{older.action}\n{older.events}"
    )
    assert row_hash(older) == sha256(older.previous_hash + lines.encode()).digest()
    assert row_hash(logged) != row_hash(older)


def test_the_log_is_kept_by_a_number_that_grows_and_nobody_is_shown() -> None:
    earlier, later = table(), table()
    assert earlier.number < later.number
    with connection.cursor() as cursor:
        cursor.execute("SELECT DISTINCT game_number FROM games_move ORDER BY 1")
        assert cursor.fetchall() == [(earlier.number,), (later.number,)]
    assert "number" not in game_answer(game_get(game_id=later.id, viewer=None))


def test_a_row_that_was_taken_out_is_named(game: Game) -> None:
    with trigger_off():
        Move.objects.filter(game=game, version=9).delete()

    (fault,) = game_check(game.id)

    assert (fault.where, fault.what) == ("version 9", "is missing")


def test_a_row_forged_with_its_own_hash_breaks_the_chain_after_it(game: Game) -> None:
    true = list(rows_get(game.id))[6]
    forged = true._replace(made_at=true.made_at + timedelta(seconds=1))
    with trigger_off():
        Move.objects.filter(game=game, version=7).update(
            made_at=forged.made_at, hash=row_hash(forged)
        )

    (fault,) = game_check(game.id)

    assert fault.where == "version 8"


def test_a_log_cut_short_is_found() -> None:
    game = played_game(hand_limit=1)
    last = row(game.id).version
    with trigger_off():
        Move.objects.filter(game=game, version=last).delete()

    assert "its own row" in [fault.where for fault in game_check(game.id)]


def test_only_the_log_is_needed_for_the_live_state() -> None:
    game = bots_game(hand_limit=1, start=True)

    while row(game.id).status == "active":
        play_some(game)
        version = row(game.id).version
        assert match_out(match_at(game.id, version)) == match_out(state(game.id))


def test_a_game_goes_on_without_its_snapshot() -> None:
    game = bots_game(hand_limit=1)
    play_some(game)
    before = match_out(state(game.id))
    Snapshot.objects.filter(game=game).delete()
    matches_forget()

    assert match_out(state(game.id)) == before
    assert play_out(game.id).status == "finished"
    assert game_check(game.id) == []


@pytest.mark.parametrize("written", ['{"schema":1,"seats":4,"hand":null}', '{"schema":99}', "{}"])
def test_a_snapshot_of_another_schema_is_not_used(written: str) -> None:
    game = bots_game(hand_limit=1)
    play_some(game)
    before = match_out(state(game.id))
    Snapshot.objects.filter(game=game).update(state=written)
    matches_forget()

    assert match_out(state(game.id)) == before


@pytest.mark.django_db(transaction=True)
def test_a_state_in_memory_is_used_only_for_its_own_version() -> None:
    game = bots_game(hand_limit=1)
    for _ in range(40):
        bot_turns_play(game_id=game.id, version=row(game.id).version, budget_s=0)
        remembered = match_out(state(game.id))
        matches_forget()
        assert match_out(state(game.id)) == remembered


def test_derived_rows_are_rebuilt_as_they_were(game: Game) -> None:
    snapshot = Snapshot.objects.get(game=game)
    results = list(HandResult.objects.filter(game=game).values())
    Snapshot.objects.filter(game=game).delete()
    HandResult.objects.filter(game=game).delete()

    game_rebuild(game.id)

    assert Snapshot.objects.get(game=game).state == snapshot.state
    assert list(HandResult.objects.filter(game=game).values()) == results


def spoil_snapshot(game: Game) -> None:
    snapshot = Snapshot.objects.get(game=game)
    data = orjson.loads(snapshot.state)
    data["scores"][0] += 5
    snapshot.state = orjson.dumps(data).decode()
    snapshot.save()


def spoil_result(game: Game) -> None:
    HandResult.objects.filter(game=game, number=1).update(score="[]")


def drop_result(game: Game) -> None:
    HandResult.objects.filter(game=game, number=2).delete()


@pytest.mark.parametrize(
    ("spoil", "where"),
    [
        (spoil_snapshot, "snapshot"),
        (spoil_result, "result of hand 1"),
        (drop_result, "result of hand 2"),
        (lambda game: Game.objects.filter(pk=game.pk).update(seq=1), "its own row"),
        (lambda game: game.stints.filter(number=2).update(kind="human"), "seats"),
    ],
)
@pytest.mark.full
def test_replay_check_names_the_row_that_differs(game: Game, spoil, where: str) -> None:
    call_command("replay_check", stdout=StringIO())
    spoil(game)
    errors = StringIO()

    with pytest.raises(CommandError):
        call_command("replay_check", stderr=errors, stdout=StringIO())

    assert errors.getvalue() == f"game {game.id}, {where}: differs from the log\n"


def test_replay_check_rewrites_what_it_is_asked_to(game: Game) -> None:
    spoil_snapshot(game)
    drop_result(game)

    call_command("replay_check", "--rebuild", stdout=StringIO())

    assert game_check(game.id) == []
