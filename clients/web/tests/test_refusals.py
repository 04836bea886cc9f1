"""What is refused, in the words of the page and with what elements are called."""

import pytest
from selenium.webdriver.common.keys import Keys


def toasts(page):
    return [toast.text for toast in page.all("#toasts div")]


def test_what_is_locked_is_named_also_out_of_sight(page):
    page.ask_document("node/update", id="c", patch={"locked": True})
    page.ask_view("view/select", nodes=["c"])
    page.run("document.getElementById('canvas').focus()")
    # A page that has just been opened may still fit what it shows.
    page.wait(lambda: page.ask_view("view/pan", by={"x": -3000, "y": 0}) and not page.run("return nodewire.scene.nodes.has('c')"))
    page.keys(Keys.DELETE)
    page.wait(lambda: toasts(page) == ['"Other" is locked'])


@pytest.mark.parametrize(
    "message, shown",
    [
        ('locked: "a", "b"; unlock with an update of `locked`', '"Ask", "Reply" are locked'),
        ('"c" does not accept "a", "zzz"', '"Other" does not accept "Ask", "zzz"'),
        ('node "a" has no handle "b"', '"Ask" has no handle "b"'),
        ('edges from a "a" do not lead to a "b"', 'connections from a "a" do not lead to a "b"'),
        ("it would close a cycle: a → b → a", "it would close a cycle: Ask → Reply → Ask"),
        ("an edge leads from a source handle to a target handle", "connections go from an exit to an entry"),
        ('edge "b-end" joins the same handles', 'connection "bye" joins the same handles'),
        ('`connectable` is off for "a"; switch it on with an update', 'connecting is switched off for "Ask"'),
        ("`bendEdges` is off; switch it on with `settings/update`", "“Bend by a drag” is switched off in the settings"),
        ('Grace has hold of "b"', 'Grace has hold of "Reply"'),
    ],
)
def test_a_message_says_what_things_are_called(page, message, shown):
    script = """
        const [message, done] = arguments;
        import(`${location.pathname}naming.js`).then(({ named }) => done(named(message)));
    """
    assert page.browser.execute_async_script(script, message) == shown
