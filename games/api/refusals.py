"""What the engine and the services refuse, as problems: the one place that gives them a status."""

from collections.abc import Mapping

from games import errors
from games.engine.errors import InvalidAction, Refusal, Rule, WrongMoment
from games.engine.pad import NOT_FIVES, NOT_SOUND, UnsoundSheet
from games.engine.paragraphs import paragraphs
from games.engine.rulesets import InvalidRuleset
from samba_service.errors import BadFields, NotThere, ServiceError
from samba_service.http import stale
from samba_service.problems import INVALID_FIELDS, Problem, not_found, problem_kind

MOMENTS = (
    Rule.GAME_NOT_ACTIVE,
    Rule.NOT_YOUR_TURN,
    Rule.WRONG_PHASE,
    Rule.WAITING_FOR_ANSWER,
)
"""Rules about the moment, 409; the others are about the action, 422."""

INVALID_RULESET = problem_kind(
    "invalid_ruleset",
    422,
    "The ruleset is unknown or not playable",
    "`errors` names every bad value by its path and says why.",
)
problem_kind(
    NOT_FIVES,
    422,
    "Points on the score sheet are no multiple of five",
    "All cards, bonuses and penalties are multiples of five. `errors` names every line.",
)
problem_kind(
    NOT_SOUND,
    422,
    "The score sheet does not add up",
    "It says what the pack or the ruleset does not allow, or its lines do not come to its total. "
    "`errors` names every line.",
)
STATUSES: dict[type[ServiceError], int] = {
    errors.NotSeated: 403,
    errors.NotCreator: 403,
    errors.NotDirector: 403,
    errors.NotRulesetOwner: 403,
    errors.NotInLobby: 409,
    errors.NoRematch: 409,
    errors.GameNotActive: 409,
    errors.NoHandRunning: 409,
    errors.SeatEmpty: 409,
    errors.SeatIsTaken: 409,
    errors.GameFull: 409,
    errors.AlreadySeated: 409,
    errors.InvitationOver: 409,
    errors.NotBlockable: 422,
    errors.PlayerBlocked: 409,
    errors.TooMany: 409,
    errors.RulesetTaken: 409,
    errors.RulesetsFull: 409,
    errors.TooMuchEntropy: 409,
    errors.ProofNotYet: 409,
    errors.DealsNotYet: 409,
    errors.DealSetBegun: 409,
    errors.DealsShared: 409,
    errors.HasSeenCards: 409,
    errors.NoProof: 409,
    errors.GameIsRated: 409,
    errors.PeopleOnly: 409,
    errors.ConsentOpen: 409,
    errors.NothingAsked: 409,
    errors.TooManyQuestions: 409,
    errors.NoSuchSeat: 422,
    errors.SeatsNotAllowed: 422,
    errors.UnknownBot: 422,
    errors.PracticeInvalid: 422,
    errors.HandicapInvalid: 422,
    errors.NotRateable: 422,
    errors.DealSetUnfit: 422,
    errors.InvalidCredentials: 401,
    errors.ResetCodeInvalid: 401,
    errors.ScopeNotAllowed: 403,
    errors.RegistrationClosed: 403,
    errors.BotsOwnNoBots: 403,
    errors.NotAMember: 403,
    errors.UsernameTaken: 409,
    errors.TooManyBots: 409,
    errors.PartnershipExists: 409,
    errors.WrongState: 409,
}


def register(statuses: Mapping[type[ServiceError], int]) -> None:
    """Give the code of every refusal its status and its page."""
    for kind, status in statuses.items():
        if kind.code.upper() not in Rule.__members__:
            problem_kind(kind.code, status, _sentence(kind.title).rstrip("."), kind.advice)


def _register_rules() -> None:
    for rule in Rule:
        paragraph = paragraphs()[rule.value]
        text, _, _ = paragraph.text.partition("\n\nSource:")
        status = 409 if rule in MOMENTS else 422
        problem_kind(rule.code, status, paragraph.title, f"{rule.value}: {text}")


def problem_for(exc: Exception) -> Exception:
    """The problem for `exc`; `exc` itself if it is not one of the game's."""
    match exc:
        case NotThere():
            return not_found(_sentence(exc.detail))
        case errors.Stale():
            return stale(exc.version)
        case ServiceError():
            facts, faults = exc.facts or None, exc.errors or None
            return Problem(exc.code, _sentence(exc.detail), facts=facts, errors=faults)
        case Refusal():
            return Problem(
                exc.rule.code,
                _sentence(exc.detail),
                status=409 if isinstance(exc, WrongMoment) else 422,
                rule=exc.rule.value,
                facts=exc.facts,
            )
        case BadFields():
            return Problem(INVALID_FIELDS, errors=exc.errors)
        case InvalidAction():
            path = f"action.{exc.path}" if exc.path else "action"
            return Problem(INVALID_FIELDS, errors=[{"path": path, "detail": exc.message}])
        case UnsoundSheet():
            return Problem(exc.code, errors=exc.errors)
        case InvalidRuleset():
            faults = [{"path": path, "detail": message} for path, message in exc.faults]
            return Problem(INVALID_RULESET, str(exc)[:500], errors=faults)
    return exc


def refusal_answer(refusal: Refusal) -> dict[str, object]:
    """What a dry run answers instead of the error."""
    return {
        "legal": False,
        "code": refusal.rule.code,
        "rule": refusal.rule.value,
        "detail": _sentence(refusal.detail),
        "facts": refusal.facts,
    }


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


_register_rules()
register(STATUSES)
