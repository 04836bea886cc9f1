"""The page in a webview of VS Code: the extension in node with a stand-in of VS Code, the webview in a browser."""

import json
import shutil
import subprocess
import urllib.request
from pathlib import Path

import pytest
from documents import DOCUMENT

EXTENSION = Path(__file__).resolve().parents[2] / "vscode"


@pytest.fixture
def webview(chromium, server, tmp_path):
    """The webview of a file, in its frame; nothing may be wrong in the browser's log."""
    if shutil.which("node") is None:
        pytest.skip("no node is installed")
    file = tmp_path / "bot.nodewire.json"
    file.write_text(json.dumps({"nodewire": 1, **DOCUMENT}))
    command = ["node", str(EXTENSION / "tests" / "webview.js"), server, str(file)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    chromium.get_log("browser")
    webview = Webview(chromium, process.stdout.readline().strip(), file)
    webview.show(0)
    yield webview
    errors = [entry["message"] for entry in chromium.get_log("browser") if entry["level"] == "SEVERE"]
    chromium.switch_to.default_content()
    chromium.get("about:blank")
    process.stdin.close()
    process.wait(10)
    assert [error for error in errors if "favicon" not in error] == []


class Webview:
    def __init__(self, browser, url, file):
        self.browser, self.url, self.file = browser, url, file

    def show(self, number):
        """Loads the panel of a number and waits until it shows nodes."""
        self.browser.get(f"{self.url}{number}/")
        self.browser.switch_to.frame(0)
        self.until("globalThis.nodewire?.scene.nodes.size > 0")

    def until(self, condition):
        from selenium.webdriver.support.ui import WebDriverWait

        return WebDriverWait(self.browser, 10).until(lambda browser: browser.execute_script(f"return {condition}"))

    def run(self, script, *arguments):
        return self.browser.execute_script(script, *arguments)

    def asks(self, path):
        with urllib.request.urlopen(self.url + path, timeout=10) as answer:
            return answer.read().decode()

    @property
    def state(self):
        return json.loads(self.asks("state"))

    def awaits(self, condition):
        from selenium.webdriver.support.ui import WebDriverWait

        WebDriverWait(self.browser, 10).until(lambda _: condition(self.state))

    def middle(self, node):
        """The middle of a node on the screen."""
        return self.run(
            """
            const { x, y, width, height } = nodewire.scene.nodes.get(arguments[0]);
            const { viewport: at } = nodewire.scene.state;
            return [(x + width / 2) * at.zoom + at.x, (y + height / 2) * at.zoom + at.y].map(Math.round);
            """,
            node,
        )

    def place(self, node):
        return self.run("const { x, y } = nodewire.scene.nodes.get(arguments[0]); return [x, y];", node)

    def drag(self, node, x, y):
        from selenium.webdriver.common.action_chains import ActionChains

        canvas = self.browser.find_element("id", "canvas")
        width, height = self.run("return [innerWidth, innerHeight]")
        at = self.middle(node)
        actions = ActionChains(self.browser, duration=20)
        actions.move_to_element_with_offset(canvas, at[0] - width // 2, at[1] - height // 2).click_and_hold()
        actions.move_by_offset(x // 2, y // 2).move_by_offset(x - x // 2, y - y // 2).release().perform()

    def chord(self, key, *held):
        from selenium.webdriver.common.action_chains import ActionChains

        actions = ActionChains(self.browser)
        for one in held:
            actions.key_down(one)
        actions.send_keys(key)
        for one in reversed(held):
            actions.key_up(one)
        actions.perform()


CONTROL, SHIFT = "\ue009", "\ue008"


def colors(webview):
    return webview.run(
        "const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);"
        "return new Set(new Uint32Array(data.buffer)).size"
    )


def test_a_drag_is_one_edit_of_vs_code_which_its_keys_take_back_once(webview):
    assert colors(webview) > 3
    node = webview.run("return [...nodewire.scene.nodes.values()].find((node) => !node.collapsed).id")
    before = webview.place(node)
    for count in (1, 2):
        webview.drag(node, 40, 30)
        webview.awaits(lambda state: len(state["labels"]) == count)
    moved = webview.place(node)
    assert moved != before and webview.state["isDirty"]
    webview.chord("z", CONTROL)
    webview.awaits(lambda state: state["index"] == 0)
    webview.until(f"JSON.stringify(nodewire.scene.nodes.get({json.dumps(node)}).x) !== '{moved[0]}'")
    # Once: the first of the two drags is still done.
    assert webview.place(node) != before
    webview.chord("z", CONTROL)
    webview.awaits(lambda state: state["index"] == -1 and not state["isDirty"])
    webview.until(f"nodewire.scene.nodes.get({json.dumps(node)}).x === {before[0]}")
    webview.chord("z", CONTROL, SHIFT)
    webview.chord("y", CONTROL)
    webview.awaits(lambda state: state["index"] == 1)
    webview.until(f"nodewire.scene.nodes.get({json.dumps(node)}).x === {moved[0]}")
    webview.chord("s", CONTROL)
    webview.awaits(lambda state: not state["isDirty"])
    saved = json.loads(webview.file.read_text())
    assert [state for state in saved["nodes"] if state["id"] == node]
    assert webview.state["asked"] == [] and webview.run("return document.querySelector('dialog[open]')") is None


def test_the_page_has_the_theme_of_vs_code_and_leaves_files_to_it(webview):
    assert webview.run("return document.documentElement.dataset.theme") == "dark"
    webview.run("document.body.className = 'vscode-light'")
    webview.until("document.documentElement.dataset.theme === 'light'")
    assert not webview.browser.find_element("id", "file").is_displayed()
    webview.run("document.querySelector('[data-command=export]').click()")
    webview.awaits(lambda state: "nodewire.exportSvg" in state["performed"])


def test_a_cut_by_the_keys_of_vs_code_is_one_edit(webview):
    permissions = ["clipboardReadWrite", "clipboardSanitizedWrite"]
    webview.browser.execute_cdp_cmd("Browser.grantPermissions", {"permissions": permissions})
    node = webview.run("return [...nodewire.scene.nodes.values()].find((node) => !node.collapsed).id")
    webview.drag(node, 10, 0)
    webview.awaits(lambda state: len(state["labels"]) == 1)
    said = "document.getElementById('announcer').textContent"
    webview.chord("c", CONTROL)
    webview.until(f"{said}.startsWith('Copied 1 node')")
    webview.chord("x", CONTROL)
    # "Nothing selected" may be said at once after it.
    webview.until(f"!{said}.startsWith('Copied') && !nodewire.scene.nodes.has({json.dumps(node)})")
    webview.awaits(lambda state: len(state["labels"]) == 2)
    assert webview.run("return document.getElementById('toasts').textContent") == ""
    webview.browser.execute_cdp_cmd("Browser.resetPermissions", {})


def test_a_page_whose_server_was_killed_starts_it_again(webview):
    count = webview.run("return nodewire.scene.nodes.size")
    webview.asks("kill")
    webview.until("document.querySelector('#toasts button')?.textContent === 'Start again'")
    webview.run("globalThis.isOld = true; document.querySelector('#toasts button').click()")
    webview.awaits(lambda state: "nodewire.restart" in state["performed"])
    webview.browser.switch_to.default_content()
    webview.browser.switch_to.frame(0)
    webview.until(f"!globalThis.isOld && globalThis.nodewire?.scene.nodes.size === {count}")


def test_two_panels_of_a_file_show_the_same_and_keep_their_own_view(webview):
    node = webview.run("return [...nodewire.scene.nodes.values()].find((node) => !node.collapsed).id")
    webview.asks("split")
    first = webview.browser.current_window_handle
    webview.browser.switch_to.new_window("tab")
    webview.show(1)
    webview.drag(node, 50, 20)
    webview.awaits(lambda state: len(state["labels"]) == 1)
    place = webview.place(node)
    assert webview.run("return nodewire.scene.state.selection.nodes") == 1
    webview.browser.close()
    webview.browser.switch_to.window(first)
    webview.browser.switch_to.frame(0)
    webview.until(f"nodewire.scene.nodes.get({json.dumps(node)}).x === {place[0]}")
    assert webview.run("return nodewire.scene.state.selection.nodes") == 0
