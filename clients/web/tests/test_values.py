"""What nodes compute, on the nodes and in the panel."""

import json

import pytest
import serve
from test_panel import field, select

COLORS = {
    "nodewire": 1,
    "viewport": {"x": 300, "y": 200, "zoom": 1},
    "types": {
        "number": {"computed": "data.value", "handles": [{"id": "out", "type": "source", "position": "right"}]},
        "paint": {
            "computed": "rgb(red, 0, 0)",
            "handles": [{"id": "red", "type": "target", "position": "left", "default": 1}],
        },
        "split": {
            "computed": {"whole": "floor(x)", "rest": "x % 1"},
            "handles": [
                {"id": "x", "type": "target", "position": "left"},
                {"id": "whole", "type": "source", "position": "right"},
                {"id": "rest", "type": "source", "position": "right"},
            ],
        },
    },
    "nodes": [
        {"id": "n", "type": "number", "position": {"x": 0, "y": 0}, "data": {"value": 2.25}},
        {"id": "p", "type": "paint", "position": {"x": 220, "y": 0}},
        {"id": "s", "type": "split", "position": {"x": 0, "y": 160}},
    ],
    "edges": [],
}


def value(page, node):
    page.settle()
    return page.run("return nodewire.values.shown(arguments[0])?.text ?? null", node)


@pytest.fixture
def calculator(page, bridge):
    file = serve.EXAMPLE.with_name("calculator.json")
    page.open(bridge.opening.root / "sums.json", json.loads(file.read_text()))
    page.wait(lambda: value(page, "each"))
    return page


def test_the_example_shows_what_it_computes(calculator):
    calculator.screenshot("values")
    shown = {node: value(calculator, node) for node in ("width", "area", "material", "sum", "share", "each", "currency")}
    assert shown == {
        "width": "12", "area": "60", "material": "480", "sum": "600", "share": "150", "each": "150", "currency": "EUR",
    }  # fmt: skip


def test_values_follow_edits_undo_and_redo(calculator):
    select(calculator, "people")
    calculator.wait(lambda: field(calculator, "/value").get_attribute("value") == "4")
    control = field(calculator, "/value")
    control.clear()
    control.send_keys("8")
    calculator.wait(lambda: value(calculator, "each") == "75")
    assert calculator.element("#panel .value b").text == "8"
    control.clear()
    control.send_keys("0")
    calculator.wait(lambda: value(calculator, "share") == "Division by zero")
    assert value(calculator, "each") == "Error in Share"
    calculator.screenshot("values-error")
    calculator.press("undo")
    calculator.press("undo")
    calculator.wait(lambda: value(calculator, "each") == "150")
    calculator.press("redo")
    calculator.wait(lambda: value(calculator, "each") == "75")


def test_a_value_is_painted_at_its_node(page, bridge):
    page.open(bridge.opening.root / "colors.json", COLORS)
    page.wait(lambda: value(page, "p") == "#ff0000")
    right, middle = page.middle("p")[0] + 75, page.middle("p")[1]
    shot = page.screenshot("values-colours")
    row = [(right - 90 + step, middle + 30) for step in range(80)]
    assert "#ff0000" in page.colors(shot, *row)
    assert value(page, "s") == "whole Nothing comes in at x · rest Nothing comes in at x"
    select(page, "p")
    swatch = page.element("#panel .value i")
    assert swatch.value_of_css_property("background-color") in ("rgb(255, 0, 0)", "rgba(255, 0, 0, 1)")


def test_types_that_begin_to_compute_are_watched(page):
    assert value(page, "a") is None
    page.ask_document("types/update", patch={"message": {"computed": "length(data.text)"}})
    page.wait(lambda: value(page, "a") == "12")
    page.ask_document("types/update", patch={"message": {"computed": None}})
    page.wait(lambda: value(page, "a") is None)
