"""A webhook that a program has added ends with the program's access, and others do not."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.models import DueWork, Notice, Webhook, WebhookDelivery
from games.services.webhook_deliveries import webhooks_end_with_access
from samba_service.accounts.models import ApiToken, OAuthGrant, RefreshToken
from samba_service.accounts.services.access import token_revoke
from samba_service.accounts.services.oauth import client_delete, grant_revoke, grants_expire
from tests.factories import player, secret, with_secret
from tests.people.programs import granted, program_of
from tests.webhooks.receiving import ROOT, delivery, move, send

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def of_program(watched) -> Any:
    """The game and the people, and the webhook, now as a program of the owner's has added it."""
    game, people, webhook = watched
    grant = granted(webhook.player, program_of(player("Pia")))
    webhook.token = grant.access_token
    webhook.save()
    return game, people, webhook, grant


def sent_after_a_move(receiver, game, people, webhook: Webhook) -> tuple[list[str], str]:
    """What an address is sent when somebody moves, and the state of its webhook then."""
    move(game, people)
    send()
    webhook.refresh_from_db()
    return receiver.types, webhook.state


def test_it_is_off_once_the_owner_ends_the_access_of_the_program(receiver, of_program) -> None:
    game, people, webhook, grant = of_program
    grant_revoke(player_id=webhook.player_id, grant_id=grant.pk)

    assert sent_after_a_move(receiver, game, people, webhook) == ([], "disabled")
    assert delivery(webhook).state == "given_up"
    assert Notice.objects.filter(player_id=webhook.player_id, type="webhook_off").count() == 1
    assert not DueWork.objects.filter(kind="webhook").exists()


def test_it_goes_on_while_the_program_may_renew_its_token(receiver, of_program) -> None:
    game, people, webhook, _ = of_program
    past = timezone.now() - timedelta(days=1)
    ApiToken.objects.update(created_at=past - timedelta(days=1), expires_at=past)

    assert sent_after_a_move(receiver, game, people, webhook) == (["game.moved"], "active")


@pytest.mark.parametrize("end", ["revoked", "lapsed"])
def test_it_stays_with_its_owner_when_the_access_is_deleted(receiver, of_program, end) -> None:
    """Also where nothing was to be sent since."""
    _, _, webhook, grant = of_program
    if end == "revoked":
        grant_revoke(player_id=webhook.player_id, grant_id=grant.pk)
        OAuthGrant.objects.update(revoked_at=timezone.now() - timedelta(hours=2))
    else:
        past = timezone.now() - timedelta(hours=2)
        ApiToken.objects.update(created_at=past - timedelta(days=1), expires_at=past)
        RefreshToken.objects.update(expires_at=past)

    assert webhooks_end_with_access() == 1
    assert webhooks_end_with_access() == 0
    assert grants_expire() > 0

    assert not OAuthGrant.objects.exists()
    webhook.refresh_from_db()
    assert webhook.state == "disabled"
    assert Notice.objects.filter(player_id=webhook.player_id, type="webhook_off").count() == 1


def test_a_grant_that_has_just_ended_is_not_deleted_yet(of_program) -> None:
    _, _, webhook, grant = of_program
    grant_revoke(player_id=webhook.player_id, grant_id=grant.pk)

    assert grants_expire() == 0


def test_it_is_gone_with_the_program(receiver, of_program) -> None:
    game, people, _, grant = of_program
    move(game, people)
    client_delete(client_id=grant.client_id)
    send()

    assert receiver.got == []
    assert (Webhook.objects.count(), WebhookDelivery.objects.count()) == (0, 0)
    assert not DueWork.objects.filter(kind="webhook").exists()


@pytest.mark.parametrize("end", ["revoked", "expired"])
def test_it_is_off_once_the_token_that_has_added_it_is_over(receiver, watched, end: str) -> None:
    game, people, first = watched
    first.delete()
    owner = player("Yves")
    asked = {"url": "https://a.example/", "about": "game", "subject": str(game.id)}
    added = with_secret(secret(owner)).post(ROOT, asked | {"events": ["game.moved"]})
    webhook = Webhook.objects.get(pk=added.json()["id"])
    assert webhook.token_id is not None
    send()
    receiver.got.clear()
    if end == "revoked":
        token_revoke(player=owner, token_id=webhook.token_id)
    else:
        past = timezone.now() - timedelta(days=1)
        ApiToken.objects.update(created_at=past - timedelta(days=1), expires_at=past)

    assert sent_after_a_move(receiver, game, people, webhook) == ([], "disabled")


def test_a_program_that_gives_the_webhook_of_its_owner_an_address_does_not_keep_it(
    receiver, watched
) -> None:
    game, people, webhook = watched
    program = secret(webhook.player)
    changed = with_secret(program).patch(f"{ROOT}/{webhook.pk}", {"url": "https://b.example/"})
    assert changed.status_code == 200
    webhook.refresh_from_db()
    token_revoke(player=webhook.player, token_id=webhook.token_id)

    assert sent_after_a_move(receiver, game, people, webhook) == ([], "disabled")


def test_its_owner_keeps_it_by_switching_it_on_again(receiver, of_program, client) -> None:
    game, people, webhook, grant = of_program
    grant_revoke(player_id=webhook.player_id, grant_id=grant.pk)
    sent_after_a_move(receiver, game, people, webhook)
    client.force_login(webhook.player.person)
    on = client.patch(f"{ROOT}/{webhook.pk}", {"enabled": True}, content_type="application/json")
    assert on.status_code == 200
    send()

    types, state = sent_after_a_move(receiver, game, people, webhook)
    assert (types, state) == (["webhook.challenge", "game.moved"], "active")
