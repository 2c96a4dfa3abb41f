"""Webhooks: addresses of programs that are sent news, and what they were sent."""

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, TypedDict, cast
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiWebhook, extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from games.api.base import GamesApiView
from games.choices import DeliveryState, WebhookEvent, WebhookSubject
from games.selectors.webhooks import deliveries_of, webhooks_of
from games.services import webhooks as services
from samba_service.accounts.choices import Scope
from samba_service.kit import strict, throttles
from samba_service.kit.access import needs
from samba_service.kit.answer_schema import shown
from samba_service.kit.answers import answer_of
from samba_service.kit.http import paged, public_id
from samba_service.kit.outbound import URL_LENGTH
from samba_service.kit.problems import found_or_404
from samba_service.kit.schema import listing, operation

if TYPE_CHECKING:
    from games.models import Webhook, WebhookDelivery

TAGS = ("webhooks",)

ACCESS = needs(Scope.WEBHOOKS_MANAGE)

WEBHOOK_STATES = ("unverified", "active", "disabled")


def _events_field(*, required: bool = True) -> serializers.ListField:
    return serializers.ListField(
        child=strict.ChoiceField(WebhookEvent.values),
        min_length=1,
        max_length=len(WebhookEvent),
        required=required,
        help_text="What it is sent; those of games, or those of tournaments",
    )


class WebhookRequest(strict.Serializer):
    url = strict.CharField(max_length=URL_LENGTH, help_text="https, on port 443 or 8443")
    about = strict.ChoiceField(WebhookSubject.values, help_text="What it is about")
    subject = strict.UUIDField(help_text="The id of the game, tournament or club")
    events = _events_field()


class WebhookChange(strict.ChangeRequest):
    url = strict.CharField(
        max_length=URL_LENGTH, required=False, help_text="https, on port 443 or 8443"
    )
    events = _events_field(required=False)
    enabled = strict.BooleanField(
        required=False, help_text="false switches it off; true, on again, and asks a challenge"
    )


class WebhookAnswer(TypedDict):
    id: UUID
    url: str
    about: Annotated[str, WebhookSubject]
    subject: Annotated[UUID, "The id of the game, tournament or club"]
    events: list[Annotated[str, WebhookEvent]]
    state: Annotated[str, ("enum", WEBHOOK_STATES)]
    created_at: datetime
    verified_at: Annotated[datetime | None, "When the address answered its challenge"]
    failing_since: Annotated[datetime | None, "No attempt has succeeded since"]
    disabled_at: Annotated[datetime | None, "By you, or after a week of failures"]


class WebhookSecretAnswer(WebhookAnswer):
    secret: Annotated[str, "Signs what is sent, by Standard Webhooks; shown this once"]


class WebhookDeliveryAnswer(TypedDict):
    id: Annotated[UUID, "In the header `webhook-id` after `msg_`, without dashes"]
    type: Annotated[str, "Of the event, or `webhook.challenge`"]
    subject: Annotated[UUID, "The id of the game, the tournament or the challenged webhook"]
    version: int
    state: Annotated[str, DeliveryState]
    created_at: datetime
    attempts: int
    attempted_at: datetime | None
    status: Annotated[int | None, "The HTTP status of the last answer"]
    failure: Annotated[str, "Why the last attempt failed, in one word; empty: it did not"]


def webhook_view(webhook: "Webhook") -> WebhookAnswer:
    """A webhook as its owner sees it."""
    return answer_of(WebhookAnswer, webhook)


def delivery_view(delivery: "WebhookDelivery") -> WebhookDeliveryAnswer:
    """A delivery as the webhook's owner sees it."""
    return answer_of(WebhookDeliveryAnswer, delivery)


class WebhookMessageAnswer(TypedDict):
    type: Annotated[str, WebhookEvent]
    id: Annotated[UUID, "Of the game or the tournament"]
    version: Annotated[int, "That it has now, or had a moment ago; read it for more"]


class WebhookChallengeAnswer(TypedDict):
    challenge: Annotated[str, "As it was sent"]


