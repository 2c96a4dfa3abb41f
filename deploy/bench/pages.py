"""The page of a table in Chromium: its weight, its first view, and moves from event to drawing.

Prints one JSON object. Needs what `deploy/browser/install.sh` installs.
"""

import gzip
import json
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from deploy.bench.live import free_port

ROOT = Path(__file__).parents[2]
VIEWS, TURNS = 20, 12
BOTS = {"1": "novice", "2": "novice", "3": "novice"}
WATCH = """
const heard = new Map(), drawn = [];
window.EventSource = class extends EventSource {
  constructor(...address) {
    super(...address);
    this.addEventListener("message", ({ data }) => {
      const { version } = JSON.parse(data);
      if (!heard.has(version)) heard.set(version, performance.now());
    });
  }
};
addEventListener("DOMContentLoaded", () => {
  const table = document.getElementById("table");
  if (!table) return;
  new MutationObserver(() => requestAnimationFrame(() => {
    if (!window.firstDrawn) window.firstDrawn = performance.now();
    for (const [version, at] of heard) {
      if (version > Number(table.dataset.version)) continue;
      drawn.push(performance.now() - at);
      heard.delete(version);
    }
  })).observe(table, { attributeFilter: ["data-version"] });
});
window.drawnAfter = drawn;
"""
CALL = (
    "async ([method, path, body]) => (await import('/static/site/api.js'))"
    ".call(method, path, body ?? undefined)"
)


@contextmanager
def service() -> Iterator[str]:
    """The service as `make run` starts it, on a data folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        settings = {"PORT": str(port), "SAMBA_DATA": folder, "DEMO": "0", "SAMBA_BOT_PACE_S": "0.3"}
        command = [sys.executable, "-m", "samba_service.devstack"]
        said = Path(folder, "said")
        with said.open("w") as out:
            running = subprocess.Popen(command, cwd=ROOT, env=os.environ | settings, stdout=out)
        try:
            while f":{port}" not in said.read_text():
                assert running.poll() is None, "it has stopped"
                time.sleep(0.1)
            yield f"http://127.0.0.1:{port}"
        finally:
            running.send_signal(signal.SIGINT)
            running.wait(timeout=60)


def sign_up(page: Any, base: str) -> None:
    page.goto(f"{base}/sign-up")
    for name, value in (("display_name", "Ana"), ("username", "ana"), ("password", "canasta-7")):
        page.fill(f"[name={name}]", value)
    page.click("button.primary")
    page.wait_for_url(f"{base}/")


def seated(page: Any) -> str:
    """A game against bots that has begun."""
    terms = {"ruleset": "classic", "bots": BOTS, "dealer": 3}
    game = page.evaluate(CALL, ["POST", "/games", terms])["id"]
    page.evaluate(CALL, ["POST", f"/games/{game}/start", {}])
    return str(game)


def weight(page: Any, address: str) -> dict[str, int]:
    """Bytes of scripts and styles of the page, compressed; calls that answer the state."""
    browser = page.context.browser
    fresh = browser.new_context(storage_state=page.context.storage_state()).new_page()
    responses: list[Any] = []
    fresh.on("response", lambda response: responses.append(response))
    fresh.goto(address)
    fresh.wait_for_selector("#actions [data-key=draw]")
    bytes_of = {"script": 0, "stylesheet": 0}
    for response in responses:
        kind = response.request.resource_type
        if kind in bytes_of:
            bytes_of[kind] += len(gzip.compress(response.body()))
    game = urlsplit(address).path.rpartition("/")[2]
    state = {f"/api/v1/games/{game}", f"/api/v1/games/{game}/stream"}
    states = sum(urlsplit(response.url).path in state for response in responses)
    fresh.context.close()
    return {
        "script_bytes": bytes_of["script"],
        "style_bytes": bytes_of["stylesheet"],
        "state_calls": states,
    }


def first_views(page: Any, address: str) -> dict[str, float]:
    """Milliseconds from the request to the page's first byte, and to the table drawn."""
    first, drawn = [], []
    for _ in range(VIEWS):
        page.goto(address)
        page.wait_for_selector("#hand [role=option]")
        first.append(
            page.evaluate(
                "(([each]) => each.responseStart - each.requestStart)"
                "(performance.getEntriesByType('navigation'))"
            )
        )
        drawn.append(page.evaluate("window.firstDrawn"))
    return {
        "first_byte_ms": statistics.median(first),
        "first_byte_worst_ms": max(first),
        "first_drawn_ms": statistics.median(drawn),
        "first_drawn_worst_ms": max(drawn),
    }


def turns(page: Any, game: str) -> dict[str, float]:
    """Milliseconds from an event at the browser to the frame that shows it, over some turns."""
    for _ in range(TURNS):
        page.wait_for_selector("#actions [data-key=draw]")
        page.click("#actions [data-key=draw]")
        page.wait_for_selector("#actions [data-key=draw]", state="detached")
        page.wait_for_selector("#hand .new")
        page.locator("#hand [role=option]").last.click()
        page.click("#actions [data-key=discard]")
    delays = page.evaluate("window.drawnAfter")
    return {
        "moves": len(delays),
        "drawn_ms": statistics.median(delays),
        "drawn_worst_ms": max(delays),
    }


def measure(base: str) -> dict[str, Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        page = browser.new_page()
        page.add_init_script(WATCH)
        sign_up(page, base)
        game = seated(page)
        address = f"{base}/games/{game}"
        figures = weight(page, address) | first_views(page, address) | turns(page, game)
        return figures | {"versions": {"chromium": browser.version}}


def main() -> None:
    with service() as base:
        print(json.dumps(measure(base)))


if __name__ == "__main__":
    main()
