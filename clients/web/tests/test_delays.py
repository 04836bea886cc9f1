"""What is typed is there at once and in order, however late the server's answers are."""

import json
import os
import time
from contextlib import contextmanager

import pytest
from bridge import Bridge, Opening
from browser import Page
from conftest import serving
from contents import DIALOG
from delays import delayed, set_lateness
from selenium.webdriver.common.keys import Keys

# Letters a second, and for how many seconds a text is typed: NODEWIRE_TYPING says another number.
PACE = 40
SECONDS = int(os.environ.get("NODEWIRE_TYPING", "6"))


@contextmanager
def opened(chromium, server, folder, at_first=0):
    """The page with a list of buttons; nothing may be wrong in the browser's log."""
    file = folder / "late.json"
    file.write_text(json.dumps(DIALOG))
    with serving(Bridge(server, Opening.of(file))) as bridge, delayed(chromium, at_first):
        chromium.get_log("browser")
        page = Page(chromium, bridge.url)
        yield page
        assert [entry for entry in chromium.get_log("browser") if entry["level"] == "SEVERE"] == []
        page.run("addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true)")
        chromium.get("about:blank")


@pytest.fixture(params=[0, 0.3, 2.0], ids=["at-once", "300ms", "2s"])
def late(request, chromium, server, tmp_path):
    """The page, and a server that is late once it is open."""
    with opened(chromium, server, tmp_path) as page:
        set_lateness(page, request.param)
        start = time.monotonic()
        page.ask_document("history/list")
        assert time.monotonic() - start >= request.param
        yield page


def test_a_page_opens_with_a_late_server(chromium, server, tmp_path):
    with opened(chromium, server, tmp_path, at_first=2) as page:
        select(page, "ask")
        assert len(labels(page)) > 1


def typed(page, text):
    """Types as fast as a hand does at its best; returns what has the focus after it."""
    for letter in text:
        start = time.monotonic()
        if letter == "\n":
            page.cdp("Input.dispatchKeyEvent", type="keyDown", key="Enter", code="Enter", windowsVirtualKeyCode=13, text="\r")
            page.cdp("Input.dispatchKeyEvent", type="keyUp", key="Enter", code="Enter", windowsVirtualKeyCode=13)
        else:
            page.cdp("Input.dispatchKeyEvent", type="keyDown", key=letter, text=letter)
            page.cdp("Input.dispatchKeyEvent", type="keyUp", key=letter)
        time.sleep(max(0, 1 / PACE - (time.monotonic() - start)))


def long(words):
    """Words again and again, as many as are typed in that time."""
    return (words * (PACE * SECONDS // len(words) + 1))[: PACE * SECONDS]


def select(page, node):
    page.click(page.middle(node))
    page.wait(lambda: page.element("#panel .sheet").is_displayed())
    page.settle()


def node(page, name="ask"):
    return page.document()["nodes"][name]


def labels(page):
    return [button.get("label") for button in node(page)["data"]["buttons"]]


def test_rows_are_added_and_typed_in_order(late):
    select(late, "ask")
    before = labels(late)
    words = [f"answer {number} of some" for number in range(SECONDS * PACE // 20)]
    late.element('#panel [data-path="/buttons"] > div > .add').click()
    typed(late, "\n".join(words))
    shown = "return [...document.querySelectorAll(`#panel [data-path='/buttons'] li input`)].map(({ value }) => value)"
    assert late.run(shown)[-len(words):] == words
    late.wait(lambda: labels(late) == before + words, 60)
    late.wait(lambda: late.run(shown)[-len(words):] == words)


def test_rows_are_put_between_others_while_letters_are_on_their_way(late):
    select(late, "ask")
    before = labels(late)
    rows = '#panel [data-path="/buttons"] li input[type=text]'
    late.all(rows)[-1].click()
    late.keys(Keys.END)
    typed(late, " late")
    late.all(rows)[0].click()
    late.keys(Keys.END)
    typed(late, " early\nbetween")
    expected = [f"{before[0]} early", "between", *before[1:-1], f"{before[-1]} late"]
    late.wait(lambda: labels(late) == expected, 60)


def test_long_texts_and_names_lose_no_letter(late):
    select(late, "ask")
    text = long("The quick brown fox jumps over the lazy dog, and then some more. ").strip()
    late.element('#panel [data-path="/text"] textarea').click()
    late.keys(Keys.END, held=Keys.CONTROL)
    typed(late, text)
    late.element('#panel [data-path=":label"] input').click()
    late.keys(Keys.END)
    typed(late, " and a name")
    late.wait(lambda: node(late)["data"]["text"].endswith(text) and node(late)["label"] == "Ask and a name", 60)


def test_a_refused_row_says_so_at_its_list(late):
    select(late, "ask")
    before = labels(late)
    late.run("""
        const { send } = WebSocket.prototype;
        WebSocket.prototype.send = function (text) {
          return send.call(this, text.replaceAll('"method":"item/insert"', '"method":"item/move"'));
        };
    """)
    late.element('#panel [data-path="/buttons"] > div > .add').click()
    late.wait(lambda: late.all('#panel [data-path="/buttons"] > .problem:not([hidden])'))
    assert labels(late) == before
    assert len(late.all('#panel [data-path="/buttons"] li')) == len(before)


def test_a_text_on_the_canvas_loses_no_letter(late):
    late.click(late.middle("tea"), count=2)
    assert late.active() in ("writing", "rename")
    if late.active() == "rename":
        late.keys(Keys.TAB)
    late.keys(Keys.END, held=Keys.CONTROL)
    text = f" {long('and then the quick brown fox jumps over the lazy dog ').strip()}"
    typed(late, text)
    typed(late, "\n")
    late.wait(lambda: node(late, "tea")["data"]["text"] == f"Here you are.{text}", 60)
    # What was written is there if it is opened again at once.
    assert late.active() == "canvas"


def test_nodes_are_added_and_written_on_the_canvas_without_waiting(late):
    late.run("document.activeElement.blur(); document.getElementById('canvas').focus()")
    for number in range(3):
        late.keys("n")
        late.wait(lambda: late.element("#menu").is_displayed(), 1)
        typed(late, "m\n")
        typed(late, f"said {number} of some\n")
    said = [f"said {number} of some" for number in range(3)]
    late.wait(lambda: [one["label"] for one in late.document()["nodes"].values() if one.get("label", "").startswith("said")] == said, 100)


def test_a_menu_waits_for_no_more_than_what_was_pressed(late):
    place = late.middle("tea")
    start = time.monotonic()
    late.ask_document("history/list")
    once = time.monotonic() - start
    actions = late.mouse()
    actions.pointer_action.move_to_location(*place).pointer_down(button=2).pointer_up(button=2)
    start = time.monotonic()
    actions.perform()
    late.wait(lambda: late.element("#menu").is_displayed())
    assert time.monotonic() - start < 1.5 * once + 1
    late.run("[...document.querySelectorAll('#menu button')].find((one) => one.dataset.title === 'Delete').click()")
    late.wait(lambda: "tea" not in late.document()["nodes"] and "ask" in late.document()["nodes"])


def test_a_double_click_beside_all_adds_what_is_typed(late):
    before = set(late.document()["nodes"])
    late.click((900, 620), count=2)
    late.keys("m", Keys.ENTER) if late.element("#menu").is_displayed() else None
    typed(late, "typed at once\n")
    late.wait(lambda: len(late.document()["nodes"]) == len(before) + 1, 60)
    (made,) = set(late.document()["nodes"]) - before
    late.wait(lambda: "typed at once" in (node(late, made).get("data", {}).get("text"), node(late, made).get("label")), 60)
