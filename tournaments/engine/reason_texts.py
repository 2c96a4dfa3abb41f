"""Why a table or a bye was drawn: the one place where reasons become text.

A reason is a code and its facts, in which entries are numbers (`Reason`). The text names them, by
the names that the reader may see, in the reader's language. A `{word}` of a text is in
`reason_words`, or is a fact that is a number.
"""

from tournaments.engine.draws import Reason
from tournaments.engine.language import ENGLISH, Language
from tournaments.engine.language import marked as _
from tournaments.engine.reason_words import EntryNames, ReasonFacts


def reason_text(why: Reason, names: EntryNames, language: Language = ENGLISH) -> str:
    """The text of a reason; if its code is unknown here, the text that it came with."""
    text = _TEXTS.get(why.code)
    return why.text if text is None else ReasonFacts(why.facts, names, language).filled(text)


def known(code: str) -> bool:
    """True if reasons of this code have a text here."""
    return code in CODES


def readable(why: Reason) -> bool:
    """True if the facts are those that the code needs."""
    try:
        return bool(reason_text(why, {})) or not why.code
    except (AttributeError, LookupError, OverflowError, TypeError, ValueError):
        return False


_REASONS = {
    "set_by_director": _("{sides}, set by the director.{again}"),
    "displaced": _("{sides}, because the director moved others.{again}"),
    "drawn_by_lot": _("{sides}: drawn by lot.{met}"),
    "drawn_by_seed": _("{sides}: drawn by seed, the best against the last."),
    "met_before": _("{sides}: no draw has fewer repeats.{met}{floated}"),
    "closest": _("{sides}: the closest in the standings who have not met.{floated}"),
    "not_closest": _(
        "{sides}: not met so far. Opponents closer in the standings are needed at other "
        "tables.{floated}"
    ),
    "bye_by_director": _("The director gave the bye to {entry}.{unplayed}"),
    "bye_displaced": _("The bye goes to {entry} because the director moved others.{unplayed}"),
    "bye_left_over": _(
        "The director has placed all the others: the bye goes to {entry}.{unplayed}"
    ),
    "bye_by_lot": _("{odd} by lot.{unplayed}"),
    "bye_by_lot_of_rest": _("{odd_rest} by lot.{unplayed}"),
    "bye_last_seed": _("{odd}, the last seed.{unplayed}"),
    "bye_last_seed_of_rest": _("{odd_rest}, the last seed of them.{unplayed}"),
    "bye_by_seed": _("{odd}, as close to the last seed as the entries kept apart allow.{unplayed}"),
    "bye_by_seed_of_rest": _(
        "{odd_rest}, as close to the last seed of them as the entries kept apart allow.{unplayed}"
    ),
    "bye_lowest": _("{odd}, the lowest in the standings.{unplayed}"),
    "bye_lowest_of_rest": _("{odd_rest}, the lowest of them in the standings.{unplayed}"),
    "bye_fewest": _(
        "{odd}, the lowest in the standings of those with the fewest rounds without play.{unplayed}"
    ),
    "bye_fewest_of_rest": _(
        "{odd_rest}, the lowest in the standings of those of them with the fewest rounds without "
        "play.{unplayed}"
    ),
    "bye_for_better_tables": _(
        "{odd}. If somebody lower in the standings or with fewer rounds without play had it, the "
        "draw would be worse.{unplayed}"
    ),
    "bye_for_better_tables_of_rest": _(
        "{odd_rest}. If one of them who is lower in the standings or had fewer rounds without "
        "play had it, the draw would be worse.{unplayed}"
    ),
    "from_design": _(
        "{sides}: from the whist design for {players} players, in which everybody is everybody's "
        "partner once and opponent twice.{before}"
    ),
    "from_plan": _(
        "{sides}: from the plan for rounds {from} to {to} with the fewest repeated partners "
        "found, then the most evenly spread opponents.{before}"
    ),
    "by_standing": _(
        "{sides}: places {ranks} of the standings. Their scores per table add up to {sums}.{before}"
    ),
    "sat_out": _(
        "There is no place at a table for {left} of {free}. {had}; nobody who plays sat out less "
        "often.{late}"
    ),
    "sat_out_of_rest": _("The director leaves {free_players} to the draw{sits_out}"),
    "sit_out_by_director": _("The director lets {entry} sit out."),
    "circle": _("{sides}: round {round} of the circle."),
    "circle_turn": _("The number of entries is odd: {entry} has no table this time."),
    "circle_forbidden": _(
        "In this round of the circle {entry} should meet {opponent}, and the two are kept apart."
    ),
    "circle_absent": _(
        "In this round of the circle {entry} should meet {opponent}, who left or has not come."
    ),
    "seeds_meet": _("{sides}: seeds {seeds}."),
    "seed_bye": _("{entries} entries do not fill the bracket: a bye for seed {seed}, {entry}."),
    "winners_meet": _("{sides}: both won their way here in the bracket."),
    "walkover": _("A walkover for {entry}: {gone}."),
    "third_place": _("{sides}, the losing semi-finalists, for third place."),
    "third_place_walkover": _("Third place for {entry} without a match: {absent} left."),
}

_WARNINGS = {
    "stationary_moved": _("{entry} should stay at table {table}, and you moved them away."),
    "kept_apart": _("{apart} are to be kept apart."),
}

_TEXTS = {**_REASONS, **_WARNINGS}

CODES = tuple(_REASONS)
"""The codes of all reasons; more may be added."""

WARNING_CODES = tuple(_WARNINGS)
"""The codes of warnings to a director; more may be added."""
