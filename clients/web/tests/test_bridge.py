"""The bridge: who may speak to it, and what it carries."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest
import serve
import web_socket
from functools import partial
from types import SimpleNamespace
from conftest import WEB, Peer

INITIALIZE = b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}'
KEY = "dGhlIHNhbXBsZSBub25jZQ=="


def alive(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def wait_until(condition, seconds=8.0):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not come about"
        time.sleep(0.02)


def answer(peer, body=INITIALIZE, **options):
    peer.send(body, **options)
    opcode, payload = peer.receive()
    assert opcode == 1
    return json.loads(payload)


def opened(peer):
    assert peer.upgrade()[0] == 101
    return peer


# Who may speak to it


def test_the_token_opens_one_window(bridge, connect):
    path = bridge.url.partition(str(bridge.port))[2]
    status, headers, _ = connect().get(path)
    assert (status, headers["location"]) == (303, f"/{bridge.secret}/")
    assert connect().get(path)[0] == 403
    assert bridge.url.partition(str(bridge.port))[2] != path


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/?token=",
        "/?token=wrong",
        "/?other=1",
        "/index.html",
        "/wrong/",
        "/wrong/main.js",
        "/wrong/socket",
        "//",
        "*",
    ],
)
def test_nothing_is_answered_without_the_token(peer, path):
    status, _, body = peer.get(path)
    assert status == 403
    assert b"<html" not in body and b"import" not in body


@pytest.mark.parametrize("name", ["", "index.html", "main.js", "style.css", "icon.svg"])
def test_the_page_is_served_with_the_secret(bridge, peer, name):
    status, headers, body = peer.get(f"/{bridge.secret}/{name}")
    assert (status, len(body) > 100) == (200, True)
    assert headers["content-type"] in serve.TYPES.values()
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert (headers["x-content-type-options"], headers["referrer-policy"]) == ("nosniff", "no-referrer")


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:{port}",
        "127.0.0.1",
        "127.0.0.1:1",
        "127.0.0.1:{port}.evil.example",
        "[::1]:{port}",
        "",
        None,
    ],
)
def test_another_host_is_refused(bridge, peer, host):
    host = host and host.format(port=bridge.port)
    assert peer.get(f"/{bridge.secret}/", Host=host)[0] == 403


def test_two_hosts_are_refused(bridge, peer):
    assert peer.get(f"/{bridge.secret}/", host=peer.host)[0] == 403


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "https://127.0.0.1:{port}",
        "http://127.0.0.1:1",
        "http://localhost:{port}",
        "null",
        "",
    ],
)
@pytest.mark.parametrize("name", ["", "socket"])
def test_another_origin_is_refused(bridge, peer, origin, name):
    origin = origin.format(port=bridge.port)
    assert peer.upgrade(path=f"/{bridge.secret}/{name}", Origin=origin)[0] == 403


def test_the_local_name_is_as_good_as_the_address(bridge, peer):
    host = f"localhost:{bridge.port}"
    assert peer.upgrade(Host=host, Origin=f"http://{host}")[0] == 101


@pytest.mark.parametrize(
    "name",
    [
        "../serve.py",
        "..%2fserve.py",
        "%2e%2e/serve.py",
        "/etc/passwd",
        "//etc/passwd",
        "../../examples/support-bot.json",
        "page/../../serve.py",
        "..\\serve.py",
        "main.js/",
        "main.js%00.svg",
        "serve.py",
        ".",
        "..",
        "tests/conftest.py",
    ],
)
def test_no_path_leads_out_of_the_folder(bridge, peer, name):
    status, _, body = peer.get(f"/{bridge.secret}/{name}")
    assert status == 404
    assert len(body) < 100


def test_the_icon_is_served_wherever_browsers_look_for_it(bridge, connect):
    status, headers, body = connect().get("/favicon.ico")
    assert (status, headers["content-type"]) == (200, "image/svg+xml")
    assert body.startswith(b"<svg") and bridge.secret.encode() not in body
    assert connect().get("/favicon.ico", Host="evil.example")[0] == 403


def test_only_this_machine_is_listened_to(bridge):
    assert bridge.server_address[0] == "127.0.0.1"


def test_requests_are_not_written_down(bridge, peer, capfd):
    peer.get(f"/{bridge.secret}/")
    assert bridge.secret not in "".join(capfd.readouterr())


# The handshake


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec_WebSocket_Key": None},
        {"Sec_WebSocket_Key": "short"},
        {"Sec_WebSocket_Key": "ÿ"},
        {"Sec_WebSocket_Version": "8"},
        {"Sec_WebSocket_Version": None},
        {"Upgrade": "h2c"},
        {"Upgrade": None},
        {"Connection": "close"},
        {"Origin": None},
    ],
)
def test_what_is_no_handshake_is_refused(peer, headers):
    assert peer.upgrade(**headers)[0] == 400


def test_the_key_is_answered_as_in_the_standard(peer):
    # The example of RFC 6455, section 1.3.
    status, headers, _ = peer.upgrade(Sec_WebSocket_Key=KEY)
    assert (status, headers["sec-websocket-accept"]) == (101, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")


def test_there_are_only_so_many_windows(bridge, connect, monkeypatch):
    for _ in range(serve.WINDOWS):
        assert bridge.has_room()
    assert connect().upgrade()[0] == 503
    bridge.leave()
    assert connect().upgrade()[0] == 101


# What it carries


def test_a_message_goes_there_and_back(peer):
    reply = answer(opened(peer))
    assert reply["id"] == 1 and reply["result"]["serverInfo"]["name"] == "nodewire"


def test_fragments_make_one_message_and_pings_may_stand_between(peer):
    opened(peer).send(INITIALIZE[:10], final=False)
    peer.send(b"are you there", opcode=9)
    peer.send(INITIALIZE[10:20], opcode=0, final=False)
    peer.send(INITIALIZE[20:], opcode=0)
    assert peer.receive() == (10, b"are you there")
    assert json.loads(peer.receive()[1])["id"] == 1


@pytest.mark.parametrize("size", [125, 126, 65_535, 65_536, 200_000])
def test_messages_of_every_length_arrive(peer, size):
    answer(opened(peer))
    padding = "ü" * (size // 2)
    body = json.dumps({"jsonrpc": "2.0", "id": padding, "method": "rpc.nothing"}, ensure_ascii=False).encode()
    assert answer(peer, body)["id"] == padding


def test_a_line_break_inside_a_message_does_not_cut_it(peer):
    assert answer(opened(peer), INITIALIZE.replace(b",", b",\n"))["id"] == 1


def test_files_are_read_and_written_below_the_folder(bridge, peer):
    def ask(ident, method, **params):
        return answer(peer, json.dumps({"jsonrpc": "2.0", "id": ident, "method": method, "params": params}).encode())

    answer(opened(peer))
    assert ask(2, "document/open", path="bot.json", document="d")["result"]["nodes"] > 10
    assert ask(3, "document/save", document="d", path="../out.json")["error"]["code"] == 1300
    assert ask(4, "document/open", path="/etc/passwd")["error"]["code"] == 1300
    peer.send(b'{"jsonrpc":"2.0","id":5,"method":"document/save","params":{"document":"d","path":"copy.json"}}')
    wait_until(lambda: (bridge.opening.root / "copy.json").exists())


@pytest.mark.parametrize(
    "frame, status",
    [
        ({"payload": b"x", "mask": None}, 1002),
        ({"payload": b"x", "reserved": 0x40}, 1002),
        ({"payload": b"x", "opcode": 3}, 1002),
        ({"payload": b"x", "opcode": 11}, 1002),
        ({"payload": b"x", "opcode": 0}, 1002),
        ({"payload": b"x", "opcode": 9, "final": False}, 1002),
        ({"payload": b"x" * 126, "opcode": 9}, 1002),
        ({"payload": b"x", "opcode": 2}, 1003),
        ({"payload": b"\xff\xfe"}, 1007),
        ({"payload": b"", "length": web_socket.MESSAGE_LIMIT + 1}, 1009),
        ({"payload": b"", "length": (1 << 63) + 5}, 1009),
        ({"payload": b"x" * 1000, "length": 1 << 40}, 1009),
        ({"payload": b"\x03\xe8", "opcode": 8}, 1000),
        ({"payload": b"", "opcode": 8}, 1000),
        ({"payload": b"x", "opcode": 8}, 1002),
        ({"payload": b"\x03\xed", "opcode": 8}, 1002),
    ],
)
def test_what_breaks_the_protocol_ends_the_connection_with_its_status(peer, frame, status):
    opened(peer).send(**frame)
    assert peer.closing() == status
    assert peer.receive() is None


def test_a_new_message_in_the_middle_of_another_is_refused(peer):
    opened(peer).send(b"{", final=False)
    peer.send(b"{}")
    assert peer.closing() == 1002


def test_fragments_together_are_bounded(peer):
    opened(peer)
    peer.send(b"x" * 1000, final=False)
    peer.send(b"", opcode=0, length=web_socket.MESSAGE_LIMIT - 999)
    assert peer.closing() == 1009


# Windows and their servers


def pid_of(bridge):
    wait_until(lambda: bridge.pids)
    (pid,) = bridge.pids
    return pid


def test_each_window_has_a_server_of_its_own(bridge, connect):
    for count in (1, 2):
        answer(opened(connect()))
        wait_until(lambda count=count: len(set(bridge.pids)) == count)


def asked(peer, ident, method, **params):
    """The answer to a request; what comes before it is read over."""
    peer.send(json.dumps({"jsonrpc": "2.0", "id": ident, "method": method, "params": params}).encode())
    while True:
        message = json.loads(peer.receive()[1])
        if message.get("id") == ident:
            return message


@pytest.mark.parametrize("method", ["document/save", "document/export"])
def test_the_gate_stands_before_what_a_window_writes(bridge, connect, method):
    root = bridge.opening.root
    (root / ".git").mkdir()
    (root / "out").symlink_to("/tmp")
    for name, target in (("journal.json", ".bot.json.nodewire/lock"), ("shown.json", ".git/new.json"), ("bot2.json", "bot.json")):
        (root / name).symlink_to(target)
    other, window = opened(connect()), opened(connect())
    # With --alone each window has a server of its own, which knows of the others by their locks.
    for one, path in ((other, "bot.json"), (window, None)):
        asked(one, 1, "initialize")
        content = {"path": path} if path else {"text": serve.NEW}
        assert "result" in asked(one, 2, "document/open", document="d", **content)
    before = (root / "bot.json").read_bytes(), sorted(os.listdir(root)), sorted(os.listdir(root / ".bot.json.nodewire"))
    for reason, paths in {
        "reserved": [".bot.json.nodewire/new.json", "./.BOT.json.nodewire/lock", "journal.json", ".x.json.nodewire-1", ".x.nodewire/x.json"],
        "hidden": [".git/new.json", ".new.json", "shown.json", "..json"],
        "open": ["bot.json", "./bot.json", "bot2.json", str(root / "bot.json")],
        "path": ["../new.json", "out/new.json", "sub/../new.json", "new/new.json", ".", "", "/", "a\0.json"],
    }.items():
        for path in paths:
            more = {} if reason == "open" else {"overwrite": True}
            if method == "document/export" or reason == "reserved":
                more["format"] = "nodewire"
            error = asked(window, 3, method, document="d", path=path, **more)["error"]
            assert (error["code"], error["data"]["reason"]) == (1300, reason), (path, error)
    assert ((root / "bot.json").read_bytes(), sorted(os.listdir(root)), sorted(os.listdir(root / ".bot.json.nodewire"))) == before


def test_a_window_that_does_not_read_holds_up_no_save(bridge, connect):
    writer, silent = opened(connect()), opened(connect())
    asked(writer, 1, "initialize")
    asked(writer, 2, "document/open", path="bot.json", document="mine")
    silent.send(json.dumps({"jsonrpc": "2.0", "id": "x" * 3_000_000, "method": "rpc.nothing"}).encode())
    for ident in range(3, 9):
        assert "result" in asked(writer, ident, "document/save", document="mine")


def test_a_window_that_goes_takes_its_server_with_it(bridge, peer):
    answer(opened(peer))
    pid = pid_of(bridge)
    peer.close()
    wait_until(lambda: not alive(pid))
    wait_until(lambda: not bridge.pids)


def test_a_server_that_dies_closes_its_window(bridge, peer):
    answer(opened(peer))
    os.kill(pid_of(bridge), signal.SIGKILL)
    assert peer.closing() == 1011


def test_a_server_that_cannot_be_started_is_said(bridge, peer):
    bridge.command = ["/nonexistent/nodewire"]
    assert peer.upgrade()[0] == 500


def test_the_program_prints_its_address_and_ends_with_its_servers(server, tmp_path):
    command = [sys.executable, str(WEB / "serve.py"), "--no-browser", "--server", server]
    # Programs that a shell starts in the background ignore interrupts, and hand that on.
    heard = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=tmp_path, preexec_fn=heard)
    try:
        assert child.stdout.readline().startswith("open http://127.0.0.1:")
        assert str(tmp_path) in child.stdout.readline()
    finally:
        child.send_signal(signal.SIGINT)
        assert child.wait(10) == 0


@pytest.mark.parametrize(("arguments", "is_shared"), [([], True), (["--share"], True), (["--alone"], False)])
def test_windows_share_a_document_unless_each_is_to_be_alone(server, tmp_path, arguments, is_shared):
    command = [sys.executable, str(WEB / "serve.py"), "--no-browser", "--server", server, *arguments]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=tmp_path)
    try:
        address, _, token = child.stdout.readline().strip().partition("/?token=")
        program = SimpleNamespace(port=int(address.rpartition(":")[2]))
        location = Peer(program).get(f"/?token={token}")[1]["location"]
        assert ("window" in json.loads(Peer(program).get(f"{location}opening.json")[2])) == is_shared
    finally:
        child.kill()
        child.wait()


@pytest.mark.parametrize("arguments", [["nothing/graph.json"], ["."], ["--port", "x"], ["--unknown"]])
def test_the_program_refuses_what_it_does_not_understand(server, tmp_path, arguments):
    command = [sys.executable, str(WEB / "serve.py"), "--no-browser", "--server", server, *arguments]
    assert subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=20).returncode == 2


@pytest.mark.parametrize("name", ["nothing", "notes.txt", "true", "."])
def test_a_server_that_does_not_run_is_said_at_the_start(tmp_path, name):
    (tmp_path / "notes.txt").write_text("not a program")
    (tmp_path / "true").write_text("#!/bin/sh\n")
    (tmp_path / "true").chmod(0o755)
    command = [sys.executable, str(WEB / "serve.py"), "--no-browser", "--server", name]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=20)
    assert done.returncode == 2 and done.stdout == "" and name in done.stderr.splitlines()[-1]


@pytest.mark.parametrize("more", [[], ["--alone"]])
def test_journals_and_locks_lie_where_they_are_told(server, tmp_path, more):
    (tmp_path / "a.json").write_text('{"nodes":[],"edges":[]}')
    state = ["--state", "state"]
    command = [sys.executable, str(WEB / "serve.py"), "a.json", "--no-browser", "--server", server, *state, *more]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=tmp_path)
    try:
        address, _, token = child.stdout.readline().strip().partition("/?token=")
        program = SimpleNamespace(port=int(address.rpartition(":")[2]))
        secret = Peer(program).get(f"/?token={token}")[1]["location"]
        program.secret = secret.strip("/")
        peer = opened(Peer(program))
        answer(peer)
        request = {"jsonrpc": "2.0", "id": 2, "method": "document/open", "params": {"path": "a.json"}}
        assert "result" in answer(peer, json.dumps(request).encode())
        assert [entry.name.partition("-")[0] for entry in (tmp_path / "state").iterdir()] == ["a.json"]
        assert not (tmp_path / ".a.json.nodewire").exists()
    finally:
        child.kill()
        child.wait()
