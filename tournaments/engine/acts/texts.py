"""Acts as sentences: the one place where rows of the log become text.

"round 2, table 3: 900-400 became 1,000-400, by Mara: misread". A row has an act and its facts, in
which people and things are ids and numbers (`Act`); the text names them as far as the reader may
see them (`Known`).
"""

from collections.abc import Callable

from tournaments.engine.acts.changes import (
    byes_changed,
    entry_changed,
    member_changed,
    names_chosen,
    seats_changed,
    settings_changed,
    table_changed,
)
from tournaments.engine.acts.facts import Act, Facts, Known, figures
from tournaments.engine.reason_texts import listed


def act_text(act: Act, known: Known) -> str:
    """The sentence, without a full stop; the reason is at its end."""
    sentence = _ACTS.get(act.code)
    try:
        text = _plain(act) if sentence is None else sentence(Facts(act, known))
    except (
        AttributeError,
        LookupError,
        TypeError,
        ValueError,
    ):  # facts of an older version
        text = _plain(act)
    by = f", by {act.actor}" if act.actor else ""
    return f"{text}{by}" + (f": {act.reason}" if act.reason else "")


def _plain(act: Act) -> str:
    """The text for an act or for facts that this version does not have."""
    return f"{act.subject}: {act.code.replace('_', ' ')}"


Sentence = Callable[[Facts], str]


def _night(text: str) -> Sentence:
    return lambda facts: f"{facts.subject}: {text}"


def _round(text: str) -> Sentence:
    return lambda facts: f"round {int(facts['round'])}: {text}"


def _table(text: str) -> Sentence:
    return lambda facts: f"{facts.at()}: {text}"


def _entry(text: str) -> Sentence:
    return lambda facts: f"{facts.entry()}: {text}"


def _member(text: str) -> Sentence:
    return lambda facts: f"{facts.member()}: {text}"


def _finished(facts: Facts) -> str:
    played, planned = int(facts["played"]), int(facts["rounds"])
    return f"{facts.subject}: finished after {played} of {planned} rounds"


def _archived(text: str) -> Sentence:
    def sentence(facts: Facts) -> str:
        with_season = f" with the season {facts.season()}" if facts.get("season") else ""
        return f"{facts.subject}: {text}{with_season}"

    return sentence


def _rated(facts: Facts) -> str:
    counts = "counts" if facts["rated"] else "no longer counts"
    return f"{facts.subject}: {counts} for public ratings"


def _when(first: int, last: int | None, hand: int | None) -> str:
    """ "from round 2 to round 4", "in round 2, from hand 3 on"."""
    if first == last:
        return f"in round {first}, from hand {hand} on" if hand else f"in round {first}"
    begins = f"from round {first}, hand {hand}" if hand else f"from round {first}"
    return f"{begins} to round {last}" if last else f"{begins} on"


def _substitute(facts: Facts) -> str:
    when = _when(facts["from_round"], facts.get("to_round"), facts.get("from_hand"))
    if "in" not in facts.facts:
        return f"{facts.entry()}: somebody was invited to sit for {facts.member('out')} {when}"
    return f"{facts.entry()}: {facts.member('in')} for {facts.member('out')} {when}"


def _drawn(facts: Facts) -> str:
    failed = facts.get("error") is not None
    return f"round {int(facts['round'])}: {'could not be drawn' if failed else 'drawn'}"


def _published(facts: Facts) -> str:
    text = f"round {int(facts['round'])}: published"
    late = [facts.side([number]) for number in facts.get("late") or ()]
    if not late:
        return text
    if facts.get("last"):
        return f"{text}; {listed(late)} came too late for it"
    return f"{text}; {listed(late)} {'plays' if len(late) == 1 else 'play'} from the next one on"


def _reopened(facts: Facts) -> str:
    dropped = facts.get("draft_dropped")
    more = f", the draft of round {dropped} dropped" if dropped else ""
    return f"round {int(facts['round'])}: opened again{more}"


def _result(text: str, hidden: str) -> Sentence:
    """A version of a result; `hidden` is the text while its figures are hidden."""
    return lambda facts: (
        f"{facts.at()}: " + (text.format(facts.known.after) if facts.known.after else hidden)
    )


def _seat_filled(facts: Facts) -> str:
    who = facts.member() if facts.get("member") else "a player"
    who = f"the bot {facts['bot']}" if facts.get("bot") else who
    return f"{facts.at()}: {who} was put into seat {facts['seat']}"


def _seat_offered(facts: Facts) -> str:
    seat = "a seat" if facts.get("seat") is None else f"seat {facts['seat']}"
    return f"{facts.at()}: somebody was invited to {seat}"


def _decided(facts: Facts) -> str:
    before, after = facts.known.before, facts.known.after
    if not after:
        return f"{facts.at()}: the result changed"
    return f"{facts.at()}: {before} became {after}" if before else f"{facts.at()}: {after} recorded"


