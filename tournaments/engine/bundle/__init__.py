"""The bundle `samba-tournament/1`: a whole tournament as one JSON object, out and in."""

from tournaments.engine.bundle.document import FORMAT
from tournaments.engine.bundle.reading import Bundle, BundleUnsound, bundle_in, bundle_read
from tournaments.engine.bundle.writing import bundle_out

__all__ = [
    "FORMAT",
    "Bundle",
    "BundleUnsound",
    "bundle_in",
    "bundle_out",
    "bundle_read",
]
