"""Rows and constraints, no rules."""

from games.models.archives import ArchivedRange
from games.models.blocks import Block
from games.models.cases import CaseEntry
from games.models.deals import Board, DealSecret, DealSet
from games.models.derived import HandResult, Snapshot
from games.models.games import Game
from games.models.invitations import Invitation
from games.models.live import LiveEvent
from games.models.moves import Move
from games.models.notices import Notice, NoticeCount
from games.models.outages import Heartbeat, Outage
from games.models.partnerships import Partnership, PartnershipMember
from games.models.presence import Presence
from games.models.refusals import RefusedAction, RefusedCount
from games.models.rulesets import HouseRuleset, HouseRulesetVersion
from games.models.seats import Seat
from games.models.webhooks import Webhook, WebhookDelivery
from games.models.work import BotShare, DueWork, GameNow

__all__ = [
    "ArchivedRange",
    "Block",
    "Board",
    "BotShare",
    "CaseEntry",
    "DealSecret",
    "DealSet",
    "DueWork",
    "Game",
    "GameNow",
    "HandResult",
    "Heartbeat",
    "HouseRuleset",
    "HouseRulesetVersion",
    "Invitation",
    "LiveEvent",
    "Move",
    "Notice",
    "NoticeCount",
    "Outage",
    "Partnership",
    "PartnershipMember",
    "Presence",
    "RefusedAction",
    "RefusedCount",
    "Seat",
    "Snapshot",
    "Webhook",
    "WebhookDelivery",
]
