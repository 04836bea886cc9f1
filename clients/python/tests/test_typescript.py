"""The TypeScript client: its types as the package has them, and what it does when it runs."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CLIENT = Path(__file__).resolve().parents[2] / "typescript"
GENERATOR = CLIENT.parent / "generators" / "typescript.py"
TESTS = CLIENT / "tests"
REACT = Path("/usr/share/nodejs/react")
LIMIT = 300
STRICT = ["--strict", "--target", "es2022", "--module", "es2022", "--moduleResolution", "node", "--lib", "es2022,dom"]
CONTENT = {
    "nodewire": 1,
    "nodes": [
        {"id": "a", "label": "First", "position": {"x": 0, "y": 0}},
        {"id": "b", "position": {"x": 0, "y": 200}},
    ],
    "edges": [{"id": "ab", "source": "a", "target": "b"}],
}
#: What the example prints.
SAID = """\
a: First at 0,0, 150 by 60
b: no label at 0,200, 150 by 60
dragged by 200,50
input/pointer: undo would take back: Move
a: First at 200,50, 150 by 60
b: no label at 0,200, 150 by 60
refused: connection.duplicate: edge "ab" joins the same handles
history/undo: nothing to undo
2 nodes, the first at {"x":0,"y":0}
saved bot.json
"""


def tool(name):
    path = shutil.which(name)
    if path is None:
        pytest.skip(f"there is no {name}: the client for TypeScript was not tried")
    return path


def run(*command, folder=None, **variables):
    environment = {**os.environ, **{name: str(value) for name, value in variables.items()}}
    command = [*map(str, command)]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=LIMIT)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-3000:]
    return done.stdout


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    """A folder in which programs find the package as it is published; the compiler has found its sources sound."""
    tool("tsc")
    folder = tmp_path_factory.mktemp("programs")
    run(sys.executable, CLIENT / "pack.py", folder / "node_modules" / "nodewire-client")
    (folder / "package.json").write_text('{"type": "module"}')
    shutil.copy(CLIENT / "node.d.ts", folder)
    return folder


@pytest.fixture(scope="module")
def refused(package):
    """For each file that the compiler refuses the lines; it reads all programs beside the package at once, and writes them."""
    names = ["example.ts", "tests/wrong.ts", "tests/flow-types.ts", "tests/xyflow.d.ts", "tests/jsx.d.ts"]
    for name in names:
        shutil.copy(CLIENT / name, package)
    for number, text in enumerate(examples()):
        (package / f"page-{number}.tsx").write_text(text)
    names = [*(Path(name).name for name in names), "page-0.tsx", "page-1.tsx", "node.d.ts"]
    command = ["tsc", *STRICT, "--jsx", "react", *names]
    done = subprocess.run(command, cwd=package, capture_output=True, text=True, timeout=LIMIT)
    lines = {}
    for name, line in re.findall(r"^([^\s(]+)\((\d+),", done.stdout, re.MULTILINE):
        lines.setdefault(name, set()).add(int(line))
    return lines


def test_the_types_of_the_protocol_are_current():
    assert run(sys.executable, GENERATOR) == (CLIENT / "src" / "protocol.d.ts").read_text("utf-8")


def test_the_package_has_what_its_manifest_names_and_needs_nothing(package):
    folder = package / "node_modules" / "nodewire-client"
    manifest = json.loads((folder / "package.json").read_text())
    named = [value for entry in manifest["exports"].values() for form in entry.values() for value in form.values()]
    assert all((folder / name).is_file() for name in [*named, manifest["main"], manifest["types"], "README.md"])
    assert not [key for key in manifest if "ependencies" in key]
    foreign = set()
    for file in (folder / "src").glob("*.js"):
        foreign |= set(re.findall(r'from "([^."][^"]*)"', file.read_text("utf-8")))
    assert foreign == {"node:child_process"}
    # Declarations need no types of another package.
    text = "".join(file.read_text("utf-8") for file in sorted((folder / "types").glob("*.d.ts")))
    assert not re.search("<reference|from .node:|NodeJS|Buffer", text)


def test_the_package_is_found_by_require_and_by_import(server, package):
    """Both forms, in a project that is no module, as typed programs and as they run."""
    project = package / "required"
    project.mkdir()
    (project / "package.json").write_text('{"type": "commonjs"}')
    text = """
