"""What was done, read as sentences: by members in the audit log, by others in a night's events."""

# ruff: noqa: RUF001  the dash and the minus sign of figures

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tournaments
from samba_service.accounts.models import Player
from tests.factories import api, erase, player
from tests.games_api.test_invitations import answered, wait_for
from tests.tournaments.clubs import guests_add
from tests.tournaments.evenings import API, Evening
from tests.tournaments.nights import Night, night, player_at, seen_now, table_of
from tests.tournaments.shared import shared_round
from tournaments.choices import Names
from tournaments.engine.act_changes import Act, Known
from tournaments.engine.act_texts import ACTS, act_text
from tournaments.models import Club
from tournaments.services.joining import club_join

pytestmark = pytest.mark.django_db

LOGS = {
    "tournament_change", "automatic_change", "result_change", "round_change", "club_log",
    "nights_locked", "_of_running", "director_note", "club_ruleset_note",
}  # fmt: skip
NEVER_LOGGED = {"house_bots_seated"}
"""Each bot is entered by a change of its own."""


def audit(held: Night, by: Player | None = None) -> list[str]:
    """Sentences of the club's log, the first first; of its one night without the night's name."""
    night_named = re.compile(rf"{held.tournament.name}: (?=round \d|entry|a table)")
    return [night_named.sub("", each, count=1) for each in club_log(held, by)]


def club_log(held: Night, by: Player | None = None) -> list[str]:
    """Sentences of the club's log, the first first."""
    page = api(by or held.admin).get(f"{API}/clubs/{held.club.pk}/audit?limit=200")
    assert page.status_code == 200, page.content
    return [each["text"] for each in reversed(page.json()["results"])]


def events(held: Night, by: Player | None = None) -> list[str]:
    page = api(by).get(f"{held.path}/events?limit=200")
    assert page.status_code == 200, page.content
    return [each["text"] for each in reversed(page.json()["results"])]


def totals(*points: int) -> list[Any]:
    return [{"sides": [{"side": side, "total": total} for side, total in enumerate(points)]}]


def correct(held: Night, table: Any, *points: int, reason: str = "misread") -> None:
    body = {"reason": reason, "end": "unfinished", "hands": totals(*points), **seen_now(table.pk)}
    answer = api(held.director).post(f"{API}/tables/{table.pk}/corrections", body)
    assert answer.status_code == 201, answer.content


@pytest.fixture
def mara() -> Night:
    """A night of four pairs by Mara, its first round published."""
    held = night(4, publish=True)
    Player.objects.filter(pk=held.director.pk).update(display_name="Mara")
    return held


def test_a_correction_reads_as_a_club_would_write_it(mara: Night):
    table = table_of(mara.tournament.rounds.get(), 2)
    correct(mara, table, 900, 400, reason="no sheet")
    correct(mara, table, 1000, 400)
    assert audit(mara)[-2:] == [
        "round 1, table 2: 900–400 recorded, by Mara: no sheet",
        "round 1, table 2: 900–400 became 1,000–400, by Mara: misread",
    ]


def test_the_log_of_a_club_says_which_of_its_nights(mara: Night):
    other = night(4, at=mara, name="Tuesday 3 May", publish=True)
    for held in (mara, other):
        correct(held, table_of(held.tournament.rounds.get(), 2), 900, 400)
    assert club_log(mara)[-1] == (
        "Tuesday 3 May: round 1, table 2: 900–400 recorded, by Mara: misread"
    )
    told = club_log(mara)
    assert "Monday: round 1, table 2: 900–400 recorded, by Mara: misread" in told
    assert "Tuesday 3 May: started, by Mara" in told, "named once"
    assert events(other)[-1] == "round 1, table 2: 900–400 recorded, by Mara"


