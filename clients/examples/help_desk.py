#!/usr/bin/env python3
"""A support bot as a dialog: builds it through edits, explores it, saves it, and talks to it.

    python3 clients/examples/help_desk.py [--output FOLDER] [--server PATH] [--say ANSWER]...

Each answer is the label of an option, or what is typed where the bot waits for an input. Without answers they are asked
for, if the standard input is a terminal; `back` takes the last one back. The folder gets help-desk.json.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any, Dict, Iterator, List, Optional, Tuple

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "python" / "src"))

from nodewire_client import Client, NodewireError, View  # noqa: E402
from nodewire_client.generated import DialogState, Edit, NewEdgeInList, NewNodeInList  # noqa: E402

IN = {"id": "in", "type": "target", "position": "left", "dataType": "flow"}
OUT = {"id": "out", "type": "source", "position": "right", "dataType": "flow"}
BUTTONS = {
    "path": "/buttons", "type": "source", "position": "right", "labelMember": "text", "dataType": "flow",
    "start": 88, "step": 20,
}  # fmt: skip
BRANCHES = [
    {**OUT, "id": "true", "label": "yes", "offset": 0.3},
    {**OUT, "id": "false", "label": "no", "offset": 0.7},
]
EXPRESSION = {"type": "string", "minLength": 1, "description": "An expression over the variables."}
TEXT = {"type": ["string", "object"], "description": "What the bot says; {{name}} stands for the value of a variable."}
INPUT = {"type": "string", "minLength": 1, "description": "The variable that takes the answer."}
BUTTON = {
    "type": "object",
    "required": ["text"],
    "properties": {"text": {"type": "string", "minLength": 1}, "condition": {"type": "string"}},
}


def schema(*required: str, **properties: Any) -> Dict[str, Any]:
    return {"type": "object", "required": list(required), "properties": properties}


TALKING = {
    "handles": [IN],
    "handlesFrom": [BUTTONS],
    "defaultSize": {"width": 190, "height": 98},
    "heightFrom": {"base": 98, "step": 20, "path": "/buttons"},
    "schema": schema("text", text=TEXT, buttons={"type": "array", "items": BUTTON}),
}
TYPES: Dict[str, Any] = {
    "start": {"role": "start", "color": "#16a34a", "handles": [OUT]},
    "message": {
        "role": "message", "color": "#2563eb", "handles": [IN, OUT], "schema": schema("text", text=TEXT, input=INPUT),
    },
    "choice": {"role": "choice", "color": "#7c3aed", "defaultData": {"text": "", "buttons": []}, **TALKING},
    "condition": {
        "role": "condition", "color": "#d97706", "shape": "diamond", "handles": [IN, *BRANCHES],
        "schema": schema("condition", condition=EXPRESSION),
    },
    "action": {
        "role": "action", "color": "#475569", "handles": [IN, OUT],
        "schema": schema("actions", actions={"type": "array", "items": {"type": "string"}}),
    },
    "end": {"role": "end", "color": "#dc2626", "handles": [IN], "schema": schema(text=TEXT)},
}  # fmt: skip


def button(ident: str, text: str, condition: Optional[str] = None) -> Dict[str, str]:
    return {"id": ident, "text": text, **({"condition": condition} if condition else {})}


#: Id, type and label of the nodes, and their data.
NODES: List[Tuple[str, str, str, Dict[str, Any]]] = [
    ("begin", "start", "Chat opened", {}),
    ("prepare", "action", "Set out", {"actions": ["tries = 0", "price = 129", "refund = 0"]}),
    ("hello", "message", "Greeting", {"text": {
        "text": "Hello, I am Ada, the assistant of the lamp shop.",
        "runs": [{"from": 12, "to": 15, "bold": True}, {"from": 38, "to": 47, "link": "https://example.com/lamps"}],
    }}),
    ("askName", "message", "Name?", {"text": "What may I call you?", "input": "name"}),
    ("topic", "choice", "Topic", {
        "text": "What can I do for you, {{name}}?",
        "buttons": [
            button("order", "Where is my order?"), button("broken", "My lamp is broken"),
            button("person", "I want to talk to a person", "tries > 0"), button("nothing", "Nothing, thank you"),
        ],
    }),
    ("tried", "action", "One topic more", {"actions": ["tries = tries + 1"]}),
    ("askOrder", "message", "Order number?", {
        "text": "What is the number of your order? It has six characters.", "input": "order",
    }),
    ("orderFits", "condition", "Six characters?", {"condition": "length(order) == 6"}),
    ("wrongOrder", "message", "Not a number", {"text": "\"{{order}}\" has {{length(order)}} characters."}),
    ("onItsWay", "message", "On its way", {
        "text": "Order {{upper(order)}} has left our house. It will be with you in {{data.days}} days.", "days": 2,
    }),
    ("age", "choice", "How old?", {
        "text": "I am sorry to hear that. How long have you had it?",
        "buttons": [button("weeks", "A few weeks"), button("year", "About a year"), button("years", "Longer")],
    }),
    ("all", "action", "All of it", {"actions": ["refund = price"]}),
    ("half", "action", "Half of it", {"actions": ["refund = round(price / 2)"]}),
    ("offer", "choice", "Offer", {
        "text": "You would get {{refund}} euros back{{if(refund == price, ', or a new lamp', '')}}.",
        "buttons": [
            button("money", "{{refund}} euros, please"), button("lamp", "A new lamp, please", "refund == price"),
            button("think", "Let me think about it"),
        ],
    }),
    ("pay", "message", "Paid back", {"text": "We have sent {{refund}} euros to your account, {{name}}."}),
    ("send", "message", "Sent again", {"text": "A new lamp leaves our house today."}),
    ("tooOld", "message", "Too old", {"text": "After two years we repair lamps for {{price / 3}} euros."}),
    ("anythingElse", "choice", "Anything else?", {
        "text": "Is there anything else?", "buttons": [button("yes", "Yes"), button("no", "No")],
    }),
    ("fetch", "message", "A person", {"text": "One moment, {{name}}: I am fetching a colleague."}),
    ("bye", "end", "Good bye", {"text": "Good bye, {{name}}, and thank you for your patience."}),
]  # fmt: skip

#: From where to where; behind a dot the handle.
EDGES = (
    "begin prepare", "prepare hello", "hello askName", "askName topic", "topic.order askOrder", "topic.broken age",
    "topic.person fetch", "topic.nothing bye", "tried topic", "askOrder orderFits", "orderFits.true onItsWay",
    "orderFits.false wrongOrder", "wrongOrder askOrder", "onItsWay anythingElse", "age.weeks all", "age.year half",
    "age.years tooOld", "all offer", "half offer", "offer.money pay", "offer.lamp send", "offer.think anythingElse",
    "pay anythingElse", "send anythingElse", "tooOld anythingElse", "anythingElse.yes tried", "anythingElse.no bye",
    "fetch bye",
)  # fmt: skip


def edits() -> Iterator[Edit]:
    """Everything as edits: the types, the nodes, the ways between them, then a layout that gives all of it a place."""
    yield {"method": "types/update", "params": {"patch": TYPES}}
    for ident, kind, label, data in NODES:
        node: NewNodeInList = {"id": ident, "type": kind, "label": label}
        if data:
            node["data"] = data
        yield {"method": "node/insert", "params": {"node": node}}
    for line in EDGES:
        start, target = line.split()
        source, _, handle = start.partition(".")
        edge: NewEdgeInList = {"id": f"{source}-{handle or target}", "source": source, "target": target}
        edge["sourceHandle"], edge["targetHandle"] = handle or "out", "in"
        yield {"method": "edge/connect", "params": {"edge": edge}}
    yield {"method": "document/layout", "params": {"algorithm": "layered", "options": {"direction": "right", "edges": "curves"}}}


class Talk:
    """A run in a view, and how much of what it said was printed."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.state: DialogState = view.dialog.start()
        self.printed = 0
        self.show()

    def show(self) -> None:
        for line in self.state["transcript"][self.printed :]:
            print(f"  {line['text']}")
        self.printed = len(self.state["transcript"])
        labels = [option["label"] for option in self.state["options"] if option["allowed"]]
        if labels:
            print(f"    [{' | '.join(labels)}]")

    def answer(self, text: str) -> None:
        """Goes on by the option of this label, or with this input. Raises ``ValueError`` if there is no such option."""
        print(f"> {text}")
        if text == "back":
            self.state = self.view.dialog.back()
            # What is asked there is said once more.
            self.printed = len(self.state["transcript"]) - 1
        elif self.state["state"] == "input":
            self.state = self.view.dialog.choose(input=text)
        else:
            labels = [option["label"] for option in self.state["options"]]
            if text not in labels:
                raise ValueError(f"there is no answer {text!r}")
            self.state = self.view.dialog.choose(option=labels.index(text))
        self.show()

    @property
    def is_over(self) -> bool:
        return self.state["state"] == "ended"


