"""What stands between the network and Django: bodies and connections are bounded here."""
