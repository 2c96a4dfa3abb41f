"""News of tournaments, from the director's acts to the address, for those who may see them."""

import json
from typing import Any
from uuid import UUID

import pytest

from games.models import Webhook
from games.services.webhooks import webhook_add
from samba_service.accounts.models import Player
from samba_service.kit.errors import BadFields
from tests.factories import player
from tests.tournaments.evenings import Evening
from tests.webhooks.receiving import Receiver, send
from tournaments.models import Club, Member, Tournament
from tournaments.services.joining import club_join
from tournaments.services.members import member_leave

pytestmark = pytest.mark.django_db(transaction=True)

EVENTS = ["round_published", "round_closed", "result", "finished"]


@pytest.fixture
def evening() -> Evening:
    return Evening(4)


def watch(receiver: Receiver, who: Player, about: str, subject: UUID) -> Webhook:
    """A webhook whose address has answered."""
    webhook, _ = webhook_add(
        player=who,
        url=f"https://{who.display_name.lower()}.example/",
        about=about,
        subject=subject,
        events=[f"tournament.{each}" for each in EVENTS],
    )
    send()
    receiver.got.clear()
    receiver.bodies.clear()
    return webhook


def test_a_round_is_announced_by_its_publication_its_results_and_its_end(receiver, evening) -> None:
    night = evening.night.tournament
    watch(receiver, player("Zoe"), "tournament", night.pk)
    draft = evening.draft()
    send()
    assert receiver.types == []

    published = evening.publish(draft)
    send()
    assert receiver.types == ["tournament.round_published"]
    evening.close(published)
    send()
    assert set(receiver.types[1:]) == {"tournament.result", "tournament.round_closed"}

    for content, _ in receiver.got:
        assert content.keys() == {"type", "id", "version"}
        assert content["id"] == str(night.pk)
    assert max(content["version"] for content, _ in receiver.got) == _version(night)


def _version(night: Tournament) -> int:
    return Tournament.objects.get(pk=night.pk).version


def test_what_is_read_after_a_message_has_what_it_announced(receiver, evening) -> None:
    night = evening.night.tournament
    watch(receiver, player("Zoe"), "tournament", night.pk)
    evening.publish(evening.draft())
    send()
    [(content, _)] = receiver.got
    seen = evening.director.get(f"/api/v1/tournaments/{content['id']}").json()
    assert seen["version"] >= content["version"]


def test_a_webhook_about_a_club_gets_the_news_of_all_its_tournaments(receiver, evening) -> None:
    night = evening.night.tournament
    other = Evening(4)
    watch(receiver, evening.night.director, "club", night.club_id)
    evening.publish(evening.draft())
    other.publish(other.draft())
    send()
    assert [(each["type"], each["id"]) for each, _ in receiver.got] == [
        ("tournament.round_published", str(night.pk))
    ]


def test_a_member_who_has_left_the_club_is_sent_nothing_more(receiver, evening) -> None:
    night = evening.night.tournament
    Tournament.objects.update(visibility="club")
    ana = player("Ana")
    member = club_join(code=evening.night.club.join_code, player=ana).member
    of_club = watch(receiver, ana, "club", night.club_id)
    of_night = watch(receiver, ana, "tournament", night.pk)
    published = evening.publish(evening.draft())
    send()
    assert receiver.types == ["tournament.round_published"] * 2

    member_leave(member=member, by=ana)
    evening.close(published)
    send()
    assert len(receiver.got) == 2
    for webhook in (of_club, of_night):
        states = webhook.deliveries.exclude(type="webhook.challenge")
        assert set(states.values_list("state", flat=True)) == {"delivered", "withheld"}


def test_a_stranger_may_have_none_of_a_private_club(evening) -> None:
    night = evening.night.tournament
    Tournament.objects.update(visibility="club")
    for about, subject in (("tournament", night.pk), ("club", night.club_id)):
        with pytest.raises(BadFields):
            watch(Receiver(), player("Zoe"), about, subject)


def test_no_name_no_reason_and_no_secret_is_in_a_message_or_a_log_line(
    receiver, evening, caplog
) -> None:
    night = evening.night
    caplog.set_level("DEBUG")
    Club.objects.update(name="CANARY club")
    Tournament.objects.update(name="CANARY night")
    Member.objects.update(own_name="CANARY member")
    webhook = watch(receiver, night.director, "club", night.tournament.club_id)
    receiver.away = "no_answer"
    published = evening.publish(evening.draft())
    send()
    receiver.away = ""
    path = f"/tables/{published['tables'][0]['id']}/corrections"
    award = {"reason": "CANARY reason", "end": "awarded", "award": [1200, 800], "winner": 0}
    evening.post(path, award, status=201)
    send()
    stored: Any = list(webhook.deliveries.values())
    text = " ".join(map(str, [*receiver.got, *receiver.bodies, stored])) + caplog.text
    assert "CANARY" not in text
    assert json.loads(receiver.bodies[0]).keys() == {"type", "id", "version"}
    assert webhook.url not in caplog.text
