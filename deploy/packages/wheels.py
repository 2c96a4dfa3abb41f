"""`make packages`: builds both packages from this folder, without the network.

Usage: python -m deploy.packages.wheels FOLDER
"""

import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
PROJECTS = (REPOSITORY, REPOSITORY / "deploy/packages/engine")


def build(folder: Path) -> None:
    """Write the wheels of samba-service and samba-engine into `folder`."""
    for project in PROJECTS:
        subprocess.run(
            [
                *(sys.executable, "-m", "uv", "build", "--quiet", "--offline", "--wheel"),
                *("--no-build-isolation", "--python", sys.executable),
                *("--out-dir", folder, project),
            ],
            check=True,
        )


if __name__ == "__main__":
    build(Path(sys.argv[1]).resolve())
    print(*sorted(path.name for path in Path(sys.argv[1]).glob("*.whl")), sep="\n")
