"""The refusals of services and selectors, other than those of the rules."""

from games.engine.match import Occupant
from samba_service.kit.errors import (
    Conflict,
    Forbidden,
    NotThere,
    TooMany,
    Unavailable,
    Unprocessable,
)


class GameNotFound(NotThere):
    """There is no such game, or the caller may not see it: the answer is the same."""


class HandNotFound(NotThere):
    code, title = "not_found", "this hand has not ended yet, or was never dealt"


class NoteNotThere(NotThere):
    code, title = "not_found", "there is no such note, or it was taken back"


NotSeated = Forbidden.of("not_seated", "you do not sit at this table")
PlaysThere = Conflict.of(
    "plays_there",
    "you have played at this table, or with its deals, and that is not over",
    advice="Who plays there sees nothing of it that the other players do not see. Ask again once "
    "the game is over, and with shared deals the last table.",
)
NotSettling = Forbidden.of(
    "not_settling", "only admins of the club whose night it is, and staff, settle complaints"
)
NoRematch = Conflict.of(
    "no_rematch",
    "a practice game has no rematch",
    advice="Its creator knows the packs. Create another one with `practice`.",
)
NotCreator = Forbidden.of("not_creator", "only the creator of the game may do this")
NotDirector = Forbidden.of("not_director", "only a director of the club may do this")
NoClock = Conflict.of("no_clock", "the game has no clock")
GameHeld = Conflict.of(
    "game_held", "a director has paused this table", advice="Only a director ends this pause."
)
NotPaused = Conflict.of("not_paused", "the clock is not paused")
# `seat`; `stand_in` is true if a bot plays the turn already.
TimeOver = Conflict.of(
    "time_over",
    "the time for this turn is over",
    advice="A bot plays this turn, or those at the table wait for you: see `clock` of the game. "
    "`facts.stand_in` is true once a bot plays it; the seat is still yours, and so is its next "
    "turn.",
)
ArchiveAway = Unavailable.of(
    "archive_away",
    "the log of this game is in an archive that is not there just now",
    advice="The result and the scores of the game are here; its moves are again once the operator "
    "has brought the archive back.",
)
LogArchived = Conflict.of(
    "log_archived",
    "the log of this game is in an archive, and nothing is added to it",
)
NotInLobby = Conflict.of("game_not_in_lobby", "the game has begun, or is closed")
GameNotActive = Conflict.of("game_not_active", "the game is over")
# `claimable_at` if the seat is waited for, but not yet for long enough.
NotAbsent = Conflict.of(
    "not_absent",
    "nobody has stayed away from this seat for long enough",
    advice="A bot is claimed for a seat that the table waits for, from `facts.claimable_at` on; "
    "the game once a bot has played to the end of a hand for a player who is not back.",
)
NoHandRunning = Conflict.of("no_hand_running", "no hand is being played")
# `seats` are the empty ones.
SeatEmpty = Conflict.of("seat_empty", "a seat is still empty")


class SeatIsTaken(Conflict):
    """`player` is the id of who sits there; without it nobody does, but the seat is not free."""

    code, title = "seat_taken", "somebody sits there"
    advice = "`facts.player` is the id of the player who sits there. Take another seat."

    @classmethod
    def at(cls, occupant: Occupant | None) -> "SeatIsTaken":
        """The refusal of a seat with this occupant."""
        return cls() if occupant is None else cls(player=occupant.player)


