"""The refusals about clubs, their members and seasons, and about who is entered."""

from collections.abc import Mapping, Sequence

from samba_service.kit.errors import Because, Conflict, Forbidden, NotThere, TooMany, Unprocessable
from tournaments.engine.language import ENGLISH


class UnknownCode(NotThere):
    title = "no club or member has this code: ask a director for the one in force"


NotStaff = Forbidden.of("not_staff", "only the staff of this site may do this")
ImportNotRated = Conflict.of(
    "import_not_rated",
    "what was imported does not count for public ratings",
    advice="It was not played on this site. Its club may count it for its own ratings.",
)
HouseRulesNotRated = Conflict.of(
    "house_rules_not_rated",
    "house rules with a name have no public ratings",
    advice="Public ratings are lists of the rulesets that ship.",
)
NotAdmin = Forbidden.of("not_admin", "only an admin of the club may do this")
MembersOnly = Forbidden.of("members_only", "this is for members of the club, not for its guests")
SeasonClosed = Conflict.of(
    "season_closed",
    "the season is closed",
    advice="An admin reopens it by `POST /seasons/{id}/reopen` with a reason.",
)
SeasonNotClosed = Conflict.of("season_not_closed", "the season is open")
NightsOpen = Conflict.of(
    "nights_open",
    "nights of the season are not over",
    template="nights of the season are not over: {names}. Finish each, call off what was never "
    "held, or move it to another season",
    advice="`facts.names` are their names, `facts.tournaments` their ids. `/finish` ends a night; "
    'one that was never held is called off first, `PATCH /tournaments/{id} {"state": '
    '"cancelled"}`.',
)
ClubHasTooMany = TooMany.of(template="the club has {limit} {what}, the limit")
MemberExists = Conflict.of("member_exists", "this player is a member already")
ComesBackByCode = Conflict.of(
    "comes_back_by_code",
    "a member with an account comes back by a code",
    advice="Give them the club's `join_code`, or a claim code: by `POST /clubs/join` the account "
    "is the same member again, with everything they played.",
)
# `name` is another member's, up to case and spaces; `free` is a name that nobody has.
NameTaken = Conflict.of(
    "name_taken",
    "another member of the club has this name",
    template="another member of the club is called {name}: {free} is free, for instance",
    advice="Names that differ only in case or spaces are the same. Send as `name` one that no "
    "other member of this club has; `facts.free` is one.",
)
SamePerson = Conflict.of("same_person", "a member cannot be merged with itself")
# `tables` are `{tournament, round, table}`; round and table are null for an entry.
PlayedTogether = Conflict.of(
    "played_together",
    "both were entered in one night",
    template="both were entered in one night, so they seem to be two people",
    advice="`facts.tables` lists where. If they are one person all the same: correct who really "
    "sat there, or delete an entry that has played nothing, and merge then.",
)
StillPlaying = Conflict.of(
    "still_playing",
    "a player concerned sits at an online table now",
    advice="Do it when the table has ended, or its game was abandoned.",
)
NotClaimed = Conflict.of(
    "not_claimed",
    "no account has claimed this name",
    template="no account has claimed this name by its claim code: there is nothing to undo here; "
    "a second name of a member is given back by `/unmerge`",
    advice="Only a name that an account claimed when it was not in the club is taken back by "
    "`/unclaim`, and not once the account has been erased. A name that a member claimed in "
    "addition to their own was merged: `GET /clubs/{id}/merges` lists it.",
)
HoldsOffice = Conflict.of(
    "holds_office",
    "the member holds an office: an admin takes that away first",
    advice='`PATCH /clubs/{id}/members/{id} {"role": "member"}` does it.',
)
NoMerge = Conflict.of(
    "no_merge",
    "there is no such merge",
    advice="`GET /clubs/{id}/merges` lists what was proposed and done.",
)


Excluded = Forbidden.of(
    "excluded",
    "the account is excluded from this club",
    advice="Neither it nor its bots join the club or enter its nights until an admin lifts the "
    "exclusion, `POST /clubs/{id}/sanctions/{id}/lift`.",
)
AlreadyExcluded = Conflict.of("already_excluded", "the member is excluded already")
NotOnOneself = Forbidden.of("not_on_oneself", "nobody may do this to themselves")
SanctionLifted = Conflict.of("sanction_lifted", "this was lifted already")


