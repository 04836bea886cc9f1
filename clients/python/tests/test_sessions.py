"""Generated sessions give, byte for byte, the answers that were recorded.

What changes on purpose is recorded anew with ``NODEWIRE_RENEW=1`` in the environment.
"""

import hashlib
import json
import os
from pathlib import Path

from nodewire_dev.fuzz import INITIALIZE, Peer, encoded
from nodewire_dev.streams import Program

FILE = Path(__file__).with_name("data") / "sessions.json"
PROGRAMS = 60
#: So many messages share a digest, which also covers all messages before them.
STRIDE = 200
#: In every fourth program a fifth of the places and sizes are extreme.
FAR, EXTREMES = 4, 0.2


def program(number):
    """The parts of a program, each of which ends with a request."""
    extremes = EXTREMES if number % FAR == 0 else 0
    messages = Program(f"sessions.{number}", number, ["input/key", "input/drop"], extremes).messages
    parts = [messages[start : start + STRIDE] for start in range(0, len(messages), STRIDE)]
    for index, part in enumerate(parts):
        part.append({"jsonrpc": "2.0", "id": f"part:{number}-{index}", "method": "document/list"})
    return parts


def record(peer, parts):
    """For each part, what is sent and received up to its end, as a digest."""
    chained, digests = hashlib.blake2b(digest_size=8), []
    for part in parts:
        data = encoded(part)
        chained.update(data)
        sent = chained.hexdigest()
        for line in peer.exchange(data, part[-1]["id"]):
            chained.update(line + b"\n")
        digests.append([sent[:8], chained.hexdigest()[:8]])
    return digests


def differences(number, known, received):
    """The first part of a program that differs, described; nothing if none does."""
    for part, (old, new) in enumerate(zip(known, received)):
        first = part * STRIDE
        if old[0] != new[0]:
            return [f"program {number}: other messages are sent from number {first} on"]
        if old[1] != new[1]:
            return [f"program {number}: the answers differ at a message from number {first} to {first + STRIDE - 1}"]
    return [] if len(known) == len(received) else [f"program {number}: it has another length"]


def test_generated_sessions_give_the_recorded_bytes(server):
    known = json.loads(FILE.read_text()) if FILE.is_file() else {}
    sessions, count, found = {}, 0, []
    peer = Peer([server])
    list(peer.exchange(encoded([INITIALIZE]), INITIALIZE["id"]))
    for number in range(PROGRAMS):
        parts = program(number)
        count += sum(map(len, parts))
        sessions[str(number)] = record(peer, parts)
        found += differences(number, known.get(str(number), []), sessions[str(number)])
    peer.close()
    assert count >= 20_000
    if os.environ.get("NODEWIRE_RENEW"):
        lines = [f'"{number}": {json.dumps(digests)}' for number, digests in sessions.items()]
        FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    else:
        assert not found, "\n".join(found)


def test_a_difference_names_program_and_message():
    known = [["a", "b"], ["c", "d"]]
    assert differences(3, known, known) == []
    assert differences(3, known, [["a", "b"], ["c", "e"]]) == [
        "program 3: the answers differ at a message from number 200 to 399"
    ]
    assert differences(3, known, [["a", "b"], ["x", "e"]]) == ["program 3: other messages are sent from number 200 on"]
    assert differences(3, known, known[:1]) == ["program 3: it has another length"]
