"""A finished hand in sentences, one for each turn."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.api.answers import game_answer
from games.engine.cards import cards_of
from games.engine.match import Match
from games.errors import HandNotFound
from games.selectors.events import hand_events
from games.selectors.hands import hand_get
from games.web.names import seat_names
from games.web.readers import game_of_page
from games.web.scores import sides_scored
from games.web.sentences import ACTS, MeldOf, sentence, turn_sentence
from games.web.words import cards_named, melds_by_name
from samba_service.kit import throttles

ENDS_TURN = {"card_discarded", "turn_passed"}


class Sentence(NamedTuple):
    """A turn, or what happened between turns, in a sentence."""

    seq: int
    text: str


@require_safe
@throttles.limited(throttles.RECORDS)
def transcript(request: HttpRequest, game_id: UUID, number: int) -> HttpResponse:
    """The page of hand `number`, as its reader may see it; 404 while the hand is played."""
    state = game_of_page(request, game_id)
    try:
        if number > state.last_hand_shown:
            raise HandNotFound
        result = hand_get(game_id=game_id, number=number)
    except HandNotFound:
        raise Http404 from None
    game = game_answer(state)
    names = seat_names(game)
    context = {
        "game": game,
        "number": number,
        "lines": list(lines(hand_events(state, number), state.match, names)),
        "sides": sides_scored(result, game, names),
        "hands": range(1, min(state.match.hands_played, state.last_hand_shown) + 1),
    }
    return render(request, "games/transcript.html", context)


def lines(events: Iterable[Any], match: Match, names: Sequence[str]) -> Iterator[Sentence]:
    """Sentences of the events of a hand: what a seat does in a turn is one of them."""
    events = list(events)
    meld_of = melds_by_name(events)
    turn: list[Any] = []
    for event in events:
        belongs = event["type"] in ACTS
        if turn and (not belongs or event["seat"] != turn[0]["seat"]):
            yield _turn(turn, match, names, meld_of)
            turn = []
        if not belongs:
            text = sentence(event, _namer(names), cards_named, meld_of)
            if text:
                yield Sentence(event["seq"], text)
            continue
        turn.append(event)
        if event["type"] in ENDS_TURN:
            yield _turn(turn, match, names, meld_of)
            turn = []
    if turn:
        yield _turn(turn, match, names, meld_of)


def _turn(events: Sequence[Any], match: Match, names: Sequence[str], meld_of: MeldOf) -> Sentence:
    """What one seat did: "Ana draws two cards, melds ... (30 points), discards ..."."""

    def worth(cards: Sequence[str]) -> int:
        return sum(match.rules.card_points[card] for card in cards_of(" ".join(cards)))

    text = turn_sentence(events, _namer(names), cards_named, meld_of, worth)
    return Sentence(events[0]["seq"], text)


def _namer(names: Sequence[str]) -> Callable[[int | None], str]:
    return lambda seat: _("The table") if seat is None else names[seat]
