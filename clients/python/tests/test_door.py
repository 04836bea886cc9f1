"""The door for browsers: `nodewire serve --websocket` and `nodewire open` let in who may, and nobody else."""

import json
import os
import re
import signal
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from web_socket_peer import CLOSE, PING, PONG, TEXT, Peer

PAGE = Path(__file__).resolve().parents[2] / "web" / "page"
FRIEND = "http://localhost:5173"
TOKEN = "a word of the tests"
NODES = [{"id": name, "position": {"x": 10 * place, "y": 0}} for place, name in enumerate("abc")]
BOUND = 60
#: As `messageBytes` of the limits.
MOST = 64 << 20


class Door:
    """A server that listens for browsers."""

    def __init__(self, process):
        self.process = process
        self.place = json.loads(process.stdout.readline())
        self.port = int(re.fullmatch(r"ws://127\.0\.0\.1:(\d+)/", self.place["address"])[1])
        self.token = self.place.get("token", TOKEN)

    def peer(self):
        return Peer(self.port, BOUND)

    def client(self, **fields):
        """A peer that is a client already."""
        peer = self.peer()
        assert peer.upgrade(f"/?token={self.token.replace(' ', '%20')}", **fields)[0] == 101
        assert peer.ask("initialize")["serverInfo"]["name"] == "nodewire"
        return peer


