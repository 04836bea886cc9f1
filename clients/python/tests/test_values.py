"""What nodes compute, as a front end sees it: the calculator of the examples, and expressions that go wrong."""

import json
import math
import random
from pathlib import Path

import pytest

from nodewire_client import Connection, errors

ROOT = Path(__file__).resolve().parents[3]
EXAMPLE = json.loads((ROOT / "clients" / "examples" / "arithmetic.json").read_text(encoding="utf-8"))
CONTENT = {name: value for name, value in EXAMPLE.items() if name != "nodewire"}


class Calculator:
    """A document that is watched, with what the notifications said of its values."""

    def __init__(self, connection, content, name="d"):
        self.connection, self.name, self.values, self.heard = connection, name, {}, []
        connection.on("document/evaluated", self.evaluated)
        self("document/create", content=content)
        self("document/watch", values=True)

    def __call__(self, method, **params):
        return self.connection.request(method, {"document": self.name, **params})

    def evaluated(self, params):
        if params["document"] == self.name:
            self.heard.append(params["values"])
            for node, value in params["values"].items():
                if value is None:
                    del self.values[node]
                else:
                    self.values[node] = value

    def asked(self):
        return self("document/evaluate")["values"]

    def connect(self, source, target, handle):
        edge = {"source": source, "sourceHandle": "out", "target": target, "targetHandle": handle}
        return self("edge/connect", edge=edge)["id"]

    def insert(self, node, type, value=None):
        self("node/insert", node={"id": node, "type": type, **({} if value is None else {"data": {"value": value}})})


@pytest.fixture
def connection(server):
    with Connection.launch([server], timeout=60) as connection:
        connection.request("initialize", {"clock": "client"})
        connection.notify("initialized", {})
        yield connection


@pytest.fixture
def calculator(connection):
    return Calculator(connection, CONTENT)


def test_the_transcript_is_about_the_example():
    text = (ROOT / "protocol-spec" / "transcripts" / "calculator.txt").read_text(encoding="utf-8")
    first = next(line for line in text.splitlines() if line.startswith("-->"))
    assert json.loads(first[4:])["params"]["content"] == CONTENT


def test_the_start_up_graph_adds(calculator):
    assert calculator.values == {"first": 1, "second": 2, "sum": 3}
    assert calculator.values == calculator.asked()


@pytest.mark.parametrize(
    "kind, expected", [("Add", 19), ("Subtract", 9), ("Multiply", 70), ("Divide", 2.8), ("Numeric", {"error": "missingData"})]
)
def test_operators_compute_and_a_change_of_type_recalculates(calculator, kind, expected):
    calculator.insert("a", "Numeric", 14)
    calculator.insert("b", "Numeric", 5)
    calculator.insert("op", "Add")
    calculator.connect("a", "op", "x")
    calculator.connect("b", "op", "y")
    calculator("node/update", id="op", patch={"type": kind})
    assert calculator.values["op"] == expected
    if kind != "Add":
        calculator("history/undo")
    assert calculator.values["op"] == 19 and calculator.values == calculator.asked()


def test_inputs_without_edges_count_as_zero_or_white(calculator):
    for kind in ("Add", "Subtract", "Multiply", "Divide", "Color", "ColorAdjust"):
        calculator.insert(kind, kind)
    black = {"color": [0, 0, 0, 1]}
    wanted = {"Add": 0, "Subtract": 0, "Multiply": 0, "Divide": {"error": "divisionByZero"}, "Color": black}
    assert {kind: calculator.values[kind] for kind in wanted} == wanted
    assert calculator.values["ColorAdjust"] == black
    calculator.insert("most", "Numeric", 255)
    calculator.connect("most", "ColorAdjust", "multiplier")
    assert calculator.values["ColorAdjust"] == {"color": [1, 1, 1, 1]}


def test_circles_are_refused_however_long(calculator):
    last = "sum"
    for number in range(5):
        calculator.insert(f"m{number}", "Multiply")
        calculator.connect(last, f"m{number}", "x")
        last = f"m{number}"
    with pytest.raises(errors.ConnectionRefused) as refused:
        calculator.connect(last, "sum", "y")
    assert refused.value.data["path"] == ["sum", "m0", "m1", "m2", "m3", "m4"]
    with pytest.raises(errors.ConnectionRefused):
        calculator.connect("sum", "sum", "y")
    assert calculator.values["sum"] == 3


