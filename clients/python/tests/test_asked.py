"""The client that is asked: requests of the server, their answers, and what happens without one."""

import asyncio
import json
from random import Random

import pytest
from openrpc_checks import Description

import nodewire_client
from nodewire_client import aio
from nodewire_dev.fuzz import INITIALIZE, Peer, encoded
from nodewire_dev.streams import Program

PAIR = {"nodes": [{"id": name, "position": {"x": 0, "y": 200 * place}} for place, name in enumerate("abc")]}
ASKING = {"canConnect": True, "acceptDrop": True}


def edge(source, target):
    return {"edge": {"source": source, "target": target}}


def test_the_blocking_client_decides(server):
    with nodewire_client.Client.launch([server], capabilities=ASKING) as client:
        asked = []

        def decide(params):
            asked.append(params["edge"])
            return params["edge"]["target"] == "b" or "only to b"

        off = client.on_can_connect(decide)
        client.connection.request("document/create", {"document": "d", "content": PAIR})
        assert client.connection.request("edge/connect", {"document": "d", **edge("a", "b")})["id"] == "e1"
        with pytest.raises(nodewire_client.errors.ServerError) as refused:
            client.connection.request("edge/connect", {"document": "d", **edge("a", "c")})
        assert refused.value.code == 1110 and "only to b" in str(refused.value)
        assert asked == [edge("a", "b")["edge"], edge("a", "c")["edge"]]
        off()
        with pytest.raises(nodewire_client.errors.ServerError, match="did not answer"):
            client.connection.request("edge/connect", {"document": "d", **edge("b", "c")})


def test_the_asyncio_client_decides_later(server):
    async def talk():
        async with await aio.Client.launch([server], capabilities=ASKING) as client:
            release = asyncio.Event()

            async def decide(params):
                await release.wait()
                return {"allowed": False, "reason": "later: no"}

            client.on_can_connect(decide)
            await client.connection.request("document/create", {"document": "d", "content": PAIR})
            waiting = asyncio.ensure_future(client.connection.request("edge/connect", {"document": "d", **edge("a", "b")}))
            assert (await client.connection.request("node/move", {"document": "d", "ids": ["c"], "by": {"x": 1, "y": 0}}))["revision"] == 1
            assert not waiting.done()
            release.set()
            with pytest.raises(nodewire_client.errors.ServerError, match="later: no"):
                await waiting

    asyncio.run(talk())


@pytest.mark.parametrize("default, code", [("refuse", 1110), ("allow", None)])
def test_a_client_that_never_answers(server, default, code):
    """With the server's clock it wakes itself at the deadline."""
    with nodewire_client.Client.launch([server], capabilities=ASKING) as client:
        client.on_can_connect(lambda params: __import__("time").sleep(0.3) or True)
        settings = {"clientDeadline": 20, "clientDefault": default}
        client.connection.request("document/create", {"document": "d", "content": {**PAIR, "settings": settings}})
        if code is None:
            assert client.connection.request("edge/connect", {"document": "d", **edge("a", "b")})["revision"] == 1
        else:
            with pytest.raises(nodewire_client.errors.ServerError) as refused:
                client.connection.request("edge/connect", {"document": "d", **edge("a", "b")})
            assert refused.value.code == code


class Talk:
    """A session in lines, with the client's clock."""

    def __init__(self, server, **more):
        self.peer = Peer([server])
        self.count = 0
        self("initialize", clock="client", capabilities={"canConnect": True, **more})
        self("document/create", document="d", content=PAIR)

    def __call__(self, method, **params):
        """Sends a request; what came until the reply to a probe after it."""
        self.count += 1
        return self.send({"id": self.count, "method": method, "params": params})

    def send(self, *messages):
        probe = f"probe {self.count} {id(messages)}"
        lines = [{"jsonrpc": "2.0", **message} for message in messages]
        lines.append({"jsonrpc": "2.0", "id": probe, "method": "no/such"})
        data = "".join(json.dumps(line) + "\n" for line in lines).encode()
        return [json.loads(line) for line in self.peer.exchange(data, probe)][:-1]

    def answer(self, ident, **response):
        return self.send({"id": ident, **(response or {"result": {"allowed": True}})})


@pytest.fixture
def talk(server):
    talks = []

    def begin(**more):
        talks.append(Talk(server, **more))
        return talks[-1]

    yield begin
    for one in talks:
        one.peer.close()


def test_too_many_questions_count_as_not_answered(talk):
    session = talk()
    for _ in range(100):
        assert session("edge/connect", document="d", **edge("a", "b"))[-1]["method"] == "client/canConnect"
    refused = session("edge/connect", document="d", **edge("a", "b"))
    assert [message.get("error", {}).get("code") for message in refused] == [1110]
    session.answer("s1")
    assert session("edge/connect", document="d", **edge("b", "c"))[-1]["id"] == "s101"


def test_many_may_wait_and_the_rules_are_asked_again(talk):
    session = talk()
    for _ in range(2):
        session("edge/connect", document="d", **edge("a", "b"))
    assert session.answer("s2")[-1]["result"]["id"] == "e1"
    assert session.answer("s1")[-1]["error"]["data"]["reason"] == "connection.duplicate"


@pytest.mark.parametrize(
    "response",
    [
        {"result": None},
        {"result": []},
        {"result": {"allowed": 1}},
        {"result": {}},
        {"error": {"code": -32603, "message": "broken"}},
        {"error": 5, "result": {"allowed": True}},
    ],
)
def test_a_wrong_answer_is_none(talk, response):
    session = talk()
    session("edge/connect", document="d", **edge("a", "b"))
    said = session.answer("s1", **response)
    assert said[-1]["error"]["data"]["reason"] == "connection.rejectedByClient"
    assert ("error" in response) != any(message.get("method") == "server/failed" for message in said)


