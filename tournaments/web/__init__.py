"""Pages of tournaments, over the same selectors as the API."""
