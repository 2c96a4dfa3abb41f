"""Accounts, a club and its members, a season, a night with sheets, and what follows from them."""

from typing import Any
from uuid import UUID

from django.db import transaction
from rest_framework.test import APIClient

from samba_service.accounts.choices import Scope
from samba_service.accounts.models import Person, Player
from tests.contract.stories.examples import Examples
from tests.contract.stories.nights import draw
from tests.factories import PASSWORD, api, bot, player, with_code, with_secret, with_wall_link
from tests.people.programs import BACK, granted, program_of
from tests.tournaments.clubs import club_of
from tests.tournaments.paper import COUNTED
from tests.tournaments.rated import club_lists_work_through, work_through
from tournaments.choices import Names
from tournaments.models import Club, Result, Table
from tournaments.services.sheet_codes import codes_for
from tournaments.services.tournaments import tournament_rate

ROOT = "/api/v1"


def clubs(examples: Examples) -> None:
    _people(examples, _account(examples))
    _guest(examples)
    _club(examples)
    _night(examples)
    examples.of("problems_list", api().get(f"{ROOT}/problems"))
    problems = examples.found["problems_list:200"]["results"]
    problems[:] = [each for each in problems if each["code"] == "not_your_turn"]


def _account(examples: Examples) -> APIClient:
    """Ana signs up, takes a token, changes the password."""
    asked = {"username": "ana", "password": PASSWORD, "display_name": "Ana"}
    examples.of("auth_register", api().post(f"{ROOT}/auth/register", asked), asked)
    wanted = {
        "username": "ana",
        "password": PASSWORD,
        "name": "my phone",
        "scopes": ["profile", "games:read", "games:play"],
    }
    issued = examples.of("auth_tokens_create", api().post(f"{ROOT}/auth/tokens", wanted), wanted)
    ana = with_secret(issued["token"])
    examples.of("auth_tokens_current", ana.get(f"{ROOT}/auth/tokens/current"))
    examples.of("auth_tokens_list", ana.get(f"{ROOT}/auth/tokens"))
    _program(examples, ana)
    changed = {"current_password": PASSWORD, "new_password": "nine blue herons"}
    examples.of("auth_password_change", ana.post(f"{ROOT}/auth/password", changed), changed)
    return ana


def _program(examples: Examples, ana: APIClient) -> None:
    """Ana registers a program, and lets that of somebody else play for her."""
    at, asked = f"{ROOT}/oauth/clients", {"name": "Scorer", "redirect_uris": [BACK]}
    examples.of("oauth_clients_create", ana.post(at, asked), asked)
    examples.of("oauth_clients_list", ana.get(at))
    other = ana.post(at, asked).json()["id"]
    change = {"name": "Score pad"}
    examples.of("oauth_clients_update", ana.patch(f"{at}/{other}", change), change)
    examples.of("oauth_clients_read", ana.get(f"{at}/{other}"))
    assert ana.delete(f"{at}/{other}").status_code == 204
    person = Person.objects.get(username="ana")
    grant = granted(person.player, program_of(player("Zoe"), name="Clubhouse"))
    examples.of("oauth_grants_list", ana.get(f"{ROOT}/oauth/grants"))
    assert ana.delete(f"{ROOT}/oauth/grants/{grant.pk}").status_code == 204


def _guest(examples: Examples) -> None:
    """Kim comes as a guest, and gets an account later."""
    asked = {"name": "Kim"}
    answer = api().post(f"{ROOT}/auth/guests", asked)
    issued = examples.of("auth_guests_create", answer, asked)
    login = {"username": "kim", "password": PASSWORD}
    claimed = with_secret(issued["token"]).post(f"{ROOT}/auth/guests/claim", login)
    examples.of("auth_guests_claim", claimed, login)


