"""Tables and graphs of other libraries become documents and pictures: tuples, paths, numbers of NumPy, misspelt members."""

import asyncio
import datetime
import importlib.util
import json
import re
import shutil
import warnings
from pathlib import Path
from types import SimpleNamespace

import pytest

from nodewire_client import Client, aio, errors

PAGE = Path(__file__).resolve().parents[1] / "data.md"


@pytest.fixture
def client(server, tmp_path):
    with Client.launch(server, root=tmp_path, timeout=60) as client:
        yield client


@pytest.fixture
def names_the_server(server, monkeypatch):
    monkeypatch.setenv("NODEWIRE_SERVER", str(server))


def places(document):
    return {node["id"]: node.get("position") for node in document.read()["nodes"]}


def test_tuples_are_points_wherever_they_stand(client):
    nodes = [{"id": "a", "position": (0, 0), "data": {"pair": (1, 2), "position": (3, 4)}}, {"id": "b", "position": (200, 10)}]
    edges = [{"id": "e", "source": "a", "target": "b", "waypoints": [(50, 60), {"x": 70, "y": 80}]}]
    document = client.create({"nodes": nodes, "edges": edges, "types": {"t": {"defaultSize": (40, 20)}}})
    assert nodes[0]["position"] == (0, 0)
    assert places(document) == {"a": {"x": 0, "y": 0}, "b": {"x": 200, "y": 10}}
    content = document.read()
    assert content["nodes"][0]["data"] == {"pair": [1, 2], "position": [3, 4]}
    assert content["edges"][0]["waypoints"] == [{"x": 50, "y": 60}, {"x": 70, "y": 80}]
    assert content["types"]["t"]["defaultSize"] == {"width": 40, "height": 20}
    document.node.insert(node={"id": "c", "position": (5, 6), "type": "t"})
    document.node.update(id="a", patch={"position": (7, 8)})
    document.edit(edits=[{"method": "node/insert", "params": {"node": {"id": "d", "position": (9, 9)}}}])
    document.edge.update(id="e", patch={"waypoints": ((1, 2),)})
    document.node.update(id="b", set={"position": (201, 10), "data": {"pair": (1, 2), "position": (3, 4)}})
    assert document.read()["nodes"][1]["data"] == {"pair": [1, 2], "position": [3, 4]}
    client.call("node/move", {"document": document.id, "ids": ("d",), "by": (1, 1)})
    assert places(document) == {"a": {"x": 7, "y": 8}, "b": {"x": 201, "y": 10}, "c": {"x": 5, "y": 6}, "d": {"x": 10, "y": 10}}
    assert document.check()["diagnostics"] == [] or all(one["code"] == "overlap" for one in document.check()["diagnostics"])
    with pytest.raises(TypeError, match="a point is"):
        document.node.insert(node={"position": (1, 2, 3)})


def test_so_they_are_for_asyncio(server):
    async def made():
        async with aio.Client.launch(server) as client:
            document = await client.create({"nodes": [{"id": "a", "position": (3, 4)}]})
            await document.layout()
            return (await document.read())["nodes"][0]["position"], await document.picture(format="svg")

    position, picture = asyncio.run(made())
    assert set(position) == {"x", "y"} and picture.startswith(b"<svg")


def test_paths_are_paths(client, tmp_path):
    document = client.create({"nodes": [{"id": "a", "position": (0, 0)}]})
    document.export(path=tmp_path / "a.json", format="nodewire")
    assert client.open(Path("a.json")).read()["nodes"][0]["id"] == "a"
    assert client.open(tmp_path / "a.json", document="again").id == "again"
    document.save(path=Path("b.json"))
    assert (tmp_path / "b.json").exists()


def test_what_is_no_json_is_said_with_its_place(client):
    number = SimpleNamespace(dtype="int64", tolist=lambda: 7)
    document = client.create({"nodes": [{"id": "a", "position": (0, 0), "data": {"n": number}}]})
    assert document.read()["nodes"][0]["data"] == {"n": 7}
    when = datetime.datetime(2026, 1, 2)
    with pytest.raises(TypeError, match="/node/data/when: a datetime is no JSON"):
        document.node.insert(node={"data": {"when": when}})
    with pytest.raises(ValueError, match="/node/data/x/1: nan is no JSON"):
        document.node.insert(node={"data": {"x": [0, float("nan")]}})
    with pytest.raises(TypeError, match="is no text"):
        document.node.insert(node={"data": {(1, 2): 3}})
    assert document.read()["revision"] == 0