def test_sheets_awards_and_adjustments_are_shown_in_figures(mara: Night):
    table, director = table_of(mara.tournament.rounds.get()), api(mara.director)
    at, one, other = f"{API}/tables/{table.pk}", player_at(table, 0), player_at(table, 1)
    sheet = {"hands": totals(1285, -45), "end": "unfinished"}
    made = api(one).post(f"{at}/score-sheets", sheet).json()
    api(other).post(f"{API}/score-sheets/{made['id']}/dispute", {"reason": "Ours"})
    award = {"reason": "Fair", "end": "awarded", "award": [1200, 800], "winner": 0}
    award |= seen_now(table.pk)
    assert director.post(f"{at}/corrections", award).status_code == 201
    director.post(f"{at}/corrections", {"reason": "Fire", "end": "void", **seen_now(table.pk)})
    penalty = {"entry": str(mara.entries[0].pk), "score": -50, "reason": "Late"}
    assert director.post(f"{mara.path}/adjustments", penalty).status_code == 201
    first = mara.entries[0]
    assert audit(mara)[-5:] == [
        f"round 1, table 1: 1,285–−45 entered, by {one.display_name}",
        f"round 1, table 1: 1,285–−45 disputed, by {other.display_name}: Ours",
        "round 1, table 1: 1,285–−45 became an award of 12.00–8.00, by Mara: Fair",
        "round 1, table 1: an award of 12.00–8.00 became void, by Mara: Fire",
        f"entry 1, {first.name}: adjusted by −0.50, by Mara: Late",
    ]


def test_a_night_reads_from_its_announcement_to_its_end():
    evening = Evening(4)
    held, director = evening.night, evening.director
    last = director.post(f"{API}/clubs/{held.club.pk}/seasons", {"name": "Winter", "best": 4})
    assert last.status_code == 201
    evening.tell(4, withdrawn=True)
    evening.tell(4, withdrawn=False, seed=2)
    draft = evening.draft()
    evening.patch(f"/rounds/{draft['id']}/tables/1", {"locked": True})
    new = evening.enter()
    round_ = evening.publish(draft, late="next_round")
    evening.post(f"/rounds/{draft['id']}/unpublish", {"reason": "Too early"})
    evening.publish(evening.redraw(draft))
    round_ = evening.round(draft)
    evening.close(round_)
    evening.post(f"/rounds/{draft['id']}/reopen", {"reason": "One more"})
    evening.post(f"/rounds/{draft['id']}/close")
    evening.post(f"/tournaments/{held.tournament.pk}/finish", {"rounds": "as_played"})
    api(held.admin).post(f"{held.path}/archive", {})
    found = [each.removesuffix(", by Director") for each in audit(held)]
    four, five = (f"entry {n}, {evening.names[n]}" for n in (4, new))
    start = found.index("Monday: announced")
    assert found[start - 2 : start] != []
    for sentence in (
        "Herons: founded, by Admin", "Director: now director, by Admin", "Monday: started",
        "the season Winter: opened", f"{four}: withdrawn", f"{four}: came back and seeded 2",
        "round 1: the draw was asked for", "round 1: drawn", "round 1, table 1: locked",
        f"{five}: entered", f"{five}: checked in",
        f"round 1: published; {evening.names[new]} plays from the next one on",
        "round 1: a draft again, by Director: Too early", "round 1: another draw was asked for",
        "round 1: published", "round 1: closed", "round 1: opened again, by Director: One more",
        "Monday: finished after 1 of 3 rounds", "Monday: archived, by Admin",
    ):  # fmt: skip
        assert sentence in found, "\n".join(found)
    assert len(set(found)) > 20


def test_seats_that_were_corrected_are_shown_by_name():
    evening = Evening(4)
    round_ = evening.publish(evening.draft())
    one, other = round_["tables"]
    swapped = [[[one["sides"][0], other["sides"][1]]], [[other["sides"][0], one["sides"][1]]]]
    tables = [
        {"number": n + 1, "sides": [[e["id"] for e in side["entries"]] for side in sides]}
        for n, [sides] in enumerate(swapped)
    ]
    body = {"tables": tables, "reason": "The wrong chairs"}
    evening.post(f"/rounds/{round_['id']}/corrections", body)

    def pair(table: Any, side: int) -> str:
        return str(table["sides"][side]["entries"][0]["name"])

    assert audit(evening.night)[-1] == (
        f"round 1, table 1: {pair(one, 0)} against {pair(one, 1)} became "
        f"{pair(one, 0)} against {pair(other, 1)}; "
        f"table 2: {pair(other, 0)} against {pair(other, 1)} became "
        f"{pair(other, 0)} against {pair(one, 1)}, by Director: The wrong chairs"
    )