@contextmanager
def opened(server, *words, cwd=None, **variables):
    command = [server, "serve", "--websocket", "127.0.0.1:0", *words]
    environment = {**os.environ, **variables}
    process = subprocess.Popen(command, cwd=cwd, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    try:
        yield Door(process)
    finally:
        process.kill()
        process.communicate(timeout=BOUND)


@pytest.fixture(scope="module")
def door(server):
    with opened(server, "--origin", FRIEND) as door:
        yield door


@pytest.fixture(scope="module")
def paged(server, tmp_path_factory):
    folder = tmp_path_factory.mktemp("served")
    (folder / "graph.json").write_text(json.dumps({"nodes": NODES}))
    (folder / "below").mkdir()
    (folder / "below" / "flow.mmd").write_text("graph TD\na-->b\n")
    (folder / ".hidden.json").write_text("{}")
    with opened(server, "--page", str(PAGE), "--root", str(folder)) as door:
        door.folder = folder
        yield door


def test_clients_at_websockets_edit_one_document(door):
    with door.client() as ada, door.client(Origin=FRIEND) as bob:
        assert ada.ask("document/create", document="shared", content={"nodes": NODES})["nodes"] == 3
        assert bob.ask("document/open", document="shared", text="{}")["nodes"] == 3
        ada.ask("node/move", document="shared", ids=["a"], by={"x": 5, "y": 0})
        assert bob.next()["method"] == "document/changed"
        assert bob.ask("document/read", document="shared")["nodes"][0]["position"]["x"] == 5


def test_the_token_may_be_in_initialize(door):
    with door.peer() as peer:
        assert peer.upgrade()[0] == 101
        assert peer.ask("rpc.discover")["code"] == -32002
        assert peer.ask("initialize", token="another")["code"] == -32600
        assert peer.receive()[0] == CLOSE
    with door.peer() as peer:
        assert peer.upgrade()[0] == 101
        assert "serverInfo" in peer.ask("initialize", token=door.token)


def test_a_given_token_is_not_printed(server):
    with opened(server, NODEWIRE_TOKEN=TOKEN) as door:
        assert "token" not in door.place
        door.client().close()


@pytest.mark.parametrize(
    "fields, path, status",
    [
        ({"Host": "evil.example"}, "/", 403),
        ({"Host": "127.0.0.1"}, "/", 403),
        ({"Host": None}, "/", 400),
        ({"Origin": "http://evil.example"}, "/", 403),
        ({"Origin": "null"}, "/", 403),
        ({"Origin": FRIEND + ".evil.example"}, "/", 403),
        ({}, "/?token=another", 403),
        ({}, "/?token=%zz", 101),
        ({}, "/etc/passwd", 404),
        ({"Sec_WebSocket_Key": "short"}, "/", 400),
        ({"Sec_WebSocket_Key": None}, "/", 400),
        ({"Sec_WebSocket_Version": "8"}, "/", 400),
        ({"Upgrade": "h2c"}, "/", 426),
        ({"Connection": "keep-alive"}, "/", 426),
        ({"Content_Length": "5"}, "/", 413),
        ({"Transfer_Encoding": "chunked"}, "/", 413),
    ],
)
def test_who_may_not_come_is_told_why(door, fields, path, status):
    with door.peer() as peer:
        found, answered, body = peer.upgrade(path, **fields)
        assert found == status
        if status != 101:
            assert body and answered["connection"] == "close" and peer.stream.read() == b""


@pytest.mark.parametrize(
    "head, status",
    [
        (b"POST / HTTP/1.1\r\nHost: x\r\n\r\n", 405),
        (b"GET / HTTP/1.0\r\nHost: x\r\n\r\n", 505),
        (b"GET http://127.0.0.1/ HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        (b"GET  / HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost : x\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: x\r\n folded: y\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: x\nEvil: y\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: x\r\nName: \xff\xfe\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: x\r\nName: a\0b\r\n\r\n", 400),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 200 + b"\r\n", 431),
        (b"GET /" + b"a" * 20_000, 431),
    ],
    ids=range(13),
)
def test_a_head_that_no_browser_writes_is_refused(door, head, status):
    with door.peer() as peer:
        peer.socket.sendall(head)
        assert peer.answer()[0] == status
        assert peer.stream.read() == b""


def test_a_head_may_come_in_pieces_and_behind_another(door):
    with door.peer() as peer:
        sent = peer.request(Host="evil.example")
        for byte in sent[:-1]:
            peer.socket.sendall(bytes([byte]))
        peer.socket.sendall(sent[-1:])
        assert peer.answer()[0] == 403


@pytest.mark.parametrize(
    "frame, status",
    [
        (Peer.frame(b"{}", mask=None), 1002),
        (Peer.frame(b"{}", reserved=0x40), 1002),
        (Peer.frame(b"{}", opcode=3), 1002),
        (Peer.frame(b"{}", opcode=11), 1002),
        (Peer.frame(b"{}", opcode=2), 1003),
        (Peer.frame(b"{}", opcode=0), 1002),
        (Peer.frame(b"{", final=False) + Peer.frame(b"}"), 1002),
        (Peer.frame(b"a" * 126, opcode=PING), 1002),
        (Peer.frame(b"", opcode=PING, final=False), 1002),
        # Lengths in more bytes than they need.
        (b"\x81\xfe\x00\x02" + b"\0" * 4 + b"{}", 1002),
        (b"\x81\xff" + b"\0" * 7 + b"\x02" + b"\0" * 4 + b"{}", 1002),
        (Peer.frame(b"\xff"), 1007),
        (Peer.frame(b'"\xc3', final=False) + Peer.frame(b'("', opcode=0), 1007),
        (Peer.frame(b"", length=MOST + 1), 1009),
        (Peer.frame(b"", length=(1 << 63) - 1), 1009),
        (Peer.frame(b"", length=1 << 63), 1009),
        (Peer.frame(b"\x03\xe8bye", opcode=CLOSE), 1000),
        (Peer.frame(b"", opcode=CLOSE), 1000),
        (Peer.frame(b"\x03", opcode=CLOSE), 1002),
        (Peer.frame(b"\x03\xed", opcode=CLOSE), 1002),
        (Peer.frame(b"\x0b\xb8", opcode=CLOSE), 3000),
        (Peer.frame(b"\x03\xe8\xff", opcode=CLOSE), 1002),
    ],
)
def test_a_goodbye_says_what_was_wrong(door, frame, status):
    with door.client() as peer:
        peer.socket.sendall(frame)
        assert peer.closing()[0] == status
        assert peer.receive() is None


def test_a_message_may_come_in_many_parts_with_pings_between_them(door):
    with door.client() as peer:
        body = json.dumps({"jsonrpc": "2.0", "id": "x", "method": "rpc.discover", "params": {}, "é": "ü"}, ensure_ascii=False)
        body = body.replace(', "é": "ü"', " " * 5000).encode()
        for place in range(0, len(body), 7):
            peer.send(body[place : place + 7], TEXT if place == 0 else 0, final=place + 7 >= len(body))
            if place % 70 == 0:
                peer.send(b"still here?", PING)
                assert peer.receive() == (PONG, b"still here?")
        assert peer.next()["id"] == "x"


def test_ten_thousand_empty_parts_are_no_memory(door):
    with door.client() as peer:
        peer.send(b"[", final=False)
        empty = peer.frame(b"", opcode=0, final=False)
        for _ in range(100):
            peer.socket.sendall(empty * 1000)
        peer.send(b"]", opcode=0)
        assert peer.next()["error"]["code"] == -32600
        peer.send(b"here", PING)
        assert peer.receive() == (PONG, b"here")


def test_a_long_message_is_one_frame_and_read_as_one(door):
    with door.client() as peer:
        text = "x" * 300_000
        content = {"nodes": [{"id": "a", "position": {"x": 0, "y": 0}, "data": {"text": text}}]}
        peer.ask("document/create", document="long", content=content)
        assert peer.ask("document/read", document="long")["nodes"][0]["data"]["text"] == text
        peer.ask("document/close", document="long", discard=True)


def test_frames_may_be_cut_anywhere(door):
    with door.client() as peer:
        body = json.dumps({"jsonrpc": "2.0", "id": 7, "method": "document/list"}).encode()
        sent = peer.frame(body) + peer.frame(b"p", PING) + peer.frame(body)
        for byte in sent:
            peer.socket.sendall(bytes([byte]))
        assert [peer.next()["id"], peer.receive(), peer.next()["id"]] == [7, (PONG, b"p"), 7]


def test_what_comes_behind_the_request_is_the_first_message(door):
    with door.peer() as peer:
        asked = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec_WebSocket_Version": "13"}
        head = peer.request(f"/?token={door.token}", Sec_WebSocket_Key="AAECAwQFBgcICQoLDA0ODw==", **asked)
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}}).encode()
        peer.socket.sendall(head + peer.frame(body))
        status, fields, _ = peer.answer()
        # The key of RFC 6455, 1.3 has another answer; this one was computed by hashlib.
        assert (status, fields["sec-websocket-accept"]) == (101, accept_of("AAECAwQFBgcICQoLDA0ODw=="))
        assert peer.next()["id"] == 1


