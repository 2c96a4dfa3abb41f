"""The refusals of services and selectors of tournaments, rounds and tables. `code` is the API's.

The names in the braces of a template are the facts that a refusal is raised with.
"""

from collections.abc import Sequence
from typing import Any, ClassVar

from games.errors import WrongState
from samba_service.kit.errors import (
    Because,
    Conflict,
    Faulty,
    Forbidden,
    NotThere,
    TooMany,
    Unauthenticated,
    Unprocessable,
)
from tournaments.engine.language import ENGLISH

NOTHING_TO_UNDO = "there is nothing to undo"


class TournamentNotFound(NotThere):
    """There is no such tournament, or the caller may not see it: the answer is the same."""


class WrongTournamentState(WrongState):
    """`state` is the tournament's or the round's; in the states `allowed` the call is possible."""

    template = "the state is {state}: not allowed in this state"
    WAYS: ClassVar = {
        ("open", "running"): "`/start` begins it",
        ("draft", "running"): "`/start` begins it",
        ("finished", "running"): "`/reopen` opens it again",
        ("cancelled", "running"): "`/reopen` opens it again",
        ("draft", "published"): "`/publish` publishes it",
        ("running", "finished"): "`/finish` ends it",
        ("published", "draft"): "while it has no result, `/unpublish` makes it a draft again",
        ("published", "closed"): "`/close` closes it",
        ("closed", "published"): "`/reopen` opens it again",
    }
    """How to get from one state to another."""

    def __init__(self, *, state: str, allowed: Sequence[str] = (), way: str = "") -> None:
        """`way` is the next step, if it is not the usual one."""
        if not allowed:
            super().__init__(state=str(state))
            return
        super().__init__(state=str(state), allowed=[str(each) for each in allowed])
        ways = (self.WAYS.get((str(state), str(each))) for each in allowed)
        way = way or next(filter(None, ways), "")
        must = f"the state is {state}: it must be {' or '.join(allowed)}"
        self.detail = f"{must}; {way}" if way else must


class EntriesClosed(WrongTournamentState):
    """`round` is the number of the last round that latecomers could have played."""

    def __init__(self, *, state: str, round: int) -> None:
        super().__init__(state=state)
        self.facts["round"] = round
        self.detail = (
            f"round {round} is published, and nobody is entered any more; while it has no result, "
            "a director can make it a draft again by `/unpublish`"
        )


class TournamentArchived(Conflict):
    code, title = "archived", "the night is archived: nothing in it changes but its visibility"
    advice = (
        "`facts.name` is the night's name, `facts.tournament` its id. An admin takes it out of the "
        "archive by `POST /tournaments/{id}/unarchive` with a reason; a night that was archived "
        "with its season, by `POST /seasons/{id}/reopen`."
    )

    def __init__(self, *, tournament: str, name: str, with_season: bool) -> None:
        super().__init__(tournament=tournament, name=name)
        way = "opens its season again by `/reopen`"
        way = way if with_season else "takes it out by `/unarchive`"
        self.detail = (
            f"the night {name} is archived: nothing in it changes but its visibility; "
            f"an admin {way}, with a reason"
        )


RoundTime = Unprocessable.of("round_time", "a round by time takes 1 minute to 24 hours")
PhraseSet = Conflict.of(
    "phrase_set",
    "the phrase of the lots is set once",
    advice="Otherwise a director could try phrases until the draw pleases.",
)


