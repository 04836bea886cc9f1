"""Node types that are pressed or carried onto the canvas, and what takes them there."""

from browser import by
from documents import DOCUMENT
from selenium.webdriver.common.keys import Keys

GROUPED = {
    **DOCUMENT,
    "nodes": [
        *DOCUMENT["nodes"],
        {"id": "g", "type": "group", "label": "Group", "position": {"x": -160, "y": 380}, "width": 300, "height": 200},
    ],
}


def carry(page, kind, place, until=None):
    """Drags a type onto a place by the mouse, and holds it there if ``until`` is given."""
    actions = page.mouse()
    pointer = actions.pointer_action.move_to(page.element(f'#palette [data-type="{kind}"]').element).pointer_down()
    pointer.move_to_location(*by(place, -12, 9)).move_to_location(*place)
    if until is None:
        pointer.pointer_up()
    actions.perform()
    page.settle()


def made(page):
    """The one node that the document did not have."""
    known = {node["id"] for node in GROUPED["nodes"]}
    (node,) = [node for node in page.document()["nodes"].values() if node["id"] not in known]
    return node


def test_a_type_is_pressed_into_the_middle(page):
    page.element('#palette [data-type="end"]').click()
    page.wait(lambda: len(page.document()["nodes"]) == 5)
    page.wait(lambda: page.element('[data-command="undo"]').get_attribute("title") == "Undo Add End")


def test_a_type_is_pressed_beside_what_is_selected_and_connected(page):
    page.ask_view("view/select", nodes=["a"])
    page.wait(lambda: page.selection() == ["a"])
    page.element('#palette [data-type="message"]').click()
    page.wait(lambda: len(page.document()["edges"]) == 2)
    first = made(page)
    assert first["position"]["x"] == 0 and 130 <= first["position"]["y"] <= 420
    (edge,) = [edge for edge in page.document()["edges"].values() if edge["target"] == first["id"]]
    assert (edge["source"], edge["sourceHandle"]) == ("a", "next")
    page.wait(lambda: page.selection() == [first["id"]])
    assert page.element('[data-command="undo"]').get_attribute("title") == "Undo Add Message"
    # Its only source is taken now: the next one lies beside it, and that is all.
    page.ask_view("view/select", nodes=["a"])
    page.element('#palette [data-type="end"]').click()
    page.wait(lambda: len(page.document()["nodes"]) == 6)
    assert len(page.document()["edges"]) == 2
    page.press("undo")
    page.press("undo")
    assert len(page.document()["nodes"]) == 4 and len(page.document()["edges"]) == 1


def test_a_type_is_dragged_onto_the_canvas(page):
    actions = page.mouse()
    source = page.element('#palette [data-type="message"]').element
    pointer = actions.pointer_action.move_to(source).pointer_down()
    pointer.move_to_location(300, 600).move_to_location(720, 640).pointer_up()
    actions.perform()
    page.wait(lambda: len(page.document()["nodes"]) == 5)
    assert (made(page)["type"], made(page)["position"]) == ("message", {"x": 220, "y": 450})
    assert page.selection() == [made(page)["id"]]


def test_a_type_is_dragged_by_a_finger(page):
    box = page.element('#palette [data-type="message"]').rect
    start = (box["x"] + 20, box["y"] + 15)
    page.fingers([start], [by(start, 30, 4)], [(300, 600)], [(720, 640)])
    page.wait(lambda: len(page.document()["nodes"]) == 5)
    assert (made(page)["type"], made(page)["position"]) == ("message", {"x": 220, "y": 450})
    assert page.run("return document.getElementById('carried')") is None


def test_a_type_that_a_finger_takes_back_is_not_added(page):
    box = page.element('#palette [data-type="message"]').rect
    start = (box["x"] + 20, box["y"] + 15)
    page.fingers([start], [by(start, 60, 4)], [(300, 600)], [start])
    page.settle()
    assert len(page.document()["nodes"]) == 4


def test_a_type_that_a_finger_taps_is_added_in_the_middle(page):
    box = page.element('#palette [data-type="end"]').rect
    page.fingers([(box["x"] + 20, box["y"] + 15)])
    page.wait(lambda: len(page.document()["nodes"]) == 5)


