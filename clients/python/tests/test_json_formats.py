"""Files of programs that keep graphs in JSON: they come back as they were, and edits change only what they edit."""

import json
import os
from pathlib import Path

import pytest

from nodewire_client import Client

CORPUS = os.environ.get("NODEWIRE_CORPUS")
FOLDERS = {"jsoncanvas": "jsonCanvas", "cytoscape": "cytoscape", "n8n": "n8n", "nodered": "nodeRed", "comfyui": "comfyUI"}
FILES = [path for folder in FOLDERS for path in sorted((Path(CORPUS) / folder).iterdir())] if CORPUS else []


@pytest.fixture
def client(server):
    with Client.launch(server, timeout=60) as client:
        yield client


def written(document, format):
    exported = document.export(format=format)
    return json.loads(exported["text"]), exported["losses"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_comes_back_as_it_was(client, path):
    text = path.read_text(encoding="utf-8")
    document = client.open(text=text)
    back, losses = written(document, FOLDERS[path.parent.name])
    # What has no places is laid out, and its edges led around nodes.
    assert [loss for loss in losses if "`waypoints`" not in loss["message"]] == []
    if FOLDERS[path.parent.name] == "cytoscape":
        # The file has no places; the written one has.
        for node in back["nodes"]:
            node.pop("position", None)
    assert back == json.loads(text)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_moved_node_changes_nothing_but_its_place(client, path):
    format = FOLDERS[path.parent.name]
    document = client.open(text=path.read_text(encoding="utf-8"))
    before, lost = written(document, format)
    node = next(node for node in document.read()["nodes"] if node.get("type") != "group")
    document.node.move(ids=[node["id"]], by={"x": 40, "y": -20})
    after, losses = written(document, format)
    assert [loss for loss in losses if "`waypoints`" not in loss["message"]] == [] and after != before
    document.history.undo()
    assert written(document, format) == (before, lost)
    assert client.open(text=json.dumps(after)).read()["nodes"] != document.read()["nodes"]


def test_edits_of_a_canvas(client):
    text = (
        '{"nodes":[{"id":"g","type":"group","x":0,"y":0,"width":400,"height":300},'
        '{"id":"a","type":"text","x":20.25,"y":30,"width":100.5,"height":50,"text":"A","color":"4","own":[1.0]},'
        '{"id":"b","type":"file","x":500,"y":0,"width":20,"height":20,"file":"b.md"}],'
        '"edges":[{"id":"e","fromNode":"a","fromSide":"right","toNode":"b"}],"metadata":{"version":"1.0-1.0"}}'
    )
    document = client.open(text=text)
    assert json.loads(document.export(format="jsonCanvas")["text"]) == json.loads(text)
    document.node.move(ids=["g"], by={"x": 1.5, "y": 0})
    document.node.update(id="a", patch={"label": "New", "style": {"backgroundColor": "#fb464c"}})
    document.node.insert(node={"id": "n", "type": "link", "label": "https://x", "position": {"x": 0.5, "y": 900}})
    document.edge.connect(edge={"id": "f", "source": "b", "sourceHandle": "top", "target": "n", "markerEnd": "none"})
    document.edge.update(id="e", patch={"label": "l", "style": {"stroke": "#123456"}, "animated": True})
    canvas, losses = written(document, "jsonCanvas")
    expected = json.loads(text)
    expected["nodes"][0]["x"] = 2
    expected["nodes"][1] |= {"x": 22, "text": "New", "color": "1"}
    expected["nodes"].append(
        {"id": "n", "type": "link", "x": 1, "y": 900, "width": 150, "height": 60, "url": "https://x"}
    )
    expected["edges"][0] |= {"label": "l", "color": "#123456"}
    expected["edges"].append({"id": "f", "fromNode": "b", "fromSide": "top", "toNode": "n", "toEnd": "none"})
    assert canvas == expected
    assert [(loss["id"], loss["code"]) for loss in losses] == [("e", "member")]
    document.element.remove(nodes=["a"])
    left = written(document, "jsonCanvas")[0]
    assert [node["id"] for node in left["nodes"]] == ["g", "b", "n"] and [edge["id"] for edge in left["edges"]] == ["f"]


@pytest.mark.parametrize("form", ["divided", "flat", "list"])
def test_edits_of_elements_of_cytoscape(client, form):
    nodes = [
        {"data": {"id": 1, "name": "One", "weight": 0.50}, "position": {"x": 10, "y": 20}, "classes": "a"},
        {"data": {"parent": "p", "id": "c"}, "position": {"x": 100.5, "y": 50}},
        {"data": {"id": "p", "label": "Parent"}},
    ]
    edges = [{"data": {"id": "e", "source": 1, "target": "c", "cost": 2}, "selected": True}]
    content = {
        "divided": {"elements": {"edges": edges, "nodes": nodes}, "zoom": 1.5, "style": [{"selector": "node"}]},
        "flat": {"elements": nodes + edges, "pan": {"x": 0, "y": 1}},
        "list": nodes + edges,
    }[form]
    document = client.open(text=json.dumps(content))
    assert written(document, "cytoscape") == (content, [])
    assert next(node for node in document.read()["nodes"] if node["id"] == "1")["data"] == {"weight": 0.5}
    document.node.move(ids=["p"], by={"x": 1.25, "y": 0})
    document.node.update(id="1", patch={"label": "Two", "data": {"weight": 3}})
    document.node.insert(node={"id": "n", "label": "New", "position": {"x": 0, "y": 0}, "width": 10, "height": 20})
    document.edge.connect(edge={"id": "f", "source": "n", "target": "1", "data": {"cost": 1}})
    back = written(document, "cytoscape")[0]
    elements = back if form == "list" else back["elements"]
    if form == "divided":
        elements = elements["nodes"] + elements["edges"]
    found = {element["data"]["id"]: element for element in elements}
    assert found[1] == {**nodes[0], "data": {"id": 1, "name": "Two", "weight": 3}}
    assert found["c"]["position"] == {"x": 101.75, "y": 50} and found["p"] == nodes[2]
    assert found["n"]["data"] == {"id": "n", "label": "New"} and found["n"]["position"] == {"x": 5, "y": 10}
    assert found["f"]["data"] == {"id": "f", "source": "n", "target": "1", "cost": 1} and found["e"] == edges[0]


def test_edits_of_a_workflow_of_n8n(client):
    content = {
        "name": "W",
        "nodes": [
            {"parameters": {}, "type": "n8n-nodes-base.manualTrigger", "typeVersion": 1, "position": [0, 0], "id": "1", "name": "Start"},
            {"parameters": {"mode": 1.50}, "type": "n8n-nodes-base.if", "position": [200.5, 0], "id": "2", "name": "If"},
            {"parameters": {"content": "Note"}, "type": "n8n-nodes-base.stickyNote", "position": [0, 300], "name": "Sticky"},
            {"parameters": {}, "type": "tool", "position": [200, 200], "id": "4", "name": "Tool"},
        ],
        "connections": {
            "Start": {"main": [[{"node": "If", "type": "main", "index": 0}]]},
            "If": {"main": [None, [{"node": "If", "type": "main", "index": 0, "extra": 1}]]},
            "Tool": {"ai_tool": [[{"node": "If", "type": "ai_tool", "index": 0}]]},
        },
        "pinData": {},
    }
    document = client.open(text=json.dumps(content))
    assert written(document, "n8n") == (content, [])
    assert [(edge["sourceHandle"], edge["targetHandle"]) for edge in document.read()["edges"]] == [
        ("main/0", "main/0"), ("main/1", "main/0"), ("ai_tool/0", "ai_tool/0"),
    ]
    document.node.update(id="2", patch={"label": "Start"})
    document.node.update(id="Sticky", patch={"label": "Note 2", "width": 300})
    document.node.insert(node={"id": "n", "label": "New", "position": {"x": 400, "y": 0}})
    edge = {"id": "x", "source": "2", "sourceHandle": "main/0", "target": "n"}
    document.edge.connect(edge=edge)
    document.element.remove(nodes=["4"])
    back, losses = written(document, "n8n")
    assert {loss["code"] for loss in losses} == {"name"}
    nodes = {node["name"]: node for node in back["nodes"]}
    assert nodes["Start1"] == {**content["nodes"][1], "name": "Start1"} and "id" not in nodes["Sticky"]
    assert nodes["Sticky"]["parameters"] == {"content": "Note 2", "width": 300}
    assert nodes["New"]["type"] == "n8n-nodes-base.noOp" and nodes["New"]["position"] == [400, 0]
    assert back["connections"] == {
        "Start": {"main": [[{"node": "Start1", "type": "main", "index": 0}]]},
        "Start1": {
            "main": [
                [{"node": "New", "type": "main", "index": 0}],
                [{"node": "Start1", "type": "main", "index": 0, "extra": 1}],
            ]
        },
    }


def test_edits_of_flows_of_node_red(client):
    content = [
        {"id": "t", "type": "tab", "label": "Flow"},
        {"id": "c", "type": "mqtt-broker", "port": 1883},
        {"id": "a", "type": "inject", "z": "t", "g": "g", "name": "", "x": 110, "y": 80, "wires": [["b", "s"]]},
        {"id": "g", "type": "group", "z": "t", "name": "G", "nodes": ["a"], "x": 40, "y": 40, "w": 200, "h": 80},
        {"id": "b", "type": "switch", "z": "u", "name": "Which", "x": 310, "y": 80, "outputs": 2, "wires": [[], ["b"]]},
        {"id": "u", "type": "tab", "label": "Second"},
        {"id": "s", "type": "debug", "z": "t", "x": 300.5, "y": 160, "wires": []},
        {"id": "d", "type": "tls-config"},
    ]
    document = client.open(text=json.dumps(content))
    assert written(document, "nodeRed") == (content, [])
    nodes = {node["id"]: node for node in document.read()["nodes"]}
    assert (nodes["a"]["parentId"], nodes["g"]["parentId"], nodes["b"]["parentId"]) == ("g", "t", "u")
    assert nodes["a"]["label"] == "inject" and nodes["a"]["position"] == {"x": 20, "y": 25}
    document.node.move(ids=["t", "g"], by={"x": 0, "y": -500})
    assert written(document, "nodeRed") == (content, [])
    document.history.undo()
    document.node.move(ids=["g"], by={"x": 20, "y": 0})
    document.node.update(id="a", patch={"label": "Every minute"})
    document.node.insert(node={"id": "n", "label": "f", "parentId": "g", "position": {"x": 0, "y": 0}})
    document.edge.connect(edge={"id": "x", "source": "b", "sourceHandle": "out:0", "target": "n"})
    document.element.remove(nodes=["s"])
    back, losses = written(document, "nodeRed")
    found = {node["id"]: node for node in back}
    assert losses == [] and [node["id"] for node in back][:6] == ["t", "c", "a", "g", "b", "u"]
    assert found["a"] == {**content[2], "name": "Every minute", "x": 130, "wires": [["b"]]}
    assert found["g"] == {**content[3], "x": 60, "nodes": ["a", "n"]}
    assert found["b"] == {**content[4], "wires": [["n"], ["b"]]} and found["d"] == content[7]
    assert found["n"] == {
        "id": "n", "type": "function", "name": "f", "func": "return msg;", "outputs": 1, "z": "t", "g": "g",
        "x": 135, "y": 70, "wires": [[]],
    }


@pytest.mark.parametrize("version", [0.4, 1])
def test_edits_of_a_workflow_of_comfyui(client, version):
    def node(id, pos, inputs, outputs):
        return {"id": id, "type": f"T{id}", "pos": pos, "size": [200, 60.5], "inputs": inputs, "outputs": outputs}

    def link(id, source, target, slot=0):
        values = [id, source, 0, target, slot, "MODEL"]
        names = ["id", "origin_id", "origin_slot", "target_id", "target_slot", "type"]
        return values if version == 0.4 else dict(zip(names, values))

    nodes = [
        node(4, [0, 100], [], [{"name": "MODEL", "type": "MODEL", "links": [9, 7]}]),
        node(2, {"0": 300, "1": 100}, [{"name": "model", "type": "MODEL", "link": 7}], [{"name": "x", "type": "*", "links": None}]),
        node(3, [300, 300], [{"name": "a", "type": "INT,FLOAT", "link": None}, {"name": "m", "type": "MODEL", "link": 9}], []),
    ]
    counters = {"last_node_id": 4, "last_link_id": 9} if version == 0.4 else {"state": {"lastNodeId": 4, "lastLinkId": 9}}
    content = {
        **counters,
        "nodes": nodes,
        "links": [link(7, 4, 2), link(9, 4, 3, 1)],
        "groups": [{"title": "G", "bounding": [280, 50, 240, 150], "color": "#fff"}],
        "version": version,
    }
    document = client.open(text=json.dumps(content))
    assert written(document, "comfyUI") == (content, [])
    read = {node["id"]: node for node in document.read()["nodes"]}
    assert read["2"]["parentId"] == "group-1" and "parentId" not in read["3"]
    assert [handle.get("dataType") for handle in read["3"]["handles"]] == [["INT", "FLOAT"], "MODEL"]
    document.node.move(ids=["group-1"], by={"x": 1.5, "y": 0})
    document.node.update(id="4", patch={"label": "Loader"})
    handles = [{"id": "o", "type": "source", "dataType": "INT"}, {"id": "i", "type": "target"}]
    document.node.insert(node={"id": "n", "type": "New", "position": {"x": 0, "y": 400}, "handles": handles})
    edge = {"id": "e", "source": "n", "sourceHandle": "o", "target": "3", "targetHandle": "in:0"}
    document.edge.connect(edge=edge)
    document.element.remove(edges=["9"])
    back, losses = written(document, "comfyUI")
    assert [(loss["kind"], loss["id"], loss["code"]) for loss in losses] == [("node", "n", "id"), ("edge", "e", "id")]
    found = {node["id"]: node for node in back["nodes"]}
    assert found[4]["outputs"][0]["links"] == [7] and found[4]["title"] == "Loader"
    assert found[2] == {**nodes[1], "pos": {"0": 301.5, "1": 100}}
    assert [slot["link"] for slot in found[3]["inputs"]] == [10, None]
    new = found[5]
    assert (new["type"], new["pos"], new["size"]) == ("New", [0, 430], [150, 30])
    assert new["outputs"] == [{"name": "o", "type": "INT", "links": [10]}]
    assert new["inputs"] == [{"name": "i", "type": "*", "link": None}]
    last = [10, 5, 0, 3, 0, "INT"]
    assert (back["links"][1] if version == 0.4 else list(back["links"][1].values())) == last
    assert back["groups"][0]["bounding"] == [281.5, 50, 240, 150]
    assert (back if version == 0.4 else back["state"])[["last_node_id", "lastNodeId"][version == 1]] == 5
    assert client.open(text=json.dumps(back)).read()["edges"][1]["targetHandle"] == "in:0"


A, B, C = {"id": "a"}, {"id": "b"}, {"id": "c"}


@pytest.mark.parametrize(
    "text, edges",
    [
        ({"directed": True, "multigraph": False, "graph": {}, "nodes": [A, B, C], "links": [{"source": "a", "target": "b"}, {"source": "b", "target": "c"}]}, "ab bc"),
        ({"directed": True, "multigraph": True, "graph": {}, "nodes": [A, B], "edges": [{"source": "a", "target": "b", "key": 0}, {"source": "a", "target": "b", "key": 1}]}, "ab ab"),
        ({"directed": False, "multigraph": False, "graph": [], "nodes": [{"id": 7}, {"id": 3}], "links": [{"source": 3, "target": 7}]}, "37"),
        ({"nodes": [{"name": "M", "group": 1}, {"name": "N"}], "links": [{"source": 1, "target": 0, "value": 1}]}, "10"),
        ({"nodes": [A, B], "links": [{"source": {"id": "b", "x": 1, "vx": 0}, "target": {"id": "a"}, "index": 0}]}, "ba"),
        ({"nodes": [{"name": "A"}, {"name": "B"}], "links": [{"source": "B", "target": "A", "value": 3}]}, "10"),
        ({"nodes": [{"id": 1, "label": "A"}, {"id": 2}], "edges": [{"from": 1, "to": 2, "arrows": "to"}]}, "12"),
        ({"attributes": {}, "nodes": [{"key": "a", "attributes": {"x": 0, "y": 0}}, {"key": "b"}], "edges": [{"key": "e", "source": "a", "target": "b"}]}, "ab"),
        ({"graph": {"directed": True, "nodes": {"a": {"label": "A"}, "b": {}}, "edges": [{"source": "a", "target": "b"}]}}, "ab"),
        ({"graph": {"nodes": [A, B], "edges": [{"source": "a", "target": "b"}]}}, "ab"),
        ({"nodes": ["a", "b"], "edges": [["a", "b"], ["b", "a", 2]]}, "ab ba"),
        ({"nodes": [A, B], "relationships": [{"id": "r", "startNode": "a", "endNode": "b"}]}, "ab"),
        ({"nodes": [A, B], "connections": [{"from": "a", "to": "b"}]}, "ab"),
        ({"vertices": [A, B], "edges": [{"src": "a", "dst": "b"}]}, "ab"),
        ({"class": "GraphLinksModel", "nodeDataArray": [{"key": 1}, {"key": 2}], "linkDataArray": [{"from": 1, "to": 2}]}, "12"),
        ({"directed": False, "multigraph": False, "graph": [], "nodes": [A, B], "adjacency": [[{"id": "b"}], [{"id": "a"}]]}, "ab"),
        # React Flow and Cytoscape stay what they are.
        ({"nodes": [A, B], "edges": [{"id": "e", "source": "a", "target": "b"}]}, "ab"),
        ({"data": [], "directed": False, "multigraph": False, "elements": {"nodes": [{"data": A}, {"data": B}], "edges": [{"data": {"source": "a", "target": "b"}}]}}, "ab"),
    ],
)
def test_links_are_read_under_all_their_names(client, text, edges):
    document = client.open(text=json.dumps(text))
    assert " ".join(edge["source"] + edge["target"] for edge in document.read()["edges"]) == edges
    again = client.call("document/open", {"text": json.dumps(text)})
    assert again["losses"] == []
    own = "elements" in text or text.get("nodes") == [A, B] and set(text) == {"nodes", "edges"}
    assert own == (again["format"] != "nodeLink")


@pytest.mark.parametrize(
    "text",
    [
        {"nodes": [A, B], "edges": [{"id": "e", "source": "a", "target": "b"}], "links": [{"source": "b", "target": "a"}]},
        {"nodes": [A, B], "edges": [], "wires": [{"from": "b", "to": "a"}]},
        {"nodes": [A, B], "links": [{"source": "b", "target": "z"}]},
        {"nodes": [A, B], "links": [{"source": None, "target": "b"}]},
        {"nodes": [A, B], "links": [{"source": "b", "target": "a"}, {"source": "b"}]},
        {"nodes": [A, B], "links": [{"source": "b", "target": "a"}], "calls": [{"from": "a", "to": "b"}]},
        {"id": "t", "children": [{"id": "s", "children": [{"id": "e", "sourceId": "t", "targetId": "s"}]}]},
    ],
)
def test_links_that_are_not_read_are_told(client, text):
    losses = client.call("document/open", {"text": json.dumps(text), "lossy": True})["losses"]
    assert "structure" in [loss["grade"] for loss in losses]


@pytest.mark.parametrize(
    "text",
    [
        {"id": "g", "type": "graph", "children": [{"id": "n", "type": "node"}, {"id": "e", "type": "edge", "sourceId": "n", "targetId": "n"}]},
        {"id": "m", "initial": "a", "states": {"a": {"on": {"GO": "b"}}, "b": {}}},
        {"name": "package", "dependencies": {"a": "1"}},
    ],
)
def test_a_graph_of_another_form_is_no_tree(client, text):
    with pytest.raises(Exception) as refused:
        client.open(text=json.dumps(text))
    assert refused.value.code == 1400


def test_ends_of_something_else_are_no_links(client):
    text = {"nodes": [A, B], "edges": [], "times": [{"start": 1, "end": 2}], "mails": [{"from": "x", "to": "y"}]}
    assert client.call("document/open", {"text": json.dumps(text)})["losses"] == []
