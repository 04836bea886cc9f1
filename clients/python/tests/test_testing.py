"""What the extra ``testing`` gives: streams of input, a state machine, the laws of the protocol, a fixture."""

import sys

import pytest
from hypothesis import Phase, given, settings
from hypothesis.stateful import run_state_machine_as_test

from nodewire_client import Client
from nodewire_client.testing import Broken, DocumentMachine, gestures, nodewire, play  # noqa: F401

CONTENT = {
    "nodes": [{"id": name, "position": {"x": 150 * place, "y": 50}} for place, name in enumerate("abc")],
    "edges": [{"id": "ab", "source": "a", "target": "b"}],
}

#: A server whose second hash is wrong.
LIAR = """
import itertools, os, re, subprocess, sys
child = subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE)
count = itertools.count()
while data := os.read(child.stdout.fileno(), 65536):
    sys.stdout.buffer.write(re.sub(b'("hash":")(.)', lambda found: found[1] + (found[2], b"-")[next(count) == 1], data))
    sys.stdout.buffer.flush()
"""


@pytest.fixture
def document(server):
    with Client.launch([server], clock="client") as client:
        yield client.create(CONTENT)


def test_streams_leave_no_pointer_down_and_reach_the_nodes(document):
    view = document.open_view(800, 600, scene="svg")
    before, changed = document.hash()["hash"], []

    @settings(max_examples=40)
    @given(steps=gestures(view))
    def streams(steps):
        assert [params["time"] for _, params in steps] == sorted(params["time"] for _, params in steps)
        down = 0
        for method, params in steps:
            if method == "input/pointer":
                down += {"down": 1, "move": 0, "up": -1, "cancel": -1}[params["phase"]]
                assert down in (0, 1)
        assert down == 0
        same = document.client.create(CONTENT)
        streams.time = play(same.open_view(800, 600, scene="svg"), steps, streams.time) + 1000
        changed.append(same.hash()["hash"] != before)
        same.close(discard=True)

    streams.time = 0.0
    streams()
    assert any(changed)


def test_the_machine_holds_for_a_document_and_finds_what_does_not(server):
    class Mine(DocumentMachine):
        content = CONTENT

    Mine.server = [server]
    small = settings(max_examples=8, stateful_step_count=8, deadline=None, phases=[Phase.generate])
    run_state_machine_as_test(Mine, settings=small)

    class Wrong(Mine):
        def check(self, document):
            places = [node.content["position"]["y"] for node in document.nodes]
            assert places in ([50] * count for count in range(4)), "moved"

    with pytest.raises(AssertionError, match="moved"):
        run_state_machine_as_test(Wrong, settings=settings(small, max_examples=60))


def test_the_machine_finds_a_server_that_breaks_a_law(server):
    class Mine(DocumentMachine):
        content = CONTENT

    Mine.server = [sys.executable, "-c", LIAR, server]
    with pytest.raises(Broken, match="the hash of"):
        run_state_machine_as_test(Mine, settings=settings(max_examples=1, deadline=None, phases=[Phase.generate]))


def test_the_fixture_is_a_client_of_a_server(server, monkeypatch, request):
    monkeypatch.setenv("NODEWIRE_SERVER", server)
    client = request.getfixturevalue("nodewire")
    assert client.create(CONTENT).nodes["a"].id == "a"
