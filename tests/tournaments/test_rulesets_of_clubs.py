"""House rules of a club: its admins store them, its nights are played by them."""

from typing import Any

import pytest

from games.models import Game, HouseRuleset
from tests.contract.shapes import conforms
from tests.factories import api, erase, player
from tests.games_api.house_rules import (
    ROOT,
    RULESETS,
    change,
    changed,
    listed,
    store,
    stored,
    target,
)
from tests.games_api.test_lobby import refused
from tests.tournaments.clubs import Cast, cast_of_a_club, club_of
from tests.tournaments.nights import PAPER, Night, night, table_of
from tests.tournaments.rated import ended, work_through
from tests.tournaments.scores import score
from tests.tournaments.test_bundle_api import exported, imported
from tests.tournaments.test_ratings_api import won
from tournaments.choices import Names
from tournaments.models import RatingList, Tournament
from tournaments.models.audit import AuditEntry
from tournaments.selectors.ratings import rating_changes

pytestmark = pytest.mark.django_db

TOURNAMENTS = f"{ROOT}/tournaments"


@pytest.fixture
def cast() -> Cast:
    return cast_of_a_club()


def of_club(cast: Cast, **members: Any) -> Any:
    """What the admin stores for the club."""
    return stored(cast.admin, club=str(cast.club.pk), **members)


def evening_by_house_rules(pairs: int = 2, **given: Any) -> tuple[Night, str]:
    """A night that is played by the club's own rules, and their name."""
    base = night(0, start=False)
    slug = stored(api(base.admin), club=str(base.club.pk))["slug"]
    return night(pairs, at=base, ruleset=slug, **given), slug


# --- Who may, and what the club reads of it ------------------------------------------------------


def test_an_admin_stores_them_for_the_club_and_another_admin_changes_them(cast: Cast):
    found = of_club(cast)
    assert found["slug"] == f"{cast.club.pk}/long-game"
    assert found["owner"] == {"kind": "club", "id": str(cast.club.pk)}
    cast.admin.patch(f"{cast.path}/members/{cast.membership('member').pk}", {"role": "admin"})
    assert changed(cast.member, found["slug"], overrides=target(30000))["version"] == 2
    assert cast.member.delete(f"{RULESETS}/{found['slug']}").status_code == 204


@pytest.mark.parametrize("kind", ["director", "member", "outsider"])
def test_nobody_else_stores_changes_or_hides_them(cast: Cast, kind: str):
    slug = of_club(cast)["slug"]
    other = cast.clients[kind]
    refused(store(other, club=str(cast.club.pk), slug="mine"), 403, "not_ruleset_owner")
    refused(change(other, slug, name="Mine"), 403, "not_ruleset_owner")
    refused(other.delete(f"{RULESETS}/{slug}"), 403, "not_ruleset_owner")
    assert HouseRuleset.objects.get().version == 1


def test_a_clubs_take_the_scope_to_administer_clubs(cast: Cast):
    slug, admin = of_club(cast)["slug"], cast.players["admin"]
    plays, administers = api(admin, "games:play"), api(admin, "club:admin")
    club = {"club": str(cast.club.pk)}
    for answer in (
        store(plays, slug="other", **club),
        change(plays, slug, name="Other"),
        plays.delete(f"{RULESETS}/{slug}"),
        store(administers, slug="other"),
    ):
        refused(answer, 403, "insufficient_scope")
    assert changed(administers, slug, name="Other")["version"] == 2
    assert stored(administers, slug="other", **club)["version"] == 1


def test_who_is_admin_no_more_changes_nothing_and_reads_nothing_hidden(cast: Cast):
    slug = of_club(cast)["slug"]
    cast.admin.delete(f"{RULESETS}/{slug}")
    assert cast.admin.get(f"{RULESETS}/{slug}").json()["hidden"] is True
    refused(cast.director.get(f"{RULESETS}/{slug}"), 404, "not_found")
    place = f"{cast.path}/members/{cast.membership('director').pk}"
    cast.admin.patch(place, {"role": "admin"})
    assert cast.director.get(f"{RULESETS}/{slug}").json()["hidden"] is True
    cast.admin.patch(place, {"role": "director"})
    refused(cast.director.get(f"{RULESETS}/{slug}"), 404, "not_found")


