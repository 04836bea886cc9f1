#!/usr/bin/env python3
"""Takes the picture of the page that the README shows: the support bot's dialog, a node with its properties, while an edge is drawn from it.

    python3 clients/web/tests/picture.py [--server PATH] [--output FILE.png] [--dark]

Needs what the tests of the page need: selenium, and Chromium with its driver.
"""

from __future__ import annotations

import argparse
import base64
import os
import sys
from pathlib import Path
from typing import Dict, Tuple

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parents[1] / "python" / "src")]

import browser as browsers  # noqa: E402
import serve  # noqa: E402
from bridge import Bridge, Opening  # noqa: E402

from nodewire_client import find_server  # noqa: E402

WIDTH, HEIGHT = 1200, 680
SHOWN = ["tellTracking", "offerCancel", "voucher", "cancelOrder"]
NEW = {
    "id": "voucher",
    "type": "message",
    "label": "Offer a voucher",
    "parentId": "orders",
    "position": {"x": 20, "y": 760},
    "data": {"text": "Before you cancel: this voucher is yours."},
}
FROM, TO = ("voucher", "next"), ("cancelOrder", "in")


def taken(page: browsers.Page, dark: bool) -> bytes:
    """The page with a part of the dialog, a new node that is selected, and an edge that is being drawn from it."""
    media = {"features": [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]}
    page.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
    view = page.run("return nodewire.view")
    page.ask("node/insert", document=page.run("return nodewire.document"), node=NEW)
    page.ask("view/fit", view=view, nodes=SHOWN, maxZoom=1, padding={"left": "230px", "right": "350px"})
    page.ask("view/select", view=view, nodes=[FROM[0]])
    page.wait(lambda: page.element("#panel").is_displayed())
    page.settle()
    start, end = page.handle(*FROM), page.handle(*TO)
    page.ask("gesture/begin", view=view, kind="connect", node=FROM[0], handle=FROM[1], at=place(start))
    page.ask("gesture/update", view=view, at=place(end))
    page.settle()
    picture = page.browser.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})
    return base64.b64decode(picture["data"])


def place(point: Tuple[float, float]) -> Dict[str, float]:
    return {"x": point[0], "y": point[1]}


def main() -> int:
    parser = argparse.ArgumentParser(description="Takes a picture of the page.")
    parser.add_argument("--server", help="the server's binary")
    parser.add_argument("--output", type=Path, default=serve.EXAMPLE.resolve().with_name("support-bot-page.png"))
    parser.add_argument("--dark", action="store_true", help="in the page's dark colours")
    options = parser.parse_args()
    (program,) = find_server(options.server)
    # A copy, so that no journal is left beside the example.
    bridge = Bridge(os.path.abspath(program), Opening(Path.cwd(), copied=serve.EXAMPLE))
    browser = browsers.launched()
    try:
        metrics = {"width": WIDTH, "height": HEIGHT, "deviceScaleFactor": 1, "mobile": False}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        options.output.write_bytes(taken(browsers.Page(browser, bridge.url), options.dark))
    finally:
        browser.quit()
        bridge.end()
    print(options.output, options.output.stat().st_size, "bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
