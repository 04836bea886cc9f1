"""The page that `nodewire trace --html` makes, in a browser."""

import subprocess

import pytest
import serve
from browser import found, launched

MOUSE = serve.EXAMPLE.parent / "recordings" / "support-bot-mouse.jsonl"


def test_a_trace_is_gone_through_by_keys(server, tmp_path):
    if found() is None:
        pytest.skip("there is no Chromium")
    page = tmp_path / "trace.html"
    subprocess.run([server, "trace", "--html", "-o", str(page), str(MOUSE)], check=True, timeout=60)
    browser = launched()
    try:
        browser.get(page.as_uri())
        keys = browser.find_element("css selector", "body")

        def title():
            return browser.find_element("css selector", "#detail h2").text

        assert title() == "message 1: initialize 1"
        keys.send_keys("j")
        assert title().startswith("message 2: initialized")
        keys.send_keys("g")
        assert title().startswith("message 39: input/pointer")
        assert browser.execute_script("return document.querySelector('#scene img').naturalWidth") > 0
        assert len(browser.find_elements("css selector", "#scene polyline")) == 1
        keys.send_keys("g")
        assert "connection.limit" in browser.find_element("css selector", "#detail .bad").text
        browser.find_element("css selector", "#filter").send_keys("view/fit askTopic")
        assert len(browser.find_elements("css selector", ".row")) == 1
        assert [entry for entry in browser.get_log("browser") if entry["level"] == "SEVERE"] == []
    finally:
        browser.quit()
