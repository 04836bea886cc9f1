#!/usr/bin/env python3
"""Draws an organization: reads people from a CSV file, builds their chart through edits, saves it and its picture.

    python3 clients/examples/org_chart.py [--people FILE.csv] [--output FOLDER] [--server PATH]

The file has the columns id, name, title and manager; one person has no manager. The folder gets org-chart.json, which
the web page and the terminal open, and org-chart.svg.
"""

from __future__ import annotations

import argparse
import csv
import sys
from pathlib import Path
from typing import Any, Dict, Iterator, List, NamedTuple, Tuple

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "python" / "src"))

from nodewire_client import Client, NodewireError  # noqa: E402
from nodewire_client.generated import Edit, NewEdgeInList, NewNodeInList  # noqa: E402

WIDTH, HEIGHT = 190, 56
COLUMN, LEVEL, ROW, INDENT = 260, 140, 76, 40

TOP = {"id": "up", "type": "target", "position": "top"}
BOTTOM = {"id": "down", "type": "source", "position": "bottom"}
TYPES: Dict[str, Any] = {
    "manager": {"color": "#2563eb", "handles": [TOP, BOTTOM]},
    "lead": {"color": "#0d9488", "handles": [TOP, {**BOTTOM, "offset": 0.08}]},
    "member": {"color": "#4d7c0f", "handles": [{**TOP, "position": "left"}]},
}
"""Who leads a team has it in a column below; the lines enter its members from the left."""


class Person(NamedTuple):
    id: str
    name: str
    title: str
    reports: List["Person"]

    @property
    def type(self) -> str:
        if not self.reports:
            return "member"
        return "manager" if any(person.reports for person in self.reports) else "lead"


class Placed(NamedTuple):
    person: Person
    x: float
    y: float


def read(path: Path) -> Person:
    """The person at the top. Raises ``ValueError`` for a file that is no tree."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    people = {
        row["id"]: Person(row["id"], row["name"], row["title"], []) for row in rows
    }
    if len(people) < len(rows):
        raise ValueError("two people have one id")
    heads = [people[row["id"]] for row in rows if not row["manager"]]
    if len(heads) != 1:
        raise ValueError(f"{len(heads)} people have no manager; it must be one")
    for row in rows:
        if row["manager"]:
            if row["manager"] not in people:
                raise ValueError(
                    f"{row['name']} has a manager who is not in the file: {row['manager']}"
                )
            people[row["manager"]].reports.append(people[row["id"]])
    if sum(1 for _ in everyone(heads[0])) < len(people):
        raise ValueError("some people manage each other in a circle")
    return heads[0]


def everyone(head: Person) -> Iterator[Person]:
    """A person and all below, managers first."""
    waiting = [head]
    while waiting:
        person = waiting.pop()
        yield person
        waiting += reversed(person.reports)


def place(person: Person, left: float, depth: int) -> Tuple[List[Placed], float]:
    """The places of a person and all below, and how wide they are together: teams in columns, managers above."""
    top = depth * LEVEL
    if person.type != "manager":
        team = [
            Placed(one, left + INDENT, top + (row + 1) * ROW)
            for row, one in enumerate(person.reports)
        ]
        return [Placed(person, left, top), *team], COLUMN
    below: List[Placed] = []
    width = 0.0
    for one in person.reports:
        placed, wide = place(one, left + width, depth + 1)
        below += placed
        width += wide
    return [Placed(person, left + (width - COLUMN) / 2, top), *below], width


def edits(head: Person) -> Iterator[Edit]:
    """Everything as edits: the types, the people, then the lines to their managers."""
    yield {"method": "types/update", "params": {"patch": TYPES}}
    yield {
        "method": "settings/update",
        "params": {"patch": {"defaultEdgeType": "smoothStep", "allowCycles": False}},
    }
    for person, x, y in place(head, 0, 0)[0]:
        node: NewNodeInList = {
            "id": person.id,
            "type": person.type,
            "label": person.name,
            "position": {"x": x, "y": y},
            "width": WIDTH,
            "height": HEIGHT,
            "data": {"text": person.title},
        }
        yield {"method": "node/insert", "params": {"node": node}}
    for manager in everyone(head):
        for person in manager.reports:
            edge: NewEdgeInList = {
                "id": f"{manager.id}-{person.id}",
                "source": manager.id,
                "sourceHandle": "down",
                "target": person.id,
                "targetHandle": "up",
            }
            yield {"method": "edge/connect", "params": {"edge": edge}}


def main() -> int:
    parser = argparse.ArgumentParser(
        description="Draws an organisation from a CSV file."
    )
    parser.add_argument("--people", type=Path, default=HERE / "org-chart.csv")
    parser.add_argument("--output", type=Path, default=Path("."), help="a folder")
    parser.add_argument("--server", help="the server's binary; else it is looked for")
    options = parser.parse_args()
    try:
        head = read(options.people)
        with Client.launch(options.server, root=options.output) as client:
            document = client.create()
            # All of them are one change, and one step of undo.
            document.edit(edits=list(edits(head)))
            problems = document.check()["diagnostics"]
            document.save(path="org-chart.json")
            document.export(format="svg", path="org-chart.svg")
            replica = document.replica
            print(
                f"{len(replica.nodes)} people, {len(replica.edges)} lines, {len(problems)} problems"
            )
    except (NodewireError, OSError, ValueError, KeyError) as error:
        print(f"org_chart.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
