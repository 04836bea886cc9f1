"""Validators and generators take the description of the protocol as it is."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PATH = Path(__file__).resolve().parents[3] / "protocol-spec" / "openrpc.json"

#: The keywords of JSON Schema, draft-07 and 2020-12; ajv refuses others, and formats that it does not know.
KEYWORDS = set(
    "$id $schema $ref $defs $comment title description default deprecated readOnly writeOnly examples type enum const "
    "multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern items prefixItems "
    "additionalItems maxItems minItems uniqueItems contains maxProperties minProperties required additionalProperties "
    "properties patternProperties propertyNames if then else allOf anyOf oneOf not".split()
)

#: With a folder of node packages in NODE_PATH.
AJV = """
const Ajv = require("ajv");
const { components, methods } = JSON.parse(require("fs").readFileSync(process.argv[1]));
const ajv = new Ajv();
ajv.addSchema({ $id: "doc", components });
const compile = (schema) => ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"doc#/components')));
Object.values(components.schemas).forEach(compile);
for (const { params, result } of methods) [...params, result].forEach((one) => compile(one.schema));
"""


@pytest.fixture(scope="module")
def description():
    return json.loads(PATH.read_text(encoding="utf-8"))


def schemas(description):
    messages = description["methods"] + description["x-requests"] + description["x-notifications"]
    waiting = list(description["components"]["schemas"].values())
    for one in messages:
        waiting += [param["schema"] for param in one["params"]] + ([one["result"]["schema"]] if "result" in one else [])
    while waiting:
        schema = waiting.pop()
        if not isinstance(schema, dict):
            continue
        yield schema
        waiting += [*schema.get("properties", {}).values(), schema.get("items"), schema.get("additionalProperties")]
        waiting += [*schema.get("oneOf", ()), *schema.get("allOf", ())]


def test_schemas_have_no_keywords_of_their_own(description):
    assert not {name for schema in schemas(description) for name in schema} - KEYWORDS


def test_every_method_has_a_result_and_says_if_it_is_a_notification(description):
    notifications = [one["name"] for one in description["methods"] if one.get("x-notification")]
    assert notifications == ["initialized", "exit", "$/cancelRequest", "$/setTrace"]
    for one in description["methods"]:
        assert one["result"]["name"] == "result"
        if one["name"] in notifications:
            assert one["result"]["schema"] == {"type": "null"} and "errors" not in one


def test_names_are_there_once_and_references_lead_somewhere(description):
    names = [one["name"] for one in description["methods"]]
    assert len(set(names)) == len(names)
    for one in description["methods"]:
        params = [param["name"] for param in one["params"]]
        assert len(set(params)) == len(params)
        required = [param["required"] for param in one["params"]]
        assert required == sorted(required, reverse=True)
    known = {f"#/components/schemas/{name}" for name in description["components"]["schemas"]}
    assert {schema["$ref"] for schema in schemas(description) if "$ref" in schema} <= known


def test_ajv_compiles_every_schema():
    node = shutil.which("node")
    if node is None or subprocess.run([node, "-e", "require('ajv')"], capture_output=True, env=os.environ).returncode != 0:
        pytest.skip("ajv is not installed (apt-get install node-ajv; NODE_PATH)")
    done = subprocess.run([node, "-e", AJV, str(PATH)], capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("language", ["TYPESCRIPT", "RUST"])
def test_a_generator_of_clients_takes_it(description, language, tmp_path):
    generator = pytest.importorskip("openrpcclientgenerator", reason="pip install openrpcclientgenerator")
    from openrpc import OpenRPC

    generator.generate(OpenRPC.model_validate(description), getattr(generator.Language, language), "http://localhost/", tmp_path)
    assert any(path.stat().st_size > 10_000 for path in tmp_path.rglob("*") if path.is_file())
