"""What a ruleset may not say, though each of its values is well-formed."""
