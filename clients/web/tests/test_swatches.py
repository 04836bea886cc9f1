"""Colors and locks of nodes, given by hand."""

from browser import by


def swatch(page, title):
    return page.element(f'#panel .swatch[title="{title}"]')


def pressed(page):
    return [one.get_attribute("title") for one in page.all('#panel .swatch[aria-pressed="true"]')]


def test_a_node_is_given_a_color_and_loses_it(page):
    page.click(page.middle("a"))
    page.wait(lambda: page.element("#panel").is_displayed())
    assert pressed(page) == ["No color"]
    swatch(page, "Green").click()
    page.wait(lambda: page.document()["nodes"]["a"].get("style") == {"backgroundColor": "#bbf7d0"})
    page.wait(lambda: pressed(page) == ["Green"])
    assert page.element('[data-command="undo"]').get_attribute("title") == "Undo Color of Ask"
    assert page.colors(page.screenshot("colored"), by(page.middle("a"), 80, 0)) == ["#bbf7d0"]
    swatch(page, "No color").click()
    page.wait(lambda: not page.document()["nodes"]["a"].get("style"))
    page.press("undo")
    page.press("undo")
    assert "style" not in page.document()["nodes"]["a"]


def test_several_nodes_are_given_one_color_and_are_aligned(page):
    page.ask_view("view/select", nodes=["a", "b", "c"])
    page.wait(lambda: page.element("#panel").is_displayed())
    swatch(page, "Blue").click()
    page.wait(lambda: pressed(page) == ["Blue"])
    page.screenshot("several")
    nodes = page.document()["nodes"]
    assert [id for id in nodes if nodes[id].get("style")] == ["a", "b", "c"]
    assert page.element('[data-command="undo"]').get_attribute("title") == "Undo Color of 3 nodes"
    page.ask_document("node/update", id="b", patch={"style": None})
    page.ask_view("view/select", nodes=["a", "b"])
    page.wait(lambda: pressed(page) == [])
    page.element('#panel .arrange [title="Align left"]').click()
    page.wait(lambda: page.position("b")[0] == page.position("a")[0])
    # An edge has colors of its own.
    page.ask_view("view/select", edges=["b-end"])
    page.wait(lambda: page.element("#panel small").text == "Connection")
    assert not page.all('#panel .swatch[title="Yellow"]')


def entry(page, place, title):
    page.click(place, "right")
    page.wait(lambda: page.element("#menu").is_displayed())
    return page.element(f'#menu [data-title="{title}"]')


def test_the_menu_locks_nodes_and_unlocks_them(page):
    page.ask_view("view/select", nodes=["a", "c"])
    entry(page, page.middle("c"), "Lock").click()
    page.wait(lambda: page.document()["nodes"]["c"].get("locked"))
    assert page.document()["nodes"]["a"]["locked"] is True
    assert page.element('[data-command="undo"]').get_attribute("title") == "Undo Lock 2 nodes"
    entry(page, page.middle("c"), "Unlock").click()
    page.wait(lambda: "locked" not in page.document()["nodes"]["c"])


def test_the_menu_shows_what_is_selected(page):
    page.ask_view("view/zoom", to=0.3, at={"x": 400, "y": 400})
    page.ask_view("view/select", nodes=["c"])
    entry(page, page.middle("c"), "Show what is selected").click()
    page.wait(lambda: page.viewport()["zoom"] == 1)
    x, y = page.middle("c")
    assert 300 < x < 900 and 200 < y < 600


def test_what_is_wrong_names_a_node_that_is_out_of_sight(page, bridge):
    types = {"start": {"role": "start"}, "say": {"role": "message"}}
    nodes = [{"id": id, "type": type, "label": label, "position": {"x": at, "y": 0}} for id, type, label, at in (
        ("s", "start", "Begin", 0), ("m", "say", "Lonely", 400))]
    page.open(bridge.opening.root / "lonely.json", {"nodewire": 1, "types": types, "nodes": nodes, "edges": []})
    page.ask_view("view/select", nodes=["m"])
    page.wait(lambda: page.all("#panel .notes li"))
    page.ask_view("view/pan", by={"x": 9000, "y": 0})
    page.wait(lambda: not page.run("return nodewire.scene.nodes.has('m')"))
    page.ask_document("node/update", id="m", patch={"data": {"text": "Changed"}})
    page.ask_view("view/select", nodes=[])
    page.ask_view("view/select", nodes=["m"])
    page.wait(lambda: page.all("#panel .notes li"))
    assert 'Nothing leads to "Lonely"' in [one.text.split("\n")[0] for one in page.all("#panel .notes li")]