TooManySheets = TooMany.of(
    template="you have written {limit} sheets at this table, as many as one may: confirm the "
    "other side's, or ask a director to decide"
)
CodeRevoked = Unauthenticated.of(
    "code_revoked",
    "this strip no longer enters anything",
    template="a director has revoked the code of this strip: ask for a new one",
    advice="A sheet that is printed again has a new code.",
)
WallLinkRevoked = Unauthenticated.of(
    "wall_link_revoked",
    "this link no longer opens the wall",
    template="a director has revoked this link to the wall: ask for a new one",
)
NightHasTooMany = TooMany.of(template="the night has {limit} {what}, the limit: revoke one first")
TableHasTooMany = TooMany.of(template="the table has {limit} {what}, the limit")
ResultChanged = Conflict.of(
    "result_changed",
    "somebody has entered another result for this table meanwhile",
    advice="Nothing was changed. Read the table again, and decide again.",
)
ScoreChanged = Conflict.of(
    "score_changed",
    "somebody has adjusted the score of this entry meanwhile",
    advice="Nothing was changed. Read the log of the tournament, and decide again.",
)
NoCodes = Conflict.of(
    "no_codes",
    "no code of this table is in force",
    advice="The codes of a table are made when a director prints its score sheet.",
)
SameDevice = Conflict.of(
    "same_device",
    "the device has written for the other side",
    template="this device has written for the other side of the table: another one confirms, or "
    "a director",
    advice="Of codes only: two people agree, and each has a device.",
)
CallOpen = Conflict.of(
    "call_open",
    "the director has been called to this table",
    advice="One call at a time: a director answers it, or its caller withdraws it.",
)
NoCallOpen = Conflict.of("no_call_open", "no call of the director is open at this table")
NotYourCall = Forbidden.of(
    "not_your_call", "only the player who called the director may withdraw the call"
)
NoDirector = Conflict.of(
    "no_director",
    "this game has no director: it belongs to no tournament",
    advice="The table decides by itself: see `/abandon`.",
)
TooManyCalls = TooMany.of(
    template="you have called the director {limit} times to this table, as often as you may"
)
RoundOpen = Conflict.of(
    "round_open",
    "a round is still open",
    template="round {round} is still open: close it first",
    advice="`facts.round` is its number. Before anything is played, `/unpublish` takes it back.",
)
NoRoundsLeft = Conflict.of(
    "no_rounds_left",
    "every planned round has been played",
    template="all {rounds} planned rounds have been played",
    advice="Raise `rounds` of the tournament, or finish it.",
)
RoundsLeft = Conflict.of(
    "rounds_left",
    "rounds are left to play",
    template="{played} of {rounds} rounds have been played: to end it all the same, send "
    '`{{"rounds": "as_played"}}`',
    advice="`facts.played` of `facts.rounds` planned rounds are closed. To end it all the same, "
    'send `{"rounds": "as_played"}`; or set `rounds` of the tournament to what is played.',
)


class NoMovement(Because):
    code, title = "no_movement", "the rounds to come are not planned"
    BECAUSE = {
        "format": "only a night of rotating partners is planned ahead",
        "undrawn": "the rounds are planned with the first draw: draw round 1 first",
        "by_hand": "the draft was changed by hand: publish it first, then the others are planned",
        "bots": "house bots come or go with the next draw: draw it first",
        "no_plan": "no plan was found for those who are here",
    }
    advice = (
        "`facts.because` is `format`, `undrawn`, `by_hand`, `bots` or `no_plan`. "
        "Only a rotating night is planned ahead, from its first draw on. A draft that was changed "
        "by hand, or house bots that are still to come, change the plan: publish the round first."
    )


class DraftStale(Conflict):
    code, title = "draft_stale", "who plays, or where, has changed since this was drawn"
    advice = (
        "`facts.came` and `facts.left` name who came or left, `facts.elsewhere` who has another "
        "place in the bracket now because a result was corrected. Draw the round again with "
        "`/redraw`; what is locked is kept. Or publish it without those who came, by "
        "`late: next_round`: they missed the round by coming late, and it counts as a sit-out when "
        "later rounds are drawn. In the last round, and in a knockout, they play no more."
    )

    def __init__(
        self, *, came: Sequence[str], left: Sequence[str], elsewhere: Sequence[str]
    ) -> None:
        super().__init__(came=list(came), left=list(left), elsewhere=list(elsewhere))
        moved = (("came", came), ("left", left), ("moved in the bracket", elsewhere))
        parts = [f"{', '.join(names)} {verb}" for verb, names in moved if names]
        gone = left or elsewhere
        late = " or publish it without who came by `late: next_round`" if not gone else ""
        self.detail = (
            f"since this was drawn, {' and '.join(parts)}: draw it again by `/redraw`{late}"
        )


DraftOutdated = Conflict.of(
    "draft_outdated",
    "who sat in an earlier round was corrected since this was drawn",
    advice="Draw the round again with `/redraw`; what is locked is kept.",
)
# `error` is the round's.
NoDraft = Conflict.of(
    "no_draft",
    "the round could not be drawn",
    template="the round could not be drawn: {detail}",
    advice="The round's `error` says what prevents it. Change that, for instance `forbidden` of "
    "the tournament, then draw again with `/redraw`.",
)
RoundPublished = Conflict.of(
    "round_published",
    "the round has been published already",
    advice="With a `reason`, the call records who really sat there.",
)


class AtTables(Conflict):
    """A refusal because of `tables`, numbers that the text has as "table 2", "tables 2 and 3"."""

    advice = "`facts.tables` lists them."

    def words(self) -> dict[str, Any]:
        numbers = [str(each) for each in self.facts["tables"]]
        at = f"{'table' if len(numbers) == 1 else 'tables'} {ENGLISH.listed(numbers)}"
        return {**super().words(), "tables": at}


