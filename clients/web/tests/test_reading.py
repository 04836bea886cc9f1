"""Documents that are only shown, because another process edits their file; and what a crash has left."""

import os
import signal

import pytest
from browser import Page, by
from selenium.webdriver.common.keys import Keys


@pytest.fixture
def reader(two_windows):
    """A second window, on a file that the server of the first one has locked."""
    return two_windows


def drag(page, node):
    start = page.middle(node)
    page.move(start, by(start, 10, 0), by(start, 50, 25))


def lock(bridge):
    return bridge.opening.root / ".bot.json.nodewire" / "lock"


def test_a_document_that_is_only_shown_says_so(reader):
    page = reader(1)
    assert page.element("#readOnly").text == "Read-only"
    assert page.element("#reading span").text == "bot.json is being edited elsewhere. You see what is saved there."
    assert not page.element("#palette").is_displayed()
    for command in ("undo", "redo", "layout"):
        assert not page.element(f'[data-command="{command}"]').is_enabled()
    page.screenshot("reading")
    assert not reader(0).element("#reading").is_displayed()


def test_a_drag_in_a_document_that_is_only_shown_moves_the_view(reader):
    page = reader(1)
    before = page.viewport()
    drag(page, "a")
    after = page.viewport()
    assert (after["x"] - before["x"], after["y"] - before["y"]) == (50, 25)
    assert page.position("a") == (0, 0) and not page.all("#toasts .bad")


def test_what_is_only_shown_is_selected_and_its_fields_are_off(reader):
    page = reader(1)
    page.click(page.middle("a"))
    page.wait(lambda: page.element("#panel").is_displayed())
    assert page.selection() == ["a"]
    fields = page.all("#panel .sheet :is(input, textarea, select)")
    assert fields and not [field for field in fields if field.is_enabled()]
    page.click(page.middle("a"), button="right")
    page.wait(lambda: page.element("#menu").is_displayed())
    assert [entry.text.split("\n")[0] for entry in page.all("#menu button")] == ["Copy"]
    page.screenshot("reading-menu")
    page.keys("\ue00c")
    page.click(page.middle("a"), count=2)
    assert not page.element("#rename").is_displayed() and not page.element("#writing").is_displayed()


def test_a_connection_that_is_only_shown_says_why_it_has_no_menu(reader):
    page = reader(1)
    page.ask_view("view/select", edges=[page.run("return [...nodewire.scene.edges.keys()][0]")])
    page.settle()
    page.keys(Keys.F10, held=Keys.SHIFT)
    page.wait(lambda: page.all("#toasts .bad"))
    assert page.element("#toasts .bad").text == "The document is read-only"
    assert not page.element("#menu").is_displayed()


def test_who_only_looks_follows_what_is_saved_and_edits_once_the_file_is_free(reader, bridge):
    page = reader(0)
    drag(page, "a")
    page.press("save")
    page = reader(1)
    page.wait(lambda: page.position("a") == (50, 25))
    assert not page.all("#toasts button")
    page.element("#readAgain").click()
    page.wait(lambda: "Bot.json is still being edited elsewhere" in [toast.text for toast in page.all("#toasts div")])
    assert page.element("#reading").is_displayed()
    reader(0).browser.get("about:blank")
    page.wait(lambda: not lock(bridge).exists())
    page = reader(1)
    page.element("#readAgain").click()
    page.wait(lambda: not page.element("#reading").is_displayed())
    assert page.element("#palette").is_displayed() and not page.element("#readOnly").is_displayed()
    drag(page, "b")
    assert page.position("b") == (110, 285)


def test_a_document_that_is_only_shown_is_saved_elsewhere(reader, bridge):
    page = reader(1)
    page.element("#readCopy").click()
    page.wait(lambda: page.element("#saveDialog").is_displayed())
    assert page.element("#savePath").get_attribute("value") == "bot-copy.json"
    page.element('#saveDialog button[value="save"]').click()
    page.wait(lambda: not page.element("#reading").is_displayed())
    assert (bridge.opening.root / "bot-copy.json").is_file()
    drag(page, "a")
    assert page.position("a") == (50, 25)


def test_what_a_crash_left_unsaved_is_back_and_said(page, bridge):
    drag(page, "a")
    assert page.position("a") == (50, 25)
    (pid,) = bridge.pids
    os.kill(pid, signal.SIGKILL)
    page.wait(lambda: page.element("#toasts .bad button").text == "Start again")
    noon = 1589716800
    os.utime(bridge.opening.root / ".bot.json.nodewire" / "journal", (noon, noon))
    page.run("addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true)")
    page = Page(page.browser, bridge.url)
    page.wait(lambda: page.all("#toasts .good"))
    assert page.element("#toasts .good").text.split("\n") == ["1 unsaved change from May 17, 2020", "Keep", "Look", "Discard"]
    page.screenshot("recovered")
    assert page.position("a") == (50, 25) and page.element("#dirty").is_displayed()
    choose(page, "Look")
    page.wait(lambda: [row.text.split("\n")[0] for row in page.all("#differenceList li")] == ["Ask: moved"])
    choose(page, "Keep")
    page.wait(lambda: not page.all("#toasts .good"))
    page.press("undo")
    assert page.position("a") == (0, 0)


def test_what_was_saved_is_asked_for_no_more(page, bridge):
    drag(page, "a")
    (pid,) = bridge.pids
    os.kill(pid, signal.SIGKILL)
    page.wait(lambda: page.element("#toasts .bad button").text == "Start again")
    page.run("addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true)")
    page = Page(page.browser, bridge.url)
    page.wait(lambda: page.all("#toasts .good button"))
    page.press("save")
    page.wait(lambda: [toast.text for toast in page.all("#toasts div")] == ["Saved bot.json"])


def choose(page, title):
    next(button for button in page.all("#toasts .good button") if button.text == title).click()


def test_what_a_crash_left_unsaved_is_taken_back(page, bridge):
    for _ in range(2):
        drag(page, "a")
    (pid,) = bridge.pids
    os.kill(pid, signal.SIGKILL)
    page.wait(lambda: page.element("#toasts .bad button").text == "Start again")
    page.run("addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true)")
    page = Page(page.browser, bridge.url)
    page.wait(lambda: page.all("#toasts .good"))
    assert page.element("#toasts .good").text.startswith("2 unsaved changes from ")
    choose(page, "Discard")
    page.wait(lambda: page.position("a") == (0, 0))
    page.wait(lambda: not page.element("#dirty").is_displayed())
