"""What the server sends is what openrpc.json describes: results, notifications, and the errors of each method."""

import json
import os
import subprocess
import sys

import pytest
from openrpc_checks import SPECIFICATION, Conversation
from generated_messages import Generator
from error_provocations import PROVOKED

from nodewire_dev.fuzz import INITIALIZE, Peer, encoded
from nodewire_dev.streams import Program
from nodewire_dev.transcripts import ANY, IGNORE, parse

TRANSCRIPTS = sorted((SPECIFICATION / "transcripts").glob("*.txt"))
SEED, MESSAGES, PROGRAMS = 1, 6000, 8
#: How often every method is about what is not there: some draws are refused for another reason.
STRANGERS = 5

#: Declared errors that no test provokes, and why.
UNSEEN = {
    ("document/copy", 1900): "a fragment longer than a message",
    ("document/cut", 1900): "a fragment longer than a message",
    ("input/key", 1900): "a fragment longer than a message",
    ("view/command", 1900): "a fragment longer than a message",
    ("document/duplicate", 1900): "a document with as many nodes as may be",
    ("document/export", 1900): "more jobs than may wait: test_jobs provokes it in a session with the server's clock",
    ("document/layout", 1900): "more jobs than may wait: test_layout provokes it in a session with the server's clock",
    ("group/layout", 1900): "the same",
    ("document/open", 1303): "a journal that the disk does not give up: test_recover provokes it",
    ("document/recover", 1303): "the same",
    ("document/diff", 1900): "more jobs than may wait: as above",
    ("document/merge", 1900): "a document with as many nodes as may be",
    ("document/restore", 1900): "the same",
    ("document/accept", 1900): "the same",
    ("conflict/resolve", 1900): "the same",
    ("history/undo", 1900): "more jobs than may wait: as above",
    ("history/redo", 1900): "more jobs than may wait: as above",
    ("dialog/explore", 1900): "more jobs than may wait: as above, by test_dialogs",
}


@pytest.fixture(scope="module")
def transcribed(description):
    """The transcripts, compared with the description."""
    talks = {}
    for path in TRANSCRIPTS:
        talk = talks[path.stem] = Conversation(description)
        for line in parse(path.read_text(encoding="utf-8")):
            try:
                message = json.loads(line.text) if line.kind else None
            except ValueError:
                continue
            if line.kind == "-->":
                talk.sent(message)
            elif line.kind == "<--" and not has_gaps(message):
                talk.received(message)
    return talks


def has_gaps(value):
    """Whether an expected message leaves something open."""
    if isinstance(value, dict):
        return IGNORE in value or any(has_gaps(member) for member in value.values())
    return value == ANY or (isinstance(value, list) and any(has_gaps(element) for element in value))


def perform(server, folder, description, messages):
    """A session of its own in a folder; what came, compared with the description, and the last reply."""
    talk = Conversation(description)
    back = os.getcwd()
    os.chdir(folder)
    try:
        peer = Peer([server])
    finally:
        os.chdir(back)
    messages = [INITIALIZE, *messages]
    for message in messages:
        talk.sent(message)
    last = None
    for line in peer.exchange(encoded(messages), messages[-1]["id"]):
        last = json.loads(line)
        talk.received(last)
    peer.close()
    return talk, last


@pytest.fixture(scope="module")
def generated(server, description, tmp_path_factory):
    """Every method with parameters drawn from its schemas, and streams of input."""
    generator = Generator(description.document, SEED)
    drawn = [*generator.messages(MESSAGES), *(one for _ in range(STRANGERS) for one in generator.strangers())]
    talks = [perform(server, tmp_path_factory.mktemp("drawn"), description, drawn)[0]]
    streams = [
        message
        for number in range(PROGRAMS)
        for message in Program(f"{SEED}.{number}", number, list(description.methods)).messages
    ]
    return [*talks, perform(server, tmp_path_factory.mktemp("streams"), description, streams)[0]]


@pytest.fixture(scope="module")
def provoked(server, description, tmp_path_factory):
    """For each provocation what came, and the last reply."""
    results = []
    for method, code, steps in PROVOKED:
        folder = tmp_path_factory.mktemp("provoked")
        folder.joinpath("twice.json").write_text('{"nodes": [{"id": "a"}, {"id": "a"}], "edges": []}')
        messages = [
            {"jsonrpc": "2.0", "id": f"{number}", "method": name, "params": params}
            for number, (name, params) in enumerate(steps)
        ]
        results.append((method, code, steps, *perform(server, folder, description, messages)))
    return results


def test_transcripts_are_as_described(transcribed):
    assert sum(talk.checked for talk in transcribed.values()) > 1000
    assert not [f"{name}: {problem}" for name, talk in transcribed.items() for problem in talk.problems]


def test_generated_sessions_are_as_described(generated):
    assert all(talk.checked > 3000 for talk in generated)
    assert not [problem for talk in generated for problem in talk.problems]


def test_provocations_are_refused_as_described(provoked):
    for method, code, steps, talk, last in provoked:
        assert steps[-1][0] == method
        found = last["error"]["code"] if "error" in last else (last["result"] or {}).get("refused", {}).get("reason")
        assert found == code, f"{method} {code}: {last}"
        assert not talk.problems


def test_every_declared_error_is_provoked(description, transcribed, generated, provoked):
    """Every declared error is raised, or is in the list with its reason."""
    seen = set().union(
        *(talk.refused for talk in transcribed.values()),
        *(talk.refused for talk in generated),
        *(result[3].refused for result in provoked),
    )
    declared = {(method, code) for method, codes in description.codes.items() for code in codes}
    unseen = sorted(declared - seen - set(UNSEEN))
    assert not unseen, "\n".join(map(str, unseen))
    assert set(UNSEEN) <= declared and not set(UNSEEN) & seen


