"""The samples of the client for Swift, with the modules of the build that is tested: so the server is not built again."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from built_modules import build, compiled  # noqa: F401

ROOT = Path(__file__).resolve().parents[3]
SAMPLES = ROOT / "clients" / "swift" / "Sources"
CHECK, TIMES = (Path(__file__).with_name("support") / name for name in ("diagram_check.swift", "hit_times.swift"))
#: What the samples may stand on, but for the process that an app may not start.
MODULES = "Storage Geometry LayoutKinds Layout Routing Wire Values Schemas Graph Dialogs EdgeRouting Editing Interaction Formats "
MODULES += "Server NodewireServer NodewireProtocol NodewireClient"
GRAPH = '{"nodes":[{"id":"a","position":{"x":0,"y":0}},{"id":"b","position":{"x":0,"y":200}}],"edges":[]}'

pytestmark = pytest.mark.skipif(shutil.which("swiftc") is None, reason="there is no swiftc")


@pytest.fixture
def graph(tmp_path):
    folder = tmp_path / "graphs"
    folder.mkdir()
    (folder / "graph.json").write_text(GRAPH)
    return folder


def lines(*command):
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()


def position(folder):
    return {node["id"]: node["position"] for node in json.loads((folder / "graph.json").read_text())["nodes"]}


def test_a_sample_opens_drags_refuses_undoes_and_saves(build, server, graph, tmp_path):
    source = SAMPLES / "Sample" / "main.swift"
    assert len(source.read_text().splitlines()) < 60
    sample = compiled(build, tmp_path / "sample", [source], MODULES + " Host NodewireProcess")
    assert lines(sample, server, graph, "graph.json") == [
        "opened: a at 0,0, b at 0,200",
        "dragged: a at 50,30, b at 0,200",
        "refused: connection.self",
        "undone: a at 0,0, b at 0,200",
        "saved: a at 50,30, b at 0,200",
    ]
    assert position(graph) == {"a": {"x": 50, "y": 30}, "b": {"x": 0, "y": 200}}


def test_the_model_of_an_app_starts_no_process_and_stays_in_its_folder(build, graph, tmp_path):
    """Its view needs SwiftUI; the rest is what an app has, whose system lets it do neither."""
    sources = [CHECK]
    program = compiled(build, tmp_path / "check", sources, MODULES + " NodewireDiagram", "-parse-as-library", "-module-name", "Check")
    calls = tmp_path / "calls"
    watched = "trace=open,openat,creat,rename,renameat,renameat2,link,linkat,mkdir,unlink,execve,fork,vfork"
    strace = [shutil.which("strace"), "-f", "-o", calls, "-e", watched] if shutil.which("strace") else []
    assert lines(*strace, program, graph, "graph.json") == [
        "opened a 0 b 0 0 false false true",
        "dragged a 100 b 0 0 true true true",
        "refused a 100 b 0 0 true true false",
        "undone a 0 b 0 0 false false true",
        "saved a 0 b 0 1 true false true",
        "not opened: path",
        "not opened: path",
        "not opened: path",
    ]
    assert len(json.loads((graph / "graph.json").read_text())["edges"]) == 1
    assert [path.name for path in graph.iterdir()] == ["graph.json"]
    if nm := shutil.which("nm"):
        used = subprocess.check_output([nm, "-u", str(program)], text=True).split()
        assert not {"fork", "vfork", "posix_spawn", "execve"} & {name.split("@")[0] for name in used}
    if strace:
        made = [line for line in calls.read_text().splitlines() if "(" in line and "O_RDONLY" not in line]
        assert [str(graph) in line or "execve(" in line for line in made].count(False) == 0
        assert sum("execve(" in line for line in made) == 1 and len(made) > 1


def test_a_hit_test_in_process_takes_less_than_one_in_a_process(build, server, tmp_path):
    """Both by the same client, whose coder takes most of the first. The ratio is printed; what is asserted holds on any machine."""
    program = compiled(build, tmp_path / "times", [TIMES], MODULES + " Host NodewireProcess", "-parse-as-library")
    embedded, piped = map(int, lines(program, server)[0].split())
    print(f"a hit-test in process {embedded} ns, in a process {piped} ns: {embedded / piped:.2f}")
    assert embedded <= piped * 3


def test_the_package_of_the_samples_is_one(tmp_path):
    scratch = ["--scratch-path", str(tmp_path / "build"), "--package-path", str(ROOT / "clients" / "swift")]
    done = subprocess.run(["swift", "package", *scratch, "describe", "--type", "json"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert {target["name"] for target in json.loads(done.stdout)["targets"]} == {"Sample"}
