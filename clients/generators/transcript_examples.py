"""An example of each message of the description, taken from the transcripts.

The server prints the description without examples: it does not know the transcripts. Every transcript is run against a
built server by the tests, so what an example shows is what happens.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Dict, Iterator, List, NamedTuple

from nodewire_dev.transcripts import ANY, IGNORE, parse

TRANSCRIPTS = Path(__file__).resolve().parents[2] / "protocol-spec" / "transcripts"
LONGEST = 1100
"""In bytes: a longer example is taken only where there is no shorter one."""


class Exchange(NamedTuple):
    """A message of a transcript with its result; ``result`` is absent without one."""

    transcript: str
    method: str
    params: Dict[str, Any]
    result: Dict[str, Any]
    version: int

    @property
    def length(self) -> int:
        return len(json.dumps([self.params, self.result]))

    @property
    def is_whole(self) -> bool:
        return not has_gaps([self.params, self.result])

    @property
    def says_something(self) -> bool:
        """Whether its result has a non-empty part."""
        value = self.result.get("value")
        return not isinstance(value, dict) or any(one not in ([], {}) for one in value.values())

    @property
    def example(self) -> Dict[str, Any]:
        params = [{"name": name, "value": value} for name, value in without_gaps(self.params).items()]
        result = {"name": "result", "value": without_gaps(self.result["value"])} if self.result else None
        named = {"name": self.transcript, **({} if self.is_whole else {"summary": "Some members are left out."})}
        return {**named, "params": params, **({"result": result} if result else {})}


def has_gaps(value: Any) -> bool:
    """Whether an expected message leaves something open."""
    if isinstance(value, dict):
        return IGNORE in value or any(map(has_gaps, value.values()))
    return value == ANY or (isinstance(value, list) and any(map(has_gaps, value)))


def without_gaps(value: Any) -> Any:
    """The value without the members that are left open."""
    if not isinstance(value, dict):
        return value
    return {name: without_gaps(one) for name, one in value.items() if name != IGNORE and one != ANY}


def exchanges(path: Path) -> Iterator[Exchange]:
    """The successful messages of a transcript; requests are in the order of their replies."""
    asked: Dict[str, Dict[str, Any]] = {}
    version = 1
    for line in parse(path.read_text(encoding="utf-8")):
        try:
            message = json.loads(line.text) if line.kind else None
        except ValueError:
            continue
        if not isinstance(message, dict):
            continue
        # Either side asks and answers.
        key = f"{line.kind} {json.dumps(message.get('id'))}"
        if "method" not in message:
            request = asked.pop({"-->": "<--", "<--": "-->"}[line.kind] + key[3:], None)
            if request is None or "result" not in message:
                continue
            message, result = request, {"value": message["result"]}
        elif "id" in message:
            asked[key] = message
            continue
        else:
            result = {}
        params = message.get("params", {})
        if isinstance(params, dict):
            if message["method"] == "initialize":
                version = params.get("protocolVersion", 1)
            yield Exchange(path.stem, message["method"], params, result, version)


def own_transcript(method: str) -> str:
    return method.replace("$/", "").replace("/", "-").replace(".", "-")


def choose(found: List[Exchange]) -> Exchange:
    """The first short exchange with a non-empty result in the message's own transcript, else the shortest."""
    whole = [one for one in found if one.is_whole] or found
    own = [one for one in whole if one.transcript == own_transcript(one.method)] or whole
    telling = [one for one in own if one.says_something] or own
    short = [one for one in telling if one.length <= LONGEST]
    return short[0] if short else min(telling, key=lambda one: one.length)


def renames(message: Dict[str, Any]) -> bool:
    """Whether something of a message had another name in an earlier version."""
    text = json.dumps([message.get("params"), message.get("result")])
    return '"x-earlier"' in text or '"$comment": "earlier: ' in text


def with_examples(spec: Dict[str, Any]) -> Dict[str, Any]:
    """The description with one example a message."""
    found: Dict[str, List[Exchange]] = {}
    for path in sorted(TRANSCRIPTS.glob("*.txt")):
        for one in exchanges(path):
            found.setdefault(one.method, []).append(one)
    for kind in ("methods", "x-notifications", "x-requests"):
        for message in spec[kind]:
            asks = "result" in message and not message.get("x-notification")
            fitting = [
                one
                for one in found.get(message["name"], ())
                if bool(one.result) == asks and (one.version > 1 or not renames(message))
            ]
            message.pop("examples", None)
            if fitting:
                message["examples"] = [choose(fitting).example]
    return spec
