"""The refusals of services and selectors of tournaments. `code` is the API's.

The names in the braces of a template are the facts that a refusal is raised with.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from games.errors import WrongState
from samba_service.kit.errors import Conflict, Forbidden, NotThere, TooMany, Unprocessable
from tournaments.engine.reason_texts import listed


class TournamentNotFound(NotThere):
    """There is no such tournament, or the caller may not see it: the answer is the same."""


class UnknownCode(NotThere):
    title = "no club or member has this code: ask a director for the one in force"


class NotStaff(Forbidden):
    code, title = "not_staff", "only the staff of this site may do this"


class ImportNotRated(Conflict):
    code, title = "import_not_rated", "what was imported does not count for public ratings"
    advice = "It was not played on this site. Its club may count it for its own ratings."


class HouseRulesNotRated(Conflict):
    code, title = "house_rules_not_rated", "house rules with a name have no public ratings"
    advice = "Public ratings are lists of the rulesets that ship."


class NotAdmin(Forbidden):
    code, title = "not_admin", "only an admin of the club may do this"


class MembersOnly(Forbidden):
    code, title = "members_only", "this is for members of the club, not for its guests"


class NotOwnEntry(Forbidden):
    code, title = "not_own_entry", "this is another player's entry; a director may do it"


class WithdrawnByDirector(Forbidden):
    code, title = "withdrawn_by_director", "a director withdrew the entry"
    template = (
        "a director withdrew entry {entry}: only a director restores it, deletes it, or enters "
        "its players again"
    )


class LeftClub(Forbidden):
    code, title = "left_club", "you are neither a member nor a guest of the club any more"
    template = (
        "you are neither a member nor a guest of the club any more: you may withdraw, but only a "
        "director checks you in or restores your entry"
    )


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


NOTHING_TO_UNDO = "there is nothing to undo"


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
        way = (
            "opens its season again by `/reopen`" if with_season else "takes it out by `/unarchive`"
        )
        self.detail = (
            f"the night {name} is archived: nothing in it changes but its visibility; "
            f"an admin {way}, with a reason"
        )


class PhraseSet(Conflict):
    code, title = "phrase_set", "the phrase of the lots is set once"
    advice = "Otherwise a director could try phrases until the draw pleases."


class SeasonClosed(Conflict):
    code, title = "season_closed", "the season is closed"
    advice = "An admin reopens it by `POST /seasons/{id}/reopen` with a reason."


class SeasonNotClosed(Conflict):
    code, title = "season_not_closed", "the season is open"


class NightsOpen(Conflict):
    code, title = "nights_open", "nights of the season are not over"
    template = (
        "nights of the season are not over: {names}. Finish each, call off what was never held, or "
        "move it to another season"
    )
    advice = (
        "`facts.names` are their names, `facts.tournaments` their ids. `/finish` ends a night; one "
        'that was never held is called off first, `PATCH /tournaments/{id} {"state": "cancelled"}`.'
    )


class TooManyEntries(Conflict):
    code, title = "too_many_entries", "the tournament has reached its limit of entries"
    template = "the tournament has {limit} entries, the limit"
    advice = "`facts.limit` is the limit."


class ClubHasTooMany(TooMany):
    template = "the club has {limit} {what}, the limit"


class CallHasTooMany(TooMany):
    template = "one call takes {limit} {what}; send the others in the next one"


class TooManyChanges(TooMany):
    template = (
        "your account has changed its entries in this tournament {limit} times, as often as it "
        "may: ask a director to check you in or to withdraw you"
    )


class TooManySheets(TooMany):
    template = (
        "your account has written {limit} sheets at this table, as many as it may: confirm the "
        "other side's, or ask a director to decide"
    )


class RoundOpen(Conflict):
    code, title = "round_open", "a round is still open"
    template = "round {round} is still open: close it first"
    advice = "`facts.round` is its number. Before anything is played, `/unpublish` takes it back."


class NoRoundsLeft(Conflict):
    code, title = "no_rounds_left", "every planned round has been played"
    template = "all {rounds} planned rounds have been played"
    advice = "Raise `rounds` of the tournament, or finish it."


class RoundsLeft(Conflict):
    code, title = "rounds_left", "rounds are left to play"
    template = (
        "{played} of {rounds} rounds have been played: to end it all the same, send "
        '`{{"rounds": "as_played"}}`'
    )
    advice = (
        "`facts.played` of `facts.rounds` planned rounds are closed. To end it all the same, send "
        '`{"rounds": "as_played"}`; or set `rounds` of the tournament to what is played.'
    )


class Because(Conflict):
    """A refusal for one of several reasons; `because` is its name, BECAUSE has the texts."""

    BECAUSE: ClassVar[Mapping[str, str]]

    def __init__(self, because: str) -> None:
        super().__init__(because=because)
        self.detail = self.BECAUSE[because]


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


class DraftOutdated(Conflict):
    code, title = "draft_outdated", "who sat in an earlier round was corrected since this was drawn"
    advice = "Draw the round again with `/redraw`; what is locked is kept."


class NoDraft(Conflict):
    """`error` is the round's."""

    code, title = "no_draft", "the round could not be drawn"
    template = "the round could not be drawn: {detail}"
    advice = (
        "The round's `error` says what prevents it. Change that, for instance `forbidden` of "
        "the tournament, then draw again with `/redraw`."
    )


