#!/usr/bin/env python3
"""The gate of the hot paths: how many instructions a message takes, beside a table of how many it took before.

    python3 clients/bench_gate.py [--server PATH] [--rows NAME,...] [--write]

Instructions are counted by callgrind, not timed, so a loaded machine gives the same figures as a quiet one. Each row
has a server of its own and sends it one message after another, each when the one before is answered. The first ones
bring it into a steady state; counting is switched on behind them, and off before the server ends. Two counts of one
build differ by less than 1 %.

The exit status is 0 if every row is as the table says, give or take ``ROOM``; 1 if one is not; 2, with the reason, if
nothing can be counted here. ``--write`` writes the table, ``clients/bench_gate.json``; a change that needs other
figures commits them, so that they are seen.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import Any, Callable, Dict, Iterator, List, Mapping, NamedTuple, Sequence, Set, Tuple

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "python" / "src"))

from build import BUILD  # noqa: E402
from nodewire_client import Connection, NodewireError, ServerError  # noqa: E402

TESTED = BUILD / "tests" / "release" / "nodewire"
"""The build that the table is of. Another release build may differ by some percent: tests may look into this one."""
TABLE = HERE / "bench_gate.json"
ROOM = 0.05
"""The part by which a row may differ from the table."""
PATIENCE = 120.0
"""Seconds for one message, of which none takes one."""
HINT = """{server} was counted; the table is of the build that clients/test.py makes.
If the change is worth these figures, commit them: python3 clients/bench_gate.py --write"""
SAID = 500
"""How many of the last characters are shown of what was said where a row fails."""
DOCUMENT = "1,000 nodes of 150 by 60 in rows of 32, each with a label, and 1,500 edges to near nodes; made from seed 1"
COLUMNS = 32
SCREEN = {"width": 1200, "height": 800}
"""Of views; 30 nodes and their edges are visible."""

Call = Tuple[str, Mapping[str, Any]]
Calls = Iterator[Call]


class Unable(Exception):
    """Counting is impossible here, for a reason outside the server."""


class Wrong(Exception):
    """A row did not perform the message that it counts."""


# The document


def content() -> Dict[str, Any]:
    random = Random(1)
    nodes = [
        {
            "id": f"n{number}",
            "position": place(number),
            "width": 150,
            "height": 60,
            "data": {"label": f"node {number}"},
        }
        for number in range(1000)
    ]
    pairs: Set[Tuple[int, int]] = set()
    edges: List[Dict[str, str]] = []
    while len(edges) < 1500:
        source = int(random.random() * 1000)
        target = source + (1, 2, COLUMNS - 1, COLUMNS, COLUMNS + 1)[int(random.random() * 5)]
        if target < 1000 and (source, target) not in pairs:
            pairs.add((source, target))
            edges.append({"id": f"e{len(edges)}", "source": f"n{source}", "target": f"n{target}"})
    return {"nodewire": 1, "nodes": nodes, "edges": edges}


def place(number: int) -> Dict[str, float]:
    """The position of a node."""
    return {"x": number % COLUMNS * 220, "y": number // COLUMNS * 140}


TEXT = json.dumps(content())
"""It is opened as a text, or from files."""


# The server under callgrind


class Served:
    """A server that has the document `d` opened; callgrind counts its instructions where it is told to."""

    def __init__(self, server: str, folder: Path) -> None:
        self.folder = folder
        self.heard: Set[str] = set()
        self._log = open(folder / "callgrind.log", "w+", encoding="utf-8", errors="replace")
        self._gate = f"--vgdb-prefix={folder / 'gate'}"
        command = ["valgrind", "--tool=callgrind", "--instr-atstart=no", "--callgrind-out-file=/dev/null", self._gate]
        self._connection = Connection.launch(
            [*command, server, "--root", str(folder)], timeout=PATIENCE, env=environment(), stderr=self._log
        )
        for notification in ("document/changed", "view/frame"):
            self._connection.on(notification, lambda _, name=notification: self.heard.add(name))

    def count(self, whether: bool) -> None:
        """Switches counting on or off."""
        command = ["vgdb", self._gate, "instrumentation", "on" if whether else "off"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
        if done.returncode != 0:
            raise Unable(f"callgrind cannot be reached: {done.stderr[-SAID:]}")

    def ask(self, method: str, **params: Any) -> Any:
        return self._connection.request(method, params)

    def open(self, **source: Any) -> None:
        self.ask("document/open", document="d", **(source or {"text": TEXT}))

    def show(self, view: str = "v", **options: Any) -> None:
        self.ask("view/open", document="d", view=view, **SCREEN, **options)

    def end(self) -> int:
        """Ends the server and returns the number of counted instructions."""
        self._connection.close(PATIENCE)
        found = re.search(r"Collected : (\d+)", self.said())
        if found is None:
            raise Wrong("callgrind did not say what it has counted")
        return int(found[1])

    def said(self) -> str:
        """The output of callgrind and the server beside the conversation."""
        self._log.seek(0)
        return self._log.read()

    def stop(self) -> None:
        self._connection.close(0.0)
        self._log.close()


def environment() -> Dict[str, str]:
    """A fixed seed for Swift's hash tables, since their cost depends on it."""
    return {**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1", "SWIFT_BACKTRACE": "enable=no"}


# The rows: each prepares its server, then says its messages one by one. What it counts is in its first line.


def hit_test(served: Served) -> Calls:
    """view/hitTest at any point of a view"""
    served.open()
    served.show()
    for at in points():
        yield "view/hitTest", {"view": "v", "at": at}


def hover(served: Served) -> Calls:
    """input/pointer of a mouse that is not down, over one node after another, with its frame"""
    served.open()
    served.show()
    for time in count():
        at = {"x": time % 5 * 220 + 75, "y": time // 5 % 5 * 140 + 30}
        yield "input/pointer", pointer("move", at, time)


def drag(served: Served) -> Calls:
    """gesture/update of a drag of one node, with its frame"""
    served.open()
    served.show()
    served.ask("gesture/begin", view="v", kind="drag", at={"x": 300, "y": 160})
    for at in points():
        yield "gesture/update", {"view": "v", "at": at}


def raw_drag(served: Served) -> Calls:
    """input/pointer of a mouse that drags one node, with its frame"""
    served.open()
    served.show()
    served.ask("input/pointer", **pointer("down", {"x": 300, "y": 160}, 0))
    for time, at in enumerate(points(), 1):
        yield "input/pointer", pointer("move", at, time)


def shown_drag(served: Served) -> Calls:
    """gesture/update of a drag of one node in a view with scene: svg, with its items and edges in the frame"""
    served.open()
    served.show(scene="svg")
    served.ask("gesture/begin", view="v", kind="drag", at={"x": 300, "y": 160})
    for at in points():
        yield "gesture/update", {"view": "v", "at": at}


def move(served: Served) -> Calls:
    """node/move of a node, without a view"""
    served.open()
    yield from moves()


def insert(served: Served) -> Calls:
    """node/insert of a node with a label, without a view"""
    served.open()
    yield from inserts()


def label(served: Served) -> Calls:
    """node/update of a label, without a view"""
    served.open()
    yield from labels()


def refused_insert(served: Served) -> Calls:
    """node/insert of a node whose id is taken, which is refused"""
    served.open()
    for number, at in zip(numbers(), points()):
        yield "node/insert", {"document": "d", "node": {"id": f"n{number}", "position": at}}


def undo(served: Served) -> Calls:
    """history/undo of a move of a node, without a view"""
    served.open()
    for method, params in islice(moves(), sum(MANY)):
        served.ask(method, **params)
    while True:
        yield "history/undo", {"document": "d"}


def edit_seen(served: Served) -> Calls:
    """node/move in one view, with the frame of another one with scene: svg that shows it"""
    served.open()
    served.show("a")
    served.show("b", scene="svg")
    for at in points():
        yield "node/move", {"document": "d", "ids": ["n34"], "to": at, "view": "a"}


def journaled_edit(served: Served) -> Calls:
    """node/move in the document of a file, with its line in the journal"""
    file(served, "d.json")
    served.open(path="d.json")
    yield from moves()


def journaled_insert(served: Served) -> Calls:
    """node/insert of a node with a label in the document of a file, with its line in the journal"""
    file(served, "d.json")
    served.open(path="d.json")
    yield from inserts()


def journaled_label(served: Served) -> Calls:
    """node/update of a label in the document of a file, with its line in the journal"""
    file(served, "d.json")
    served.open(path="d.json")
    yield from labels()


def view_open(served: Served) -> Calls:
    """view/open with scene: svg, with its first frame"""
    served.open()
    for turn in count():
        yield "view/open", {"document": "d", "view": f"v{turn}", **SCREEN, "scene": "svg"}


def save(served: Served) -> Calls:
    """document/save of a document into its file, with an edit before it, which is counted too"""
    file(served, "d.json")
    served.open(path="d.json")
    for call in moves():
        yield call
        yield "document/save", {"document": "d"}


def open_file(served: Served) -> Calls:
    """document/open of a file, and document/close"""
    file(served, "d.json")
    while True:
        yield "document/open", {"document": "d", "path": "d.json"}
        yield "document/close", {"document": "d"}


def points() -> Iterator[Dict[str, float]]:
    """Scattered points of a view."""
    random = Random(2)
    while True:
        yield {"x": int(random.random() * 1200), "y": int(random.random() * 800)}


def numbers() -> Iterator[int]:
    """Nodes in a scattered order."""
    random = Random(3)
    while True:
        yield int(random.random() * 1000)


def moves() -> Calls:
    """Moves of nodes to new positions near their old ones."""
    for turn, number in enumerate(numbers()):
        at = place(number)
        to = {"x": at["x"] + turn % 40, "y": at["y"] + 10}
        yield "node/move", {"document": "d", "ids": [f"n{number}"], "to": to}


def inserts() -> Calls:
    for turn, at in enumerate(points()):
        node = {"position": at, "width": 150, "height": 60, "data": {"label": f"new {turn}"}}
        yield "node/insert", {"document": "d", "node": node}


def labels() -> Calls:
    for turn, number in enumerate(numbers()):
        patch = {"data": {"label": f"new {turn}"}}
        yield "node/update", {"document": "d", "id": f"n{number}", "patch": patch}


def pointer(phase: str, at: Mapping[str, float], time: int) -> Dict[str, Any]:
    return {"view": "v", "phase": phase, "id": 1, "kind": "mouse", "at": at, "time": time * 16}


def file(served: Served, name: str) -> None:
    (served.folder / name).write_text(TEXT, encoding="utf-8")


MANY = (50, 150)
"""How many messages of a row bring the server into a steady state, and how many are counted behind them."""
FEW = (3, 6)
"""The same for what costs as much as the document holds."""


class Row(NamedTuple):
    """One kind of message."""

    calls: Callable[[Served], Calls]
    hears: Sequence[str] = ()
    """What is sent because of its messages: else it would not count what it says."""
    counts: Tuple[int, int] = MANY
    calls_a_turn: int = 1
    """How many messages are counted as one."""
    refusal: int = 0
    """The code of the error with which each message is answered."""

    @property
    def name(self) -> str:
        return self.calls.__name__.replace("_", "-")

    @property
    def message(self) -> str:
        return self.calls.__doc__ or ""


CHANGED, FRAME = "document/changed", "view/frame"
DUPLICATE_ID = 1104
ROWS = [
    Row(hit_test),
    Row(hover, [FRAME]),
    Row(drag, [FRAME]),
    Row(raw_drag, [FRAME]),
    Row(shown_drag, [FRAME]),
    Row(move, [CHANGED]),
    Row(insert, [CHANGED]),
    Row(label, [CHANGED]),
    Row(refused_insert, refusal=DUPLICATE_ID),
    Row(undo, [CHANGED]),
    Row(edit_seen, [CHANGED, FRAME]),
    Row(journaled_edit, [CHANGED]),
    Row(journaled_insert, [CHANGED]),
    Row(journaled_label, [CHANGED]),
    Row(view_open, [FRAME], FEW),
    Row(save, [CHANGED], FEW, 2),
    Row(open_file, (), FEW, 2),
]


# Counting


def counted(row: Row, server: str) -> int:
    """The instructions of one message of a row."""
    before, measured = row.counts
    with tempfile.TemporaryDirectory(prefix="nodewire-gate-") as folder:
        served = Served(server, Path(folder))
        try:
            served.ask("initialize", clock="client")
            calls = row.calls(served)
            perform(row, calls, before, served)
            served.count(True)
            perform(row, calls, measured, served)
            served.count(False)
            return round(served.end() / measured)
        except (NodewireError, Wrong) as error:
            raise Wrong(f"{row.name}: {error}\n{served.said()[-SAID:]}") from error
        finally:
            served.stop()


def perform(row: Row, calls: Calls, turns: int, served: Served) -> None:
    """Sends so many messages of a row. The last one must have caused what the row hears."""
    for _ in range(turns):
        served.heard.clear()
        for method, params in islice(calls, row.calls_a_turn):
            try:
                served.ask(method, **params)
            except ServerError as error:
                if error.code != row.refusal:
                    raise
            else:
                if row.refusal:
                    raise Wrong(f"{method} was not refused")
    missing = set(row.hears) - served.heard
    if missing:
        raise Wrong(f"the last message caused no {' and no '.join(sorted(missing))}")


def check_server(server: str) -> None:
    """Raises ``Unable`` if nothing can be counted here. On Linux the package strips release builds, and no others."""
    if not sys.platform.startswith("linux"):
        raise Unable("instructions are counted on Linux only")
    if not os.access(server, os.X_OK):
        raise Unable(f"there is no {server}: clients/test.py builds the one that the table is of")
    if not all(map(shutil.which, ("valgrind", "vgdb"))):
        raise Unable("valgrind is not installed, which counts instructions")
    if has_symbols(server):
        raise Unable(f"{server} is no release build: it has a table of symbols, and its figures would be others")


def has_symbols(program: str) -> bool:
    """Whether an executable has a section of the kind SYMTAB."""
    with open(program, "rb") as file:
        header = file.read(64)
        if header[:5] != b"\x7fELF\x02":
            raise Unable(f"{program} is no executable of Linux with 64 bits")
        file.seek(int.from_bytes(header[40:48], "little"))
        size, entries = (int.from_bytes(header[at : at + 2], "little") for at in (58, 60))
        return any(file.read(size)[4:8] == b"\x02\0\0\0" for _ in range(entries))


# The table


def differences(rows: Mapping[str, int], table: Mapping[str, Any]) -> List[str]:
    """A line for each row that differs from the table."""
    lines = []
    for name, now in rows.items():
        then = table["rows"].get(name, {}).get("instructions")
        if then is None:
            lines.append(f"{name}: {now:,} instructions, and the table has no such row: --write writes it")
        elif now > then * (1 + ROOM):
            lines.append(f"{name}: {(now / then - 1) * 100:.1f} % more: {now:,} instructions, in the table {then:,}")
        elif now < then * (1 - ROOM):
            fewer = f"{name}: {(1 - now / then) * 100:.1f} % fewer: {now:,} instructions, in the table {then:,}"
            lines.append(f"{fewer}; renew the table by --write, so that it stays so")
    known = {row.name for row in ROWS}
    gone = [name for name in table["rows"] if name not in known]
    return lines + [f"{name}: is in the table, but nothing counts it: --write takes it out" for name in gone]


def written(rows: Mapping[str, int], table: Mapping[str, Any]) -> str:
    """The table with the new counts of the counted rows."""
    messages = {row.name: row.message for row in ROWS}
    before = {name: one["instructions"] for name, one in table["rows"].items() if name in messages}
    after = {**before, **rows}
    told = {name: {"instructions": after[name], "message": messages[name]} for name in messages if name in after}
    head = {"document": DOCUMENT, "build": "that of clients/test.py", "machine": platform.machine()}
    return json.dumps({**head, "rows": told}, indent=2) + "\n"


def read_table() -> Dict[str, Any]:
    if not TABLE.exists():
        return {"rows": {}}
    table: Dict[str, Any] = json.loads(TABLE.read_text("utf-8"))
    return table


def count_all(server: str, rows: Sequence[Row]) -> Dict[str, int]:
    """The instructions of each row; two rows are counted at a time."""
    with ThreadPoolExecutor(2) as pool:
        return dict(zip([row.name for row in rows], pool.map(lambda row: counted(row, server), rows)))


def main() -> int:
    parser = argparse.ArgumentParser(description="Counts the instructions of messages and compares them with a table.")
    parser.add_argument("--server", help="if left out NODEWIRE_SERVER, else the build that clients/test.py makes")
    parser.add_argument("--rows", help="only these, with commas between them")
    parser.add_argument("--write", action="store_true", help="write the table in place of comparing with it")
    options = parser.parse_args()
    names = options.rows.split(",") if options.rows else [row.name for row in ROWS]
    unknown = set(names) - {row.name for row in ROWS}
    if unknown:
        parser.error(f"no such row: {', '.join(sorted(unknown))}; there are {', '.join(row.name for row in ROWS)}")
    server = options.server or os.environ.get("NODEWIRE_SERVER") or str(TESTED)
    table = read_table()
    try:
        check_server(server)
        if not options.write and table.get("machine", platform.machine()) != platform.machine():
            raise Unable(f"the table is of {table['machine']}, and this machine is {platform.machine()}")
        figures = count_all(server, [row for row in ROWS if row.name in names])
    except Unable as reason:
        print(f"not counted: {reason}", file=sys.stderr)
        return 2
    except Wrong as error:
        print(error, file=sys.stderr)
        return 1
    for name, figure in figures.items():
        print(f"{name:<16}{figure:>12,}")
    if options.write:
        TABLE.write_text(written(figures, table), encoding="utf-8")
        return 0
    lines = differences(figures, table)
    if lines:
        print(*lines, HINT.format(server=server), sep="\n", file=sys.stderr)
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
