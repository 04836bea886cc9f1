"""A real browser with the page in it: what a user does, and what is on the screen."""

import base64
import json
import os
import shutil

import pytest

pytest.importorskip("selenium", reason="selenium is not installed; clients/test.py installs it")

from selenium import webdriver  # noqa: E402
from selenium.common.exceptions import NoSuchElementException, StaleElementReferenceException  # noqa: E402
from selenium.webdriver.chrome.options import Options  # noqa: E402
from selenium.webdriver.chrome.service import Service  # noqa: E402
from selenium.webdriver.common.action_chains import ActionChains  # noqa: E402
from selenium.webdriver.common.actions.action_builder import ActionBuilder  # noqa: E402
from selenium.webdriver.common.actions.pointer_input import PointerInput  # noqa: E402
from selenium.webdriver.common.keys import Keys  # noqa: E402
from selenium.webdriver.support.ui import WebDriverWait  # noqa: E402

WIDTH, HEIGHT = 1200, 800
NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")

CARD, PAPER, DARK_PAPER = "#ffffff", "#f5f6fa", "#0e1218"
GROUND = (700, 340)

# For longer than this, in milliseconds, nothing waits for the second press of a double click.
SECOND_PRESS = 600

# A curve that is painted in parts differs by less than this.
ANTIALIASED = 32


def by(place, x, y):
    """The place that far from another one."""
    return place[0] + x, place[1] + y


def found():
    """The paths of a browser and its driver, or None."""
    browser = next(filter(None, map(shutil.which, NAMES)), None)
    driver = shutil.which("chromedriver")
    return (browser, driver) if browser and driver else None


