"""Phones without an account, which hold the strips of score sheets."""

from typing import Any

from tests.browser.people import PATIENCE_MS, PHONE

EXPECTED = ("ERR_INTERNET_DISCONNECTED", "status of 409", "status of 422")
AGAIN_MS = 3000
"""How long the page of a strip waits before it sends again what did not arrive."""


class Phone:
    """A phone whose owner has no account."""

    def __init__(self, chromium: Any) -> None:
        self.faults: list[str] = []
        self.unsent = 0
        """Sheets that were sent and did not get through."""
        self.context = chromium.new_context(**PHONE, bypass_csp=True)
        self.context.set_default_timeout(PATIENCE_MS)
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self._console)
        self.page.on("requestfailed", self._failed)

    def _console(self, message: Any) -> None:
        if message.type == "error" and not any(each in message.text for each in EXPECTED):
            self.faults.append(message.text)

    def _failed(self, request: Any) -> None:
        self.unsent += request.method == "POST" and request.url.endswith("/sheet")

    def scan(self, url: str) -> None:
        """Open the address of a strip; the page asks whose table it is."""
        self.page.goto(url)
        self.page.wait_for_selector("[data-key=mine]")

    def mine(self) -> None:
        self.page.click("[data-key=mine]")

    def enter(self, *hands: tuple[int, int]) -> None:
        for number, totals in enumerate(hands, start=1):
            hand = f"[data-hand='{number}']"
            if not self.page.locator(f"{hand}[open]").count():
                self.page.click(f"{hand} > summary")
            for side, total in enumerate(totals):
                self.page.fill(f"{hand} [data-side='{side}'] [data-path=total]", str(total))

    def total(self, side: int, points: str) -> None:
        self.page.wait_for_selector(f"[data-total='{side}'] b:text-is('{points}')")

    def press(self, key: str) -> None:
        self.page.click(f"[data-key={key}]")

    def state(self, kind: str, text: str) -> None:
        """Wait until the page says this of what was sent."""
        self.page.wait_for_selector(f"#state.{kind}:has-text('{text}')")

    def says(self, text: str) -> None:
        """Take the phone in hand again: the page looks at once, and says this of the table."""
        self.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        self.page.wait_for_selector(f"#said h2:has-text('{text}')")

    def minute(self) -> None:
        """Let a minute go by in the page, whose clock Playwright keeps."""
        for _ in range(60_000 // AGAIN_MS):
            self.page.clock.run_for(AGAIN_MS)