def _people(examples: Examples, first: APIClient) -> None:
    """Ana's account and bot, a partnership with Ben, a block; somebody else leaves for good."""
    ben = player("Ben")
    second = api(ben)
    me = f"{ROOT}/players/me"
    examples.of("players_me_read", first.get(me))
    renamed = {"display_name": "Ana B."}
    examples.of("players_me_update", first.patch(me, renamed), renamed)
    engine = {"kind": "bot", "display_name": "Ana's engine"}
    examples.of("players_create", first.post(f"{ROOT}/players", engine), engine)
    examples.of("players_search", first.get(f"{ROOT}/players?search=Ben"))
    pair = {"players": [str(ben.pk)], "name": "Herons"}
    examples.of("partnerships_create", first.post(f"{ROOT}/partnerships", pair), pair)
    examples.of("partnerships_list", second.get(f"{ROOT}/partnerships"))
    blocked = f"{me}/blocks/{player('Gus').pk}"
    examples.of("players_me_blocks_add", first.put(blocked, {}))
    examples.of("players_me_blocks_list", first.get(f"{me}/blocks"))
    examples.of("players_me_export", first.get(f"{me}/export"))
    _staff(examples)
    gone = {"password": PASSWORD}
    owner = player("Hal")
    bot(owner)
    examples.of("players_me_erase", api(owner).post(f"{me}/erase", gone), gone)


def _staff(examples: Examples) -> None:
    """An account is suspended, let in again, and anonymised."""
    staff = api(player("Sue", is_staff=True), *Scope.values)
    path = f"{ROOT}/players/{player('Max').pk}"
    until = {"until": "2100-01-01T00:00:00Z", "reason": "Played for two at one table."}
    examples.of("players_suspend", staff.post(f"{path}/suspend", until), until)
    why = {"reason": "Apologised."}
    examples.of("players_suspend_lift", staff.post(f"{path}/suspend/lift", why), why)
    gone = {"name": "Max", "reason": "Asked for it in writing."}
    examples.of("players_anonymise", staff.post(f"{path}/anonymise", gone), gone)
    examples.of("players_staff_acts_list", staff.get(f"{path}/staff-acts"))


def _webhook(examples: Examples, admin: APIClient, club_id: str) -> None:
    """News of the club's tournaments go to an address, which is changed and has another secret."""
    asked = {
        "url": "https://herons.example/samba",
        "about": "club",
        "subject": club_id,
        "events": ["tournament.round_published", "tournament.result"],
    }
    made = examples.of("webhooks_create", admin.post(f"{ROOT}/webhooks", asked), asked)
    path = f"{ROOT}/webhooks/{made['id']}"
    sent = examples.of("webhooks_deliveries_list", admin.get(f"{path}/deliveries"))
    again = admin.post(f"{path}/deliveries/{sent['results'][0]['id']}/redeliver")
    examples.of("webhooks_redeliver", again)
    change = {"events": ["tournament.result"]}
    examples.of("webhooks_update", admin.patch(path, change), change)
    examples.of("webhooks_read", admin.get(path))
    examples.of("webhooks_secret_change", admin.post(f"{path}/secret", {}))
    examples.of("webhooks_list", admin.get(f"{ROOT}/webhooks"))


def _club(examples: Examples) -> None:
    """Founded, joined; members added, changed, imported, merged, restored; a password reset."""
    founder, joining = player("Ana"), player("Cleo")
    admin = api(founder)
    named = {"name": "Herons"}
    club = examples.of("clubs_create", admin.post(f"{ROOT}/clubs", named), named)
    path = f"{ROOT}/clubs/{club['id']}"
    examples.of("clubs_list", admin.get(f"{ROOT}/clubs"))
    shown = {"names": "short"}
    examples.of("clubs_update", admin.patch(path, shown), shown)
    by_code = {"code": club["join_code"]}
    examples.of("clubs_join", api(joining).post(f"{ROOT}/clubs/join", by_code), by_code)
    own = {"names": "none"}
    examples.of("clubs_members_me_update", api(joining).patch(f"{path}/members/me", own), own)
    ben = {"name": "Ben"}
    member = examples.of("clubs_members_add", admin.post(f"{path}/members", ben), ben)
    guest = {"guest": True}
    at = f"{path}/members/{member['id']}"
    examples.of("clubs_members_update", admin.patch(at, guest), guest)
    listed = {"csv": "name,guest,phone\nBen Doe,no,123\nDora,no,\n"}
    _webhook(examples, admin, club["id"])
    imported = examples.of(
        "clubs_members_import", admin.post(f"{path}/members/import", listed), listed
    )
    examples.of("clubs_members_list", admin.get(f"{path}/members"))
    same = {"into": imported["members"][0]["id"]}
    examples.of("clubs_members_merge", admin.post(f"{at}/merge", same), same)
    examples.of("clubs_merges_list", admin.get(f"{path}/merges"))
    dora = f"{path}/members/{imported['members'][1]['id']}"
    assert admin.delete(dora).status_code == 204
    back = {"name": "Dora D."}
    examples.of("clubs_members_restore", admin.post(f"{dora}/restore", back), back)
    warning = {"member": member["id"], "kind": "warning", "reason": "Shouted at a newcomer."}
    examples.of("clubs_sanctions_create", admin.post(f"{path}/sanctions", warning), warning)
    examples.of("clubs_sanctions_list", admin.get(f"{path}/sanctions"))
    examples.of("clubs_audit", admin.get(f"{path}/audit"))
    _reset(examples, path, founder=admin)
    planned = {"format": "rotating", "ruleset": "classic", "entries": 11, "rounds": 2}
    preview = admin.post(f"{path}/night-preview", planned)
    examples.of("clubs_night_preview", preview, planned)