def accept_of(key):
    import base64
    import hashlib

    return base64.b64encode(hashlib.sha1(key.encode() + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest()).decode()


def test_who_sends_no_request_has_gone_after_a_while_and_holds_up_nobody(door):
    with door.peer() as silent, door.peer() as slow:
        slow.socket.sendall(b"GET / HTTP/1.1\r\n")
        with door.client() as client:
            assert client.ask("document/list")["documents"] is not None
        assert silent.stream.read() == b"" and slow.stream.read() == b""


def test_hundreds_of_strangers_keep_no_client_out(door):
    with door.client() as client:
        strangers = [door.peer() for _ in range(300)]
        assert client.ask("document/list")["documents"] is not None
        with door.client() as another:
            assert another.ask("document/list")["documents"] is not None
        for stranger in strangers:
            stranger.close()


def test_a_server_that_ends_says_goodbye(server):
    with opened(server) as door, door.client() as peer:
        door.process.send_signal(signal.SIGTERM)
        assert peer.closing() == (1001, "the server has ended")
        assert door.process.wait(BOUND) == 0


def test_a_client_that_exits_hears_a_goodbye(door):
    with door.client() as peer:
        peer.ask("shutdown")
        peer.tell("exit")
        assert peer.closing()[0] == 1000


@pytest.mark.parametrize("word", ["8080", "0.0.0.0:0", "localhost:0", "127.0.0.1:70000", "ws://127.0.0.1:0"])
def test_only_this_machine_is_served(server, word):
    ended = subprocess.run([server, "serve", "--websocket", word], capture_output=True, text=True, timeout=BOUND)
    assert ended.returncode == 2 and "--websocket needs 127.0.0.1:PORT" in ended.stderr


@pytest.mark.parametrize("origin", ["localhost:5173", "http://localhost:5173/", "*", "HTTP://localhost", "http://", "http://*.b.c"])
def test_an_origin_that_no_browser_has_is_refused(server, origin):
    command = [server, "serve", "--websocket", "127.0.0.1:0", "--origin", origin]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=BOUND)
    assert ended.returncode == 2 and origin in ended.stderr and "http://localhost:5173" in ended.stderr


