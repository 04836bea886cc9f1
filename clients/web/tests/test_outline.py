"""Nodes and connections in the accessibility tree: names, ends, places, problems, the order, the focus, and what a press does."""

import json

import pytest
import serve
from documents import grid
from selenium.webdriver.common.keys import Keys

EXAMPLES = ["help-desk.json", "calculator.json", "shop.json", "tree.json"]


def tree(page):
    """The options of the list as the accessibility tree has them: name, description, selected, and whether it has the focus."""
    nodes = page.cdp("Accessibility.getFullAXTree")["nodes"]
    own = set(page.run("return [...document.querySelectorAll('#outline > *')].map(({ textContent }) => textContent)"))
    found = []
    for node in nodes:
        if node.get("role", {}).get("value") != "option" or node.get("ignored") or node["name"]["value"] not in own:
            continue
        states = {one["name"]: one["value"].get("value") for one in node.get("properties", [])}
        found.append((node["name"]["value"], node.get("description", {}).get("value", ""), states.get("selected", False)))
    return found


def names(page):
    return [name for name, _, _ in tree(page)]


@pytest.mark.parametrize("example", EXAMPLES)
def test_a_walk_meets_every_node_and_connection(page, bridge, example):
    document = json.loads(serve.EXAMPLE.with_name(example).read_text())
    page.open(bridge.opening.root / example, document)
    page.keys("0")
    page.wait(lambda: len(names(page)) == page.run("return nodewire.scene.nodes.size + nodewire.scene.edges.size"))
    said = names(page)
    seen = set(page.run("return [...nodewire.scene.nodes.keys()]"))
    assert len(seen) > 10
    for node in (one for one in document["nodes"] if one["id"] in seen):
        name = node.get("label") or page.run("return nodewire.types.title(arguments[0])", node.get("type"))
        assert any(one.startswith(name) for one in said), name
    assert sum("connection from" in one for one in said) == page.run("return nodewire.scene.edges.size")
    assert not any("not known" in one for one in said)
    assert all(" at " in f" {description}" for name, description, _ in tree(page) if "connection from" not in name)


@pytest.mark.parametrize(("order", "wanted"), [("document", ["low", "top", "left"]), ("place", ["top", "left", "low"]), ("flow", ["left", "low", "top"])])
def test_the_list_has_the_order_in_which_tab_goes(page, bridge, order, wanted):
    places = {"low": (0, 300), "top": (400, 0), "left": (0, 100)}
    nodes = [{"id": id, "label": id, "position": {"x": x, "y": y}} for id, (x, y) in places.items()]
    edges = [{"id": f"{source}-{target}", "source": source, "target": target} for source, target in (("low", "top"), ("left", "low"))]
    page.open(bridge.opening.root / "order.json", {"nodewire": 1, "nodes": nodes, "edges": edges})
    page.ask_document("settings/update", patch={"readingOrder": order})
    page.wait(lambda: [name.split(",")[0] for name in names(page)][:3] == wanted)
    gone = []
    for _ in wanted:
        page.keys(Keys.TAB)
        page.settle()
        gone.append(page.state("focus")["node"])
    assert gone == wanted
    last = names(page)[3:]
    assert len(last) == 2 and ("from left" in last[0]) == (order != "document")


def test_focus_and_selection_go_with_the_canvas(page):
    page.wait(lambda: len(names(page)) == 5)
    assert "bye, connection from Reply to The end" in names(page)
    page.keys(Keys.TAB)
    focused = page.state("focus")["node"]
    page.wait(lambda: page.run("return document.getElementById('canvas').getAttribute('aria-activedescendant')") == f"listed-node-{focused}")
    page.keys(Keys.ENTER)
    page.wait(lambda: [name for name, _, selected in tree(page) if selected] == ["Ask, Message"])


def test_a_press_selects_what_is_listed(page):
    page.wait(lambda: len(names(page)) == 5)
    page.run("document.getElementById('listed-node-end').click()")
    page.wait(lambda: page.selection() == ["end"] and page.state("focus") == {"node": "end"})
    assert page.active() == "canvas"


def test_what_is_added_has_the_focus_and_is_said(page):
    page.element('#palette [data-type="end"]').click()
    page.wait(lambda: len(page.document()["nodes"]) == 5)
    (made,) = set(page.document()["nodes"]) - {"a", "b", "c", "end"}
    page.wait(lambda: page.state("focus") == {"node": made})
    page.wait(lambda: page.element("#announcer").get_attribute("textContent").strip("\u00a0") in ("Node End, selected", "Node End"))


def test_of_many_a_part_is_listed_with_what_has_the_focus(page, bridge):
    """How many more there are is said before and behind; a press lists them."""
    page.open(bridge.opening.root / "many.json", grid(1600))
    page.ask_view("view/fit")
    page.settle()
    rows = "return [...document.querySelectorAll('#outline > *')].map(({ id, textContent }) => [id, textContent])"
    page.wait(lambda: len(page.run(rows)) == 101)
    assert page.run(rows)[0][0] == "listed-node-n0"
    whole = page.run("return nodewire.scene.nodes.size + nodewire.scene.edges.size")
    assert page.run(rows)[-1] == ["listed-behind", f"{whole - 100:,} more elements behind these: list them"]
    page.run("document.getElementById('listed-behind').click()")
    page.wait(lambda: len(page.run(rows)) == 201)
    assert page.run(rows)[150][0] == "listed-node-n150"
    assert page.run("const row = document.getElementById('listed-node-n150'); return [row.ariaPosInSet, row.ariaSetSize]") == ["151", str(whole)]
    page.ask_view("view/focus", node="n600")
    page.wait(lambda: page.run("return document.getElementById('canvas').getAttribute('aria-activedescendant')") == "listed-node-n600")
    assert len(page.run(rows)) == 102
    assert page.run(rows)[0] == ["listed-before", "550 more elements before these: list them"]
    page.run("document.getElementById('listed-before').click()")
    page.wait(lambda: len(page.run(rows)) == 202)
    assert page.run(rows)[1][0] == "listed-node-n450"
