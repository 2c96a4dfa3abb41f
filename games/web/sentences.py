"""Events as sentences: the one list of them, for pages of text and, as data, for scripts."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.engine.phrases import Phrase

NameOf = Callable[[int | None], str]
"""The name of who sits at a seat; of None, of the table."""
MeldOf = Callable[[Mapping[str, Any]], str]
"""The name of the meld to which an event adds cards."""

VARIANTS: Final = ("outcome", "answer", "end", "about", "claim", "code", "presence")
"""The first of these that an event has may choose its sentence."""

ACTORS: Final = ("seat", "asked_by", "out", "dealer")
"""The first of these that an event has is who acts."""

PHRASES: Final[Mapping[str, str]] = {
    Phrase.HELLO: gettext_noop("Hello!"),
    Phrase.THANKS: gettext_noop("Thank you."),
    Phrase.WELL_PLAYED: gettext_noop("Well played."),
    Phrase.ONE_MOMENT: gettext_noop("One moment, please."),
    Phrase.SORRY: gettext_noop("Sorry."),
}
"""What players say to each other, by its code."""

TEMPLATES: Final = {
    "game_started": gettext_noop("The game begins."),
    "seat_taken": gettext_noop("%(who)s sits down."),
    "seat_left": gettext_noop("%(who)s leaves."),
    "seat_substituted": gettext_noop("%(who)s takes the seat of another player."),
    "seat_claimed:bot": gettext_noop("A bot plays for %(who)s, who stays away."),
    "seat_claimed:game": gettext_noop("The game is claimed: %(who)s stayed away."),
    "hand_dealt": gettext_noop("Hand %(number)s: %(who)s deals."),
    "cards_drawn": gettext_noop("%(who)s draws %(cards)s."),
    "pile_taken": gettext_noop("%(who)s takes the pile: %(cards)s."),
    "top_taken": gettext_noop("%(who)s takes the top card of the pile: %(cards)s."),
    "red_three_laid": gettext_noop("%(who)s lays a red three: %(cards)s."),
    "aside_taken": gettext_noop("%(who)s takes %(cards)s that lay aside."),
    "foot_taken": gettext_noop("%(who)s picks up the second hand: %(cards)s."),
    "melded": gettext_noop("%(who)s melds %(cards)s."),
    "laid_off": gettext_noop("%(who)s adds %(cards)s to %(meld)s."),
    "merged": gettext_noop("%(who)s merges two melds."),
    "permission_asked": gettext_noop("%(who)s asks: may I go out?"),
    "permission_answered:true": gettext_noop("%(who)s says yes."),
    "permission_answered:false": gettext_noop("%(who)s says no."),
    "card_discarded": gettext_noop("%(who)s discards %(cards)s."),
    "turn_passed": gettext_noop("%(who)s passes."),
    "taken_back": gettext_noop("%(who)s takes it back."),
    "penalty_given": gettext_noop("%(who)s gets a penalty of %(points)s points."),
    "hand_ended:went_out": gettext_noop("%(who)s goes out."),
    "hand_ended:stock_exhausted": gettext_noop("The hand ends: the stock is empty."),
    "hand_ended:conceded": gettext_noop("The hand ends: a side gives up."),
    "hand_ended:abandoned": gettext_noop("The hand ends: the game is ended."),
    "hand_ended:voided": gettext_noop("The hand ends: a director has made it void."),
    "hand_scored": gettext_noop("Hand %(number)s is scored: %(points)s."),
    "hand_voided": gettext_noop("A director makes hand %(number)s void."),
    "last_hand_called": gettext_noop("A director calls the last hand."),
    "game_finished": gettext_noop("The game is over."),
    "consent_asked:pause": gettext_noop("%(who)s asks for a pause."),
    "consent_asked:abandon": gettext_noop("%(who)s asks to end the game without a winner."),
    "consent_asked:concede": gettext_noop("%(who)s asks their side to give up."),
    "consent_asked:claim": gettext_noop("%(who)s claims the game, as %(absent)s stays away."),
    "consent_answered:true": gettext_noop("%(who)s agrees."),
    "consent_answered:false": gettext_noop("%(who)s does not agree."),
    "consent_closed:granted": gettext_noop("All have agreed."),
    "consent_closed:refused": gettext_noop("The question is refused."),
    "consent_closed:withdrawn": gettext_noop("The question is taken back."),
    "consent_closed:lapsed": gettext_noop("The question is not open any more."),
    "clock_flagged": gettext_noop("The time of %(who)s is over."),
    "clock_credited": gettext_noop("More time is given, as the service was away."),
    "withheld": gettext_noop("Hidden until all tables have played these cards."),
    "score_adjusted": gettext_noop("A director adjusts a score by %(points)s points."),
    **dict.fromkeys(
        [f"phrase_said:{each}" for each in PHRASES], gettext_noop("%(who)s: %(phrase)s")
    ),
    "presence_changed:online": gettext_noop("%(who)s is back."),
    "presence_changed:gone": gettext_noop("%(who)s has not been heard of for ten minutes."),
    "hand_peeked": gettext_noop("A member of the staff looked at a hand that was being played."),
}
"""By type of the event, or by its type and variant."""

TURN: Final = gettext_noop("%(who)s %(acts)s.")
"""All that a seat does in a turn: what it does, in its order, with commas between."""

ACTS: Final = {
    "cards_drawn": gettext_noop("draws %(cards)s"),
    "pile_taken": gettext_noop("takes the pile: %(cards)s"),
    "top_taken": gettext_noop("takes the top card of the pile: %(cards)s"),
    "red_three_laid": gettext_noop("lays a red three: %(cards)s"),
    "aside_taken": gettext_noop("takes %(cards)s that lay aside"),
    "foot_taken": gettext_noop("picks up the second hand: %(cards)s"),
    "melded": gettext_noop("melds %(cards)s (%(worth)s points)"),
    "laid_off": gettext_noop("adds %(cards)s to %(meld)s (%(worth)s points)"),
    "merged": gettext_noop("merges two melds"),
    "card_discarded": gettext_noop("discards %(cards)s"),
    "turn_passed": gettext_noop("passes"),
    "taken_back": gettext_noop("takes it back"),
}
"""What a seat does in its turn, by type of the event, as part of the sentence `TURN`."""

SILENT: Final = {
    "game_created": "the page is about it",
    "entropy_added": "it is shown with the shuffle",
    "clock_set": "the clock shows it",
    "phrase_said": "of a player who is blocked",
    "presence_changed:away": "the seat shows it, and it comes and goes",
}
"""What has no sentence, and why."""


def _kind_of(event: Mapping[str, Any]) -> str:
    """The type of an event, with the variant that it has."""
    for name in VARIANTS:
        if name in event:
            value = event[name]
            return f"{event['type']}:{str(value).lower() if isinstance(value, bool) else value}"
    return str(event["type"])


def _template_of(event: Mapping[str, Any]) -> str:
    """The sentence of an event before its values are filled in; empty for a silent one."""
    return TEMPLATES.get(_kind_of(event)) or TEMPLATES.get(event["type"], "")


def sentence(
    event: Mapping[str, Any],
    name_of: NameOf,
    cards_text: Callable[[Sequence[str]], str],
    meld_of: MeldOf,
) -> str:
    """What an event says to people, as its reader may know it; empty for a silent one."""
    template = _template_of(event)
    return _(template) % _values(event, name_of, cards_text, meld_of) if template else ""


def turn_sentence(
    events: Sequence[Mapping[str, Any]],
    name_of: NameOf,
    cards_text: Callable[[Sequence[str]], str],
    meld_of: MeldOf,
    worth_of: Callable[[Sequence[str]], int],
) -> str:
    """What a seat did in a turn, as one sentence; the events are all of `ACTS`."""

    def act(event: Mapping[str, Any]) -> str:
        values = _values(event, name_of, cards_text, meld_of)
        return _(ACTS[event["type"]]) % {**values, "worth": worth_of(event.get("cards") or ())}

    return _(TURN) % {"who": name_of(events[0]["seat"]), "acts": ", ".join(map(act, events))}


def _values(
    event: Mapping[str, Any],
    name_of: NameOf,
    cards_text: Callable[[Sequence[str]], str],
    meld_of: MeldOf,
) -> dict[str, Any]:
    """What the placeholders of a sentence are filled with."""
    return {
        "who": name_of(next((event[name] for name in ACTORS if event.get(name) is not None), None)),
        "absent": name_of(event.get("claimed")),
        "cards": _cards(event, cards_text),
        "meld": meld_of(event) if "onto" in event else "",
        "number": event.get("number", event["hand"]),
        "points": _points(event),
        "phrase": _(PHRASES[event["code"]]) if event["type"] == "phrase_said" else "",
    }


def _cards(event: Mapping[str, Any], cards_text: Callable[[Sequence[str]], str]) -> str:
    """The cards of an event, or only how many where they are hidden."""
    cards = event.get("cards") or ([event["card"]] if "card" in event else [])
    count = event.get("count", 0)
    return cards_text(cards) or ngettext("%(count)s card", "%(count)s cards", count) % {
        "count": count
    }


def _points(event: Mapping[str, Any]) -> str:
    """The points of an event, of a score by side."""
    if "score" in event:
        return " : ".join(str(side["total"]) for side in event["score"])
    return str(event.get("points", ""))
