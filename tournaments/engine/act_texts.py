"""Acts as sentences: the one place where rows of the log become text.

"round 2, table 3: 900-400 became 1,000-400, by Mara: misread". A row has an act and its facts, in
which people and things are ids and numbers (`Act`); the text names them as far as the reader may
see them (`Known`), in the language of the reader. A `{word}` of a text is in `act_words`, or is a
fact that is a number.
"""

from collections.abc import Callable

from tournaments.engine.act_changes import Act, Facts, Known, settings_changed, table_changed
from tournaments.engine.act_words import either, filled
from tournaments.engine.language import marked as _


def act_text(act: Act, known: Known) -> str:
    """The sentence, without a full stop; the reason is at its end."""
    try:
        text = _sentence(act, known)
    except (AttributeError, LookupError, TypeError, ValueError):  # facts of an older version
        text = _plain(act)
    actor = act.actor or act.facts.get("by")  # "code": of a score sheet
    if actor:
        text = known.language.say(_("{text}, by {actor}"), text=text, actor=actor)
    return f"{text}: {act.reason}" if act.reason else text


def _sentence(act: Act, known: Known) -> str:
    text = _ACTS.get(act.code)
    if not known.after:
        text = _WITHOUT_FIGURES.get(act.code, text)
    if text is None:
        return _plain(act)
    facts = Facts(act, known)
    return filled(facts, text) if isinstance(text, str) else text(facts)


def _plain(act: Act) -> str:
    """The text for an act or for facts that this version does not have."""
    return f"{act.subject}: {act.code.replace('_', ' ')}"


