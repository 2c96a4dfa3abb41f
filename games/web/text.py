"""A table as text: forms without scripts, for screen readers and old browsers."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.http.request import QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views import View

from games.api.answers import game_answer
from games.api.base import problem_for
from games.api.moves import legal_answer
from games.choices import Via
from games.engine.codec import action_in
from games.selectors.events import events_since
from games.selectors.games import GameState, game_get
from games.services.moves import move_play
from games.services.presence import heard
from games.web.names import seat_names
from games.web.scores import sides_scored
from games.web.sentences import sentence
from games.web.text_form import Form
from games.web.words import (
    RANK_NAMES,
    card_name,
    cards_named,
    meld_described,
    melds_by_name,
    with_names,
)
from samba_service.accounts.web.readers import ForPeople
from samba_service.kit import throttles
from samba_service.kit.errors import NotThere
from samba_service.kit.problems import Problem, problem_of

LOG_LENGTH = 60
"""The number of events, of which the page shows those that say something."""
REFUSALS = range(400, 500)
SEQUENCE_RANKS = "456789TJQKA"


class TextTable(ForPeople, View):
    """`GET` shows the table, `POST` plays by its buttons."""

    def get(self, request: HttpRequest, game_id: UUID) -> HttpResponse:
        return self.shown(request, game_id, Form.parse(QueryDict()))

    def post(self, request: HttpRequest, game_id: UUID) -> HttpResponse:
        form = Form.parse(request.POST)
        if (restaged := form.restaged()) is not None:
            return self.shown(request, game_id, restaged)
        try:
            throttles.take(request, throttles.MOVES, str(self.person.pk))
            move_play(
                game_id=game_id,
                player_id=self.person.player_id,
                action=action_in(form.action()),
                expected_version=form.version,
                via=Via.PAGE,
            )
        except NotThere:
            raise Http404 from None
        except Exception as exc:  # as the API: each kind of refusal is shown, a fault is raised
            problem = problem_of(problem_for(exc))
            if problem.status not in REFUSALS:
                raise
            return self.shown(request, game_id, form, problem)
        return redirect(request.path)

    def shown(
        self, request: HttpRequest, game_id: UUID, form: Form, problem: Problem | None = None
    ) -> HttpResponse:
        """The page; with what was put together, and with the refusal of what was tried."""
        viewer = self.person.player_id
        try:
            state = game_get(game_id=game_id, viewer=viewer)
        except NotThere:
            raise Http404 from None
        if state.seat is not None:
            heard(state.game.id, viewer)
        status = 200 if problem is None else problem.status
        return render(request, "games/text.html", context(state, form, problem), status=status)


def context(state: GameState, form: Form, problem: Problem | None) -> Mapping[str, Any]:
    """What the page shows: the game as its viewer may see it, in words."""
    game: Mapping[str, Any] = game_answer(state)
    hand = game["hand"]
    options = [] if state.seat is None else legal_answer(0, state.match, state.seat)["options"]
    names = seat_names(game)
    own = [] if hand is None or state.seat is None else hand["hands"][state.seat]["cards"]
    return {
        "game": game,
        "rules": state.match.rules.name,
        "problem": problem,
        "refusal": problem and with_names(problem.wording.said_on_page().detail),
        "rule": problem and problem.extra.get("rule"),
        "form": form,
        "seats": _seats(game, names),
        "turn": hand and ", ".join(names[seat] for seat in hand["to_act"]),
        "own_turn": hand is not None and state.seat in hand["to_act"],
        "top": hand and hand["pile"]["top"] and card_name(hand["pile"]["top"]),
        "sides": _sides(game, names),
        "cards": _checkboxes(own, form),
        "buttons": _buttons(options, hand),
        "can_stage": any(each["type"] in ("meld", "take_pile") for each in options),
        "wild_ranks": _wild_ranks(state),
        "scored": game["last_hand"] and sides_scored(game["last_hand"], game, names),
        "log": _log(state, names, hand),
    }


def _wild_ranks(state: GameState) -> list[tuple[str, str]]:
    """What a wild card may be in a sequence, each with its name; none where none may be in one."""
    wilds = state.match.rules.sequence_limits.max_wilds
    return [(rank, _(RANK_NAMES[rank])) for rank in SEQUENCE_RANKS] if wilds else []


def _seats(game: Mapping[str, Any], names: Sequence[str]) -> list[dict[str, Any]]:
    hands = game["hand"]["hands"] if game["hand"] else [{} for _seat in names]
    return [{"name": name, "count": hands[seat].get("count")} for seat, name in enumerate(names)]


def _sides(game: Mapping[str, Any], names: Sequence[str]) -> list[dict[str, Any]]:
    hand = game["hand"]
    return [
        {
            "names": ", ".join(names[seat] for seat in side["seats"]),
            "score": side["score"],
            "needs": hand and hand["initial_minimum"][side["side"]],
            "red_threes": hand and len(hand["red_threes"][side["side"]]),
            "melds": [
                {"words": meld_described(meld), "cards": cards_named(meld["cards"])}
                for meld in (hand["melds"] if hand else ())
                if meld["side"] == side["side"]
            ],
        }
        for side in game["sides"]
    ]


def _checkboxes(own: Sequence[str], form: Form) -> list[dict[str, Any]]:
    """The hand without what is staged; what was selected is so again."""
    staged = [card for meld in form.staged for card in meld.cards]
    selected = list(form.cards)
    found = []
    for card in own:
        if card in staged:
            staged.remove(card)
            continue
        if checked := card in selected:
            selected.remove(card)
        found.append({"card": card, "name": card_name(card), "checked": checked})
    return found


_BUTTONS = {
    "draw": gettext_noop("Draw from the stock"),
    "discard": gettext_noop("Discard the selected card"),
    "pass": gettext_noop("Pass"),
    "ask_out": gettext_noop("Ask: may I go out?"),
    "lay_red_three": gettext_noop("Lay the selected red threes"),
    "take_back": gettext_noop("Take back"),
}


def _buttons(
    options: Sequence[Mapping[str, Any]], hand: Mapping[str, Any] | None
) -> list[dict[str, str]]:
    """A button for each thing that may be done now."""
    melds = {meld["id"]: meld_described(meld) for meld in hand["melds"]} if hand else {}
    found: list[dict[str, str]] = []
    for option in options:
        onto = option.get("onto")
        meld = {"meld": melds.get(onto, "")}
        match option["type"]:
            case "take_pile" if onto is None:
                found.append(
                    {"do": "take_pile", "text": _("Take the pile with the selected cards")}
                )
            case "take_pile":
                text = _("Take the pile onto %(meld)s, with the selected cards") % meld
                found.append({"do": f"take_pile:{onto}", "text": text})
            case "take_top":
                text = _("Take the top card onto %(meld)s") % meld
                found.append({"do": f"take_top:{onto}", "text": text})
            case "lay_off":
                text = _("Add the selected cards to %(meld)s") % meld
                found.append({"do": f"lay_off:{onto}", "text": text})
            case "merge":
                into, other = option["into"], option["from"]
                words = {"meld": melds[other], "into": melds[into]}
                text = _("Merge %(meld)s into %(into)s") % words
                found.append({"do": f"merge:{into}:{other}", "text": text})
            case "answer_out":
                found.append({"do": "answer_yes", "text": _("Yes, go out")})
                found.append({"do": "answer_no", "text": _("No, play on")})
            case name if name in _BUTTONS:
                found.append({"do": name, "text": _(_BUTTONS[name])})
    return found


def _log(state: GameState, names: Sequence[str], hand: Mapping[str, Any] | None) -> list[str]:
    """The last sentences of the log, the newest first."""
    after = max(0, state.game.seq - LOG_LENGTH)
    events: Sequence[Any] = events_since(state, after=after, limit=LOG_LENGTH)

    def name_of(seat: int | None) -> str:
        return _("The table") if seat is None else names[seat]

    meld_of = melds_by_name(events, hand)
    found = [sentence(event, name_of, cards_named, meld_of) for event in events]
    return [text for text in reversed(found) if text]
