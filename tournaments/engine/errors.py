"""What a draw refuses; a director is shown it."""


class DrawRefused(Exception):
    """The rules that the director set leave no draw; `facts` tell the numbers."""

    def __init__(self, code: str, detail: str, **facts: object) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.facts = facts
