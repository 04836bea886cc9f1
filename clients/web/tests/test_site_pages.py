"""The documentation in a browser, from its files: the search, the playground, the colors."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("material", reason="the site is made by mkdocs-material")

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
    field = browser.find_element("css selector", ".md-search__input")
    browser.execute_script("arguments[0].value = ''; document.activeElement.blur()", field)
    keys(browser, "/", text)
    found = "[...document.querySelectorAll('.md-search-result__item a')].map((link) => link.href)"
    wait(browser, f"({found}).length > 0 && document.querySelector('.md-search-result__item mark')")
    return browser.execute_script(f"return {found}")


@pytest.mark.parametrize(
    "text, page, anchor",
    [
        ("edge/connect", "reference.html", "edgeconnect"),
        ("json canvas", "formats.html", "json-canvas"),
        ("merging replicas", "merge.html", ""),
        ("noSuchDocument", "reference.html", "errors"),
        ("undo history", "edits-and-history.html", "history"),
        ("snapGrid", "gestures.html", "snapping"),
    ],
)
def test_a_search_finds_sections(show, text, page, anchor):
    found = [re.sub(r"\?h=[^#]*", "", one) for one in search(show("index.html"), text)]
    wanted = f"{page}#{anchor}" if anchor else page
    assert any(one.endswith(f"/protocol-spec/{wanted}") for one in found[:10]), found


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
    browser = show("protocol-spec/formats.html")
    ground = "getComputedStyle(document.body).backgroundColor"
    shown = (
        "[...document.querySelectorAll('img.drawn')].filter((one) => getComputedStyle(one).display !== 'none').length"
    )
    drawn = browser.execute_script(f"return {shown}")
    grounds = []
    for _ in range(3):
        browser.find_element("css selector", "label.md-header__button[for^=__palette]:not([hidden])").click()
        grounds.append(browser.execute_script(f"return {ground}"))
        assert drawn >= 15 and browser.execute_script(f"return {shown}") == drawn
    assert len(set(grounds)) == 2
    browser.execute_script("localStorage.clear()")


@pytest.mark.parametrize("width", [360, 1440])
def test_nothing_is_wider_than_the_window(show, width):
    metrics = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False}
    browser = show("index.html")
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        for name in (
            "index",
            "protocol-spec/layout",
            "protocol-spec/reference",
            "protocol-spec/formats",
            "protocol-spec/transcripts/walk",
            "playground",
        ):
            show(f"{name}.html")
            fits = "document.documentElement.scrollWidth <= innerWidth"
            assert browser.execute_script(f"return {fits}"), name
    finally:
        metrics["width"] = 1200
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
