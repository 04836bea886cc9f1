"""As many lines are on the screen as edges are sent, each where its path says and hit where it is drawn."""

import pytest
from browser import PAPER

HANDLES = [
    {"id": "in", "type": "target", "position": "left"},
    {"id": "no", "type": "target", "position": "left"},
    {"id": "out", "type": "source", "position": "right"},
    {"id": "else", "type": "source", "position": "right"},
]
TYPES = ("straight", "bezier", "smoothStep", "step", "orthogonal")

# Points of the paths of items that are away from all other items and nodes, one for each edge that has any.
PLACES = """
    const near = 5;
    const shape = document.createElementNS("http://www.w3.org/2000/svg", "path");
    const { nodes, edges, state: { viewport } } = nodewire.scene;
    const lines = [...edges.values()].map(({ id, path }) => {
      shape.setAttribute("d", path);
      const length = shape.getTotalLength();
      const points = [];
      for (let at = 0; at <= length; at += 2) points.push(shape.getPointAtLength(at));
      return { id, points };
    });
    const boxes = [...nodes.values()].filter(({ container }) => !container);
    const handles = [...nodes.values()].flatMap(({ handles = [] }) => handles);
    const isAway = (at, x, y, distance) => Math.hypot(at.x - x, at.y - y) > distance;
    const isBeside = (box, x, y) =>
      x < box.x - near || y < box.y - near || x > box.x + box.width + near || y > box.y + box.height + near;
    const isFree = (id, { x, y }) =>
      lines.every((line) => line.id === id || line.points.every((point) => isAway(point, x, y, near)))
      && handles.every((handle) => isAway(handle, x, y, 14)) && boxes.every((box) => isBeside(box, x, y));
    const onScreen = ({ x, y }) =>
      [Math.round(x * viewport.zoom + viewport.x), Math.round(y * viewport.zoom + viewport.y)];
    return lines.map(({ id, points }) => {
      const free = points.filter((point) => isFree(id, point));
      return { id, at: free.length ? onScreen(free[Math.floor(free.length / 3)]) : null };
    });
"""


def node(name, x, y, **more):
    return {"id": name, "position": {"x": x, "y": y}, "width": 120, "height": 80, "handles": HANDLES, **more}


def edge(number, source, target, **more):
    return {"id": f"e{number}", "source": source, "target": target, **more}


def opened(page, bridge, name, nodes, edges, **settings):
    settings = {"allowDuplicates": True, "allowSelfLoops": True, "edgeLabelSize": 11, **settings}
    content = {"nodewire": 1, "settings": settings, "viewport": {"x": 60, "y": 160, "zoom": 1}}
    page.open(bridge.opening.root / f"{name}.json", {**content, "nodes": nodes, "edges": edges})
    page.run("for (const bar of document.querySelectorAll('.bar, #status')) bar.style.visibility = 'hidden'")


def check(page, count):
    """Each edge is on the screen at a place where no other is, and hit there."""
    page.settle()
    places = page.run(PLACES)
    assert len(places) == count
    assert [one["id"] for one in places if one["at"] is None] == []
    picture = page.screenshot()
    around = [(x, y) for one in places for x in (one["at"][0] - 1, one["at"][0], one["at"][0] + 1)
              for y in (one["at"][1] - 1, one["at"][1], one["at"][1] + 1)]  # fmt: skip
    colors = page.colors(picture, *around)
    for index, one in enumerate(places):
        assert set(colors[9 * index : 9 * index + 9]) != {PAPER}, one
        x, y = one["at"]
        (hit,) = page.ask_view("view/hitTest", at={"x": x, "y": y})["hits"]
        assert hit.get("id") == one["id"], (one, hit)


@pytest.mark.parametrize("kind", TYPES)
def test_edges_between_the_same_nodes_are_so_many_lines(page, bridge, kind):
    nodes = [node("a", 0, 0), node("b", 420, 160), node("c", 0, 330)]
    edges = [edge(n, "a", "b", type=kind) for n in range(3)] + [edge(3, "b", "a", type=kind)]
    edges += [edge(n, "a", "b", sourceHandle="out", targetHandle="in", type=kind) for n in (4, 5)]
    edges += [edge(6, "a", "c", type=kind), edge(7, "c", "b", targetHandle="no", type=kind)]
    opened(page, bridge, f"parallel-{kind}", nodes, edges)
    check(page, 8)
    # What comes later moves those that are there.
    page.ask_document("edge/connect", edge={"id": "late", "source": "a", "target": "b", "type": kind})
    check(page, 9)
    page.ask_document("element/remove", edges=["e1"])
    check(page, 8)
    page.ask_document("node/move", ids=["b"], by={"x": 60, "y": 30})
    check(page, 8)


def test_edges_that_lead_into_collapsed_groups_are_so_many_lines_as_are_sent(page, bridge):
    size = {"width": 300, "height": 260, "type": "group"}
    nodes = [node("left", 0, 0, **size), node("right", 500, 0, **size)]
    nodes += [node(f"l{n}", 20, 40 + 100 * n, parentId="left") for n in range(2)]
    nodes += [node(f"r{n}", 20, 40 + 100 * n, parentId="right") for n in range(2)]
    nodes += [node("free", 500, 340)]
    edges = [edge(0, "l0", "r0"), edge(1, "l1", "r1"), edge(2, "l0", "r1", type="straight"), edge(3, "r0", "l1")]
    edges += [edge(4, "l0", "free"), edge(5, "l1", "free"), edge(6, "left", "right"), edge(7, "free", "l0")]
    opened(page, bridge, "collapsed", nodes, edges)
    check(page, 8)
    for group in ("left", "right"):
        page.ask_document("node/update", id=group, patch={"collapsed": True})
        check(page, len(page.run("return [...nodewire.scene.edges.keys()]")))


def test_loops_and_many_edges_are_so_many_lines_near_far_and_while_a_node_is_dragged(page, bridge):
    nodes = [node("a", 0, 0), node("b", 420, 120)]
    edges = [edge(n, "a", "a") for n in range(3)] + [edge(n, "a", "b") for n in range(3, 12)]
    opened(page, bridge, "many", nodes, edges)
    check(page, 12)
    page.ask_view("view/zoom", to=0.6, at={"x": 60, "y": 160})
    check(page, 12)
    page.ask_view("view/zoom", to=1, at={"x": 60, "y": 160})
    start = page.middle("b")
    page.move(start, (start[0] + 20, start[1] + 10), (start[0] + 40, start[1] + 160), until="shown")
    page.settle()
    places = page.run(PLACES)
    assert len([one for one in places if one["at"]]) == 12
    picture = page.screenshot()
    assert PAPER not in page.colors(picture, *[one["at"] for one in places])
    page.release()
    check(page, 12)