def test_what_becomes_of_them_is_in_the_clubs_log_by_id_and_reads_as_a_sentence(cast: Cast):
    slug = of_club(cast)["slug"]
    changed(cast.admin, slug, overrides=target(30000))
    changed(cast.admin, slug, overrides=target(30000))
    cast.admin.delete(f"{RULESETS}/{slug}")
    changed(cast.admin, slug, overrides=target(30000))
    cast.admin.patch(cast.path, {"rulesets_public": True})
    told = [entry["text"] for entry in reversed(cast.audit())]
    assert told[-5:] == [
        "the house rules long-game: version 1 stored, by Admin",
        "the house rules long-game: version 2 stored, by Admin",
        "the house rules long-game: hidden, by Admin",
        "the house rules long-game: offered again, by Admin",
        "Herons: house rules are listed for everybody, by Admin",
    ]
    row = AuditEntry.objects.filter(act="ruleset_stored").latest("id")
    assert row.facts == {"ruleset": str(HouseRuleset.objects.get().pk), "version": 2}


def test_a_players_own_are_in_no_clubs_log(cast: Cast):
    before = len(cast.audit())
    slug = stored(cast.admin)["slug"]
    cast.admin.delete(f"{RULESETS}/{slug}")
    assert len(cast.audit()) == before


def test_a_club_has_a_limited_number(cast: Cast, settings):
    settings.SAMBA_MAX_RULESETS = 1
    of_club(cast)
    problem = refused(store(cast.admin, club=str(cast.club.pk), slug="other"), 409, "too_many")
    assert problem["facts"] == {"what": "rulesets of this club", "limit": 1}
    assert stored(cast.admin)["version"] == 1, "the admin's own are counted apart"


def test_an_erased_admin_leaves_the_clubs_where_they_are(cast: Cast):
    cast.admin.patch(f"{cast.path}/members/{cast.membership('member').pk}", {"role": "admin"})
    slug, own = of_club(cast)["slug"], stored(cast.admin)["slug"]
    assert erase(cast.admin).status_code == 204
    assert api().get(f"{RULESETS}/{slug}").status_code == 200
    refused(api().get(f"{RULESETS}/{own}"), 404, "not_found")
    assert changed(cast.member, slug, name="Other")["version"] == 2


# --- Who finds them ------------------------------------------------------------------------------


def test_members_find_them_and_others_only_where_the_club_says_so(cast: Cast):
    slug = of_club(cast)["slug"]
    for kind in ("admin", "director", "member"):
        assert listed(cast.clients[kind]) == [slug]
    assert listed(cast.outsider) == listed(api()) == []
    assert api().get(f"{RULESETS}/{slug}").status_code == 200, "by its name anybody reads it"
    answer = cast.admin.patch(cast.path, {"rulesets_public": True})
    conforms("clubs_update", answer.json())
    assert answer.json()["rulesets_public"] is True
    assert listed(cast.outsider) == listed(api()) == [slug]
    cast.admin.delete(f"{RULESETS}/{slug}")
    assert listed(cast.admin) == listed(api()) == []


def test_only_admins_say_whether_they_are_listed(cast: Cast):
    refused(cast.director.patch(cast.path, {"rulesets_public": True}), 403, "not_admin")
    assert cast.member.get(cast.path).json()["rulesets_public"] is False


def test_guests_and_former_members_find_them_no_more(cast: Cast):
    of_club(cast)
    member = cast.membership("member")
    type(member).objects.filter(pk=member.pk).update(guest=True)
    assert listed(cast.member) == []
    type(member).objects.filter(pk=member.pk).update(guest=False)
    assert len(listed(cast.member)) == 1
    assert cast.member.delete(f"{cast.path}/members/{member.pk}").status_code == 204
    assert listed(cast.member) == []


