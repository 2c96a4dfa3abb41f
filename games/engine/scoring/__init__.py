"""What a hand is worth: counting it, the cost of debt, and the score sheet."""
