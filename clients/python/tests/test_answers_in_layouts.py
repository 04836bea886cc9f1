"""Answers beside handles take space in layouts: no line strikes them, and no card covers them."""

import random
import re
import xml.etree.ElementTree as xml

import pytest

from nodewire_client import Client

SVG = "{http://www.w3.org/2000/svg}"
WORDS = "where is my order lamp broken nothing thank you talk to a person money back another day".split()
LETTER = 5.0
"""The width of a letter of size 10, about."""


@pytest.fixture(scope="module")
def client(server):
    with Client.launch(server, timeout=120, clock="client") as client:
        yield client


def dialog(count, seed):
    """Messages and questions, whose answers lead to later ones and now and then back."""
    rng = random.Random(seed)
    nodes, edges = [], []
    for at in range(count):
        answers = [" ".join(rng.sample(WORDS, rng.randint(1, 4))) for _ in range(rng.choice([1, 1, 2, 3, 4]))]
        handles = [{"id": f"o{i}", "type": "source", "position": "right", "label": text} for i, text in enumerate(answers)]
        handles.append({"id": "in", "type": "target", "position": "left"})
        nodes.append({"id": f"n{at}", "position": {"x": 0, "y": 0}, "width": 150, "height": 60, "handles": handles})
        for i in range(len(answers)):
            target = min(count - 1, at + rng.randint(1, 4)) if rng.random() < 0.93 else rng.randrange(count)
            if target != at:
                ends = {"source": f"n{at}", "sourceHandle": f"o{i}", "target": f"n{target}", "targetHandle": "in"}
                edges.append({"id": f"e{at}-{i}", **ends})
    return {"nodes": nodes, "edges": edges}


def boxes(picture):
    """The boxes of the texts beside handles that begin there."""
    for text in picture.iter(SVG + "text"):
        if text.get("class") == "handle":
            x, y = float(text.get("x")), float(text.get("y"))
            yield text.text, (x, y - 7, x + min(LETTER * len(text.text), 104), y + 1)


def segments(picture):
    for path in picture.iter(SVG + "path"):
        if path.get("class", "").startswith("edge"):
            points = [tuple(map(float, pair)) for pair in re.findall(r"(-?[\d.]+) (-?[\d.]+)", path.get("d"))]
            yield from zip(points, points[1:])


def crosses(box, start, end):
    """Whether a segment comes into a box (Liang and Barsky 1984)."""
    least, most = 0.0, 1.0
    for low, high, at, to in ((box[0], box[2], start[0], end[0]), (box[1], box[3], start[1], end[1])):
        if at == to:
            if not low < at < high:
                return False
            continue
        first, last = sorted(((low - at) / (to - at), (high - at) / (to - at)))
        least, most = max(least, first), min(most, last)
    return least < most


def faults(client, content, **options):
    document = client.create(content)
    document.layout(algorithm="layered", options={"direction": "right", **options})
    picture = xml.fromstring(document.export(format="svg")["text"])
    lines = list(segments(picture))
    cards = [(n["position"]["x"], n["position"]["y"]) for n in document.read()["nodes"]]
    labels = list(boxes(picture))
    covered = [t for t, b in labels if any(b[0] < x + 150 and x < b[2] and b[1] < y + 60 and y < b[3] for x, y in cards)]
    struck = [text for text, box in labels if any(crosses(box, *line) for line in lines)]
    return labels, covered, struck


@pytest.mark.parametrize("count", (12, 30, 80))
def test_no_answer_is_covered_and_hardly_one_is_struck(client, count):
    labels, covered, struck = faults(client, dialog(count, count))
    assert len(labels) > count and not covered
    assert len(struck) <= len(labels) // 50


def test_a_stable_layout_leaves_them_where_they_are(client):
    document = client.create(dialog(12, 1))
    options = {"direction": "right", "stable": True}
    document.layout(algorithm="layered", options=options)
    before = document.read()
    document.layout(algorithm="layered", options=options)
    after = document.read()
    assert (after["nodes"], after["edges"]) == (before["nodes"], before["edges"])
