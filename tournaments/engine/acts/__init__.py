"""The log of a club and of a tournament as sentences."""
