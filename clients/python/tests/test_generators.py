"""What the generators make of openrpc.json as it is compiles, and so do front ends in Swift and Python, which run."""

import importlib.util
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from openrpc_checks import SPECIFICATION, Description

from nodewire_dev.transcripts import ANY, IGNORE, parse

GENERATORS = Path(__file__).resolve().parents[2] / "generators"
FRONT_ENDS = GENERATORS / "front_ends"
TRANSCRIPTS = sorted((SPECIFICATION / "transcripts").glob("*.txt"))
#: What each front end prints.
SAID = """\
a: First at 0,0, 150 by 60
b: no label at 0,200, 150 by 60
dragged by 0,0
dragged by 200,50
a: First at 200,50, 150 by 60
b: no label at 0,200, 150 by 60
connected by e1
refused: connection.duplicate
"""
#: The messages of the front ends, for a compiler that takes its time.
USED = ["initialize", "document/create", "node/insert", "view/open", "view/frame", "edge/connect"]
USED += ["gesture/begin", "gesture/update", "gesture/end"]
#: Transcripts with what the types of languages do not hold: a point with a member of its own, numbers beyond doubles.
LEFT_OUT = {"waypoints", "exact-numbers", "identifiers"}
#: Messages with every kind of type: nulls that say something, unions with and without a tag, open objects.
VARIED = ["view/frame", "view/event", "document/changed", "document/evaluated", "document/read", "document/apply"]
VARIED += ["document/bounds", "document/find", "edge/update", "node/reparent", "view/hitTest", "view/update"]
LIMIT = 600


def run(*command, folder=None):
    done = subprocess.run([*map(str, command)], cwd=folder, capture_output=True, text=True, timeout=LIMIT)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    return done.stdout


def generate(name, output, *options):
    run(sys.executable, GENERATORS / f"{name}.py", *options, output)
    return output


def only(names):
    return [option for name in dict.fromkeys(names) for option in ("--only", name)]


@pytest.mark.parametrize("name", ["typescript", "swift", "pydantic_models"])
def test_a_message_that_is_not_there_is_refused(name, tmp_path):
    command = [sys.executable, GENERATORS / f"{name}.py", "--only", "node/moove", tmp_path / "out"]
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and done.stderr.endswith("error: no message is named node/moove\n")
    assert not (tmp_path / "out").exists()


def tool(name):
    path = shutil.which(name)
    if path is None:
        pytest.skip(f"there is no {name}: what is generated for it was not compiled")
    return path


def test_types_for_typescript_compile_strictly(tmp_path):
    """All of them, and a part."""
    compiler = tool("tsc")
    generate("typescript", tmp_path / "protocol.ts")
    generate("typescript", tmp_path / "part.ts", *only(USED))
    run(compiler, "--strict", "--noEmit", "--target", "es2022", "protocol.ts", "part.ts", folder=tmp_path)


@pytest.fixture(scope="module")
def spoken():
    """What transcripts show of some messages: the Swift types of the values, and the values."""
    values = []
    for _, method, part, value in described():
        if method in VARIED and part != "error":
            name = "".join(word[0].upper() + word[1:] for word in method.split("/")).replace("ViewFrame", "Frame")
            values.append((name + ".Result" if part == "result" else name, value))
    return values


@pytest.fixture(scope="module")
def program(spoken, tmp_path_factory):
    """One program in Swift, since the types take a compiler its time: the front end, or what reads and writes values."""
    compiler, folder = tool("swiftc"), tmp_path_factory.mktemp("swift")
    generate("swift", folder / "Protocol.swift", *only(USED + VARIED))
    table = ", ".join(f'"{name}": {{ try coded({name}.self, $0) }}' for name in sorted({name for name, _ in spoken}))
    (folder / "coded.swift").write_text(CODED % table)
    front_end = (FRONT_ENDS / "front_end.swift").read_text("utf-8")
    (folder / "front_end.swift").write_text(front_end.replace("@main struct Main", "struct Main"))
    files = ["Protocol.swift", "front_end.swift", "coded.swift"]
    run(compiler, "-Onone", "-wmo", "-parse-as-library", "-o", "program", *files, folder=folder)
    return folder / "program"


def test_a_front_end_in_swift_compiles_and_runs(server, program):
    assert run(program, server) == SAID


CODED = """import Foundation
func coded<One: Codable>(_: One.Type, _ data: Data) throws -> Data {
    try JSONEncoder().encode(JSONDecoder().decode(One.self, from: data))
}
@main struct Either {
    static func main() throws {
        if CommandLine.arguments.count > 1 { return try Main.main() }
        let types: [String: (Data) throws -> Data] = [%s]
        while let name = readLine(), let type = types[name], let text = readLine() {
            print(String(decoding: try type(Data(text.utf8)), as: UTF8.self))
        }
    }
}
"""


