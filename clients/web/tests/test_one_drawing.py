"""The page paints what pictures show: both are compared pixel by pixel, for every shipped example and every shape."""

import base64
import io
import json
import re
from pathlib import Path

import pytest
from browser import HEIGHT, WIDTH, Page

Image = pytest.importorskip("PIL.Image", reason="Pillow is not installed; clients/test.py installs it")
ImageChops = pytest.importorskip("PIL.ImageChops")

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SHAPES = ["rectangle", "ellipse", "diamond", "hexagon", "capsule", "cylinder", "subroutine", "parallelogram"]
SHAPES += ["leftParallelogram", "trapezoid", "invertedTrapezoid", "doubleEllipse", "flag", "document", "delay", "cloud", "braces"]
SHAPES += ["documents", "stack", "manualInput", "card", "internalStorage", "tape", "display", "loopLimit", "dataStorage"]
# Pixels that differ by more than this differ; letters and curves are smoothed a little otherwise.
FAINT = 60

PICTURE = """
const [svg, width, height, done] = arguments;
const image = new Image();
image.onload = () => {
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  canvas.getContext("2d").drawImage(image, 0, 0);
  done(canvas.toDataURL());
};
image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
"""


def shapes():
    texts = [{"label": "Two words"}, {"label": "A label that is too long for one line"}, {"label": "One", "data": {"text": "and more"}}, {}]
    nodes = []
    for row, shape in enumerate(SHAPES):
        for column, text in enumerate(texts * 2):
            place = {"position": {"x": column * 200, "y": row * 110}, "width": 160, "height": [80, 40][row % 2 if column > 3 else 0]}
            kind = {"type": "message"} if column > 3 else {}
            nodes.append({"id": f"n{row}-{column}", "shape": shape, **place, **text, **kind})
    return nodes


def looks():
    styles = [
        {"borderColor": "#f00", "borderWidth": 3}, {"borderStyle": "dashed"}, {"borderStyle": "dotted", "borderWidth": 2},
        {"fields": {"text": "A label of two kinds", "boxes": [{"x": 0, "y": 0, "width": 0.4, "height": 1, "text": "left"}, {"x": 0.4, "y": 0, "width": 0.6, "height": 0.5, "text": "c"}, {"x": 0.4, "y": 0.5, "width": 0.6, "height": 0.5}]}},
        {"borderStyle": "none", "backgroundColor": "#246"}, {"verticalAlign": "top"}, {"verticalAlign": "bottom"}, {"textColor": "#080", "fontWeight": "bold"}, {"fontStyle": "italic"},
        {"richLabel": {"text": "A label of two kinds", "runs": [{"from": 0, "to": 7, "bold": True}, {"from": 11, "to": 14, "code": True}]}},
    ]
    return [
        {"id": f"s{place}", "label": "A label of two kinds", "position": {"x": place * 190, "y": 0}, "width": 150, "height": 60,
         "style": style, **({"cornerRadius": 24} if place % 2 else {})}
        for place, style in enumerate(styles)
    ]


def sized():
    """Nodes that have the size of their text, and some that show a part of it."""
    rule = {"minWidth": 90, "minHeight": 46, "maxWidth": 200, "padding": 12}
    types = {"say": {"sizeFrom": {"label": "/data/text", **rule}}, "step": {"shape": "diamond", "sizeFrom": {"label": "/label", "fontSize": 17}}}
    texts = ["Hi", "A text that goes on for more than a line of a card\nand has another part", 12.5, "Cut " * 30]
    nodes = [
        {"id": f"{type}{place}", "type": type, "position": {"x": place * 260, "y": row * 200}, **({"label": str(text)} if row else {"data": {"text": text}}),
         **({"width": 90, "height": 60} if place == 3 else {})}
        for row, type in enumerate(types) for place, text in enumerate(texts)
    ]
    return {"nodewire": 1, "types": types, "nodes": nodes}


