"""Acts as sentences: the one place where rows of the log become text.

"round 2, table 3: 900-400 became 1,000-400, by Mara: misread". A row has an act and its facts, in
which people and things are ids and numbers (`Act`); the text names them as far as the reader may
see them (`Known`). A `{word}` of a text is in `_WORDS`, or is a fact that is a number.
"""

from collections.abc import Callable

from tournaments.engine.act_changes import (
    Act,
    Facts,
    Known,
    byes,
    changes,
    entry_changes,
    figures,
    member_changes,
    reseated,
    settings_changed,
    table_changed,
)
from tournaments.engine.reason_texts import listed


def act_text(act: Act, known: Known) -> str:
    """The sentence, without a full stop; the reason is at its end."""
    try:
        text = _sentence(act, known)
    except (AttributeError, LookupError, TypeError, ValueError):  # facts of an older version
        text = _plain(act)
    actor = act.actor or act.facts.get("by")  # "code": of a score sheet
    by = f", by {actor}" if actor else ""
    return f"{text}{by}" + (f": {act.reason}" if act.reason else "")


def _sentence(act: Act, known: Known) -> str:
    text = _ACTS.get(act.code)
    if not known.after:
        text = _WITHOUT_FIGURES.get(act.code, text)
    if text is None:
        return _plain(act)
    facts = Facts(act, known)
    return text.format_map(_Words(facts)) if isinstance(text, str) else text(facts)


def _plain(act: Act) -> str:
    """The text for an act or for facts that this version does not have."""
    return f"{act.subject}: {act.code.replace('_', ' ')}"


