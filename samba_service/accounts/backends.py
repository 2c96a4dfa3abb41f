"""Sessions of our own pages: none works while its account is suspended."""

from typing import Any

from django.contrib.auth.backends import ModelBackend

from samba_service.accounts.models import Person


class AccountBackend(ModelBackend):
    """Passwords as Django has them; who signs in is judged where they do."""

    def get_user(self, user_id: Any) -> Any:
        found = super().get_user(user_id)
        return None if isinstance(found, Person) and found.is_suspended else found
