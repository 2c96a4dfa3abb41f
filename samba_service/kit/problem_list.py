"""`GET /problems`: every code of a failure, what it means, and how it looks."""

from typing import Annotated, TypedDict

from django.http import HttpResponse

from samba_service.kit.access import ANONYMOUS
from samba_service.kit.answers import answer_of
from samba_service.kit.http import cacheable_response
from samba_service.kit.problems import Problem, ProblemAnswer, known_kinds, problem_document
from samba_service.kit.schema import operation
from samba_service.kit.views import ApiView


class ProblemKindAnswer(TypedDict):
    """A code, wherever it occurs."""

    code: Annotated[str, "As in the member `code` of a failure."]
    status: Annotated[int, "The HTTP status."]
    title: Annotated[str, "In a few words."]
    meaning: Annotated[str, "What happened, and what to do."]
    example: Annotated[ProblemAnswer, "A failure with this code."]


class ProblemListAnswer(TypedDict):
    """Every code, in the order of the alphabet; new ones may be added without notice."""

    results: Annotated[list[ProblemKindAnswer], "The codes."]


class ProblemKinds(ApiView):
    @operation("problems_list", ANONYMOUS, ProblemListAnswer, tags=("rules",), conditional=True)
    def get(self) -> HttpResponse:
        """List the codes of failures.

        With status, meaning and an example each. Answers that may be kept for an hour, and have a
        tag.
        """
        request = self.request
        kinds = [
            answer_of(
                ProblemKindAnswer,
                kind,
                example=problem_document(request._request, Problem(kind.code)),
            )
            for kind in known_kinds()
        ]
        return cacheable_response(request, {"results": kinds})
