"""The schema of the API, built once in each process."""

import hashlib
from threading import Lock
from typing import Any

from django.http import HttpRequest, HttpResponse
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiYamlRenderer
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from samba_service.kit import throttles
from samba_service.kit.http import not_modified

_built: dict[type[BaseRenderer], tuple[bytes, str]] = {}

_building = Lock()

_FORMATS = {"json": OpenApiJsonRenderer, "yaml": OpenApiYamlRenderer}


class SchemaView(SpectacularAPIView):
    """YAML, or JSON on request; with a tag, because it changes only with the program."""

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:
        """By `?format=json` or `?format=yaml`, which a browser can send, else by `Accept`."""
        wanted = _FORMATS.get(request.query_params.get("format", ""))
        for renderer in self.get_renderers():
            if type(renderer) is wanted:
                return renderer, renderer.media_type
        return super().perform_content_negotiation(request, force)

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        django_request: HttpRequest = request._request
        headers = throttles.take(django_request, throttles.READS, None)
        renderer = request.accepted_renderer
        body, tag = schema_as(type(renderer))
        headers |= {"ETag": tag, "Vary": "Accept", "Cache-Control": "public, max-age=300"}
        answer = not_modified(request, tag)
        if answer is None:
            answer = HttpResponse(body, content_type=renderer.media_type)
            answer["Content-Disposition"] = f'inline; filename="samba-service.{renderer.format}"'
        for name, value in headers.items():
            answer[name] = value
        return answer


def schema_as(renderer: type[BaseRenderer]) -> tuple[bytes, str]:
    """The schema as `renderer` writes it, and its entity tag."""
    with _building:
        if renderer not in _built:
            generator: Any = SchemaGenerator
            schema = generator().get_schema(request=None, public=True)
            body: bytes = renderer().render(schema, renderer_context={})  # type: ignore[assignment]  # as we send it
            _built[renderer] = body, f'"{hashlib.sha256(body).hexdigest()[:32]}"'
        return _built[renderer]
