"""The libraries of the server, used by other packages."""

import shutil
import subprocess
from pathlib import Path

import pytest

from built_modules import build, compiled  # noqa: F401

ROOT = Path(__file__).resolve().parents[3]

pytestmark = pytest.mark.skipif(shutil.which("swift") is None, reason="there is no swift")

VERSIONED = """// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Versioned",
    dependencies: [.package(url: "{url}", from: "0.1.0")],
    targets: [
        .executableTarget(
            name: "Uses",
            dependencies: [
                .product(name: "Layout", package: "nodewire"), .product(name: "NodewireServer", package: "nodewire"),
                .product(name: "Routing", package: "nodewire"), .product(name: "Wire", package: "nodewire"),
            ]),
        .target(name: "Empty"),
    ])
"""


def test_a_program_uses_two_libraries(build, tmp_path):
    """What it needs of them is public."""
    source = ROOT / "Tests" / "Sample" / "main.swift"
    program = compiled(build, tmp_path / "sample", [source], "Storage Geometry Routing Wire")
    ran = subprocess.run([str(program)], capture_output=True, text=True, timeout=60)
    assert ran.stdout.splitlines() == [
        "[[20,0],[20,-72],[180,-72],[180,0]]",
        "/0/width: expected a number, found a string",
    ]


def test_a_package_may_depend_on_a_version(tmp_path):
    """Flags that the package manager calls unsafe are refused in a version where the manifest is older than 6.2."""
    package = tmp_path / "nodewire"
    left_out = shutil.ignore_patterns("OfficialSuite", "Seeds", "Sample")
    for name in ("Sources", "Tests"):
        shutil.copytree(ROOT / name, package / name, ignore=left_out)
    shutil.copy(ROOT / "Package.swift", package)
    identity = ["-c", "user.name=test", "-c", "user.email=test@localhost"]
    for command in (["init", "-q"], ["add", "-A"], [*identity, "commit", "-qm", "All"], ["tag", "0.1.0"]):
        subprocess.run(["git", *command], cwd=package, check=True, capture_output=True)
    user = tmp_path / "user"
    for target, text in (("Uses/main.swift", "import Layout\n"), ("Empty/Empty.swift", "")):
        path = user / "Sources" / target
        path.parent.mkdir(parents=True)
        path.write_text(text)
    (user / "Package.swift").write_text(VERSIONED.format(url=package.as_uri()))
    # The flags are looked at when the build is planned; nothing of the libraries is compiled.
    caches = ["--cache-path", str(tmp_path / "cache"), "--scratch-path", str(tmp_path / "build")]
    command = ["swift", "build", *caches, "--target", "Empty"]
    built = subprocess.run(command, cwd=user, capture_output=True, text=True, timeout=300)
    assert built.returncode == 0, built.stdout + built.stderr