def test_what_transcripts_show_is_read_by_swift_and_written_as_it_was(program, spoken):
    asked = "".join(f"{name}\n{json.dumps(value)}\n" for name, value in spoken)
    done = subprocess.run([program], input=asked, capture_output=True, text=True, timeout=LIMIT)
    assert done.returncode == 0, done.stderr[:2000]
    assert [json.loads(line) for line in done.stdout.splitlines()] == [value for _, value in spoken]
    assert len(spoken) > 1000


@pytest.fixture(scope="module")
def models(tmp_path_factory):
    pytest.importorskip("pydantic")
    path = generate("pydantic_models", tmp_path_factory.mktemp("pydantic") / "protocol.py")
    spec = importlib.util.spec_from_file_location("generated_protocol", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[module.__name__] = module
    spec.loader.exec_module(module)
    module.PATH = path
    return module


def test_a_front_end_with_pydantic_runs(server, models):
    shutil.copy(FRONT_ENDS / "front_end.py", models.PATH.parent)
    assert run(sys.executable, models.PATH.with_name("front_end.py"), server) == SAID


def test_a_front_end_with_pydantic_has_the_right_types(models):
    pytest.importorskip("mypy")
    shutil.copy(FRONT_ENDS / "front_end.py", models.PATH.parent)
    run(sys.executable, "-m", "mypy", "--strict", "front_end.py", folder=models.PATH.parent)


def transcribed():
    """The messages of the transcripts that leave nothing open, with their direction and their path."""
    for path in (path for path in TRANSCRIPTS if path.stem not in LEFT_OUT):
        for line in parse(path.read_text(encoding="utf-8")):
            if line.kind not in ("-->", "<--") or ANY in line.text or IGNORE in line.text:
                continue
            try:
                message = json.loads(line.text)
            except ValueError:
                continue
            if isinstance(message, dict):
                yield path, line.kind, message


def described():
    """The path and method of each message, what of it follows, ``params``, ``result`` or ``error``, and that value.

    What is described has the latest names, and so have the values.
    """
    asked, versions, description = {}, {}, Description()
    for path, kind, message in transcribed():
        key = (path, json.dumps(message.get("id")))
        if kind == "-->":
            asked[key] = message
            if message.get("method") == "initialize":
                versions[path] = message.get("params", {}).get("protocolVersion", 1)
        elif "error" in message:
            yield path, asked.get(key, {}).get("method"), "error", message["error"]
        elif "method" in message:
            yield path, message["method"], "params", message["params"]
        elif "method" in asked.get(key, {}):
            method, version = asked[key]["method"], versions.get(path, 1)
            params = asked[key].get("params") or {}
            yield path, method, "result", description.latest_result(method, message["result"], version)
            yield path, method, "params", description.latest_params(method, params, version)


def test_what_transcripts_show_is_read_by_pydantic_and_written_as_it_was(models):
    calls = {one.METHOD: one for one in vars(models).values() if getattr(one, "METHOD", None)}
    read = 0
    for path, method, part, value in described():
        if part == "error":
            written = models.ResponseError.model_validate(value)
        elif part == "result":
            written = calls[method].result(value)
        else:
            written = {**calls, **models.NOTIFICATIONS}[method].model_validate(value)
        assert (json.loads(written.text()) if hasattr(written, "text") else written) == value, path
        read += 1
    assert read > 3000


def test_a_known_generator_makes_models_of_the_description(tmp_path):
    pytest.importorskip("datamodel_code_generator", reason="datamodel-code-generator is not installed")
    source, made = SPECIFICATION / "openrpc.json", tmp_path / "known_models.py"
    options = ["--input-file-type", "openapi", "--output-model-type", "pydantic_v2.BaseModel", "--formatters", "builtin"]
    run(sys.executable, "-m", "datamodel_code_generator", "--input", source, "--output", made, *options)
    # Each schema is a type, and a member that is a keyword in Python keeps its name on the wire.
    names = set(re.findall(r"(?m)^class (\w+)", made.read_text("utf-8")))
    assert set(json.loads(source.read_text("utf-8"))["components"]["schemas"]) <= names
    program = (
        "from known_models import TextMatch; value = {'path': '/label', 'from': 1, 'to': 2};"
        "assert TextMatch(**value).model_dump(by_alias=True, exclude_none=True) == value"
    )
    run(sys.executable, "-c", program, folder=tmp_path)


def test_a_part_of_the_messages_needs_a_part_of_the_types(tmp_path):
    whole, part = (tmp_path / name for name in ("whole.ts", "part.ts"))
    generate("typescript", whole)
    generate("typescript", part, "--only", "node/move", "--only", "view/frame")
    names = [set(re.findall(r"(?m)^export \w+ (\w+)", path.read_text())) for path in (whole, part)]
    assert names[1] < names[0] and {"NodeMove", "Point", "Frame", "NodeItem", "ResponseError"} <= names[1]
    assert not {"Query", "Edit", "DocumentOpen"} & names[1]
