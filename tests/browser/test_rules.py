"""The rules can be read by everybody: on a phone, without scripts, in the dark."""

from collections.abc import Callable

import pytest

from tests.browser.inspection import inspect
from tests.browser.people import Person

pytestmark = pytest.mark.browser

PAGES = {
    "rules": "/rules",
    "ruleset": "/rules/handfoot",
    "ruleset-compared": "/rules/bolivia?compare=classic",
    "paragraph": "/rules/PILE-05",
}


def test_the_rules_can_be_read_by_everybody(person: Callable[..., Person]) -> None:
    reader = person("Ana", phone=True, bypass_csp=True)
    for name, path in PAGES.items():
        reader.open(path)
        for details in reader.page.locator("details > summary").all():
            details.click()
        inspect(reader.page, name)