# --- Nights --------------------------------------------------------------------------------------


def test_a_night_freezes_the_version_that_the_name_had(cast: Cast):
    found = of_club(cast)
    body = {**PAPER, "club": str(cast.club.pk), "ruleset": found["slug"]}
    made = cast.director.post(TOURNAMENTS, body)
    assert made.status_code == 201, made.content
    conforms("tournaments_create", made.json())
    assert made.json()["ruleset"]["slug"] == found["slug"]
    assert made.json()["ruleset"]["sha256"] == found["sha256"]
    changed(cast.admin, found["slug"], overrides=target(30000))
    cast.admin.delete(f"{RULESETS}/{found['slug']}")
    again = cast.director.get(f"{TOURNAMENTS}/{made.json()['id']}").json()
    assert again["ruleset"] == made.json()["ruleset"]
    kept = Tournament.objects.get(pk=made.json()["id"])
    assert kept.ruleset["game"]["target"] == 20000
    problem = refused(cast.director.post(TOURNAMENTS, body), 422, "invalid_ruleset")
    assert [error["path"] for error in problem["errors"]] == ["extends"]


def test_a_night_like_another_takes_the_current_version(cast: Cast):
    slug = of_club(cast)["slug"]
    house = {"extends": slug, "overrides": {"draw": {"count": 3}}}
    body = {**PAPER, "club": str(cast.club.pk), "ruleset": house}
    made = cast.director.post(TOURNAMENTS, body).json()
    changed(cast.admin, slug, overrides=target(30000))
    again = cast.director.post(TOURNAMENTS, {"like": made["id"], "name": "Tuesday"}).json()
    assert (again["ruleset"]["slug"], again["ruleset"]["version"]) == (slug, 2)
    values = Tournament.objects.get(pk=again["id"]).ruleset
    assert (values["game"]["target"], values["draw"]["count"]) == (30000, 3)


def test_a_players_own_name_is_in_no_night_and_in_no_clubs_rules(cast: Cast):
    """All who read a night read its ruleset's name; members may be hidden from them."""
    own = stored(cast.admin, slug="own")["slug"]
    body = {**PAPER, "club": str(cast.club.pk), "ruleset": own}
    club = {"club": str(cast.club.pk)}
    theirs = of_club(cast)["slug"]
    for answer in (
        cast.director.post(TOURNAMENTS, body),
        store(cast.admin, slug="other", extends=own, **club),
        change(cast.admin, theirs, extends=own),
    ):
        problem = refused(answer, 422, "invalid_ruleset")
        [error] = problem["errors"]
        assert error["path"] == "extends"
        assert "a player's own" in error["detail"]
    assert stored(cast.admin, slug="other", extends=theirs, **club)["version"] == 1


def test_a_night_of_another_club_is_played_by_them_too(cast: Cast):
    slug = of_club(cast)["slug"]
    storks = club_of(cast.players["outsider"], name="Storks")
    body = {**PAPER, "club": str(storks.pk), "ruleset": slug}
    assert cast.outsider.post(TOURNAMENTS, body).json()["ruleset"]["slug"] == slug


def test_nobody_reads_who_stored_them(cast: Cast):
    """The club hides its members: no answer about its rules or its nights has their ids."""
    cast.club.names = Names.NONE
    cast.club.save()
    slug = of_club(cast)["slug"]
    cast.admin.patch(cast.path, {"rulesets_public": True})
    body = {**PAPER, "club": str(cast.club.pk), "ruleset": slug, "visibility": "public"}
    path = f"{TOURNAMENTS}/{cast.director.post(TOURNAMENTS, body).json()['id']}"
    for address in (f"{RULESETS}/{slug}", RULESETS, path, f"{path}/events", f"{path}/export"):
        text = api().get(address).content.decode()
        assert slug in text or address.endswith("/events")
        assert [who for who in cast.players.values() if str(who.pk) in text] == []


