"""What people type in to sign in or up."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.core.validators import RegexValidator
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from samba_service.accounts.choices import USERNAME_PATTERN
from samba_service.accounts.names import InvalidName, display_name_cleaned
from samba_service.accounts.selectors import suspension_of
from samba_service.kit.errors import BadFields, ServiceError
from samba_service.kit.problems import RATE_LIMITED, Problem, problem_of


@contextmanager
def refusals_shown(form: forms.Form) -> Iterator[None]:
    """What is refused in the block becomes an error of the form."""
    try:
        yield
    except BadFields as fault:
        for error in problem_of(fault).wording.said_on_page().errors or ():
            form.add_error(error["path"].partition(".")[0], error["detail"])
    except ServiceError as refusal:
        field = "username" if refusal.code == "username_taken" else None
        form.add_error(field, problem_of(refusal).wording.said_on_page().detail)
    except Problem as refusal:
        wait_s = int(refusal.headers["Retry-After"])
        form.add_error(
            None, forms.ValidationError(_too_fast(wait_s), RATE_LIMITED, {"seconds": wait_s})
        )


def _too_fast(wait_s: int) -> str:
    return ngettext(
        "You, or others at your address, have asked for more than is allowed."
        " In %(seconds)s second you may go on.",
        "You, or others at your address, have asked for more than is allowed."
        " In %(seconds)s seconds you may go on.",
        wait_s,
    )


def seconds_to_wait(form: forms.Form) -> int | None:
    """Until what a limit refused may be sent again; None if no limit did."""
    errors = form.non_field_errors().as_data()
    waits = [
        error.params["seconds"] for error in errors if error.code == RATE_LIMITED and error.params
    ]
    return waits[0] if waits else None


class SignInForm(AuthenticationForm):
    """Username and password."""

    error_messages = {
        "invalid_login": _("This username and this password do not belong together."),
        "inactive": _("This account is closed."),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Username")

    def confirm_login_allowed(self, user: Any) -> None:
        super().confirm_login_allowed(user)
        act = suspension_of(user.player_id)
        if act is not None:
            until = act.until and date_format(timezone.localtime(act.until), "DATETIME_FORMAT")
            said = _("This account is suspended until %(until)s: %(reason)s")
            text = said if until else _("This account is banned: %(reason)s")
            facts = {"until": until, "reason": act.reason}
            raise forms.ValidationError(text, "suspended", facts)


class DisplayNameField(forms.CharField):
    """The name that others see."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("label", _("Your name, as others see it"))
        super().__init__(max_length=40, **kwargs)

    def clean(self, value: Any) -> str:
        name: str = super().clean(value)
        try:
            return display_name_cleaned(name)
        except InvalidName as fault:
            raise forms.ValidationError(str(fault)) from None


class NewPasswordField(forms.CharField):
    """A password that is being chosen."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("help_text", _("At least 8 characters, and not a common one."))
        kwargs.setdefault("widget", forms.PasswordInput(attrs={"autocomplete": "new-password"}))
        super().__init__(max_length=128, strip=False, **kwargs)


class GuestForm(forms.Form):
    """A name is all that a guest gives."""

    display_name = DisplayNameField()


class ClaimForm(forms.Form):
    """By what a person signs in from now on."""

    username = forms.CharField(
        max_length=40,
        label=_("Username"),
        help_text=_("To sign in with: 3 to 40 letters, digits, dots, dashes or underscores."),
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )
    password = NewPasswordField(label=_("Password"))

    def clean_username(self) -> str:
        username: str = self.cleaned_data["username"].lower()
        RegexValidator(USERNAME_PATTERN, _("Use letters, digits, dots, dashes or underscores."))(
            username
        )
        return username


class NewPasswordForm(forms.Form):
    """A code from a director or the operator, and the password that it allows."""

    code = forms.CharField(
        max_length=40,
        label=_("Reset code"),
        help_text=_(
            "A director of your club, or the operator of this service, can give you a code."
            " It works for 15 minutes."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code"}),
    )
    password = NewPasswordField(label=_("The new password"))


class SignUpForm(ClaimForm):
    """A new account."""

    display_name = DisplayNameField()
    field_order = ("display_name", "username", "password")
