"""What the service stores about people: the page that says so, and a report about one person."""
