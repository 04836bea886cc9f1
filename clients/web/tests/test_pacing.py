"""How smoothly the page paints: figures to be read, printed by ``pytest -s`` and never asserted."""

import time

from browser import by
from documents import grid
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_actions import PointerActions
from selenium.webdriver.common.actions.pointer_input import PointerInput

STEPS = 30
ITEMS = 300
GROUND = (600, 88)

METER = """
    const raf = window.requestAnimationFrame;
    const context = document.getElementById("canvas").getContext("2d");
    globalThis.meter = { script: [], pixels: [], restore: () => { window.requestAnimationFrame = raf; } };
    window.requestAnimationFrame = (perform) => raf.call(window, (time) => {
      const start = performance.now();
      perform(time);
      meter.script.push(performance.now() - start);
      context.getImageData(0, 0, 1, 1);
      meter.pixels.push(performance.now() - start);
    });
"""


def drag(page, place):
    """Presses at a place and goes about from there for half a second."""
    actions = page.mouse()
    pointer = actions.pointer_action.move_to_location(*place).pointer_down()
    for step in range(STEPS):
        pointer.move_to_location(*by(place, step % 30 * 4, step % 45 * 3))
    pointer.pointer_up()
    actions.perform()


def pinch(page, place):
    """Puts two fingers down and draws them apart."""
    hands = ActionBuilder(page.browser, mouse=PointerInput("touch", "left"), duration=16)
    for hand, side in ((hands.pointer_action, -1), (hands.add_pointer_input("touch", "right"), 1)):
        if side > 0:
            hand = PointerActions(hand, duration=16)
        hand.move_to_location(*by(place, side * 40, 0)).pointer_down()
        for step in range(STEPS):
            hand.move_to_location(*by(place, side * (40 + step), 0))
        hand.pointer_up()
    hands.perform()


def measured(page, act, place):
    """A line of figures: paints a second, and how long one takes in script and with its pixels."""
    page.settle()
    page.run(METER)
    start = time.monotonic()
    act(page, place)
    rate = page.run("return meter.script.length") / (time.monotonic() - start)
    page.run("meter.restore()")
    script, pixels = (sorted(page.run("return meter[arguments[0]]", name)) for name in ("script", "pixels"))
    half, most = len(pixels) // 2, len(pixels) * 95 // 100
    lengths = f"{script[half]:5.1f} ms in script, {pixels[half]:5.1f} with pixels, most under {pixels[most]:.1f}"
    return f"{rate:4.0f} paints/s, {lengths}"


def test_how_often_and_how_long_the_page_paints(page, bridge, capsys):
    page.open(bridge.opening.root / "paced.json", grid(ITEMS))
    time.sleep(0.5)
    page.settle()
    shown = page.run("return nodewire.scene.nodes.size + nodewire.scene.edges.size")
    zoom = page.viewport()["zoom"]
    lines = [f"\n{shown} items at {zoom:.0%}"]
    node = page.run("return [...nodewire.scene.nodes.values()].find((node) => node.type !== 'group').id")
    for title, act in (("drag", drag), ("pan", drag), ("pinch", pinch)):
        page.ask_view("view/fit")
        page.settle()
        place = page.middle(node) if title == "drag" else GROUND
        lines.append(f"  {title:6}{measured(page, act, place)}")
    with capsys.disabled():
        print("\n".join(lines))
