"""Whole events played on the pure value, and a slow judge that reads only their bundles."""
