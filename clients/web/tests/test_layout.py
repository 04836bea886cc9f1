"""The panel that lays nodes out: what it asks for, what it shows, and that one undo takes all back."""

import pytest

NODES = [
    {"id": "a", "position": {"x": 0, "y": 0}}, {"id": "b", "position": {"x": 20, "y": 10}},
    {"id": "c", "position": {"x": 40, "y": 20}}, {"id": "far", "position": {"x": 500, "y": 300}},
]  # fmt: skip
EDGES = [{"id": "ab", "source": "a", "target": "b"}, {"id": "ac", "source": "a", "target": "c"}]
HEAP = {"nodewire": 1, "viewport": {"x": 300, "y": 120, "zoom": 1}, "nodes": NODES, "edges": EDGES}


@pytest.fixture
def panel(page, bridge):
    page.open(bridge.opening.root / "heap.json", HEAP)
    page.press("layout")
    page.wait(lambda: page.element("#layout").is_displayed())
    return page


def choose(page, name, value):
    place = f'.pictures [data-value="{value}"]' if name == "algorithm" else f'[data-path="{name}"] option[value="{value}"]'
    page.element(f"#layout {place}").click()


def lay_out(page):
    before = page.document()["nodes"]
    page.element("#layout .primary").click()
    page.wait(lambda: page.document()["nodes"] != before)
    page.settle()


def test_all_nodes_are_laid_out_and_one_undo_takes_it_back(panel):
    assert panel.element("#layout").accessible_name == "Lay out"
    assert panel.element("#layout .note").text == "The whole document"
    lay_out(panel)
    (_, top), (left, lower), (right, same) = (panel.position(id) for id in "abc")
    assert lower == same > top and abs(right - left) >= 150
    panel.screenshot("layout")
    panel.ask_document("history/undo")
    panel.wait(lambda: panel.position("b") == (20, 10))


def test_the_direction_is_that_which_is_chosen_and_is_kept(panel):
    choose(panel, "direction", "right")
    lay_out(panel)
    assert panel.position("b")[0] == panel.position("c")[0] > panel.position("a")[0]
    panel.run("location.reload()")
    panel.wait(lambda: panel.run("return Boolean(globalThis.nodewire?.view)"))
    panel.press("layout")
    panel.wait(lambda: panel.element('#layout [data-path="direction"] select').get_attribute("value") == "right")
    choose(panel, "direction", "down")


def test_without_a_choice_nodes_lie_as_their_handles_face(panel, bridge):
    sides = [{"id": "in", "type": "target", "position": "left"}, {"id": "out", "type": "source", "position": "right"}]
    ends = {"sourceHandle": "out", "targetHandle": "in"}
    document = {**HEAP, "nodes": [{**node, "handles": sides} for node in NODES], "edges": [{**edge, **ends} for edge in EDGES]}
    panel.open(bridge.opening.root / "sideways.json", document)
    choose(panel, "direction", "auto")
    lay_out(panel)
    assert panel.position("b")[0] == panel.position("c")[0] > panel.position("a")[0]
    right = panel.element("#layout").rect["x"]
    assert all(panel.middle(node)[0] + 75 < right for node in ("a", "b", "c", "far"))


def test_only_what_is_selected_moves(panel):
    panel.ask_view("view/select", nodes=["b", "c"])
    panel.wait(lambda: panel.element("#layout .note").text == "Only the 2 selected nodes")
    choose(panel, "algorithm", "removeOverlaps")
    assert not panel.element('#layout [data-path="direction"]').is_displayed()
    lay_out(panel)
    assert panel.position("a") == (0, 0) and panel.position("far") == (500, 300)
    choose(panel, "algorithm", "layered")


def test_lines_may_be_routed_around_nodes(panel):
    choose(panel, "edges", "orthogonal")
    lay_out(panel)
    edges = panel.ask_document("document/read")["edges"]
    assert {edge["type"] for edge in edges} == {"orthogonal"}
    choose(panel, "edges", "keep")


def test_it_closes_by_its_key_and_beside_the_settings_there_is_room_for_one(panel):
    panel.press("settings")
    panel.wait(lambda: panel.element("#settings").is_displayed())
    assert not panel.element("#layout").is_displayed()


def test_others_make_way_for_what_is_dragged_where_that_is_chosen(panel):
    choose(panel, "algorithm", "layered")
    lay_out(panel)
    switch = panel.element('#layout [data-path="drag"] input')
    switch.click()
    panel.wait(lambda: panel.ask_document("document/read")["settings"].get("dragLayout", {}).get("algorithm") == "layered")
    places = {id: panel.position(id) for id in ("a", "b", "c")}
    panel.move(panel.middle("b"), panel.middle("c"), until="held")
    panel.settle()
    # While the pointer holds it, the document is as it was, and the other has gone from under it.
    assert panel.position("c") == places["c"] and panel.middle("c") != panel.middle("b")
    panel.screenshot("making-way")
    shown = panel.middle("c")
    panel.release()
    panel.wait(lambda: panel.position("c") != places["c"])
    panel.settle()
    assert panel.middle("c") == pytest.approx(shown, abs=1)
    panel.press("undo")
    panel.wait(lambda: {id: panel.position(id) for id in places} == places)
    switch.click()
    panel.wait(lambda: "dragLayout" not in panel.ask_document("document/read")["settings"])
