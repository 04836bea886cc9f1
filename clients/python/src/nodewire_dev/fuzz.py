"""Random streams of input against a server, judged by the laws of the protocol.

    python3 -m nodewire_dev.fuzz --seed 1 --count 100000 [--extremes 0.1] [--server PATH] [--out FILE]
    python3 -m nodewire_dev.fuzz --check FILE

A stream is a few pointers, wheels, pinches, keys and ticks, well formed or not, mixed with edits and gestures; after
it nothing may be left of it. Streams come in programs of 25 on one document; a program depends on the seed alone. When
a law is broken, the seed is printed and the messages are written into FILE (``fuzz-SEED.jsonl``), a recording that
``nodewire replay`` performs and ``nodewire shrink FILE --fails 'python3 -m nodewire_dev.fuzz --check'`` shortens.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import select
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Dict, Iterable, Iterator, List, Optional, Sequence

from nodewire_client import find_server
from nodewire_client.testing import Broken, Laws

from .streams import PROGRAM, Program

Message = Dict[str, Any]

INITIALIZE: Message = {"jsonrpc": "2.0", "id": "initialize", "method": "initialize", "params": {"clock": "client"}}
#: Of so many programs one is performed twice.
TWICE = 20


def encoded(messages: Iterable[Message]) -> bytes:
    return "".join([json.dumps(message, separators=(",", ":")) + "\n" for message in messages]).encode()


class Peer:
    """A server that is given many messages at once, and whose answers are read meanwhile."""

    def __init__(self, command: Sequence[str], timeout: float = 60.0) -> None:
        self._child = subprocess.Popen(list(command), bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self._child.stdin is not None and self._child.stdout is not None
        self._input, self._output = self._child.stdin.fileno(), self._child.stdout.fileno()
        os.set_blocking(self._input, False)
        self._timeout = timeout
        self._read = b""

    def exchange(self, data: bytes, last: str) -> Iterator[bytes]:
        """Sends lines, and gives the lines that come until the reply to the request ``last``."""
        end = b'"id":' + json.dumps(last).encode()
        rest = memoryview(data)
        while True:
            ready = select.select([self._output], [self._input] if rest else [], [], self._timeout)
            if not ready[0] and not ready[1]:
                raise Broken(f"the server said nothing for {self._timeout:.0f} s")
            if ready[1]:
                rest = self._write(rest)
            if not ready[0]:
                continue
            piece = os.read(self._output, 1 << 20)
            if not piece:
                raise Broken(f"the server has ended with {self._child.wait()}")
            *lines, self._read = (self._read + piece).split(b"\n")
            for line in lines:
                yield line
                if end in line[:60]:
                    return

    def _write(self, data: memoryview) -> memoryview:
        try:
            return data[os.write(self._input, data) :]
        except BlockingIOError:
            return data
        except BrokenPipeError:
            return memoryview(b"")

    def close(self) -> None:
        for stream in (self._child.stdin, self._child.stdout):
            if stream is not None:
                stream.close()
        try:
            self._child.wait(5)
        except subprocess.TimeoutExpired:
            self._child.kill()
            self._child.wait()


def judge(peer: Peer, messages: Sequence[Message], laws: Optional[Laws] = None) -> str:
    """Performs messages, the last of which is a request, and answers a hash of what came. Raises ``Broken``."""
    laws = laws or Laws()
    digest = hashlib.blake2b(digest_size=8)
    for message in messages:
        laws.sent(message)
    for line in peer.exchange(encoded(messages), messages[-1]["id"]):
        digest.update(line)
        laws.received(json.loads(line, parse_constant=_refuse))
    if laws.unanswered:
        raise Broken(f"no reply to {sorted(laws.unanswered)[:5]}")
    return digest.hexdigest()


def _refuse(constant: str) -> None:
    raise Broken(f"{constant} is no JSON")


class Fuzzer:
    """Runs programs one after the other, many in one server."""

    #: After so many programs the server is a new one, so that what is left over in the end is found, too.
    RENEWED = 200

    def __init__(self, command: Sequence[str], seed: int, extremes: float = 0) -> None:
        self.command = command
        self.seed = seed
        self.extremes = extremes
        self._peer: Optional[Peer] = None
        self._since: List[Program] = []
        #: The codes of the errors that each method declares.
        self.methods: Dict[str, List[int]] = {}

    def _fresh(self) -> Peer:
        peer = Peer(self.command)
        discover: Message = {"jsonrpc": "2.0", "id": "discover", "method": "rpc.discover"}
        lines = list(peer.exchange(encoded([INITIALIZE, discover]), "discover"))
        described = json.loads(lines[-1])["result"]["methods"]
        self.methods = {one["name"]: [error["code"] for error in one.get("errors", ())] for one in described}
        return peer

    def run(self, number: int) -> Optional[str]:
        """Performs one program; answers what broke. ``failing`` has the messages then."""
        if self._peer is None or len(self._since) >= self.RENEWED:
            self.close()
            self._peer = self._fresh()
        program = Program(f"{self.seed}.{number}", number, list(self.methods), self.extremes)
        self._since.append(program)
        try:
            received = judge(self._peer, program.messages, Laws(self.methods))
            if number % TWICE == 0:
                self._compare(program, received)
            return None
        except Broken as broken:
            return str(broken)

    def _compare(self, program: Program, received: str) -> None:
        peer = self._fresh()
        try:
            if judge(peer, program.messages) != received:
                raise Broken("the same messages gave other bytes")
        finally:
            peer.close()

    def failing(self) -> List[Message]:
        """The messages of the program that broke a law, or of all since the server began if it does not do so alone."""
        programs = self._since
        self.close()
        alone = [INITIALIZE, *programs[-1].messages]
        if check(self.command, alone) is not None:
            return alone
        return [INITIALIZE, *(message for program in programs for message in program.messages)]

    def close(self) -> None:
        if self._peer is not None:
            self._peer.close()
        self._peer = None
        self._since = []


def check(command: Sequence[str], messages: Sequence[Message]) -> Optional[str]:
    """What breaks when a whole session is performed; None if nothing does."""
    if not messages:
        return None
    tail: Message = {"jsonrpc": "2.0", "id": "end", "method": "document/list"}
    received: List[str] = []
    for _ in range(2):
        peer = Peer(command)
        try:
            received.append(judge(peer, [*messages, tail]))
        except Broken as broken:
            return str(broken)
        finally:
            peer.close()
    return None if received[0] == received[1] else "the same messages gave other bytes"


def write_recording(path: Path, messages: Iterable[Message]) -> None:
    """A recording of messages of which it is not known what comes of them."""
    lines = [{"recording": 1, "server": "1.0.0", "framing": "lines", "clock": "client"}]
    lines += [{"message": message} for message in messages]
    path.write_bytes(encoded(lines))


def read_recording(path: Path) -> List[Message]:
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [line["message"] for line in lines if "message" in line]


def fuzz(
    command: Sequence[str], seed: int, count: int, out: Optional[Path], is_loud: bool = True, extremes: float = 0
) -> int:
    """Runs at least ``count`` streams; answers the exit code."""
    fuzzer = Fuzzer(command, seed, extremes)
    start = time.monotonic()
    said = start
    programs = -(-count // PROGRAM)
    for number in range(programs):
        broken = fuzzer.run(number)
        if broken is not None:
            messages = fuzzer.failing()
            path = out or Path(f"fuzz-{seed}.{number}.jsonl")
            write_recording(path, messages)
            print(f"seed {seed}, program {number}: {broken}\n{len(messages)} messages are in {path}")
            return 1
        if is_loud and time.monotonic() - said > 10:
            said = time.monotonic()
            print(f"{(number + 1) * PROGRAM} streams in {said - start:.0f} s", file=sys.stderr)
    fuzzer.close()
    print(f"{programs * PROGRAM} streams keep the laws ({time.monotonic() - start:.1f} s)")
    return 0


def main(arguments: Optional[Sequence[str]] = None) -> int:
    parser = argparse.ArgumentParser(prog="nodewire_dev.fuzz", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seed", type=int, default=1, help="which streams (1)")
    parser.add_argument("--count", type=int, default=10_000, help="how many streams at least (10000)")
    parser.add_argument("--extremes", type=float, default=0, help="the share of places and sizes that are extreme (0)")
    parser.add_argument("--server", help="the server's executable")
    parser.add_argument("--out", type=Path, help="where the messages go that break a law")
    parser.add_argument("--check", type=Path, metavar="FILE", help="perform a recording instead and judge it")
    options = parser.parse_args(arguments)
    command = find_server(options.server)
    if options.check is None:
        return fuzz(command, options.seed, options.count, options.out, extremes=options.extremes)
    broken = check(command, read_recording(options.check))
    if broken is not None:
        print(broken)
    return 0 if broken is None else 1


if __name__ == "__main__":
    sys.exit(main())