def test_an_online_round_deals_the_same_cards_at_every_table_by_them():
    terms = {"venue": "online", "duplicate": True, "hands_per_round": 1, "accounts": 2}
    evening, slug = evening_by_house_rules(4, **terms)
    round_ = evening.next_round()
    games = list(Game.objects.all())
    assert [(each.ruleset_slug, each.ruleset_version) for each in games] == [(slug, 1)] * 2
    assert {each.deal_set_id for each in games} == {round_.deal_set_id} != {None}
    created = api(evening.director).get(f"{ROOT}/games/{games[0].pk}/events").json()["results"][0]
    assert created["ruleset"] == {"slug": slug, "version": 1}


def test_a_bundle_of_such_a_night_goes_out_and_comes_in_with_its_own_document(cast: Cast):
    evening, slug = evening_by_house_rules(rounds=1, publish=True)
    score(evening, table_of(evening.tournament.rounds.get()), 4000, 0)
    bundle = exported(evening.path, evening.director)
    assert bundle["tournament"]["ruleset"]["slug"] == slug
    assert bundle["tournament"]["ruleset"]["document"]["game"]["target"] == 20000
    elsewhere = bundle["tournament"]["ruleset"]
    HouseRuleset.objects.all().delete()
    answer = imported(bundle, cast.club, cast.players["director"])
    assert answer.status_code == 201, answer.content
    copy = Tournament.objects.get(pk=answer.json()["id"])
    assert (copy.ruleset_slug, copy.ruleset_sha256) == (slug, elsewhere["sha256"])
    again = exported(f"{TOURNAMENTS}/{copy.pk}", cast.players["director"])
    assert again["tournament"]["ruleset"] == elsewhere


def test_a_bundle_without_the_document_takes_the_version_that_is_here(cast: Cast):
    evening, slug = evening_by_house_rules(rounds=1, publish=True)
    score(evening, table_of(evening.tournament.rounds.get()), 4000, 0)
    bundle = exported(evening.path, evening.director)
    changed(api(evening.admin), slug, overrides=target(30000))
    del bundle["tournament"]["ruleset"]["document"]
    answer = imported(bundle, cast.club, cast.players["director"])
    assert answer.status_code == 201, answer.content
    assert Tournament.objects.get(imported_from=str(evening.tournament.pk)).ruleset_version == 1
    bundle["tournament"]["ruleset"]["slug"] = f"{cast.club.pk}/long-game"
    problem = refused(imported(bundle, cast.club, cast.players["director"]), 422, "bundle_unsound")
    assert [error["path"] for error in problem["errors"]] == ["tournament.ruleset.slug"]


# --- Ratings -------------------------------------------------------------------------------------


def test_no_night_by_them_counts_for_public_ratings():
    evening, _ = evening_by_house_rules(rounds=1, publish=True)
    score(evening, table_of(evening.tournament.rounds.get()), 4000, 0)
    ended(evening)
    operator = api(player(is_staff=True))
    rated = f"{evening.path}/rated"
    refused(operator.put(rated, {"rated": True}), 409, "house_rules_not_rated")
    assert operator.put(rated, {"rated": False}).status_code == 200
    assert work_through() == 0
    assert not RatingList.objects.exists()
    refused(
        api().get(f"{ROOT}/ratings?ruleset={evening.tournament.ruleset_slug}"),
        400,
        "invalid_fields",
    )


def test_nights_by_them_count_for_no_list_of_a_ruleset_that_ships():
    evening = won()
    slug = stored(api(evening.admin), club=str(evening.club.pk))["slug"]
    before = rating_changes(evening.tournament)
    house = won(at=evening, ruleset=slug)
    assert rating_changes(evening.tournament) == before
    assert {change.before for change in rating_changes(house.tournament).values()} == {None}