class LastAdmin(Conflict):
    code, title = "last_admin", "a club needs an admin"
    advice = (
        "`facts.clubs` names the clubs. Make another member an admin first, `PATCH /clubs/{id}/"
        'members/{id} {"role": "admin"}`.'
    )

    def __init__(self, *, clubs: Sequence[Mapping[str, str]]) -> None:
        super().__init__(clubs=list(clubs))
        names = ENGLISH.listed([club["name"] for club in clubs])
        self.detail = f"{names} would have no admin: make another member an admin first"


# The same for every reason: the answer shows a director nothing about the account.
NotRecoverable = Forbidden.of(
    "not_recoverable",
    "you cannot issue a reset code for this member",
    template="you cannot issue a reset code for this member: it takes an account that names this "
    "club as its `recovery_club`, and that has no staff right, no office in another club and no "
    "higher office than yours",
    advice="The member names this club by `PATCH /players/me {recovery_club}`, or when joining. "
    "Who has a staff right, an office in another club or a higher office here asks the operator "
    "of the service, who runs `manage.py reset_code NAME`.",
)
OfficeNeedsAccount = Conflict.of(
    "office_needs_account", "directors and admins have an account and are no guests"
)
NamedByAccount = Conflict.of(
    "named_by_account",
    "a member with an account chooses their own name",
    advice="They change it themselves: everywhere by `PATCH /players/me`, in this club by `PATCH "
    "/clubs/{id}/members/me`.",
)
JoinsByAccount = Conflict.of(
    "joins_by_account",
    "who has an account joins a club themselves",
    template="who has an account is a member or a guest of the club by their own choice: a guest "
    "becomes a member by `POST /clubs/join` with the club's code",
    advice="A guest becomes a member by the club's code, `POST /clubs/join`. A member becomes a "
    "guest by leaving the club and accepting an invitation to a night.",
)
SeasonExists = Conflict.of("season_exists", "the club has a season of this name")
NotOwnEntry = Forbidden.of("not_own_entry", "this is another player's entry; a director may do it")
WithdrawnByDirector = Forbidden.of(
    "withdrawn_by_director",
    "a director withdrew the entry",
    template="a director withdrew entry {entry}: only a director restores it, deletes it, or "
    "enters its players again",
)
LeftClub = Forbidden.of(
    "left_club",
    "you are neither a member nor a guest of the club any more",
    template="you are neither a member nor a guest of the club any more: you may withdraw, but "
    "only a director checks you in or restores your entry",
)
TooManyEntries = Conflict.of(
    "too_many_entries",
    "the tournament has reached its limit of entries",
    template="the tournament has {limit} entries, the limit",
    advice="`facts.limit` is the limit.",
)

CallHasTooMany = TooMany.of(
    template="one call takes {limit} {what}; send the others in the next one"
)


class TooManyChanges(TooMany):
    template = (
        "your account has changed its entries in this tournament {limit} times, as often as it "
        "may: ask a director to check you in or to withdraw you"
    )


NotAgreed = Conflict.of(
    "not_agreed",
    "a player of this entry has not agreed to play yet",
    advice="It can be withdrawn meanwhile. It is in no draw until all have accepted.",
)
# `names` are the accounts' names of players of a night that was over.
NotJoined = Conflict.of(
    "not_joined",
    "players of the night are no members of the club",
    template="{names} came into the night by an account that is no member of the club, by an "
    "import or a merge, and would play on without being asked: they join the club first",
    advice="Accounts join by `POST /clubs/join`. A merge is undone by `/unmerge`; a night that "
    "was imported can be imported once more as `running`: either leaves names without an account.",
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


AlreadyEntered = Conflict.of(
    "already_entered",
    "one of these players is entered already",
    template="one of these players is entered already, as entry {entry}",
)
EntryDrawn = Conflict.of(
    "entry_drawn",
    "the entry has been drawn",
    template="the entry has been drawn in round {round}",
    advice="An entry is deleted while it has played nothing and is in no draft: withdraw it, draw "
    "the round again, and delete it then.",
)
ForbiddenPair = Unprocessable.of(
    "forbidden_pair",
    "these entries are not to meet",
    template="entries {entries} are not to meet or to be partners",
    advice="A director may set `override: true` and give a `reason`.",
)
