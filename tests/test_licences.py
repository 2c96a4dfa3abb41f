"""Every package has a licence that we know and accept, and the bill of materials lists them all."""

from importlib.metadata import distributions

import pytest

from deploy.packages.licences import TERMS, licence, not_allowed
from deploy.packages.locks import OURS, pins
from deploy.packages.sbom import bill

LOCKS = ("embedded", "dev", "browser", "fallback")
NAMES = sorted({pin.name for lock in LOCKS for pin in pins(lock)})
INSTALLED = {each.name.lower().replace("_", "-") for each in distributions()}
OF_THE_BROWSER = {pin.name for pin in pins("browser")}
"""Only installed by `make test-e2e`."""


@pytest.mark.parametrize("package", NAMES)
def test_a_package_has_a_licence_that_is_allowed_or_an_exception_with_its_reason(
    package: str,
) -> None:
    if package in OF_THE_BROWSER - INSTALLED:
        pytest.skip("`make test-e2e` installs it")
    expression = licence(package)

    assert expression, f"state the licence of {package} in deploy/packages/licences.toml"
    assert not not_allowed(expression) or package in TERMS["exceptions"], expression


def test_a_licence_is_what_the_package_says_unless_it_is_stated(monkeypatch) -> None:
    monkeypatch.setitem(TERMS["stated"], "django", "GPL-3.0-only OR MIT")

    assert (licence("numpy") or "").startswith("BSD-3-Clause AND ")
    assert licence("django") == "GPL-3.0-only OR MIT"
    assert not_allowed("GPL-3.0-only OR MIT") == {"GPL-3.0-only"}
    assert licence("no-such-package") is None


def test_no_exception_and_no_statement_is_left_over() -> None:
    assert {*TERMS["exceptions"], *TERMS["stated"]} <= {*NAMES}
    for package in TERMS["exceptions"]:
        assert not_allowed(licence(package) or "")


def test_the_bill_of_materials_has_every_package_of_the_locks_with_hash_and_licence() -> None:
    document = bill()
    packages = {each["name"]: each for each in document["components"]}
    references = [each["bom-ref"] for each in document["components"]]
    runtime = {pin.name for pin in pins("runtime")}

    assert len({*references}) == len(pins("embedded")), "numpy is there twice"
    assert packages.keys() == {pin.name for pin in pins("embedded")}
    assert {name for name, each in packages.items() if each["scope"] == "required"} == runtime
    assert all(each["licenses"] for each in packages.values())
    assert all(each["externalReferences"][0]["hashes"] for each in packages.values())
    needs = {each["ref"]: each["dependsOn"] for each in document["dependencies"]}
    assert all(len(each) == len({*each}) for each in needs.values())
    assert packages["kombu"]["purl"] in needs[packages["celery"]["purl"]]
    assert packages["django"]["purl"] in needs[document["metadata"]["component"]["purl"]]


@pytest.mark.parametrize("lock", ["runtime", "embedded", "dev"])
def test_a_lock_has_nothing_that_nobody_needs(lock: str) -> None:
    names = {OURS, *(pin.name for pin in pins(lock))}

    for pin in pins(lock):
        assert pin.sha256
        assert pin.needed_by
        assert {*pin.needed_by} <= names
