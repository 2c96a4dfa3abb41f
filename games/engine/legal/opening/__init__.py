"""New melds from a hand that come to what is required, found exactly."""
