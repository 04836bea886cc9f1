"""Data are checked as another implementation of JSON Schema checks them, and what is made to take long is given up."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from nodewire_client import Client, NodewireError

NUMBERS = st.one_of(st.integers(-3, 4), st.sampled_from([0.0, 1.0, 1.5, 2.0, 1e300]))
SCALARS = st.one_of(st.none(), st.booleans(), NUMBERS, st.sampled_from(["", "a", "ab", "é", "👍", "1"]))
NAMES = st.sampled_from(["a", "b", "c~/", ""])
VALUES = st.recursive(
    SCALARS, lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(NAMES, inner, max_size=3)), max_leaves=8
)
TYPES = st.sampled_from(["null", "boolean", "object", "array", "number", "string", "integer"])
REFERENCES = st.sampled_from(["#/$defs/tree", "#/$defs/word"])


def schemas(inner):
    some = st.lists(inner, min_size=1, max_size=3)
    keywords = {
        "type": st.one_of(TYPES, st.lists(TYPES, min_size=1, max_size=3, unique=True)),
        "enum": st.lists(VALUES, max_size=3), "const": VALUES.filter(lambda value: value is not None),
        "required": st.lists(NAMES, unique=True, max_size=3),
        "properties": st.dictionaries(NAMES, inner, max_size=3), "additionalProperties": inner, "items": inner,
        "minItems": st.integers(0, 3), "maxItems": st.integers(0, 3), "uniqueItems": st.booleans(),
        "minLength": st.integers(0, 3), "maxLength": st.integers(0, 3), "minimum": NUMBERS, "maximum": NUMBERS,
        "exclusiveMinimum": NUMBERS, "exclusiveMaximum": NUMBERS, "multipleOf": st.integers(1, 3),
        "anyOf": some, "oneOf": some, "allOf": some, "not": inner, "$ref": REFERENCES, "title": st.just("x"),
    }  # fmt: skip
    return st.fixed_dictionaries({}, optional=keywords).filter(lambda schema: len(schema) < 6)


SCHEMAS = st.recursive(st.booleans(), schemas, max_leaves=6)
DEFINITIONS = {
    "tree": {"properties": {"a": {"$ref": "#/$defs/tree"}, "b": {"$ref": "#/$defs/word"}}, "required": ["a"]},
    "word": {"anyOf": [{"type": "string"}, {"items": {"$ref": "#/$defs/tree"}, "minItems": 1}]},
}


@pytest.fixture(scope="module")
def client(server):
    with Client.launch([server], clock="client", timeout=60) as client:
        yield client


def problems(client, schema, data):
    """Of the only node of a new document."""
    node = {"id": "a", "type": "t", "data": data, "position": {"x": 0, "y": 0}}
    client.call("document/create", {"document": "d", "content": {"types": {"t": {"schema": schema}}, "nodes": [node]}})
    try:
        return client.call("node/check", {"document": "d", "id": "a"})["problems"]
    finally:
        client.call("document/close", {"document": "d", "discard": True})


def at(value, pointer):
    """The value a pointer leads to."""
    for token in pointer.split("/")[1:]:
        token = token.replace("~1", "/").replace("~0", "~")
        value = value[int(token)] if isinstance(value, list) else value[token]
    return value


@given(SCHEMAS, VALUES)
def test_validity_is_that_of_another_implementation(client, schema, data):
    schema = {"$ref": "#/$defs/root", "$defs": {**DEFINITIONS, "root": schema}}
    found = problems(client, schema, data)
    assert (found == []) == Draft202012Validator(schema).is_valid(data)
    for problem in found:
        if problem["code"] not in ("required", "additionalProperties"):
            at(data, problem["path"])


def chain(count, step):
    return {"$ref": "#/$defs/d0", "$defs": {**{f"d{i}": step(f"#/$defs/d{i + 1}") for i in range(count)}, f"d{count}": {"minimum": 5}}}


@pytest.mark.parametrize(
    "schema, data, codes",
    [
        (chain(4096, lambda ref: {"anyOf": [{"$ref": ref}]}), 7, ["limit"]),
        (chain(200, lambda ref: {"anyOf": [{"$ref": ref}, {"$ref": ref}]}), 7, []),
        (chain(200, lambda ref: {"allOf": [{"$ref": ref}, {"$ref": ref}]}), 3, ["minimum"] * 1000),
        ({"items": {"allOf": [{"type": "number"}] * 5000}}, [1] * 5000, ["limit"]),
        ({"items": {"enum": [f"v{i}" for i in range(200_000)]}}, ["v7", "v199999", "w"], ["enum"]),
        ({"uniqueItems": True}, [{"a": i} for i in range(300_000)] + [{"a": 7.0}], ["uniqueItems"]),
        ({"items": {"type": "string", "minLength": 2}, "maxItems": 5}, ["x" * 100] * 100_000, ["maxItems"]),
        ({"items": {"$ref": "#/$defs/n"}, "$defs": {"n": {"type": "number", "minimum": 0}}}, [1] * 1_000_000, []),
        ({"$defs": {"t": {"items": {"anyOf": [{"$ref": "#/$defs/t"}, {"$ref": "#/$defs/t"}, {"type": "null"}]}}}, "$ref": "#/$defs/t"},
         json.loads("[" * 100 + "1" + "]" * 100), []),
    ],
    ids=["nested", "doubled", "doubled problems", "steps", "enum", "unique", "ten megabytes", "numbers", "deep"],
)  # fmt: skip
def test_what_is_made_to_take_long_ends(client, schema, data, codes):
    assert [problem["code"] for problem in problems(client, schema, data)] == codes


def test_a_schema_that_asks_itself_is_refused(client):
    for schema in ({"$ref": "#"}, chain(50, lambda ref: {"anyOf": [{"$ref": ref}, {"$ref": "#/$defs/d0"}]})):
        with pytest.raises(NodewireError) as error:
            problems(client, schema, 3)
        assert error.value.code == 1107