ResultsEntered = AtTables.of(
    "results_entered",
    "tables have a result already",
    template="there is a result already at {tables}; `/take-back` of the table takes back what "
    "was entered by mistake",
    advice="What was entered by mistake is taken back by `POST /tables/{id}/take-back`; what an "
    "online game brought stays. Where others sat there than the round has it, `POST "
    "/rounds/{id}/corrections` records it.",
)
NoResult = Conflict.of("no_result", "the table has no result")
HandsPlayed = AtTables.of(
    "hands_played",
    "a hand has been played at an online table",
    template="a hand has been played at {tables}; `/corrections` gives a table its result",
    advice="`POST /tables/{id}/corrections` gives such a table its result. Once its game is ended "
    "by `POST /games/{id}/abandon`, entries change places there by `PATCH "
    "/rounds/{id}/tables/{n}`, or `POST /tables/{id}/game` begins a new one.",
)
DealsForAll = Conflict.of(
    "deals_for_all",
    "all tables play the same deals: none begins again by itself",
    template="all tables of the round play the same deals, so that none gets new ones by itself: "
    "while no hand was played and no result is entered, `/unpublish` of the round gives all "
    "tables new deals; after that, `/corrections` of the table gives it a result",
    advice="Unpublish the round, while no result is entered and no hand played: it is a draft "
    "again, which you may change, and all its tables get new deals. After that, decide the table "
    "by `POST /tables/{id}/corrections`: with the hands as they were played, or by an award.",
)
TablesAtPlay = AtTables.of(
    "tables_at_play",
    "tables are being played online",
    template="a game is being played online at {tables}",
    advice="`PATCH /rounds/{id}/tables/{n}` moves who plays there; or abandon the game: `POST "
    "/tables/{id}/game` then begins a new one.",
)
NotOnline = Conflict.of("not_online", "the table is played with cards in hand")
LaterRound = Conflict.of(
    "later_round_published",
    "a later round has been published",
    template="round {round} has been published since",
    advice="Unpublish it first, or correct the results of this one where it is.",
)
# `tables` are the numbers of those that cannot be played online, `names` who cannot.
AccountsMissing = AtTables.of(
    "accounts_missing",
    "a player without an account cannot play online",
    template="without an account, and so not able to play online at {tables}: {names}",
    advice="Play the table with cards in hand: set its `venue` to `table`, in a tournament that "
    'is `online` after `PATCH /tournaments/{id} {"venue": "mixed"}`. Or let the member claim '
    "their name.",
)
ResultsMissing = AtTables.of(
    "results_missing",
    "tables have no confirmed result",
    template="no confirmed result at {tables}",
)
WinnerMissing = AtTables.of(
    "winner_missing",
    "a knockout table has no winner",
    template="no winner at {tables}: play a further hand or award it",
)
DealsNotShared = Conflict.of(
    "deals_not_shared",
    "every table of this tournament plays deals of its own",
    advice="The same deals for all are asked for by `duplicate`, until the tournament starts.",
)
DealsAtPlay = AtTables.of(
    "deals_at_play",
    "a table still plays deals that others share",
    template="the deals that all tables share are still being played at {tables}",
    advice="Let it end, or open the deals with `/open-deals` and a reason.",
)
OwnDeals = Forbidden.of(
    "own_deals",
    "you play these deals yourself",
    advice="Another director may open them, or you yourself once your table has ended.",
)
ResultConfirmed = Conflict.of(
    "result_confirmed",
    "the result is confirmed; a director may correct it",
    advice="`POST /tables/{id}/corrections` corrects a result. Who really sat there is recorded "
    "by `POST /entries/{id}/substitutes` with a `reason`.",
)
OwnSheet = Forbidden.of("own_sheet", "the other side confirms or disputes a sheet")
SheetSuperseded = Conflict.of("sheet_superseded", "a later version of this table's result counts")
ResultDisputed = Conflict.of(
    "result_disputed", "another side disputes this sheet; a director decides"
)
NoFigures = Conflict.of(
    "no_figures",
    "this dispute has no points of its own to confirm",
    advice="Confirm the sheet of a side, by its id, or correct the table.",
)
PlayedOnline = Conflict.of(
    "played_online",
    "the table is played online, and its game gives the result",
    advice="If it goes on with real cards, a director ends the game first, by `POST "
    "/games/{id}/abandon`, and then enters the result by `/corrections`. A game that is over has "
    "recorded who sat there, and its result can be corrected, but not taken back.",
)
TournamentUnplayable = Faulty.of(
    "tournament_unplayable",
    "the tournament cannot be played as it is",
    advice="`errors` names everything that prevents it, by its path.",
)


class BundleRefused(Faulty):
    code, title = "bundle_unsound", "the bundle is not one of a tournament"
    advice = "`errors` names everything that is wrong in it, by its path."

    def __init__(self, *faults: tuple[str, str]) -> None:
        super().__init__(*faults)
        self.detail = "; ".join(f"{path}: {text}" for path, text in faults[:3])
