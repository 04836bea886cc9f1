"""What the pages show is true: every example runs unchanged, and what they name is there.

The examples run in a copy of the clients with the built server where a release build would be.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from state_files import every, is_state

ROOT = Path(__file__).resolve().parents[3]
PAGES = ["README.md", "clients/python/README.md", "protocol-spec/front-end.md", "protocol-spec/recordings.md"]
BLOCK = re.compile(r"^```(sh|python)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
OPENS = re.compile(r"^.*(?:serve\.py|nodewire-py serve)\n\Z", re.MULTILINE)
"""An example whose last line shows the page, until it is stopped."""
FRONT_END = ROOT / "clients" / "examples" / "terminal.py"

SAID = {
    "nodewire layout": "layered: 4 crossings",
    "nodewire convert clients": "Mermaid lays out by itself",
    "nodewire info clients": "support-bot.json: nodewire, 38 nodes, 57 edges",
    "edge/check": '"id":3,"result":{"allowed":false',
    "clients/demo.py": "picture",
    "import json, subprocess": "connection.self",
    "serve.py": "open http://127.0.0.1:",
    "nodewire-py repl": "38",
    "with Client.launch": "self ['greet']",
    "aio.Client.launch": "history/undo ['end', 'greet', 'start']",
    "git config": "",
    "org_chart.py": "200 people, 199 lines, 0 problems",
    "help_desk.py": "Good bye, Grace",
}
"""What the output of an example holds, by what the example holds."""


def text(page):
    return (ROOT / page).read_text(encoding="utf-8")


def example(page, index, language, code):
    return pytest.param(page, language, code, id=f"{page}: {language} {index}")


EXAMPLES = [
    example(page, index, language, code)
    for page in PAGES
    for index, (language, code) in enumerate(BLOCK.findall(text(page)), 1)
    if code != FRONT_END.read_text(encoding="utf-8") and not OPENS.search(code)
]


@pytest.fixture
def checkout(server, tmp_path):
    """A copy of what the examples need, with links to what they only read."""
    shutil.copytree(ROOT / "clients", tmp_path / "clients", ignore=shutil.ignore_patterns("__pycache__", "tests"))
    (tmp_path / "protocol-spec").symlink_to(ROOT / "protocol-spec")
    built = tmp_path / ".build" / "release" / "nodewire"
    built.parent.mkdir(parents=True)
    # As a release build it may be packed: it needs no shared libraries of its own.
    built.write_text(f'#!/bin/sh\nexec "{Path(server).resolve()}" "$@"\n')
    built.chmod(0o755)
    if shutil.which("git"):
        subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "python3").symlink_to(sys.executable)
    return tmp_path


@pytest.fixture
def surroundings(checkout):
    """The environment of the examples: nothing is imported that is not installed, and no browser opens."""
    path = os.pathsep.join([str(checkout / "tools"), str(checkout / ".build" / "release"), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path, "BROWSER": "true", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    environment.pop("PYTHONPATH", None)
    return environment


def kept(checkout):
    """The journals and locks beside the examples."""
    return [name for name in every(checkout / "clients" / "examples") if is_state(name.partition("/")[0])]


def check_output(code, output):
    expected = [said for part, said in SAID.items() if part in code]
    assert expected and all(said in output for said in expected), output


@pytest.mark.parametrize("page, language, code", EXAMPLES)
def test_an_example_runs(page, language, code, checkout, surroundings):
    folder = checkout
    if page == "clients/python/README.md":
        folder = checkout / "clients" / "examples"
        surroundings["PYTHONPATH"] = str(checkout / "clients" / "python" / "src")
        (checkout / "tools" / "nodewire-py").write_text('#!/bin/sh\nexec python3 -m nodewire_client "$@"\n')
        (checkout / "tools" / "nodewire-py").chmod(0o755)
    command = ["sh", "-e", "-c", code] if language == "sh" else ["python3", "-c", code]
    before = kept(checkout)
    done = subprocess.run(
        command, cwd=folder, env=surroundings, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert kept(checkout) == before
    check_output(code, done.stdout + done.stderr)


@pytest.mark.parametrize("code", [code for _, code in BLOCK.findall(text("README.md")) if OPENS.search(code)])
def test_the_page_opens_without_a_file(code, checkout, surroundings):
    """The bridge alone shows the example: the address that it prints has the page."""
    bridge = subprocess.Popen(
        ["sh", "-e", "-c", code], cwd=checkout, env=surroundings, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        lines = []
        while not (lines and lines[-1].startswith("open ")):
            lines.append(bridge.stdout.readline())
            assert lines[-1], lines
        check_output(code, "".join(lines))
        address = lines[-1].split()[-1]
        with urllib.request.urlopen(address, timeout=60) as page:
            assert "<canvas" in page.read().decode()
    finally:
        os.killpg(bridge.pid, signal.SIGTERM)
        bridge.wait()
        bridge.stdout.close()


def test_the_conversation_is_one_of_the_transcripts():
    lines = [line for line in text("README.md").splitlines() if line.startswith(("--> ", "<-- "))]
    transcripts = "\n".join(path.read_text("utf-8") for path in (ROOT / "protocol-spec" / "transcripts").glob("*.txt"))
    assert lines and set(lines) <= set(transcripts.splitlines())


@pytest.mark.parametrize("page", PAGES)
def test_the_files_it_names_are_there(page):
    folder = (ROOT / page).parent
    for name in re.findall(r"`((?:clients|Sources|protocol-spec)/[^`\s]*)`", text(page)):
        assert (ROOT / name).exists(), name
    for name in re.findall(r"\]\(([^)#]+)\)", text(page)):
        assert name.startswith("http") or (folder / name).exists(), name


def test_the_pictures_are_small():
    for name in re.findall(r"!\[[^\]]*\]\(([^)]+)\)", text("README.md")):
        assert (ROOT / name).stat().st_size < 200_000, name
