"""Two browsers with the page, whose windows share one server."""

import pytest
from browser import GROUND
from conftest import sharing
from selenium.webdriver.common.keys import Keys


@pytest.fixture
def bridge(server, tmp_path):
    with sharing(server, tmp_path) as bridge:
        yield bridge


@pytest.fixture
def browsers(chromium, bridge):
    """Two browsers, each with the page; nothing may be wrong in their logs."""
    import browser as drivers
    from browser import Page

    other = drivers.launched()
    try:
        chromium.get_log("browser")
        pages = [Page(chromium, bridge.url), Page(other, bridge.url)]
        yield pages
        for page in pages:
            assert page.errors() == []
            page.run("addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true)")
            page.browser.get("about:blank")
    finally:
        other.quit()


def drag(page, node):
    from browser import by

    start = page.middle(node)
    page.move(start, by(start, 10, 0), by(start, 50, 25))


def shown(page, node):
    return page.run("const { x, y } = nodewire.scene.nodes.get(arguments[0]); return [x, y]", node)


def test_two_browsers_see_each_others_edits_and_undo_their_own(browsers):
    one, two = browsers
    was = shown(two, "a"), shown(one, "b")
    drag(one, "a")
    one.wait(lambda: shown(one, "a") != was[0])
    two.wait(lambda: shown(two, "a") == shown(one, "a"))
    drag(two, "b")
    one.wait(lambda: shown(one, "b") != was[1])
    one.press("undo")
    two.wait(lambda: tuple(shown(two, "a")) == tuple(was[0]))
    assert shown(two, "b") != was[1]
    two.press("undo")
    one.wait(lambda: tuple(shown(one, "b")) == tuple(was[1]))


def test_steps_of_another_browser_are_not_offered_to_be_undone(browsers):
    one, two = browsers
    can = lambda page, command: page.element(f'[data-command="{command}"]').is_enabled()  # noqa: E731
    drag(one, "a")
    one.wait(lambda: can(one, "undo"))
    two.wait(lambda: two.element("#dirty").is_displayed())
    two.wait(lambda: not can(two, "undo"))
    # What is pressed nevertheless says why nothing happens.
    for key, said in (("z", "You have nothing to undo"), ("y", "You have nothing to redo")):
        two.chord(key, Keys.CONTROL)
        two.wait(lambda said=said: said in two.element("#toasts").text)
    assert can(one, "undo") and one.position("a") != (0, 0)
    drag(two, "b")
    two.wait(lambda: can(two, "undo"))
    two.press("undo")
    two.wait(lambda: can(two, "redo") and not can(two, "undo"))
    one.wait(lambda: not can(one, "redo"))
    # The steps of a window that has gone are everybody's.
    one.run("addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true)")
    one.browser.get("about:blank")
    two.wait(lambda: can(two, "undo"))
    two.press("undo")
    two.wait(lambda: two.position("a") == (0, 0))


def test_a_click_in_a_later_window_is_no_long_press(browsers):
    one, two = browsers
    for each in (one, two):
        each.click(each.middle("b"))
        each.click(GROUND)
        each.settle()
        assert not each.all("#menu button"), each is two
    two.browser.refresh()
    two.wait(lambda: two.run("return Boolean(globalThis.nodewire?.view && nodewire.scene.frame)"))
    two.click(two.middle("b"))
    assert two.selection() == ["b"] and not two.element("#menu").is_displayed()


def test_two_browsers_show_each_other(browsers):
    one, two = browsers
    one.wait(lambda: one.element("#people").get_attribute("title") == "Also here: Guest 2")
    assert one.element("#people i svg").is_displayed()
    two.run("localStorage.setItem('nodewire.name', 'Ada')")
    two.press("settings")
    field = two.element("#ownName")
    assert field.is_displayed()
    field.clear()
    field.send_keys("Ada\n")
    one.wait(lambda: "Ada" in [state.get("name") for state in one.run("return nodewire.others").values()])
    two.ask("view/select", view=two.run("return nodewire.view"), nodes=["a"])
    one.wait(lambda: one.all("#others rect"))
    # The name is written beside the pointer.
    two.move(two.middle("b"))
    one.wait(lambda: [text.get_attribute("textContent") for text in one.all("#others text")] == ["Ada"])
    assert one.element("#people").get_attribute("title") == "Also here: Ada"
    one.screenshot("others")
    view = two.run("return nodewire.view")
    two.ask("gesture/begin", view=view, kind="drag", nodes=["a"], at={"x": 0, "y": 0})
    two.ask("gesture/update", view=view, at={"x": 60, "y": 40})
    one.wait(lambda: one.all("#others .dragged"))
    one.screenshot("others-dragging")
    two.ask("gesture/cancel", view=view)
    one.wait(lambda: not one.all("#others .dragged"))
    two.browser.get("about:blank")
    one.wait(lambda: not one.all("#others rect") and not one.element("#people").is_displayed())
    assert one.run("return Object.keys(nodewire.others).length") == 0


