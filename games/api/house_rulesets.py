"""House rules with a name: listed, stored, read by anybody who knows it, changed by its owner."""

import re
from datetime import datetime
from math import ceil
from typing import TYPE_CHECKING, Annotated, Any, Literal, NotRequired, TypedDict
from uuid import UUID

import orjson
from django.http import HttpResponse
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request

from games.api.base import GamesApiView
from games.api.rulesets import (
    DiffQuery,
    OriginAnswer,
    ResolvedRulesetAnswer,
    RulesetAnswer,
    RulesetDiffAnswer,
    RulesetRequest,
    compared,
    resolved,
    shipped,
)
from games.choices import HOUSE_SLUG_PATTERN
from games.engine.rulesets import slugs
from games.selectors.rulesets import (
    house_name,
    house_ruleset_editable,
    house_ruleset_get,
    house_rulesets_listed,
    house_version_get,
    house_version_rules,
)
from games.services.rulesets import (
    HouseRules,
    house_ruleset_create,
    house_ruleset_hide,
    house_ruleset_update,
)
from samba_service.accounts.choices import Scope
from samba_service.kit import strict
from samba_service.kit.access import Access, needs
from samba_service.kit.answers import Digest, Page, answer_of
from samba_service.kit.http import cacheable_response
from samba_service.kit.paging import links, place_of
from samba_service.kit.problems import found_or_404, not_found
from samba_service.kit.schema import listing, operation
from samba_service.kit.throttles import RULESETS

if TYPE_CHECKING:
    from games.models import HouseRuleset, HouseRulesetVersion

TAGS = ("rules",)

MAX_VERSION = 32767

RESERVED = {"diff", "schema", "validate"}
"""No house rules are called by a word that addresses of rulesets end in."""


@extend_schema_field({"type": "string", "pattern": HOUSE_SLUG_PATTERN})
class HouseSlugField(strict.CharField):
    """The second part of a name; none that would make an address mean two things."""

    def __init__(self, **options: Any) -> None:
        super().__init__(trim_whitespace=False, **options)

    def to_internal_value(self, data: Any) -> str:
        slug = super().to_internal_value(data)
        if not re.fullmatch(HOUSE_SLUG_PATTERN.strip("^$"), slug):
            detail = "1 to 40 small letters, digits and hyphens between them."
            raise serializers.ValidationError(detail)
        if slug in RESERVED:
            raise serializers.ValidationError("This word is reserved.")
        return slug


class HouseRulesetRequest(RulesetRequest):
    name = strict.LineField(max_length=100, help_text="What people call it")
    extends = strict.CharField(
        max_length=100, help_text="A ruleset that ships, or house rules: `{owner}/{slug}`"
    )


class HouseRulesetCreateRequest(HouseRulesetRequest):
    slug = HouseSlugField(help_text="Small letters, digits and hyphens between them")
    club = strict.UUIDField(
        required=False, default=None, allow_null=True,
        help_text="The owner, of which you are an admin; null: you",
    )  # fmt: skip


class VersionQuery(strict.Serializer):
    version = serializers.IntegerField(
        required=False, min_value=1, max_value=MAX_VERSION, help_text="Left out: the latest"
    )


class HouseDiffQuery(DiffQuery, VersionQuery):
    """Both of them."""


class RulesetOwnerAnswer(TypedDict):
    """Whose house rules they are."""

    kind: Literal["player", "club"]
    id: UUID


class RulesetVersionAnswer(TypedDict):
    """A version of house rules."""

    version: int
    name: str
    sha256: Digest
    created_at: datetime


class HouseRulesetAnswer(ResolvedRulesetAnswer):
    """House rules with a name; `slug` is `{owner}/{slug}`."""

    owner: RulesetOwnerAnswer
    extends: Annotated[str, "What they were resolved against when stored"]
    overrides: Annotated[dict[str, Any], "As they were given"]
    hidden: Annotated[bool, "Only their owner still reads them"]
    versions: Annotated[list[RulesetVersionAnswer], "The oldest first"]


class ListedRulesetAnswer(ResolvedRulesetAnswer):
    """A ruleset that ships, with `origins`; or house rules, with the other five."""

    origins: NotRequired[dict[str, OriginAnswer]]
    owner: NotRequired[RulesetOwnerAnswer]
    extends: NotRequired[str]
    overrides: NotRequired[dict[str, Any]]
    hidden: NotRequired[bool]
    versions: NotRequired[list[RulesetVersionAnswer]]


def house_ruleset_view(version: "HouseRulesetVersion") -> HouseRulesetAnswer:
    """A version of house rules: the document and its hash are those that were stored."""
    ruleset = version.ruleset
    kind = "club" if ruleset.player_id is None else "player"
    return answer_of(
        HouseRulesetAnswer,
        version,
        **resolved(house_version_rules(version))
        | {"sha256": version.sha256, "document": orjson.loads(version.document)},
        owner={"kind": kind, "id": ruleset.owner},
        hidden=ruleset.hidden_at is not None,
        versions=ruleset.versions.all(),
    )


READ = Access(
    (Scope.GAMES_READ, Scope.GAMES_PLAY, Scope.CLUB_READ, Scope.CLUB_ADMIN), anonymous=True
)
"""What ships and what a name is known of is for everybody; what is one's own takes a token."""

STORE = needs(Scope.GAMES_PLAY, Scope.CLUB_ADMIN)
"""The former for one's own, the latter for a club's; see `storing`."""


def storing(*, of_club: bool) -> Scope:
    """The scope that storing house rules of this kind of owner takes."""
    return Scope.CLUB_ADMIN if of_club else Scope.GAMES_PLAY


