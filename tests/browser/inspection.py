"""What is asked of every page in every state, and its photographs for people to look at."""

import os
from pathlib import Path
from typing import Any

FOLDER = Path(".browser/photographs")
PHOTOGRAPHS = bool(os.environ.get("PHOTOGRAPHS"))
"""True where people want to look at the pages: the tests need no pictures, which take time."""
SIZES = {"phone": (360, 740), "tablet": (820, 1180), "screen": (1366, 800)}
NOT_STICKY = ".actions, .preview { position: static !important; }"
"""What keeps to the edge of a window would cover the middle of a whole page."""
FAULTS = ("moderate", "serious", "critical")
"""How grave by axe: of its degrees only "minor" is passed over."""


def axe_faults(page: Any, *rules: str) -> list[tuple[str, str]]:
    """What axe finds, by these rules or all, with the first element that has it."""
    from axe_playwright_python.sync_playwright import Axe

    only = {"runOnly": {"type": "rule", "values": rules}} if rules else {}
    options = {"resultTypes": ["violations"], **only}
    found = Axe().run(page, options=options).response["violations"]
    return [(each["id"], each["nodes"][0]["html"]) for each in found if each["impact"] in FAULTS]


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
    """Keep the HTML of a page, photograph it where asked for, and assert that everybody can use it.

    At no size it is wider than the window or too small for fingers; axe finds nothing, in the
    light, nor in the colours of the dark. The context of the page bypasses the policy, for axe
    is a script. `make test-e2e` validates the HTML.
    """
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / f"{name}.html").write_text(page.content())
    faults: list[Any] = []
    window = page.viewport_size
    # What moves is small, or pale, for a moment: games go on while a page is looked at.
    page.emulate_media(reduced_motion="reduce")
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        if PHOTOGRAPHS:
            path = FOLDER / f"{name}-{size}.png"
            page.screenshot(path=path, full_page=True, style=NOT_STICKY)
        if page.evaluate("document.documentElement.scrollWidth") > width:
            faults.append(f"wider than a {size}")
        faults += small_targets(page)
    page.set_viewport_size(window)
    page.emulate_media(color_scheme="dark")
    faults += [("dark", *each) for each in axe_faults(page, "color-contrast")]
    page.emulate_media(color_scheme="light")
    faults += axe_faults(page)
    page.emulate_media(reduced_motion="no-preference")
    assert not faults, f"{name}: {faults}"
