"""Lots that nobody can bend: the server's seed, promised by its hash, and a director's phrase."""

from hashlib import sha256
from typing import Any

import pytest

from tests.factories import api
from tests.tournaments.nights import SEED, Night, night
from tests.tournaments.scores import score
from tournaments.engine.crosstable import crosstable_of
from tournaments.engine.formats.night import night_of
from tournaments.engine.formats.swiss_field import swiss_field
from tournaments.models import Tournament
from tournaments.models.audit import AuditEntry
from tournaments.selectors.load import tournament_state
from tournaments.services.bundle_import import tournament_import
from tournaments.services.tournaments import tournament_start

pytestmark = [pytest.mark.django_db, pytest.mark.full]


def begun(entries: int = 4, **given: Any) -> Night:
    """Started, with the seed that the server drew."""
    evening = night(entries, start=False, **given)
    evening.tournament = tournament_start(tournament_id=evening.tournament.id, by=evening.director)
    return evening


def seed_of(evening: Night) -> str:
    return Tournament.objects.get(pk=evening.tournament.pk).seed


def read(evening: Night) -> Any:
    return api(evening.director).get(evening.path).json()


def play(evening: Night) -> None:
    round_ = evening.next_round()
    for table in round_.tables.all():
        score(evening, table, 300, 0)
    evening.close(round_)


def finish(evening: Night) -> Any:
    answer = api(evening.director).post(f"{evening.path}/finish", {})
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_before_the_start_there_is_no_seed_and_no_hash():
    evening = night(4, start=False)
    told = read(evening)
    assert (told["seed"], told["seed_hash"], told["phrase"]) == (None, None, None)
    [lots] = {
        metric["value"]
        for row in api().get(f"{evening.path}/standings").json()["results"]
        for metric in row["metrics"]
        if metric["name"] == "lot"
    }
    assert lots is None


def test_until_the_end_the_seed_is_in_no_answer_and_its_hash_in_all():
    evening = begun(rounds=1)
    seed = seed_of(evening)
    assert len(bytes.fromhex(seed)) == 32
    play(evening)
    paths = ("", "/export", "/events", "/standings", "/rounds", "/entries")
    for by in (None, evening.director, evening.admin):
        for path in paths:
            assert seed not in api(by).get(f"{evening.path}{path}").content.decode(), path
        assert seed not in api(by).get("/api/v1/tournaments").content.decode()
    promised = read(evening)["seed_hash"]
    head = api().get(f"{evening.path}/export").json()["tournament"]
    assert (head["seed"], head["seed_hash"], head["phrase"]) == (None, promised, None)
    told = finish(evening)
    assert (told["seed"], told["seed_hash"]) == (seed, promised)
    assert sha256(told["seed"].encode()).hexdigest() == promised
    assert api().get(f"{evening.path}/export").json()["tournament"]["seed"] == seed
    log = AuditEntry.objects.filter(tournament=evening.tournament)
    assert all(seed not in str(each.facts) for each in log)


def test_no_error_prints_what_lots_are_drawn_from():
    evening = begun(5)
    play(evening)
    state = tournament_state(evening.tournament)
    for secret in (state, crosstable_of(state), swiss_field(state, 2)):
        assert state.seed not in repr(secret)
    alone = tournament_state(begun(8, format="rotating", rounds=3).tournament)
    assert alone.seed not in repr(night_of(alone, 1))


def test_no_director_chooses_the_seed():
    evening = night(2, start=False)
    answer = api(evening.director).patch(evening.path, {"seed": "7f3a"})
    assert (answer.status_code, answer.json()["errors"][0]["path"]) == (400, "seed")
    assert seed_of(begun(2, rounds=1)) != seed_of(begun(2, rounds=1))


def test_a_phrase_joins_the_seed_between_the_hash_and_the_first_draw():
    evening = night(4, start=False, rounds=1)

    def patched(phrase: str | None) -> tuple[int, Any]:
        answer = api(evening.director).patch(evening.path, {"phrase": phrase})
        return answer.status_code, answer.json()

    early, problem = patched("heads")
    assert (early, problem["code"]) == (409, "wrong_state")
    api(evening.director).post(f"{evening.path}/start", {})
    promised = read(evening)["seed_hash"]
    status, told = patched("three sixes")
    assert (status, told["phrase"], told["seed"]) == (200, "three sixes", None)
    assert told["seed_hash"] == promised
    for other in ("heads", None):
        again, problem = patched(other)
        assert (again, problem["code"]) == (409, "phrase_set")
    evening.draw()
    late, problem = patched("tails")
    assert (late, problem["code"]) == (409, "wrong_state")
    assert read(evening)["phrase"] == "three sixes"


def test_a_director_sees_no_lot_while_the_lots_can_still_be_changed():
    evening = begun(6, rounds=1)

    def lots(client: Any) -> tuple[list[Any], list[Any]]:
        rows = client.get(f"{evening.path}/standings").json()["results"]
        bundle = client.get(f"{evening.path}/export").json()["standings"]
        kept = [m["value"] for row in rows for m in row["metrics"] if m["name"] == "lot"]
        order = [row["entry"] for row in rows]
        assert [row["entry"] for row in bundle] == order
        kept += [m["value"] for row in bundle for m in row["metrics"] if m["name"] == "lot"]
        return kept, order

    by_number = [str(entry.pk) for entry in evening.entries]
    director = api(evening.director)
    director.patch(evening.path, {"tiebreaks": ["lot"]})
    assert lots(director) == ([None] * 12, by_number)
    director.patch(evening.path, {"phrase": "three sixes"})
    assert lots(director) == ([None] * 12, by_number)
    evening.draw()
    assert None not in lots(director)[0]