GameFull = Conflict.of("game_full", "every seat is taken")
# `seat` is the player's seat.
AlreadySeated = Conflict.of("already_seated", "this player sits at the table already")
# `game` is the id of the other game.
GuestSeatedElsewhere = Conflict.of(
    "guest_seated_elsewhere",
    "a guest sits at one table at a time",
    advice="`facts.game` is the id of the game at which you sit. Leave your seat there, or choose "
    "a username and a password by `POST /auth/guests/claim`.",
)
InvitationOver = Conflict.of(
    "invitation_over",
    "the invitation is no longer open",
    template="the invitation is {state}",
    advice="`facts.state` is `accepted`, `declined`, `withdrawn` or `lapsed`: an invitation "
    "lapses after 14 days, and when the lobby or the tournament takes nobody any more.",
)
NotBlockable = Unprocessable.of(
    "not_blockable", "yourself, your own bots and house bots cannot be blocked"
)
# Shown only to the player who made the block.
PlayerBlocked = Conflict.of(
    "player_blocked",
    "you have blocked this player, or one at this table",
    advice="Unblock them first, by `DELETE /players/me/blocks/{player}`.",
)
NotRulesetOwner = Forbidden.of(
    "not_ruleset_owner",
    "only the owner of the house rules may do this",
    advice="Only a club's admins may change its house rules. Store them under a name of your own.",
)
# `ruleset` is the name, with its owner.
RulesetTaken = Conflict.of(
    "ruleset_taken",
    "these house rules exist already",
    template="there is a ruleset {ruleset} already",
    advice="`PUT /rulesets/{owner}/{slug}` adds a version to it.",
)
RulesetsFull = TooMany.of(template="there are {limit} {what}, the limit")
RulingsFull = TooMany.of(template="this game has {limit} {what}, as many as it may have")
NoSuchSeat = Unprocessable.of("no_such_seat", "the table has no such seat")
# `allowed` are the sizes in the ruleset.
SeatsNotAllowed = Unprocessable.of(
    "seats_not_allowed",
    "the ruleset has no table of this size",
    template="the ruleset is played by {allowed} only",
)
# `allowed` are the existing levels.
UnknownBot = Unprocessable.of(
    "unknown_bot",
    "there is no bot of this level",
    template="there is no bot of this level; there are {allowed}",
)
PracticeInvalid = Unprocessable.of("practice_invalid", "the practice deals do not fit the ruleset")
# `sides` is the number of sides.
HandicapInvalid = Unprocessable.of("handicap_invalid", "a handicap has one score for each side")
NotRateable = Unprocessable.of(
    "not_rateable",
    "such a game cannot be rated",
    template="such a game cannot be rated: {because}",
    advice="`facts.because` is `practice`, `hints`, `away` or `house_rules`. A rated game may "
    "change only `target`, `hand_limit` and `ask_required` of its ruleset, and a bot plays on for "
    "a player who leaves.",
)
GameIsRated = Conflict.of(
    "game_is_rated", "this game counts for public ratings", advice="Join it with `rated: true`."
)
PeopleOnly = Conflict.of(
    "people_only",
    "no bot sits down at a rated game",
    advice="Only a house bot plays, instead of a player who left the running game.",
)
TooMuchEntropy = Conflict.of("too_much_entropy", "enough has been added to the next shuffle")
ProofNotYet = Conflict.of("proof_not_yet", "the shuffle's proof is shown when the hand is over")
DealsNotYet = Conflict.of(
    "deals_not_yet",
    "other tables still play these deals",
    advice="They are shown when the last table has ended.",
)


class DealSetNotFound(NotThere):
    """There is no such set of deals."""


DealSetBegun = Conflict.of("deal_set_begun", "a table has dealt from this set already")
DealSetUnfit = Unprocessable.of(
    "deal_set_unfit", "the set was promised for other rules or another table size"
)
DealsShared = Conflict.of(
    "deals_shared", "only the director adds entropy to deals that several tables share"
)
HasSeenCards = Conflict.of(
    "has_seen_cards",
    "this player has seen cards of another seat or table",
    advice="A player who has held one seat of a game, or has met its deals at another table, is "
    "never seated at another. A person and their bot accounts count as one.",
)
# `about` is the open question.
ConsentOpen = Conflict.of(
    "consent_open",
    "another question is open at the table",
    advice="One question at a time: see `consent` of the game.",
)
NothingAsked = Conflict.of("nothing_asked", "no such question is open")
TooManyQuestions = Conflict.of(
    "too_many_questions",
    "you have asked often enough in this hand",
    advice="`facts.limit` is how often a player may ask the table in one hand.",
)
NoProof = Conflict.of("no_proof", "this pack was given for practice, not shuffled")
PartnershipExists = Conflict.of(
    "partnership_exists",
    "these players have a partnership",
    advice="End it before you found another.",
)
NoticesGone = Conflict.of(
    "notices_gone",
    "these notices are not kept any more",
    advice="They are kept for a week. Read the log without `after`, then what waits now, by "
    "`/players/me/waiting`.",
)
WebhookNotActive = Conflict.of(
    "webhook_not_active",
    "the webhook is switched off",
    advice="Switch it on with `PATCH /webhooks/{webhook_id}` and `enabled`: its address is asked "
    "a challenge again.",
)
WebhookUnverified = Conflict.of(
    "webhook_unverified",
    "the address of the webhook has not answered its challenge",
    advice="It has to repeat the `challenge` that it was sent; then it is sent events.",
)
NotAMember = Forbidden.of("not_a_member", "you are not a member of this partnership")


class WrongState(Conflict):
    """`state` is the current state of the object of the call."""

    code, title = "wrong_state", "not allowed in the current state"
    template = "the partnership is {state}: not allowed in this state"
    advice = (
        "`facts.state` is the state, `facts.allowed` has those in which the call is allowed, if "
        "it is allowed in any. Rounds of a tournament are drawn once it has begun by `/start`; a "
        "round is changed while it is a draft, and played once it is published. `/reopen` opens "
        "what is finished, cancelled or closed; `/unpublish` makes a round a draft again."
    )


# `sides` is the number of sides.
NoSuchSide = Unprocessable.of("no_such_side", "the game has no such side")
NoOtherDeal = Conflict.of(
    "no_other_deal",
    "the tables of this round share their deals: a hand cannot be dealt again at one of them",
    advice="Correct the result of the table, or begin a new round.",
)
PhrasesOff = Conflict.of("phrases_off", "nothing is said at this table: its terms exclude it")


class LogDamaged(Exception):
    """The log contradicts itself: nothing more is played in such a game."""
