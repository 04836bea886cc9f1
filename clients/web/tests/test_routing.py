"""How messages find their way: by what openrpc.json says of them, however they are written."""

import json
import random
import socket

import pytest
from envelope import EnvelopeError, find, read, value
from protocol import Protocol
from switchboard import Switchboard
from window import Window

PROTOCOL = Protocol.described()
TEXT = r'{"a":[1,-2.5e3,{"b":"x\"\u00e9y"},[],{}],"params":{"view":"v","c":[true, false,null]},"id":"i"}'


def envelope(text, depth=128):
    """The envelope of a message, whatever pauses there are."""
    reading = read(text, frozenset({"view"}), depth)
    while True:
        try:
            next(reading)
        except StopIteration as end:
            return end.value


def is_object(text):
    try:
        return isinstance(json.loads(text), dict)
    except ValueError:
        return False


def test_what_is_read_is_json_and_nothing_else():
    source = random.Random(22)
    seen = {True: 0, False: 0}
    for _ in range(5000):
        letters = list(TEXT)
        for _ in range(source.randint(0, 2)):
            place = source.randrange(len(letters))
            letters[place : place + source.randint(0, 1)] = source.choice([[], *'{}[],:"\\0123e.- tn'])
        text = "".join(letters)
        try:
            envelope(text)
            seen[True] += 1
            assert is_object(text), text
        except EnvelopeError as error:
            seen[False] += 1
            assert not is_object(text) or "twice" in str(error), text
    assert min(seen.values()) > 500


@pytest.mark.parametrize("opened, closed", [("[", "]"), ('{"a":', "}"), ('[1,{"b":2,"a":', "}]")])
def test_what_is_nested_too_deeply_is_refused(opened, closed):
    levels = (opened.count("[") + opened.count("{")) * 30
    text = '{"params":{"a":' + opened * 30 + ("1" if opened != "[" else "") + closed * 30 + "}}"
    envelope(text, depth=levels + 2)
    with pytest.raises(EnvelopeError):
        envelope(text, depth=levels + 1)


def test_parameters_are_replaced_and_the_rest_stays_as_it_was():
    found = envelope(TEXT)
    assert (found.member("id"), found.param("view"), found.param("c")) == ('"i"', '"v"', None)
    assert found.with_params({"view": "1"}) == '{"view":1,"c":[true, false,null]}'
    assert json.loads(found.with_params({"new": "1"})) == {"new": 1, "view": "v", "c": [True, False, None]}
    assert envelope('{"params":{ }}').with_params({"view": "1"}) == '{"view":1 }'
    assert envelope('{"params":[1]}').with_params({"view": "1"}) == "[1]"


def test_a_member_is_found_without_what_is_behind_it():
    name, start = find('{"a":[{"view":1}],"view" : "x","broken', 0, "view")
    assert (name, value('{"a":[{"view":1}],"view" : "x","broken', start)) == ("view", '"x"')


def test_every_edit_is_known_and_no_question():
    assert {"document/cut", "document/paste", "document/import", "document/edit", "node/move"} < set(PROTOCOL.edits)
    assert not {"document/copy", "node/check", "edge/targets", "history/undo", "document/save"} & set(PROTOCOL.edits)


@pytest.fixture
def windows():
    """Two windows of a board whose server is not there, the first with a document and a view."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        sockets = [socket.create_connection(listener.getsockname()) for _ in range(2)]
    windows = [Window(one) for one in sockets]
    board = Switchboard(lambda text: None, PROTOCOL)
    board.windows += windows
    windows[0].documents["d"] = 1
    windows[0].views.add("v")
    board._owners["v"] = windows[0]
    yield board, windows
    for one in sockets:
        one.close()


@pytest.mark.parametrize(
    "text",
    [
        '{"jsonrpc":"2.0","method":"document/saved","params":{"document":"d","revision":1}}',
        '{"jsonrpc":"2.0","method":"document/saved","params":{"revision":1,"document":"d"}}',
        '{"params":{"path":"}\\"","document":"d"},"method":"document/saved","jsonrpc":"2.0"}',
        ' { "method" : "view/frame" , "params" : { "enter" : {"view":"w"} , "view" : "\\u0076" } } ',
    ],
)
def test_the_order_of_members_does_not_count(windows, text):
    board, (first, second) = windows
    board.hand_on(text)
    assert first.is_waiting and not second.is_waiting
