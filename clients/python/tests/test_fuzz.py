"""Random streams of input keep the laws; what breaks one is found and can be performed again."""

import json
import subprocess
import sys

import pytest

from nodewire_client.testing import Broken, Laws
from nodewire_dev.fuzz import INITIALIZE, Peer, check, encoded, fuzz, judge, read_recording, write_recording
from nodewire_dev.streams import PROGRAM, Program


def test_streams_keep_the_laws(server, tmp_path, capsys):
    """More are run by ``python3 -m nodewire_dev.fuzz``, best against a release build."""
    out = tmp_path / "broken.jsonl"
    code = fuzz([server], seed=1, count=2500, out=out, is_loud=False)
    assert code == 0, capsys.readouterr().out
    assert "2500 streams" in capsys.readouterr().out


def test_streams_far_out_keep_the_laws(server, tmp_path, capsys):
    """A tenth of all places and sizes is as far out, as large or as small as numbers go."""
    code = fuzz([server], seed=1, count=500, out=tmp_path / "broken.jsonl", is_loud=False, extremes=0.1)
    assert code == 0, capsys.readouterr().out


def test_a_program_depends_on_its_seed_alone():
    assert Program("1.2", 2, []).messages == Program("1.2", 2, []).messages
    assert Program("1.2", 2, []).messages != Program("1.3", 2, []).messages
    assert Program("1.2", 2, [], 0.1).messages == Program("1.2", 2, [], 0.1).messages
    assert Program("1.2", 2, [], 0.1).messages != Program("1.2", 2, []).messages


def test_streams_do_what_users_do(server):
    """Of each kind of gesture some are begun, and some of them change the document."""
    peer = Peer([server])
    received = []
    discover = {"jsonrpc": "2.0", "id": "discover", "method": "rpc.discover"}
    described = list(peer.exchange(encoded([INITIALIZE, discover]), "discover"))[-1]
    for number in range(170):
        messages = Program(f"5.{number}", number, ["input/key", "input/drop"]).messages
        received += [json.loads(line) for line in peer.exchange(encoded(messages), messages[-1]["id"])]
    peer.close()
    frames = [message["params"] for message in received if message.get("method") == "view/frame"]
    kinds = {frame["gesture"]["kind"] for frame in frames if frame.get("gesture")}
    assert kinds >= {"drag", "connect", "reconnect", "resize", "waypoint", "label", "marquee", "lasso", "cut", "pan"}
    assert kinds >= {"pinch", "relate"}
    events = {message["params"]["event"] for message in received if message.get("method") == "view/event"}
    assert events >= {"tap", "doubleTap", "longPress", "contextMenu", "dropOnCanvas"}
    causes = [message["params"]["cause"] for message in received if message.get("method") == "document/changed"]
    methods = [method["name"] for method in json.loads(described)["result"]["methods"]]
    edits = {name for name in methods if name.startswith(("node/", "element/", "group/", "settings/", "types/"))}
    edits -= {"node/check", "node/edges", "node/descendants", "node/measure"}
    edits |= {"edge/connect", "edge/reconnect", "edge/update", "document/duplicate", "document/edit", "text/replace"}
    assert len(edits) >= 18 and set(causes) >= edits
    assert causes.count("input/pointer") > PROGRAM and causes.count("history/redo") > PROGRAM


def changed(**more):
    params = {"document": "d", "revision": 1, "from": 0, "cause": "node/move", "history": {}, **more}
    return {"jsonrpc": "2.0", "method": "document/changed", "params": params}


def reply(ident, **result):
    return {"jsonrpc": "2.0", "id": ident, "result": result}


def ask(ident, method, **params):
    return {"jsonrpc": "2.0", "id": ident, "method": method, "params": params}


NODE = {"id": "a", "position": {"x": 0, "y": 0}}
READ = (ask("any:1", "document/read", document="d"), reply("any:1", revision=0, nodes=[NODE], edges=[]))
HASH = ask("any:5", "document/hash", document="d")


