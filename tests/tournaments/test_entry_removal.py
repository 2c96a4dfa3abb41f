"""An entry that was made by mistake is deleted, as long as it has played nothing."""

import pytest

from tests.factories import api
from tests.tournaments.nights import Night, night
from tournaments.models import Entry

pytestmark = pytest.mark.django_db


def delete(of: Night, entry: Entry, by=None):
    return api(by or of.director).delete(f"/api/v1/entries/{entry.pk}")


def test_an_entry_that_has_played_nothing_is_deleted_and_its_number_stays_unused():
    of = night(3, start=False)
    last = of.entries[-1]
    assert delete(of, last).status_code == 204
    assert [entry.number for entry in of.entries] == [1, 2]
    assert of.enter().number == 4
    assert api(of.director).get(f"/api/v1/entries/{last.pk}").status_code == 404


def test_who_was_deleted_may_be_entered_again():
    of = night(2, start=False)
    entry = of.entries[0]
    members = [str(each.member_id) for each in entry.stints.all()]
    delete(of, entry)
    again = api(of.director).post(f"{of.path}/entries", {"members": members})
    assert again.status_code == 201


def test_wishes_that_name_a_deleted_entry_go_with_it():
    of = night(4, start=False)
    one, two, *_ = (str(entry.pk) for entry in of.entries)
    wishes = {
        "forbidden": [{"entries": [one, two], "as": "opponents"}],
        "stationary": [{"entry": one, "table": 1}],
    }
    assert api(of.director).patch(of.path, wishes).status_code == 200
    delete(of, of.entries[0])
    kept = api(of.director).get(of.path).json()
    assert (kept["forbidden"], kept["stationary"]) == ([], [])
    of.start().next_round()
    assert api(of.director).get(f"{of.path}/export").status_code == 200


@pytest.mark.parametrize("published", [False, True])
def test_an_entry_that_a_round_has_is_not_deleted(published: bool):
    of = night(4, publish=published)
    if not published:
        of.draw()
    refused = delete(of, of.entries[0])
    assert (refused.status_code, refused.json()["code"]) == (409, "entry_drawn")
    assert refused.json()["facts"] == {"round": 1}


def test_an_entry_that_withdrew_is_deleted_once_the_draft_is_drawn_without_it():
    of = night(5)
    round_ = of.draw()
    gone = of.change(of.entries[0], withdrawn=True)
    api(of.director).post(f"/api/v1/rounds/{round_.pk}/redraw", {})
    of.draw()
    assert delete(of, gone).status_code == 204


def test_players_delete_their_own_entry_and_no_other():
    of = night(2, start=False)
    one, two = of.entries
    holder = one.stints.all()[0].member.player
    assert delete(of, two, holder).json()["code"] == "not_own_entry"
    assert delete(of, one, holder).status_code == 204
