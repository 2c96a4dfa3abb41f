"""Pages of accounts: signing in, up and out."""