MESSAGE = OpenApiWebhook(
    "news",
    extend_schema(
        operation_id="webhooks_news",
        summary="News of what a webhook is about",
        description="Sent at least once, signed by Standard Webhooks, with the headers "
        "`webhook-id`, the same for each attempt, `webhook-timestamp` and `webhook-signature`. Any "
        "status from 200 to 299 takes it; after another one, or none in 5 seconds, it is sent "
        "again. 410 switches the webhook off. `webhook.challenge` comes first, with `challenge` "
        "instead of `version`, which the answer repeats.",
        tags=list(TAGS),
        request=shown(WebhookMessageAnswer),
        responses={200: shown(WebhookChallengeAnswer)},
        auth=cast(Any, [{}]),
        # openapi-generator would write it over the calls of the same tag, as what does not compile.
        extensions={"x-internal": True},
    ),
)


class Webhooks(GamesApiView, at="webhooks"):
    @listing("webhooks_list", ACCESS, WebhookAnswer)
    def get(self) -> HttpResponse:
        """List your webhooks."""
        return paged(self.request, webhooks_of(self.caller.player_id), webhook_view)

    @operation(
        "webhooks_create",
        ACCESS,
        {201: WebhookSecretAnswer},
        request=WebhookRequest,
        refusals=(409,),
        location="webhooks/{id}",
        rate=throttles.WEBHOOKS,
        idempotent=False,
    )
    def post(self, body: Any) -> WebhookSecretAnswer:
        """Add a webhook.

        An address that is sent news of a game, a tournament or all tournaments of a club that you
        may see, as long as you may. First it is sent `webhook.challenge` and has to answer with
        `{"challenge": ...}`, the same value. `secret` is shown this once. 409 `too_many` at 10 for
        your account and its bots; 403 `guests_may_not`.
        """
        webhook, secret = services.webhook_add(
            player=self.player, token=self.caller.token_id, **body
        )
        return {**webhook_view(webhook), "secret": secret}


class _OneWebhook(GamesApiView):
    webhook: "Webhook"

    def find(self, request: Request, **kwargs: str) -> None:
        mine = webhooks_of(self.caller.player_id)
        self.webhook = found_or_404(mine.filter(pk=public_id(kwargs["webhook_id"])).first())


class WebhookDetail(_OneWebhook, at="webhooks/{webhook_id}"):
    @operation("webhooks_read", ACCESS, WebhookAnswer)
    def get(self) -> WebhookAnswer:
        """Look at a webhook of yours."""
        return webhook_view(self.webhook)

    @operation(
        "webhooks_update", ACCESS, WebhookAnswer, request=WebhookChange, rate=throttles.WEBHOOKS
    )
    def patch(self, body: Any) -> WebhookAnswer:
        """Change a webhook of yours.

        An address that is new, or switched on again, is asked a challenge; what waited is not sent.
        """
        changed = services.webhook_update(
            webhook_id=self.webhook.pk, changes=body, token=self.caller.token_id
        )
        return webhook_view(changed)

    @operation("webhooks_delete", ACCESS, None)
    def delete(self) -> None:
        """Delete a webhook of yours.

        With the list of what it was sent.
        """
        services.webhook_delete(webhook_id=self.webhook.pk)


class WebhookSecret(_OneWebhook, at="webhooks/{webhook_id}/secret"):
    @operation("webhooks_secret_change", ACCESS, WebhookSecretAnswer, idempotent=False)
    def post(self) -> WebhookSecretAnswer:
        """Get another secret.

        Shown this once. For a day messages have two signatures, by this secret and the one before.
        """
        webhook, secret = services.webhook_secret_change(webhook_id=self.webhook.pk)
        return {**webhook_view(webhook), "secret": secret}


class WebhookDeliveries(_OneWebhook, at="webhooks/{webhook_id}/deliveries"):
    @listing("webhooks_deliveries_list", ACCESS, WebhookDeliveryAnswer)
    def get(self) -> HttpResponse:
        """Read what a webhook was sent.

        The last 100 messages, and those that wait.
        """
        return paged(self.request, deliveries_of(self.webhook), delivery_view)


class WebhookRedelivery(_OneWebhook, at="webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver"):
    @operation(
        "webhooks_redeliver",
        ACCESS,
        WebhookDeliveryAnswer,
        rate=throttles.WEBHOOKS,
    )
    def post(self) -> WebhookDeliveryAnswer:
        """Send a message again.

        Under the same `webhook-id`. One that waits for its next attempt is tried now. 409
        `webhook_not_active`, `webhook_unverified`.
        """
        delivery_id = public_id(self.kwargs["delivery_id"])
        done = services.delivery_repeat(webhook_id=self.webhook.pk, delivery_id=delivery_id)
        return delivery_view(done)
