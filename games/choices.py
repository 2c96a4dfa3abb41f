"""The words of enumerated columns, and the shapes of names."""

from django.db import models


class GameStatus(models.TextChoices):
    """`lobby` until the first deal."""

    LOBBY = "lobby"
    ACTIVE = "active"
    FINISHED = "finished"
    ABANDONED = "abandoned"


class Visibility(models.TextChoices):
    """Who may see a game, and sit down at it."""

    PUBLIC = "public", "everybody, and it is listed"
    UNLISTED = "unlisted", "everybody who has its id or its code"
    PRIVATE = "private", "the seated, the invited and the staff"


class Spectators(models.TextChoices):
    """What people who do not play can see."""

    NONE = "none"
    DELAYED = "delayed", "the last finished hand and the live score"
    LIVE = "live", "the table, but no hands"


class Away(models.TextChoices):
    """What happens to the seat of a player who leaves a running game."""

    BOT = "bot", "a bot plays on"
    WAIT = "wait", "the seat stays empty"


class InvitationState(models.TextChoices):
    """`open` until it is answered; `games.selectors.invitations` leaves out expired ones."""

    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"


class PartnershipState(models.TextChoices):
    """`invited` until all have accepted; `ended` is for good."""

    INVITED = "invited"
    ACTIVE = "active"
    ENDED = "ended"


class PresenceState(models.TextChoices):
    """What is known of a player at a table."""

    ONLINE = "online", "heard of in the last minute"
    AWAY = "away", "not heard of for a minute"
    GONE = "gone", "not heard of for ten minutes"


class Via(models.TextChoices):
    """How an action was sent."""

    API = "api", "A program, or a person with one"
    PAGE = "page", "A person at a page of the service"
    BOT = "bot", "A bot of the service itself"


class CaseAct(models.TextChoices):
    """What somebody who settles complaints did with a game."""

    LOOKED = "looked", "looked at all hands, or at refused actions"
    NOTED = "noted", "wrote a note"
    NOTE_TAKEN_BACK = "note_taken_back", "took a note back"


class NoticeType(models.TextChoices):
    """What a player notices in their own log."""

    MY_TABLE = "my_table", "you sit at a game"
    MY_TURN = "my_turn", "the game waits for you"
    TURN_OVER = "turn_over", "it does not any more"
    TABLE_OVER = "table_over", "you have left the game, or it has ended"
    INVITED = "invited", "somebody invites you"
    INVITATION_OVER = "invitation_over", "it is answered or withdrawn"
    WEBHOOK_OFF = "webhook_off", "a webhook of yours has failed for a week and is off"


class WebhookEvent(models.TextChoices):
    """What a webhook is sent; the word before the dot is what it is about."""

    GAME_MOVED = "game.moved", "the game has another version"
    GAME_STARTED = "game.started", "its first hand is dealt"
    GAME_ENDED = "game.ended", "it is finished or abandoned"
    TOURNAMENT_CHANGED = "tournament.changed", "the tournament has another version"
    ROUND_PUBLISHED = "tournament.round_published", "a round is published"
    ROUND_CLOSED = "tournament.round_closed", "a round is over"
    RESULT = "tournament.result", "a result was confirmed, corrected or taken back"
    TOURNAMENT_FINISHED = "tournament.finished", "the tournament is over"


class WebhookSubject(models.TextChoices):
    """What a webhook is about."""

    GAME = "game", "a game"
    TOURNAMENT = "tournament", "a tournament"
    CLUB = "club", "all tournaments of a club"


class DeliveryState(models.TextChoices):
    """What has become of a delivery."""

    WAITING = "waiting", "it is sent, or will be"
    DELIVERED = "delivered", "the address has taken it"
    GIVEN_UP = "given_up", "the webhook was switched off"
    WITHHELD = "withheld", "you may not see any more what it is about"


HOUSE_SLUG_PATTERN = r"^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$"

SLUG_LENGTH = 80
"""Of the name of a ruleset: one that ships, or `{owner}/{slug}`, an id and up to 40 characters."""
