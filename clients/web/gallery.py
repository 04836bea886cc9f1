#!/usr/bin/env python3
"""Makes screens of the page in every state, light and dark, on a desktop and a phone, for one review of all.

    python3 clients/web/gallery.py OUT [--server PATH] [--only WORD]

OUT gets a PNG for each screen, named for the state, the theme and the size, and an ``index.html`` that shows them all.
Needs what the tests of the page need: selenium and Chromium.
"""

from __future__ import annotations

import argparse
import base64
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Callable, Dict, Optional

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE / "tests"), str(HERE.parent)]

import serve  # noqa: E402

SIZES = {"desktop": (1280, 800), "phone": (390, 844)}
THEMES = ("light", "dark")
EMPTY = {"nodewire": 1, "nodes": [], "edges": []}


def example(name: str) -> Dict:
    return json.loads(serve.EXAMPLE.with_name(name).read_text(encoding="utf-8"))


def select(page, **elements) -> None:
    page.ask_view("view/select", **elements)
    page.settle()


def pressed(command: str) -> Callable:
    # A button that a narrow window has no room for is pressed all the same.
    return lambda page: page.run("document.querySelector(`[data-command='${arguments[0]}']`).click()", command)


def drawn(page) -> None:
    from browser import by

    start = page.handle("begin", "out")
    page.move(start, by(start, 20, 20), by(start, 60, 120), until="shown")


def failing(page) -> None:
    page.ask_document("document/edit", label="Empty a text", edits=[{"method": "node/update", "params": {"id": "hello", "patch": {"data": {"text": None}}}}])
    pressed("problems")(page)


def compared(page) -> None:
    page.ask_document("node/move", ids=["bye"], by={"x": 0, "y": 90})
    page.ask_document("element/remove", nodes=["tried"])
    page.ask_document("node/update", id="hello", patch={"label": "Hello"})
    page.run("document.querySelector('[data-command=file]').click()")
    page.run("[...document.querySelectorAll('#menu button')].find((one) => one.dataset.title.includes('what is saved')).click()")
    page.wait(lambda: page.all("#differenceList .notes li"))


def found(page) -> None:
    pressed("find")(page)
    page.element("#findText").send_keys("order")
    page.wait(lambda: page.all("#found [role=option]"))


def said(page) -> None:
    select(page, nodes=["hello"])
    page.run("nodewire.request('node/update', { document: nodewire.document, id: 'nowhere', patch: {} }).catch(() => {})")
    pressed("saveAs")(page)


def listed(page) -> None:
    page.ask_view("view/reveal", nodes=["hello"])
    page.settle()
    page.click(page.middle("hello"), "right")
    page.wait(lambda: page.element("#menu").is_displayed())


def written(page) -> None:
    select(page, nodes=["hello"])
    page.keys("\ue032")


# By name: the document, and what is done to it.
STATES: Dict[str, tuple] = {
    "empty": (EMPTY, None),
    "dialog": (example("help-desk.json"), None),
    "calculator": (example("calculator.json"), None),
    "groups": (example("support-bot.json"), None),
    "tree": (example("tree.json"), None),
    "node": (example("help-desk.json"), lambda page: select(page, nodes=["topic"])),
    "connection": (example("help-desk.json"), lambda page: select(page, edges=[next(iter(page.document()["edges"]))])),
    "several": (example("help-desk.json"), lambda page: select(page, nodes=["begin", "hello"])),
    "writing": (example("help-desk.json"), written),
    "drawing": (example("help-desk.json"), drawn),
    "problems": (example("help-desk.json"), failing),
    "differences": (example("help-desk.json"), compared),
    "find": (example("help-desk.json"), found),
    "run": (example("help-desk.json"), pressed("run")),
    "settings": (example("help-desk.json"), pressed("settings")),
    "layout": (example("help-desk.json"), pressed("layout")),
    "types": (example("help-desk.json"), pressed("types")),
    "keys": (example("help-desk.json"), pressed("help")),
    "menu": (example("help-desk.json"), listed),
    "more": (example("help-desk.json"), pressed("more")),
    "new": (example("help-desk.json"), pressed("create")),
    "open": (example("help-desk.json"), pressed("open")),
    "save-as": (example("help-desk.json"), said),
}


def make(output: Path, server: str, only: Optional[str] = None) -> int:
    """Makes the screens; returns how many."""
    from bridge import Bridge, Opening
    from browser import Page, launched
    from conftest import serving

    output.mkdir(parents=True, exist_ok=True)
    names = [name for name in STATES if only is None or only in name]
    browser = launched()
    made = []
    try:
        for name in names:
            document, perform = STATES[name]
            for size, theme in ((size, theme) for size in SIZES for theme in THEMES):
                width, height = SIZES[size]
                # Each has a folder and a server of its own, so that nothing is left of the one before.
                with tempfile.TemporaryDirectory() as folder:
                    file = Path(folder) / f"{name}.json"
                    file.write_text(json.dumps(document), encoding="utf-8")
                    with serving(Bridge(server, Opening.of(file), alone=True)) as bridge:
                        browser.execute_cdp_cmd(
                            "Emulation.setDeviceMetricsOverride",
                            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False},
                        )
                        page = Page(browser, bridge.url)
                        if page.run("return document.documentElement.dataset.theme") != theme:
                            pressed("theme")(page)
                        if perform is not None:
                            perform(page)
                            page.settle()
                        picture = output / f"{name}-{size}-{theme}.png"
                        picture.write_bytes(base64.b64decode(page.screenshot()))
                        made.append(picture.name)
                        page.run("addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true)")
                        browser.get("about:blank")
    finally:
        browser.quit()
    shown = "\n".join(f'<figure><img src="{one}" loading="lazy" alt=""><figcaption>{one[:-4]}</figcaption></figure>' for one in made)
    style = "body{display:flex;flex-wrap:wrap;gap:16px;font:13px sans-serif}img{height:400px;border:1px solid #999}figure{margin:0}"
    (output / "index.html").write_text(f"<!doctype html><meta charset=utf-8><title>The page</title><style>{style}</style>\n{shown}\n")
    return len(made)


def main() -> int:
    parser = argparse.ArgumentParser(description="Makes screens of the page in every state.")
    parser.add_argument("output", type=Path, help="the folder for the screens")
    parser.add_argument("--server", default=os.environ.get("NODEWIRE_SERVER"), help="the server's binary")
    parser.add_argument("--only", help="only states whose names have this in them")
    options = parser.parse_args()
    from build import server as find_server

    (program,) = find_server(options.server)
    print(make(options.output, os.path.abspath(program), options.only), "screens in", options.output)
    return 0


if __name__ == "__main__":
    sys.exit(main())