def pairs(table: Any) -> list[str]:
    return [str(side["entries"][0]["name"]) for side in table["sides"]]


def ids(*sides: Any) -> list[list[str]]:
    return [[each["id"] for each in side["entries"]] for side in sides]


def last(evening: Evening) -> str:
    return audit(evening.night)[-1].removesuffix(", by Director")


def test_who_was_moved_at_a_published_round_is_shown_by_name():
    evening = Evening(4)
    round_ = evening.publish(evening.draft())
    one, other = round_["tables"]
    (ana, ben), (cleo, dan) = pairs(one), pairs(other)
    body = {"sides": ids(one["sides"][0], other["sides"][1]), "reason": "Neighbours"}
    evening.patch(f"/rounds/{round_['id']}/tables/1", body)
    assert audit(evening.night)[-1] == (
        f"round 1, table 1: {ana} against {ben} became {ana} against {dan}; "
        f"table 2: {cleo} against {dan} became {cleo} against {ben}, by Director: Neighbours"
    )


def test_who_was_moved_in_a_draft_is_shown_by_name_from_its_publication_on():
    evening = Evening(4)
    draft = evening.draft()
    one, other = draft["tables"]
    (ana, ben), (cleo, dan) = pairs(one), pairs(other)
    body = {"sides": ids(one["sides"][0], other["sides"][1])}
    evening.patch(f"/rounds/{draft['id']}/tables/1", body)
    player_at_table, row = api(evening.night.admin), audit(evening.night)[-1]
    assert row == "round 1, table 1: seated differently in the draft, by Director"
    assert row in events(evening.night)[-1] + ", by Director"
    log = f"{API}/clubs/{evening.night.club.pk}/audit?limit=1"
    told = player_at_table.get(log).json()["results"][0]["facts"]
    assert told == {"round": 1, "table": 1, "changed": ["sides"]}, "a draft is for directors"
    evening.publish(draft)
    sentence = audit(evening.night)[-2]
    assert sentence == (
        f"round 1, table 1: {ana} against {ben} became {ana} against {dan}; "
        f"table 2: {cleo} against {dan} became {cleo} against {ben}, by Director"
    )
    evening.post(f"/rounds/{draft['id']}/unpublish", {"reason": "Too early"})
    assert sentence not in audit(evening.night), "it is a draft again"


def test_what_else_was_changed_at_a_table_of_a_draft_is_shown():
    evening = Evening(4, venue="mixed")
    draft = evening.draft()
    path, (one, _) = f"/rounds/{draft['id']}/tables/1", draft["tables"]
    evening.patch(path, {"locked": True, "venue": "table"})
    assert last(evening) == ("round 1, table 1: to be played with cards in hand and locked")
    evening.patch(path, {"locked": False})
    assert last(evening) == "round 1, table 1: released"
    evening.patch(path, {"sides": ids(*one["sides"]), "locked": False})
    evening.patch("/rounds/" + draft["id"] + "/tables/2", {"venue": "table"})
    evening.publish(draft)
    kept = " against ".join(pairs(one))
    assert f"round 1, table 1: {kept} kept, by Director" in audit(evening.night)


def test_whose_byes_were_locked_is_shown_from_the_publication_on():
    evening = Evening(5)
    draft = evening.draft()
    [bye] = draft["byes"]
    for locked in (True, False):
        body = {"byes": [{"entry": bye["entry"]["id"], "locked": locked}]}
        evening.patch(f"/rounds/{draft['id']}", body)
    hidden = "round 1: byes locked or released, by Director"
    assert audit(evening.night)[-2:] == [hidden, hidden]
    evening.publish(draft)
    name = bye["entry"]["name"]
    assert audit(evening.night)[-3:-1] == [
        f"round 1: the bye of {name} locked, by Director",
        f"round 1: the bye of {name} released, by Director",
    ]


