"""A plain socket to a door of the server, which sends exactly the bytes that a test wants."""

import base64
import json
import os
import socket
import struct

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


class Peer:
    """A connection: requests first, then frames."""

    def __init__(self, port, timeout=60):
        self.port = port
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=timeout)
        self.stream = self.socket.makefile("rb")
        self._asked = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.stream.close()
        self.socket.close()

    # Requests

    def request(self, path="/", **fields):
        """The bytes of a request. A field that is None is left out."""
        sent = {"Host": f"127.0.0.1:{self.port}", **{name.replace("_", "-"): value for name, value in fields.items()}}
        lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in sent.items() if value is not None)]
        return "\r\n".join([*lines, "", ""]).encode("latin-1")

    def answer(self):
        """The status, the fields and the body of an answer; None at the end."""
        first = self.stream.readline().split()
        if not first:
            return None
        fields = {}
        while True:
            line = self.stream.readline().decode("latin-1").strip()
            if not line:
                break
            name, _, value = line.partition(":")
            fields[name.lower()] = value.strip()
        return int(first[1]), fields, self.stream.read(int(fields.get("content-length", 0)))

    def get(self, path="/", **fields):
        self.socket.sendall(self.request(path, **fields))
        return self.answer()

    def upgrade(self, path="/", **fields):
        """Asks for a WebSocket; what is given here takes the place of what belongs there."""
        asked = {
            "Upgrade": "websocket",
            "Connection": "keep-alive, Upgrade",
            "Sec_WebSocket_Version": "13",
            "Sec_WebSocket_Key": base64.b64encode(bytes(range(16))).decode(),
        }
        return self.get(path, **{**asked, **fields})

    # Frames

    @staticmethod
    def frame(payload, opcode=TEXT, final=True, mask=b"\x01\x02\x03\x04", length=None, reserved=0):
        """The bytes of a frame; ``length`` is what the header claims instead of the truth."""
        count = len(payload) if length is None else length
        first, masked = (0x80 if final else 0) | reserved | opcode, 0x80 if mask else 0
        if count < 126:
            header = struct.pack("!BB", first, masked | count)
        elif count < 1 << 16:
            header = struct.pack("!BBH", first, masked | 126, count)
        else:
            header = struct.pack("!BBQ", first, masked | 127, count)
        if mask and any(mask):
            key = mask * (len(payload) // 4 + 1)
            payload = bytes(byte ^ key[index] for index, byte in enumerate(payload))
        return header + (mask or b"") + payload

    def send(self, payload, *words, **options):
        self.socket.sendall(self.frame(payload, *words, **options))

    def receive(self):
        """The opcode and payload of the next frame; None at the end."""
        header = self.stream.read(2)
        if len(header) < 2:
            return None
        assert header[0] & 0x80 and not header[1] & 0x80, "a server sends whole frames and masks nothing"
        count = header[1]
        if count == 126:
            (count,) = struct.unpack("!H", self.stream.read(2))
        elif count == 127:
            (count,) = struct.unpack("!Q", self.stream.read(8))
        return header[0] & 0x0F, self.stream.read(count)

    def closing(self):
        """The status with which the server closes, and its reason; frames before that are read over."""
        while True:
            frame = self.receive()
            assert frame is not None, "the connection ended without a goodbye"
            if frame[0] == CLOSE:
                return struct.unpack("!H", frame[1][:2])[0], frame[1][2:].decode()

    def ended(self):
        """Whether nothing more comes, without a goodbye."""
        try:
            while (frame := self.receive()) is not None:
                assert frame[0] != CLOSE
        except ConnectionResetError:
            pass
        return True

    def tell(self, method, **params):
        self.send(json.dumps({"jsonrpc": "2.0", "method": method, "params": params}).encode())

    def ask(self, method, **params):
        """The result of a request, or the error; notifications before it are read over."""
        self._asked += 1
        body = {"jsonrpc": "2.0", "id": self._asked, "method": method, "params": params}
        self.send(json.dumps(body).encode(), mask=os.urandom(4))
        while True:
            message = self.next()
            if message.get("id") == self._asked:
                return message.get("result", message.get("error"))

    def next(self):
        """The next message; a ping before it is answered."""
        frame = self.receive()
        while frame is not None and frame[0] == PING:
            self.send(frame[1], PONG)
            frame = self.receive()
        assert frame is not None and frame[0] == TEXT, frame
        return json.loads(frame[1])
