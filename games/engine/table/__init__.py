"""What lies on the table and in the hands, and how events change it."""
