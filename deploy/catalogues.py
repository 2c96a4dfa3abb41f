"""Compiles the catalogues of the pages: each .po file below samba_service/locale to its .mo."""

from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LOCALE = Path(__file__).parents[1] / "samba_service/locale"


def compile_all() -> None:
    for source in LOCALE.glob("*/LC_MESSAGES/*.po"):
        with source.open("rb") as texts:
            catalogue = read_po(texts, source.parts[-3])
        with source.with_suffix(".mo").open("wb") as compiled:
            write_mo(compiled, catalogue)


if __name__ == "__main__":
    compile_all()
