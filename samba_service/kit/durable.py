"""What must be there after a loss of power."""

import os
from pathlib import Path


def sync(path: Path) -> None:
    """Have a file's content, or the names that are in a folder, survive a loss of power."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sync_all(folder: Path) -> None:
    """The same for the files that are in a folder, and their names."""
    for path in folder.iterdir():
        sync(path)
    sync(folder)
