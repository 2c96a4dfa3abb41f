"""`GET /problems`: every code of a failure, what it means, and how it looks."""

from typing import Annotated, TypedDict

from django.http import HttpResponse
from rest_framework.request import Request

from samba_service.kit.access import ANONYMOUS
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


SHOWN = {
    "results": [
        {
            "code": "bad_request",
            "status": 400,
            "title": "The request cannot be understood",
            "meaning": "The request cannot be understood.",
            "example": {
                "type": "http://127.0.0.1:8000/problems/bad_request",
                "title": "The request cannot be understood",
                "status": 400,
                "detail": "The request cannot be understood.",
                "instance": "/api/v1/problems",
                "code": "bad_request",
            },
        }
    ]
}


class ProblemKinds(ApiView):
    @operation(
        "problems_list",
        summary="List the codes of failures",
        description="With status, meaning and an example each. Answers that may be kept for an "
        "hour, and have a tag.",
        access=ANONYMOUS,
        answers={200: ProblemListAnswer},
        example=SHOWN,
        tags=("rules",),
        tagged=True,
    )
    def get(self, request: Request) -> HttpResponse:
        kinds = [
            {
                "code": kind.code,
                "status": kind.status,
                "title": kind.title,
                "meaning": kind.meaning,
                "example": problem_document(request._request, Problem(kind.code)),
            }
            for kind in known_kinds()
        ]
        return cacheable_response(request, {"results": kinds})
