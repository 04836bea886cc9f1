"""The command line: look at, check, draw, convert and edit documents without an editor.

Exit status: 0 done, 1 the server refused or something was found wrong, 2 the command line makes no sense, 4 another process
has unsaved changes of the file that would be written.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import Any, Callable, Dict, List, Literal, Optional

from .client import VERSION, Client, Document
from .errors import NodewireError, Unrecovered
from ._repl import repl

FORMATS = {".json": "nodewire", ".svg": "svg"}
"""The format of an output by the ending of its name; any format that the server writes may be named by `--to`."""
UNSAVED = 4
"""The exit status where another process has unsaved changes of a file that would be written."""


def main(arguments: Optional[List[str]] = None) -> int:
    options = parser().parse_args(arguments)
    try:
        status: int = options.run(options)
        return status
    except (NodewireError, OSError, ValueError) as error:
        if options.json:
            print(json.dumps({"error": {"code": getattr(error, "code", None), "message": str(error)}}))
        else:
            print(f"nodewire: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def parser() -> argparse.ArgumentParser:
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--server", help="the server's binary (else $NODEWIRE_SERVER, a build nearby, the PATH)")
    common.add_argument("--state", metavar="DIR", help="the folder in which servers keep journals and locks")
    common.add_argument("--json", action="store_true", help="print one JSON value instead of text")
    top = argparse.ArgumentParser(prog="nodewire-py", description="Works on node graphs through a Nodewire server.")
    top.add_argument("--version", action="version", version=f"nodewire-py {VERSION}")
    commands = top.add_subparsers(required=True, metavar="COMMAND")

    def command(
        name: str, run: Callable[[argparse.Namespace], int], text: str, file: str = "FILE"
    ) -> argparse.ArgumentParser:
        added = commands.add_parser(name, parents=[common], help=text, description=text)
        added.set_defaults(run=run)
        if file:
            added.add_argument("file", metavar=file, help="a file, or - for standard input")
            added.add_argument("--from", dest="source", metavar="FORMAT", help="the format of the input")
            added.add_argument(
                "--rules",
                choices=["report", "skip", "refuse"],
                help="what becomes of edges that the connection rules refuse; report keeps them",
            )
            unsaved = added.add_mutually_exclusive_group()
            unsaved.add_argument("--recover", action="store_true", help="take in what another process has not saved")
            unsaved.add_argument("--discard", action="store_true", help="leave it out; edit drops it for good")
        return added

    command("info", info, "Says what a document holds.")
    command("check", check, "Finds what is wrong with a document; exit status 1 if there are errors.")
    drawn = command("render", render, "Draws a document as SVG.")
    drawn.add_argument("-o", "--output", default="-", help="a file, or - for standard output")
    converted = command("convert", convert, "Converts a document to another format.", file="IN")
    converted.add_argument("output", metavar="OUT", help="a file, or - for standard output")
    converted.add_argument("--to", metavar="FORMAT", help="the format of the output; else by the ending of its name")
    edited = command("edit", edit, "Edits a document in place, all edits or none.")
    edited.add_argument(
        "--do",
        action="append",
        required=True,
        metavar="EDIT",
        type=edit_of,
        help='an edit such as \'{"method":"node/move","params":{"ids":["a"],"by":{"x":20,"y":0}}}\'',
    )
    edited.add_argument("--dry-run", action="store_true", help="show the results without changing the file")
    talk = command("repl", lambda options: repl(options.server, options.file, state=options.state), "Talks to a server.", file="")
    talk.add_argument("file", nargs="?", metavar="FILE", help="a document to open first")
    return top


def edit_of(text: str) -> Any:
    """An edit, or a list of them, as ``--do`` has it."""
    try:
        return json.loads(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r} is not JSON: {error}") from None


def info(options: argparse.Namespace) -> int:
    with launch(options) as client:
        document = open_input(client, options)
        content = document.replica
        kinds: Dict[str, int] = {}
        for node in content.nodes.values():
            kind = node.get("type") or "default"
            kinds[kind] = kinds.get(kind, 0) + 1
        losses = document.opened.get("losses") or []
        summary = {
            "nodes": len(content.nodes),
            "edges": len(content.edges),
            "types": dict(sorted(kinds.items())),
            "losses": losses,
            "hash": document.hash().get("hash"),
        }
    if options.json:
        show(summary)
        return 0
    print(f"{summary['nodes']} nodes, {summary['edges']} edges")
    for kind, number in sorted(kinds.items()):
        print(f"  {number:6} {kind}")
    for loss in losses:
        print(f"lost: {loss.get('kind')} {loss.get('id', '')} ({loss.get('code')})")
    return 0


def check(options: argparse.Namespace) -> int:
    with launch(options) as client:
        document = open_input(client, options)
        losses = document.opened.get("losses") or []
        page = document.check()
        diagnostics = page["diagnostics"]
        while "next" in page:
            page = document.check(after=page["next"])
            diagnostics += page["diagnostics"]
    wrong = bool(losses) or any(one["severity"] == "error" for one in diagnostics)
    if options.json:
        show({"losses": losses, "diagnostics": diagnostics})
        return int(wrong)
    for loss in losses:
        print(f"error: {loss.get('kind')} {loss.get('id', '')} could not be kept ({loss.get('code')})")
    for one in diagnostics:
        print(f"{one['severity']}: {one['message']} ({one['code']}: {', '.join(map(str, one['elements']))})")
    if not losses and not diagnostics:
        print("nothing is wrong")
    return int(wrong)


def render(options: argparse.Namespace) -> int:
    return export(options, "svg")


def convert(options: argparse.Namespace) -> int:
    name = options.to or FORMATS.get(Path(options.output).suffix.lower())
    if name is None:
        raise ValueError(f"the format of {options.output} is not known by its name: say --to FORMAT")
    return export(options, name)


def export(options: argparse.Namespace, name: str) -> int:
    with launch(options) as client:
        document = open_input(client, options)
        if is_waiting(document) and not options.discard and is_input(options):
            return UNSAVED
        exported = document.export(format=name)
    text = exported["text"]
    losses = list(document.opened.get("losses") or []) + list(exported.get("losses") or [])
    if options.output == "-":
        sys.stdout.write(text)
    else:
        Path(options.output).write_bytes(text.encode())
    if options.json and options.output != "-":
        show({"path": options.output, "format": name, "bytes": len(text.encode()), "losses": losses})
    else:
        for loss in losses:
            print(f"nodewire: lost: {loss.get('kind')} {loss.get('id', '')} ({loss.get('code')})", file=sys.stderr)
    return 0


def is_input(options: argparse.Namespace) -> bool:
    """Whether the output is the file that was read."""
    output = Path(options.output)
    return output.exists() and output.samefile(options.file)


def edit(options: argparse.Namespace) -> int:
    edits = [one for given in options.do for one in (given if isinstance(given, list) else [given])]
    standard = options.file == "-"
    with launch(options, root=None if standard else Path(options.file).resolve().parent) as client:
        document = open_input(client, options, by_path=not standard)
        if is_waiting(document) and not options.dry_run:
            return UNSAVED
        answer = document.edit(edits=edits, dry_run=options.dry_run or None)
        if standard:
            sys.stdout.write(document.export(format="nodewire")["text"])
        elif not options.dry_run:
            document.save()
            document.close()
    if options.json and not standard:
        show(answer)
    elif not standard:
        verb = "would be" if options.dry_run else "is"
        print(f"{len(edits)} edits: {options.file} {verb} at revision {answer['revision']}")
    return 0


def launch(options: argparse.Namespace, root: Optional[Path] = None) -> Client:
    if root is None and options.file != "-":
        root = Path(options.file).resolve().parent
    return Client.launch(options.server, root=root, state=options.state, clock="client")


def open_input(client: Client, options: argparse.Namespace, by_path: bool = False) -> Document:
    """Opens the input: a pipe as a text, a file by its path, and without its lock unless it is saved in the end."""
    if options.file == "-":
        return open_text(client, options, sys.stdin.buffer.read())
    path = Path(options.file).resolve()
    if not path.is_file():
        return open_text(client, options, path.read_bytes())
    looks = not by_path or options.dry_run
    read_only = looks or None
    drops = options.discard and not looks
    choice: Literal["apply", "report", "discard"] = (
        "apply" if options.recover else "discard" if drops else "report"
    )
    try:
        document = client.open(
            path.name, format=options.source, recover=choice, read_only=read_only, rules=options.rules
        )
    except Unrecovered:
        # No edge is left out while changes wait: of a file that is only read they are not looked at.
        waiting = client.open(path.name, format=options.source, recover=choice, read_only=read_only)
        document = waiting if by_path else open_text(client, options, path.read_bytes())
        document.opened["recovered"] = waiting.opened["recovered"]
    if choice == "report" and "lockedBy" in document.opened:
        # What a process that runs has not saved is only looked at.
        document = client.open(path.name, format=options.source, recover=choice, read_only=True)
    if is_waiting(document) and not options.discard:
        count = document.opened["recovered"]["changes"]
        what = f"{count} unsaved change{'s' if count > 1 else ''}"
        choices = "--recover takes them in, --discard leaves them out"
        print(f"nodewire: {options.file}: another process has {what}: {choices}", file=sys.stderr)
    return document


def open_text(client: Client, options: argparse.Namespace, text: bytes) -> Document:
    return client.open(text=text.decode(), format=options.source, rules=options.rules)


def is_waiting(document: Document) -> bool:
    """Whether changes that another process has not saved are left out, and wait."""
    return "waiting" in (document.opened.get("recovered") or {})


def show(value: Any) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=2))


def run() -> None:
    """Ends without an error when the reader of standard output has ended."""
    try:
        sys.exit(main())
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)


if __name__ == "__main__":
    run()
