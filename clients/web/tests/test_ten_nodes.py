"""A dialog of ten nodes, from an empty canvas to the last word: how often something is pressed, drawn or typed."""

import time

import pytest
from bridge import Bridge, Opening
from browser import Page
from conftest import serving
from selenium.webdriver.common.keys import Keys

SAID = [f"This is what the bot says at {number}" for number in range(9)]
MOST = 45


class Counting:
    """A hand on the page that counts what it does. A text that is typed in one go is one action."""

    def __init__(self, page):
        self.page = page
        self.count = 0

    def press(self, key):
        self.count += 1
        self.page.keys(key)

    def click(self, element):
        self.count += 1
        element.click()
        self.page.settle()

    def double_click(self, place):
        self.count += 1
        self.page.click(place, count=2)

    def write(self, text):
        self.count += 1
        self.page.keys(text)


@pytest.fixture
def hand(page, chromium, server, tmp_path):
    with serving(Bridge(server, Opening.of(tmp_path / "ten.json"))) as bridge:
        chromium.get_log("browser")
        yield Counting(Page(chromium, bridge.url))
        chromium.execute_script("addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true)")
        chromium.get("about:blank")


def texts(page):
    return [node["data"]["text"] for node in page.document()["nodes"].values() if node.get("data", {}).get("text")]


def rests(page, node):
    """Whether a node stays where it is on the screen: a template is shown by a view that moves."""
    before = page.middle(node)
    time.sleep(0.3)
    return page.middle(node) == before


def check(hand):
    page = hand.page
    page.wait(lambda: sorted(texts(page)) == sorted(SAID))
    document = page.document()
    assert len(document["nodes"]) == 10 and len(document["edges"]) == 9
    # All of them are one way from the start.
    ways = {edge["source"]: edge["target"] for edge in document["edges"].values()}
    at, seen = "start", []
    while at in ways:
        at = ways[at]
        seen.append(document["nodes"][at]["data"]["text"])
    assert seen == SAID
    assert hand.count <= MOST, hand.count
    # Nothing had to be taken back.
    assert page.ask_document("history/list")["position"] == len(page.ask_document("history/list")["labels"])


def test_by_keys(hand):
    page = hand.page
    page.wait(lambda: page.element("#hint .tile").is_displayed())
    hand.press(Keys.TAB)
    hand.press(Keys.ENTER)
    page.wait(lambda: len(page.document()["nodes"]) == 1)
    page.wait(lambda: page.active() == "canvas")
    hand.press(Keys.TAB)
    hand.press(" ")
    page.wait(lambda: page.selection() == ["start"])
    for text in SAID:
        hand.press("n")
        page.wait(lambda: page.element("#menu").is_displayed())
        hand.press(Keys.ENTER)
        hand.write(text)
        hand.press(Keys.ENTER)
        page.wait(lambda: text in texts(page))
    check(hand)


def test_by_mouse(hand):
    page = hand.page
    page.wait(lambda: page.element("#hint .tile").is_displayed())
    hand.click(page.element('#hint .tile[value="dialog"]'))
    page.wait(lambda: len(page.document()["nodes"]) == 1)
    hand.count += 1
    page.wait(lambda: rests(page, "start"))
    page.click(page.middle("start"))
    page.wait(lambda: page.selection() == ["start"])
    for number, text in enumerate(SAID):
        hand.click(page.element('#palette [data-type="message"]'))
        page.wait(lambda: len(page.document()["nodes"]) == number + 2)
        (node,) = page.selection()
        hand.double_click(page.middle(node))
        hand.write(text)
        hand.press(Keys.ENTER)
        page.wait(lambda: text in texts(page))
    check(hand)


def test_by_touch(hand):
    page = hand.page

    def tap(place, count=1):
        hand.count += 1
        for _ in range(count):
            page.cdp("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": place[0], "y": place[1]}])
            page.cdp("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        page.settle()

    def tap_on(selector):
        box = page.element(selector).rect
        tap((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))

    page.resize(390, 844)
    page.cdp("Emulation.setTouchEmulationEnabled", enabled=True)
    page.browser.refresh()
    try:
        page.wait(lambda: page.run("return Boolean(globalThis.nodewire?.view)") and page.element("#hint .tile").is_displayed())
        tap_on('#hint .tile[value="dialog"]')
        page.wait(lambda: len(page.document()["nodes"]) == 1)
        page.wait(lambda: rests(page, "start"))
        tap(page.middle("start"))
        page.wait(lambda: page.selection() == ["start"])
        # Its type is reached by a finger that draws the row to the left, once.
        hand.count += 1
        row = page.element("#types").rect
        at = row["y"] + row["height"] / 2
        page.fingers(*[[(row["x"] + row["width"] - 30 - step * 12, at)] for step in range(16)])
        drawn = lambda: page.run("return document.querySelector('#types').scrollLeft")  # noqa: E731
        # It goes on for a while when the finger is off.
        page.wait(lambda: (before := drawn()) > 60 and (time.sleep(0.3) or drawn() == before))
        for number, text in enumerate(SAID):
            tap_on('#palette [data-type="message"]')
            page.wait(lambda: len(page.document()["nodes"]) == number + 2)
            (node,) = page.selection()
            page.wait(lambda: rests(page, node))
            tap(page.middle(node), count=2)
            page.wait(lambda: page.element("#writing").is_displayed())
            hand.count += 1
            page.cdp("Input.insertText", text=text)
            hand.press(Keys.ENTER)
            page.wait(lambda: text in texts(page))
        check(hand)
    finally:
        page.cdp("Emulation.setTouchEmulationEnabled", enabled=False)
        page.resize(1200, 800)
