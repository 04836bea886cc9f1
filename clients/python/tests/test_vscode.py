"""The VS Code extension: what its manifest says, its types, and its behavior in node with a stand-in of VS Code."""

import json
import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
import zipfile
from pathlib import Path

import pytest

EXTENSION = Path(__file__).resolve().parents[3] / "clients" / "vscode"
MANIFEST = json.loads((EXTENSION / "package.json").read_text("utf-8"))


def sources():
    return {path.name: path.read_text("utf-8") for path in sorted((EXTENSION / "src").iterdir())}


def files():
    """The files of the package, by their names in it: what `files` of the manifest lists."""
    found = [Path(name) for name in ["package.json", *MANIFEST["files"]] if (EXTENSION / name).is_file()]
    for name in MANIFEST["files"]:
        # The page is a link.
        for folder, _, names in os.walk(EXTENSION / name, followlinks=True):
            found += [Path(folder).relative_to(EXTENSION) / file for file in names]
    return {path.as_posix(): EXTENSION / path for path in found}


def test_every_command_and_editor_that_is_declared_is_registered():
    declared = {command["command"] for command in MANIFEST["contributes"]["commands"]}
    text = sources()["commands.js"]
    registered = re.findall(r'register\("(\w+)"', text) + re.findall(r"^    (\w+): async \(", text, re.M)
    assert {f"nodewire.{name}" for name in registered} == declared
    for menu in MANIFEST["contributes"]["menus"].values():
        assert {entry["command"] for entry in menu} <= declared
    editors = [editor["viewType"] for editor in MANIFEST["contributes"]["customEditors"]]
    assert re.findall(r'"(nodewire\.\w+)"', sources()["extension.js"]) == editors
    settings = MANIFEST["contributes"]["configuration"]["properties"]
    assert list(settings) == ["nodewire.server"] and settings["nodewire.server"]["scope"] == "machine"


def test_the_package_has_every_file_that_it_loads():
    listed = files()
    assert all(path.is_file() for path in listed.values())
    assert Path(MANIFEST["main"]).as_posix() in listed
    assert {"page/index.html", "page/main.js", "page/client/index.js", "webview/host.js", "README.md"} <= set(listed)
    imported = re.compile(r'^(?:(?:import|export)\b.* from|.*await import\()\s*"(\.[^"]+)"', re.M)
    for name, path in listed.items():
        if not name.endswith((".js", ".cjs")):
            continue
        for specifier in imported.findall(path.read_text("utf-8")):
            target = (Path(name).parent / specifier).as_posix()
            assert os.path.normpath(target) in listed, f"{name} imports {specifier}"


def test_its_types_are_right():
    if shutil.which("tsc") is None:
        pytest.skip("no tsc is installed")
    done = subprocess.run(["tsc", "-p", str(EXTENSION)], capture_output=True, text=True, timeout=120)
    assert done.stdout == ""
    assert done.returncode == 0


def test_the_files_of_the_package_edit_and_save_in_a_stand_in_of_vs_code(tmp_path):
    """As a package has them: without links, in a folder of their own."""
    server = os.environ.get("NODEWIRE_SERVER") or EXTENSION.parents[1] / ".build" / "debug" / "nodewire"
    if shutil.which("node") is None or not Path(server).is_file():
        pytest.skip("no node is installed, or no server is built")
    extension = tmp_path / "extension"
    for name, path in files().items():
        (extension / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, extension / name)
    shutil.copytree(EXTENSION / "tests", extension / "tests")
    environment = {**os.environ, "NODEWIRE_SERVER": str(Path(server).resolve())}
    command = ["node", "--test", *map(str, sorted((extension / "tests").glob("*.test.js")))]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, env=environment)
    assert done.returncode == 0, done.stdout


def test_the_package_is_what_its_manifest_says(tmp_path):
    program = tmp_path / "nodewire"
    program.write_text("#!/bin/sh\necho nodewire 1.0.0\n")
    program.chmod(0o755)
    release = [sys.executable, str(EXTENSION.parent / "release.py"), "--only", "vsix", "--server", str(program)]
    subprocess.run([*release, "--out", str(tmp_path)], check=True, timeout=120)
    (package,) = tmp_path.glob("*.vsix")
    with zipfile.ZipFile(package) as archive:
        packed = {name: archive.read(name) for name in archive.namelist() if name.startswith("extension/")}
        described = ElementTree.fromstring(archive.read("extension.vsixmanifest"))
        assert archive.getinfo("extension/bin/nodewire").external_attr >> 16 == 0o100755
    listed = {**files(), "bin/nodewire": program}
    assert packed == {f"extension/{name}": path.read_bytes() for name, path in listed.items()}
    identity = described.find(".//{*}Identity")
    assert (identity.get("Id"), identity.get("Version")) == (MANIFEST["name"], MANIFEST["version"])
    assert identity.get("TargetPlatform") in package.name
    assert {asset.get("Path") for asset in described.iter() if asset.get("Path")} <= set(packed)
    assert packed[described.findtext(".//{*}Icon")].startswith(b"\x89PNG\r\n\x1a\n")
