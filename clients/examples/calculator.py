#!/usr/bin/env python3
"""What if: changes numbers of a calculator's nodes and prints which values follow.

    python3 clients/examples/calculator.py [NODE=NUMBER ...] [--document FILE.json] [--save FILE.json] [--server PATH]

Without a number it prints what all nodes compute. The numbers are changed in one edit, and the server reports only the
values that became others.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any, Dict, List, Optional, Tuple

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "python" / "src"))

from nodewire_client import Client, NodewireError  # noqa: E402
from nodewire_client.generated import Edit, Value  # noqa: E402


def number(text: str) -> Tuple[str, float]:
    name, separator, value = text.partition("=")
    if not separator:
        raise argparse.ArgumentTypeError("expected NODE=NUMBER")
    return name, float(value)


def shown(value: Any) -> str:
    """A value, or why there is none."""
    if not isinstance(value, dict):
        return f"{value:g}" if isinstance(value, float) else str(value)
    if "error" in value:
        return f"no value: {value['error']}" + (f" in {value['from']}" if "from" in value else "")
    return str(value)


def main() -> int:
    parser = argparse.ArgumentParser(description="Changes numbers of a calculator and prints which values follow.")
    parser.add_argument("changes", nargs="*", type=number, metavar="NODE=NUMBER")
    parser.add_argument("--document", type=Path, default=HERE / "calculator.json")
    parser.add_argument("--save", type=Path, help="where the changed document goes, in the folder of the old one")
    parser.add_argument("--server", help="the server's binary; else it is looked for")
    options = parser.parse_args()
    values: List[Dict[str, Optional[Value]]] = []
    try:
        with Client.launch(options.server, root=options.document.parent) as client:
            client.on("document/evaluated", lambda evaluated: values.append(evaluated["values"]))
            document = client.open(path=options.document.name)
            # The first report has all values; those after an edit have what changed.
            document.watch(values=True)
            edits: List[Edit] = [
                {"method": "node/update", "params": {"id": name, "patch": {"data": {"value": value}}}}
                for name, value in options.changes
            ]
            if edits:
                document.edit(edits=edits)
            labels = {name: node.get("label", name) for name, node in document.replica.nodes.items()}
            for name, value in (values[1] if len(values) > 1 else {} if edits else values[0]).items():
                print(f"{labels[name]}: {shown(value)}")
            if options.save:
                document.save(path=options.save.name)
            else:
                document.close(discard=True)
    except (NodewireError, OSError) as error:
        print(f"calculator.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
