"""Rules documents: how they are read, checked, brought up to date, compared and described."""
