"""Screens of every state of the page can be made at once."""

from pathlib import Path

import gallery


def test_a_state_is_made_light_and_dark_on_a_desktop_and_a_phone(chromium, server, tmp_path):
    assert gallery.make(tmp_path / "out", server, "empty") == 4
    made = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert made == ["empty-desktop-dark.png", "empty-desktop-light.png", "empty-phone-dark.png", "empty-phone-light.png", "index.html"]
    sizes = {path.name: path.stat().st_size for path in (tmp_path / "out").glob("*.png")}
    assert len({Path(path).read_bytes() for path in (tmp_path / "out").glob("*.png")}) == 4 and min(sizes.values()) > 4000
