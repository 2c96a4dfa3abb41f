"""Signing in, up and out, as a guest too, by forms that work without scripts."""

from typing import Any

from django import forms
from django.contrib.auth import login, update_session_auth_hash
from django.contrib.auth.views import LoginView, LogoutView, RedirectURLMixin
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import path
from django.utils.translation import gettext_lazy as _
from django.views.generic import FormView

from samba_service.accounts.logins import (
    RESET_CODES,
    limited_login,
    login_attempt,
    login_succeeded,
)
from samba_service.accounts.models import Person
from samba_service.accounts.services.guests import guest_claim, guest_create, guest_life_s
from samba_service.accounts.services.people import person_register
from samba_service.accounts.services.recovery import password_set_by_code
from samba_service.accounts.web.forms import (
    ClaimForm,
    GuestForm,
    NewPasswordForm,
    SignInForm,
    SignUpForm,
    refusals_shown,
    seconds_to_wait,
)
from samba_service.accounts.web.readers import ForPeople
from samba_service.kit import throttles

BACKEND = "samba_service.accounts.backends.AccountBackend"


class SignIn(LoginView):
    """A session for a username and its password."""

    template_name = "accounts/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True
    next_page = "home"
    extra_context = {"title": _("Sign in")}


class LimitedForm(FormView):
    """A form with a limit for each address, beyond which the answer is 429."""

    def form_invalid(self, form: forms.Form) -> HttpResponse:
        response = super().form_invalid(form)
        wait_s = seconds_to_wait(form)
        if wait_s is not None:
            response.status_code = 429
            response.headers["Retry-After"] = str(wait_s)
        return response


class Entrance(RedirectURLMixin, LimitedForm):
    """A form that opens an account and its first session, and leads on to `next`."""

    next_page = "home"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        if request.user.is_authenticated:
            return HttpResponseRedirect(self.get_success_url())
        return super().dispatch(request, *args, **kwargs)

    def form_valid(self, form: forms.Form) -> HttpResponse:
        with refusals_shown(form):
            throttles.take(self.request, throttles.SIGN_UPS, None)
            login(self.request, self.account(form), BACKEND)
            return HttpResponseRedirect(self.get_success_url())
        return self.form_invalid(form)

    def account(self, form: forms.Form) -> Person:
        """The account that the form opens. Raises what its service raises."""
        raise NotImplementedError

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(next=self.get_redirect_url(), **kwargs)


class SignUp(Entrance):
    template_name = "accounts/sign_up.html"
    form_class = SignUpForm
    extra_context = {"title": _("Sign up")}

    def account(self, form: forms.Form) -> Person:
        return person_register(**form.cleaned_data).person


class Guest(Entrance):
    template_name = "accounts/guest.html"
    form_class = GuestForm
    extra_context = {"title": _("Play as a guest")}

    def account(self, form: forms.Form) -> Person:
        self.request.session.set_expiry(guest_life_s())
        return guest_create(name=form.cleaned_data["display_name"])


class ClaimPage(ForPeople, LimitedForm):
    """A guest chooses a username and a password, and keeps their player."""

    template_name = "accounts/form.html"
    form_class = ClaimForm
    extra_context = {"title": _("Keep this name")}

    def form_valid(self, form: forms.Form) -> HttpResponse:
        with refusals_shown(form):
            throttles.take(self.request, throttles.LOG_INS, str(self.person.pk))
            person = guest_claim(player_id=self.person.player_id, **form.cleaned_data)
            self.request.user = person
            update_session_auth_hash(self.request, person)
            return redirect("home")
        return self.form_invalid(form)


class NewPassword(LimitedForm):
    """A form for people who forgot their password: a code, and a new password."""

    template_name = "accounts/form.html"
    form_class = NewPasswordForm
    extra_context = {"title": _("Choose a new password")}

    def form_valid(self, form: forms.Form) -> HttpResponse:
        with refusals_shown(form):
            throttles.take(self.request, throttles.LOG_INS, None)
            attempt = login_attempt(self.request, RESET_CODES)
            password_set_by_code(**form.cleaned_data)
            login_succeeded(attempt)
            return redirect("sign-in")
        return self.form_invalid(form)


_page = throttles.limited(throttles.READS)

urlpatterns = [
    path("new-password", _page(NewPassword.as_view()), name="new-password"),
    path("sign-in", _page(limited_login(SignIn.as_view())), name="sign-in"),
    path("sign-up", _page(SignUp.as_view()), name="sign-up"),
    path("guest", _page(Guest.as_view()), name="guest"),
    path("claim", _page(ClaimPage.as_view()), name="claim"),
    path("sign-out", LogoutView.as_view(next_page="home"), name="sign-out"),
]