class HouseRulesetView(GamesApiView):
    """A view of house rules; hidden ones are for their owner only."""

    ruleset: "HouseRuleset"

    def find(self, request: Request, **kwargs: str) -> None:
        name = house_name(f"{kwargs['owner']}/{kwargs['slug']}")
        self.ruleset = found_or_404(None if name is None else house_ruleset_get(name))
        if self.ruleset.hidden_at and not house_ruleset_editable(self.ruleset, self.viewer):
            raise not_found()

    def check_permissions(self, request: Request) -> None:
        super().check_permissions(request)
        if request.method not in ("GET", "HEAD"):
            self.require_scope(storing(of_club=self.ruleset.player_id is None))


class HouseRulesetDetail(HouseRulesetView, at="rulesets/{owner}/{slug}"):
    @operation("rulesets_house_read", READ, HouseRulesetAnswer, query=VersionQuery)
    def get(self, query: Any) -> HouseRulesetAnswer:
        """Read house rules.

        Anybody who knows the name may read them; hidden house rules are for their owner only. A
        version never changes.
        """
        return house_ruleset_view(house_version_get(self.ruleset, query.get("version")))

    @operation(
        "rulesets_house_change",
        STORE,
        HouseRulesetAnswer,
        request=HouseRulesetRequest,
        refusals=(409, 422),
        rate=RULESETS,
    )
    def put(self, body: Any) -> HouseRulesetAnswer:
        """Change house rules.

        Adds a version, unless the latest says the same: then that is the answer. Games and
        tournaments keep the one that they began with. Hidden house rules are offered again. Your
        own take the scope `games:play`; a club's are changed by its admins, scope `club:admin`; 403
        `not_ruleset_owner`. 409 `too_many` at the limit of versions, 422 `invalid_ruleset`.
        """
        of, by, rules = self.ruleset.pk, self.player, HouseRules(**body)
        return house_ruleset_view(house_ruleset_update(ruleset_id=of, by=by, rules=rules))

    @operation("rulesets_house_hide", STORE, None, rate=RULESETS)
    def delete(self) -> None:
        """Hide house rules.

        They are no longer listed, and no new game or tournament takes them; those that have begun
        keep their own copies. The name stays taken. The owner can still read them, and offers them
        again by `PUT` or `POST`.
        """
        house_ruleset_hide(ruleset_id=self.ruleset.pk, by=self.player)


class HouseRulesetDiff(HouseRulesetView, at="rulesets/{owner}/{slug}/diff"):
    @operation(
        "rulesets_house_diff", READ, RulesetDiffAnswer, query=HouseDiffQuery, refusals=(422,)
    )
    def get(self, query: Any) -> RulesetDiffAnswer:
        """Compare house rules with another ruleset.

        As `/rulesets/{slug}/diff`, with its 422; `version` chooses a version of these, `against` is
        the latest of the other.
        """
        version = house_version_get(self.ruleset, query.get("version"))
        return compared(house_version_rules(version), query["against"])


HOUSE_RULES_PER_CALL = 10
"""A page with this many house rules costs one more call, as each is resolved and worded."""


class Rulesets(GamesApiView, at="rulesets"):
    @listing("rulesets_list", READ, ListedRulesetAnswer, conditional=True)
    def get(self, query: Any) -> HttpResponse:
        """List the rulesets.

        Those that ship, then house rules: the caller's own, and those of clubs that the caller
        belongs to, or that list them for everybody (`rulesets_public`). A page costs a call more
        for each ten house rules.
        """
        start, limit = place_of(query.get("cursor", "0")), query["limit"]
        first = slugs()[start : start + limit]
        # The house rules follow; one more than the page has room for shows if there are more.
        house = house_rulesets_listed(self.viewer)
        after = max(0, start - len(slugs()))
        rest = list(house[after : after + limit - len(first) + 1])
        shown, more = rest[: limit - len(first)], len(rest) > limit - len(first)
        if shown:
            self.pay(ceil(len(shown) / HOUSE_RULES_PER_CALL))
        answer: Page[RulesetAnswer | HouseRulesetAnswer] = {
            "results": [*map(shipped, first), *map(house_ruleset_view, shown)],
            **links(self.request, start=start, limit=limit, more=more),
        }
        return cacheable_response(self.request, answer, cache="private, no-cache")

    @operation(
        "rulesets_create",
        STORE,
        {201: HouseRulesetAnswer},
        request=HouseRulesetCreateRequest,
        location="rulesets/{slug}",
        rate=RULESETS,
    )
    def post(self, body: Any) -> HouseRulesetAnswer:
        """Store house rules.

        Under `{owner}/{slug}`, the owner being your id, or with `club` the club's. Anybody who
        knows that name may use it wherever a ruleset is asked for. A later change of `extends` does
        not change the document. Your own take the scope `games:play`; a club's are stored by its
        admins, scope `club:admin`; 403 `not_ruleset_owner`. Tournaments and the house rules of
        clubs take no player's own: 422 `invalid_ruleset`, which names every bad value. 409
        `ruleset_taken` for a name that is there; a hidden one is offered again, with a new version
        unless the latest says the same. 409 `too_many` at the owner's limit, hidden ones included.
        """
        club, slug = body.pop("club"), body.pop("slug")
        self.require_scope(storing(of_club=club is not None))
        rules = HouseRules(**body)
        stored = house_ruleset_create(by=self.player, club=club, slug=slug, rules=rules)
        return house_ruleset_view(stored)
