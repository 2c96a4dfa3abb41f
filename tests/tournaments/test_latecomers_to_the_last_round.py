"""A latecomer while the last round is a draft: entered, drawn or left out, never lost."""

from typing import Any

import pytest

from tests.factories import api, player
from tests.games_api.test_invitations import answered, wait_for
from tests.tournaments.clubs import guests_add
from tests.tournaments.evenings import API, Evening, byes, placed
from tests.tournaments.nights import night
from tournaments.engine.drawing import draw_round
from tournaments.models import Round
from tournaments.services.draws import round_draw

pytestmark = [pytest.mark.django_db, pytest.mark.full]

FORMATS = [("swiss", 5), ("round_robin", 5), ("rotating", 9), ("swiss_individual", 9)]


def enter_by_api(evening: Evening, *, status: int = 201) -> Any:
    """A latecomer, as the director enters one."""
    names = [f"Latecomer {n}" for n in range(evening.night.size)]
    ids = [str(each.pk) for each in guests_add(evening.night.club, *names)]
    path = f"/tournaments/{evening.night.tournament.id}/entries"
    return evening.post(path, {"members": ids}, status=status)


def last_sentence(evening: Evening) -> str:
    text: str = evening.director.get(f"{evening.night.path}/events").json()["results"][0]["text"]
    return text.removesuffix(", by Director")


def before_the_last(evening: Evening) -> Any:
    """The draft of the last round, every earlier one closed."""
    for _ in range(evening.night.tournament.rounds_planned - 1):
        evening.play()
    return evening.draft()


@pytest.mark.parametrize(("format_", "entries"), FORMATS)
def test_a_latecomer_is_named_and_drawn_into_the_last_round(format_: str, entries: int):
    evening = Evening(entries, format=format_, rounds=2)
    round_ = before_the_last(evening)
    late = evening.enter()
    problem = evening.publish(round_, status=409)
    assert (problem["code"], problem["facts"]["came"]) == ("draft_stale", [evening.names[late]])
    published = evening.publish(evening.redraw(round_))
    assert late in placed(published)
    evening.close(published)
    evening.post(f"/tournaments/{evening.night.tournament.id}/finish")


def test_who_is_left_out_of_the_last_round_came_too_late_to_play():
    evening = Evening(4, rounds=2)
    round_ = before_the_last(evening)
    late = evening.enter()
    published = evening.publish(round_, late="next_round")
    name = evening.names[late]
    assert last_sentence(evening) == f"round 2: published; {name} came too late for it"
    evening.close(published)
    evening.post(f"/tournaments/{evening.night.tournament.id}/finish")
    assert evening.standings()[late]["metrics"][0]["value"] == 800, "half of the rounds at most"


def test_a_latecomer_who_is_not_checked_in_yet_makes_no_draft_stale():
    evening = Evening(4, rounds=1)
    round_ = evening.draft()
    entry = enter_by_api(evening)
    evening.publish(round_)
    assert not entry["late"]


def test_nobody_is_entered_once_the_last_round_is_published_until_it_is_a_draft_again():
    evening = Evening(4, rounds=1)
    round_ = evening.publish(evening.draft())
    assert enter_by_api(evening, status=409)["code"] == "wrong_state"
    evening.post(f"/rounds/{round_['id']}/unpublish", {"reason": "One more pair is here."})
    late = evening.enter()
    assert late in placed(evening.publish(evening.redraw(round_)))


def test_a_director_enters_until_the_first_round_of_a_knockout_is_published():
    evening = Evening(7, format="knockout", rounds=3)
    round_ = evening.draft()
    late = evening.enter()
    evening.publish(round_, status=409)
    first = evening.redraw(round_)
    assert (late in placed(first), byes(first)) == (True, [])
    evening.close(evening.publish(first))
    enter_by_api(evening, status=409)


def test_who_is_left_out_of_a_bracket_came_too_late_to_play():
    evening = Evening(4, format="knockout", rounds=2)
    round_ = evening.draft()
    late = evening.enter()
    first = evening.publish(round_, late="next_round")
    assert last_sentence(evening).endswith(f"{evening.names[late]} came too late for it")
    evening.close(first)
    final = evening.play()
    assert late not in placed(final)
    evening.post(f"/tournaments/{evening.night.tournament.id}/finish")


def asked(evening: Evening) -> Round:
    answer = evening.post(f"/tournaments/{evening.night.tournament.id}/rounds", status=202)
    return Round.objects.get(pk=answer["id"])


def test_who_comes_after_the_draw_was_asked_for_is_drawn():
    evening = Evening(5, rounds=1)
    row = asked(evening)
    late = evening.enter()
    assert round_draw(round_id=row.pk, step=row.step)
    assert late in placed(evening.publish({"id": row.pk}))


def test_who_comes_while_a_draw_is_being_made_is_drawn(monkeypatch: pytest.MonkeyPatch):
    evening = Evening(5, rounds=1)
    row, came = asked(evening), list[int]()

    def slow(*given: Any) -> Any:
        drawn = draw_round(*given)
        if not came:
            came.append(evening.enter())
        return drawn

    monkeypatch.setattr("tournaments.services.draws.draw_round", slow)
    assert round_draw(round_id=row.pk, step=row.step)
    assert {*came} < placed(evening.publish({"id": row.pk}))


def test_a_house_bot_makes_room_for_a_latecomer_to_the_last_round():
    evening = Evening(7, format="rotating", venue="mixed", house_bots="novice", rounds=1)
    round_ = evening.draft()
    assert "bot" in kinds(round_)
    evening.enter()
    evening.publish(round_, status=409)
    assert "bot" not in kinds(evening.publish(evening.redraw(round_)))


def kinds(round_: Any) -> list[str]:
    sides = [side for table in round_["tables"] for side in table["sides"]]
    return [each["kind"] for side in sides for each in side["players"]]


def test_entries_of_last_week_come_while_the_last_round_is_a_draft():
    last_week = Evening(2, rounds=1)
    evening = Evening(4, rounds=1, at=last_week.night)
    round_ = evening.draft()
    path = f"/tournaments/{evening.night.tournament.id}/entries"
    rows = evening.post(path, {"from": str(last_week.night.tournament.id)})["results"]
    assert [row["status"] for row in rows] == [201, 201]
    for row in rows:
        evening.patch(f"/entries/{row['entry']['id']}", {"checked_in": True})
    assert len(evening.publish(round_, status=409)["facts"]["came"]) == 2
    assert len(placed(evening.publish(evening.redraw(round_)))) == 6


def test_who_accepts_an_invitation_while_the_last_round_is_a_draft_can_play_it():
    evening = Evening(8, format="rotating", rounds=1)
    stranger = player("Stranger")
    path = f"/tournaments/{evening.night.tournament.id}/entries"
    round_ = evening.draft()
    entry = evening.post(path, {"player": str(stranger.pk)}, status=201)
    assert entry["invited"]
    [invitation] = wait_for(api(stranger))
    answered(api(stranger), "accept", invitation)
    evening.patch(f"/entries/{entry['id']}", {"checked_in": True})
    assert evening.publish(round_, status=409)["facts"]["came"] == ["Stranger"]
    assert entry["number"] in placed(evening.publish(evening.redraw(round_)))


def test_players_enter_themselves_only_until_the_start():
    held = night(4, accounts=2)
    late = held.players[next(iter(held.players))]
    answer = api(late).post(
        f"{API}/tournaments/{held.tournament.id}/entries", {"player": str(late.pk)}
    )
    assert (answer.status_code, answer.json()["code"]) == (409, "wrong_state")
