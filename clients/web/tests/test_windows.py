"""Two windows on one file, and files that others write."""

import json

import pytest
import serve
from browser import by
from selenium.webdriver.common.keys import Keys


@pytest.fixture
def windows(unlocked, two_windows):
    """Two windows that both may write."""
    return two_windows


def move(page, node):
    start = page.middle(node)
    page.move(start, by(start, 10, 0), by(start, 50, 25))


def notice(page):
    page.wait(lambda: page.all("#toasts button"))
    return page.element("#toasts div:has(button)")


def answer(page, title):
    (button,) = [button for button in page.all("#toasts button") if button.get_attribute("textContent") == title]
    button.click()


def test_the_other_window_offers_to_bring_in_what_one_has_saved(windows):
    page = windows(0)
    move(page, "a")
    page.press("save")
    page.wait(lambda: not page.element("#dirty").is_displayed())
    assert not page.all("#toasts button")
    page = windows(1)
    assert notice(page).get_attribute("textContent").startswith("bot.json was saved elsewhere.Update")
    page.screenshot("saved-elsewhere")
    page.ask_view("view/zoom", to=1.5)
    viewport = page.viewport()
    answer(page, "Update")
    page.wait(lambda: page.position("a") == (50, 25))
    assert page.viewport() == viewport
    assert not page.all("#toasts button") and not page.element("#dirty").is_displayed()
    assert page.active() == "canvas"


def test_what_is_not_saved_stays_when_the_file_is_brought_in(windows):
    page = windows(1)
    move(page, "b")
    page = windows(0)
    move(page, "a")
    page.press("save")
    page.wait(lambda: not page.element("#dirty").is_displayed())
    page = windows(1)
    assert "Your unsaved changes stay" in notice(page).get_attribute("textContent")
    answer(page, "Update")
    page.wait(lambda: page.position("a") == (50, 25))
    assert page.position("b") == (110, 285)
    assert not page.all("#toasts button") and page.element("#dirty").is_displayed()


def test_a_window_may_keep_what_it_shows(windows):
    page = windows(0)
    move(page, "a")
    page.press("save")
    page = windows(1)
    notice(page)
    answer(page, "Not now")
    assert not page.all("#toasts button") and page.position("a") == (0, 0)


def test_another_file_is_nobodys_business(windows):
    page = windows(0)
    page.ask_document("document/save", path="other.json")
    page = windows(1)
    page.settle()
    assert not page.all("#toasts button")


# Takes the place of a server that finds the file changed: refuses to save unless `overwrite` is sent.
CHANGED = """
    globalThis.saves = [];
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) {
      const { id, method, params } = JSON.parse(text);
      if (method !== "document/save") return send.call(this, text);
      saves.push(params);
      const error = { code: 1302, message: "the file was changed", data: { reason: "changedOnDisk" } };
      const isRefused = params.path === "bot.json" && !params.overwrite;
      const answer = isRefused ? { error } : { result: { path: params.path, revision: 1 } };
      setTimeout(() => this.onmessage({ data: JSON.stringify({ jsonrpc: "2.0", id, ...answer }) }), 0);
    };
"""


def refused(page):
    page.run(CHANGED)
    page.press("save")
    page.wait(lambda: page.element("#changedDialog").is_displayed())
    assert page.element("#refusedName").text == "bot.json"


def press(page, value):
    page.element(f'#changedDialog button[value="{value}"]').click()
    page.wait(lambda: not page.element("#changedDialog").is_displayed())


def test_a_file_that_was_changed_is_overwritten_only_when_asked(page):
    refused(page)
    press(page, "overwrite")
    page.wait(lambda: page.run("return saves.length") == 2)
    first, second = page.run("return saves")
    assert "overwrite" not in first and second["overwrite"] is True and second["path"] == "bot.json"
    page.wait(lambda: page.all("#toasts .good"))
    assert page.active() == "canvas"


@pytest.mark.parametrize("how", ["cancel", Keys.ESCAPE, Keys.ENTER])
def test_a_file_that_was_changed_may_stay(page, how):
    refused(page)
    if how == "cancel":
        press(page, how)
    else:
        page.keys(how)
        page.wait(lambda: not page.element("#changedDialog").is_displayed())
    page.settle()
    assert page.run("return saves.length") == 1
    assert page.active() == "canvas"


def test_the_document_may_be_saved_beside_a_file_that_was_changed(page):
    refused(page)
    press(page, "saveAs")
    page.wait(lambda: page.element("#saveDialog").is_displayed())
    page.element("#savePath").clear()
    page.element("#savePath").send_keys("mine.json", Keys.ENTER)
    page.wait(lambda: page.element("#name").text == "mine.json")
    assert page.run("return saves.map(({ path }) => path)") == ["bot.json", "mine.json"]


def test_another_file_is_overwritten_only_when_asked(page):
    """The file that a document is saved beside may be there already."""
    page.run(CHANGED)
    path = "bot.json"
    page.press("open")
    page.element("#openFile").send_keys(str(serve.EXAMPLE))
    page.wait(lambda: page.element("#name").text != "bot.json")
    page.press("save")
    page.wait(lambda: page.element("#saveDialog").is_displayed())
    page.element("#savePath").clear()
    page.element("#savePath").send_keys(path, Keys.ENTER)
    page.wait(lambda: page.element("#changedDialog").is_displayed())
    press(page, "overwrite")
    page.wait(lambda: page.element("#name").text == path)
    assert [save.get("overwrite") for save in page.run("return saves")] == [None, True]


def test_a_file_that_was_changed_is_found_by_the_server(page, bridge):
    described = page.ask("rpc.discover")
    if 1302 not in [error["code"] for error in described["x-errors"]]:
        pytest.skip("this server does not look whether files were changed")
    file = bridge.opening.root / "bot.json"
    move(page, "a")
    file.write_text(json.dumps({"nodewire": 1, "nodes": [], "edges": []}))
    page.press("save")
    page.wait(lambda: page.element("#changedDialog").is_displayed())
    assert json.loads(file.read_text())["nodes"] == []
    press(page, "overwrite")
    page.wait(lambda: len(json.loads(file.read_text())["nodes"]) == 4)
    page.wait(lambda: not page.element("#dirty").is_displayed())
