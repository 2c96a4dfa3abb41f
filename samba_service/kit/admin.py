"""Django's admin pages: rows to read. What is not named for a model is neither shown nor asked."""

from typing import Any, ClassVar

from django.contrib import admin
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.paginator import Paginator
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.functional import cached_property

COUNTED = 10_000
"""Rows of a list that are counted, and can be paged to: a count of all would grow with them."""
LOOKUPS = frozenset({"exact", "isnull", "gte", "gt", "lte", "lt"})
"""What a list may ask of a column by its address."""


class BoundedPaginator(Paginator):  # type: ignore[type-arg]  # generic in the stubs only
    @cached_property
    def count(self) -> int:
        rows: Any = self.object_list
        return int(rows[:COUNTED].count())


class Reading(admin.ModelAdmin):  # type: ignore[type-arg]  # generic in the stubs only
    """Rows of a model, to be read; a subclass may name columns of them that can be edited.

    Columns that are not shown are not read from the database, and a list can be asked only for
    values of `list_filter` and `linked`: a guess about another column is refused.
    """

    editable: ClassVar[tuple[str, ...]] = ()
    linked: ClassVar[tuple[str, ...]] = ()
    """Columns that other pages ask for, as `?game=`."""

    list_per_page = list_max_show_all = 50
    paginator = BoundedPaginator
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    actions: Any = None

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        meta = self.model._meta
        shown = {meta.pk.name, *self._shown()}
        hidden = [column.name for column in meta.concrete_fields if column.name not in shown]
        return super().get_queryset(request).defer(*hidden)

    def get_list_select_related(self, request: HttpRequest) -> Any:
        columns = {each.name: each for each in self.model._meta.concrete_fields}
        listed = [str(name) for name in self.list_display]
        return [name for name in listed if name in columns and columns[name].is_relation] or False

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return [name for name in self._shown() if name not in self.editable]

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        name, *rest = lookup.split("__")
        named = name in self.linked or name in self.list_filter
        return named and len(rest) <= 1 and LOOKUPS.issuperset(rest)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(self.editable) and super().has_change_permission(request, obj)

    def log_change(self, request: HttpRequest, obj: Model, message: Any) -> LogEntry:
        """A row of who changed which columns: ids only, so that an erased person leaves no name."""
        user: Any = request.user
        return LogEntry.objects.create(
            user_id=user.pk,
            content_type=ContentType.objects.get_for_model(obj),
            object_id=str(obj.pk),
            object_repr=str(obj.pk),
            action_flag=CHANGE,
            change_message=message,
        )

    def _shown(self) -> tuple[str, ...]:
        return tuple(str(name) for name in self.fields or ())


def register(
    model: type[Model],
    *listed: str,
    more: tuple[str, ...] = (),
    filters: tuple[str, ...] = (),
    search: tuple[str, ...] = (),
    linked: tuple[str, ...] = (),
    kind: type[Reading] = Reading,
    **options: Any,
) -> None:
    """Let the rows of `model` be read: its list has the columns `listed`, its page also `more`."""
    named = {
        "fields": (*listed, *more),
        "list_display": listed,
        "list_filter": filters,
        "search_fields": search,
        "linked": linked,
        **options,
    }
    admin.site.register(model, type(f"{model.__name__}Admin", (kind,), named))
