"""The clipboard of the system: between nodes, windows and other programs."""

import json

import pytest
from browser import GROUND, Page
from selenium.webdriver.common.keys import Keys
from test_groups import choose, menu, opened, select


@pytest.fixture(autouse=True)
def allowed(page):
    """The page may read the clipboard, as a user would answer; the clipboard holds something else."""
    permissions = {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]}
    page.cdp("Browser.grantPermissions", **permissions)
    write(page, "something else")
    yield
    page.cdp("Browser.resetPermissions")


def write(page, text):
    script = "navigator.clipboard.writeText(arguments[0]).then(() => arguments[1](null), arguments[1])"
    assert page.browser.execute_async_script(script, text) is None


def held(page):
    return page.browser.execute_async_script("navigator.clipboard.readText().then(arguments[0])")


def fragment(page):
    """What the clipboard holds, once it is a fragment."""
    page.wait(lambda: held(page).startswith("{"))
    return json.loads(held(page))


def added(page, *, to=("a", "b", "c", "end")):
    return [node for id, node in page.document()["nodes"].items() if id not in to]


def heard(page):
    return page.run("return document.getElementById('announcer').textContent.trim()")


def test_keys_copy_and_paste_at_the_pointer(page):
    select(page, "b", "end")
    page.keys("c", held=Keys.CONTROL)
    copied = fragment(page)
    assert [node["id"] for node in copied["nodes"]] == ["b", "end"] and [edge["id"] for edge in copied["edges"]] == ["b-end"]
    page.wait(lambda: heard(page) == "Copied 2 nodes and 1 connection")
    page.point(GROUND)
    page.keys("v", held=Keys.CONTROL)
    page.wait(lambda: len(page.document()["nodes"]) == 6)
    first, second = added(page)
    assert page.on_screen(**first["position"]) == GROUND
    assert second["position"]["x"] - first["position"]["x"] == 320
    page.wait(lambda: {first["id"], second["id"]} <= set(page.selection()))
    assert len(page.document()["edges"]) == 2


def test_what_is_pasted_is_seen(page, bridge):
    select(page, "a", "b", "c", "end")
    page.keys("c", held=Keys.CONTROL)
    fragment(page)
    page.open(bridge.opening.root / "empty.json", {"nodewire": 1, "nodes": [], "edges": []})
    page.run("document.getElementById('canvas').dispatchEvent(new PointerEvent('pointerleave'))")
    page.keys("v", held=Keys.CONTROL)
    page.wait(lambda: len(page.document()["nodes"]) == 4)
    page.wait(lambda: page.run("const { innerWidth: w, innerHeight: h } = window; return nodewire.scene.inSight(w, h).nodes") == 4)
    page.wait(lambda: page.state("moving") is None)
    places = [page.middle(node) for node in page.document()["nodes"]]
    assert all(100 < x < 1100 and 50 < y < 750 for x, y in places)


def test_what_is_pasted_twice_lies_beside_itself(page):
    select(page, "a")
    page.keys("c", held=Keys.CONTROL)
    fragment(page)
    page.point(GROUND)
    page.keys("v", held=Keys.CONTROL)
    page.keys("v", held=Keys.CONTROL)
    page.wait(lambda: len(page.document()["nodes"]) == 6)
    first, second = added(page)
    assert second["position"] == {"x": first["position"]["x"] + 20, "y": first["position"]["y"] + 20}


def test_a_cut_leaves_what_is_locked(page):
    page.ask_document("node/update", id="a", patch={"locked": True})
    select(page, "a", "b")
    page.keys("x", held=Keys.CONTROL)
    assert [node["id"] for node in fragment(page)["nodes"]] == ["b"]
    page.wait(lambda: "b" not in page.document()["nodes"])
    assert "a" in page.document()["nodes"]
    page.keys("z", held=Keys.CONTROL)
    page.wait(lambda: "b" in page.document()["nodes"])


def test_nothing_selected_leaves_the_clipboard_as_it_is(page):
    page.keys("c", held=Keys.CONTROL)
    page.settle()
    assert held(page) == "something else"


def test_the_menu_copies_and_pastes(page):
    menu(page, "b")
    choose(page, "Copy")
    assert [node["id"] for node in fragment(page)["nodes"]] == ["b"]
    page.wait(lambda: heard(page) == "Copied 1 node")
    page.click(GROUND, "right")
    page.wait(lambda: page.element("#menu").is_displayed())
    choose(page, "Paste")
    page.wait(lambda: len(page.document()["nodes"]) == 5)
    assert page.on_screen(**added(page)[0]["position"]) == GROUND


def test_the_menu_cuts(page):
    menu(page, "b")
    choose(page, "Cut")
    page.wait(lambda: "b" not in page.document()["nodes"])
    assert [node["id"] for node in fragment(page)["nodes"]] == ["b"]


def test_a_group_takes_in_what_is_pasted(page, bridge):
    write(page, "hello")
    opened(page, bridge)
    menu(page, "g")
    choose(page, "Paste into group")
    page.wait(lambda: len(page.document()["nodes"]) == 5)
    (made,) = added(page, to=("g", "a", "b", "out"))
    assert made["label"] == "hello" and made["parentId"] == "g" and made["position"] == {"x": 24, "y": 24}


def test_a_text_from_elsewhere_becomes_nodes(page):
    write(page, "First\nSecond")
    page.point(GROUND)
    page.keys("v", held=Keys.CONTROL)
    page.wait(lambda: len(page.document()["nodes"]) == 6)
    assert [node["label"] for node in added(page)] == ["First", "Second"]