@pytest.mark.parametrize("member", ["data", "label", "handles", "extent"])
def test_null_is_an_absent_member(description, member):
    params = {"document": "d", "node": {"id": "a", member: None}}
    assert description.wrong_params("node/insert", params) is None
    assert description.wrong_params("node/insert", {"document": "d", "node": {"id": 7, member: None}}) is not None


def test_elements_are_described_as_files_hold_them(server, tmp_path, description):
    """A file may hold any member in a form that no edit takes; what reads it is still as described."""
    schemas = description.document["components"]["schemas"]
    ends = {"id": "e", "source": "a", "target": "b"}
    requests, odd = [], 0
    for value in (None, True, -1, "x", [], [{}], [7], {}, {"x": "y"}):
        nodes = [{"id": f"n{name}", name: value} for name in schemas["NewNode"]["properties"] if name != "id"]
        edges = [{**ends, "id": f"e{name}", name: value} for name in schemas["NewEdge"]["properties"] if name not in ends]
        name = f"d{len(requests)}"
        text = json.dumps({"nodewire": 1, "nodes": [{"id": "a"}, {"id": "b"}, *nodes], "edges": edges})
        requests += [
            ("document/open", {"document": name, "text": text}),
            ("document/read", {"document": name}),
            ("view/open", {"document": name, "view": f"v{name}", "width": 500, "height": 400}),
            ("document/find", {"document": name, "text": "n"}),
            ("document/check", {"document": name}),
            ("document/copy", {"document": name, "nodes": ["a", *(node["id"] for node in nodes)]}),
            ("element/remove", {"document": name, "nodes": ["a", *(node["id"] for node in nodes)]}),
            ("history/undo", {"document": name}),
        ]
        odd += sum(
            description.wrong_params("node/insert", {"document": name, "node": node}) is not None for node in nodes
        )
    assert odd > 100
    messages = [
        {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        for number, (method, params) in enumerate(requests, 1)
    ]
    talk, _ = perform(server, tmp_path, description, messages)
    assert talk.problems == [] and talk.checked > len(messages)


def test_what_is_not_as_described_is_found(description):
    assert description.wrong_result("document/hash", {"revision": 1}) is not None
    assert description.wrong_result("document/hash", {"revision": 1, "hash": "", "more": 1}) is not None
    assert description.wrong_notification({"method": "document/saved", "params": {}}) is not None
    assert not description.is_declared("document/hash", {"code": 1101, "message": ""})


def test_an_error_has_the_data_of_its_code(description):
    def wrong(code, **data):
        return description.wrong_error({"code": code, "message": "", "data": data})

    cycle = {"reason": "connection.cycle", "nodes": ["a", "b"], "path": ["a", "b"]}
    assert wrong(1101, reason="noSuchNode", nodes=["a"]) is None and wrong(1110, **cycle) is None
    assert wrong(1101, reason="noSuchEdge", edges=["a"]) is not None
    assert wrong(1102, reason="noSuchEdge") is not None
    assert wrong(1102, reason="noSuchEdge", edges=["e"], setting="x") is not None
    assert wrong(1110, **{**cycle, "path": "/edge"}) is not None
    assert wrong(4711, reason="odd") is not None
    assert description.wrong_error({"code": 1003, "message": ""}) is not None


def test_every_message_has_an_example_that_is_as_described(description):
    examples = {name: one["examples"] for name, one in description.methods.items()}
    assert all(len(one) == 1 for one in examples.values())
    for name, (example,) in examples.items():
        params = {param["name"]: param["value"] for param in example["params"]}
        assert description.wrong_params(name, params) is None, name
        assert ("result" in example) != description.methods[name].get("x-notification", False), name
        if "result" in example:
            assert description.wrong_result(name, example["result"]["value"]) is None, name
        assert (SPECIFICATION / "transcripts" / f"{example['name']}.txt").exists()
    for kind in ("x-notifications", "x-requests"):
        for one in description.document[kind]:
            for example in one.get("examples", ()):
                params = {param["name"]: param["value"] for param in example["params"]}
                assert description.wrong_notification({"method": one["name"], "params": params}) is None, one["name"]


def test_all_that_is_generated_is_current(server):
    """The examples are those of the transcripts; another test runs every transcript against the server."""
    generator = SPECIFICATION.parent / "clients" / "generate.py"
    command = [sys.executable, str(generator), "--check", "--server", server]
    done = subprocess.run(command, capture_output=True, text=True, timeout=180)
    assert done.returncode == 0, done.stderr


def test_methods_refer_to_the_data_of_the_table_of_errors(description):
    data = {error["code"]: error["data"] for error in description.document["x-errors"]}
    for method in description.methods.values():
        for error in method.get("errors", ()):
            assert error["data"] == data[error["code"]] and list(error["data"]) == ["$ref"]


def test_the_reason_says_which_data_an_error_has(description):
    schemas = description.document["components"]["schemas"]
    discriminator = description.document["x-discriminators"]["ErrorData"]
    reasons = discriminator["mapping"]
    assert discriminator["propertyName"] == "reason"
    assert {one["$ref"] for one in schemas["ErrorData"]["oneOf"]} == set(reasons.values())
    rules = {f"connection.{rule['name']}" for rule in description.document["x-rules"]}
    names = {error["name"] for error in description.document["x-errors"]} - {"connectionRefused"}
    assert rules | names <= set(reasons)
