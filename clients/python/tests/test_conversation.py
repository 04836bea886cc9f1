"""The conversation without input and output: however the bytes are cut, the same is heard, and replies find home."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nodewire_client import errors
from nodewire_client._conversation import Conversation
from nodewire_client._pending import Request

NAMES = st.sampled_from(["document/changed", "view/frame", "client/canConnect", "$/progress"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
PARAMS = st.dictionaries(st.text(), VALUES, max_size=3)
NOTIFICATIONS = st.fixed_dictionaries({"jsonrpc": st.just("2.0"), "method": NAMES, "params": PARAMS})
REQUESTS = st.fixed_dictionaries(
    {"jsonrpc": st.just("2.0"), "id": st.integers() | st.text(), "method": NAMES, "params": PARAMS}
)
REPLIES = st.fixed_dictionaries({"jsonrpc": st.just("2.0"), "id": st.integers(1, 9), "result": VALUES})
ONE = NOTIFICATIONS | REQUESTS | REPLIES
MESSAGES = st.lists(ONE | st.lists(ONE, max_size=4), max_size=12)
FRAMINGS = st.sampled_from(["headers", "lines"])
CUTS = st.lists(st.integers(0, 3000), max_size=30)


def pieces(stream, cuts):
    start = 0
    for cut in [*sorted(cuts), len(stream)]:
        yield stream[start:cut]
        start = max(start, cut)


def heard(framing, stream, cuts):
    """What comes out of a conversation that waits for nine replies: what it returns, and what became of those."""
    conversation, said = Conversation(framing), []
    requests = [Request("test/echo", lambda request: said.append((request.id, request.value()))) for _ in range(9)]
    for request in requests:
        conversation.request(request, None)
    for piece in pieces(stream, cuts):
        if piece:
            conversation.feed(piece)
        while (messages := conversation.receive()) is not None:
            said.extend(messages)
    return said


def written(framing, messages):
    frame = Conversation(framing).frame
    return b"".join(frame(json.dumps(message).encode()) for message in messages)


@given(framing=FRAMINGS, messages=MESSAGES, cuts=CUTS)
def test_any_cut_of_the_bytes_gives_the_same_messages(framing, messages, cuts):
    """In the order in which they came: replies once, where they belong, and everything else as it was sent."""
    expected, answered = [], set()
    for message in messages:
        several = message if isinstance(message, list) else [message]
        for one in several:
            if "method" not in one and one["id"] not in answered:
                answered.add(one["id"])
                expected.append((one["id"], one["result"]))
        expected += [one for one in several if "method" in one]
    stream = written(framing, messages)
    assert heard(framing, stream, cuts) == expected
    assert heard(framing, stream, range(len(stream))) == expected


@given(framing=FRAMINGS, calls=st.lists(st.tuples(NAMES, PARAMS), max_size=9), cuts=CUTS)
def test_what_one_side_says_the_other_side_hears(framing, calls, cuts):
    ours, theirs = Conversation(framing), Conversation(framing)
    requests = [Request(method) for method, _ in calls]
    bodies = [ours.request(request, params) for request, (_, params) in zip(requests, calls)]
    stream = b"".join(map(ours.frame, bodies)) + ours.notification("exit", None)
    asked = []
    for piece in pieces(stream, cuts):
        theirs.feed(piece) if piece else None
        while (messages := theirs.receive()) is not None:
            asked.extend(messages)
    assert [(one["method"], one["params"]) for one in asked[:-1]] == calls
    assert asked[-1] == {"jsonrpc": "2.0", "method": "exit"}
    for one in reversed(asked[:-1]):
        ours.feed(theirs.result(one["id"], one["params"]))
    while ours.receive() is not None:
        pass
    assert [request.value() for request in requests] == [params for _, params in calls]
    assert not ours.waiting


@given(framing=FRAMINGS, stream=st.binary(max_size=300), cuts=CUTS)
def test_any_bytes_are_messages_or_a_framing_error(framing, stream, cuts):
    try:
        heard(framing, stream, cuts)
    except errors.FramingError:
        pass


@pytest.mark.parametrize("text", ["1", '"text"', "null", "[1]", '[{"id": 1}, 2]', "{", "[" * 100_000])
def test_what_is_no_object_is_a_framing_error(text):
    conversation = Conversation()
    conversation.feed(conversation.frame(text.encode()))
    with pytest.raises(errors.FramingError):
        conversation.receive()


@pytest.mark.parametrize("ident", [None, 7, "1", [1], {}, 1.5, True])
def test_a_reply_to_no_request_is_passed_over(ident):
    conversation = Conversation()
    conversation.request(Request("test/echo"), None)
    conversation.feed(conversation.frame(json.dumps({"id": ident, "result": {}}).encode()))
    assert conversation.receive() == []
    assert conversation.waiting == 1


def test_only_the_first_reply_counts():
    request = Request("test/echo")
    request.expire(3)
    request.complete({"result": 1})
    with pytest.raises(errors.RequestTimeout, match="within 3 s"):
        request.value()


def test_a_failure_reaches_every_request_and_the_first_one_stays():
    conversation, requests = Conversation(), [Request("a"), Request("b")]
    for request in requests:
        conversation.request(request, None)
    first = errors.ConnectionClosed("gone")
    conversation.fail(first)
    conversation.fail(errors.FramingError("later"))
    assert conversation.failure is first
    for request in requests:
        with pytest.raises(errors.ConnectionClosed):
            request.value()


def test_what_follows_a_reply_harms_nobody_if_it_fails(caplog):
    conversation = Conversation()
    request = Request("test/echo", lambda request: 1 / 0)
    conversation.request(request, None)
    conversation.feed(conversation.result(1, "there"))
    assert conversation.receive() == []
    assert (request.done, request.value()) == (True, "there")
    assert "ZeroDivisionError" in caplog.text
