"""Dialogs of the real server: long explorations, runs and edits at the same time, what is too much."""

import json

import pytest

from nodewire_client import Client, errors

MANY = 20_000


@pytest.fixture
def client(server, tmp_path):
    with Client.launch([server], root=tmp_path, timeout=300) as client:
        yield client


def node(ident, kind=None, **data):
    return {"id": ident, "position": {"x": 0, "y": 0}, **({"type": kind} if kind else {}), **({"data": data} if data else {})}


def edge(number, source, target, **more):
    return {"id": f"e{number}", "source": source, "target": target, **more}


def opened(client, nodes, edges, **more):
    content = {"nodewire": 1, "nodes": nodes, "edges": edges, **more}
    return client.open(text=json.dumps(content))


def chain(count):
    nodes = [node(f"n{index}") for index in range(count)]
    return nodes, [edge(index, f"n{index}", f"n{index + 1}") for index in range(count - 1)]


def test_a_long_chain_is_explored_beside_other_work(client):
    document = opened(client, *chain(MANY))
    seen = []
    client.on("$/progress", lambda params: seen.append(params["value"]["kind"]))
    found = client.call("dialog/explore", {"document": document.id, "limit": 3, "progressToken": "t"})
    assert found["reached"] == ["n0", "n1", "n2"] and found["more"] == {"reached": MANY - 3}
    assert found["deadEnds"] == [f"n{MANY - 1}"] and found["loopsWithoutChoice"] == []
    assert seen == ["begin", "end"]


def test_a_star_of_options_and_a_large_loop(client):
    hub = [node("hub")] + [node(f"n{index}") for index in range(MANY)]
    star = opened(client, hub, [edge(index, "hub", f"n{index}") for index in range(MANY)])
    found = star.dialog.explore(limit=100_000)
    assert len(found["reached"]) == MANY + 1 and len(found["deadEnds"]) == MANY and "more" not in found
    nodes, edges = chain(MANY)
    round_about = opened(client, nodes, edges + [edge("last", f"n{MANY - 1}", "n1")])
    found = round_about.dialog.explore(limit=10)
    assert found["loopsWithoutChoice"] == [[f"n{index}" for index in range(1, 11)]]
    assert found["more"] == {"reached": MANY - 10, "loopsWithoutChoice": MANY - 11}


def test_an_exploration_can_be_cancelled(client):
    document = opened(client, *chain(MANY))
    first = client.send("document/export", {"document": document.id, "format": "svg", "path": "long.svg"})
    second, third = (client.send("dialog/explore", {"document": document.id, "limit": limit}) for limit in (1, 2))
    second.cancel()
    with pytest.raises(errors.RequestCancelled):
        second.result()
    assert len(third.result()["reached"]) == 2 and first.result()["bytes"] > MANY


def test_more_explorations_than_may_wait_are_refused(client):
    document = opened(client, *chain(MANY))
    client.send("document/export", {"document": document.id, "format": "svg", "path": "long.svg"})
    waiting = [client.send("dialog/explore", {"document": document.id}) for _ in range(16)]
    with pytest.raises(errors.LimitExceeded):
        waiting.pop().result()
    assert all(len(each.result()["reached"]) == 1000 for each in waiting)


def test_edits_of_every_kind_go_on_beside_a_run(client):
    buttons = {"role": "choice", "handlesFrom": [{"path": "/buttons", "type": "source", "labelMember": "text"}]}
    nodes = [node("a", "choice", text="?", buttons=[{"id": "x", "text": "X"}, {"id": "y", "text": "Y"}]), node("b"), node("c")]
    edges = [edge(1, "a", "b", sourceHandle="x"), edge(2, "b", "a"), edge(3, "a", "c", sourceHandle="y")]
    document = opened(client, nodes, edges, types={"choice": buttons})
    view = document.open_view(width=800, height=600)
    view.dialog.start(node="a")
    assert view.dialog.choose(option=0)["node"] == "a"
    # The button's edge follows the button; the run still names it as it was.
    document.item.update(node="a", path="/buttons", index=0, patch={"id": "z"})
    assert view.dialog.choose(option=0)["state"] == "ended"
    assert view.dialog.back()["options"][0]["handle"] == "x"
    document.history.undo()
    assert view.dialog.choose(option=0)["state"] == "choice"
    document.types.update(patch={"choice": None})
    assert view.dialog.choose(option=1)["node"] in ("a", "c")
    document.element.remove(nodes=["a", "b", "c"])
    while True:
        try:
            view.dialog.back()
        except errors.NothingThere:
            break
    state = view.dialog.choose(option=0)
    assert (state["state"], state["error"]) == ("ended", {"node": "a", "code": "noSuchNode"})
    assert view.dialog.stop()["error"]["code"] == "noSuchNode"


def test_a_run_shows_in_its_view_alone(client):
    document = opened(client, [node("a"), node("b")], [edge(1, "a", "b")])
    one, other = (document.open_view(width=800, height=600) for _ in range(2))
    one.dialog.start()
    shown = {"node": "b", "edges": ["e1"]}
    assert client.view.scene(view=one.id)["running"] == shown
    assert "running" not in client.view.scene(view=other.id)
    with pytest.raises(errors.NothingThere):
        other.dialog.stop()
    before = document.hash()["hash"]
    one.dialog.stop()
    assert document.hash()["hash"] == before and document.history.undo()["steps"] == 0


def test_what_is_too_long_is_refused_and_changes_nothing(client):
    document = opened(client, [node("a", input="word")], [])
    view = document.open_view(width=800, height=600)
    view.dialog.start()
    for value in ("x" * (10 << 20), ["x" * 60_000] * 30, [0] * 10_001, [[1] * 101] * 100):
        with pytest.raises(errors.LimitExceeded):
            view.dialog.choose(input=value)
        with pytest.raises(errors.LimitExceeded):
            view.dialog.start(variables={"word": value})
    with pytest.raises(errors.LimitExceeded):
        view.dialog.start(variables={f"v{index}": index for index in range(1001)})
    assert view.dialog.choose(input="x" * 65_536)["state"] == "ended"


def test_many_edges_from_one_node_are_not_all_options(client):
    count = 12_000
    document = opened(client, [node("hub"), node("end")], [edge(index, "hub", "end") for index in range(count)])
    view = document.open_view(width=800, height=600)
    assert len(view.dialog.start()["options"]) == 10_000
    with pytest.raises(errors.InvalidValue):
        view.dialog.choose(option=10_000)
    assert view.dialog.choose(option=9999)["state"] == "ended"


def test_long_runs_stay_within_their_bounds(client):
    long = "x" * 200_000
    document = opened(client, [node("a", text=long), node("b")], [edge(1, "a", "a"), edge(2, "a", "b")])
    view = document.open_view(width=800, height=600)
    view.dialog.start(node="a")
    for _ in range(20):
        state = view.dialog.choose(option=0)
    assert len(state["transcript"]) == 5
    document.node.update(id="a", patch={"data": {"text": "y" * (1 << 20) + "y"}})
    assert view.dialog.choose(option=0)["error"] == {"node": "a", "code": "limit"}
