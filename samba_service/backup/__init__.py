"""Backup, restore and drill: `python -m samba_service.backup`, see docs/backup.md.

PostgreSQL's own programs copy the database and its log; pyrage seals what they write for a key that
this machine does not have. Nothing here imports Django, so that a restore needs no settings: what
is asked of the games is asked by `manage.py inventory`, with the secrets of the backup.
"""
