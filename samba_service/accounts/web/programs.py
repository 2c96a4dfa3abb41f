"""Pages about programs: those with access to an account, and those that a person has registered."""

from typing import Any
from uuid import UUID

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path, reverse_lazy
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _
from django.views.generic import FormView, TemplateView, View

from samba_service.accounts.models import OAuthClient, Person
from samba_service.accounts.redirects import REDIRECT_LENGTH, REDIRECTS_PER_PROGRAM
from samba_service.accounts.selectors import clients_of, grants_of
from samba_service.accounts.services.oauth import (
    client_delete,
    client_register,
    client_update,
    grant_revoke,
)
from samba_service.accounts.web.forms import DisplayNameField, refusals_shown
from samba_service.accounts.web.readers import ForPeople
from samba_service.accounts.web.scopes import scope_words
from samba_service.kit.errors import NotThere


class ClientForm(forms.Form):
    """What a person says of a program."""

    name = DisplayNameField(label=_("Name of the program"))
    redirect_uris = forms.CharField(
        max_length=(REDIRECT_LENGTH + len("\r\n")) * REDIRECTS_PER_PROGRAM,
        label=_("Addresses to which it is answered, one a line"),
        help_text=_("https, http only on this device, or an app's own scheme (com.example.app:/)."),
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false", "autocapitalize": "none"}),
    )

    def clean_redirect_uris(self) -> list[str]:
        uris: list[str] = self.cleaned_data["redirect_uris"].split()
        if len(uris) > REDIRECTS_PER_PROGRAM:
            text = _("At most %(limit)s addresses.")
            raise forms.ValidationError(text, params={"limit": REDIRECTS_PER_PROGRAM})
        return uris


class Programs(ForPeople, TemplateView):
    template_name = "accounts/programs.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        player = self.person.player
        return super().get_context_data(
            grants=grants_shown(self.person),
            clients=clients_of(player).order_by("created_at"),
            **kwargs,
        )


def grants_shown(person: Person) -> list[dict[str, Any]]:
    """The programs with access to the person's account, as `accounts/grants.html` shows them."""
    return [
        {"row": grant, "scopes": [scope_words(scope) for scope in grant.scopes]}
        for grant in grants_of(person.player).order_by("created_at")
    ]


class GrantEnd(ForPeople, View):
    def post(self, request: HttpRequest, grant_id: UUID) -> HttpResponse:
        try:
            grant_revoke(player_id=self.person.player_id, grant_id=grant_id)
        except NotThere:
            raise Http404 from None
        return redirect("programs")


class ClientNew(ForPeople, FormView):
    template_name = "accounts/form.html"
    form_class = ClientForm
    extra_context = {"title": _("Register a program")}
    success_url = reverse_lazy("programs")

    def form_valid(self, form: forms.Form) -> HttpResponse:
        with refusals_shown(form):
            self.keep(**form.cleaned_data)
            return super().form_valid(form)
        return self.form_invalid(form)

    def keep(self, **given: Any) -> None:
        """Store what was typed in. Raises what its service raises."""
        client_register(owner_id=self.person.player_id, **given)


class ClientChange(ClientNew):
    template_name = "accounts/program.html"
    extra_context = {"title": _("Change the program")}

    @cached_property
    def client(self) -> OAuthClient:
        found = clients_of(self.person.player).filter(pk=self.kwargs["client_id"]).first()
        if found is None:
            raise Http404
        return found

    def get_initial(self) -> dict[str, Any]:
        return {"name": self.client.name, "redirect_uris": "\n".join(self.client.redirect_uris)}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(client=self.client, **kwargs)

    def keep(self, **given: Any) -> None:
        client_update(client_id=self.client.pk, **given)


class ClientDelete(ClientChange):
    http_method_names = ["post"]

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        client_delete(client_id=self.client.pk)
        return redirect("programs")


urlpatterns = [
    path("account/programs", Programs.as_view(), name="programs"),
    path("account/programs/<uuid:grant_id>/end", GrantEnd.as_view(), name="grant-end"),
    path("account/clients/new", ClientNew.as_view(), name="client-new"),
    path("account/clients/<uuid:client_id>", ClientChange.as_view(), name="client"),
    path("account/clients/<uuid:client_id>/delete", ClientDelete.as_view(), name="client-delete"),
]