const { Connection, ConnectionClosed } = require("nodewire-client");
const { stdio } = require("nodewire-client/stdio");
const { Flow, nodewire } = require("nodewire-client/react");
(async () => {
  const connection = new Connection(stdio(process.argv[2]));
  await connection.initialize();
  const { document } = await connection.request("document/create", { content: { nodes: [{ id: "a", position: { x: 1, y: 2 } }] } });
  const flow = await Flow.open(connection, document);
  const { Connection: other } = await import("nodewire-client");
  console.log(flow.read().nodes.length, typeof nodewire, typeof other);
  await connection.close();
  await connection.request("document/list").catch((error) => console.log(error instanceof ConnectionClosed));
})();
"""
    (project / "main.js").write_text(text)
    assert run(tool("node"), "main.js", server, folder=project) == "1 function function\ntrue\n"
    (project / "main.ts").write_text(
        'import { Connection } from "nodewire-client";\nimport { Flow } from "nodewire-client/react";\n'
        'export const opened = (one: Connection) => Flow.open(one, "d").then((flow) => flow.view.length);\n'
    )
    kinds = ["--module", "node16", "--moduleResolution", "node16", "--target", "es2022", "--lib", "es2022,dom"]
    run("tsc", "--strict", "--noEmit", *kinds, "main.ts", folder=project)


def test_the_example_is_short_and_runs(server, package, refused, tmp_path):
    assert len((CLIENT / "example.ts").read_text().splitlines()) < 60
    (tmp_path / "bot.json").write_text(json.dumps(CONTENT))
    said = run(tool("node"), "example.js", server, tmp_path, "bot.json", folder=package)
    assert said == SAID
    saved = (tmp_path / "bot.json").read_text()
    # It was written as the server writes it, and nothing in it is another.
    assert saved != json.dumps(CONTENT) and json.loads(saved) == CONTENT


def test_wrong_programs_are_refused_and_no_others(refused):
    """React Flow takes the properties, and the examples of the page compile."""
    lines = (TESTS / "wrong.ts").read_text().splitlines()
    wrong = {number + 2 for number, line in enumerate(lines) if number and line.startswith("//")}
    assert len(wrong) == 16 and refused == {"wrong.ts": wrong}


def test_the_first_example_of_the_page_runs(server, package, tmp_path):
    shutil.copy(CLIENT.parent / "examples" / "support-bot.json", tmp_path)
    (tmp_path / "nodewire").symlink_to(server)
    # What it shows has no types, and so is JavaScript.
    (package / "page.mjs").write_text(examples()[0])
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    said = run(tool("node"), package / "page.mjs", folder=tmp_path, PATH=path)
    assert re.match(r"\d+ nodes\n\{ x: .*connection\.self ", said, re.DOTALL) and said.count(" nodes\n") == 2


def examples():
    """The programs of the page."""
    texts = re.findall(r"^```tsx?\n(.*?)^```", (CLIENT / "README.md").read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert len(texts) == 2
    return texts


def test_transports_and_conversations(server, tmp_path):
    run(tool("node"), "--test", TESTS / "transports.test.mjs", NODEWIRE_SERVER=server, NODEWIRE_TEMPORARY=tmp_path)


def test_replicas_and_scenes_are_what_the_server_has(server):
    run(tool("node"), "--test", TESTS / "copies.test.mjs", NODEWIRE_SERVER=server)


def test_react_flow_shows_and_edits_a_document(server):
    node = tool("node")
    if not REACT.is_dir():
        pytest.skip("there is no React of Debian: node-react and node-react-test-renderer")
    run(node, "--test", TESTS / "react.test.mjs", NODEWIRE_SERVER=server, NODE_PATH=REACT.parent)
