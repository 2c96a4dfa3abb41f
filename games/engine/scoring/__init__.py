"""What a hand is worth: counting it, what debt takes, and the score sheet."""
