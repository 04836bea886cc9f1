"""Programs in Swift that stand on the modules of the build that is tested: so the server is not built again."""

import subprocess
from pathlib import Path

import pytest

#: The list of the objects that the tests in Swift are linked from; folders hold those of files that are gone, too.
LINKED = Path("nodewirePackageTests.product") / "Objects.LinkFileList"


@pytest.fixture
def build(server):
    folder = Path(server).resolve().parent
    if not (folder / LINKED).is_file() or "NodewireProcess.build" not in (folder / LINKED).read_text():
        pytest.skip("the client is not built beside the server")
    return folder


def compiled(build, output, sources, modules, *options):
    listed = [line.strip("'") for line in (build / LINKED).read_text().splitlines()]
    objects = [path for path in listed if path.split(".build/")[-2].rpartition("/")[2] in modules.split()]
    command = ["swiftc", "-swift-version", "6", "-Onone", "-I", str(build / "Modules"), "-o", str(output), *options]
    done = subprocess.run([*command, *map(str, sources), *objects], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0 and "warning" not in done.stderr, done.stderr[-4000:]
    return output