@pytest.mark.parametrize("ident", ["s0", "s2", "s01", "S1", 1, None, "s1 ", "t1"])
def test_an_answer_to_nothing_is_ignored(talk, ident):
    session = talk()
    session("edge/connect", document="d", **edge("a", "b"))
    assert session.answer(ident) == []
    assert session.answer("s1")[-1]["result"]["id"] == "e1"


def test_a_long_reason_is_cut(talk):
    session = talk()
    session("edge/connect", document="d", **edge("a", "b"))
    said = session.answer("s1", result={"allowed": False, "reason": "é" * 5000})
    assert said[-1]["error"]["message"] == "é" * 1000


def test_what_waits_is_answered_when_the_input_ends(server):
    session = Talk(server)
    session("edge/connect", document="d", **edge("a", "b"))
    child = session.peer._child
    child.stdin.close()
    rest = child.stdout.read()
    child.wait(10)
    child.stdout.close()
    assert [json.loads(line)["error"]["code"] for line in rest.splitlines()] == [1110]


def test_a_notification_that_is_refused_says_so(talk):
    session = talk()
    session.send({"method": "edge/connect", "params": {"document": "d", **edge("a", "b")}})
    said = session.answer("s1", result={"allowed": False})
    assert [message["method"] for message in said] == ["server/failed"]


def test_a_client_that_does_not_want_to_be_asked_is_not(talk):
    session = talk(canConnect=False)
    assert session("edge/connect", document="d", **edge("a", "b"))[-1]["result"]["id"] == "e1"


def test_a_waiting_end_is_over_in_its_view(talk):
    """Another gesture may begin, and takes the place of the draft that was drawn on."""
    session = talk()
    session("view/open", document="d", width=800, height=600, view="v")
    session("gesture/begin", view="v", kind="connect", node="a", at={"x": 75, "y": 60})
    session("gesture/update", view="v", at={"x": 75, "y": 200})
    assert session("gesture/end", view="v")[-1]["method"] == "view/frame"
    assert session("gesture/update", view="v", at={"x": 0, "y": 0})[-1]["error"]["code"] == 1203
    drawn = session("view/scene", view="v")[-1]["result"]["gesture"]
    assert drawn["pending"] and not drawn["allowed"]
    begun = session("gesture/begin", view="v", kind="pan", at={"x": 0, "y": 0})
    assert begun[0]["params"]["gesture"]["kind"] == "pan"
    assert session.answer("s1")[-1]["result"]["edge"] == "e1"
    assert session("view/scene", view="v")[-1]["result"]["gesture"]["kind"] == "pan"


def test_removing_the_candidate_refuses_the_waiting_end(talk):
    session = talk()
    session("view/open", document="d", width=800, height=600, view="v")
    session("gesture/begin", view="v", kind="connect", node="a", at={"x": 75, "y": 60})
    session("gesture/update", view="v", at={"x": 75, "y": 200})
    session("gesture/end", view="v")
    session("element/remove", document="d", nodes=["a", "b"])
    assert session.answer("s1")[-1]["error"]["data"]["reason"] == "connection.noSuchNode"
    assert "gesture" not in session("view/scene", view="v")[-1]["result"]


def test_relating_asks_before_it_makes_an_edge(talk):
    session = talk()
    session("settings/update", document="d", patch={"nodeLongPress": "relate"})
    session("view/open", document="d", width=800, height=600, view="v")

    def tap(number, at, time):
        point = {"view": "v", "id": number, "at": at}
        session("input/pointer", phase="down", time=time, **point)
        return session("input/pointer", phase="up", time=time + 10, **point)

    session("input/pointer", view="v", phase="down", id=1, at={"x": 40, "y": 40}, time=0)
    session("input/tick", time=600)
    session("input/pointer", view="v", phase="up", id=1, at={"x": 40, "y": 40}, time=610)
    said = tap(2, {"x": 75, "y": 200}, 700)
    assert said[-1]["method"] == "client/canConnect"
    assert "result" in session.answer("s1")[-1]
    assert session("document/read", document="d")[-1]["result"]["edges"][0]["target"] == "b"


def answers(random, count):
    """Answers of every kind to questions that may have been asked by then."""
    for _ in range(count):
        ident = f"s{random.randint(1, 30)}"
        yield random.choice(
            (
                {"id": ident, "result": {"allowed": True}},
                {"id": ident, "result": {"allowed": False, "reason": "no"}},
                {"id": ident, "error": {"code": 1, "message": "broken"}},
                {"id": ident, "result": 3},
            )
        )


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_answered_every_request_has_one_reply(server, seed):
    """Streams of input with answers in between; the same messages give the same bytes."""
    random = Random(seed)
    asking = {**INITIALIZE, "params": {"clock": "client", "capabilities": ASKING}}
    messages = [asking]
    for message in Program(f"asked.{seed}", seed, list(Description().methods)).messages:
        messages += [message, *({"jsonrpc": "2.0", **answer} for answer in answers(random, random.choice((0, 0, 1, 2))))]
    messages.append({"jsonrpc": "2.0", "id": "shutdown", "method": "shutdown"})

    def perform():
        peer = Peer([server])
        lines = list(peer.exchange(encoded(messages), "shutdown"))
        peer.close()
        return lines

    lines = perform()
    replies = [said["id"] for said in map(json.loads, lines) if "id" in said and "method" not in said]
    asked = [message["id"] for message in messages if "method" in message and "id" in message]
    assert sorted(map(json.dumps, replies)) == sorted(map(json.dumps, asked))
    assert perform() == lines
