"""`nodewire render` makes pictures of pixels and pages to print, by a browser that it finds."""

import json
import os
import shutil
import struct
import subprocess
import tempfile
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "shop.json"
BROWSERS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge"]


def command(server, *arguments, **environment):
    return subprocess.run(
        [server, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        timeout=300,
        env={**os.environ, **environment},
    )


@pytest.fixture
def browser():
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        pytest.skip("no chromium is installed; clients/test.py installs it")
    return found


def size(svg):
    head = svg[: svg.index(b">")].decode()
    return [float(head.split(f' {name}="')[1].split('"')[0]) for name in ("width", "height")]


def test_a_picture_of_pixels_has_the_size_of_the_drawing(server, tmp_path, browser):
    drawn = size(command(server, "render", EXAMPLE).stdout)
    done = command(server, "render", EXAMPLE, "-o", tmp_path / "x.png", "--scale", "1.5")
    assert (done.returncode, done.stdout) == (0, b""), done.stderr
    picture = (tmp_path / "x.png").read_bytes()
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    for pixels, length in zip(struct.unpack(">II", picture[16:24]), drawn):
        assert abs(pixels - 1.5 * length) <= 2


def test_a_page_to_print_is_one_page_of_that_size(server, tmp_path, browser):
    drawn = size(command(server, "render", EXAMPLE).stdout)
    done = command(server, "render", EXAMPLE, "--pdf")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(b"%PDF-")
    box = done.stdout.split(b"/MediaBox")[1].split(b"[")[1].split(b"]")[0].split()
    for points, length in zip(box[2:], drawn):
        assert abs(float(points) - 0.75 * length) <= 2
    assert done.stdout.count(b"/Type /Page\n") + done.stdout.count(b"/Type /Page ") == 1


def test_layouts_are_written_as_pictures_too(server, tmp_path, browser):
    done = command(server, "layout", EXAMPLE, "-o", tmp_path / "x.png", "--algorithm", "grid")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "x.png").read_bytes().startswith(b"\x89PNG")


def test_nothing_stays_behind(server, tmp_path, browser):
    # The names of a browser's sockets are not to be long.
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        done = command(server, "render", EXAMPLE, "-o", tmp_path / "x.png", TMPDIR=folder)
        assert done.returncode == 0, done.stderr
        assert [path.name for path in Path(folder).iterdir() if path.name.startswith("nodewire")] == []


def test_without_a_browser_the_error_says_so(server, tmp_path):
    done = command(server, "render", EXAMPLE, "-o", tmp_path / "x.png", PATH=str(tmp_path))
    assert done.returncode == 2 and b"made by Chromium or Chrome, and there is neither" in done.stderr
    assert not (tmp_path / "x.png").exists()
    done = command(server, "render", EXAMPLE, "-o", tmp_path / "x.svg", PATH=str(tmp_path))
    assert done.returncode == 0 and (tmp_path / "x.svg").read_bytes().startswith(b"<svg")


def test_a_program_that_makes_no_picture_is_an_error(server, tmp_path):
    done = command(server, "render", EXAMPLE, "--png", "--browser", shutil.which("true"))
    assert done.returncode == 2 and b"made no picture" in done.stderr and done.stdout == b""
    done = command(server, "render", EXAMPLE, "--png", "--browser", tmp_path / "none")
    assert done.returncode == 2 and b"is no program" in done.stderr


@pytest.mark.parametrize("scale", ["0", "-1", "none", "1000"])
def test_an_impossible_scale_is_refused(server, scale):
    done = command(server, "render", EXAMPLE, "--png", "--scale", scale)
    assert done.returncode == 2 and b"--scale" in done.stderr


def test_a_picture_that_is_too_large_is_refused_before_a_browser_starts(server):
    done = command(server, "render", EXAMPLE, "--png", "--scale", "90", "--browser", shutil.which("false"))
    assert done.returncode == 2 and b"smaller --scale" in done.stderr


def test_a_wide_picture_takes_the_scale_that_fits_and_says_so(server, tmp_path):
    nodes = [{"id": f"n{at}", "position": {"x": 20_000 * at, "y": 0}} for at in range(3)]
    (tmp_path / "wide.json").write_text(json.dumps({"nodewire": 1, "nodes": nodes, "edges": []}))
    arguments = ["render", tmp_path / "wide.json", "--png", "--browser", shutil.which("true")]
    done = command(server, *arguments)
    assert b"so large that its scale is 0.4 in place of 2.0" in done.stderr and b"made no picture" in done.stderr
    assert b"so large" not in command(server, *arguments, "--quiet").stderr
    assert b"smaller --scale" in command(server, *arguments, "--scale", "2").stderr