def test_who_has_another_document_is_not_here(browsers, bridge):
    one, two = browsers
    for page in browsers:
        page.wait(lambda page=page: page.element("#people").is_displayed())
    one.open(bridge.opening.root / "other.json", {"nodewire": 1, "nodes": [], "edges": []})
    for page in browsers:
        page.wait(lambda page=page: not page.element("#people").is_displayed())


def test_what_another_window_removes_says_so_and_gives_its_keys_to_no_command(browsers):
    one, two = browsers
    two.ask_view("view/presence", name="Ada", color="#e91e63")
    one.click(one.middle("a"))
    one.wait(lambda: one.all('#panel [data-path="/text"] textarea'))
    one.element('#panel [data-path="/text"] textarea').click()
    one.keys("Hel")
    two.click(two.middle("a"))
    one.wait(lambda: any("a" in state["selection"]["nodes"] for state in one.run("return nodewire.others").values()))
    two.keys(Keys.DELETE)
    one.wait(lambda: one.all("#panel .gone"))
    assert one.element("#panel .gone p").text == "Ada has removed it."
    before = one.document()
    one.keys("c", Keys.BACKSPACE, "e", " ", Keys.ENTER)
    one.keys("a", held=Keys.CONTROL)
    assert one.document() == before and one.state("gesture") is None and one.selection() == []
    one.click((200, 300))
    one.wait(lambda: not one.element("#panel").is_displayed())
    one.keys("a", held=Keys.CONTROL)
    assert len(one.selection()) > 2


def test_a_drag_whose_node_another_window_removes_ends_with_a_reason(browsers):
    from browser import by

    one, two = browsers
    start = one.middle("a")
    one.move(start, by(start, 10, 0), by(start, 50, 25), until="shown")
    two.ask_document("element/remove", nodes=["a"])
    one.wait(lambda: [toast.text for toast in one.all("#toasts .bad")] == ["What you had in hand was removed meanwhile"])
    assert one.state("gesture") is None
    one.release()
    assert "a" not in one.document()["nodes"]


TYPE = """
    const [letter, count, isAtStart] = arguments;
    const field = document.querySelector('#panel [data-path="/text"] textarea');
    field.focus();
    const at = isAtStart ? 0 : field.value.length;
    field.setSelectionRange(at, at);
    let left = count;
    const timer = setInterval(() => {
      if (left-- === 0) return clearInterval(timer);
      field.setRangeText(letter, field.selectionStart, field.selectionEnd, "end");
      field.dispatchEvent(new InputEvent("input", { bubbles: true }));
    }, 4);
"""


def test_two_who_type_in_one_text_at_once_lose_nothing(browsers):
    for page in browsers:
        page.ask_view("view/select", nodes=["a"])
        page.wait(lambda page=page: page.all('#panel [data-path="/text"] textarea'))
    one, two = browsers
    one.run(TYPE, "a", 120, True)
    two.run(TYPE, "b", 120, False)

    def written(page):
        return page.document()["nodes"]["a"]["data"]["text"]

    wanted = "a" * 120 + "How are you?" + "b" * 120
    one.wait(lambda: len(written(one)) == len(wanted))
    assert written(one) == wanted
    for page in browsers:
        page.wait(lambda page=page: page.run("return document.querySelector('#panel [data-path=\"/text\"] textarea').value") == wanted)


def test_two_people_write_in_one_text(browsers):
    one, two = browsers
    one.ask_document("node/update", id="a", patch={"data": {"text": "one two"}})
    fields = []
    for page in browsers:
        page.ask_view("view/select", nodes=["a"], edges=[])
        page.wait(lambda page=page: page.all('#panel [data-path="/text"] input, #panel [data-path="/text"] textarea'))
        fields.append(page.element('#panel [data-path="/text"] input, #panel [data-path="/text"] textarea'))
    fields[0].send_keys(Keys.HOME)
    fields[1].send_keys(Keys.END)
    for letter in "abcdef":
        fields[0].send_keys(letter)
        fields[1].send_keys(letter.upper())
    written = "abcdefone twoABCDEF"
    for page, field in zip(browsers, fields):
        page.wait(lambda field=field: field.get_attribute("value") == written)
    assert [field.get_property("selectionStart") for field in fields] == [6, 19]
    assert one.document()["nodes"]["a"]["data"]["text"] == written
