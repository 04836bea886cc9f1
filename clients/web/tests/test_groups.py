"""Groups: made, dissolved, collapsed and fitted from the menu and by keys, and how they are painted."""

import pytest
from browser import CARD
from selenium.webdriver.common.keys import Keys

GROUPED = {
    "nodewire": 1,
    "viewport": {"x": 300, "y": 120, "zoom": 1},
    "settings": {"inertia": False},
    "nodes": [
        {"id": "g", "type": "group", "label": "Pair", "position": {"x": 0, "y": 0}, "width": 400, "height": 260},
        {"id": "a", "position": {"x": 20, "y": 40}, "parentId": "g"},
        {"id": "b", "position": {"x": 220, "y": 40}, "parentId": "g"},
        {"id": "out", "position": {"x": 60, "y": 420}},
    ],
    "edges": [
        {"id": "a-out", "source": "a", "target": "out"},
        {"id": "b-out", "source": "b", "target": "out"},
        {"id": "a-b", "source": "a", "target": "b", "label": "inside"},
    ],
}


def select(page, *nodes):
    page.ask_view("view/select", nodes=list(nodes))
    page.settle()


def menu(page, node):
    page.click(page.middle(node), "right")
    page.wait(lambda: page.element("#menu").is_displayed())
    return [button.get_attribute("data-title") for button in page.all("#menu button")]


def choose(page, title):
    page.element(f'#menu [data-title="{title}"]').click()
    page.settle()


def opened(page, bridge, document=GROUPED):
    page.open(bridge.opening.root / "grouped.json", document)


def edges(page):
    return page.run("return Object.fromEntries([...nodewire.scene.edges].map(([id, edge]) => [id, edge.count ?? 0]))")


def test_keys_make_a_group_and_dissolve_it(page):
    select(page, "a", "b")
    page.chord("g", Keys.CONTROL)
    page.wait(lambda: len(page.document()["nodes"]) == 5)
    nodes = page.document()["nodes"]
    (group,) = set(nodes) - {"a", "b", "c", "end"}
    assert nodes[group]["type"] == "group" and {nodes[id]["parentId"] for id in "ab"} == {group}
    assert page.selection() == [group]
    page.chord("g", Keys.CONTROL, Keys.SHIFT)
    page.wait(lambda: len(page.document()["nodes"]) == 4)
    assert page.position("b") == (60, 260) and set(page.selection()) == {"a", "b"}
    page.keys("z", held=Keys.CONTROL)
    page.wait(lambda: group in page.document()["nodes"])


def test_a_group_of_nothing_is_refused_in_words(page):
    page.chord("g", Keys.CONTROL)
    page.wait(lambda: page.all("#toasts .bad"))
    assert len(page.document()["nodes"]) == 4
    select(page, "a")
    page.chord("g", Keys.CONTROL, Keys.SHIFT)
    page.wait(lambda: len(page.all("#toasts .bad")) == 2)
    assert page.element("#toasts .bad:last-child").get_attribute("textContent") == "Select a group"


def test_the_menu_groups_what_is_selected(page):
    select(page, "a", "b", "c")
    titles = menu(page, "b")
    assert page.element("#menu").get_attribute("aria-label") == "3 nodes"
    assert "Group" in titles and "Ungroup" not in titles and "Rename" not in titles
    choose(page, "Group")
    page.wait(lambda: len(page.document()["nodes"]) == 5)
    assert len([node for node in page.document()["nodes"].values() if node.get("parentId")]) == 3


def test_a_group_collapses_and_expands(page, bridge):
    opened(page, bridge)
    assert {"Ungroup", "Collapse", "Fit to content", "Paste into group"} <= set(menu(page, "g"))
    choose(page, "Collapse")
    page.wait(lambda: page.document()["nodes"]["g"].get("collapsed"))
    assert page.document()["nodes"]["g"]["collapsedSize"] == {"width": 200, "height": 80}
    page.settle()
    assert edges(page) == {"a-out": 2}
    assert set(page.run("return [...nodewire.scene.nodes.keys()]")) == {"g", "out"}
    titles = menu(page, "g")
    assert "Expand" in titles and "Fit to content" not in titles
    choose(page, "Expand")
    page.wait(lambda: "collapsed" not in page.document()["nodes"]["g"])
    page.settle()
    assert edges(page) == {"a-out": 0, "b-out": 0, "a-b": 0}
    size = page.document()["nodes"]["g"]
    assert (size["width"], size["height"]) == (400, 260)


def test_a_key_collapses_a_group_in_the_size_that_it_says(page, bridge):
    nodes = [{**GROUPED["nodes"][0], "collapsedSize": {"width": 120, "height": 44}}, *GROUPED["nodes"][1:]]
    opened(page, bridge, {**GROUPED, "nodes": nodes})
    select(page, "g")
    page.chord(".", Keys.CONTROL)
    page.wait(lambda: page.document()["nodes"]["g"].get("collapsed"))
    page.settle()
    item = page.run("return nodewire.scene.nodes.get('g')")
    assert (item["width"], item["height"]) == (120, 44)
    page.chord(".", Keys.CONTROL)
    page.wait(lambda: "collapsed" not in page.document()["nodes"]["g"])