class RoundPublished(Conflict):
    code, title = "round_published", "the round has been published already"
    advice = "With a `reason`, the call records who really sat there."


class AtTables(Conflict):
    """A refusal because of `tables`, numbers that the text has as "table 2", "tables 2 and 3"."""

    def words(self) -> dict[str, Any]:
        numbers = [str(each) for each in self.facts["tables"]]
        at = f"{'table' if len(numbers) == 1 else 'tables'} {listed(numbers)}"
        return {**super().words(), "tables": at}


class ResultsEntered(AtTables):
    code, title = "results_entered", "tables have a result already"
    template = (
        "there is a result already at {tables}; `/take-back` of the table takes back what was "
        "entered by mistake"
    )
    advice = (
        "What was entered by mistake is taken back by `POST /tables/{id}/take-back`; what an "
        "online game brought stays. Where others sat there than the round has it, "
        "`POST /rounds/{id}/corrections` records it."
    )


class NoResult(Conflict):
    code, title = "no_result", "the table has no result"


class HandsPlayed(AtTables):
    code, title = "hands_played", "a hand has been played at an online table"
    template = "a hand has been played at {tables}; `/corrections` gives a table its result"
    advice = (
        "`POST /tables/{id}/corrections` gives such a table its result. Once its game is ended by "
        "`POST /games/{id}/abandon`, entries change places there by "
        "`PATCH /rounds/{id}/tables/{n}`, or `POST /tables/{id}/game` begins a new one."
    )


class DealsForAll(Conflict):
    code, title = "deals_for_all", "all tables play the same deals: none begins again by itself"
    template = (
        "all tables of the round play the same deals, so that none gets new ones by itself: "
        "while no hand was played and no result is entered, `/unpublish` of the round gives all "
        "tables new deals; after that, `/corrections` of the table gives it a result"
    )
    advice = (
        "Unpublish the round, while no result is entered and no hand played: it is a draft again, "
        "which you may change, and all its tables get new deals. After that, decide the table by "
        "`POST /tables/{id}/corrections`: with the hands as they were played, or by an award."
    )


class TablesAtPlay(AtTables):
    code, title = "tables_at_play", "tables are being played online"
    template = "a game is being played online at {tables}"
    advice = (
        "`PATCH /rounds/{id}/tables/{n}` moves who plays there; or abandon the game: `POST "
        "/tables/{id}/game` then begins a new one."
    )


class NotOnline(Conflict):
    code, title = "not_online", "the table is played with cards in hand"


class LaterRound(Conflict):
    code, title = "later_round_published", "a later round has been published"
    template = "round {round} has been published since"
    advice = "Unpublish it first, or correct the results of this one where it is."


class ForbiddenPair(Unprocessable):
    code, title = "forbidden_pair", "these entries are not to meet"
    template = "entries {entries} are not to meet or to be partners"
    advice = "A director may set `override: true` and give a `reason`."


class AccountsMissing(AtTables):
    """`tables` are the numbers of those that cannot be played online, `names` who cannot."""

    code, title = "accounts_missing", "a player without an account cannot play online"
    template = "without an account, and so not able to play online at {tables}: {names}"
    advice = (
        "Play the table with cards in hand: set its `venue` to `table`, in a tournament that is "
        '`online` after `PATCH /tournaments/{id} {"venue": "mixed"}`. Or let the member claim '
        "their name."
    )


