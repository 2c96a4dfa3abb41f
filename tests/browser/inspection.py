"""What is asked of every page in every state, and its photographs for people to look at."""

import subprocess
from pathlib import Path
from typing import Any

FOLDER = Path(".browser/photographs")
VALIDATE = (
    ".browser/node_modules/.bin/html-validate",
    "--config",
    "deploy/browser/.htmlvalidate.json",
)
SIZES = {"phone": (360, 740), "tablet": (820, 1180), "screen": (1366, 800)}
SERIOUS = ("serious", "critical")


def axe_faults(page: Any) -> list[tuple[str, str]]:
    """What axe finds serious on a page, with the first element that has it."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page).response["violations"]
    return [(each["id"], each["nodes"][0]["html"]) for each in found if each["impact"] in SERIOUS]


def html_faults(file: Path) -> str:
    """What is not valid in an HTML file, in words."""
    judged = subprocess.run([*VALIDATE, str(file)], capture_output=True, text=True, check=False)
    return judged.stdout if judged.returncode else ""


def small_targets(page: Any) -> list[str]:
    """Buttons and the like that are smaller than a finger hits."""
    found: list[str] = page.evaluate(
        "[...document.querySelectorAll('button, summary, .bar a, .button')].filter((each) => {"
        " const box = each.getBoundingClientRect();"
        " return box.width && (box.height < 44 || box.width < 44) })"
        ".map((each) => each.outerHTML)"
    )
    return found


def inspect(page: Any, name: str) -> None:
    """Photograph a page at three sizes, and assert that everybody can use it.

    At no size it is wider than the window or too small for fingers; axe finds nothing serious, in
    the light and in the dark; it is valid HTML. The context of the page bypasses the policy, for
    axe is a script.
    """
    FOLDER.mkdir(parents=True, exist_ok=True)
    file = FOLDER / f"{name}.html"
    file.write_text(page.content())
    faults: list[Any] = html_faults(file).splitlines()
    window = page.viewport_size
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.screenshot(path=FOLDER / f"{name}-{size}.png", full_page=True)
        if page.evaluate("document.documentElement.scrollWidth") > width:
            faults.append(f"wider than a {size}")
        faults += small_targets(page)
    page.set_viewport_size(window)
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        faults += [(scheme, *each) for each in axe_faults(page)]
    assert not faults, f"{name}: {faults}"
