"""Comparing with what is saved and with a file: marks, ghosts, the list, back and as it is."""

import pytest

LIGHT = {"added": "#0f9f6e", "removed": "#e0364c", "changed": "#b86e00", "moved": "#5b5bf0"}


def node(id, x, y, **members):
    return {"id": id, "position": {"x": x, "y": y}, "width": 120, "height": 60, "label": id, **members}


SAVED = {
    "nodewire": 1,
    "nodes": [node("a", 0, 0), node("b", 200, 0), node("c", 400, 0)],
    "edges": [{"id": "ab", "source": "a", "target": "b"}],
}


@pytest.fixture
def compared(page, bridge):
    page.open(bridge.opening.root / "saved.json", SAVED)
    page.ask_document("node/update", id="a", patch={"label": "A"})
    page.ask_document("element/remove", nodes=["b"])
    page.ask_document("node/move", ids=["c"], by={"x": 0, "y": 120})
    page.ask_document("node/insert", node=node("d", 0, 160))
    page.element('[data-command="file"]').click()
    (entry,) = [one for one in page.all("#menu button") if "what is saved" in one.text]
    entry.click()
    page.wait(lambda: len(rows(page)) == 5)
    return page


def rows(page):
    return [row.text for row in page.all("#differenceList .notes .way")]


def press(page, name):
    (button,) = [one for one in page.all("#differenceList button") if name in (one.text if "all" in name else "", one.accessible_name)]
    button.click()


def shown(page):
    script = "return Object.fromEntries([...nodewire.scene.nodes].map(([id, item]) => [id, item.difference ?? null]))"
    return page.run(script)


def test_differences_are_painted_and_listed(compared):
    assert shown(compared) == {"a": "changed", "b": "removed", "c": "moved", "d": "added"}
    assert sorted(rows(compared)) == ["A: changed", "Connection ab: removed", "b: removed", "c: moved", "d: added"]
    picture = compared.screenshot("differences")
    badges = []
    for id in "abcd":
        item = compared.run("return nodewire.scene.nodes.get(arguments[0])", id)
        x, y = compared.on_screen(item["x"], item["y"])
        badges.append((x - 5, y + 3))
    assert list(compared.colors(picture, *badges)) == [LIGHT[kind] for kind in ("changed", "removed", "moved", "added")]


def test_one_goes_through_them_and_takes_them_back(compared):
    for _ in range(5):
        press(compared, "Next")
    press(compared, "Restore all")
    compared.wait(lambda: rows(compared) == [])
    assert shown(compared) == {"a": None, "b": None, "c": None}
    compared.ask_document("history/undo")
    compared.wait(lambda: len(rows(compared)) == 5)
    (row,) = [one for one in compared.all("#differenceList .notes .way") if one.text == "b: removed"]
    row.click()
    compared.wait(lambda: compared.run("return nodewire.scene.state.focus?.node") == "b")
    press(compared, "Restore b")
    compared.wait(lambda: "b" in shown(compared) and shown(compared)["b"] is None)
    press(compared, "Keep all")
    compared.wait(lambda: rows(compared) == [])
    press(compared, "Stop comparing")
    compared.wait(lambda: not compared.element("#differenceList").is_displayed())