def test_what_cannot_be_pasted_is_reported(page):
    text = {
        "nodes": [{"id": "x", "position": {"x": 0, "y": 0}}, {"id": "y", "position": {"x": 0, "y": 200}}],
        "edges": [{"id": "loop", "source": "x", "target": "x"}, {"id": "gone", "source": "x", "target": "z"}],
    }
    write(page, json.dumps(text))
    page.keys("v", held=Keys.CONTROL)
    page.wait(lambda: page.all("#toasts .bad"))
    message = page.element("#toasts .bad").get_attribute("textContent")
    assert message.startswith("2 things were not pasted.") and 'here is no node "z"' in message
    assert len(page.document()["nodes"]) == 6


@pytest.mark.parametrize(("text", "message"), [("  ", "There is no text on the clipboard"), ('{"a": 1}', None)])
def test_what_is_no_graph_is_refused(page, text, message):
    write(page, text)
    page.keys("v", held=Keys.CONTROL)
    page.wait(lambda: page.all("#toasts .bad"))
    assert message is None or page.element("#toasts .bad").get_attribute("textContent") == message
    assert len(page.document()["nodes"]) == 4


def test_texts_that_are_edited_keep_their_own_clipboard(page):
    write(page, "Pasted")
    page.click(page.middle("a"), count=2)
    page.wait(lambda: page.element("#rename").is_displayed())
    page.keys("a", held=Keys.CONTROL)
    page.keys("v", held=Keys.CONTROL)
    page.keys(Keys.ENTER)
    page.wait(lambda: page.document()["nodes"]["a"]["label"] == "Pasted")
    assert len(page.document()["nodes"]) == 4


def test_another_key_may_paste(page):
    bindings = {"mod+v": "none", "mod+shift+k": "paste"}
    page.ask_document("settings/update", patch={"keyBindings": bindings})
    write(page, "hello")
    page.keys("v", held=Keys.CONTROL)
    page.settle()
    assert len(page.document()["nodes"]) == 4
    page.chord("k", Keys.CONTROL, Keys.SHIFT)
    page.wait(lambda: len(page.document()["nodes"]) == 5)


def test_the_menu_of_the_browser_pastes_too(page):
    """Its event comes without a key that the server has heard of."""
    page.run("""
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", "from the menu");
        const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
        document.getElementById("canvas").dispatchEvent(event);
    """)
    page.wait(lambda: len(page.document()["nodes"]) == 5)
    assert added(page)[0]["label"] == "from the menu"


def test_a_page_that_may_not_use_the_clipboard_pastes_what_it_has_copied(page):
    page.run("""
        for (const name of ["write", "writeText", "readText"]) {
          navigator.clipboard[name] = () => Promise.reject(new DOMException("no", "NotAllowedError"));
        }
    """)
    menu(page, "b")
    choose(page, "Copy")
    page.wait(lambda: page.all("#toasts .bad"))
    assert "this window only" in page.element("#toasts .bad").get_attribute("textContent")
    page.click(GROUND, "right")
    page.wait(lambda: page.element("#menu").is_displayed())
    choose(page, "Paste")
    page.wait(lambda: len(page.document()["nodes"]) == 5)


@pytest.mark.usefixtures("unlocked")
def test_another_window_takes_what_one_has_copied(page, bridge):
    browser = page.browser
    first = browser.current_window_handle
    select(page, "b", "end")
    page.keys("c", held=Keys.CONTROL)
    fragment(page)
    browser.switch_to.new_window("tab")
    try:
        page.resize(1200, 800)
        other = Page(browser, bridge.url)
        other.point(GROUND)
        other.keys("v", held=Keys.CONTROL)
        other.wait(lambda: len(other.document()["nodes"]) == 6)
        assert other.errors() == []
    finally:
        page.run("addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true)")
        browser.close()
        browser.switch_to.window(first)
    assert len(page.document()["nodes"]) == 4


@pytest.mark.parametrize("delay", [0, 60])
def test_a_browser_may_report_a_key_later_than_the_server(page, delay):
    """On some systems the event comes from the menu of the system, after the key."""
    page.run(
        """
        const canvas = document.getElementById("canvas");
        const key = { key: "v", code: "KeyV", ctrlKey: true, bubbles: true, cancelable: true };
        canvas.dispatchEvent(new KeyboardEvent("keydown", key));
        setTimeout(() => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text/plain", "late");
          canvas.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
        }, arguments[0]);
        """,
        delay,
    )
    page.wait(lambda: len(page.document()["nodes"]) == 5)
    page.run("return new Promise((done) => setTimeout(done, 400))")
    assert [node["label"] for node in added(page)] == ["late"]


def test_a_key_that_no_event_follows_reads_the_clipboard(page):
    write(page, "read")
    page.run("""
        const key = { key: "v", code: "KeyV", ctrlKey: true, bubbles: true, cancelable: true };
        document.getElementById("canvas").dispatchEvent(new KeyboardEvent("keydown", key));
    """)
    page.wait(lambda: len(page.document()["nodes"]) == 5)
    assert added(page)[0]["label"] == "read"


def test_nothing_is_pasted_while_a_pointer_draws(page):
    start = page.middle("a")
    page.move(start, (start[0] + 20, start[1]), (start[0] + 60, start[1]), until="shown")
    page.keys("v", held=Keys.CONTROL)
    page.release()
    page.run("return new Promise((done) => setTimeout(done, 400))")
    assert len(page.document()["nodes"]) == 4
