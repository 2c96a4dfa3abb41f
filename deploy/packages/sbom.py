"""`make sbom`: all that the service runs on, as a bill of materials in CycloneDX 1.6 (JSON).

Names, versions, files' hashes and who needs whom are those of the locks, for every platform; the
licences are those of the installed packages. The same commit gives the same bytes.
"""

import json
import tomllib
from pathlib import Path
from typing import Any

from deploy.packages.licences import licence
from deploy.packages.locks import OURS, Pin, pins

PROJECT: dict[str, Any] = tomllib.loads(
    (Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8")
)["project"]


def purl(name: str, version: str) -> str:
    """The address of a package, as in the specification of Package URLs."""
    return f"pkg:pypi/{name}@{version}"


def ref(pin: Pin) -> str:
    return purl(pin.name, pin.version)


def bill() -> dict[str, Any]:
    """The document. Packages of the extra `embedded` are optional."""
    needed = {pin.name for pin in pins("runtime")}
    packages = pins("embedded")
    ours = purl(OURS, PROJECT["version"])
    needs = {ours: direct_needs(OURS), **{ref(pin): direct_needs(pin.name) for pin in packages}}
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                **{"type": "application", "bom-ref": ours, "purl": ours},
                **{key: PROJECT[key] for key in ("name", "version", "description")},
                "licenses": [{"expression": PROJECT["license"]}],
            }
        },
        "components": [component(pin, is_needed=pin.name in needed) for pin in packages],
        "dependencies": [{"ref": each, "dependsOn": on} for each, on in needs.items()],
    }


def direct_needs(name: str) -> list[str]:
    return sorted(ref(pin) for pin in pins("embedded") if name in pin.needed_by)


def component(pin: Pin, *, is_needed: bool) -> dict[str, Any]:
    expression = licence(pin.name)
    properties = [{"name": "python:marker", "value": pin.marker}] if pin.marker else []
    return {
        **{"type": "library", "bom-ref": ref(pin), "name": pin.name},
        **{"version": pin.version, "purl": ref(pin)},
        "scope": "required" if is_needed else "optional",
        "licenses": [{"expression": expression}] if expression else [],
        "externalReferences": [
            {
                "type": "distribution",
                "url": f"https://pypi.org/project/{pin.name}/{pin.version}/#files",
                "hashes": [{"alg": "SHA-256", "content": each} for each in pin.sha256],
            }
        ],
        "properties": properties,
    }


if __name__ == "__main__":
    print(json.dumps(bill(), indent=2))