def launched():
    browser, driver = found()
    options = Options()
    options.binary_location = browser
    for argument in (
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--force-device-scale-factor=1",
    ):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    browser = webdriver.Chrome(options=options, service=Service(driver))
    metrics = {"width": WIDTH, "height": HEIGHT, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    browser.set_script_timeout(20)
    return browser


class Located:
    """What a selector finds at an index, as an element of selenium.

    The page makes rows and fields again whenever what they show changes. What was found is found again then, and
    what was asked is asked of the new one: an element that has gone performed nothing.
    """

    def __init__(self, browser, selector, index, element):
        self._browser, self._selector, self._index = browser, selector, index
        self.element = element

    def __getattr__(self, name):
        if not callable(getattr(type(self.element), name)):
            return self._current(lambda: getattr(self.element, name))
        return lambda *arguments: self._current(lambda: getattr(self.element, name)(*arguments))

    def _current(self, ask):
        for _ in range(10):
            try:
                return ask()
            except StaleElementReferenceException:
                elements = self._browser.find_elements("css selector", self._selector)
                if self._index >= len(elements):
                    raise NoSuchElementException(f"{self._selector} [{self._index}] has gone") from None
                self.element = elements[self._index]
        return ask()


class Page:
    """The page as its user meets it. Points are of the screen."""

    def __init__(self, browser, url):
        self.browser = browser
        browser.get(url)
        self.wait(lambda: self.run("return Boolean(globalThis.nodewire?.view && nodewire.scene.frame)"))
        self.settle()

    def run(self, script, *arguments):
        values = [value.element if isinstance(value, Located) else value for value in arguments]
        return self.browser.execute_script(script, *values)

    def wait(self, condition, seconds=15):
        return WebDriverWait(self.browser, seconds, 0.03).until(lambda _: condition())

    def ask(self, method, **params):
        """The answer of the page's own server; what the user did before is performed first."""
        script = """
            const [method, params, done] = arguments;
            nodewire.request(method, params)
              .then((result) => done({ result }), (error) => done({ error: error.message }));
        """
        return self._result(self.browser.execute_async_script(script, method, params))

    def ask_view(self, method, **params):
        """As `ask`, of the view that the page shows when it sends: another document may be opening."""
        return self._ask_own("view", method, params)

    def ask_document(self, method, **params):
        """As `ask`, of the document that the page shows when it sends."""
        return self._ask_own("document", method, params)

    def _ask_own(self, member, method, params):
        script = """
            const [member, method, params, done] = arguments;
            nodewire.request(method, { ...params, [member]: nodewire[member] })
              .then((result) => done({ result }), (error) => done({ error: error.message }));
        """
        return self._result(self.browser.execute_async_script(script, member, method, params))

    @staticmethod
    def _result(answer):
        assert "error" not in answer, answer
        return answer["result"]

    def document(self):
        """Nodes and edges by id, as the server has them."""
        read = self.ask_document("document/read")
        return {kind: {element["id"]: element for element in read[kind]} for kind in ("nodes", "edges")}

    def position(self, node):
        place = self.document()["nodes"][node]["position"]
        return place["x"], place["y"]

    def selection(self):
        read = self.ask_view("view/read", selection=True)["selection"]
        return read["nodeIds"] + read["edgeIds"]

    def viewport(self):
        return self.ask_view("view/read")["viewport"]

    def state(self, name):
        self.settle()
        return self.run("return nodewire.scene.state[arguments[0]]", name)

    def settle(self):
        """Waits until everything that was done has been performed, sent and painted, and nothing is on its way.

        A server holds a frame back until those before it are painted, so it is asked once more behind that.
        """
        self.browser.execute_async_script("""
            const done = arguments[0];
            const finish = () => (nodewire.scene.isMoving ? requestAnimationFrame(finish) : setTimeout(done, 20));
            const painted = () => new Promise(requestAnimationFrame);
            const read = () => nodewire.request("view/read", { view: nodewire.view });
            read().then(painted).then(read).then(painted).then(painted).then(finish);
        """)

    def open(self, path, document):
        """Writes a document to a path and opens it by its name in the page."""
        path.write_text(json.dumps(document))
        self.press("open")
        self.element("#openPath").send_keys(path.name, Keys.ENTER)
        self.wait(lambda: self.element("#name").text == path.name)
        self.settle()

    def element(self, selector):
        return Located(self.browser, selector, 0, self.browser.find_element("css selector", selector))

    def all(self, selector):
        elements = self.browser.find_elements("css selector", selector)
        return [Located(self.browser, selector, index, element) for index, element in enumerate(elements)]

    def resize(self, width, height, ratio=1):
        """Gives the window a size in points."""
        metrics = {"width": width, "height": height, "deviceScaleFactor": ratio, "mobile": False}
        self.cdp("Emulation.setDeviceMetricsOverride", **metrics)

    def active(self):
        """The id, else the name, of what has the focus."""
        return self.run("return document.activeElement.id || document.activeElement.tagName")

    def press(self, command):
        self.element(f'[data-command="{command}"]').click()
        self.settle()

    def on_screen(self, x, y):
        viewport = self.viewport()
        return round(x * viewport["zoom"] + viewport["x"]), round(y * viewport["zoom"] + viewport["y"])

    def middle(self, node):
        item = self.run("return nodewire.scene.nodes.get(arguments[0])", node)
        return self.on_screen(item["x"] + item["width"] / 2, item["y"] + item["height"] / 2)

    def handle(self, node, handle):
        item = self.run("return nodewire.scene.nodes.get(arguments[0])", node)
        (found,) = [one for one in item["handles"] if one["id"] == handle]
        return self.on_screen(found["x"], found["y"])

    # A hand

    def mouse(self):
        """Actions of a mouse whose places are those of the screen."""
        return ActionBuilder(self.browser, mouse=PointerInput("mouse", "mouse"), duration=16)

    def move(self, *places, until=None):
        """Presses at the first place, moves over the others and, unless ``until`` is given, lets go at the last."""
        actions = self.mouse()
        pointer = actions.pointer_action
        pointer.move_to_location(*places[0]).pointer_down()
        for place in places[1:]:
            pointer.move_to_location(*place)
        if until is None:
            pointer.pointer_up()
        actions.perform()
        self.settle()

    def release(self):
        actions = self.mouse()
        actions.pointer_action.pointer_up()
        actions.perform()
        self.settle()

    def point(self, place):
        actions = self.mouse()
        actions.pointer_action.move_to_location(*place)
        actions.perform()
        self.settle()

    def click(self, place, button="left", count=1):
        actions = self.mouse()
        pointer = actions.pointer_action.move_to_location(*place)
        number = {"left": 0, "right": 2}[button]
        for _ in range(count):
            pointer.pointer_down(button=number).pointer_up(button=number)
        actions.perform()
        self.settle()

    def turn(self, place, x=0, y=0, *, modifiers=0):
        """Turns the wheel."""
        where = {"x": place[0], "y": place[1], "deltaX": x, "deltaY": y}
        self.cdp("Input.dispatchMouseEvent", type="mouseWheel", modifiers=modifiers, **where)
        self.settle()

    def keys(self, *keys, held=None):
        actions = ActionChains(self.browser)
        if held:
            actions.key_down(held)
        actions.send_keys(*keys)
        if held:
            actions.key_up(held)
        actions.perform()
        self.settle()

    def chord(self, key, *held):
        """A key with others held, as a hand presses them."""
        actions = ActionChains(self.browser)
        for one in held:
            actions.key_down(one)
        actions.send_keys(key)
        for one in reversed(held):
            actions.key_up(one)
        actions.perform()
        self.settle()

    def fingers(self, *steps):
        """Touches with one finger a point of the first step, moves them, lifts them."""
        for index, step in enumerate(steps):
            points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(step)]
            self.cdp("Input.dispatchTouchEvent", type="touchMove" if index else "touchStart", touchPoints=points)
        self.cdp("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        self.settle()

    def cdp(self, command, **params):
        return self.browser.execute_cdp_cmd(command, params)

    # What is on the screen

    def renewed(self):
        """A screenshot after everything was repainted, by way of all backgrounds."""
        for _ in range(3):
            self.run("document.querySelector('[data-command=background]').click()")
            self.settle()
        return self.screenshot("renewed")

    def screenshot(self, name=None):
        """The screen as a PNG, with the panel, which waits for a second press; kept under a name where
        ``NODEWIRE_SCREENSHOTS`` names a folder."""
        self.settle()
        self.browser.execute_async_script("""
            const [pause, done] = arguments;
            const { nodes, edges } = nodewire.scene.state.selection;
            setTimeout(done, nodes + edges > 0 && document.getElementById("panel").hidden ? pause : 0);
        """, SECOND_PRESS)
        self.settle()
        picture = self.browser.get_screenshot_as_base64()
        folder = os.environ.get("NODEWIRE_SCREENSHOTS")
        if name and folder:
            os.makedirs(folder, exist_ok=True)
            with open(os.path.join(folder, f"{name}.png"), "wb") as file:
                file.write(base64.b64decode(picture))
        return picture

    def pixels(self, picture):
        """Names a screenshot's pixels in the page, for scripts to read as ``pixels[name]``."""
        self.browser.execute_async_script(
            """
            const [picture, done] = arguments;
            const image = new Image();
            image.onload = () => {
              const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
              context.drawImage(image, 0, 0);
              globalThis.pixels ??= {};
              pixels[picture] = context.getImageData(0, 0, image.width, image.height);
              done();
            };
            image.src = "data:image/png;base64," + picture;
            """,
            picture,
        )

    def colors(self, picture, *places):
        """The colors of a screenshot at some places, as ``#rrggbb``."""
        self.pixels(picture)
        return self.run(
            """
            const { data, width } = pixels[arguments[0]];
            return arguments[1].map(([x, y]) => {
              const at = 4 * (y * width + x);
              return "#" + [...data.slice(at, at + 3)].map((part) => part.toString(16).padStart(2, "0")).join("");
            });
            """,
            picture,
            [list(place) for place in places],
        )

    def difference(self, one, other):
        """By how much two screenshots differ at most, of 255, and where: ``[most, [x, y, right, bottom]]``."""
        self.pixels(one)
        self.pixels(other)
        return self.run(
            """
            const [one, other] = [...arguments].map((picture) => pixels[picture]);
            let [most, box] = [0, null];
            for (let at = 0; at < one.data.length; at++) {
              const by = Math.abs(one.data[at] - other.data[at]);
              if (by < 3) continue;
              most = Math.max(most, by);
              const [x, y] = [(at >> 2) % one.width, Math.floor((at >> 2) / one.width)];
              box ??= [x, y, x, y];
              box = [Math.min(box[0], x), Math.min(box[1], y), Math.max(box[2], x), Math.max(box[3], y)];
            }
            return [most, box];
            """,
            one,
            other,
        )

    def errors(self):
        return [
            entry["message"]
            for entry in self.browser.get_log("browser")
            # The browser's own note that it asked nothing before a page went which nobody had used.
            if entry["level"] == "SEVERE" and "beforeunload" not in entry["message"]
        ]
