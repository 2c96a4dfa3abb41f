class BackupError(Exception):
    """A backup, a restore or a drill cannot go on; the message explains what to do."""
