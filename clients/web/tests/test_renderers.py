"""Exported pictures have their colors in every program that shows pictures, also in those that know no style sheets."""

import base64
import shutil
import subprocess

import pytest

DRAWN = {
    "nodewire": 1,
    "types": {"own": {"color": "#a16207"}},
    "nodes": [
        {"id": "card", "position": {"x": 0, "y": 0}, "width": 100, "height": 60},
        {"id": "typed", "type": "own", "position": {"x": 200, "y": 0}, "width": 100, "height": 60},
        {
            "id": "filled",
            "position": {"x": 0, "y": 100},
            "width": 100,
            "height": 60,
            "style": {"background": "#224466"},
        },
    ],
    "edges": [
        {"id": "e", "source": "card", "target": "typed", "type": "straight", "style": {"strokeWidth": 6}},
        {
            "id": "r",
            "source": "filled",
            "target": "typed",
            "type": "straight",
            "style": {"stroke": "#f00", "strokeWidth": 6},
        },
    ],
}
# With a margin of 20: the page, two cards beside their texts, the tile of a type, and both lines.
PLACES = {
    "page": (5, 5),
    "card": (30, 50),
    "filled": (30, 150),
    "tile": (236, 50),
    "line": (150, 50),
    "own line": (180, 94),
}
LIGHT = {
    "page": "#ffffff",
    "card": "#ffffff",
    "filled": "#224466",
    "tile": "#f2e9dc",
    "line": "#64748b",
    "own line": "#ff0000",
}
DARK = {**LIGHT, "page": "#0f141b", "card": "#1a212b", "tile": "#2c2a25", "line": "#8a97a9"}


def by_librsvg(svg, _):
    program = shutil.which("rsvg-convert")
    if program is None:
        pytest.skip("rsvg-convert is not installed; clients/test.py installs it")
    return subprocess.run([program], input=svg.encode(), stdout=subprocess.PIPE, timeout=60, check=True).stdout


def by_cairosvg(svg, _):
    cairosvg = pytest.importorskip("cairosvg", reason="CairoSVG is not installed; clients/test.py installs it")
    return cairosvg.svg2png(bytestring=svg.encode())


def by_inkscape(svg, _):
    program = shutil.which("inkscape")
    if program is None:
        pytest.skip("inkscape is not installed")
    command = [program, "--pipe", "--export-type=png", "--export-filename=-"]
    done = subprocess.run(command, input=svg.encode(), capture_output=True, timeout=60, check=True)
    return done.stdout


def by_chromium(svg, page, scheme="light"):
    """The browser shows the picture itself, in a tab of its own."""
    browser = page.browser
    before = browser.current_window_handle
    browser.switch_to.new_window("tab")
    try:
        media = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
        browser.get("data:image/svg+xml;base64," + base64.b64encode(svg.encode()).decode())
        return browser.get_screenshot_as_png()
    finally:
        browser.close()
        browser.switch_to.window(before)


def near(one, other):
    """Whether colors differ by no more than rounding."""
    return all(abs(int(one[at : at + 2], 16) - int(other[at : at + 2], 16)) <= 2 for at in (1, 3, 5))


def colors(page, png):
    found = page.colors(base64.b64encode(png).decode(), *PLACES.values())
    return dict(zip(PLACES, found))


@pytest.mark.parametrize("render", [by_librsvg, by_cairosvg, by_inkscape, by_chromium])
@pytest.mark.parametrize("theme", ["auto", "light", "dark"])
def test_colors_are_those_of_the_picture(page, bridge, render, theme):
    page.open(bridge.opening.root / "drawn.json", DRAWN)
    svg = page.ask_document("document/export", format="svg", options={"theme": theme})["text"]
    found = colors(page, render(svg, page))
    for name, color in (DARK if theme == "dark" else LIGHT).items():
        assert near(found[name], color), (name, found[name], color)


def test_a_browser_that_prefers_dark_shows_dark_colors(page, bridge):
    page.open(bridge.opening.root / "drawn.json", DRAWN)
    svg = page.ask_document("document/export", format="svg")["text"]
    found = colors(page, by_chromium(svg, page, "dark"))
    for name, color in DARK.items():
        assert near(found[name], color), (name, found[name], color)
