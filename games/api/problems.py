"""What the engine refuses, as problems."""

from games.engine.errors import InvalidAction, Refusal, Rule, WrongMoment
from games.engine.pad import NOT_FIVES, NOT_SOUND, UnsoundSheet
from games.engine.paragraphs import paragraphs
from games.engine.rulesets import InvalidRuleset
from samba_service.kit.problems import INVALID_FIELDS, Problem, problem_kind, sentence

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


def register_rules() -> None:
    """Give the code of every rule its status and its page."""
    for rule in Rule:
        paragraph = paragraphs()[rule.value]
        text, _, _ = paragraph.text.partition("\n\nSource:")
        status = 409 if rule in MOMENTS else 422
        problem_kind(rule.code, status, paragraph.title, f"{rule.value}: {text}")


def problem_for(exc: Exception) -> Exception:
    """The problem for `exc`; `exc` itself if it is not one of the game's."""
    match exc:
        case Refusal():
            return Problem(
                exc.rule.code,
                sentence(exc.detail),
                status=409 if isinstance(exc, WrongMoment) else 422,
                rule=exc.rule.value,
                facts=exc.facts,
            )
        case InvalidAction():
            path = f"action.{exc.path}" if exc.path else "action"
            return Problem(INVALID_FIELDS, errors=[{"path": path, "detail": exc.message}])
        case UnsoundSheet():
            return Problem(exc.code, errors=exc.errors)
        case InvalidRuleset():
            faults = [{"path": path, "detail": message} for path, message in exc.faults]
            return Problem(INVALID_RULESET, str(exc)[:500], errors=faults)
    return exc