def test_misspelt_members_are_said(client):
    with pytest.warns(UserWarning, match="'lable' is not known.*'label'") as caught:
        document = client.create({"nodes": [{"id": "a", "lable": "A", "position": (0, 0)}]})
    assert caught[0].filename == __file__
    with pytest.warns(UserWarning, match="'postion'"):
        document.node.update(id="a", patch={"postion": {"x": 1, "y": 2}})
    with pytest.warns(UserWarning, match="'widht'"):
        document.node.update(id="a", set={"widht": 40})
    with pytest.warns(UserWarning, match="'sorce'"), pytest.raises(errors.ServerError):
        document.edge.connect(edge={"sorce": "a", "target": "a"})
    with pytest.warns(UserWarning, match="'lable'"):
        document.edit(edits=[{"method": "node/insert", "params": {"node": {"id": "b", "lable": "B"}}}])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        document.node.insert(node={"id": "c", "mine": 1, "data": {"lable": 1}, "label": "C", "position": (9, 90)})
        document.node.update(id="c", set={"/label": "a pointer"})


def test_misspelt_members_of_types_are_found(client):
    types = {"t": {"titel": "T", "mine": 1}, "u": {"title": "U", "titel": "kept"}}
    document = client.create({"nodes": [], "edges": [], "types": types, "edgeTypes": {"e": {"strokeWith": 3}}})
    found = document.check()["diagnostics"]
    assert [one["key"] for one in found] == ["nearMember/types/t/titel", "nearMember/edgeTypes/e/strokeWith"]
    assert "`title`" in found[0]["message"] and "`strokeWidth`" in found[1]["message"]


def test_nodes_without_a_place_are_said(client, tmp_path, names_the_server):
    document = client.create({"nodes": [{"id": "a"}, {"id": "b"}], "edges": [{"source": "a", "target": "b"}]})
    with pytest.raises(errors.ServerError, match="2 nodes have no position; `document/layout`"):
        document.open_view(800, 600).fit()
    assert "2 nodes" in document.export(format="svg")["losses"][0]["message"]
    with pytest.warns(UserWarning, match=r"2 nodes have no position.*layout\(\)"):
        document.picture(tmp_path / "a.svg")
    with pytest.warns(UserWarning, match="2 nodes have no position"):
        document._repr_mimebundle_()
    assert [one["code"] for one in document.check()["diagnostics"]] == ["unplaced", "unplaced"]
    document.layout()
    assert all(places(document).values())
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert document.picture(tmp_path / "a.svg").startswith(b"<svg")
    document.open_view(800, 600).fit()


@pytest.mark.skipif(not any(map(shutil.which, ("chromium", "google-chrome"))), reason="no browser draws pixels")
def test_pictures_of_pixels(client, tmp_path, names_the_server):
    document = client.create({"nodes": [{"id": "a", "position": (0, 0), "label": "A"}]})
    png = document.picture(tmp_path / "a.png", scale=1)
    assert png.startswith(b"\x89PNG") and (tmp_path / "a.png").read_bytes() == png
    assert document.picture(format="pdf").startswith(b"%PDF")
    with pytest.raises(ValueError, match="svg, png or pdf"):
        document.picture(format="gif")
    with pytest.raises(errors.NodewireError, match="--theme"):
        document.picture(theme="blue")


def test_graphs_of_networkx_have_room_and_data(client):
    networkx = pytest.importorskip("networkx")
    from nodewire_client.networkx import content_of, graph_of

    graph = networkx.path_graph(9)
    graph.nodes[0].update(label="First", club="x", type="mine", when=datetime.date(2026, 1, 2))
    graph.edges[0, 1].update(weight=3)
    content = content_of(graph, pos=networkx.spring_layout(graph, seed=1), default=str)
    first = content["nodes"][0]
    assert first["label"] == "First" and first["data"] == {"club": "x", "type": "mine", "when": "2026-01-02"}
    assert content["edges"][0]["data"] == {"weight": 3} and "data" not in content["edges"][1]
    document = client.create(content)
    assert not [one for one in document.check()["diagnostics"] if one["code"] == "overlap"]
    scaled = content_of(graph, pos={0: (1, 2)}, scale=10, default=str)["nodes"]
    assert scaled[0]["position"] == {"x": 10, "y": 20} and "position" not in scaled[1]
    far = content_of(graph, pos={0: (0, 0), 1: (500, 0)}, default=str)["nodes"]
    assert far[1]["position"] == {"x": 500, "y": 0}
    again = client.create(content_of(graph_of(document), data=False))
    assert again.hash()["hash"] == document.hash()["hash"]


@pytest.mark.parametrize("number", [0, 1])
def test_the_page_runs(number, tmp_path, monkeypatch, names_the_server):
    code = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)[number]
    for name in re.findall(r"^import (\w+)$", code, re.M):
        if importlib.util.find_spec(name) is None:
            pytest.skip(f"{name} is not installed")
    monkeypatch.chdir(tmp_path)
    exec(compile(code, str(PAGE), "exec"), {})
    pictures = list(tmp_path.glob("*.svg"))
    assert len(pictures) == 1 and pictures[0].read_text().startswith("<svg")
    if number == 0:
        assert len(json.loads((tmp_path / "people.json").read_text())["nodes"]) == 4
