"""What one window does costs no other: three share a server, one of them attacks, the others go on."""

import json
import threading
import time

import pytest
from conftest import sharing
from test_sharing import Window

#: How long another window waits at most while an attack goes on, in seconds: a limit of liveness. On a loaded machine
#: it waits a tenth of that.
PATIENCE = 20


@pytest.fixture
def bridge(server, tmp_path):
    with sharing(server, tmp_path) as bridge:
        yield bridge


@pytest.fixture
def window(connect):
    return lambda view, **options: Window(connect(), view, **options)


@pytest.fixture
def windows(window):
    """The attacker and two others, whose frames have come."""
    found = [window(view) for view in ("evil", "good", "fine")]
    for one in found:
        one.heard()
    return found


def written(**message):
    return json.dumps({"jsonrpc": "2.0", **message})


def nested(levels):
    return "[" * levels + "]" * levels


def texts(document):
    """Messages of the attacker, by what is wrong with them."""
    raw = '{{"jsonrpc":"2.0","id":7,"method":"{}","params":{{{}}}}}'.format
    odd = {"list": "[]", "object": '{"a":[]}', "number": "1e999", "true": "true", "lone": r'"\ud800"', "long": "9" * 4000}
    for name, text in odd.items():
        for method in ("document/close", "document/read", "document/watch", "document/import", "history/end", "view/open"):
            yield f"{method} of a document that is {name}", raw(method, f'"document":{text},"values":true,"text":""')
        for method in ("view/close", "view/presence", "view/acknowledge"):
            yield f"{method} of a view that is {name}", raw(method, f'"view":{text}')
            yield f"{method} of a view that is {name}, sent off", raw(method, f'"view":{text}').replace('"id":7,', "")
        yield f"progress by {name}", raw("document/export", f'"document":"{document}","format":"svg","progressToken":{text}')
        yield f"no progress by {name}", written(method="document/export", params={"progressToken": 0}).replace("0}", text + "}")
        yield f"cancel {name}", raw("$/cancelRequest", f'"id":{text}')
        yield f"an id that is {name}", written(id=0, method="document/list").replace("0,", text + ",")
        yield f"a method that is {name}", '{"jsonrpc":"2.0","id":7,"method":' + text + "}"
        yield f"params that are {name}", '{"jsonrpc":"2.0","id":7,"method":"document/list","params":' + text + "}"
        yield f"an answer that is {name}", '{"jsonrpc":"2.0","id":' + text + ',"result":null}'
        yield f"a beginning with {name}", raw("initialize", f'"capabilities":{text},"clientInfo":{text}')
    yield "a view of null", written(id=7, method="view/open", params={"document": document, "view": None, "width": 9, "height": 9})
    yield "levels", '{"jsonrpc":"2.0","id":7,"method":"document/list","params":' + nested(900) + "}"
    yield "as many levels as the server takes", '{"jsonrpc":"2.0","id":7,"method":"document/list","params":{"a":' + nested(126) + "}}"
    yield "one more", '{"jsonrpc":"2.0","id":7,"method":"document/list","params":{"a":' + nested(127) + "}}"
    yield "open levels", "[" * 100_000
    yield "a huge number", written(id=0, method="document/list", params={"a": 0}).replace("0}", "1e999}")
    yield "a member twice", '{"jsonrpc":"2.0","id":1,"id":2,"method":"document/list"}'
    yield "a view twice", raw("view/close", '"view":"evil","view":"good"')
    yield "a view in escapes", raw("view/close", r'"vi\u0065w":"g\u006fod"')
    yield "a limit", written(id=7, method="initialize", params={"limits": {"views": 1}, "clock": "client", "trace": "verbose"})
    yield "traces", written(method="$/setTrace", params={"value": "verbose"})
    yield "a trace with an id", written(id=7, method="$/setTrace", params={"value": "verbose"})
    yield "no JSON", '{"jsonrpc":"2.0","id":7,"method":"document/list",}'
    yield "a batch", "[" + ",".join([written(id=7, method="document/list")] * 3) + "]"
    yield "an unknown method", written(id=7, method="window/close", params={"view": "good"})
    yield "an unknown method, sent off", written(method="window/close", params={"view": "good"})
    yield "time", written(method="input/tick", params={"time": 1e300})
    yield "a failure that names no view", written(method="node/insert", params={"document": document, "node": 5})
    yield "a failure that names nothing", written(method="document/open", params={"path": 5})
    for method in ("view/presence", "view/select", "gesture/begin", "input/key", "dialog/start", "view/close"):
        params = {"view": "good", "kind": "drag", "nodes": ["a"], "name": "evil", "key": "Delete", "phase": "down", "node": "a"}
        yield f"{method} in another's name", written(method=method, params=params)
        yield f"{method} in another's name, asked", written(id=7, method=method, params=params)
    for method in ("history/undo", "history/redo", "history/begin", "node/move", "document/cut"):
        params = {"document": document, "view": "good", "ids": ["a"], "by": {"x": 5, "y": 5}}
        yield f"{method} from another's view", written(id=7, method=method, params=params)
    for number in range(1, 30):
        yield f"cancel the request {number}", written(id=7, method="$/cancelRequest", params={"id": number})


