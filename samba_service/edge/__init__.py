"""The layer between the network and Django: bodies and connections are bounded here."""
