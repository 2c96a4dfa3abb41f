"""When the service runs as a whole, so that no player loses time while it does not."""

from django.db import models


class Heartbeat(models.Model):
    """When a sweeper was last alive: one row, with the id 1."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"alive at {self.at}"


class Outage(models.Model):
    """From when to when no sweeper was alive."""

    since = models.DateTimeField()
    until = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"away from {self.since} to {self.until}"