def _reset(examples: Examples, path: str, *, founder: Any) -> None:
    """A member forgot the password; an admin of the club that they named gives a code."""
    club = Club.objects.get(pk=path.rpartition("/")[2])
    emil = player("Emil")
    api(emil).post(f"{ROOT}/clubs/join", {"code": club.join_code, "recovery": True})
    api(emil).patch(f"{ROOT}/players/me", {"recovery_club": str(club.pk)})
    members = founder.get(f"{path}/members").json()["results"]
    [member] = [each for each in members if each["name"] == "Emil"]
    at = f"{path}/members/{member['id']}/reset-code"
    code = examples.of("clubs_members_reset_code", founder.post(at, {}))["code"]
    reset = {"code": code, "password": "nine blue herons"}
    examples.of("auth_reset", api().post(f"{ROOT}/auth/reset", reset), reset)


def _night(examples: Examples) -> None:
    """A sheet entered, disputed, decided; standings, season, ratings; the night out and in."""
    mara = player("Mara")
    people = {name: player(name) for name in ("Ana", "Ben", "Cleo", "Dan")}
    held = club_of(mara, *people.values())
    club, director = f"{ROOT}/clubs/{held.pk}", api(mara)
    night, entries = _entered(director, held)
    asked = director.post(f"{night}/rounds", {}).json()["id"]
    draw(asked)
    [drawn] = director.post(f"{ROOT}/rounds/{asked}/publish", {}).json()["tables"]
    one, other = (api(people[side["players"][0]["name"]]) for side in drawn["sides"])
    table = f"{ROOT}/tables/{drawn['id']}"
    _on_the_wall(examples, director, night)
    examples.of("tournaments_my_table", one.get(f"{night}/my-table"))
    sheet = {"hands": COUNTED, "end": "played"}
    entered = examples.of(
        "tables_score_sheets_create", one.post(f"{table}/score-sheets", sheet), sheet
    )
    _called(examples, one, director, table)
    _by_code(examples, director, table, entered["id"])
    objection = {"reason": "The samba of hand 1 was ours"}
    at = f"{ROOT}/score-sheets/{entered['id']}/dispute"
    examples.of("score_sheets_dispute", other.post(at, objection), objection)
    examples.of("tournaments_disputes_list", director.get(f"{night}/disputes"))
    decided = {"reason": "The samba was theirs", "end": "played", "hands": COUNTED}
    decided["seen"] = director.get(table).json()["result"]["id"]
    at = f"{table}/corrections"
    examples.of("tables_corrections_create", director.post(at, decided), decided)
    late = {
        "entry": entries[1], "score": -100, "reason": "Ten minutes late"
    }  # fmt: skip
    examples.of("tournaments_adjustments_create", director.post(f"{night}/adjustments", late), late)
    winter = {"name": "Winter 2026", "best": 6, "minimum": 4}
    season = examples.of("clubs_seasons_create", director.post(f"{club}/seasons", winter), winter)
    examples.of("clubs_seasons_list", director.get(f"{club}/seasons"))
    director.patch(night, {"season": season["id"]})
    examples.of("tournaments_standings", director.get(f"{night}/standings"))
    examples.of("tournaments_standings_csv", director.get(f"{night}/standings.csv"))
    director.post(f"{ROOT}/rounds/{asked}/close", {})
    director.post(f"{night}/finish", {})
    examples.of("seasons_standings", director.get(f"{ROOT}/seasons/{season['id']}/standings"))
    rated = f"{club}/ratings?ruleset=classic&kind=partnership"
    director.get(rated)
    club_lists_work_through()
    examples.of("clubs_ratings", director.get(rated))
    _rated(examples, night.rpartition("/")[2], people["Ana"], people["Ben"])
    bundle = examples.of("tournaments_export", director.get(f"{night}/export"))
    _imported(examples, bundle)


