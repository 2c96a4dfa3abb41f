"""The API of accounts: sign-up, tokens, passwords; players as others see them."""

MODULES = ("views", "guests")
