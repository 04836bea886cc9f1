"""The script that takes the picture of the README."""

import picture
from browser import Page

PNG = b"\x89PNG\r\n\x1a\n"


def test_the_picture_shows_an_edge_that_may_be_made(chromium, bridge):
    page = Page(chromium, bridge.url)
    assert picture.taken(page, dark=False).startswith(PNG)
    gesture = page.state("gesture")
    assert gesture["kind"] == "connect" and gesture["allowed"]
    assert gesture["candidate"] == {"node": "cancelOrder", "handle": "in"}