@pytest.mark.parametrize("words", [["--origin", FRIEND], ["--page", str(PAGE)], ["--listen", "127.0.0.1:0", "--origin", FRIEND]])
def test_options_of_the_door_need_a_door(server, words):
    ended = subprocess.run([server, "serve", *words], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=BOUND)
    assert ended.returncode == 2 and "goes with --websocket" in ended.stderr


# The page


def entered(door):
    """The path of the page, which its address leads to once."""
    entry = re.fullmatch(rf"http://127\.0\.0\.1:{door.port}(/\?enter=[0-9a-f]+)", door.place["page"])[1]
    with door.peer() as peer:
        status, fields, _ = peer.get(entry)
        assert status == 303
    line = door.process.stdout.readline()
    door.place["page"] = re.search(r"http://\S+", line)[0]
    return entry, fields["location"]


def test_the_address_of_the_page_opens_one_window(paged):
    entry, base = entered(paged)
    with paged.peer() as peer:
        assert peer.get(entry)[0] == 403
    with paged.peer() as peer:
        status, fields, body = peer.get(base)
        assert status == 200 and body == (PAGE / "index.html").read_bytes()
        assert "default-src 'none'" in fields["content-security-policy"] and fields["x-content-type-options"] == "nosniff"
        # The connection is used again.
        assert peer.get(base + "main.js")[2] == (PAGE / "main.js").read_bytes()
        assert peer.get(base + "client/index.js")[1]["content-type"] == "text/javascript; charset=utf-8"
        assert peer.get("/favicon.ico")[1]["content-type"] == "image/svg+xml"


@pytest.mark.parametrize("path", ["../main.js", "client/../main.js", "%2e%2e/x", "client", "main.js?x", ".hidden.json", "/etc/passwd"])
def test_nothing_but_the_files_of_the_page_is_shown(paged, path):
    _, base = entered(paged)
    with paged.peer() as peer:
        assert peer.get(base + path)[0] == (200 if path == "main.js?x" else 404)


def test_without_the_secret_there_is_nothing(paged):
    _, base = entered(paged)
    for path in ("/main.js", "/" + "0" * 32 + "/", base[:-2] + "/", "//", base[:-1]):
        with paged.peer() as peer:
            assert peer.get(path)[0] == 403, path


def test_the_page_is_told_what_it_opens_and_what_lies_in_the_folder(paged, description):
    _, base = entered(paged)
    with paged.peer() as peer:
        opening = json.loads(peer.get(base + "opening.json")[2])
        again = json.loads(peer.get(base + "opening.json")[2])
        listed = json.loads(peer.get(base + "folder.json")[2])
    assert opening["name"] == "untitled.json" and again["window"] == opening["window"] + 1
    assert set(opening["edits"]) == {method["name"] for method in description.methods.values() if method.get("x-edit")}
    assert listed == {"folder": str(paged.folder), "files": ["graph.json", "below/flow.mmd"], "more": False}