@pytest.mark.parametrize(
    ("exchange", "received"),
    [
        ([reply("x")], "no request"),
        ([*READ, changed(**{"from": 5, "revision": 6})], "met a replica"),
        ([*READ, READ[0], reply("any:1", revision=0, nodes=[], edges=[])], "differs"),
        ([HASH, reply("any:5", revision=0, hash="a"), HASH, reply("any:5", revision=0, hash="b")], "hash of d"),
        ([ask("idle:1", "view/read", view="v"), reply("idle:1", gesture="drag")], "a gesture is left"),
        ([ask("tap:1", "input/pointer", view="v"), reply("tap:1")], "a tap was not recognised"),
        (
            [
                ask("same:k:1", "view/read"),
                reply("same:k:1", a=1),
                ask("same:k:2", "view/read"),
                reply("same:k:2", a=2),
            ],
            "k was",
        ),
        (
            [
                ask("any:1", "view/scene", view="v"),
                reply("any:1", viewport={"zoom": 1}),
                ask("any:2", "view/scene", view="v"),
                reply("any:2", viewport={"zoom": 2}),
            ],
            "state of v differ",
        ),
        (
            [ask("any:1", "view/read"), {"jsonrpc": "2.0", "id": "any:1", "error": {"code": -32603, "message": ""}}],
            "-32603",
        ),
    ],
)
def test_what_breaks_a_law_is_reported(exchange, received):
    laws = Laws()
    with pytest.raises(Broken, match=received):
        for message in exchange:
            if "method" in message and "id" in message:
                laws.sent(message)
            else:
                laws.received(message)


LIAR = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message.get("method") == "input/tick" and message["params"]["time"] == 5:
        sys.exit(3)
    if "id" in message:
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": {}}, separators=(",", ":")), flush=True)
"""


def test_what_broke_is_written_as_a_recording_that_is_shortened(server, tmp_path):
    """A server that ends at a certain tick simulates one that crashes."""
    liar = tmp_path / "liar.py"
    liar.write_text(LIAR)
    command = tmp_path / "liar"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{liar}"\n')
    command.chmod(0o755)
    ticks = [{"jsonrpc": "2.0", "method": "input/tick", "params": {"time": time}} for time in range(8)]
    messages = [INITIALIZE, *ticks]
    assert "ended with 3" in check([str(command)], messages)
    assert check([server], messages) is None
    file = tmp_path / "broken.jsonl"
    write_recording(file, messages)
    assert read_recording(file) == messages
    assert subprocess.run([server, "replay", str(file)], stdout=subprocess.DEVNULL).returncode == 0
    fails = f"{sys.executable} -m nodewire_dev.fuzz --server '{command}' --check"
    subprocess.run([server, "shrink", str(file), "--fails", fails], check=True, stdout=subprocess.DEVNULL)
    assert read_recording(tmp_path / "broken.jsonl.short") == [INITIALIZE, ticks[5]]


def test_an_error_that_its_method_does_not_declare_breaks_a_law():
    failed = {"code": 1101, "message": "", "data": {"reason": "noSuchNode"}}
    for message in (
        {"jsonrpc": "2.0", "id": "any:1", "error": failed},
        {"jsonrpc": "2.0", "method": "server/failed", "params": {"method": "view/pan", "error": failed}},
    ):
        for declared, is_broken in (([1001], True), ([1001, 1101], False)):
            laws = Laws({"view/pan": declared})
            laws.sent(ask("any:1", "view/pan", view="v"))
            if is_broken:
                with pytest.raises(Broken, match="does not declare"):
                    laws.received(message)
            else:
                laws.received(message)


def test_a_session_with_laws_is_judged(server):
    peer = Peer([server])
    messages = [INITIALIZE, *Program("9.0", 0, []).messages]
    first = judge(peer, messages)
    peer.close()
    again = Peer([server])
    assert judge(again, messages) == first
    again.close()