class _Words:
    """What replaces the words of a text."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts

    def __getitem__(self, word: str) -> str:
        made = _WORDS.get(word)
        return str(int(self.facts[word])) if made is None else made(self.facts)


def _if(fact: str, text: str, otherwise: str = "") -> Callable[[Facts], str]:
    """`text` if the fact is there and true."""
    return lambda facts: text if facts.get(fact) else otherwise


def _when(facts: Facts) -> str:
    """ "from round 2 to round 4", "in round 2, from hand 3 on"."""
    first, last, hand = facts["from_round"], facts.get("to_round"), facts.get("from_hand")
    if first == last:
        return f"in round {first}, from hand {hand} on" if hand else f"in round {first}"
    begins = f"from round {first}, hand {hand}" if hand else f"from round {first}"
    return f"{begins} to round {last}" if last else f"{begins} on"


def _substitute(facts: Facts) -> str:
    known = "in" in facts.facts
    return facts.member("in") if known else "somebody was invited to sit"


def _late(facts: Facts) -> str:
    late = [facts.side([number]) for number in facts.get("late") or ()]
    if not late:
        return ""
    if facts.get("last"):
        return f"; {listed(late)} came too late for it"
    return f"; {listed(late)} {'plays' if len(late) == 1 else 'play'} from the next one on"


def _player(facts: Facts) -> str:
    if facts.get("bot"):
        return f"the bot {facts['bot']}"
    return facts.member() if facts.get("member") else "a player"


def _minutes(minutes: int) -> str:
    """ "5 minutes more", "1 minute less"."""
    number, unit = abs(minutes), "minute" if abs(minutes) == 1 else "minutes"
    return f"{number} {unit} {'more' if minutes > 0 else 'less'}"


def _members(facts: Facts) -> str:
    number = len(facts["members"])
    return f"{number} {'member' if number == 1 else 'members'}"


_WORDS: dict[str, Callable[[Facts], str]] = {
    "a_seat": lambda facts: f"seat {facts['seat']}" if facts.get("seat") is not None else "a seat",
    "after": lambda facts: facts.known.after,
    "at": Facts.at,
    "became": lambda facts: (
        f"{facts.known.before} became {facts.known.after}"
        if facts.known.before
        else f"{facts.known.after} recorded"
    ),
    "before": lambda facts: facts.known.before or "the result",
    "byes": byes,
    "claim": lambda facts: (
        f"a bot plays for seat {facts['seat']}, whose player stays away"
        if facts["claim"] == "bot"
        else f"the game was given up for the player of seat {facts['seat']}, who stays away"
    ),
    "chooser": lambda facts: facts.member() if facts.get("member") else facts.subject,
    "draft_dropped": lambda facts: (
        f", the draft of round {facts['draft_dropped']} dropped"
        if facts.get("draft_dropped")
        else ""
    ),
    "drawn": lambda facts: "drawn" if facts.get("error") is None else "could not be drawn",
    "entry": Facts.entry,
    "entry_changes": entry_changes,
    "imports_count": _if("imports_rated", "count", "no longer count"),
    "into": lambda facts: facts.member("into"),
    "late": _late,
    "results_shown": _if("results_public", "shown to everybody", "no longer shown to everybody"),
    "listed": _if("rulesets_public", "listed for everybody", "listed for members only"),
    "member": Facts.member,
    "member_changes": member_changes,
    "members": _members,
    "minutes": lambda facts: _minutes(int(facts["minutes"])),
    "names": lambda facts: listed(changes(facts, "names")),
    "out": lambda facts: facts.member("out"),
    "player": _player,
    "renamed": _if("renamed", "renamed and "),
    "renamed_too": _if("renamed", "renamed, "),
    "reseated": lambda facts: "; ".join(reseated(facts, facts["tables"])),
    "ruleset": Facts.ruleset,
    "score": lambda facts: facts.known.after or figures([int(facts["score"])]),
    "season": Facts.season,
    "source": lambda facts: facts.member("source"),
    "subject": lambda facts: facts.subject,
    "substitute": _substitute,
    "tournament_counts": _if("rated", "counts", "no longer counts"),
    "when": _when,
    "with_season": lambda facts: (
        f" with the season {facts.season()}" if facts.get("season") else ""
    ),
}

_ACTS: dict[str, str | Callable[[Facts], str]] = {
    "tournament_created": "{subject}: announced",
    "tournament_imported": "{subject}: imported",
    "tournament_changed": settings_changed,
    "tournament_started": "{subject}: started",
    "tournament_finished": "{subject}: finished after {played} of {rounds} rounds",
    "tournament_reopened": "{subject}: opened again",
    "tournament_archived": "{subject}: archived{with_season}",
    "tournament_unarchived": "{subject}: taken out of the archive{with_season}",
    "wall_link_made": "{subject}: a link to its wall was made",
    "wall_link_revoked": "{subject}: a link to its wall was revoked",
    "tournament_rated": "{subject}: {tournament_counts} for public ratings",
    "entry_added": "{entry}: entered",
    "entry_changed": "{entry}: {entry_changes}",
    "entry_deleted": "{entry}: deleted",
    "substitute_added": "{entry}: {substitute} for {out} {when}",
    "invitation_accepted": "{entry}: an invitation was accepted",
    "invitation_declined": "{entry}: an invitation was declined",
    "round_asked": "round {round}: the draw was asked for",
    "redraw_asked": "round {round}: another draw was asked for",
    "round_drawn": "round {round}: {drawn}",
    "round_published": "round {round}: published{late}",
    "round_unpublished": "round {round}: a draft again",
    "round_paused": "round {round}: paused",
    "round_resumed": "round {round}: resumed",
    "round_extended": "round {round}: {minutes}",
    "round_credited": "round {round}: {seconds} seconds more, as the service was down",
    "last_hands_called": "round {round}: the last hands were called",
    "round_closed": "round {round}: closed",
    "round_reopened": "round {round}: opened again{draft_dropped}",
    "deals_stirred": "round {round}: the deals were stirred",
    "deals_opened": "round {round}: the deals were opened before the last table had ended",
    "table_changed": table_changed,
    "byes_changed": "round {round}: {byes}",
    "table_reseated": "round {round}, {reseated}",
    "seats_corrected": "round {round}, {reseated}",
    "sheet_entered": "{at}: {after} entered",
    "sheet_confirmed": "{at}: {after} confirmed",
    "sheet_disputed": "{at}: {after} disputed",
    "codes_revoked": "{at}: the codes of its score sheets were revoked",
    "game_finished": "{at}: the game ended {after}",
    "game_begun_again": "{at}: a new game with other deals",
    "game_abandoned": "{at}: the game was abandoned",
    "hand_voided": "{at}: the running hand was voided",
    "claim_decided": "{at}: {claim}",
    "claim_refused": "{at}: a claim was refused",
    "game_paused": "{at}: paused",
    "pause_ended": "{at}: the pause was ended",
    "game_adjusted": "{at}: {points} points for side {side} of the game",
    "game_started": "{at}: the game was started",
    "lobby_closed": "{at}: the game was called off before it began",
    "seat_filled": "{at}: {player} was put into seat {seat}",
    "seat_offered": "{at}: somebody was invited to {a_seat}",
    "offer_withdrawn": "{at}: an invitation was taken back",
    "director_called": "{at}: the director was called",
    "call_withdrawn": "{at}: the call of the director was withdrawn",
    "call_answered": "{at}: a director answered the call",
    "call_reopened": "{at}: the call of the director is open again",
    "result_corrected": "{at}: {became}",
    "result_awarded": "{at}: {became}",
    "result_taken_back": "{at}: {before} taken back",
    "score_adjusted": "{entry}: adjusted by {score}",
    "club_founded": "{subject}: founded",
    "club_renamed": "{subject}: the new name of the club",
    "join_code_changed": "{subject}: the code to join by was changed",
    "imports_rated_changed": "{subject}: imported tournaments {imports_count} for ratings",
    "rulesets_public_changed": "{subject}: house rules are {listed}",
    "results_public_changed": "{subject}: its results are {results_shown}",
    "ruleset_stored": "{ruleset}: version {version} stored",
    "ruleset_hidden": "{ruleset}: hidden",
    "ruleset_restored": "{ruleset}: offered again",
    "names_chosen": "{chooser}: {renamed_too}{names}",
    "member_added": "{member}: added",
    "member_joined": "{member}: joined",
    "member_claimed": "{member}: claimed by an account",
    "member_unclaimed": "{member}: the claim was undone, and no account has the name",
    "member_changed": "{member}: {member_changes}",
    "member_left": "{member}: left the club",
    "member_removed": "{member}: removed from the club",
    "member_restored": "{member}: {renamed}back in the club",
    "member_warned": "{member}: warned",
    "warning_lifted": "{member}: a warning was taken back",
    "member_excluded": "{member}: excluded from the club",
    "exclusion_lifted": "{member}: no longer excluded from the club",
    "members_imported": "{subject}: {members} imported",
    "merge_proposed": "{source} and {into}: a merge was proposed",
    "merge_dropped": "{source} and {into}: not merged",
    "member_merged": "{source} became {into}",
    "member_unmerged": "{source} and {into}: the merge was undone",
    "reset_code_issued": "{member}: a reset code was issued",
    "password_reset": "{member}: the password was reset by the code",
    "season_opened": "the season {season}: opened",
    "season_closed": "the season {season}: closed",
    "season_reopened": "the season {season}: opened again",
}

_WITHOUT_FIGURES = {
    "sheet_entered": "{at}: a sheet was entered",
    "sheet_confirmed": "{at}: a sheet was confirmed",
    "sheet_disputed": "{at}: a sheet was disputed",
    "game_finished": "{at}: the game ended",
    "result_corrected": "{at}: the result changed",
    "result_awarded": "{at}: the result changed",
}
"""The texts for a reader who may not see the result after the act."""

ACTS = tuple(_ACTS)
"""The codes of all acts."""