def answers(given: List[str]) -> Iterator[str]:
    yield from given
    if not given and sys.stdin.isatty():
        while True:
            yield input("> ")


def main() -> int:
    parser = argparse.ArgumentParser(description="Builds a support bot and talks to it.")
    parser.add_argument("--output", type=Path, default=Path("."), help="a folder")
    parser.add_argument("--server", help="the server's binary; else it is looked for")
    parser.add_argument("--say", action="append", default=[], metavar="ANSWER", help="an answer; may be given often")
    options = parser.parse_args()
    try:
        with Client.launch(options.server, root=options.output) as client:
            document = client.create()
            # All of them are one change, and one step of undo.
            document.edit(edits=list(edits()))
            document.save(path="help-desk.json", overwrite=True)
            found = document.dialog.explore()
            print(f"{len(found['reached'])} nodes, {len(found['unreached'])} never reached,", end=" ")
            print(f"{len(found['deadEnds'])} dead ends, {len(found['loopsWithoutChoice'])} loops without a choice")
            talk = Talk(document.open_view(width=1200, height=800))
            for text in answers(options.say):
                talk.answer(text)
                if talk.is_over:
                    break
            if talk.is_over and "error" in talk.state:
                raise ValueError(f"the run ended at {talk.state['error']}")
    except (NodewireError, OSError, ValueError) as error:
        print(f"help_desk.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
