"""How much callers may send, and how many may wait. Importable before Django has its settings."""

BODY_LIMIT = 64 * 1024
"""Bytes of an ordinary body."""

BULK_LIMIT = 8 * 1024 * 1024
"""Bytes of a record or an import."""

BACKLOG = 256
"""Connections that the system keeps until they are accepted; `web_command` sets it."""
