"""Cards whose type says that they have the size of their text."""

import pytest
from browser import by
from selenium.webdriver.common.keys import Keys

TYPES = {
    "say": {
        "defaultSize": {"width": 200, "height": 84},
        "sizeFrom": {"label": "/data/text", "minWidth": 90, "minHeight": 46, "maxWidth": 200, "padding": 12},
        "handles": [{"id": "in", "type": "target", "position": "left"}],
    }
}
LONG = "Hello! I am the support bot, and I know all about orders, invoices and returns."


def node(id, y, text, **more):
    return {"id": id, "type": "say", "position": {"x": 0, "y": y}, "data": {"text": text}, **more}


@pytest.fixture
def cards(page, bridge):
    nodes = [node("short", 0, "Hi"), node("long", 120, LONG), node("own", 320, LONG, width=120, height=50)]
    document = {"nodewire": 1, "types": TYPES, "viewport": {"x": 400, "y": 150, "zoom": 1}, "nodes": nodes, "edges": []}
    page.open(bridge.opening.root / "cards.json", document)
    return page


def size(page, id):
    page.settle()
    item = page.run("return nodewire.scene.nodes.get(arguments[0])", id)
    return item["width"], item["height"]


def test_a_card_is_as_large_as_its_text(cards):
    cards.wait(lambda: size(cards, "short") == (90, 46))
    cards.screenshot("cards")
    width, height = size(cards, "long")
    assert 150 < width <= 200 and height >= 72
    assert size(cards, "own") == (120, 50)
    # It is no change of the document.
    assert not cards.element("#dirty").is_displayed()


def test_a_card_grows_with_what_is_written(cards):
    cards.wait(lambda: size(cards, "short") == (90, 46))
    cards.click(by(cards.middle("short"), 20, 0), count=2)
    cards.wait(lambda: cards.element("#writing").is_displayed())
    cards.keys(Keys.END, f" {LONG}", Keys.ENTER)
    cards.wait(lambda: size(cards, "short")[1] >= 72)
    cards.press("undo")
    cards.wait(lambda: size(cards, "short") == (90, 46))


def test_a_card_without_a_text_has_the_size_of_its_type(cards):
    cards.wait(lambda: size(cards, "short") == (90, 46))
    cards.ask_document("node/update", id="short", patch={"data": {"text": None}})
    cards.wait(lambda: size(cards, "short") == (200, 84))