def answers():
    """Handles that say something: in rows of cards, beside them where there are none, and nowhere where an edge says it."""
    def handles(*sides):
        return [{"id": side + str(place), "type": "source", "position": side, "label": f"{side.title()} answer {place}"} for place, side in enumerate(sides)]

    entry = {"id": "in", "type": "target", "position": "left"}
    types = {
        "ask": {"shape": "diamond", "handles": handles("left", "right", "bottom", "top")},
        "many": {"shape": "ellipse", "handles": [entry, *handles(*["right"] * 4)]},
        "card": {"handles": handles("right", "left", "left", "top", "bottom")},
        "close": {"handles": [entry, *handles(*["right"] * 7)]},
        "narrow": {"handles": handles("left", "right")},
    }
    sizes = {"ask": (150, 90), "many": (150, 110), "card": (220, 130), "close": (180, 96), "narrow": (70, 90)}
    nodes = [
        {"id": f"{type}{row}", "type": type, "label": "Which", "position": {"x": column * 400, "y": row * 200}, "width": sizes[type][0], "height": sizes[type][1]}
        for row in range(2) for column, type in enumerate(types)
    ]
    said = {"source": "ask0", "sourceHandle": "right1", "target": "many0", "targetHandle": "in", "label": "said here"}
    return {"nodewire": 1, "types": types, "nodes": nodes, "edges": [{"id": "e", **said}, {"id": "f", "source": "card0", "sourceHandle": "right0", "target": "close0", "targetHandle": "in"}]}


def uncomputed(document):
    """Without formulas: what nodes compute is shown by the page alone. Without a title, which pictures show above everything."""
    document.pop("title", None)
    for type in document.get("types", {}).values():
        type.pop("computed", None)
    return document


DRAWN = {
    **{path.stem: uncomputed(json.loads(path.read_text())) for path in sorted(EXAMPLES.glob("*.json"))},
    "shapes": {"nodewire": 1, "nodes": shapes()},
    "sized": sized(),
    "answers": answers(),
    "looks": {"nodewire": 1, "nodes": looks(), "edges": [{"id": "e", "source": "s0", "target": "s2", "label": "two\nlines"}]},
}


def both(page, is_dark):
    """The page and the picture of its document, at the same scale and the same place, without what is behind both."""
    theme = "dark" if is_dark else "light"
    media = {"features": [{"name": "prefers-color-scheme", "value": theme}]}
    page.cdp("Emulation.setEmulatedMedia", **media)
    svg = page.ask_document("document/export", format="svg", options={"theme": theme})["text"]
    x, y, width, height = map(float, re.search(r'viewBox="([^"]*)"', svg)[1].split())
    page.resize(int(width) + 2, int(height) + 2)
    page.settle()
    page.run("nodewire.colors.page = nodewire.colors.dot = arguments[0]", "#0f141b" if is_dark else "#ffffff")
    page.ask_view("view/zoom", to=1)
    page.settle()
    shown = page.state("viewport")
    page.ask_view("view/pan", by={"x": -x - shown["x"], "y": -y - shown["y"]})
    page.settle()
    painted = page.run("return document.querySelector('#canvas').toDataURL()")
    drawn = page.browser.execute_async_script(PICTURE, svg, int(width), int(height))
    one, other = (Image.open(io.BytesIO(base64.b64decode(data.split(",")[1]))).convert("RGB") for data in (painted, drawn))
    return one.crop((0, 0, *other.size)), other


@pytest.mark.parametrize("is_dark", [False, True])
@pytest.mark.parametrize("name", DRAWN)
def test_the_page_paints_what_a_picture_shows(chromium, bridge, tmp_path, name, is_dark):
    (bridge.opening.root / "bot.json").write_text(json.dumps(DRAWN[name]))
    page = Page(chromium, bridge.url)
    try:
        one, other = both(page, is_dark)
    finally:
        page.run("addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true)")
        page.cdp("Emulation.setEmulatedMedia", features=[])
        page.resize(WIDTH, HEIGHT)
        chromium.get("about:blank")
    differences = ImageChops.difference(one, other).convert("L").point(lambda value: 255 if value > FAINT else 0)
    ink = ImageChops.difference(other, Image.new("RGB", other.size, other.getpixel((1, 1)))).convert("L")
    inked = sum(ink.histogram()[FAINT:])
    share = sum(differences.histogram()[FAINT:]) / max(inked, 1)
    if share >= 0.02:
        both_kept = Image.new("RGB", (one.width, one.height * 2))
        both_kept.paste(one, (0, 0))
        both_kept.paste(other, (0, one.height))
        both_kept.save(tmp_path / f"{name}.png")
    assert share < 0.02, f"{share:.1%} of what is drawn differs: {tmp_path / f'{name}.png'}"
