"""The list of keys, and how keys are called on different machines."""

import pytest
from selenium.webdriver.common.keys import Keys


@pytest.fixture
def mac(page):
    """The page as on a Mac."""
    page.run("""
        Object.defineProperty(navigator, "platform", { value: "MacIntel", configurable: true });
        Object.defineProperty(navigator, "userAgentData", { value: undefined, configurable: true });
    """)
    return page


def shown(page):
    """What each command is called, and its keys."""
    page.keys("?")
    page.wait(lambda: page.element("#help").is_displayed())
    rows = page.run("""
        return [...document.querySelectorAll("#help dl > div")].map((row) => {
          return [row.querySelector("dt").textContent, row.querySelector("dd").textContent];
        });
    """)
    return dict(rows)


def test_a_question_mark_lists_all_keys(page):
    keys = shown(page)
    page.screenshot("keys")
    assert keys["Undo"] == "Ctrl Z" and keys["Redo"] == "Ctrl Shift Z or Ctrl Y"
    assert keys["Delete"] == "Del or Backspace" and keys["Group"] == "Ctrl G" and keys["Find"] == "Ctrl F"
    assert keys["Zoom in"] == "+ or =" and keys["Move far left"] == "Shift ←" and keys["This help"] == "?"
    assert keys["Properties"] == "Alt Enter"
    assert page.element("#help").accessible_name == "Keys"
    page.keys("?")
    page.wait(lambda: not page.element("#help").is_displayed())
    assert page.active() == "canvas"


def test_nothing_that_the_server_binds_is_left_out(page):
    """Commands that the page has no words for, too: the server may learn new ones."""
    keys = shown(page)
    assert "More" not in page.run("return [...document.querySelectorAll('#help h3')].map((one) => one.textContent)")
    bound = " ".join(keys.values()).split()
    assert {"Tab", "Esc", "Enter", "Space", "Down", "Up", "E", "C", "0", "-", "=", "Backspace", "Del"} <= set(bound)
    others = page.run("""
        const [{ Help }, { BoundKeys }, { session }] = await Promise.all(["help", "chords", "session"].map((name) => import(`./${name}.js`)));
        const { keys } = session;
        session.keys = new BoundKeys({ "mod+k": "polishAll", x: "none" });
        new Help().show();
        session.keys = keys;
        const text = document.querySelector("dialog#help:last-of-type").textContent;
        document.querySelector("dialog#help:last-of-type").remove();
        return text;
    """)
    assert "Polish allCtrl K" in others and "None" not in others


def test_what_a_document_binds_is_listed(page):
    bindings = {"mod+d": "none", "q": "duplicate", "mod+f": "selectAll", "mod+shift+k": "fit"}
    page.ask_document("settings/update", patch={"keyBindings": bindings})
    page.settle()
    keys = shown(page)
    assert keys["Duplicate"] == "Q" and keys["Select all"] == "Ctrl A or Ctrl F"
    assert "Find" not in keys and "Ctrl Shift K" in keys["Show everything"]
    page.keys(Keys.ESCAPE)
    page.keys("f", held=Keys.CONTROL)
    page.wait(lambda: len(page.selection()) == 5)
    assert not page.element("#find").is_displayed()


def test_keys_of_a_mac_are_its_signs(mac):
    keys = shown(mac)
    mac.screenshot("keys-mac")
    assert keys["Redo"] == "⇧⌘Z or ⌘Y" and keys["Ungroup"] == "⇧⌘G"
    assert keys["To the left"] == "⌥←" and keys["Delete"] == "⌦ or ⌫" and keys["Copy"].startswith(("⌘C", "⌥"))


def test_menus_show_the_keys(page):
    page.click(page.middle("a"), "right")
    page.wait(lambda: page.element("#menu").is_displayed())
    keys = {
        button.get_attribute("data-title"): button.find_element("css selector", "small").text
        for button in page.all("#menu button:has(small)")
    }
    assert keys == {
        "Rename": "F2",
        "Cut": "Ctrl X",
        "Copy": "Ctrl C",
        "Duplicate": "Ctrl D",
        "Group": "Ctrl G",
        "Bring to front": "Ctrl Shift ]",
        "Send to back": "Ctrl Shift [",
        "Delete": "Del",
    }


def test_menus_of_a_mac_show_its_signs(mac):
    mac.click(mac.middle("a"), "right")
    mac.wait(lambda: mac.element("#menu").is_displayed())
    assert mac.element('#menu [data-title="Copy"] small').text == "⌘C"


def test_buttons_say_which_keys_do_the_same(page):
    assert page.element('[data-command="save"]').get_attribute("title") == "Save (Ctrl S)"
    assert page.element('[data-command="find"]').get_attribute("title") == "Find (Ctrl F)"
    assert page.element('[data-command="find"]').accessible_name == "Find"


@pytest.mark.parametrize("key", ["?", "/"])
def test_a_sign_that_needs_shift_is_heard(page, key):
    page.press("help") if key == "/" else page.keys(key)
    page.wait(lambda: page.element("#help").is_displayed())
    page.element("#help header button").click()
    assert page.active() == "canvas"


def test_letters_of_other_alphabets_are_found_by_their_place(page):
    page.run("""
        const event = { key: "а", code: "KeyF", ctrlKey: true, bubbles: true, cancelable: true };
        document.getElementById("canvas").dispatchEvent(new KeyboardEvent("keydown", event));
    """)
    page.wait(lambda: page.element("#find").is_displayed())