def test_a_start_is_taken_back_until_the_first_draw_and_the_next_one_has_a_seed_of_its_own():
    evening = begun(4, rounds=1)
    seed, director = seed_of(evening), api(evening.director)
    director.patch(evening.path, {"phrase": "three sixes"})
    refused = director.patch(evening.path, {"hands_per_round": 4})
    assert refused.json()["code"] == "wrong_state"
    told = director.patch(evening.path, {"state": "open"}).json()
    assert [told[name] for name in ("state", "seed_hash", "phrase")] == ["open", None, None]
    assert director.patch(evening.path, {"hands_per_round": 4}).json()["hands_per_round"] == 4
    log = director.get(f"{evening.path}/events").json()["results"]
    assert any("start was taken back" in each["text"] for each in log)
    assert director.post(f"{evening.path}/start", {}).status_code == 200
    assert seed_of(evening) not in ("", seed)
    evening.draw()
    late = director.patch(evening.path, {"state": "open"})
    assert (late.status_code, late.json()["code"]) == (409, "wrong_state")


def ended_and_reopened(evening: Night) -> tuple[Any, Any]:
    """The night as it was once it had ended, and once it was reopened."""
    director = api(evening.director)
    ended = director.post(f"{evening.path}/finish", {"rounds": "as_played"}).json()
    reopened = director.post(f"{evening.path}/reopen", {"reason": "Too early."})
    assert reopened.status_code == 200, reopened.content
    return ended, reopened.json()


def test_who_ends_a_night_before_the_first_draw_to_read_the_seed_learns_of_no_lot_to_come():
    evening = begun(rounds=1)
    ended, reopened = ended_and_reopened(evening)
    assert ended["seed"]
    assert reopened["seed"] is None
    assert reopened["seed_hash"] not in (None, ended["seed_hash"])
    newest = api(evening.director).get(f"{evening.path}/events?limit=1").json()["results"][0]
    assert newest["facts"]["seed_hash"] == reopened["seed_hash"], "the promise is on record"
    answer = api(evening.director).patch(evening.path, {"phrase": "three sixes"})
    assert (answer.status_code, answer.json()["phrase"]) == (200, "three sixes")
    play(evening)
    assert finish(evening)["seed_hash"] == reopened["seed_hash"]


def test_a_draft_is_not_drawn_again_from_another_seed_by_ending_the_night():
    """Lots to come may be known then, for everybody to see; who could draw again could choose."""
    evening = begun(6, rounds=3)
    evening.draw()
    ended, reopened = ended_and_reopened(evening)
    assert reopened["seed"] == ended["seed"] == seed_of(evening)
    answer = api(evening.director).patch(evening.path, {"phrase": "three sixes"})
    assert (answer.status_code, answer.json()["code"]) == (409, "wrong_state")


@pytest.mark.parametrize("phrase", [None, "three sixes"])
def test_anybody_recomputes_every_lot_at_the_end(phrase: str | None):
    evening = begun(5, rounds=1)
    if phrase:
        api(evening.director).patch(evening.path, {"phrase": phrase})
    play(evening)
    finish(evening)
    bundle = api().get(f"{evening.path}/export").json()
    head = bundle["tournament"]
    lots = f"{head['seed']}:{phrase}" if phrase else head["seed"]

    def bits(text: str) -> int:
        return int(sha256(text.encode()).hexdigest()[:5], 16)

    numbers = {each["id"]: each["number"] for each in bundle["entries"]}
    for row in bundle["standings"]:
        [lot] = [each["value"] for each in row["metrics"] if each["name"] == "lot"]
        assert lot == bits(f"{lots}:lot:{numbers[row['entry']]}")
    [round_] = bundle["rounds"]
    for table in round_["tables"]:
        low, high = sorted(numbers[side["entries"][0]] for side in table["sides"])
        assert table["why"]["cost"][-1] == bits(f"{lots}:1:{low}:{high}")


def test_a_running_tournament_goes_on_elsewhere_with_a_seed_of_its_own():
    evening = begun(5)
    play(evening)
    bundle = api(evening.director).get(f"{evening.path}/export").json()
    copy = tournament_import(club=evening.club, by=evening.director, bundle=bundle)
    assert copy.seed not in ("", seed_of(evening))
    assert not copy.seed_shown


def test_a_bundle_with_a_wrong_hash_is_refused_and_an_old_one_with_a_short_seed_is_read():
    evening = night(4, rounds=1)
    play(evening)
    finish(evening)
    bundle = api().get(f"{evening.path}/export").json()
    head = bundle["tournament"]
    assert head["seed"] == SEED
    wrong = bundle | {"tournament": head | {"seed_hash": "0" * 64}}
    path = "/api/v1/tournaments/import"
    answer = api(evening.director).post(path, {"club": str(evening.club.pk), "bundle": wrong})
    assert (answer.status_code, answer.json()["errors"][0]["path"]) == (
        422, "tournament.seed_hash",
    )  # fmt: skip
    for name in ("seed_hash", "phrase", "minimum_rounds"):
        del head[name]
    answer = api(evening.director).post(path, {"club": str(evening.club.pk), "bundle": bundle})
    assert answer.status_code == 201, answer.content
    assert (answer.json()["seed"], answer.json()["algorithm"]) == (SEED, head["algorithm"])
