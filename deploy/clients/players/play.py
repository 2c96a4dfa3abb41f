"""Plays a hand against bots, by the client that openapi-python-client made.

python play.py http://127.0.0.1:8000
"""

import secrets
import sys
import time
from typing import TypeVar

from samba import AuthenticatedClient, Client
from samba.api.access import auth_register, auth_tokens_create
from samba.api.games import games_create, games_read
from samba.api.lobby import games_start
from samba.api.play import games_legal_actions, games_moves_create
from samba.models import (
    AuthRegisterBody,
    AuthTokensCreateBody,
    Game,
    GameRequest,
    GameRequestBots,
    LegalActions,
    MoveRequest,
    Problem,
    Scope,
)

T = TypeVar("T")


def good(answer: T | Problem | None) -> T:
    """The answer of a call that must succeed."""
    if answer is None or isinstance(answer, Problem):
        raise SystemExit(f"refused: {answer}")
    return answer


def signed_up(base: str) -> AuthenticatedClient:
    """A client with the token of a new account."""
    nobody = Client(base)
    name, password = f"player-{secrets.token_hex(4)}", secrets.token_urlsafe(16)
    register = AuthRegisterBody(username=name, password=password, display_name="Example")
    good(auth_register.sync(client=nobody, body=register))
    scopes = [Scope.GAMESREAD, Scope.GAMESPLAY]
    wanted = AuthTokensCreateBody(username=name, password=password, name="play.py", scopes=scopes)
    token = good(auth_tokens_create.sync(client=nobody, body=wanted)).token
    return AuthenticatedClient(base, token)


def choose(legal: LegalActions) -> MoveRequest:
    """An action that is legal: lay what can be laid, else take the first option."""
    laying = [option for option in legal.options if option.type_ in ("meld", "lay_off")]
    return MoveRequest((laying or legal.options)[0].example)


def play_hand(client: AuthenticatedClient, game: Game) -> Game:
    """Play until the first hand has its score; the game after it."""
    while game.last_hand is None and game.result is None:
        if game.hand is None or game.you is None or game.you.seat not in game.hand.to_act:
            time.sleep(0.1)
            game = good(games_read.sync(game.id, client=client))
            continue
        action = choose(good(games_legal_actions.sync(game.id, client=client)))
        key, version = secrets.token_hex(16), str(game.version)
        game = good(
            games_moves_create.sync(
                game.id, client=client, body=action, idempotency_key=key, if_match=version
            )
        ).game
    return game


def main() -> None:
    client = signed_up(sys.argv[1])
    bots = GameRequestBots.from_dict(dict.fromkeys("123", "novice"))
    lobby = good(games_create.sync(client=client, body=GameRequest(ruleset="classic", bots=bots)))
    game = play_hand(client, good(games_start.sync(lobby.id, client=client)))
    for side in game.last_hand.score if game.last_hand else []:
        print(f"side {side.side}: {side.total}")


main()