def test_a_diamond_is_sent_once(calculator):
    calculator.insert("a", "Multiply")
    calculator.insert("b", "Subtract")
    calculator.insert("end", "Add")
    for source, target, handle in (("first", "a", "x"), ("second", "a", "y"), ("first", "b", "x"), ("second", "b", "y"), ("a", "end", "x"), ("b", "end", "y")):
        calculator.connect(source, target, handle)
    calculator.heard.clear()
    calculator("node/update", id="first", patch={"data": {"value": 10}})
    assert calculator.heard == [{"first": 10, "sum": 12, "a": 20, "b": 8, "end": 28}]


def test_circles_of_a_file_are_errors_and_end_when_they_are_cut(connection):
    content = json.loads(json.dumps(CONTENT))
    content["settings"]["allowCycles"] = True
    calculator = Calculator(connection, content)
    calculator.insert("m", "Multiply")
    calculator.connect("sum", "m", "x")
    back = calculator.connect("m", "sum", "y")
    calculator.insert("after", "Multiply")
    calculator.connect("m", "after", "x")
    assert calculator.values["sum"] == calculator.values["m"] == {"error": "cycle"}
    assert calculator.values["after"] == {"error": "input", "from": "m"}
    found = [one for one in calculator("document/check")["diagnostics"] if one["code"] == "cycle"]
    assert [one["elements"]["nodes"] for one in found] == [["sum", "m"]]
    calculator("document/edit", edits=found[0]["fixes"][0]["edits"])
    assert back and calculator.values["sum"] == 3 and calculator.values["after"] == 0


def drawn(pick, depth):
    """An expression, and the same in Python."""
    if depth == 0 or pick.random() < 0.2:
        number = pick.choice(("0", "1", "2", "3.5", "0.25", "10"))
        return number, f"float({number})"
    kind = pick.choice(("+", "-", "*", "/", "^", "%", "neg", "call", "if", "bracket"))
    a, b, c = (drawn(pick, depth - 1) for _ in range(3))
    if kind == "neg":
        return f"-({a[0]})", f"-({a[1]})"
    if kind == "call":
        return f"max({a[0]}, {b[0]}, {c[0]})", f"max({a[1]}, {b[1]}, {c[1]})"
    if kind == "if":
        return f"if({a[0]} < {b[0]}, {b[0]}, {c[0]})", f"(({b[1]}) if ({a[1]}) < ({b[1]}) else ({c[1]}))"
    if kind == "bracket":
        return f"({a[0]})", f"({a[1]})"
    if kind == "^":
        return f"({a[0]}) ^ ({b[0]})", f"power(({a[1]}), ({b[1]}))"
    if kind == "%":
        return f"({a[0]}) % ({b[0]})", f"remainder(({a[1]}), ({b[1]}))"
    return f"({a[0]}) {kind} ({b[0]})", f"divide({a[1]}, {b[1]})" if kind == "/" else f"({a[1]}) {kind} ({b[1]})"


def expected(code):
    """What Python computes; the name of the error where there is no number."""

    def power(a, b):
        if a == 0 and b < 0:
            raise ValueError
        result = a**b
        if isinstance(result, complex):
            raise ValueError
        return result

    def divide(a, b):
        return a / b

    def remainder(a, b):
        if b == 0:
            raise ZeroDivisionError
        return math.fmod(a, b)

    def checked(value):
        if math.isinf(value):
            raise OverflowError
        return value

    try:
        return checked(eval(code, {"power": power, "divide": divide, "remainder": remainder}))
    except ZeroDivisionError:
        return {"error": "divisionByZero"}
    except OverflowError:
        return {"error": "overflow"}
    except ValueError:
        return {"error": "domain"}


def test_expressions_compute_what_python_does(connection):
    pick = random.Random(7)
    pairs = [drawn(pick, pick.randint(1, 4)) for _ in range(600)]
    pairs = [pair for pair in pairs if len(pair[0]) < 3000]
    computed = {f"e{index}": pair[0] for index, pair in enumerate(pairs)}
    calculator = Calculator(connection, {"nodes": [{"id": "n", "type": "t"}], "edges": [], "types": {"t": {"computed": computed}}})
    values = calculator.values["n"]["handles"]
    numbers = 0
    for index, (text, code) in enumerate(pairs):
        wanted, found = expected(code), values[f"e{index}"]
        if isinstance(wanted, float) and isinstance(found, (int, float)):
            assert found == pytest.approx(wanted, rel=1e-12, abs=0), text
            numbers += 1
        else:
            assert found == wanted, text
    assert numbers > 300


