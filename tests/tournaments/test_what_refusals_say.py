"""Refusals name the states in which a call is allowed, and the next call to make."""

from typing import Any

import pytest
from rest_framework import serializers

from samba_service.kit.field_texts import plain_text
from tests.factories import PASSWORD, api, player
from tests.tournaments.clubs import guests_add
from tests.tournaments.evenings import Evening
from tests.tournaments.nights import night
from tests.tournaments.paper import Paper, hand

pytestmark = pytest.mark.django_db


def told(answer: Any) -> tuple[str, str, Any]:
    problem = answer.json()
    return problem["code"], problem["detail"], problem.get("facts")


def test_a_draw_before_the_start_says_to_start():
    held = night(4, start=False)
    code, detail, facts = told(api(held.director).post(f"{held.path}/rounds", {}))
    assert (code, facts) == ("wrong_state", {"state": "open", "allowed": ["running"]})
    assert detail == "The state is open: it must be running; `/start` begins it."


def test_a_start_says_how_many_entries_are_missing():
    held = night(0, start=False)
    code, detail, _ = told(api(held.director).post(f"{held.path}/start", {}))
    assert (code, detail) == (
        "tournament_unplayable", "At least 2 entries are needed; 0 are checked in.",
    )  # fmt: skip


def test_an_end_with_rounds_left_says_how_to_end_all_the_same():
    held = night(4)
    code, detail, facts = told(api(held.director).post(f"{held.path}/finish", {}))
    assert (code, facts) == ("rounds_left", {"rounds": 3, "played": 0})
    assert detail == (
        '0 of 3 rounds have been played: to end it all the same, send `{"rounds": "as_played"}`.'
    )


def test_what_is_open_is_not_opened_again():
    evening = Evening(4)
    why = {"reason": "Too early."}
    night_path = f"/tournaments/{evening.night.tournament.id}"
    running = evening.post(f"{night_path}/reopen", why, status=409)
    assert running["detail"].endswith("must be finished or cancelled; there is nothing to undo.")
    round_ = evening.draft()
    undrafted = evening.post(f"/rounds/{round_['id']}/unpublish", why, status=409)
    assert undrafted["detail"].endswith("it must be published; there is nothing to undo.")
    evening.publish(round_)
    published = evening.post(f"/rounds/{round_['id']}/reopen", why, status=409)
    assert published["detail"].endswith("it must be closed; there is nothing to undo.")


@pytest.mark.parametrize("with_season", [False, True])
def test_what_is_in_the_archive_says_how_it_comes_out(with_season: bool):
    held = night(4)
    admin, director = api(held.admin), api(held.director)
    season = {"name": "Winter", "best": 4}
    made = director.post(f"/api/v1/clubs/{held.club.pk}/seasons", season).json()
    if with_season:
        assert director.patch(held.path, {"season": made["id"]}).status_code == 200
    director.post(f"{held.path}/finish", {"rounds": "as_played"})
    ends = f"/api/v1/seasons/{made['id']}/close" if with_season else f"{held.path}/archive"
    assert admin.post(ends, {}).status_code == 200
    code, detail, facts = told(director.patch(held.path, {"name": "Tuesday"}))
    assert (code, facts["name"]) == ("archived", "Monday")
    assert detail.startswith("The night Monday is archived: nothing in it changes")
    way = "opens its season again by `/reopen`" if with_season else "takes it out by `/unarchive`"
    assert detail.endswith(f"; an admin {way}, with a reason.")
    assert facts["tournament"] == str(held.tournament.pk)


def test_a_round_that_is_not_published_is_named():
    held = night(4)
    for query, text in (("?round=9", "No round 9 of"), ("", "No round of")):
        answer = api().get(f"{held.path}/pairings.pdf{query}")
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
        assert answer.json()["detail"] == f"{text} this tournament is published."


def test_a_code_that_nobody_has_says_so():
    code, detail, _ = told(api(player()).post("/api/v1/clubs/join", {"code": "NOSUCHCODE"}))
    assert code == "not_found"
    assert detail.startswith("No club or member has this code: ask a director")


