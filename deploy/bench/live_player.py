"""Plays at many tables, and writes down when each move was committed.

`python -m deploy.bench.live_player TABLES PER_SECOND`. Prints a line when the database is there,
then the listeners as [path, token] of every seat; reads how many moves to play; prints each as
[game, seq, time, seat, half]: of a draw, half is 0 or 1 by the cards, which only its seat sees (the
lower and the upper half of all draws); of other moves, and where a red three was drawn, it is null.
"""

import json
import os
import random
import sys
import time
from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

import django

django.setup()  # before the imports of the apps, hence their E402

from django.core.management import call_command  # noqa: E402  # the apps have to be ready
from django.db import transaction  # noqa: E402

from games.engine.events import CardsDrawn, Event  # noqa: E402
from games.engine.legal import example, options  # noqa: E402
from games.engine.rulesets import resolve  # noqa: E402
from games.engine.view import seat_view  # noqa: E402
from games.selectors.games import game_get  # noqa: E402
from games.services.games import game_create, game_start  # noqa: E402
from games.services.moves import move_play  # noqa: E402
from games.services.seats import seat_take  # noqa: E402
from games.services.terms import GameTerms  # noqa: E402
from samba_service.accounts.models import Person, Player  # noqa: E402
from samba_service.accounts.services.access import token_issue  # noqa: E402

AT_ONCE = 10
"""Tables of one person: an account may have fifty streams open."""


class Table(NamedTuple):
    """A game that runs, and who sits there."""

    game: UUID
    players: list[Player]


def people(
    number: int, tokens: dict[UUID, str], scopes: Sequence[str] = ("games:read",)
) -> list[Player]:
    """Four people, whose tokens with these scopes are added to `tokens`."""
    found = []
    for seat in range(4):
        name = f"p{number}-{seat}"
        person: Person = Person.objects.create_user(name, "a long one", display_name=name)
        _, tokens[person.player.pk] = token_issue(
            person=person,
            player=person.player,
            name="bench",
            scopes=scopes,
            expires_in_s=None,
        )
        found.append(person.player)
    return found


def begun(players: list[Player]) -> Table:
    """A game of theirs that has begun."""
    terms = GameTerms(rules=resolve({"extends": "classic"}), overrides={}, seats=4)
    game = game_create(creator=players[0], terms=terms)
    for player in players[1:]:
        seat_take(game_id=game.id, player=player)
    game_start(game_id=game.id, by=None)
    return Table(game.id, players)


Played = tuple[str, int, float, int, int | None]


def hidden_cards(events: Sequence[Event]) -> int | None:
    """The sum of the cards that only their seat sees; None if the move is not such a draw."""
    drawn = [event for event in events if isinstance(event, CardsDrawn)]
    if len(drawn) != 1 or len(events) != 1 or drawn[0].red_threes:
        return None
    return sum(drawn[0].cards)


def halved(played: Sequence[Played]) -> list[Played]:
    """The moves, with the sum of each draw's hidden cards replaced by its half of all draws."""
    draws = [each for each in played if each[-1] is not None]
    random.Random(2).shuffle(draws)  # of equal sums the earlier ones are not in the lower half
    draws.sort(key=lambda each: each[-1] or 0)
    half = {each[:2]: int(2 * place >= len(draws)) for place, each in enumerate(draws)}
    return [(*each[:4], half.get(each[:2])) for each in played]


def play(tables: Sequence[Table], moves: int, per_s: float) -> list[Played]:
    """Play at random; the first seq of each move, when it was committed, and its half."""
    played: list[Played] = []
    rng, due = random.Random(1), time.monotonic()
    while len(played) < moves:
        table = rng.choice(tables)
        hand = game_get(game_id=table.game, viewer=None).match.hand
        if hand is None:
            continue
        seat = hand.to_act[0]
        view = seat_view(hand, seat)
        action = example(view, rng.choice(options(view)))
        due += rng.expovariate(per_s)
        time.sleep(max(0.0, due - time.monotonic()))
        with transaction.atomic():
            done = move_play(game_id=table.game, player_id=table.players[seat].pk, action=action)
        at, cards = time.monotonic(), hidden_cards(done.events)
        played.append((str(table.game), done.first_seq, at, seat, cards))
    return halved(played)


def main() -> None:
    lines, sys.stdout = os.fdopen(os.dup(1), "w", buffering=1), sys.stderr
    number, per_s = int(sys.argv[1]), float(sys.argv[2])
    call_command("migrate", verbosity=0)
    print("ready", file=lines, flush=True)
    tokens: dict[UUID, str] = {}
    groups = [people(group, tokens) for group in range(-(-number // AT_ONCE))]
    tables = [begun(groups[table // AT_ONCE]) for table in range(number)]
    listeners = [
        [f"/api/v1/games/{table.game}", tokens[player.pk]]
        for table in tables
        for player in table.players
    ]
    print(json.dumps(listeners), file=lines, flush=True)
    print(json.dumps(play(tables, int(sys.stdin.readline()), per_s)), file=lines, flush=True)


if __name__ == "__main__":
    main()
