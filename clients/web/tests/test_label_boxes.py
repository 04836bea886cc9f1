"""The boxes of labels are the same ones in the page, where the server looks for them, and in pictures."""

import re

import pytest

TEXTS = {
    "latin": "The quick brown fox",
    "accented": "Žluťoučký kůň, là-bas",
    "greek": "Καλημέρα κόσμε",
    "cyrillic": "Здравствуй, мир",
    "han": "退款期限已经结束",
    "kana": "もう一度お願いします",
    "long": "no, the refund period has ended and nothing can be done about it",
    "lines": "two\nlines",
}


CORNER = (150, 120)


def document():
    """Edges straight down, so that labels stick out of them on both sides."""
    nodes = [
        {"id": f"{end}{at}", "position": {"x": 260 * (at % 4), "y": 280 * (at // 4) + y}, "width": 60, "height": 40}
        for at in range(len(TEXTS))
        for end, y in (("a", 0), ("b", 200))
    ]
    edges = [
        {"id": name, "source": f"a{at}", "target": f"b{at}", "type": "straight", "label": text}
        for at, (name, text) in enumerate(TEXTS.items())
    ]
    return {"nodewire": 1, "viewport": {"x": CORNER[0], "y": CORNER[1], "zoom": 1}, "nodes": nodes, "edges": edges}


def boxes_of_page(page):
    return page.run("""
        return (async () => {
          const [{ labelBox }, { TextFitting }] = await Promise.all([import("./edges.js"), import("./text.js")]);
          const texts = new TextFitting();
          const labels = [...nodewire.scene.edges.values()].filter(({ label }) => label);
          return Object.fromEntries(labels.map(({ id, label }) => [id, labelBox(texts, label, 11).box]));
        })();
    """)


def boxes_of_picture(page):
    picture = page.ask_document("document/export", format="svg")["text"]
    found = {}
    for box in re.findall(r'<title>([^<]*)</title><rect class="label"[^>]* x="([^"]*)"[^>]* width="([^"]*)"', picture):
        text, x, width = box
        found[text.replace("&#10;", "\n")] = {"x": float(x), "width": float(width)}
    return {name: found[text] for name, text in TEXTS.items()}


def drawable(page, text):
    """Whether a font on this machine has the letters of a text."""
    return page.run(
        """
        const context = new OffscreenCanvas(1, 1).getContext("2d");
        context.font = "100px Arial, sans-serif";
        const none = context.measureText("\\u{10FFFD}").width;
        return [...arguments[0]].every((letter) => /\\s/.test(letter) || context.measureText(letter).width !== none);
        """,
        text,
    )


@pytest.mark.parametrize("name", TEXTS)
def test_boxes_of_labels_agree_within_two_pixels(page, bridge, name):
    page.open(bridge.opening.root / "labels.json", document())
    if not drawable(page, TEXTS[name]):
        pytest.skip("no font on this machine has these letters; clients/test.py installs fonts-droid-fallback")
    shown, drawn = boxes_of_page(page)[name], boxes_of_picture(page)[name]
    assert shown["width"] == pytest.approx(drawn["width"], abs=2)
    assert shown["x"] == pytest.approx(drawn["x"], abs=2)
    y = shown["y"] + shown["height"] / 2

    def is_hit(x):
        hits = page.ask_view("view/hitTest", at={"x": x + CORNER[0], "y": y + CORNER[1]})["hits"]
        return any(hit["kind"] == "label" for hit in hits)

    for end, inward in ((shown["x"], 2), (shown["x"] + shown["width"], -2)):
        assert is_hit(end + inward) and not is_hit(end - inward), name