@pytest.mark.parametrize(
    ("query", "path", "choices"),
    [
        ("pairings.pdf?paper=A5", "paper", "a4, letter"),
        ("standings.pdf?layout=tall", "layout", "full, wall"),
        ("score-sheets.pdf?per_page=3", "per_page", "1, 2"),
    ],
)
def test_a_choice_in_a_query_names_the_choices(query: str, path: str, choices: str):
    held = night(4, publish=True)
    problem = api().get(f"{held.path}/{query}").json()
    assert problem["errors"] == [{"path": path, "detail": f"It is one of: {choices}."}]


def test_a_club_without_an_admin_is_named_with_the_way_out():
    held = night(0, start=False)
    member = f"/api/v1/clubs/{held.club.pk}/members/{held.admin.pk}"
    admin = api(held.admin)
    club = [{"id": str(held.club.pk), "name": "Herons"}]
    for refused in (admin.delete(member), admin.patch(member, {"role": "member"})):
        code, detail, facts = told(refused)
        assert (code, facts) == ("last_admin", {"clubs": club})
        assert detail == "Herons would have no admin: make another member an admin first."
    erased = admin.post("/api/v1/players/me/erase", {"password": PASSWORD})
    assert told(erased) == told(admin.delete(member))


def test_tables_are_listed_as_people_do():
    evening = Evening(8)
    round_ = evening.publish(evening.draft())
    missing = evening.post(f"/rounds/{round_['id']}/close", status=409)
    assert missing["detail"] == "No confirmed result at tables 1, 2, 3 and 4."
    award = {"reason": "By lot.", "end": "awarded", "award": [1200, 800]}
    for table in round_["tables"][1:]:
        evening.post(f"/tables/{table['id']}/corrections", award, status=201)
    missing = evening.post(f"/rounds/{round_['id']}/close", status=409)
    assert missing["detail"] == "No confirmed result at table 1."
    entered = evening.post(f"/rounds/{round_['id']}/unpublish", {"reason": "No"}, status=409)
    assert entered["detail"].startswith("There is a result already at tables 2, 3 and 4;")


def test_a_hand_short_says_how_an_unfinished_table_is_entered():
    paper = Paper()
    problem = paper.enter("one", [hand(500, 0)]).json()
    text = "The round has 2 hands, and 1 is here: if it ended so, send `end: unfinished`"
    assert [each["detail"].rstrip(".") for each in problem["errors"]] == [text]
    assert "?." not in problem["detail"]
    assert problem["detail"].endswith("`end: unfinished`.")


def test_a_name_that_is_taken_is_shown_as_it_is():
    held = night(0, start=False)
    guests_add(held.club, "Vera")
    body = {"name": "vera"}
    code, detail, facts = told(
        api(held.director).post(f"/api/v1/clubs/{held.club.pk}/members", body)
    )
    assert (code, facts) == ("name_taken", {"name": "Vera", "free": "vera (2)"})
    assert detail == "Another member of the club is called Vera: vera (2) is free, for instance."


def test_a_wrong_password_is_called_so():
    ana = player()
    problem = api(ana).post("/api/v1/players/me/erase", {"password": "not mine"}).json()
    assert problem["detail"] == "password: This is not your password."


@pytest.mark.parametrize("ended", ["finished", "cancelled"])
def test_what_is_over_says_that_it_can_be_opened_again(ended: str):
    held = night(4)
    director = api(held.director)
    if ended == "finished":
        director.post(f"{held.path}/finish", {"rounds": "as_played"})
    else:
        director.patch(held.path, {"state": "cancelled"})
    entry = f"/api/v1/entries/{held.entries[0].id}"
    for answer in (director.post(f"{held.path}/rounds", {}), director.patch(entry, {"seed": 1})):
        code, detail, facts = told(answer)
        assert (code, facts["state"]) == ("wrong_state", ended)
        assert "running" in facts["allowed"]
        assert detail.endswith("running; `/reopen` opens it again.")
    assert director.post(f"{held.path}/reopen", {"reason": "Too early."}).status_code == 200


def test_a_round_says_in_which_state_it_must_be():
    evening = Evening(4)
    round_ = evening.draft()
    early = evening.post(f"/rounds/{round_['id']}/close", status=409)
    assert early["facts"] == {"state": "draft", "allowed": ["published"]}
    assert early["detail"].endswith("it must be published; `/publish` publishes it.")
    evening.publish(round_)
    late = evening.post(f"/rounds/{round_['id']}/redraw", status=409)
    assert late["detail"].endswith(
        "it must be draft; while it has no result, `/unpublish` makes it a draft again."
    )


