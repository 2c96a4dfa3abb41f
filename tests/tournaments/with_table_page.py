"""The routes of the service, and the page of a table that it does not have yet."""

from django.http import HttpRequest, HttpResponse
from django.urls import path

from samba_service.urls import handler400, handler403, handler404, handler500, urlpatterns

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]


def _page(request: HttpRequest, table_id: str) -> HttpResponse:
    return HttpResponse(table_id)


urlpatterns = [*urlpatterns, path("tables/<uuid:table_id>", _page, name="table_page")]
