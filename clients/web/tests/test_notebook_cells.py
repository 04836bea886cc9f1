"""The canvas of a notebook: Python with a stand-in of anywidget, the page in a cell of a browser."""

import asyncio
import json
import queue
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import SimpleNamespace

import pytest
from documents import DOCUMENT
from nodewire_client import Client

CELLS = """<!doctype html><link rel="icon" href="data:,"><div id="one"></div><div id="two"></div><script type="module">
import widget from "./widget.js";
const hearing = new Set();
let sent = Promise.resolve();
const model = {
  send: (content) => { sent = sent.then(() => fetch("say", { method: "POST", body: JSON.stringify(content) })); },
  on: (_, hear) => hearing.add(hear),
  off: (_, hear) => hearing.delete(hear),
};
new EventSource("events").onmessage = ({ data }) => hearing.forEach((hear) => hear(JSON.parse(data)));
globalThis.leave = ["one", "two"].map((id) => widget.render({ model, el: document.getElementById(id) }));
globalThis.cell = (number) => document.querySelectorAll("iframe")[number].contentWindow.nodewire;
</script>"""


class AnyWidget:
    """A stand-in: what is sent waits for the browser."""

    def __init__(self):
        self.sent, self.heard, self.is_closed = queue.Queue(), [], False

    def on_msg(self, hear):
        self.heard.append(hear)

    def send(self, content):
        json.dumps(content)
        self.sent.put(content)

    def close(self):
        self.is_closed = True

    def _repr_mimebundle_(self, **options):
        return {"application/x-cell": options}


class Notebook(ThreadingHTTPServer):
    """The kernel: what the browser says is heard in the loop, and cells are run there."""

    daemon_threads = True

    def __init__(self, canvas, loop):
        self.canvas, self.loop = canvas, loop
        super().__init__(("127.0.0.1", 0), Handler)

    def run(self, cell):
        async def work():
            return cell()

        return asyncio.run_coroutine_threadsafe(work(), self.loop).result(20)


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        widget = self.server.canvas.widget
        if self.path == "/events":
            self.answer("", "text/event-stream")
            while (content := widget.sent.get()) is not None:
                self.wfile.write(b"data: " + json.dumps(content).encode() + b"\n\n")
                self.wfile.flush()
        elif self.path == "/widget.js":
            self.answer(widget._esm, "text/javascript")
        else:
            self.answer(CELLS, "text/html")

    def do_POST(self):
        content = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        widget = self.server.canvas.widget
        self.server.run(lambda: [hear(widget, content, []) for hear in widget.heard])
        self.answer("", "text/plain")

    def answer(self, text, kind):
        self.send_response(200)
        self.send_header("Content-Type", kind + "; charset=utf-8")
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_):
        pass


@pytest.fixture
def document(server, tmp_path):
    with Client.launch([server], root=tmp_path, timeout=20) as client:
        yield client.create(DOCUMENT)


@pytest.fixture
def canvas(document, monkeypatch):
    """A canvas in a loop of its own, as the kernel of a notebook has one."""
    from nodewire_client.notebook import Canvas

    monkeypatch.setitem(sys.modules, "anywidget", SimpleNamespace(AnyWidget=AnyWidget))
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()

    async def made():
        return Canvas(document, height=500)

    canvas = asyncio.run_coroutine_threadsafe(made(), loop).result(20)
    canvas.loop = loop
    yield canvas
    loop.call_soon_threadsafe(canvas.close)
    loop.call_soon_threadsafe(loop.stop)
    thread.join(20)
    loop.close()
    assert canvas.widget.is_closed


@pytest.fixture
def cells(chromium, canvas):
    """Two cells with the same canvas; nothing may be wrong in the browser's log."""
    notebook = Notebook(canvas, canvas.loop)
    threading.Thread(target=notebook.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    chromium.get_log("browser")
    cells = Cells(chromium, notebook)
    chromium.get(f"http://127.0.0.1:{notebook.server_address[1]}/")
    try:
        for number in (0, 1):
            cells.until(f"globalThis.cell?.({number})?.scene.nodes.size > 0")
        yield cells
    finally:
        errors = [entry["message"] for entry in chromium.get_log("browser") if entry["level"] == "SEVERE"]
        chromium.get("about:blank")
        canvas.widget.sent.put(None)
        notebook.shutdown()
        notebook.server_close()
        assert errors == []


class Cells:
    def __init__(self, browser, notebook):
        self.browser, self.notebook = browser, notebook

    def run(self, script, *arguments):
        return self.browser.execute_script(script, *arguments)

    def until(self, condition):
        from selenium.webdriver.support.ui import WebDriverWait

        return WebDriverWait(self.browser, 15).until(lambda browser: browser.execute_script(f"return {condition}"))

    def middle(self, number, node):
        return self.run(
            """
            const { x, y, width, height } = cell(arguments[0]).scene.nodes.get(arguments[1]);
            const { viewport: at } = cell(arguments[0]).scene.state;
            const frame = document.querySelectorAll("iframe")[arguments[0]].getBoundingClientRect();
            return [(x + width / 2) * at.zoom + at.x + frame.x, (y + height / 2) * at.zoom + at.y + frame.y].map(Math.round);
            """,
            number,
            node,
        )


def drag(cells, start, by):
    from selenium.webdriver.common.actions.action_builder import ActionBuilder

    builder = ActionBuilder(cells.browser, duration=50)
    pointer = builder.pointer_action
    pointer.move_to_location(*start).pointer_down()
    pointer.move_to_location(start[0] + by[0] // 2, start[1] + by[1] // 2)
    pointer.move_to_location(start[0] + by[0], start[1] + by[1]).pointer_up()
    builder.perform()


def test_what_is_moved_in_a_cell_is_moved_in_python_and_the_other_way_round(cells, document):
    from selenium.webdriver.support.ui import WebDriverWait

    node = next(iter(document.nodes)).id
    before = document.nodes[node].position
    drag(cells, cells.middle(0, node), (60, 40))
    WebDriverWait(cells.browser, 10).until(lambda _: document.nodes[node].position != before)
    moved = document.nodes[node].position
    # The other cell shows it, too, in a view of its own.
    cells.until(f"Math.abs(cell(1).scene.nodes.get({json.dumps(node)}).x - {moved.x}) < 0.01")
    cells.notebook.run(lambda: document.node.move(ids=[node], to=(7, 9)))
    for number in (0, 1):
        cells.until(f"cell({number}).scene.nodes.get({json.dumps(node)}).x === 7")
    cells.notebook.run(lambda: document.history.undo(steps=2))
    cells.until(f"cell(0).scene.nodes.get({json.dumps(node)}).x === {before.x}")


def test_a_cell_that_goes_closes_its_view_alone(cells, canvas):
    assert len(canvas._pages) == 2
    views = sorted(view for page in canvas._pages.values() for view in page._views)
    cells.run("leave[0]()")
    from selenium.webdriver.support.ui import WebDriverWait

    WebDriverWait(cells.browser, 10).until(lambda _: len(canvas._pages) == 1)
    (page,) = canvas._pages.values()
    assert len(views) == 2 and page._views < set(views)