def test_notifications_add_up_to_what_is_asked(connection):
    pick = random.Random(3)
    content = json.loads(json.dumps(CONTENT))
    content["settings"]["allowCycles"] = True
    calculator = Calculator(connection, content)
    kinds, made = list(CONTENT["types"]), ["first", "second", "sum"]
    for turn in range(400):
        node, other = pick.choice(made), pick.choice(made)
        handle = pick.choice(("x", "y", "z", "red", "color", "multiplier"))
        try:
            step = pick.randrange(8)
            if step == 0:
                calculator.insert(f"n{turn}", pick.choice(kinds), pick.choice((None, 3, "a", [1])))
                made.append(f"n{turn}")
            elif step == 1:
                calculator("element/remove", nodes=[node])
            elif step == 2:
                calculator("node/update", id=node, patch={"type": pick.choice(kinds)})
            elif step == 3:
                calculator("node/update", id=node, patch={"data": {"value": pick.choice((turn, "a", None, [turn]))}})
            elif step == 4:
                calculator("history/undo", steps=pick.randint(1, 4))
            elif step == 5:
                calculator("history/redo")
            elif step == 6:
                calculator("types/update", patch={"Add": {"computed": pick.choice(("x + y + z", "x +", "data.value", "w"))}})
            else:
                calculator.connect(node, other, handle)
        except errors.ServerError:
            pass
        if turn % 5 == 0:
            assert calculator.values == calculator.asked()


@pytest.mark.parametrize(
    "text, at",
    [
        ("(" * 4096, 256), ("[" * 300, 256), ("1" + " " * 5000, 4096), ("", 0), ("1 +", 3), ("x + \U0001f600", 4),
        ("'\U0001f600' + \U0001f600", 6), ("nosuch(1)", 0), ("sqrt()", 0), ("w", 0), ("1 + w", 4),
    ],
)  # fmt: skip
def test_wrong_expressions_are_kept_and_reported_with_their_place(connection, text, at):
    types = {"a/b": {"computed": text, "handles": [{"id": "x", "type": "target"}]}}
    calculator = Calculator(connection, {"nodes": [{"id": "n", "type": "a/b"}], "edges": [], "types": types})
    assert calculator.values == {"n": {"error": "expression"}}
    found = [one for one in calculator("document/check")["diagnostics"] if one["code"] == "expression"]
    assert [(one["path"], one["at"], one["severity"]) for one in found] == [("/types/a~1b/computed", at, "error")]


def test_lists_do_not_grow_without_end(connection):
    types = {
        "one": {"computed": "['" + "x" * 1000 + "']"},
        "twice": {"computed": "[i, i]", "handles": [{"id": "i", "type": "target"}, {"id": "o", "type": "source"}]},
        "text": {"computed": "i + i", "handles": [{"id": "i", "type": "target", "default": "ab"}, {"id": "o", "type": "source"}]},
    }
    nodes = [{"id": "0", "type": "one"}] + [{"id": str(n), "type": "twice"} for n in range(1, 80)]
    nodes += [{"id": f"t{n}", "type": "text"} for n in range(80)]
    edges = [{"id": f"e{n}", "source": str(n), "target": str(n + 1)} for n in range(79)]
    edges += [{"id": f"t{n}", "source": f"t{n}", "target": f"t{n + 1}"} for n in range(79)]
    calculator = Calculator(connection, {"nodes": nodes, "edges": edges, "types": types})
    assert len(json.dumps(calculator.values)) < 10_000_000
    limited = [node for node, value in calculator.values.items() if value == {"error": "limit"}]
    assert len(limited) == 2
    assert calculator.values["79"] == {"error": "input", "from": limited[0]}
    assert calculator.values["t79"] == {"error": "input", "from": limited[1]}


def test_deep_data_and_odd_paths_are_stated(connection):
    deep = 1
    for _ in range(60):
        deep = [deep]
    computed = {
        "deep": "data.deep", "far": "data.deep" + ".0" * 60, "farther": "data.deep" + ".0" * 900, "whole": "data",
        "leading": "data.list.00", "member": "data.object.0", "negative": "data.list.2", "null": "data.null",
    }  # fmt: skip
    data = {"deep": deep, "list": [5, 6], "object": {"0": "zero"}, "null": None}
    node = {"id": "n", "type": "t", "data": data}
    calculator = Calculator(connection, {"nodes": [node], "edges": [], "types": {"t": {"computed": computed}}})
    missing = {"error": "missingData"}
    assert calculator.values["n"]["handles"] == {
        "deep": deep, "far": 1, "farther": missing, "whole": {"error": "type"}, "leading": missing,
        "member": "zero", "negative": missing, "null": missing,
    }  # fmt: skip
