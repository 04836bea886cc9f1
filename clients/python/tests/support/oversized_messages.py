"""Messages that are to be more than a reader can take: what they cost."""

import json
import time

from server_process import END, Feeder, framed, request, start

BEGIN = request("begin", "initialize", clock="client")
AFTER = request("after", "document/list")
#: What a server takes besides ten times the bytes of a message.
SPARE = 8 << 20


def hostile(scale):
    """Bodies of messages by name; with a scale of 8 the longest are as long as a message may be."""
    return {
        "arrays": b"[" * 1_000_000 + b"]" * 1_000_000,
        "batch": b"[" + b",".join([b"[]"] * 300_000) + b"]",
        "open arrays": b"[" * 1_000_000,
        "objects": b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
        "exponents": b'{"jsonrpc":"2.0","id":1,"method":"document/list","params":{"a":1e' + b"9" * 30 + b"}}",
        "digits": b'{"jsonrpc":"2.0","id":' + b"1" * 1_000_000 + b',"method":"document/list"}',
        "escapes": b'{"jsonrpc":"2.0","id":"' + rb"\u0041" * 1_000_000 + b'","method":"document/list"}',
        "keys": b"{" + b",".join(b'"%d":1' % number for number in range(200_000)) + b"}",
        "one key": b'{"id":1,"params":{' + b'"a":1,' * 200_000 + b'"a":1}}',
        "string": b'"' + b"x" * ((scale << 23) - 2) + b'"',
        "label": made(b'{"id":"a","label":"' + b"x" * ((scale << 23) - 200) + b'"}'),
        "nodes": made(b",".join(b'{"id":"%d"}' % number for number in range(scale * 20_000))),
        "members": created(b"{" + members(scale, b"0") + b"}"),
        "member": created(b'{"own":{' + members(scale, b"[]") + b"}}"),
        "settings": created(b'{"settings":{' + members(scale, b"0") + b"}}"),
        "types": created(b'{"types":{' + members(scale, b"{}") + b"}}"),
        "types of edges": created(b'{"edgeTypes":{' + members(scale, b"{}") + b"}}"),
        "members of a node": made(b'{"id":"a",' + members(scale, b"0") + b"}"),
        "data": made(b'{"id":"a","data":{' + b",".join(b'"%d":[]' % one for one in range(scale * 100_000)) + b"}}"),
    }


def members(scale, value):
    return b",".join(b'"%d":%s' % (one, value) for one in range(scale * 100_000))


def made(nodes):
    return created(b'{"nodes":[' + nodes + b"]}")


def created(content):
    return b'{"jsonrpc":"2.0","id":1,"method":"document/create","params":{"document":"d","content":' + content + b"}}"


def cost(server, body, is_framed=False):
    """The messages that follow a hostile one, the bytes of memory that it takes at most, and the seconds."""
    style = framed if is_framed else lambda body: body + b"\n"
    process = start(server)
    with process, open(process.stdout.fileno(), "rb", buffering=1 << 16, closefd=False) as heard:
        process.stdin.write(style(text(BEGIN)))
        assert said(heard, is_framed)["id"] == "begin"
        before, begun = peak(process), time.monotonic()
        feeder = Feeder(process, style(body) + style(text(AFTER)))
        replies = [said(heard, is_framed)]
        while replies[-1].get("id") != "after":
            replies.append(said(heard, is_framed))
        taken, seconds = peak(process) - before, time.monotonic() - begun
        feeder.join()
        process.stdin.write(b"".join(style(text(one)) for one in END))
        process.stdin.close()
        assert process.wait(60) == 0
    return replies[:-1], taken, seconds


def text(message):
    return json.dumps(message).encode()


def said(heard, is_framed):
    """The next message."""
    head = heard.readline()
    assert head, "the server has ended"
    if not is_framed:
        return json.loads(head)
    assert heard.readline() == b"\r\n"
    return json.loads(heard.read(int(head.partition(b": ")[2])))


def peak(process):
    """The most that a process has had in memory, in bytes."""
    with open(f"/proc/{process.pid}/status", encoding="ascii") as file:
        return next(int(one.split()[1]) << 10 for one in file if one.startswith("VmHWM:"))