class ResultsMissing(AtTables):
    code, title = "results_missing", "tables have no confirmed result"
    template = "no confirmed result at {tables}"
    advice = "`facts.tables` lists them."


class WinnerMissing(AtTables):
    code, title = "winner_missing", "a knockout table has no winner"
    template = "no winner at {tables}: play a further hand or award it"
    advice = "`facts.tables` lists them."


class DealsNotShared(Conflict):
    code, title = "deals_not_shared", "every table of this tournament plays deals of its own"
    advice = "The same deals for all are asked for by `duplicate`, until the tournament starts."


class DealsAtPlay(AtTables):
    code, title = "deals_at_play", "a table still plays deals that others share"
    template = "the deals that all tables share are still being played at {tables}"
    advice = "Let it end, or open the deals with `/open-deals` and a reason."


class OwnDeals(Forbidden):
    code, title = "own_deals", "you play these deals yourself"
    advice = "Another director may open them, or you yourself once your table has ended."


class ResultConfirmed(Conflict):
    code, title = "result_confirmed", "the result is confirmed; a director may correct it"
    advice = (
        "`POST /tables/{id}/corrections` corrects a result. Who really sat there is recorded by "
        "`POST /entries/{id}/substitutes` with a `reason`."
    )


class OwnSheet(Forbidden):
    code, title = "own_sheet", "the other side confirms or disputes a sheet"


class SheetSuperseded(Conflict):
    code, title = "sheet_superseded", "a later version of this table's result counts"


class ResultDisputed(Conflict):
    code, title = "result_disputed", "another side disputes this sheet; a director decides"


class NoFigures(Conflict):
    code, title = "no_figures", "this dispute has no points of its own to confirm"
    advice = "Confirm the sheet of a side, by its id, or correct the table."


class PlayedOnline(Conflict):
    code, title = "played_online", "the table is played online, and its game gives the result"
    advice = (
        "If it goes on with real cards, a director ends the game first, by "
        "`POST /games/{id}/abandon`, and then enters the result by `/corrections`. A game that is "
        "over has recorded who sat there, and its result can be corrected, but not taken back."
    )


class NotAgreed(Conflict):
    code, title = "not_agreed", "a player of this entry has not agreed to play yet"
    advice = "It can be withdrawn meanwhile. It is in no draw until all have accepted."


class NotJoined(Conflict):
    """`names` are the accounts' names of players of a night that was over."""

    code, title = "not_joined", "players of the night are no members of the club"
    template = (
        "{names} came into the night by an account that is no member of the club, by an import or "
        "a merge, and would play on without being asked: they join the club first"
    )
    advice = (
        "Accounts join by `POST /clubs/join`. A merge is undone by `/unmerge`; a night that was "
        "imported can be imported once more as `running`: either leaves names without an account."
    )


class EntryLeftOut(Because):
    code, title = "entry_left_out", "the entry of that night is not entered here"
    advice = (
        "`facts.because` is `withdrawn`, `not_agreed`, `erased` or `left`. Enter it by its members."
    )
    BECAUSE = {
        "withdrawn": "the entry had withdrawn on that night",
        "not_agreed": "one of its players never agreed to play on that night",
        "erased": "one of its players has erased their account",
        "left": "one of its players has left the club",
    }


class AlreadyEntered(Conflict):
    code, title = "already_entered", "one of these players is entered already"
    template = "one of these players is entered already, as entry {entry}"


class MemberExists(Conflict):
    code, title = "member_exists", "this player is a member already"


class ComesBackByCode(Conflict):
    code, title = "comes_back_by_code", "a member with an account comes back by a code"
    advice = (
        "Give them the club's `join_code`, or a claim code: by `POST /clubs/join` the account is "
        "the same member again, with everything they played."
    )


class NameTaken(Conflict):
    """`name` is another member's, up to case and spaces; `free` is a name that nobody has."""

    code, title = "name_taken", "another member of the club has this name"
    template = "another member of the club is called {name}: {free} is free, for instance"
    advice = (
        "Names that differ only in case or spaces are the same. Send as `name` one that no other "
        "member of this club has; `facts.free` is one."
    )


class SamePerson(Conflict):
    code, title = "same_person", "a member cannot be merged with itself"


class PlayedTogether(Conflict):
    """`tables` are `{tournament, round, table}`; round and table are null for an entry."""

    code, title = "played_together", "both were entered in one night"
    template = "both were entered in one night, so they seem to be two people"
    advice = (
        "`facts.tables` lists where. If they are one person all the same: correct who really sat "
        "there, or delete an entry that has played nothing, and merge then."
    )


