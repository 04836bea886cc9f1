"""Clients of one server that come and go while they edit: no copy differs, and nothing that was acknowledged is lost."""

import json
import random
import subprocess

import pytest

from nodewire_client.replica import Replica

from test_sockets import BOUND, Raw, listens, path, until  # noqa: F401

STEPS = 250
CLIENTS = 6
CONTENT = {
    "nodewire": 1,
    "nodes": [{"id": f"n{number}", "position": {"x": 200 * number, "y": 0}} for number in range(12)],
    "edges": [{"id": "e", "source": "n0", "target": "n1"}],
}


class Copying(Raw):
    """A client with a copy of the document, and with the views that it has opened."""

    def __init__(self, path):
        super().__init__(path)
        self.views, self.replica = [], None
        self.ask("initialize")
        # The first one opens it, the others join.
        self.ask("document/open", document="d", text=json.dumps(CONTENT))
        self.replica = Replica("d", self.ask("document/read", document="d")[1])

    def next(self):
        message = super().next()
        if self.replica and message.get("method") == "document/changed":
            assert self.replica.apply(message["params"])
        return message

    def ask(self, method, ident=1, **params):
        """Replies to jobs that were sent before may come first."""
        self.send(method, ident, **params)
        while (message := self.next()).get("id") != ident or "method" in message:
            pass
        return [], message.get("result", message.get("error"))


def steps(client, draw, number):
    """What a client may do next; some of it is refused."""
    node, other = draw.choice([*client.replica.nodes]), draw.choice([*client.replica.nodes])
    view = draw.choice(client.views) if client.views else None
    own = {"document": "d", **({"view": view} if view and draw.random() < 0.7 else {})}
    at = {"x": draw.randrange(800), "y": draw.randrange(600)}
    edits = [
        ("node/move", {"ids": [node], "by": {"x": draw.randrange(-50, 50), "y": 5}, **own}),
        ("node/insert", {"node": {"position": at}, **own}),
        ("node/update", {"id": node, "set": {"label": f"label {number}"}, **own}),
        ("edge/connect", {"edge": {"source": node, "target": other}, **own}),
        ("element/remove", {"nodes": [node] if len(client.replica.nodes) > 5 else [], **own}),
        ("history/undo", own),
        ("history/redo", own),
        ("history/begin", {"label": "Group", **own}),
        ("history/end", {"document": "d"}),
        ("document/watch", {"document": "d", "diagnostics": draw.random() < 0.5}),
        ("view/open", {"document": "d", "width": 800, "height": 600, "scene": "svg", "presence": True}),
    ]
    inputs = [
        ("gesture/begin", {"view": view, "kind": "drag", "nodes": [node], "at": at}),
        ("gesture/update", {"view": view, "at": at}),
        (draw.choice(["gesture/end", "gesture/cancel"]), {"view": view}),
        ("input/pointer", {"view": view, "id": 1, "phase": draw.choice(["down", "move", "up"]), "at": at}),
    ]
    return edits + inputs * (2 if view else 0)


def leave(client, draw):
    """A client goes: in the middle of a message, of a job, or as it should."""
    way = draw.randrange(3)
    if way == 0:
        client.socket.sendall(b'{"jsonrpc":"2.0","id":1,"meth')
    elif way == 1:
        client.send("document/layout", 99, document="d", algorithm="force")
    else:
        client.ask("shutdown")
        client.send("exit")
    client.close()


@pytest.mark.parametrize("seed", range(3))
def test_clients_come_and_go_in_the_middle_of_what_they_do(path, seed):  # noqa: F811
    draw = random.Random(seed)
    clients, done = [Copying(path)], 0
    for number in range(STEPS):
        if len(clients) < CLIENTS and draw.random() < 0.1:
            clients.append(Copying(path))
        client = draw.choice(clients)
        if len(clients) > 1 and draw.random() < 0.04:
            clients.remove(client)
            leave(client, draw)
        elif draw.random() < 0.04:
            client.send("document/layout", 99, document="d", algorithm="layered")
        else:
            method, params = draw.choice(steps(client, draw, number))
            _, answer = client.ask(method, **params)
            if "view" in (answer or {}) and method == "view/open":
                client.views.append(answer["view"])
            done += "code" not in (answer or {})
    assert done > STEPS / 2
    for client in clients:
        # A layout of another may end between two answers.
        until(lambda: client.ask("document/read", document="d")[1] == client.replica.read())
    until(lambda: len({client.ask("document/hash", document="d")[1]["hash"] for client in clients}) == 1)
    for client in clients:
        client.close()


def test_what_was_acknowledged_outlives_a_server_that_is_killed(server, tmp_path):
    (tmp_path / "graph.json").write_text('{"nodewire":1,"nodes":[{"id":"a","position":{"x":0,"y":0}}],"edges":[]}')
    place = tmp_path / "s"
    command = [server, "serve", "--socket", str(place), "--root", str(tmp_path)]

    def join():
        client = Raw(place)
        client.ask("initialize")
        return client, client.ask("document/open", path="graph.json", document="d")[1]

    first = subprocess.Popen(command)
    until(lambda: listens(place))
    clients = [join()[0] for _ in range(3)]
    for number in range(60):
        clients[number % 3].ask("node/move", document="d", ids=["a"], by={"x": 1, "y": 0})
    first.kill()
    first.wait(BOUND)
    second = subprocess.Popen(command)
    until(lambda: listens(place))
    late, opened = join()
    assert opened["recovered"]["changes"] == 60
    assert late.ask("document/recover", document="d", take=True)[1]["revision"] == 1
    assert late.ask("document/read", document="d")[1]["nodes"][0]["position"] == {"x": 60, "y": 0}
    for client in (*clients, late):
        client.close()
    second.terminate()
    assert second.wait(BOUND) == 0
