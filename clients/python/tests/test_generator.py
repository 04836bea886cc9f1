"""The generator of the client's types and methods."""

import ast
import importlib
import inspect
import json
import sys
from pathlib import Path

import pytest

from nodewire_client import generated as blocking
from nodewire_client.aio import generated as aio

CLIENTS = Path(__file__).resolve().parents[2]
REAL = CLIENTS.parent / "protocol-spec" / "openrpc.json"
SAMPLE = Path(__file__).parent / "data" / "openrpc.json"
GENERATED = CLIENTS / "python" / "src" / "nodewire_client" / "generated.py"


@pytest.fixture(scope="module")
def generator():
    return module("python_client")


@pytest.fixture(scope="module")
def all_of_it():
    return module("generate", CLIENTS)


def module(name, folder=CLIENTS / "generators"):
    sys.path.insert(0, str(folder))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(str(folder))


def load(text, name="sample_generated"):
    """The generated text as a module beside the package's own."""
    spec = importlib.util.spec_from_loader(f"nodewire_client.{name}", loader=None)
    module = importlib.util.module_from_spec(spec)
    sys.modules[module.__name__] = module
    exec(compile(text, name, "exec"), module.__dict__)
    return module


def test_a_file_that_is_not_current_is_found_and_written(all_of_it, tmp_path, capsys, monkeypatch):
    output = tmp_path / "errors.py"
    monkeypatch.setattr(all_of_it, "ROOT", tmp_path)
    monkeypatch.setattr(all_of_it, "SPECIFICATION", tmp_path)
    monkeypatch.setattr(all_of_it, "built", lambda _: ["nodewire"])
    monkeypatch.setattr(all_of_it, "generated", lambda _: {output: "made\n"})
    assert all_of_it.main(["--check"]) == 1
    assert capsys.readouterr().err == "errors.py is not current: run clients/generate.py\n"
    assert all_of_it.main([]) == 0 and output.read_text() == "made\n"
    assert all_of_it.main(["--check"]) == 0


def test_the_description_is_laid_out_by_message_and_type(all_of_it):
    spec = json.loads(SAMPLE.read_text(encoding="utf-8"))
    text = all_of_it.laid_out(spec)
    assert json.loads(text) == spec
    assert max(len(line) - len(line.lstrip(" ")) for line in text.splitlines()) <= all_of_it.DEPTH


def test_no_line_of_the_client_is_too_long(generator):
    text = generator.generate(json.loads(SAMPLE.read_text(encoding="utf-8")))
    assert all(len(line) <= 120 for line in text.splitlines())


def test_every_method_of_the_specification_is_a_function(generator):
    spec = json.loads(SAMPLE.read_text(encoding="utf-8"))
    module = load(generator.generate(spec))
    for method in spec["methods"]:
        noun, _, verb = method["name"].partition("/")
        assert callable(getattr(getattr(module, generator.type_name(noun) + "Methods"), generator.snake(verb)))


def test_parameters_are_sent_under_their_own_names(generator):
    module = load(generator.generate(json.loads(SAMPLE.read_text(encoding="utf-8"))))
    sent = []

    class Recorder:
        def send(self, method, params):
            sent.append((method, params))
            return self

        def result(self, timeout):
            return {}

    nouns = module.Nouns(Recorder())
    nouns.document.edit(document="d1", edits=[], if_revision=3, dry_run=False)
    module.NodeMethods(Recorder(), {"document": "d2"}).reparent(ids=["a"], parent_id="g")
    module.DocumentMethods(Recorder(), {"document": "d2"}).list()
    assert sent == [
        ("document/edit", {"document": "d1", "edits": [], "ifRevision": 3, "dryRun": False}),
        ("node/reparent", {"document": "d2", "ids": ["a"], "parentId": "g"}),
        ("document/list", {}),
    ]
    with pytest.raises(TypeError):
        nouns.node.move(document="d1")


@pytest.mark.parametrize(
    "schema, expression",
    [
        ({}, "Any"),
        (True, "Any"),
        ({"type": "number"}, "float"),
        ({"type": ["string", "null"]}, "Union[str, None]"),
        ({"enum": ["a", 1, None]}, 'Literal["a", 1, None]'),
        ({"const": "x"}, 'Literal["x"]'),
        ({"type": "array", "items": {"type": "integer"}}, "List[int]"),
        ({"type": "array"}, "List[Any]"),
        ({"type": "object"}, "Dict[str, Any]"),
        ({"type": "object", "additionalProperties": {"type": "string"}}, "Dict[str, str]"),
        ({"oneOf": [{"type": "number"}, {"$ref": "#/components/schemas/Thing"}]}, "Union[float, Thing]"),
        ({"anyOf": [{"type": "number"}, {}]}, "Any"),
        ({"$ref": "#/components/schemas/Gone"}, "Any"),
        ({"allOf": [{"$ref": "#/components/schemas/Thing"}]}, "Thing"),
        ({"properties": {"a": {}}}, "Hint"),
    ],
)
def test_schemas_become_annotations(generator, schema, expression):
    thing = {"type": "object", "properties": {"x": {"type": "number"}}}
    types = generator.Types({"components": {"schemas": {"Thing": thing}}})
    assert types.expression(schema, "Hint") == expression