def _rated(examples: Examples, night: str, one: Player, partner: Player) -> None:
    """The site's operator lets the night count, and a pair looks at its rating."""
    tournament_rate(tournament_id=UUID(night), by=None, rated=True)
    work_through()
    at = f"{ROOT}/players/{one.pk}/ratings"
    examples.of("players_ratings", api(one).get(at))
    of_both = {"partners": str(partner.pk)}
    examples.of("players_rating_history", api(one).get(f"{at}/classic", of_both))


def _by_code(examples: Examples, director: Any, table: str, entered: str) -> None:
    """Somebody at the table looks at its sheet by the code of the other side, and counts."""
    row = Table.objects.select_related("round__tournament").get(pk=table.rpartition("/")[2])
    side = 0 if Result.objects.get(pk=entered).side else 1
    held = with_code(codes_for(row.round, [row])[row.pk][side])
    examples.of("tables_sheet_read", held.get(f"{table}/sheet"))
    counted = {"hands": COUNTED}
    examples.of("tables_sheet_count", held.post(f"{table}/sheet/count", counted), counted)
    phone = {"device": "3f9b8c1d0a2e4f57"}
    sheet = {"hands": COUNTED, "end": "played", **phone}
    for act, body in (
        ("enter", sheet),
        ("confirm", {"sheet": entered, **phone}),
        ("dispute", {"sheet": entered, "reason": "Look at hand 2", **phone}),
    ):
        at = f"{table}/sheet{'' if act == 'enter' else f'/{act}'}"
        with transaction.atomic():  # each instead of the others
            examples.of(f"tables_sheet_{act}", held.post(at, body), body)
            transaction.set_rollback(True)
    examples.of("tables_revoke_codes", director.post(f"{table}/revoke-codes", {}))


def _on_the_wall(examples: Examples, director: Any, night: str) -> None:
    """A director makes a link to the wall, a screen opens it, and it is revoked."""
    made = examples.of("tournaments_wall_links_create", director.post(f"{night}/wall-links"))
    examples.of("tournaments_wall", with_wall_link(made["token"]).get(f"{night}/wall"))
    examples.of("tournaments_wall_links_list", director.get(f"{night}/wall-links"))
    assert director.delete(f"{night}/wall-links/{made['id']}").status_code == 204


def _called(examples: Examples, player: Any, director: Any, table: str) -> None:
    """A player calls the director, who comes, was elsewhere, and is no longer needed."""
    why, note = {"reason": "A card was played twice."}, {"note": "It goes back."}
    path = f"{table}/call-director"
    examples.of("tables_call_director", player.post(path, why), why)
    examples.of("tables_call_director_answer", director.post(f"{path}/answer", note), note)
    assert director.delete(f"{path}/answer").status_code == 204
    assert player.delete(path).status_code == 204


def _entered(director: Any, club: Club) -> tuple[str, list[str]]:
    """A night of two pairs, started; its address and the ids of the entries."""
    terms = {
        "club": str(club.pk), "name": "Monday 12", "format": "swiss", "ruleset": "classic",
        "rounds": 1, "hands_per_round": 2, "venue": "table",
    }  # fmt: skip
    night = f"{ROOT}/tournaments/{director.post(f'{ROOT}/tournaments', terms).json()['id']}"
    members = director.get(f"{ROOT}/clubs/{club.pk}/members").json()["results"]
    ids = {each["name"]: each["id"] for each in members}
    entries = []
    for pair in (("Ana", "Ben"), ("Cleo", "Dan")):
        body = {"members": [ids[name] for name in pair]}
        entry = director.post(f"{night}/entries", body).json()["id"]
        director.patch(f"{ROOT}/entries/{entry}", {"checked_in": True})
        entries.append(entry)
    assert director.post(f"{night}/start", {}).status_code == 200
    return night, entries


def _imported(examples: Examples, bundle: Any) -> None:
    founder = player("Ida")
    club = club_of(founder)
    assert club.names == Names.FULL
    del bundle["tournament"]["ruleset"]["document"]
    body = {"club": str(club.pk), "bundle": bundle}
    examples.of("tournaments_import", api(founder).post(f"{ROOT}/tournaments/import", body), body)