def unharmed(one):
    """Nothing that one would notice has come, and it is served."""
    start = time.monotonic()
    heard = one.heard()
    assert time.monotonic() - start < PATIENCE
    others = [message for message in heard if message.get("method") not in ("view/frame", "document/changed")]
    assert others == []
    assert isinstance(one.ask("view/read", view=one.view), dict)


def test_no_message_of_a_window_harms_another(windows):
    evil, *others = windows
    others[0].edit("node/update", id="a", set={"label": "mine"})
    for name, text in texts(evil.document):
        evil.peer.send(text.encode())
        for one in others:
            try:
                unharmed(one)
            except Exception as error:
                raise AssertionError(f"{name}: {text[:200]}") from error
    assert others[0].edit("history/undo")["label"] == "Update"
    (document,) = others[1].ask("document/list")["documents"]
    assert document["document"] == evil.document
    # The attacker has an answer to all that it has asked.
    evil.send("document/list")
    assert "result" in evil.until(lambda message: isinstance(message, dict) and message.get("id") == evil.count)


def test_a_view_that_is_named_null_gets_its_frames(windows):
    evil = windows[0]
    evil.send("view/open", document=evil.document, view=None, width=800, height=600, scene="svg")
    frame = evil.until(lambda message: message.get("method") == "view/frame" and message["params"]["view"] != "evil")
    assert evil.answer()["view"] == frame["params"]["view"]


LONG = {
    "arrays": '{"jsonrpc":"2.0","id":7,"method":"document/list","params":{"a":[' + ",".join(["[]"] * 10_000_000) + "]}}",
    "a batch": "[" + ",".join(["[]"] * 10_000_000) + "]",
    "nests": '{"jsonrpc":"2.0","id":7,"method":"document/list","params":{"a":[' + ",".join(["[[]]"] * 400_000) + "]}}",
    "names": '{"jsonrpc":"2.0","id":7,"method":"document/list","params":{'
    + ",".join(f'"{number}":0' for number in range(800_000))
    + "}}",
    "escapes": '{"jsonrpc":"2.0","id":7,"method":"document/list","params":{"a":"' + "\\n" * 6_000_000 + '"}}',
    "a name": '{"jsonrpc":"2.0","id":7,"method":"document/read","params":{"document":"' + "x" * 12_000_000 + '"}}',
}


@pytest.mark.parametrize("name", LONG)
def test_a_long_message_holds_up_no_other_window(windows, name):
    evil, good, _ = windows
    refusals, waits = [], []

    def attack():
        evil.peer.send(LONG[name].encode(), mask=bytes(4))
        evil.peer.socket.settimeout(60)
        refusals.append(evil.until(lambda message: "error" in message))

    thread = threading.Thread(target=attack, daemon=True)
    thread.start()
    while thread.is_alive():
        start = time.monotonic()
        assert isinstance(good.ask("view/read", view="good"), dict)
        waits.append(time.monotonic() - start)
    assert refusals and max(waits) < PATIENCE
