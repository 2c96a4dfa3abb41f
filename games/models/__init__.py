"""Rows and constraints, no rules."""

from games.models.blocks import Block
from games.models.deals import Board, DealSecret, DealSet
from games.models.derived import HandResult, Snapshot
from games.models.games import Away, Game, GameStatus, Spectators, Visibility
from games.models.invitations import Invitation, InvitationState
from games.models.moves import Move, Via
from games.models.partnerships import Partnership, PartnershipMember, PartnershipState
from games.models.rulesets import HouseRuleset, HouseRulesetVersion
from games.models.seats import Seat
from games.models.work import BotShare, DueWork

__all__ = [
    "Away",
    "Block",
    "Board",
    "BotShare",
    "DealSecret",
    "DealSet",
    "DueWork",
    "Game",
    "GameStatus",
    "HandResult",
    "HouseRuleset",
    "HouseRulesetVersion",
    "Invitation",
    "InvitationState",
    "Move",
    "Partnership",
    "PartnershipMember",
    "PartnershipState",
    "Seat",
    "Snapshot",
    "Spectators",
    "Via",
    "Visibility",
]
