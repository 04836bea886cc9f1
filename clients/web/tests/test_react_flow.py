"""The example for React, and the program of its page, in a browser with the real React Flow, at the server's own door."""

import functools
import http.server
import json
import re
import shutil
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import pytest
import react_flow

CLIENT = Path(__file__).resolve().parents[2] / "typescript"
TOKEN = "a-development-token"
LIMIT = 300
SIDES = [
    {"id": "in", "type": "target", "position": "left", "offset": 0.5, "label": "asked"},
    {"id": "yes", "type": "source", "position": "right", "offset": 0.25, "label": "Yes", "limit": 1},
    {"id": "no", "type": "source", "position": "right", "offset": 0.75, "label": "No"},
]
CONTENT = {
    "nodewire": 1,
    "types": {
        "question": {"title": "Question", "handles": SIDES, "defaultSize": {"width": 200, "height": 90}},
        "choice": {"title": "Choice", "handles": SIDES, "defaultSize": {"width": 200, "height": 90}, "color": "#2a7d4f"},
    },
    "nodes": [
        {"id": "ask", "type": "question", "label": "First", "position": {"x": 0, "y": 0}, "data": {"text": "Who?"}},
        {"id": "pick", "type": "choice", "label": "Pick", "position": {"x": 320, "y": 0}},
        {"id": "end", "label": "End", "position": {"x": 640, "y": 160}},
        {"id": "other", "shape": "trapezoid", "label": "Other", "position": {"x": 640, "y": 0}},
    ],
    "edges": [
        {"id": "ask-pick", "source": "ask", "sourceHandle": "yes", "target": "pick", "targetHandle": "in"},
        {"id": "pick-end", "source": "pick", "sourceHandle": "no", "target": "end", "label": "never"},
    ],
}


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    """The example as an app has it, over the package as it is published; its folder has the page."""
    esbuild = shutil.which("esbuild")
    if esbuild is None or shutil.which("tsc") is None:
        pytest.skip("there is no esbuild, or no tsc: the example for React was not tried")
    assert len((CLIENT / "example.jsx").read_text().splitlines()) <= 65
    folder = tmp_path_factory.mktemp("app")
    react_flow.modules(folder / "node_modules")
    shutil.copy(CLIENT / "example.jsx", folder)
    (program,) = re.findall(r"^```tsx\n(import .*createRoot.*?)^```", (CLIENT / "README.md").read_text("utf-8"), re.M | re.S)
    stated = '"ws://127.0.0.1:8000/?token=a-development-token"'
    assert stated in program
    (folder / "main.jsx").write_text(program.replace(stated, 'new URLSearchParams(location.search).get("server")'))
    for command in (
        [sys.executable, CLIENT / "pack.py", folder / "node_modules" / "nodewire-client"],
        [esbuild, "example.jsx", "main.jsx", "--bundle", "--keep-names", "--format=esm", "--outdir=page", "--log-level=warning"],
    ):
        done = subprocess.run([*map(str, command)], cwd=folder, capture_output=True, text=True, timeout=LIMIT)
        assert done.returncode == 0 and not done.stderr, done.stdout + done.stderr
    for page, name in (("index", "example"), ("main", "main")):
        (folder / "page" / f"{page}.html").write_text(
            f'<!doctype html><link rel="icon" href="data:,"><link rel="stylesheet" href="{name}.css">'
            f'<style>body{{margin:0}}</style><div id="root"></div><script type="module" src="{name}.js"></script>'
        )
    return folder / "page"


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def origin(app):
    """The origin of the page: another than the server's, as with a development server."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(app))) as served:
        thread = threading.Thread(target=served.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{served.server_port}"
        served.shutdown()
        thread.join()


@contextmanager
def door(server, folder, origin):
    command = [server, "serve", "--root", str(folder), "--websocket", "127.0.0.1:0", "--origin", origin]
    environment = {"NODEWIRE_TOKEN": TOKEN}
    process = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    try:
        yield json.loads(process.stdout.readline())["address"], process
    finally:
        process.kill()
        process.communicate(timeout=LIMIT)


class Editor:
    """The app as its user has it."""

    def __init__(self, browser, origin, address, folder, page=""):
        self.browser, self.folder = browser, folder
        self.url = f"{origin}/{page}?file=bot.json&server={address}?token={TOKEN}"
        self.load()

    def load(self):
        self.browser.get(self.url)
        self.wait(lambda: len(self.all(".react-flow__node")) >= 4)

    def run(self, script, *arguments):
        return self.browser.execute_script(script, *arguments)

    def wait(self, condition, seconds=15):
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, "it has not come about: " + self.run("return document.querySelector('output').textContent")
            time.sleep(0.03)

    def all(self, selector):
        return self.browser.find_elements("css selector", selector)

    def one(self, selector):
        (found,) = self.all(selector)
        return found

    def node(self, name):
        return self.one(f'.react-flow__node[data-id="{name}"]')

    def handle(self, node, name, kind):
        which = f'[data-handleid="{name}"]' if name else ":not([data-handleid])"
        return self.one(f'.react-flow__handle.{kind}{which}[data-nodeid="{node}"]')

    def button(self, text):
        (found,) = [one for one in self.all("button") if one.text == text]
        return found

    def drag(self, start, end, steps=5, before_end=lambda: None):
        """Drags from an element to another, or by an offset."""
        from selenium.webdriver.common.action_chains import ActionChains

        # The library may still show the graph at first.
        self.wait(lambda: (before := start.rect) and (time.sleep(0.1) or start.rect == before))
        actions = ActionChains(self.browser, duration=20).move_to_element(start).click_and_hold()
        if isinstance(end, tuple):
            for _ in range(steps):
                actions.move_by_offset(end[0] // steps, end[1] // steps)
        else:
            actions.move_by_offset(8, 8).move_to_element(end)
        actions.perform()
        before_end()
        ActionChains(self.browser, duration=20).release().perform()

    def renders(self):
        """How often each card was rendered since the last call."""
        return self.run("const all = { ...renders }; for (const id in renders) delete renders[id]; return all")

    def said(self):
        return self.one("output").text


@pytest.fixture
def editor(chromium, server, origin, tmp_path, request):
    chromium.get_log("browser")
    (tmp_path / "bot.json").write_text(json.dumps(CONTENT))
    with door(server, tmp_path, origin) as (address, process):
        editor = Editor(chromium, origin, address, tmp_path, getattr(request, "param", ""))
        editor.server = process
        yield editor
    errors = [entry["message"] for entry in chromium.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]
    chromium.get("about:blank")
    assert errors == []


def saved(editor):
    """The document in the file, which the button has written."""
    before = (editor.folder / "bot.json").stat().st_mtime_ns
    editor.button("Save").click()
    editor.wait(lambda: (editor.folder / "bot.json").stat().st_mtime_ns != before)
    return json.loads((editor.folder / "bot.json").read_text())


def found(document, kind, name):
    (one,) = [one for one in document[kind] if one["id"] == name]
    return one


@pytest.mark.parametrize("editor", ["main.html"], indirect=True)
def test_the_program_of_the_page_drags_saves_and_undoes(editor):
    editor.drag(editor.node("end"), (60, 40))
    editor.wait(lambda: editor.button("Undo").is_enabled())
    assert found(saved(editor), "nodes", "end")["position"]["x"] > 640
    editor.button("Undo").click()
    editor.wait(lambda: not editor.button("Undo").is_enabled())
    assert found(saved(editor), "nodes", "end")["position"] == {"x": 640, "y": 160}


def test_nodes_are_drawn_with_labels_rows_and_the_handles_of_their_types(editor):
    assert editor.node("pick").text.split("\n") == ["Choice", "Pick", "asked", "Yes", "No"]
    assert editor.node("end").text == "End"
    assert editor.node("ask").text == "First"
    assert editor.one('[data-id="other"] svg path').get_attribute("d") == "M15 0L85 0L100 100L0 100Z"
    assert len(editor.all('[data-nodeid="pick"].react-flow__handle')) == 3
    # Both edges are drawn, at their handles.
    editor.wait(lambda: len(editor.all(".react-flow__edge")) == 2)
    box = "const r = arguments[0].getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2, r.width, r.height]"
    left, top, width, height = editor.run(box, editor.node("pick"))
    x, y, *_ = editor.run(box, editor.handle("pick", "no", "source"))
    assert abs(x - (left + width / 2)) < 1.5 and abs(y - (top + height / 4)) < 1.5
    path = editor.one('.react-flow__edge[data-id="pick-end"] .react-flow__edge-path').get_attribute("d")
    assert path.startswith("M520 67.5")
    assert editor.one('.react-flow__edge[data-id="pick-end"] text').text == "never"


def test_only_what_is_dragged_is_rendered_and_undo_takes_it_back(editor):
    editor.renders()
    moves = []
    editor.drag(editor.node("end"), (60, 40), before_end=lambda: moves.append(editor.renders()))
    assert set(moves[0]) == {"end"} and moves[0]["end"] <= 12
    editor.wait(lambda: editor.button("Undo").is_enabled())
    assert set(editor.renders()) <= {"end"}
    place = found(saved(editor), "nodes", "end")["position"]
    assert place["x"] > 640 and place["y"] > 160
    editor.button("Undo").click()
    editor.wait(lambda: not editor.button("Undo").is_enabled())
    assert found(saved(editor), "nodes", "end")["position"] == {"x": 640, "y": 160}
    editor.button("Redo").click()
    editor.wait(lambda: editor.button("Undo").is_enabled())
    assert found(saved(editor), "nodes", "end")["position"] == place


def test_what_is_typed_in_a_card_is_one_step(editor):
    field = editor.one('[data-id="ask"] input')
    # In the middle, and fast: nothing may be lost, and the caret stays.
    editor.run("arguments[0].focus(); arguments[0].setSelectionRange(2, 2)", field)
    field.send_keys("a quick brown fox")
    assert field.get_attribute("value") == "Wha quick brown foxo?"
    assert editor.run("return arguments[0].selectionStart", field) == 19
    editor.wait(lambda: editor.button("Undo").is_enabled())
    assert found(saved(editor), "nodes", "ask")["data"] == {"text": "Wha quick brown foxo?"}
    editor.button("Undo").click()
    editor.wait(lambda: not editor.button("Undo").is_enabled())
    assert field.get_attribute("value") == "Who?"


def test_edges_are_connected_where_it_is_legal_and_refused_with_the_reason(editor):
    editor.drag(editor.handle("pick", "no", "source"), editor.handle("other", None, "target"))
    editor.wait(lambda: len(editor.all(".react-flow__edge")) == 3)
    # The handle takes one edge, and has it: its end is not legal, and nothing is made.
    legal = []
    editor.drag(
        editor.handle("ask", "yes", "source"),
        editor.handle("other", None, "target"),
        before_end=lambda: legal.append(len(editor.all(".react-flow__handle.valid"))),
    )
    assert legal == [0]
    assert len(editor.all(".react-flow__edge")) == 3
    (new,) = [edge for edge in saved(editor)["edges"] if edge["id"] not in ("ask-pick", "pick-end")]
    assert {name: new.get(name) for name in ("source", "sourceHandle", "target", "targetHandle")} == {
        "source": "pick",
        "sourceHandle": "no",
        "target": "other",
        "targetHandle": None,
    }


def test_setters_of_react_flow_add_nodes_and_edges_and_removal_takes_them(editor):
    editor.node("end").click()
    editor.wait(lambda: "selected" in editor.node("end").get_attribute("class"))
    editor.button("Add an answer").click()
    editor.wait(lambda: len(editor.all(".react-flow__node")) == 5 and len(editor.all(".react-flow__edge")) == 3)
    document = saved(editor)
    (edge,) = [edge for edge in document["edges"] if edge.get("label") == "else"]
    assert found(document, "nodes", edge["target"])["data"] == {"text": "What we say then"}
    from selenium.webdriver.common.keys import Keys

    editor.node("end").click()
    editor.one("body").send_keys(Keys.BACKSPACE)
    editor.wait(lambda: len(editor.all(".react-flow__node")) == 4 and len(editor.all(".react-flow__edge")) == 1)
    editor.button("Undo").click()
    editor.wait(lambda: len(editor.all(".react-flow__node")) == 5 and len(editor.all(".react-flow__edge")) == 3)


def test_what_was_not_saved_is_there_after_a_reload(editor):
    editor.drag(editor.node("end"), (50, 50))
    editor.wait(lambda: editor.button("Undo").is_enabled())
    editor.browser.get("about:blank")
    editor.load()
    editor.drag(editor.node("other"), (0, -60))
    editor.wait(lambda: editor.button("Undo").is_enabled())
    assert editor.said() == ""
    document = saved(editor)
    assert found(document, "nodes", "end")["position"]["x"] > 640
    assert found(document, "nodes", "other")["position"]["y"] < 0


def test_a_server_that_has_gone_is_said(editor):
    editor.server.kill()
    editor.wait(lambda: editor.said() == "the connection is gone")