def _taken_back(facts: Facts) -> str:
    return f"{facts.at()}: {facts.known.before or 'the result'} taken back"


def _adjusted(facts: Facts) -> str:
    return f"{facts.entry()}: adjusted by {facts.known.after or figures([int(facts['score'])])}"


def _restored(facts: Facts) -> str:
    return f"{facts.member()}: {'renamed and ' if facts.get('renamed') else ''}back in the club"


def _claimed(facts: Facts) -> str:
    return f"{facts.member()}: claimed by an account"


def _imported(facts: Facts) -> str:
    number = len(facts["members"])
    return f"{facts.subject}: {number} {'member' if number == 1 else 'members'} imported"


def _merge(text: str) -> Sentence:
    return lambda facts: text.format(facts.member("source"), facts.member("into"))


def _imports_rated(facts: Facts) -> str:
    counts = "count" if facts["imports_rated"] else "no longer count"
    return f"{facts.subject}: imported tournaments {counts} for ratings"


def _rulesets_public(facts: Facts) -> str:
    listed = "listed for everybody" if facts["rulesets_public"] else "listed for members only"
    return f"{facts.subject}: house rules are {listed}"


def _ruleset_stored(facts: Facts) -> str:
    return f"{facts.ruleset()}: version {int(facts['version'])} stored"


def _ruleset(text: str) -> Sentence:
    return lambda facts: f"{facts.ruleset()}: {text}"


_ACTS: dict[str, Sentence] = {
    "tournament_created": _night("announced"),
    "tournament_imported": _night("imported"),
    "tournament_changed": settings_changed,
    "tournament_started": _night("started"),
    "tournament_finished": _finished,
    "tournament_reopened": _night("opened again"),
    "tournament_archived": _archived("archived"),
    "tournament_unarchived": _archived("taken out of the archive"),
    "tournament_rated": _rated,
    "entry_added": _entry("entered"),
    "entry_changed": entry_changed,
    "entry_deleted": _entry("deleted"),
    "substitute_added": _substitute,
    "invitation_accepted": _entry("an invitation was accepted"),
    "invitation_declined": _entry("an invitation was declined"),
    "round_asked": _round("the draw was asked for"),
    "redraw_asked": _round("another draw was asked for"),
    "round_drawn": _drawn,
    "round_published": _published,
    "round_unpublished": _round("a draft again"),
    "round_closed": _round("closed"),
    "round_reopened": _reopened,
    "deals_stirred": _round("the deals were stirred"),
    "deals_opened": _round("the deals were opened before the last table had ended"),
    "table_changed": table_changed,
    "byes_changed": byes_changed,
    "table_reseated": seats_changed,
    "seats_corrected": seats_changed,
    "sheet_entered": _result("{} entered", "a sheet was entered"),
    "sheet_confirmed": _result("{} confirmed", "a sheet was confirmed"),
    "sheet_disputed": _result("{} disputed", "a sheet was disputed"),
    "game_finished": _result("the game ended {}", "the game ended"),
    "game_begun_again": _table("a new game with other deals"),
    "game_abandoned": _table("the game was abandoned"),
    "game_started": _table("the game was started"),
    "lobby_closed": _table("the game was called off before it began"),
    "seat_filled": _seat_filled,
    "seat_offered": _seat_offered,
    "offer_withdrawn": _table("an invitation was taken back"),
    "result_corrected": _decided,
    "result_awarded": _decided,
    "result_taken_back": _taken_back,
    "score_adjusted": _adjusted,
    "club_founded": _night("founded"),
    "club_renamed": _night("the new name of the club"),
    "join_code_changed": _night("the code to join by was changed"),
    "imports_rated_changed": _imports_rated,
    "rulesets_public_changed": _rulesets_public,
    "ruleset_stored": _ruleset_stored,
    "ruleset_hidden": _ruleset("hidden"),
    "ruleset_restored": _ruleset("offered again"),
    "names_chosen": names_chosen,
    "member_added": _member("added"),
    "member_joined": _member("joined"),
    "member_claimed": _claimed,
    "member_unclaimed": _member("the claim was undone, and no account has the name"),
    "member_changed": member_changed,
    "member_left": _member("left the club"),
    "member_removed": _member("removed from the club"),
    "member_restored": _restored,
    "members_imported": _imported,
    "merge_proposed": _merge("{} and {}: a merge was proposed"),
    "merge_dropped": _merge("{} and {}: not merged"),
    "member_merged": _merge("{} became {}"),
    "member_unmerged": _merge("{} and {}: the merge was undone"),
    "reset_code_issued": _member("a reset code was issued"),
    "password_reset": _member("the password was reset by the code"),
    "season_opened": lambda facts: f"the season {facts.season()}: opened",
    "season_closed": lambda facts: f"the season {facts.season()}: closed",
    "season_reopened": lambda facts: f"the season {facts.season()}: opened again",
}

ACTS = tuple(_ACTS)
"""The codes of all acts."""