def test_types_that_are_pressed_do_not_lie_on_each_other(page):
    for _ in range(3):
        page.element('#palette [data-type="end"]').click()
        page.settle()
    page.wait(lambda: len(page.document()["nodes"]) == 7)
    codes = [one["code"] for one in page.ask("document/check", document=page.run("return nodewire.document"))["diagnostics"]]
    assert "overlap" not in codes


def test_a_type_is_added_even_where_the_screen_is_full(page, bridge):
    size = {"width": 3000, "height": 3000}
    full = {"id": "all", "position": {"x": -1200, "y": -1200}, **size}
    page.open(bridge.opening.root / "full.json", {**GROUPED, "nodes": [full], "edges": []})
    for count in (2, 3):
        page.element('#palette [data-type="end"]').click()
        page.wait(lambda: len(page.document()["nodes"]) == count)
    one, other = list(page.document()["nodes"].values())[1:]
    assert one["position"] != other["position"]


def test_a_type_goes_into_the_group_that_is_marked(page, bridge):
    page.open(bridge.opening.root / "grouped.json", GROUPED)
    place = page.on_screen(20, 480)
    carry(page, "end", place, until="held")
    assert page.state("dropTarget") == {"node": "g"}
    page.screenshot("drop-group")
    page.release()
    page.wait(lambda: len(page.document()["nodes"]) == 6)
    node = made(page)
    assert (node["parentId"], node["position"]) == ("g", {"x": 100, "y": 80})
    assert page.selection() == [node["id"]]


def test_a_type_goes_into_the_edge_that_is_marked(page, bridge):
    page.open(bridge.opening.root / "plain.json", DOCUMENT)
    label = page.run("return nodewire.scene.edges.get('b-end').label")
    place = page.on_screen(label["x"], label["y"])
    carry(page, "message", place, until="held")
    assert page.state("dropTarget") == {"edge": "b-end"}
    page.release()
    page.wait(lambda: len(page.document()["edges"]) == 2)
    assert page.middle(made(page)["id"]) == (round(place[0]), round(place[1]))
    assert {(edge["source"], edge["target"]) for edge in page.document()["edges"].values()} == {
        ("b", made(page)["id"]),
        (made(page)["id"], "end"),
    }
    page.press("undo")
    assert len(page.document()["nodes"]) == 4 and len(page.document()["edges"]) == 1


def test_a_node_that_takes_nothing_is_not_marked(page):
    carry(page, "end", page.middle("a"), until="held")
    assert page.state("dropTarget") is None
    page.release()
    page.wait(lambda: len(page.document()["nodes"]) == 5)
    assert "parentId" not in made(page)


def test_a_type_is_carried_where_the_document_asks_before_drops(page, bridge):
    asking = {**DOCUMENT, "settings": {**DOCUMENT["settings"], "askBeforeDrop": True}}
    page.open(bridge.opening.root / "asking.json", asking)
    page.element('#palette [data-type="end"]').click()
    page.wait(lambda: len(page.document()["nodes"]) == 5)


def test_a_key_lists_the_types_and_letters_find_one(page):
    page.click(page.middle("b"))
    page.keys("n")
    page.wait(lambda: page.element("#menu").is_displayed())
    page.keys("en")
    assert page.run("return document.activeElement.dataset.title") == "End"
    page.screenshot("add-by-keys")
    page.keys(Keys.ENTER)
    page.wait(lambda: len(page.document()["nodes"]) == 5)
    page.wait(lambda: page.element("#rename").is_displayed())
    page.keys(Keys.ESCAPE)
    # Where nothing is selected, too.
    page.ask_view("view/select", nodes=[])
    page.keys("n")
    page.wait(lambda: page.element("#menu").is_displayed())
    page.keys("en", Keys.ENTER)
    page.wait(lambda: page.element("#rename").is_displayed())
    page.keys("Last", Keys.ENTER)
    page.wait(lambda: "Last" in [node.get("label") for node in page.document()["nodes"].values()])
    # Also a letter of a later word finds an entry.
    page.click((700, 700), "right")
    page.wait(lambda: page.element("#menu").is_displayed())
    page.keys("m")
    assert page.run("return document.activeElement.dataset.title") == "Add Message"


def test_a_type_that_is_carried_lands_though_the_palette_is_made_anew(page):
    carry(page, "end", (700, 560), until="shown")
    page.run("document.querySelector('[data-command=theme]').click()")
    page.settle()
    page.point((710, 560))
    page.release()
    page.wait(lambda: len(page.document()["nodes"]) == 5)
    assert not page.all("#carried")
