"""A state machine for Hypothesis and a fixture for pytest."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any, Dict, Iterator, List, Mapping, Optional, Tuple, cast

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from .._connection import Connection
from .._conversation import Conversation, Message, Params
from .._pending import Request
from .._process import Command, find_server
from ..client import Client, Document
from ._gestures import gestures, play
from ._laws import Laws


class DocumentMachine(RuleBasedStateMachine):
    """Streams of input, undo and redo on a document of yours, by Hypothesis; a subclass says which, and what must hold.

    After each step the replica and the scene are what the server has and the laws of the protocol (``Laws``) have been
    kept, and at the end undoing everything gives back the content.

        class Mine(DocumentMachine):
            content = {"nodes": [{"id": "a", "position": {"x": 0, "y": 0}}]}

            def check(self, document):
                assert len(document.nodes) < 100

        TestMine = Mine.TestCase
    """

    content: Mapping[str, Any] = {}
    server: Optional[Command] = None

    def __init__(self) -> None:
        super().__init__()
        connection = Connection.launch(find_server(self.server))
        self._laws, self._overheard = Laws(), _Overheard()
        connection._conversation = self._overheard
        try:
            self.client = Client(connection, clock="client")
        except BaseException:
            connection.close(1.0)
            raise
        try:
            self.document = self.client.create(self.content)
            self._first = self.document.hash()["hash"]
            self.view = self.document.open_view(800, 600, scene="svg")
        except BaseException:
            self.client.close()
            raise
        self._time = 0.0

    def check(self, document: Document) -> None:
        """Checks what must hold after each step; a subclass may override it."""

    @rule(data=st.data())
    def perform(self, data: st.DataObject) -> None:
        """Performs a stream of input."""
        self._time = play(self.view, data.draw(gestures(self.view), label="gestures"), self._time) + 1000

    @precondition(lambda self: self._position() > 0)
    @rule()
    def undo(self) -> None:
        """Undoes a step."""
        self.document.history.undo()

    @precondition(lambda self: self._position() < len(self.document.history.list()["labels"]))
    @rule()
    def redo(self) -> None:
        """Redoes a step."""
        self.document.history.redo()

    @invariant()
    def _holds(self) -> None:
        content = cast(Dict[str, Any], self.document.read())
        assert cast(Dict[str, Any], self.document.replica.read()) == content, "the replica is not the document"
        self.document.hash()
        self.view.scene()
        self._judge()
        self.check(self.document)

    def _judge(self) -> None:
        """Checks the new messages against the laws."""
        said, self._overheard.said = self._overheard.said, []
        for is_sent, message in said:
            if is_sent:
                self._laws.sent(message)
            else:
                self._laws.received(message)

    def _position(self) -> int:
        return self.document.history.list()["position"]

    def teardown(self) -> None:
        """Undoes everything, compares, and ends the server."""
        try:
            self.view.close()
            steps = self._position()
            if steps:
                self.document.history.undo(steps=steps)
            assert self.document.hash()["hash"] == self._first, "undoing everything does not give back the content"
        finally:
            self.client.close()


class _Overheard(Conversation):
    """A conversation that keeps all its messages, sent and received."""

    def __init__(self) -> None:
        super().__init__()
        self.said: List[Tuple[bool, Message]] = []

    def request(self, request: Request, params: Params) -> bytes:
        body = super().request(request, params)
        self.said.append((True, json.loads(body)))
        return body

    def receive(self) -> Optional[List[Message]]:
        heard = super().receive()
        self.said += [(False, deepcopy(message)) for message in heard or ()]
        return heard

    def _complete(self, reply: Message) -> None:
        self.said.append((False, deepcopy(reply)))
        super()._complete(reply)


@pytest.fixture
def nodewire(tmp_path: Path) -> Iterator[Client]:
    """A client of a server with its own clock, whose files are those of ``tmp_path``; ended after the test."""
    with Client.launch(root=tmp_path, clock="client") as client:
        yield client
