"""Every way in which an edge may come into a document or end elsewhere: the page of the rules lists them, and says what
becomes of an edge that the rules refuse."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from nodewire_client import Client, errors

SPEC = Path(__file__).resolve().parents[3] / "protocol-spec"
ENDS = {"source", "sourceHandle", "target", "targetHandle"}


def rows():
    """The rows of the table as {(method, when): outcome}."""
    page = (SPEC / "connection-rules.md").read_text()
    table = page.split("## Every way in\n")[1].split("\n## ")[0]
    found = {}
    for line in table.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        for method in re.findall(r"`([a-z]+/[A-Za-z]+)`", cells[0]) if len(cells) == 3 else ():
            assert (method, cells[1]) not in found
            found[method, cells[1]] = re.split(r"[:;,]", cells[2])[0]
    return found


ROWS = rows()


def methods():
    return json.loads((SPEC / "openrpc.json").read_text())["methods"]


def changes_ends(edge):
    return edge is not None and ("whole" in edge or bool(ENDS & {*edge.get("set", ()), *edge.get("unset", ())}))


def test_every_method_that_has_changed_the_ends_of_an_edge_in_a_transcript_is_listed():
    # Each method has a transcript of its own, so one that is new shows here what it does.
    causes = {}
    for path in sorted(SPEC.glob("transcripts/*.txt")):
        for line in path.read_text().splitlines():
            if not line.startswith("<-- ") or '"document/changed"' not in line:
                continue
            message = json.loads(line[4:])
            for part in message if isinstance(message, list) else [message]:
                if part.get("method") == "document/changed" and any(
                    map(changes_ends, part["params"].get("edges", {}).values())
                ):
                    causes.setdefault(part["params"]["cause"], path.name)
    listed = {method for method, _ in ROWS}
    assert len(causes) > 20 and set(causes) - listed == set(), causes
    assert listed <= {method["name"] for method in methods()}


def test_the_methods_with_rules_are_listed_with_their_defaults():
    words = {"refuse": "refused", "skip": "left out", "report": "reported"}
    for method in methods():
        for param in method["params"]:
            if param["name"] == "rules":
                outcomes = [outcome for (name, _), outcome in ROWS.items() if name == method["name"]]
                assert outcomes, method["name"]
                default = param["schema"].get("default")
                assert default is None or words[default] in outcomes, method["name"]


# MARK: Provocations


def node(ident, x, y, **more):
    return {"id": ident, "position": {"x": x, "y": y}, "width": 100, "height": 100, **more}


def edge(ident, source, target, **more):
    return {"id": ident, "source": source, "target": target, "type": "straight", **more}


NODES = [node("a", 0, 0), node("b", 0, 300), node("c", 400, 0)]
AB = edge("ab", "a", "b")
LOOP = edge("aa", "a", "a")


def create(*edges, nodes=NODES, **more):
    return ("document/create", {"document": "d", "content": {"nodes": nodes, "edges": [AB, *edges], **more}})


def text(*edges, **more):
    return json.dumps({"nodewire": 1, "nodes": NODES, "edges": [AB, *edges], **more})


def do(method, **params):
    return (method, {"document": "d", **params})


def look(method, **params):
    return (method, {"view": "v", **params})


def view(**params):
    return do("view/open", view="v", width=800, height=600, **params)


def press(phase, x, y, time):
    return look("input/pointer", phase=phase, id=1, at={"x": x, "y": y}, time=time)


def key(name, time, *modifiers):
    return look("input/key", phase="down", key=name, modifiers=list(modifiers), time=time)


DRAFT = [
    create(), view(), look("gesture/begin", kind="connect", at={"x": 50, "y": 100}),
    look("gesture/update", at={"x": 50, "y": 300}),
]  # fmt: skip


def dropping(**settings):
    rules = {"dropRules": [{"types": ["x"], "on": ["edge"], "insert": "step"}], **settings}
    return create(settings=rules, types={"step": {"handles": []}})


def drop(phase, time):
    return look("input/drop", phase=phase, at={"x": 50, "y": 200}, types=["x"], data={}, time=time)


def items(method, **params):
    """A list whose third item, named by its place, has a handle from which an edge leads to its own node."""
    asking = node("ask", 400, 400, type="dialog", data={"buttons": [{"id": "x"}, {"id": "y"}, "later"]})
    kinds = {"dialog": {"handles": [{"id": "in", "type": "target"}], "handlesFrom": HANDLES}}
    loop = edge("loop", "ask", "ask", sourceHandle="buttons-2")
    return [create(loop, nodes=[*NODES, asking], types=kinds), do(method, node="ask", path="/buttons", **params)]


HANDLES = [{"path": "/buttons", "type": "source", "position": "right"}]
RENAMED = [
    create(
        edge("loop", "ask", "ask", sourceHandle="x"),
        nodes=[*NODES, node("ask", 400, 400, type="dialog", data={"buttons": [{"id": "x"}]})],
        types={"dialog": {"handles": [{"id": "in", "type": "target"}], "handlesFrom": HANDLES}},
    ),
    do("item/update", node="ask", path="/buttons", id="x", patch={"id": "z"}),
]
#: A node into which edges lead, of two kinds of data, and out of which none does; an edge into it is selected.
ONE_WAY = [
    create(
        edge("into", "from", "sink", targetHandle="x"),
        nodes=[
            *NODES, node("from", 400, 400, handles=[{"id": "out", "type": "source", "dataType": "number"}]),
            node("sink", 700, 400, handles=[{"id": "x", "type": "target"}, {"id": "y", "type": "target", "dataType": "text"}]),
        ],
        settings={"keyBindings": {"q": "reverseEdges"}},
    ),
    view(), look("view/select", nodes=[], edges=["into"]),
]  # fmt: skip
CONFLICT = {"edge": "ab", "member": "@ends", "taken": False, "theirs": {"source": "a", "target": "a"}}
COMPARED = [
    create(LOOP), ("document/create", {"document": "other", "content": {"nodes": NODES, "edges": [AB]}}),
    view(compare={"with": {"document": "other"}}),
]  # fmt: skip
LOOPS = {"edges": ["aa"]}
FRAGMENT = {"nodes": NODES, "edges": [LOOP]}

#: What is sent in turn to bring in an edge that the rules refuse; the last message does it.
PROVOKED = {
    ("edge/connect", ""): [create(), do("edge/connect", edge=LOOP)],
    ("edge/update", ""): [create(), do("edge/update", id="ab", patch={"target": "a"})],
    ("edge/reconnect", ""): [create(), do("edge/reconnect", id="ab", target="a")],
    ("edge/reverse", ""): [*ONE_WAY[:1], do("edge/reverse", ids=["into"])],
    ("edge/swap", ""): [*ONE_WAY[:1], do("edge/swap", node="sink", handle="x", **{"with": "y"})],
    ("node/insertChild", ""): [
        create(nodes=[*NODES, node("shut", 400, 400, handles=[])]),
        do("node/insertChild", parentId="shut", node={"id": "child"}),
    ],
    ("document/edit", "with one of these"): [
        create(), do("document/edit", edits=[{"method": "edge/connect", "params": {"edge": LOOP}}]),
    ],
    ("gesture/end", ""): [*DRAFT, look("gesture/end")],
    ("input/pointer", ""): [
        create(), view(), press("down", 50, 100, 1), press("move", 50, 200, 2), press("move", 50, 300, 3),
        press("up", 50, 300, 4),
    ],
    ("input/key", "the end of a draft"): [
        create(), view(), look("view/focus", node="a"), key("c", 1), key("Tab", 2),
        do("edge/connect", edge=edge("ac", "a", "c")), key("Enter", 3),
    ],
    ("view/acceptDrop", "a node into an edge"): [
        dropping(askBeforeDrop=True), view(), drop("over", 1), look("view/acceptDrop", accept=True), drop("drop", 2),
    ],
    ("input/drop", "a node into an edge"): [dropping(), view(), drop("over", 1), drop("drop", 2)],
    ("input/key", "edges reversed or swapped"): [*ONE_WAY, key("q", 5)],
    ("view/command", "edges reversed or swapped"): [*ONE_WAY, look("view/command", command="reverseEdges", time=5)],
    ("input/key", "a copy"): [create(LOOP), view(), look("view/select", nodes=["a"]), key("d", 5, "control")],
    ("view/command", "a copy"): [
        create(LOOP), view(), look("view/select", nodes=["a"]), look("view/command", command="duplicate", time=5),
    ],
    ("document/duplicate", ""): [create(LOOP), do("document/duplicate", nodes=["a"])],
    ("document/paste", ""): [create(), do("document/paste", fragment=FRAGMENT)],
    ("document/import", "into a document"): [
        create(), do("document/import", format="nodewire", text=text(LOOP), replace=True),
    ],
    ("document/import", "as a new document"): [("document/import", {"format": "nodewire", "text": text(LOOP)})],
    ("document/apply", ""): [create(), do("document/apply", change={"edges": {"aa": {"whole": LOOP}}})],
    ("document/restore", "elements"): [
        create(), do("document/restore", **{"with": {"text": text(LOOP)}}, elements=LOOPS),
    ],
    ("document/restore", "everything"): [create(), do("document/restore", **{"with": {"text": text(LOOP)}})],
    ("document/accept", "elements of an open document"): [*COMPARED, do("document/accept", view="v", elements=LOOPS)],
    ("document/accept", "everything of an open document"): [*COMPARED, do("document/accept", view="v")],
    ("document/create", ""): [create(LOOP)],
    ("document/open", ""): [("document/open", {"document": "d", "text": text(LOOP)})],
    ("document/merge", ""): [create(), do("document/merge", **{"with": {"text": text(LOOP)}})],
    ("conflict/resolve", ""): [create(conflicts={"edges/ab/@ends": CONFLICT}), do("conflict/resolve", take="theirs")],
    ("history/undo", ""): [create(LOOP), do("element/remove", edges=["aa"]), do("history/undo")],
    ("history/redo", ""): [
        create(), do("document/apply", change={"edges": {"aa": {"whole": LOOP}}}, rules="report"), do("history/undo"),
        do("history/redo"),
    ],
    ("history/cancel", ""): [
        create(LOOP), do("history/begin", label="all"), do("element/remove", edges=["aa"]), do("history/cancel"),
    ],
    ("item/insert", ""): items("item/insert", index=0, item="first"),
    ("item/move", ""): items("item/move", index=2, to=0),
    ("item/remove", ""): items("item/remove", index=0),
    ("item/update", ""): RENAMED,
}  # fmt: skip


def refused(client, document):
    found = client.call("document/check", {"document": document})["diagnostics"]
    return Counter(each["code"] for each in found if each["code"].startswith("connection."))


def ends(client, document):
    edges = client.call("document/read", {"document": document})["edges"]
    return {each["id"]: {name: each[name] for name in ENDS & {*each}} for each in edges}


def is_open(client, document):
    return any(each["document"] == document for each in client.call("document/list", {})["documents"])


def outcome(client, document, method, params):
    """What becomes of an edge that the rules refuse and that a call brings in."""
    before, former = Counter(), {}
    if is_open(client, document):
        before, former = refused(client, document), ends(client, document)
    try:
        result = client.call(method, params) or {}
    except errors.ServerError as error:
        assert error.code == 1110, error
        return "refused"
    if result.get("refused", {}).get("reason", "").startswith("connection."):
        return "refused"
    document = result.get("document", document)
    if refused(client, document) - before:
        return "reported"
    found = ends(client, document)
    return "kept" if any(found.get(ident, end) != end for ident, end in former.items()) else "left out"


def provoke(server, calls, **params):
    with Client.launch([server], timeout=60, clock="client") as client:
        for method, given in calls[:-1]:
            client.call(method, given)
        method, given = calls[-1]
        document = "other" if method == "document/accept" else "d"
        return outcome(client, document, method, {**given, **params})


#: Those that take a file on the disk; they are provoked by tests of their own.
WITH_FILES = {("document/refresh", ""), ("document/recover", "")}


def test_every_way_is_provoked():
    assert set(ROWS) == set(PROVOKED) | WITH_FILES


@pytest.mark.parametrize("way", PROVOKED, ids=lambda way: " ".join(way).strip())
def test_what_becomes_of_an_edge_that_the_rules_refuse(server, way):
    assert provoke(server, PROVOKED[way]) == ROWS[way]


@pytest.mark.parametrize("rules, wanted", [("refuse", "refused"), ("skip", "left out"), ("report", "reported")])
def test_the_rules_that_are_asked_for_are_followed(server, rules, wanted):
    named = {method["name"] for method in methods() if any(param["name"] == "rules" for param in method["params"])}
    assert len(named) > 7
    for method in sorted(named):
        for way, calls in PROVOKED.items():
            if way[0] == method:
                assert provoke(server, calls, rules=rules) == wanted, way


def test_a_file_that_another_program_has_written_is_reported(server, tmp_path):
    path = tmp_path / "a.json"
    path.write_text(text())
    with Client.launch([server], root=tmp_path, timeout=60, clock="client") as client:
        client.call("document/open", {"document": "d", "path": "a.json"})
        path.write_text(text(LOOP))
        assert outcome(client, "d", "document/refresh", {"document": "d"}) == ROWS["document/refresh", ""]


def test_what_a_journal_holds_is_reported(server, tmp_path):
    (tmp_path / "a.json").write_text(text())
    change = do("document/apply", change={"edges": {"aa": {"whole": LOOP}}}, rules="report")
    with Client.launch([server], root=tmp_path, timeout=60) as client:
        client.call("document/open", {"document": "d", "path": "a.json", "durability": "process"})
        client.call(*change)
        client.connection.close(0)
    with Client.launch([server], root=tmp_path, timeout=60) as client:
        client.call("document/open", {"document": "d", "path": "a.json", "recover": "report"})
        assert outcome(client, "d", "document/recover", {"document": "d", "take": True}) == ROWS["document/recover", ""]


def test_what_a_view_compares_with_is_its_own(server):
    calls = [create(LOOP), view(compare={"with": {"text": text()}})]
    with Client.launch([server], timeout=60, clock="client") as client:
        for call in calls:
            client.call(*call)
        accept = do("document/accept", view="v", elements=LOOPS)
        with pytest.raises(errors.ConnectionRefused):
            client.call(accept[0], {**accept[1], "rules": "refuse"})
        skipped = client.call(accept[0], {**accept[1], "rules": "skip"})
        assert [loss["code"] for loss in skipped["losses"]] == ["connection.self"]
        assert client.call("view/differences", {"view": "v"})["count"] == 1
        assert client.call(*accept) == {}
        assert client.call("view/differences", {"view": "v"})["count"] == 0
