"""Signing in, up and out, by forms that work without scripts."""

from typing import Any

from django.contrib.auth import login
from django.contrib.auth.views import LoginView, LogoutView, RedirectURLMixin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path
from django.utils.translation import gettext_lazy as _
from django.views.generic import FormView

from samba_service.accounts.errors import RegistrationClosed, UsernameTaken
from samba_service.accounts.logins import limited_login
from samba_service.accounts.services.people import person_register
from samba_service.accounts.web.forms import SignInForm, SignUpForm
from samba_service.kit import throttles
from samba_service.kit.errors import BadFields
from samba_service.kit.problems import Problem, sentence

BACKEND = "django.contrib.auth.backends.ModelBackend"


class SignIn(LoginView):
    """A session for a username and its password."""

    template_name = "accounts/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True
    next_page = "home"
    extra_context = {"title": _("Sign in")}


class SignUp(RedirectURLMixin, FormView):
    """An account and its first session."""

    template_name = "accounts/sign_up.html"
    form_class = SignUpForm
    next_page = "home"
    extra_context = {"title": _("Sign up")}

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        if request.user.is_authenticated:
            return redirect(self.get_success_url())
        return super().dispatch(request, *args, **kwargs)

    def form_valid(self, form: SignUpForm) -> HttpResponse:
        try:
            throttles.take(self.request, throttles.SIGN_UPS, None)
            player = person_register(**form.cleaned_data)
        except BadFields as fault:
            for error in fault.errors:
                form.add_error(error["path"], error["detail"])
            return self.form_invalid(form)
        except UsernameTaken as fault:
            form.add_error("username", sentence(fault.detail))
            return self.form_invalid(form)
        except RegistrationClosed as fault:
            form.add_error(None, sentence(fault.detail))
            return self.form_invalid(form)
        except Problem as refusal:
            form.add_error(None, refusal.detail)
            return self.form_invalid(form)
        login(self.request, player.person, BACKEND)
        return redirect(self.get_success_url())

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(next=self.get_redirect_url(), **kwargs)


urlpatterns = [
    path("sign-in", limited_login(SignIn.as_view()), name="sign-in"),
    path("sign-up", SignUp.as_view(), name="sign-up"),
    path("sign-out", LogoutView.as_view(next_page="home"), name="sign-out"),
]