def test_changed_settings_are_shown_with_their_values():
    evening = Evening(4)

    def told(**changes: Any) -> str:
        evening.patch(f"/tournaments/{evening.night.tournament.pk}", changes)
        return last(evening)

    assert told(rounds=2) == "Monday: rounds from 3 to 2"
    assert told(rounds=2) == "Monday: settings sent again as they were"
    assert told(minimum_rounds=1, visibility="club", name="Monday") == (
        "Monday: minimum rounds from none to 1; visibility from link to club; name changed"
    )
    assert told(state="cancelled") == "Monday: called off"


def test_a_night_that_is_opened_or_put_back_is_shown_as_that():
    held = night(0, start=False)
    director = api(held.director)
    for words in ({"duplicate": True, "venue": "online"}, {"state": "draft"}, {"state": "open"}):
        answer = director.patch(held.path, words)
        assert answer.status_code == 200, answer.content
    assert [each.removesuffix(", by Director") for each in audit(held)[-3:]] == [
        "Monday: duplicate from off to on; venue from table to online",
        "Monday: a draft again",
        "Monday: open for entries",
    ]


def test_a_substitute_is_shown_with_the_rounds(mara: Night):
    [sub] = guests_add(mara.club, "Zoe")
    entry = mara.entries[0]
    out = entry.stints.get(position=0).member
    body = {"out": str(out.pk), "member": str(sub.pk), "from_round": 2, "to_round": 3}
    answer = api(mara.director).post(f"{API}/entries/{entry.pk}/substitutes", body)
    assert answer.status_code == 201, answer.content
    assert audit(mara)[-1] == (
        f"entry 1, {mara.entries[0].name}: Zoe for {out.name} from round 2 to round 3, by Mara"
    )


@pytest.mark.parametrize(
    ("facts", "text"),
    [
        ({"from_round": 1, "to_round": 1}, "in round 1"),
        ({"from_round": 1, "to_round": 1, "from_hand": 2}, "in round 1, from hand 2 on"),
        ({"from_round": 1, "from_hand": 2}, "from round 1, hand 2 on"),
        ({"from_round": 1, "from_hand": 2, "to_round": 3}, "from round 1, hand 2 to round 3"),
    ],
)
def test_a_substitute_is_shown_with_the_hands(facts: dict[str, int], text: str):
    act = Act("substitute_added", {"entry": "5", "number": 5} | facts, "Monday")
    assert act_text(act, Known()) == (f"entry 5: somebody was invited to sit for a member {text}")


def test_a_phrase_of_the_lots_is_set_and_not_changed():
    held = night(4)
    api(held.director).patch(held.path, {"phrase": "blue heron"})
    assert audit(held)[-1] == "Monday: phrase of the lots set, by Director"


def test_others_read_names_as_the_club_shows_them_and_no_reasons(mara: Night):
    Club.objects.update(names=Names.SHORT)
    Player.objects.filter(pk=mara.director.pk).update(display_name="Mara Miller")
    correct(mara, table_of(mara.tournament.rounds.get()), 900, 400)
    assert events(mara)[-1] == "round 1, table 1: 900–400 recorded, by Mara M."
    assert (
        events(mara, mara.admin)[-1]
        == "round 1, table 1: 900–400 recorded, by Mara Miller: misread"
    )
    Club.objects.update(names=Names.NONE)
    told = "\n".join(events(mara))
    assert "round 1, table 1: 900–400 recorded\n" in f"{told}\n"
    for name in ("Mara", "Player", "misread"):
        assert name not in told
    assert "entry 1: entered" in told


def test_a_token_without_a_scope_of_clubs_reads_no_reason(mara: Night):
    correct(mara, table_of(mara.tournament.rounds.get()), 900, 400)
    narrow = api(mara.admin, "tournaments:read").get(f"{mara.path}/events?limit=1").json()
    assert narrow["results"][0]["text"] == "round 1, table 1: 900–400 recorded, by Mara"