def test_the_socket_of_the_page_needs_no_token_and_takes_no_other_page(paged):
    _, base = entered(paged)
    with paged.peer() as peer:
        assert peer.upgrade(base + "socket", Origin=FRIEND)[0] == 403
    with paged.peer() as peer:
        assert peer.upgrade(base + "socket", Origin=f"http://127.0.0.1:{paged.port}")[0] == 101
        assert "serverInfo" in peer.ask("initialize")
        assert peer.ask("document/open", path="graph.json")["nodes"] == 3


def test_a_page_that_is_not_there_is_named(server, tmp_path):
    command = [server, "serve", "--websocket", "127.0.0.1:0", "--page", str(tmp_path)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=BOUND)
    assert ended.returncode == 2 and f"there is no page in {tmp_path}" in ended.stderr


# nodewire open


@contextmanager
def shown(server, *words, cwd):
    command = [server, "open", "--no-browser", "--page", str(PAGE), *words]
    process = subprocess.Popen(command, cwd=cwd, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    try:
        url = process.stdout.readline().split()[1]
        port = int(re.match(r"http://127\.0\.0\.1:(\d+)/", url)[1])
        with Peer(port) as peer:
            base = peer.get(url[url.index("/?") :])[1]["location"]
        peer = Peer(port)
        yield peer, base, process
        peer.close()
    finally:
        process.kill()
        process.communicate(timeout=BOUND)


def test_a_file_is_shown_whatever_its_path(server, tmp_path):
    folder = tmp_path / "a folder"
    folder.mkdir()
    (folder / "graph.json").write_text(json.dumps({"nodes": NODES}))
    (tmp_path / "link.json").symlink_to(folder / "graph.json")
    for word, cwd in (("graph.json", folder), ("../a folder/graph.json", folder), (str(folder / "graph.json"), tmp_path)):
        with shown(server, word, cwd=cwd) as (peer, base, _):
            opening = json.loads(peer.get(base + "opening.json")[2])
            assert (opening["name"], opening["path"], "text" in opening) == ("graph.json", "graph.json", False)
            assert json.loads(peer.get(base + "folder.json")[2])["folder"] == str(folder)
            assert peer.upgrade(base + "socket")[0] == 101 and "serverInfo" in peer.ask("initialize")
            assert peer.ask("document/open", path=opening["path"])["nodes"] == 3


def test_a_file_that_is_not_there_is_begun_until_it_is_saved(server, tmp_path):
    with shown(server, "new.json", cwd=tmp_path) as (peer, base, process):
        assert process.stdout.readline() == f"{tmp_path}/new.json is new; saving writes it\n"
        opening = json.loads(peer.get(base + "opening.json")[2])
        assert opening["document"] == "new.json" and json.loads(opening["text"])["nodes"] == []
        (tmp_path / "new.json").write_text(json.dumps({"nodes": NODES}))
        assert "text" not in json.loads(peer.get(base + "opening.json")[2])


def test_a_copy_leaves_its_file_alone(server, tmp_path):
    text = json.dumps({"nodes": NODES})
    (tmp_path / "graph.json").write_text(text)
    with shown(server, "--copy", "graph.json", cwd=tmp_path) as (peer, base, _):
        opening = json.loads(peer.get(base + "opening.json")[2])
        assert (opening["name"], opening["text"]) == ("my-graph.json", text) and "path" not in opening


@pytest.mark.parametrize("word", [".", "nothing/x.json", "x.json/", ""])
def test_what_can_be_no_file_is_named(server, tmp_path, word):
    command = [server, "open", "--no-browser", "--page", str(PAGE), word]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=BOUND)
    assert ended.returncode == 2 and f"{word} can be no file" in ended.stderr


def test_another_client_hears_of_an_edit_at_once(door):
    """Nothing waits for a turn of the clock, which comes every two seconds."""
    with door.client() as ada, door.client() as bob:
        ada.ask("document/create", document="seen", content={"nodes": NODES})
        bob.ask("document/open", document="seen", text="{}")
        start = time.monotonic()
        for _ in range(50):
            ada.ask("node/move", document="seen", ids=["a"], by={"x": 1, "y": 0})
            assert bob.next()["method"] == "document/changed"
        assert time.monotonic() - start < 25
