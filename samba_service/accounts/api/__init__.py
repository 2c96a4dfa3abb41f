"""The API of accounts: sign-up, tokens, passwords, programs; players as others see them."""

MODULES = ("views", "guests", "oauth", "staff")
