"""The server as a bare process: bytes go in, bytes come out, and the system says what it costs."""

import json
import os
import subprocess
import threading

PAGE = os.sysconf("SC_PAGE_SIZE")
ENVIRONMENT = {**os.environ, "SWIFT_BACKTRACE": "enable=no"}


def request(number, method, **params):
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}


def notification(method, **params):
    return {"jsonrpc": "2.0", "method": method, "params": params}


def line(message):
    return json.dumps(message).encode() + b"\n"


def lines(messages):
    return b"".join(map(line, messages))


def framed(body):
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


END = [request("end", "shutdown"), {"jsonrpc": "2.0", "method": "exit"}]


def said(server, stream, code=0, **options):
    """What the server says to a stream that is written as a whole; it ends with this code."""
    command = [server, *options.pop("arguments", ())]
    options = {"env": ENVIRONMENT, "timeout": 120, "capture_output": True, **options}
    done = subprocess.run(command, input=stream, **options)
    assert done.returncode == code, (done.returncode, done.stderr[-500:] if done.stderr else b"")
    return done.stdout


def messages(text):
    return [json.loads(one) for one in text.splitlines()]


def bodies(text):
    """The messages of a stream with headers, which holds nothing else."""
    found = []
    while text:
        header, _, text = text.partition(b"\r\n\r\n")
        name, _, length = header.partition(b": ")
        assert name == b"Content-Length"
        found.append(json.loads(text[: int(length)]))
        text = text[int(length) :]
    return found


def start(server, *arguments, **options):
    options = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "env": ENVIRONMENT, "bufsize": 0, **options}
    return subprocess.Popen([server, *arguments], **options)


def memory(process):
    """What a process has in memory, in bytes."""
    with open(f"/proc/{process.pid}/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * PAGE


def descriptors(process):
    return len(os.listdir(f"/proc/{process.pid}/fd"))


def processor_seconds(process):
    with open(f"/proc/{process.pid}/stat", encoding="ascii") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Feeder(threading.Thread):
    """Writes a stream for as long as the server takes it, while the test does something else."""

    def __init__(self, process, stream):
        super().__init__(daemon=True)
        self.process, self.rest = process, memoryview(stream)
        self.start()

    def run(self):
        try:
            while self.rest:
                self.rest = self.rest[os.write(self.process.stdin.fileno(), self.rest[:65536]) :]
        except OSError:
            pass
