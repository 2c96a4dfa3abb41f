"""Who is listed in ratings, and what counts for them: a player's word, and a club's."""

import pytest

from samba_service.accounts.models import Player
from samba_service.accounts.services.people import player_anonymise
from tests.factories import api, player
from tests.tournaments.clubs import Cast, cast_of_a_club, club_of
from tests.tournaments.nights import Night, player_at, table_of
from tests.tournaments.rated import counted, of_club, public
from tests.tournaments.test_ratings_api import handicapped, won
from tournaments.models import Member, Round, Tournament
from tournaments.models.audit import AuditEntry
from tournaments.selectors.ratings import rating_changes
from tournaments.services.bundle_import import tournament_import
from tournaments.services.joining import club_join
from tournaments.services.publication import handicaps_for

pytestmark = pytest.mark.django_db

ME = "/api/v1/players/me"


def asks(who: Player, *, listed: bool) -> None:
    answer = api(who).patch(ME, {"rating_public": listed})
    assert (answer.status_code, answer.json()["rating_public"]) == (200, listed)


def alone() -> tuple[Night, list[Player]]:
    """A night that counts, of four individuals; the first two won."""
    evening = counted(3000, 4, format="rotating", accounts=1)
    table = table_of(Round.objects.get(tournament=evening.tournament))
    seats = sorted(table.seats.all(), key=lambda seat: seat.seat)
    people = [seat.member.player for side in range(2) for seat in seats[side::2]]
    return evening, [each for each in people if each is not None]


def test_nobody_is_in_the_public_list_who_did_not_ask_for_it():
    evening, (winner, *_) = alone()
    assert public("player") == []
    assert api(winner).get(ME).json()["rating_public"] is False
    asks(winner, listed=True)
    assert [(row["player"], row["rank"]) for row in public("player")] == [(str(winner.pk), 1)]
    asks(winner, listed=False)
    assert public("player") == []
    assert len(of_club(evening.club, evening.director).json()["results"]) == 0
    listed = of_club(evening.club, evening.director, kind="player").json()["results"]
    assert [row["rank"] for row in listed] == [1, 1, 3, 3], "the club sees all of its own"


def test_ranks_are_among_those_listed_and_level_ones_share_them():
    _, (one, partner, third, fourth) = alone()
    for each in (partner, third, fourth):
        asks(each, listed=True)
    assert [row["rank"] for row in public("player")] == [1, 2, 2]
    assert str(one.pk) not in str(public("player"))


def test_a_pair_is_listed_once_both_have_asked():
    evening = counted()
    table = table_of(evening.tournament.rounds.get())
    ana, ben = (seat.member.player for seat in table.seats.all() if seat.seat % 2 == 0)
    assert ana is not None
    assert ben is not None
    asks(ana, listed=True)
    assert public() == []
    asks(ben, listed=True)
    [pair] = public()
    assert {each["id"] for each in pair["players"]} == {str(ana.pk), str(ben.pk)}


def test_who_has_no_account_or_erased_it_is_not_listed():
    evening = counted(accounts=1)
    for each in evening.players.values():
        asks(each, listed=True)
    assert public() == [], "each pair has a member without an account"
    _, (winner, *_) = alone()
    asks(winner, listed=True)
    assert len(public("player")) == 1
    player_anonymise(player_id=winner.pk)
    assert public("player") == []


def test_a_clubs_ratings_are_for_its_members():
    evening = won()
    stranger, guest = player("Stranger"), player("Guest")
    club_join(code=evening.club.join_code, player=guest)
    Member.objects.filter(club=evening.club, player=guest).update(guest=True)
    member = player_at(table_of(evening.tournament.rounds.get()), 0)
    assert of_club(evening.club, None).status_code == 401
    assert of_club(evening.club, stranger).status_code == 404
    refused = of_club(evening.club, guest)
    assert (refused.status_code, refused.json()["code"]) == (403, "members_only")
    assert of_club(evening.club, member, "tournaments:read").status_code == 403
    for scope in ("club:read", "club:admin"):
        assert len(of_club(evening.club, member, scope).json()["results"]) == 2


def test_a_club_rates_by_its_own_nights():
    evening = won()
    other = won()
    before = of_club(evening.club, evening.director).json()["results"]
    assert {each["tables"] for each in before} == {1}
    theirs = of_club(other.club, other.director).json()["results"]
    assert not {each["name"] for each in before} & {each["name"] for each in theirs}


def test_handicaps_follow_the_clubs_own_ratings():
    evening, round_ = handicapped()
    assert handicaps_for(round_)
    elsewhere = club_of(player("Host"), name="Storks")
    Tournament.objects.exclude(pk=evening.tournament.pk).update(club=elsewhere)
    assert handicaps_for(round_) == {}, "what another club's nights came to is not counted"


def copied(cast: Cast) -> Tournament:
    """A night of another club, imported into this one by its director."""
    evening = won()
    bundle = api(evening.director).get(f"{evening.path}/export").json()
    bundle["tournament"]["id"] = "0b8f6f3e-6a55-4b8e-9d0c-3f1f5a7c2d11"
    return tournament_import(club=cast.club, by=cast.players["director"], bundle=bundle)


def test_imports_count_only_where_the_clubs_admin_says_so():
    cast = cast_of_a_club()
    copy = copied(cast)
    admin = cast.players["admin"]
    assert cast.admin.get(cast.path).json()["imports_rated"] is False
    assert of_club(cast.club, admin).json()["results"] == []
    refused = cast.director.patch(cast.path, {"imports_rated": True})
    assert (refused.status_code, refused.json()["code"]) == (403, "not_admin")
    assert cast.admin.patch(cast.path, {"imports_rated": True}).json()["imports_rated"] is True
    assert len(of_club(cast.club, admin).json()["results"]) == 2
    [entry] = AuditEntry.objects.filter(club=cast.club, act="imports_rated_changed")
    assert entry.facts == {"imports_rated": True}
    assert rating_changes(copy)
    cast.admin.patch(cast.path, {"imports_rated": False})
    assert of_club(cast.club, admin).json()["results"] == []