def test_the_panel_says_how_large_a_collapsed_group_is(page, bridge):
    opened(page, bridge)
    select(page, "a")
    assert not page.element('#panel [data-path=":collapsedSize"]').is_displayed()
    select(page, "g")
    field = lambda side: page.element(f'#panel [data-path=":collapsedSize"] input[aria-label$="{side}"]')  # noqa: E731
    page.wait(lambda: field("width").is_displayed())
    field("width").send_keys("150", Keys.TAB)
    field("height").send_keys("48", Keys.TAB)
    page.wait(lambda: page.document()["nodes"]["g"].get("collapsedSize") == {"width": 150, "height": 48})
    assert page.element('[data-command="undo"]').get_attribute("title").startswith("Undo Collapsed size of ")
    page.keys(Keys.ESCAPE)
    page.chord(".", Keys.CONTROL)
    page.wait(lambda: page.document()["nodes"]["g"].get("collapsed"))
    page.settle()
    assert page.run("const { width, height } = nodewire.scene.nodes.get('g'); return [width, height]") == [150, 48]
    field("height").send_keys(Keys.CONTROL, "a", Keys.NULL, Keys.DELETE, Keys.TAB)
    page.wait(lambda: "collapsedSize" not in page.document()["nodes"]["g"])


@pytest.mark.parametrize("zoom", [1, 0.8, 0.5, 0.41])
def test_the_title_of_a_group_ends_above_what_it_holds(page, bridge, zoom):
    opened(page, bridge)
    select(page, "g")
    page.chord("f", Keys.CONTROL, Keys.SHIFT)
    page.ask_view("view/zoom", to=zoom)
    page.settle()
    title, first = page.run("""
        const { namePlace } = await import("./nodes.js");
        const { scene } = nodewire;
        const { zoom, labelScale } = { labelScale: 1, ...scene.state, ...scene.state.viewport };
        const place = namePlace({ zoom, boost: (limit) => Math.min(limit, Math.max(1, labelScale)) }, scene.nodes.get("g"));
        return [place, scene.nodes.get("a").y];
    """)
    assert title["y"] + title["size"] * 1.2 < first
    assert title["size"] * zoom > 11


def test_a_key_fits_a_group_to_its_content(page, bridge):
    opened(page, bridge)
    select(page, "g")
    page.chord("f", Keys.CONTROL, Keys.SHIFT)
    page.wait(lambda: page.document()["nodes"]["g"]["height"] != 260)
    group = page.document()["nodes"]["g"]
    assert (group["width"], group["height"]) == (2 * 24 + 350, 2 * 24 + 60)


def test_a_collapsed_group_is_a_card_and_its_edges_are_counted(page, bridge):
    opened(page, bridge)
    select(page, "g")
    page.chord(".", Keys.CONTROL)
    page.wait(lambda: page.document()["nodes"]["g"].get("collapsed"))
    page.ask_view("view/select")
    page.settle()
    page.point((1100, 400))
    x, y = page.middle("g")
    picture = page.screenshot("collapsed")
    assert page.colors(picture, (x + 60, y + 25)) == [CARD]
    # Below it the pile, of two cards more.
    assert page.colors(picture, (x + 40, y + 42)) == [CARD]
    label = page.run("""
        const { labelOf } = await import("./collapsed.js");
        return labelOf(nodewire.scene.edges.get("a-out"));
    """)
    assert label["text"] == "×2"
    at = page.on_screen(label["x"], label["y"])
    left, right = page.colors(picture, (at[0] - 10, at[1]), (at[0] + 10, at[1]))
    assert left == right == CARD


def test_the_number_is_written_behind_a_label(page, bridge):
    edges = [{**GROUPED["edges"][0], "label": "goes"}, *GROUPED["edges"][1:]]
    nodes = [{**GROUPED["nodes"][0], "collapsed": True}, *GROUPED["nodes"][1:]]
    opened(page, bridge, {**GROUPED, "nodes": nodes, "edges": edges})
    script = """
        const { labelOf } = await import("./collapsed.js");
        return labelOf(nodewire.scene.edges.get("a-out"))?.text;
    """
    assert page.run(script) == "goes ×2"
    page.ask_document("element/remove", edges=["b-out"])
    page.settle()
    assert page.run(script) == "goes"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_what_a_collapsed_group_looks_like_is_painted_again_when_it_changes(page, bridge, theme):
    opened(page, bridge)
    if theme == "dark":
        page.press("theme")
    select(page, "g")
    page.chord(".", Keys.CONTROL)
    page.wait(lambda: page.document()["nodes"]["g"].get("collapsed"))
    page.wait(lambda: page.element("#accessory").is_displayed())
    page.settle()
    most, where = page.difference(page.screenshot(f"collapsed-{theme}"), page.renewed())
    if theme == "dark":
        page.press("theme")
    assert most < 24, where


def test_the_toolbar_of_a_group_collapses_it(page, bridge):
    opened(page, bridge)
    select(page, "a")
    page.wait(lambda: page.element("#accessory").is_displayed())
    assert not page.element('#accessory [data-command="collapse"]').is_displayed()
    select(page, "g")
    page.wait(lambda: page.element('#accessory [data-command="collapse"]').is_displayed())
    page.element('#accessory [data-command="collapse"]').click()
    page.wait(lambda: page.document()["nodes"]["g"].get("collapsed"))
    page.wait(lambda: page.element('#accessory [data-command="collapse"]').get_attribute("title") == "Expand")
    page.screenshot("accessory-group")
    page.element('#accessory [data-command="collapse"]').click()
    page.wait(lambda: "collapsed" not in page.document()["nodes"]["g"])
