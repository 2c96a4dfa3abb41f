"""What a ruleset may not say, even if each of its values is well-formed."""
