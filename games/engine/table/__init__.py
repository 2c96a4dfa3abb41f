"""The cards on the table and in the hands, and how events change them."""
