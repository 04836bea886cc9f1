"""The specification itself: its description is sound, and a built server replies as in the transcripts."""

import json
from pathlib import Path

import pytest

from nodewire_client import find_server
from nodewire_client.errors import ServerNotFound
from nodewire_dev.transcripts import Runner

SPECIFICATION = Path(__file__).resolve().parents[3] / "protocol-spec"
TRANSCRIPTS = sorted((SPECIFICATION / "transcripts").glob("*.txt"))

try:
    SERVER = find_server()
except ServerNotFound:
    SERVER = None


@pytest.fixture(scope="module")
def description():
    return json.loads((SPECIFICATION / "openrpc.json").read_text(encoding="utf-8"))


def objects(value):
    if isinstance(value, dict):
        yield value
        for member in value.values():
            yield from objects(member)
    elif isinstance(value, list):
        for element in value:
            yield from objects(element)


def test_every_reference_leads_to_a_schema_and_has_nothing_beside_it(description):
    schemas = description["components"]["schemas"]
    for one in objects(description):
        reference = one.get("$ref")
        if isinstance(reference, str):
            assert reference.startswith("#/components/schemas/")
            assert reference.rpartition("/")[2] in schemas
            assert list(one) == ["$ref"]


def test_every_schema_is_used(description):
    used = {one["$ref"].rpartition("/")[2] for one in objects(description) if isinstance(one.get("$ref"), str)}
    assert used == set(description["components"]["schemas"])


def test_methods_and_notifications_have_what_openrpc_asks_for(description):
    assert description["openrpc"].startswith("1.4.")
    names = [one["name"] for one in description["methods"] + description["x-notifications"]]
    assert len(names) == len(set(names))
    for one in description["methods"] + description["x-notifications"]:
        assert one["summary"] and one["paramStructure"] == "by-name"
        required = [param.get("required", False) for param in one["params"]]
        assert required == sorted(required, reverse=True), one["name"]
        assert all(param["name"] and param["description"] and "schema" in param for param in one["params"])


def test_codes_of_errors_are_unique_and_explained(description):
    codes = [one["code"] for one in description["x-errors"]]
    assert len(codes) == len(set(codes))
    assert all(one["name"] and one["meaning"] and one["remedy"] for one in description["x-errors"])
    known = set(codes)
    for method in description["methods"]:
        own = [error["code"] for error in method.get("errors", ())]
        assert len(own) == len(set(own)) and set(own) <= known, method["name"]


@pytest.mark.skipif(SERVER is None, reason="no server is built")
@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_the_server_says_what_the_transcript_shows(path):
    outcome = Runner(SERVER).run(path)
    assert outcome.problem is None, outcome.problem
