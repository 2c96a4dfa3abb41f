"""Files for one key: gzip inside the age format, so that `age --decrypt` opens them, too."""

import gzip
import hashlib
import os
import tarfile
import threading
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, NamedTuple, Protocol

import pyrage

from samba_service.backup.errors import BackupError
from samba_service.kit.durable import sync

SUFFIX = ".gz.age"
CHUNK = 2**20
DAMAGE = (EOFError, zlib.error, gzip.BadGzipFile, tarfile.ReadError)
"""What reading raises where something is cut off."""


class Source(Protocol):
    def read(self, size: int, /) -> bytes: ...


class Sealed(NamedTuple):
    """What was written."""

    bytes: int
    sha256: str


def recipients_read(keys: Sequence[str]) -> list[pyrage.x25519.Recipient]:
    """Public keys (`age1…`). Raises BackupError."""
    if not keys:
        raise BackupError(
            "no key to encrypt for: `make backup-key` makes one,"
            " and SAMBA_BACKUP_RECIPIENTS has its public half"
        )
    try:
        return [pyrage.x25519.Recipient.from_str(key) for key in keys]
    except pyrage.RecipientError as error:
        raise BackupError(
            "SAMBA_BACKUP_RECIPIENTS has something that is no public key (age1…)"
        ) from error


def key_read(path: Path) -> pyrage.x25519.Identity:
    """The secret key in a file as `age-keygen` writes it. Raises BackupError."""
    try:
        lines = path.read_text().splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BackupError(f"cannot read the key {path}: {error}") from error
    for line in lines:
        if line.startswith("AGE-SECRET-KEY-"):
            try:
                return pyrage.x25519.Identity.from_str(line.strip())
            except pyrage.IdentityError:
                break
    raise BackupError(f"{path} has no key: a line begins with AGE-SECRET-KEY-")


def key_write(path: Path) -> str:
    """Make a key in a new file that only its owner reads; its public half. Raises BackupError."""
    key = pyrage.x25519.Identity.generate()
    public = str(key.to_public())
    try:
        file = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except OSError as error:
        raise BackupError(f"cannot write a new file {path}: {error.strerror}") from error
    with os.fdopen(file, "w") as lines:
        lines.write(f"# public key: {public}\n{key}\n")
    return public


def seal(
    source: Source,
    target: Path,
    recipients: Sequence[pyrage.x25519.Recipient],
    progress: Callable[[int], None] = lambda read: None,
) -> Sealed:
    """Write `source` to `target`, which is there whole or not at all. Raises BackupError.

    `progress` is called with the bytes read so far.
    """
    draft = target.with_name(f".{target.name}.draft")
    try:
        with draft.open("wb") as file:
            output = _Output(file)
            pyrage.encrypt_io(_Zipped(source, progress), output, recipients)
        sync(draft)
        draft.replace(target)
        sync(target.parent)
    except (OSError, pyrage.EncryptError) as error:
        draft.unlink(missing_ok=True)
        raise BackupError(f"cannot write {target}: {error}") from error
    return Sealed(output.bytes, output.digest.hexdigest())


@contextmanager
def opened(path: Path, key: pyrage.x25519.Identity) -> Iterator[IO[bytes]]:
    """What was sealed. Its end is only reached by a file that is whole. Raises BackupError."""
    entrance, exit_ = os.pipe()
    failures: list[BaseException] = []

    def decrypt() -> None:
        try:
            with os.fdopen(exit_, "wb") as output, path.open("rb") as file:
                pyrage.decrypt_io(file, output, [key])
        except BrokenPipeError:
            pass  # who reads it has a reason to stop
        except (OSError, pyrage.DecryptError) as error:
            failures.append(error)

    thread = threading.Thread(target=decrypt)
    thread.start()
    try:
        with os.fdopen(entrance, "rb") as raw, gzip.open(raw) as stream:
            yield stream  # type: ignore[misc]  # a GzipFile is one
            while stream.read(CHUNK):
                pass
    except Exception as error:  # the thread's failure, if there is one, is the cause of any
        thread.join()
        if failures or isinstance(error, DAMAGE):
            raise BackupError(_reason(path, failures)) from error
        raise
    finally:
        thread.join()
    if failures:
        raise BackupError(_reason(path, failures)) from failures[0]


def _reason(path: Path, failures: Sequence[BaseException]) -> str:
    for failure in failures:
        if isinstance(failure, FileNotFoundError):
            return f"{path} is missing"
        if isinstance(failure, pyrage.DecryptError) and "key" in str(failure):
            return f"{path} was not encrypted for this key"
    return f"{path} is damaged or cut off: take another backup, or another copy of it"


class _Zipped:
    """A source, compressed while it is read."""

    def __init__(self, source: Source, progress: Callable[[int], None]) -> None:
        self._source, self._progress = source, progress
        self._zip = zlib.compressobj(level=1, wbits=31)
        self._ready = bytearray()
        self._read, self._ended = 0, False

    def read(self, size: int) -> bytes:
        while not self._ready and not self._ended:
            chunk = self._source.read(CHUNK)
            self._read += len(chunk)
            self._progress(self._read)
            self._ended = not chunk
            self._ready += self._zip.compress(chunk) if chunk else self._zip.flush()
        part = bytes(self._ready[:size])
        del self._ready[:size]
        return part


class _Output:
    """A file that counts what is written into it."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self.bytes, self.digest = 0, hashlib.sha256()

    def write(self, part: bytes) -> int:
        self._file.write(part)
        self.bytes += len(part)
        self.digest.update(part)
        return len(part)

    def flush(self) -> None:
        self._file.flush()
