"""Two validators and eight generators judge the schema; what these make of it is compiled.

`python -m deploy.clients.judge [name ...]` prints a line for each: its version, its warnings, and
whether what it made compiles. Two of the clients then play a hand. It ends with 1 if anything fails
or warns. `deploy/clients/install.sh` has put the tools into .clients/, where the clients are made.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from deploy.clients.generators import (
    GENERATORS,
    HOME,
    MADE,
    NODE,
    REPOSITORY,
    SCHEMA,
    VENV,
    Generator,
)
from deploy.clients.service import service

PLAYERS = Path(__file__).with_name("players")
AT_ONCE = 2

JAVA = r"OpenAPI 3\.1 support is still in beta|Failed to get the schema name: null"
"""openapi-generator looks for a schema with a name where there is only `false` or a text."""
THEIRS = {
    # It leaves out bodies that are not JSON, and says so.
    "openapi-python-client": r"Unsupported content.type|Warning\(s\) encountered|WARNING parsing",
    "python": JAVA,
    "typescript-fetch": JAVA,
    # It names one of several types after the type itself.
    "go": rf"{JAVA}|string \(reserved word\) cannot be used as model name",
    "kotlin": JAVA,
}
"""Warnings of the generators about what they cannot do themselves."""


@dataclass(frozen=True)
class Verdict:
    """What became of one generator."""

    name: str
    version: str
    warnings: Sequence[str] = ()
    """Those that are not the generator's own."""
    fault: str = ""
    """The end of the output of the command that failed."""

    @property
    def good(self) -> bool:
        """True if it generates without a warning, and what it makes compiles."""
        return not self.warnings and not self.fault

    def __str__(self) -> str:
        says = "good" if not self.fault else f"fails:\n{self.fault}"
        lines = [f"{self.name} {self.version}: {len(self.warnings)} warnings, {says}"]
        return "\n  ".join([*lines, *self.warnings])


def write_schema() -> None:
    """The schema as JSON, from this tree."""
    command = [sys.executable, "manage.py", "spectacular", "--format", "openapi-json"]
    subprocess.run([*command, "--file", SCHEMA], cwd=REPOSITORY, check=True)


def run(command: Sequence[object], folder: Path) -> tuple[int, str]:
    """The exit code and what was printed."""
    environment = {
        **os.environ,
        "PATH": f"{NODE.parent}{os.pathsep}{VENV}{os.pathsep}{os.environ['PATH']}",
        "GOPROXY": "off",
        "GOFLAGS": "",
        "NO_COLOR": "1",
        "REDOCLY_TELEMETRY": "off",
    }
    done = subprocess.run(
        [str(part) for part in command],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


def warnings(name: str, output: str) -> list[str]:
    """The warnings that the generator does not give of itself."""
    theirs = rf" INFO |{THEIRS[name]}" if name in THEIRS else " INFO "
    lines = [line.strip() for line in output.splitlines() if re.search(r"\bwarn|⚠", line, re.I)]
    return [line for line in lines if not re.search(theirs, line, re.I)]


def judge(generator: Generator) -> Verdict:
    """What becomes of the schema in the hands of `generator`."""
    folder, version = MADE / generator.name, generator.version()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    code, output = run(generator.generate, HOME)
    (MADE / f"{generator.name}.log").write_text(output)
    found = warnings(generator.name, output)
    if generator.player:
        shutil.copy(PLAYERS / generator.player, folder)
    if code:
        return Verdict(generator.name, version, found, output[-2000:])
    for command in generator.compile(folder):
        code, output = run(command, folder)
        if code:
            return Verdict(generator.name, version, found, output[-2000:])
    return Verdict(generator.name, version, found)


def play(generators: Sequence[Generator]) -> bool:
    """True if each of the clients plays a hand against bots, on a service of its own."""
    done = True
    with service() as address:
        for generator in generators:
            code, output = run([*generator.play, address], MADE / generator.name)
            print(f"{generator.name} plays a hand:", *output[-2000:].split("\n"), sep="\n  ")
            done = done and code == 0
    return done


def main(names: Sequence[str]) -> int:
    """Print the verdicts and the hands; 1 if anything fails."""
    write_schema()
    chosen = [each for each in GENERATORS if not names or each.name in names]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        verdicts = list(pool.map(judge, chosen))
    print(*verdicts, sep="\n")
    if not all(verdict.good for verdict in verdicts):
        return 1
    players = [each for each in chosen if each.player]
    return int(bool(players) and not play(players))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