def test_awkward_names_and_recursion_are_written_so_that_python_reads_them(generator):
    schemas = {
        "Tree": {
            "type": "object",
            "required": ["from"],
            "properties": {
                "from": {"type": "string"},
                "a-b": {},
                "children": {"type": "array", "items": {"$ref": "#/components/schemas/Tree"}},
            },
        },
        "Value": {"oneOf": [{"type": "number"}, {"type": "array", "items": {"$ref": "#/components/schemas/Value"}}]},
        "Same": {"$ref": "#/components/schemas/Tree"},
    }
    method = {
        "name": "thing/import",
        "description": 'Says "hello".',
        "params": [
            {"name": "from", "required": True, "schema": {"type": "string"}, "description": "Where \\ from."},
            {"name": "hitTest2", "schema": {"$ref": "#/components/schemas/Value"}},
        ],
    }
    module = load(generator.generate({"methods": [method], "components": {"schemas": schemas}}), "awkward")
    assert module.Tree.__required_keys__ == {"from"}
    assert module.Tree.__optional_keys__ == {"a-b", "children"}
    assert (
        "from_" in module.ThingMethods.import_.__kwdefaults__ or "from_" in module.ThingMethods.import_.__annotations__
    )


def test_every_method_is_a_coroutine_of_the_other_client_and_its_stub_says_so():
    stub = ast.parse((GENERATED.parent / "aio" / "generated.pyi").read_text(encoding="utf-8"))
    stubs = {one.name: one for one in stub.body if isinstance(one, ast.ClassDef)}
    kinds = [name for name in vars(blocking) if name.endswith(("Methods", "Nouns")) and name != "Methods"]
    assert len(kinds) > 10 and set(kinds) == set(stubs)
    for kind in kinds:
        said = {one.name: one for one in stubs[kind].body if isinstance(one, ast.AsyncFunctionDef)}
        made = {name: one for name, one in vars(getattr(aio, kind)).items() if not name.startswith("_")}
        assert set(said) == set(made)
        for name, method in made.items():
            assert inspect.iscoroutinefunction(method) and method.__doc__
            assert inspect.signature(method) == inspect.signature(getattr(getattr(blocking, kind), name))
            assert [one.arg for one in said[name].args.kwonlyargs] == list(inspect.signature(method).parameters)[1:]


def stub(name):
    return ast.parse((GENERATED.parent / name).read_text(encoding="utf-8"))


def overloaded(text, name):
    """The methods that the functions of one name take, in order."""
    functions = [one for one in ast.walk(text) if isinstance(one, ast.FunctionDef) and one.name == name]
    return [ast.literal_eval(one.args.args[1].annotation.slice) for one in functions]


def test_every_message_of_the_server_has_its_type():
    spec = json.loads(REAL.read_text(encoding="utf-8"))
    notifications = [one["name"] for one in spec["x-notifications"]]
    assert overloaded(stub("_listening.pyi"), "on") == notifications == list(blocking.NOTIFICATIONS)
    assert overloaded(stub("_listening.pyi"), "on_request") == [one["name"] for one in spec["x-requests"]]
    assert overloaded(stub("aio/_listening.pyi"), "notifications") == notifications


def test_options_are_the_parameters_that_a_function_hands_on(generator):
    spec = json.loads(REAL.read_text(encoding="utf-8"))
    classes = {one.name: one for one in stub("_options.pyi").body if isinstance(one, ast.ClassDef)}
    for method in spec["methods"]:
        if method["name"] in generator.OPTIONS:
            name = "".join(map(generator.type_name, method["name"].split("/"))) + "Options"
            fields = [one.target.id for one in classes.pop(name).body if isinstance(one, ast.AnnAssign)]
            params = {param["name"] for param in method["params"]} - set(generator.OPTIONS[method["name"]])
            plain = method["name"] == "initialize"
            assert set(fields) == {one if plain else generator.snake(one) for one in params}
    assert not classes


def test_every_file_can_be_read(generator):
    for name, text in generator.generate_all(json.loads(SAMPLE.read_text(encoding="utf-8"))).items():
        assert ast.parse(text), name