def test_a_latecomer_after_the_last_publication_is_refused_with_the_way_back():
    evening = Evening(4, rounds=1)
    evening.publish(evening.draft())
    ids = [str(each.pk) for each in guests_add(evening.night.club, "Zoe", "Yan")]
    path = f"/tournaments/{evening.night.tournament.id}/entries"
    problem = evening.post(path, {"members": ids}, status=409)
    assert (problem["code"], problem["facts"]["round"]) == ("wrong_state", 1)
    assert "a draft again by `/unpublish`" in problem["detail"]


def test_a_setting_that_is_too_late_names_the_states_before_the_start():
    evening = Evening(4)
    path = f"/tournaments/{evening.night.tournament.id}"
    problem = evening.patch(path, {"hands_per_round": 1}, status=409)
    assert problem["facts"] == {"state": "running", "allowed": ["draft", "open"]}


def test_a_stale_draft_says_to_draw_again_or_to_publish_without_who_came():
    evening = Evening(5)
    round_ = evening.draft()
    evening.enter()
    came = evening.publish(round_, status=409)["detail"]
    assert "draw it again by `/redraw` or publish it without who came" in came
    assert came.endswith("by `late: next_round`.")
    evening.tell(1, withdrawn=True)
    left = evening.publish(round_, status=409)["detail"]
    assert left.endswith("draw it again by `/redraw`."), "nobody who left is published past"


def test_guide_cards_before_the_first_draw_say_to_draw_it():
    evening = Evening(8, format="rotating")
    path = f"{evening.night.path}/movement.pdf"
    code, detail, facts = told(evening.director.get(path))
    assert (code, facts) == ("no_movement", {"because": "undrawn"})
    assert "draw round 1 first" in detail
    evening.draft()
    assert evening.director.get(path).status_code == 200


def test_guide_cards_of_another_format_say_that_there_are_none():
    evening = Evening(4)
    code, detail, _ = told(evening.director.get(f"{evening.night.path}/movement.pdf"))
    assert (code, "only a night of rotating partners" in detail.lower()) == ("no_movement", True)


@pytest.mark.parametrize(
    ("change", "path", "text"),
    [
        ({"rownds": 3}, "rownds", "There is no such field here."),
        ({"season": "winter"}, "season", "Not a valid id."),
        ({"rounds": "three"}, "rounds", "A whole number is needed here."),
        ({"rounds": 0}, "rounds", "At least 1."),
        ({"scoring": []}, "scoring", "An object is needed here: {...}."),
        ({"forbidden": {}}, "forbidden", "A list is needed here: [...]."),
        ({"duplicate": "yes"}, "duplicate", "It is true or false."),
    ],
)
def test_a_field_is_refused_in_plain_words(change: Any, path: str, text: str):
    held = night(4, start=False)
    problem = api(held.director).patch(held.path, change).json()
    assert problem["errors"] == [{"path": path, "detail": text}]
    assert problem["detail"] == f"{path}: {text}"


def test_several_fields_are_one_sentence():
    held = night(4, start=False)
    change = {"rounds": 0, "duplicate": 1, "name": 3, "season": 4}
    detail = api(held.director).patch(held.path, change).json()["detail"]
    assert ".;" not in detail
    assert detail.endswith("; and 1 more.")


@pytest.mark.parametrize(
    ("field", "name", "plain"),
    [
        (serializers.ListField, "min_length", "At least 1 of them."),
        (serializers.ListField, "not_a_list", "A list is needed here: [...]."),
        (serializers.RegexField, "invalid", "Not in the required format."),
        (serializers.UUIDField, "invalid", "Not a valid id."),
        (serializers.Serializer, "invalid", "An object is needed here: {...}."),
        (serializers.CharField, "max_length", "At most 9 characters."),
    ],
)
def test_the_texts_of_the_framework_have_plain_ones(field: Any, name: str, plain: str):
    given = {"min_length": 1, "max_length": 9, "input_type": "dict", "datatype": "list"}
    assert plain_text(str(field.default_error_messages[name]).format(**given)) == plain


def test_what_a_validator_of_django_says_has_a_plain_text_too():
    assert plain_text("Enter a valid value.") == "Not in the required format."
    assert plain_text("Not a name here.") == "Not a name here.", "our own texts stay"
