"""The documentation in a browser, from its files: the search, the playground, the colors."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def site(server, tmp_path_factory):
    folder = tmp_path_factory.mktemp("documentation") / "site"
    command = [sys.executable, str(ROOT / "clients" / "site.py"), "-o", str(folder), "--server", server]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def show(chromium, site):
    """Opens a page from its file; nothing may be wrong in the browser's log."""
    chromium.get_log("browser")

    def opened(name):
        chromium.get((site / name).as_uri())
        return chromium

    yield opened
    errors = [entry for entry in chromium.get_log("browser") if entry["level"] == "SEVERE"]
    chromium.get("about:blank")
    assert errors == []


def wait(browser, condition, *arguments):
    from selenium.webdriver.support.ui import WebDriverWait

    return WebDriverWait(browser, 20).until(lambda one: one.execute_script(f"return {condition}", *arguments))


def keys(browser, *pressed):
    from selenium.webdriver.common.action_chains import ActionChains

    ActionChains(browser).send_keys(*pressed).perform()


def search(browser, text):
    """The addresses of what is found, the best first."""
    browser.execute_script("document.getElementById('site-search').value = ''; document.activeElement.blur()")
    keys(browser, "/", text)
    found = "[...document.querySelectorAll('#site-results:not([hidden]) a')].map((link) => link.getAttribute('href'))"
    wait(browser, f"({found}).length > 0 && document.querySelector('#site-results mark')")
    return browser.execute_script(f"return {found}")


@pytest.mark.parametrize(
    "text, address",
    [
        ("edge/connect", "reference-edge.html#edgeconnect"),
        ("json canvas", "format-json-canvas.html"),
        ("merging replicas", "merge.html"),
        ("noSuchDocument", "reference-errors.html#row-noSuchDocument"),
        ("1110", "reference-errors.html#row-connectionRefused"),
        ("undo history", "reference-history.html#historyundo"),
        ("snapGrid", "reference-settings.html#row-snapGrid"),
    ],
)
def test_a_search_finds_sections_and_enter_goes_there(show, text, address):
    browser = show("index.html")
    found = search(browser, text)
    assert address in found[:3], found
    if found[0] == address:
        keys(browser, "\ue007")
        wait(browser, "location.href.endsWith(arguments[0])", address)


def test_the_playground_steps_through_a_recording_and_paints_it(show, site):
    script = (site / "recordings" / "support-bot-mouse.js").read_text("utf-8")
    steps = len(json.loads(script[script.index("(") + 1 : script.rindex(")")])["steps"])
    browser = show("playground.html")
    step = "Number(document.getElementById('canvas').dataset.step)"
    picture = "document.getElementById('canvas').toDataURL()"
    wait(browser, f"{step} > 0")
    browser.execute_script("document.getElementById('recording').value = 'support-bot-mouse'")
    browser.execute_script("document.getElementById('recording').dispatchEvent(new Event('change'))")
    wait(browser, "document.getElementById('count').textContent.includes(`of ${arguments[0]}:`)", steps)
    painted = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"

    def shown():
        browser.execute_async_script(f"({painted}).then(arguments[0])")
        return browser.execute_script(f"return [{step}, {picture}]")

    begin, first = shown()
    browser.execute_script("document.activeElement.blur()")
    keys(browser, *["\ue014"] * 9)
    after, moved = shown()
    assert after == begin + 9 and moved != first
    keys(browser, *["\ue012"] * 9)
    assert shown() == [begin, first]
    keys(browser, "\ue010")
    assert shown()[0] == steps - 1
    keys(browser, "\ue011", " ")
    wait(browser, f"{step} > 2")
    keys(browser, " ")
    stopped = shown()[0]
    assert shown()[0] == stopped


def test_the_colors_are_those_that_were_chosen(show):
    browser = show("format-dot.html")
    ground = "getComputedStyle(document.body).backgroundColor"
    before = browser.execute_script(f"return {ground}")
    browser.find_element("id", "site-theme").click()
    assert browser.execute_script(f"return {ground}") != before
    shown = "(one) => getComputedStyle(one).display !== 'none'"
    pictures = f"[...document.querySelectorAll('figure img')].filter({shown}).length"
    assert browser.execute_script(f"return {pictures}") == 1
    browser.find_element("id", "site-theme").click()
    assert browser.execute_script(f"return {ground}") == before
    browser.execute_script("localStorage.clear()")


@pytest.mark.parametrize("width", [360, 1440])
def test_nothing_is_wider_than_the_window(show, width):
    metrics = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False}
    browser = show("index.html")
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        for name in ("index", "layout", "reference-view", "format-mermaid", "transcript-walk", "playground"):
            show(f"{name}.html")
            fits = "document.documentElement.scrollWidth <= innerWidth"
            assert browser.execute_script(f"return {fits}"), name
    finally:
        metrics["width"] = 1200
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