class StillPlaying(Conflict):
    code, title = "still_playing", "a player concerned sits at an online table now"
    advice = "Do it when the table has ended, or its game was abandoned."


class NotClaimed(Conflict):
    code, title = "not_claimed", "no account has claimed this name"
    template = (
        "no account has claimed this name by its claim code: there is nothing to undo here; a "
        "second name of a member is given back by `/unmerge`"
    )
    advice = (
        "Only a name that an account claimed when it was not in the club is taken back by "
        "`/unclaim`, and not once the account has been erased. A name that a member claimed "
        "in addition to their own was merged: `GET /clubs/{id}/merges` lists it."
    )


class HoldsOffice(Conflict):
    code, title = "holds_office", "the member holds an office: an admin takes that away first"
    advice = '`PATCH /clubs/{id}/members/{id} {"role": "member"}` does it.'


class NoMerge(Conflict):
    code, title = "no_merge", "there is no such merge"
    advice = "`GET /clubs/{id}/merges` lists what was proposed and done."


class EntryDrawn(Conflict):
    code, title = "entry_drawn", "the entry has been drawn"
    template = "the entry has been drawn in round {round}"
    advice = (
        "An entry is deleted while it has played nothing and is in no draft: withdraw it, "
        "draw the round again, and delete it then."
    )


class LastAdmin(Conflict):
    code, title = "last_admin", "a club needs an admin"
    advice = (
        "`facts.clubs` names the clubs. Make another member an admin first, `PATCH /clubs/{id}/"
        'members/{id} {"role": "admin"}`.'
    )

    def __init__(self, *, clubs: Sequence[Mapping[str, str]]) -> None:
        super().__init__(clubs=list(clubs))
        names = listed([club["name"] for club in clubs])
        self.detail = f"{names} would have no admin: make another member an admin first"


class NotRecoverable(Forbidden):
    """The same for every reason: the answer shows a director nothing about the account."""

    code, title = "not_recoverable", "you cannot issue a reset code for this member"
    template = (
        "you cannot issue a reset code for this member: it takes an account that names this club "
        "as its `recovery_club`, and that has no staff right, no office in another club and no "
        "higher office than yours"
    )
    advice = (
        "The member names this club by `PATCH /players/me {recovery_club}`, or when joining. Who "
        "has a staff right, an office in another club or a higher office here asks the operator "
        "of the service, who runs `manage.py reset_code NAME`."
    )


class OfficeNeedsAccount(Conflict):
    code, title = "office_needs_account", "directors and admins have an account and are no guests"


class NamedByAccount(Conflict):
    code, title = "named_by_account", "a member with an account chooses their own name"
    advice = (
        "They change it themselves: everywhere by `PATCH /players/me`, in this club by "
        "`PATCH /clubs/{id}/members/me`."
    )


class JoinsByAccount(Conflict):
    code, title = "joins_by_account", "who has an account joins a club themselves"
    template = (
        "who has an account is a member or a guest of the club by their own choice: a guest "
        "becomes a member by `POST /clubs/join` with the club's code"
    )
    advice = (
        "A guest becomes a member by the club's code, `POST /clubs/join`. A member becomes a guest "
        "by leaving the club and accepting an invitation to a night."
    )


class SeasonExists(Conflict):
    code, title = "season_exists", "the club has a season of this name"


class TournamentUnplayable(Unprocessable):
    """`errors` are `{path, detail}`, in a director's words."""

    code, title = "tournament_unplayable", "the tournament cannot be played as it is"
    advice = "`errors` names everything that prevents it, by its path."

    def __init__(self, *faults: tuple[str, str]) -> None:
        super().__init__()
        self.detail = "; ".join(text for _, text in faults)
        self.errors = [{"path": path, "detail": text} for path, text in faults]


class BundleRefused(Unprocessable):
    """`errors` are `{path, detail}`."""

    code, title = "bundle_unsound", "the bundle is not one of a tournament"
    advice = "`errors` names everything that is wrong in it, by its path."

    def __init__(self, *faults: tuple[str, str]) -> None:
        super().__init__()
        self.detail = "; ".join(f"{path}: {text}" for path, text in faults[:3])
        self.errors = [{"path": path, "detail": text} for path, text in faults]
