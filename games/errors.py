"""What the services and selectors refuse, apart from the rules. `code` is the API's."""

from typing import Any, ClassVar


class GameError(Exception):
    """A call that cannot be done; `facts` are numbers and words that the caller may know."""

    code: ClassVar[str]
    detail: str
    """For a person to read; names of facts in braces are filled in."""

    def __init__(self, **facts: Any) -> None:
        words = {
            name: ", ".join(map(str, fact)) if isinstance(fact, list) else fact
            for name, fact in facts.items()
        }
        self.detail = self.detail.format(**words)
        self.facts = facts
        super().__init__(self.detail)


class GameNotFound(GameError):
    """There is no such game, or the caller may not know of it: nobody can tell which."""

    code, detail = "not_found", "there is nothing here that you may see"


class HandNotFound(GameError):
    code, detail = "not_found", "this hand has not ended yet, or was never dealt"


class NotSeated(GameError):
    code, detail = "not_seated", "you do not sit at this table"


class NotCreator(GameError):
    code, detail = "not_creator", "only the creator of the game may do this"


class Stale(GameError):
    """The game has moved on; `version` is the current one."""

    code, detail = "stale_version", "the game has moved on since that version"

    def __init__(self, version: int) -> None:
        super().__init__(version=version)
        self.version = version


class NotInLobby(GameError):
    code, detail = "game_not_in_lobby", "the game has begun"


class GameNotActive(GameError):
    code, detail = "game_not_active", "the game is over"


class SeatEmpty(GameError):
    """`seats` are the empty ones."""

    code, detail = "seat_empty", "a seat is still empty"


class SeatIsTaken(GameError):
    code, detail = "seat_taken", "somebody sits there"


class GameFull(GameError):
    code, detail = "game_full", "every seat is taken"


class AlreadySeated(GameError):
    """`seat` is the player's."""

    code, detail = "already_seated", "this player sits at the table already"


class NoSuchSeat(GameError):
    code, detail = "no_such_seat", "the table has no such seat"


class SeatsNotAllowed(GameError):
    """`allowed` are the sizes that the ruleset knows."""

    code, detail = "seats_not_allowed", "the ruleset is played by {allowed} only"


class UnknownBot(GameError):
    """`allowed` are the levels that there are."""

    code, detail = "unknown_bot", "there is no bot of this level; there are {allowed}"


class PracticeInvalid(GameError):
    code, detail = "practice_invalid", "the practice deals do not fit the ruleset"


class TooMuchEntropy(GameError):
    code, detail = "too_much_entropy", "this seat has added enough to the next shuffle"


class ProofNotYet(GameError):
    code, detail = "proof_not_yet", "the shuffle's proof is shown when the hand is over"


class NoProof(GameError):
    code, detail = "no_proof", "this pack was given for practice, not shuffled"


class LogDamaged(Exception):
    """The log does not fold to what it says: nothing is played in such a game any more."""