def test_who_was_erased_or_merged_is_called_what_they_are_called_now(mara: Night):
    [sub] = guests_add(mara.club, "Zo")
    entry = mara.entries[0]
    out = entry.stints.get(position=0).member
    body = {"out": str(out.pk), "member": str(sub.pk), "from_round": 2}
    api(mara.director).post(f"{API}/entries/{entry.pk}/substitutes", body)
    zoe = player("Zoe")
    into = club_join(code=mara.club.join_code, player=zoe).member
    merge = {"into": str(into.pk)}
    at = f"{API}/clubs/{mara.club.pk}/members/{sub.pk}/merge"
    merged = api(mara.director).post(at, merge)
    assert merged.status_code in (200, 201), merged.content
    if merged.json()["state"] != "done":
        api(zoe).post(f"{at}/accept", {})
    assert any(f"Zoe for {out.name} from round 2 on" in each for each in audit(mara))
    assert any(each.startswith("Zo became Zoe") for each in audit(mara))
    assert out.player is not None
    erase(api(out.player))
    told = "\n".join(audit(mara))
    former = Player.objects.get(pk=out.player.pk).display_name
    assert former.startswith("Former player")
    assert f"Zoe for {former} from round 2 on" in told
    assert out.name not in told


def test_who_has_not_agreed_is_not_named():
    held, zed = night(0, start=False, format="rotating"), player("Zed")
    body = {"members": [str(zed.pk)]}
    made = api(held.director).post(f"{held.path}/entries", body).json()
    assert made["invited"]
    assert events(held)[-1] == audit(held)[-1] == "entry 1: entered, by Director"
    [invitation] = wait_for(api(zed))
    answered(api(zed), "accept", invitation)
    assert audit(held)[-1] == "entry 1, Zed: an invitation was accepted, by Zed"


@pytest.mark.full
def test_no_figure_is_shown_while_another_table_plays_the_same_deals():
    shared = shared_round()
    shared.play(1)
    assert events(shared.night)[-1] == "round 1, table 1: the game ended"
    table, held = shared.tables[1], shared.night
    correct(held, table, 900, 400)
    for told in (events(held)[-1], audit(held)[-1], events(held, held.director)[-1]):
        assert told.startswith("round 1, table 1: the result changed")
    shared.play(2)
    assert "900–400" in events(held)[-2]


def test_a_row_of_another_time_is_shown_by_its_act():
    strange = Act("lights_went_out", {}, "Monday", "Mara", "storm")
    assert act_text(strange, Known()) == "Monday: lights went out, by Mara: storm"
    lacking = Act("round_published", {}, "Monday")
    assert act_text(lacking, Known()) == "Monday: round published"


def _logged() -> Iterator[str]:
    """Every act that a service names where it changes something."""
    root = Path(tournaments.__file__).parents[1]
    for file in (each for app in ("games", "tournaments") for each in (root / app).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in LOGS:
                names = (getattr(each, "value", None) for each in node.args)
                yield from (each for each in names if isinstance(each, str))


def test_every_act_has_a_sentence():
    found = {*_logged(), "member_left", "member_removed"}
    assert {"game_abandoned", "member_restored"} <= found
    assert len(found) > 40
    assert found - NEVER_LOGGED - set(ACTS) == set()


def test_the_log_of_the_club_is_called_by_its_name():
    held = night(0, start=False)
    director = api(held.admin)
    director.patch(f"{API}/clubs/{held.club.pk}", {"names": "short"})
    director.patch(f"{API}/clubs/{held.club.pk}/members/me", {"names": "none"})
    director.patch(f"{API}/clubs/{held.club.pk}/members/me", {"name": "Ada"})
    [gus] = guests_add(held.club, "Gus")
    place = f"{API}/clubs/{held.club.pk}/members/{gus.pk}"
    director.patch(place, {"name": "Guy", "guest": True})
    director.patch(place, {"names": "none"})
    director.delete(place)
    assert [each.removesuffix(", by Ada") for each in audit(held)[-7:]] == [
        "Herons: named by first name and initial to others",
        "Ada: named not at all to others",
        "Ada: renamed, named not at all to others",
        "Guy: added",
        "Guy: renamed and now a guest",
        "Guy: named not at all to others",
        "Guy: removed from the club",
    ]