_ACTS: dict[str, str | Callable[[Facts], str]] = {
    "tournament_created": _("{subject}: announced"),
    "tournament_imported": _("{subject}: imported"),
    "tournament_changed": settings_changed,
    "tournament_started": _("{subject}: started"),
    "tournament_finished": _("{subject}: finished after {played} of {rounds} rounds"),
    "tournament_reopened": _("{subject}: opened again"),
    "tournament_archived": either(
        "season",
        _("{subject}: archived with the season {season}"),
        _("{subject}: archived"),
    ),
    "tournament_unarchived": either(
        "season",
        _("{subject}: taken out of the archive with the season {season}"),
        _("{subject}: taken out of the archive"),
    ),
    "wall_link_made": _("{subject}: a link to its wall was made"),
    "wall_link_revoked": _("{subject}: a link to its wall was revoked"),
    "tournament_rated": either(
        "rated",
        _("{subject}: counts for public ratings"),
        _("{subject}: no longer counts for public ratings"),
    ),
    "entry_added": _("{entry}: entered"),
    "entry_changed": _("{entry}: {entry_changes}"),
    "entry_deleted": _("{entry}: deleted"),
    "substitute_added": _("{entry}: {substitute}"),
    "invitation_accepted": _("{entry}: an invitation was accepted"),
    "invitation_declined": _("{entry}: an invitation was declined"),
    "round_asked": _("round {round}: the draw was asked for"),
    "redraw_asked": _("round {round}: another draw was asked for"),
    "round_drawn": either(
        "error",
        _("round {round}: could not be drawn"),
        _("round {round}: drawn"),
    ),
    "round_published": _("round {round}: published{late}"),
    "round_unpublished": _("round {round}: a draft again"),
    "round_paused": _("round {round}: paused"),
    "round_resumed": _("round {round}: resumed"),
    "round_extended": _("round {round}: {minutes}"),
    "round_credited": _("round {round}: {seconds} seconds more, as the service was down"),
    "last_hands_called": _("round {round}: the last hands were called"),
    "round_closed": _("round {round}: closed"),
    "round_reopened": either(
        "draft_dropped",
        _("round {round}: opened again, the draft of round {draft_dropped} dropped"),
        _("round {round}: opened again"),
    ),
    "deals_stirred": _("round {round}: the deals were stirred"),
    "deals_opened": _("round {round}: the deals were opened before the last table had ended"),
    "table_changed": table_changed,
    "byes_changed": _("round {round}: {byes}"),
    "table_reseated": _("round {round}, {reseated}"),
    "seats_corrected": _("round {round}, {reseated}"),
    "sheet_entered": _("{at}: {after} entered"),
    "sheet_confirmed": _("{at}: {after} confirmed"),
    "sheet_disputed": _("{at}: {after} disputed"),
    "codes_revoked": _("{at}: the codes of its score sheets were revoked"),
    "game_finished": _("{at}: the game ended {after}"),
    "game_begun_again": _("{at}: a new game with other deals"),
    "game_abandoned": _("{at}: the game was abandoned"),
    "hand_voided": _("{at}: the running hand was voided"),
    "claim_decided": _("{at}: {claim}"),
    "claim_refused": _("{at}: a claim was refused"),
    "game_paused": _("{at}: paused"),
    "pause_ended": _("{at}: the pause was ended"),
    "game_adjusted": _("{at}: {points} points for side {side} of the game"),
    "game_started": _("{at}: the game was started"),
    "lobby_closed": _("{at}: the game was called off before it began"),
    "seat_filled": _("{at}: {player} was put into seat {seat}"),
    "seat_offered": _("{at}: somebody was invited to {a_seat}"),
    "offer_withdrawn": _("{at}: an invitation was taken back"),
    "director_called": _("{at}: the director was called"),
    "call_withdrawn": _("{at}: the call of the director was withdrawn"),
    "call_answered": _("{at}: a director answered the call"),
    "call_reopened": _("{at}: the call of the director is open again"),
    "result_corrected": _("{at}: {became}"),
    "result_awarded": _("{at}: {became}"),
    "result_taken_back": _("{at}: {before} taken back"),
    "score_adjusted": _("{entry}: adjusted by {score}"),
    "club_founded": _("{subject}: founded"),
    "club_renamed": _("{subject}: the new name of the club"),
    "join_code_changed": _("{subject}: the code to join by was changed"),
    "imports_rated_changed": either(
        "imports_rated",
        _("{subject}: imported tournaments count for ratings"),
        _("{subject}: imported tournaments no longer count for ratings"),
    ),
    "rulesets_public_changed": either(
        "rulesets_public",
        _("{subject}: house rules are listed for everybody"),
        _("{subject}: house rules are listed for members only"),
    ),
    "results_public_changed": either(
        "results_public",
        _("{subject}: its results are shown to everybody"),
        _("{subject}: its results are no longer shown to everybody"),
    ),
    "ruleset_stored": _("{ruleset}: version {version} stored"),
    "ruleset_hidden": _("{ruleset}: hidden"),
    "ruleset_restored": _("{ruleset}: offered again"),
    "names_chosen": either(
        "renamed",
        _("{chooser}: renamed, {names}"),
        _("{chooser}: {names}"),
    ),
    "member_added": _("{member}: added"),
    "member_joined": _("{member}: joined"),
    "member_claimed": _("{member}: claimed by an account"),
    "member_unclaimed": _("{member}: the claim was undone, and no account has the name"),
    "member_changed": _("{member}: {member_changes}"),
    "member_left": _("{member}: left the club"),
    "member_removed": _("{member}: removed from the club"),
    "member_restored": either(
        "renamed",
        _("{member}: renamed and back in the club"),
        _("{member}: back in the club"),
    ),
    "member_warned": _("{member}: warned"),
    "warning_lifted": _("{member}: a warning was taken back"),
    "member_excluded": _("{member}: excluded from the club"),
    "exclusion_lifted": _("{member}: no longer excluded from the club"),
    "members_imported": _("{subject}: {members} imported"),
    "merge_proposed": _("{source} and {into}: a merge was proposed"),
    "merge_dropped": _("{source} and {into}: not merged"),
    "member_merged": _("{source} became {into}"),
    "member_unmerged": _("{source} and {into}: the merge was undone"),
    "reset_code_issued": _("{member}: a reset code was issued"),
    "password_reset": _("{member}: the password was reset by the code"),
    "season_opened": _("the season {season}: opened"),
    "season_closed": _("the season {season}: closed"),
    "season_reopened": _("the season {season}: opened again"),
}

_WITHOUT_FIGURES = {
    "sheet_entered": _("{at}: a sheet was entered"),
    "sheet_confirmed": _("{at}: a sheet was confirmed"),
    "sheet_disputed": _("{at}: a sheet was disputed"),
    "game_finished": _("{at}: the game ended"),
    "result_corrected": _("{at}: the result changed"),
    "result_awarded": _("{at}: the result changed"),
}
"""The texts for a reader who may not see the result after the act."""

ACTS = tuple(_ACTS)
"""The codes of all acts."""
