"""A front end that has nothing but frames shows what one shows that holds the document."""

from pathlib import Path

import pytest
from contents import MESSAGE

PAINTERS = Path(__file__).with_name("painters.js").read_text()
RUN = """
    const [seed, steps, content, done] = arguments;
    const { Connection, webSocket } = await import(new URL("client/index.js", document.baseURI));
    const connection = new Connection(await webSocket(`ws://${location.host}${location.pathname}socket`));
    session(connection, content, seed, steps).then(done, (error) => done({ error: String(error.stack) }));
"""

OUT = {"id": "out", "type": "source", "position": "right"}
INPUTS = [{"id": id, "type": "target", "position": "left", "offset": at, "limit": 1} for id, at in (("a", 0.3), ("b", 0.7))]
SIZE = {"defaultSize": {"width": 160, "height": 60}}
CONTENT = {
    "types": {
        "message": MESSAGE,
        "number": {"computed": "data.value", "handles": [OUT], **SIZE},
        "add": {"computed": "a + b", "handles": [*INPUTS, OUT], **SIZE},
    },
    "nodes": [
        {"id": "ask", "type": "message", "position": {"x": 20, "y": 20}, "data": {"text": "Tea?", "buttons": [{"label": "Yes"}]}},
        {"id": "two", "type": "number", "position": {"x": 20, "y": 200}, "data": {"value": 2}},
        {"id": "three", "type": "number", "position": {"x": 20, "y": 300}, "data": {"value": 3}},
        {"id": "sum", "type": "add", "position": {"x": 300, "y": 240}},
    ],
    "edges": [
        {"id": "two-sum", "source": "two", "sourceHandle": "out", "target": "sum", "targetHandle": "a"},
        {"id": "three-sum", "source": "three", "sourceHandle": "out", "target": "sum", "targetHandle": "b"},
    ],
}


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_frames_alone_are_enough_to_paint(page, seed):
    page.browser.set_script_timeout(120)
    result = page.browser.execute_async_script(f"{PAINTERS}\n(async () => {{ {RUN} }}).apply(null, arguments)", seed, 250, CONTENT)
    assert "error" not in result, result
    assert "failed" not in result, (result["failed"], result["done"][-3:])
    assert result["pictures"] > 150
    performed = {step["method"] for step in result["done"] if not step["refusal"]}
    assert {"history/undo", "text/replace", "item/insert", "gesture/end", "node/resize", "group/create"} < performed
