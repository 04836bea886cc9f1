"""Layouts by the real server: laws over generated documents, long work beside edits, what is refused."""

import json
import subprocess
from pathlib import Path
from random import Random

import pytest

from nodewire_client import Client, errors

MANY = 1500
ALGORITHMS = ["layered", "tree", "radial", "force", "grid", "pack", "removeOverlaps"]


@pytest.fixture
def client(server, tmp_path):
    with Client.launch([server], root=tmp_path, timeout=300) as client:
        yield client


def opened(client, nodes, edges):
    content = {"nodewire": 1, "nodes": nodes, "edges": edges, "settings": {"allowCycles": True, "allowSelfLoops": True}}
    return client.open(text=json.dumps(content))


def drawn(seed, count=40, grouped=True):
    """Nodes of many sizes, some of them in groups, and edges among any of them."""
    random = Random(seed)
    nodes = []
    for index in range(count):
        node = {"id": f"n{index}", "width": random.choice((0, 40, 150)), "height": random.choice((10, 60, 200))}
        groups = [other["id"] for other in nodes if other.get("type") == "group"]
        if grouped and random.random() < 0.2:
            node["type"] = "group"
        if groups and random.random() < 0.5:
            node["parentId"] = random.choice(groups)
        if random.random() < 0.8:
            node["position"] = {"x": random.randint(-300, 300), "y": random.randint(-300, 300)}
        nodes.append(node)
    ends = [(random.randrange(count), random.randrange(count)) for _ in range(count * 3 // 2)]
    edges = [{"id": f"e{index}", "source": f"n{a}", "target": f"n{b}"} for index, (a, b) in enumerate(ends)]
    return nodes, edges


def overlapping(document):
    """Pairs of siblings that cover each other, and those that stick out of their group."""
    nodes = document.read()["nodes"]
    frames = {node["id"]: (node["position"]["x"], node["position"]["y"], node["width"], node["height"]) for node in nodes}
    parents = {node["id"]: node.get("parentId") for node in nodes}
    ids, bad = list(frames), []
    for index, one in enumerate(ids):
        x, y, width, height = frames[one]
        parent = frames.get(parents[one])
        if parent and (x < -1e-6 or y < -1e-6 or x + width > parent[2] + 1e-6 or y + height > parent[3] + 1e-6):
            bad.append((one, parents[one]))
        for other in ids[index + 1 :]:
            left, top, across, down = frames[other]
            shared = (min(x + width, left + across) - max(x, left), min(y + height, top + down) - max(y, top))
            if parents[one] == parents[other] and min(shared) > 1e-6:
                bad.append((one, other))
    return bad


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("seed", range(4))
def test_no_siblings_overlap_and_groups_hold_what_is_in_them(client, algorithm, seed):
    document = opened(client, *drawn(seed))
    before = document.read()
    result = document.layout(algorithm=algorithm)
    assert overlapping(document) == []
    assert result["bounds"] and result["figures"]["edgeLength"] >= 0
    other = opened(client, *drawn(seed))
    other.layout(algorithm=algorithm)
    assert other.read()["nodes"] == document.read()["nodes"]
    document.history.undo()
    assert document.read()["nodes"] == before["nodes"]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("seed", range(3))
def test_pinned_nodes_stay_and_nothing_covers_them(client, algorithm, seed):
    document = opened(client, *drawn(seed, grouped=False))
    placed = [node["id"] for node in document.read()["nodes"] if "position" in node]
    # Two that are pinned may cover each other: they stay.
    pinned = placed[:1]
    before = {node["id"]: node.get("position") for node in document.read()["nodes"]}
    document.layout(algorithm=algorithm, pinned=pinned)
    after = {node["id"]: node["position"] for node in document.read()["nodes"]}
    assert [after[id] for id in pinned] == [before[id] for id in pinned]
    assert overlapping(document) == []


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_the_corner_of_the_bounds_stays(client, algorithm):
    document = opened(client, *drawn(7, grouped=False))
    nodes = [node for node in document.read()["nodes"] if "position" in node]
    corner = [min(node["position"][axis] for node in nodes) for axis in ("x", "y")]
    bounds = document.layout(algorithm=algorithm)["bounds"]
    assert [bounds["x"], bounds["y"]] == pytest.approx(corner)
    fresh = opened(client, [{"id": "a"}, {"id": "b"}], [])
    assert [fresh.layout(algorithm=algorithm)["bounds"][axis] for axis in ("x", "y")] == [0, 0]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_stable_layout_made_again_moves_nothing(client, algorithm):
    document = opened(client, *drawn(3, grouped=False))
    document.layout(algorithm=algorithm, options={"stable": True})
    revision = document.read()["revision"]
    document.layout(algorithm=algorithm, options={"stable": True})
    assert document.read()["revision"] == revision


def test_a_stable_layout_keeps_groups_and_leads_new_edges_around_nodes(client):
    nodes = [{"id": "g", "type": "group"}] + [{"id": f"n{index}", "width": 100, "height": 40} for index in range(9)]
    for index in (1, 2, 4, 5):
        nodes[index + 1]["parentId"] = "g"
    ends = [(0, 1), (1, 2), (2, 3), (0, 4), (4, 5), (5, 6), (6, 7), (3, 7), (0, 8)]
    edges = [{"id": f"e{a}{b}", "source": f"n{a}", "target": f"n{b}"} for a, b in ends]
    document = opened(client, nodes, edges)
    options = {"edges": "waypoints"}
    document.layout(algorithm="layered", options=options)
    before = document.read()
    for stable in (True, 0, 1):
        document.layout(algorithm="layered", options={**options, "stable": stable})
        assert document.read()["nodes"] == before["nodes"]
    document.layout(algorithm="layered", options=options, pinned=["n3", "n4"])
    assert document.read()["nodes"] == before["nodes"]
    document.edge.connect(edge={"id": "long", "source": "n0", "target": "n7"})
    document.layout(algorithm="layered", options={**options, "stable": 0})
    after = document.read()
    assert after["nodes"] == before["nodes"]
    assert next(edge for edge in after["edges"] if edge["id"] == "long")["type"] == "straight"
    with pytest.raises(errors.InvalidValue):
        document.layout(algorithm="layered", options={"stable": 2})


def rectangles(document, ids):
    return [document.bounds(nodes=[ident])["bounds"] for ident in ids]


def apart(one, other):
    return any(
        a[low] + a[size] <= b[low]
        for a, b in ((one, other), (other, one))
        for low, size in (("x", "width"), ("y", "height"))
    )


def test_in_stable_layouts_groups_cover_nothing_when_nodes_come_and_go_into_another(client):
    nodes = [{"id": "g", "type": "group"}, {"id": "h", "type": "group"}]
    nodes += [{"id": f"n{index}", "width": 100, "height": 40, "parentId": "gh"[index % 2]} for index in range(8)]
    edges = [{"id": f"e{index}", "source": f"n{index // 2}", "target": f"n{index}"} for index in range(1, 8)]
    document = opened(client, nodes, edges)
    document.layout(algorithm="layered")
    for index in range(3):
        document.node.insert(node={"id": f"m{index}", "parentId": "g", "width": 100, "height": 40})
        document.edge.connect(edge={"source": f"n{2 * index}", "target": f"m{index}"})
        document.node.reparent(ids=[f"n{2 * index + 1}"], parent_id="g")
        document.layout(algorithm="layered", options={"stable": True})
        group, other, moved = rectangles(document, ["g", "h", f"n{2 * index + 1}"])
        assert apart(group, other) and not apart(group, moved)


def test_sides_of_handles_count_without_their_order(client):
    handles = [{"id": f"h{index}", "type": "source", "position": "bottom"} for index in range(3)]
    nodes = [{"id": "q", "handles": handles}, *({"id": f"t{index}"} for index in range(3))]
    edges = [{"id": f"e{index}", "source": "q", "sourceHandle": f"h{2 - index}", "target": f"t{index}"} for index in range(3)]
    orders = {}
    for ports in ("order", "side", "free"):
        document = opened(client, nodes, edges)
        document.layout(algorithm="layered", options={"ports": ports})
        places = {node["id"]: node["position"]["x"] for node in document.read()["nodes"]}
        orders[ports] = sorted(("t0", "t1", "t2"), key=places.get)
    assert orders["order"] == ["t2", "t1", "t0"] and orders["side"] == orders["free"] == ["t0", "t1", "t2"]


def chain(count):
    nodes = [{"id": f"n{index}", "position": {"x": 0, "y": 0}} for index in range(count)]
    return nodes, [{"id": f"e{index}", "source": f"n{index // 2}", "target": f"n{index}"} for index in range(1, count)]


def test_a_long_layout_reports_its_progress_and_others_go_on(client):
    document = opened(client, *chain(MANY))
    seen = []
    client.on("$/progress", lambda params: seen.append(params["value"]))
    pending = client.send("document/layout", {"document": document.id, "algorithm": "layered", "progressToken": "t"})
    # What it does not read may change meanwhile.
    document.node.insert(node={"id": "other"})
    document.node.update(id="n5", patch={"label": "changed"})
    assert pending.result()["figures"]["crossings"] == 0
    begin, *reports, end = seen
    assert (begin, end) == ({"kind": "begin", "title": "Lay out", "percentage": 0}, {"kind": "end"})
    percentages = [report["percentage"] for report in reports]
    assert percentages == sorted(set(percentages)) and all(0 < value <= 100 for value in percentages)
    # How many there are depends on how fast the machine is.
    assert all(report["kind"] == "report" for report in reports)
    document.history.undo()
    assert document.read(limit=1)["nodes"][0]["position"] == {"x": 0, "y": 0}


def test_wherever_a_layout_is_cancelled_nothing_has_moved_and_the_next_one_works(client):
    document, seen = opened(client, *chain(MANY)), []
    client.on("$/progress", lambda params: seen.append(params["value"].get("percentage", 100)))
    for percentage in (0, 15, 40, 80):
        before, seen[:] = document.hash(), []
        work = client.send("document/layout", {"document": document.id, "algorithm": "layered", "progressToken": 1})
        while not work.done and (not seen or seen[-1] < percentage):
            document.hash()
        work.cancel()
        try:
            work.result()
            document.history.undo()
        except errors.RequestCancelled:
            assert document.hash() == before
    assert document.layout(algorithm="grid", options={"edges": "keep"})["figures"]["bends"] == 0


def test_many_parallel_edges_are_laid_out_at_once(client):
    edges = [{"id": f"e{index}", "source": "a", "target": "b"} for index in range(5000)]
    for algorithm in ALGORITHMS:
        document = opened(client, [{"id": "a"}, {"id": "b"}], edges)
        assert document.layout(algorithm=algorithm)["figures"]["crossings"] == 0


def test_reports_of_work_done_at_once_are_the_same_every_time(server, tmp_path):
    reports = []
    for _ in range(2):
        with Client.launch([server], root=tmp_path, timeout=300, clock="client") as client:
            document, seen = opened(client, *chain(MANY)), []
            client.on("$/progress", lambda params: seen.append(params))
            for algorithm in ("tree", "layered", "grid"):
                document.layout(algorithm=algorithm, progress_token=algorithm)
            reports.append(seen)
    assert reports[0] == reports[1]
    for algorithm in ("tree", "layered", "grid"):
        kinds = [params["value"]["kind"] for params in reports[0] if params["token"] == algorithm]
        assert kinds[0] == "begin" and kinds[-1] == "end" and set(kinds[1:-1]) == {"report"}


def test_what_handles_lead_to_lies_in_their_order_also_where_they_are_at_one_place(client):
    for order in ([3, 1, 0, 2], [2, 3, 1, 0]):
        handles = [{"id": f"h{index}", "type": "source", "position": "bottom"} for index in range(4)]
        nodes = [{"id": "q", "handles": handles}, *({"id": f"t{index}"} for index in order)]
        edges = [{"id": f"e{index}", "source": "q", "sourceHandle": f"h{index}", "target": f"t{index}"} for index in order]
        for ports in ("order", "fixed"):
            document = opened(client, nodes, edges)
            document.layout(algorithm="layered", options={"ports": ports})
            places = {node["id"]: node["position"]["x"] for node in document.read()["nodes"]}
            assert sorted("t0 t1 t2 t3".split(), key=places.get) == "t0 t1 t2 t3".split()


@pytest.mark.parametrize(
    "method, params",
    [
        ("node/move", {"ids": ["n7"], "by": {"x": 5, "y": 0}}),
        ("node/resize", {"id": "n7", "width": 300, "height": 60}),
        ("element/remove", {"nodes": ["n7"]}),
        ("element/remove", {"edges": ["e7"]}),
        ("node/update", {"id": "n7", "patch": {"locked": True}}),
    ],
)
def test_a_layout_of_what_has_changed_meanwhile_is_refused(client, method, params):
    document = opened(client, *chain(MANY))
    before = document.read()
    export = ("document/export", {"document": document.id, "format": "svg", "path": "a.svg"})
    layout = ("document/layout", {"document": document.id, "algorithm": "tree"})
    change = (method, {"document": document.id, **params})
    # They are sent at once, so the change is performed while the job of the layout waits for the one before it.
    _, refused, _ = client.connection.request_many([export, layout, change], return_errors=True)
    assert isinstance(refused, errors.ContentModified), refused
    after = document.read()
    assert after["nodes"] != before["nodes"] or after["edges"] != before["edges"]
    assert client.call("history/list", {"document": document.id})["position"] == 1
    client.call("history/undo", {"document": document.id})
    after = document.read()
    assert (after["nodes"], after["edges"]) == (before["nodes"], before["edges"])


def test_a_layout_is_cancelled_and_of_many_that_wait_one_is_refused(client):
    document = opened(client, *chain(MANY * 10))
    jobs = [client.send("document/layout", {"document": document.id, "algorithm": "layered"}) for _ in range(17)]
    with pytest.raises(errors.LimitExceeded):
        jobs[-1].result()
    for job in jobs[:-1]:
        job.cancel()
    outcomes = []
    for job in jobs[:-1]:
        try:
            outcomes.append(job.result()["revision"])
        except (errors.RequestCancelled, errors.ContentModified) as error:
            outcomes.append(type(error).__name__)
    assert "RequestCancelled" in outcomes
    document.layout(algorithm="grid", ids=["n1", "n2"])


def test_the_figures_are_those_of_edges_as_they_are_drawn(client):
    places = {"a": (0, 0), "wall": (300, -200), "b": (600, 0)}
    nodes = [{"id": id, "position": {"x": x, "y": y}, "width": 100, "height": 40} for id, (x, y) in places.items()]
    nodes[1]["height"] = 440
    for kind in ("orthogonal", "straight", "bezier"):
        document = opened(client, nodes, [{"id": "e", "type": kind, "source": "a", "target": "b"}])
        figures = document.layout(algorithm="removeOverlaps", options={"edges": "keep"})["figures"]
        drawn = document.edge.geometry(ids=["e"])["edges"]["e"]
        if kind == "orthogonal":
            points = [(point["x"], point["y"]) for point in drawn["points"]]
            length = sum(abs(x - left) + abs(y - top) for (x, y), (left, top) in zip(points, points[1:], strict=False))
            assert (figures["bends"], figures["edgeLength"]) == (len(points) - 2, pytest.approx(length))
        else:
            ends = drawn["source"], drawn["target"]
            assert figures["bends"] == 0
            assert figures["edgeLength"] >= ends[1]["x"] - ends[0]["x"] - 1e-6


def test_inside_a_batch_it_is_no_job(client):
    document = opened(client, *chain(MANY))
    edits = [{"method": "document/layout", "params": {"algorithm": "tree"}}, {"method": "node/insert", "params": {"node": {}}}]
    assert len(document.edit(edits=edits)["results"]) == 2


EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def command(server, *arguments):
    return subprocess.run([server, *map(str, arguments)], capture_output=True, timeout=120)


def test_the_command_lays_a_file_out_as_the_picture_of_the_readme_shows(server, tmp_path):
    options = ["--option", "direction=right", "--option", "edges=orthogonal"]
    done = command(server, "layout", EXAMPLES / "shop.json", "-o", tmp_path / "shop.svg", *options)
    assert done.returncode == 0 and done.stdout == b"" and done.stderr.startswith(b"layered: ")
    assert (tmp_path / "shop.svg").read_bytes() == (EXAMPLES / "shop-laid-out.svg").read_bytes()


def test_without_a_file_the_command_prints_the_document(server):
    done = command(server, "layout", EXAMPLES / "tree.json", "--algorithm", "grid", "--option", "columns=3")
    nodes = json.loads(done.stdout)["nodes"]
    assert done.returncode == 0 and len({node["position"]["x"] for node in nodes if "parentId" not in node}) <= 3


def test_a_file_is_exported_in_another_format(server, tmp_path):
    done = command(server, "export", EXAMPLES / "tree.json", "--format", "reactFlow")
    assert done.returncode == 0 and json.loads(done.stdout)["nodes"]
    assert command(server, "export", EXAMPLES / "tree.json", "-o", tmp_path / "tree.svg").returncode == 0
    assert (tmp_path / "tree.svg").read_bytes() == (EXAMPLES / "tree.svg").read_bytes()


@pytest.mark.parametrize("source, text", [("tree", '["a", "b", ["c", "d"]]'), ("swiftType", "A<B, C<D>>")])
def test_a_file_whose_format_is_not_recognized_is_read_as_the_one_that_is_named(server, tmp_path, source, text):
    (tmp_path / "in").write_text(text)
    done = command(server, "layout", tmp_path / "in", "--from", source, "--algorithm", "tree", "-o", tmp_path / "out.json")
    laid_out = json.loads((tmp_path / "out.json").read_text())
    assert done.returncode == 0 and done.stderr.startswith(b"tree: 0 crossings")
    assert len(laid_out["nodes"]) == 4 and len(laid_out["edges"]) == 3
    assert len({node["position"]["y"] for node in laid_out["nodes"]}) == 3


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["layout"], b"needs the file"),
        (["layout", "nowhere.json"], b"cannot"),
        (["layout", EXAMPLES / "tree.json", "--algorithm", "spiral"], b"/algorithm"),
        (["layout", EXAMPLES / "tree.json", "--option", "direction"], b"NAME=VALUE"),
        (["layout", EXAMPLES / "tree.json", "--option", "direction=around"], b"/options/direction"),
        (["export", EXAMPLES / "tree.json", "--format", "bmp"], b"/format"),
        (["export", EXAMPLES / "tree.json", "--from", "png"], b"cannot be opened"),
        (["export", EXAMPLES / "tree.json", "-o", "tree.bmp"], b"give a --format"),
        (["export", EXAMPLES / "tree.json", "--algorithm", "tree"], b"unknown argument"),
        (["export", EXAMPLES / "tree.json", "-o"], b"-o needs a file"),
    ],
)
def test_what_the_command_cannot_do_it_says_with_code_2(server, arguments, message):
    done = command(server, *arguments)
    assert done.returncode == 2 and done.stdout == b"" and message in done.stderr, done.stderr
