"""Texts that several write at the same time, by the rule of the specification, against the real server."""

import asyncio
from random import Random

import pytest

from nodewire_client import Client, errors
from nodewire_client.aio import Client as AsyncClient
from nodewire_client._shared_text import SharedText, after, changed, place_after

CONTENT = {"nodes": [{"id": "a", "data": {"text": "one two three", "kept": 1}}], "edges": []}


def random_change(random, length):
    start = random.randrange(length + 1)
    return [(start, min(length, start + random.randrange(4)), "xyz"[: random.randrange(4)])]


@pytest.mark.parametrize("seed", range(200))
def test_two_changes_lead_to_one_text_whichever_comes_first(seed):
    random = Random(seed)
    text = "abcdefghijkl"
    middle = [(5, 7, "mm")]
    one, other = (after(random_change(random, len(text)), middle) for _ in range(2))
    text = changed(text, middle)
    first = changed(changed(text, one), after(other, one))
    assert first == changed(changed(text, other), after(one, other, True))


def test_a_place_stays_before_what_is_put_in_there():
    assert [place_after(place, [(2, 4, "+")], False) for place in range(6)] == [0, 1, 2, 3, 3, 4]
    assert place_after(2, [(2, 2, "++")], False) == 2 and place_after(2, [(2, 2, "++")], True) == 4


@pytest.mark.parametrize("seed", range(20))
def test_three_views_write_in_one_text(server, seed):
    random = Random(seed)
    with Client.launch([server], timeout=60) as client:
        document = client.create(CONTENT)
        views = [document.open_view(100, 100) for _ in range(3)]
        texts = [view.share_text("a", "/text") for view in views]
        letters = iter(chr(code) for code in range(0x4E00, 0x9000))
        kept = set()
        for _ in range(60):
            index = random.randrange(3)
            text = texts[index]
            if random.random() < 0.3:
                views[index].send_text()
                continue
            start = random.randrange(len(text.text) + 1)
            end = min(len(text.text), start + random.choice([0, 0, 0, 3]))
            kept -= set(text.text[start:end])
            new = next(letters) + next(letters)
            text.write(start, end, new)
            kept |= set(new)
        for view in views:
            view.send_text()
        client.poll()
        shown = {text.text for text in texts}
        assert shown == {document.read()["nodes"][0]["data"]["text"]}
        typed = [letter for letter in shown.pop() if letter >= "\u4e00"]
        assert set(typed) == kept and len(set(typed)) == len(typed)


def test_an_undo_and_another_edit_come_in_too(server):
    with Client.launch([server], timeout=60) as client:
        document = client.create(CONTENT)
        view = document.open_view(100, 100)
        text = view.share_text("a", "/text")
        text.write(13, 13, "!")
        client.call("text/replace", {"document": document.id, "node": "a", "path": "/text", "from": 0, "to": 3, "text": "1"})
        assert (text.text, text.selection) == ("1 two three!", (12, 12))
        view.send_text()
        assert text.is_sent and document.read()["nodes"][0]["data"]["text"] == text.text
        document.history.undo()
        document.history.undo()
        assert text.text == "one two three"
        document.edit(edits=[{"method": "node/update", "params": {"id": "a", "patch": {"data": {"text": "two"}}}}])
        assert text.text == "two"


def test_after_an_error_the_text_is_opened_again(server):
    with Client.launch([server], timeout=60) as client:
        document = client.create(CONTENT)
        view = document.open_view(100, 100)
        text = view.share_text("a", "/text")
        document.edit(edits=[{"method": "node/update", "params": {"id": "a", "patch": {"locked": True}}}])
        text.write(0, 0, "x")
        with pytest.raises(errors.Locked):
            view.send_text()
        assert (text.text, text.is_sent, text.revision) == ("one two three", True, 1)
        with pytest.raises(ValueError):
            text.write(5, 100, "")


def test_a_text_in_an_event_loop(server):
    async def main():
        async with await AsyncClient.launch([server], timeout=60) as client:
            document = await client.create(CONTENT)
            views = [await document.open_view(100, 100) for _ in range(2)]
            texts = [await view.share_text("a", "/text") for view in views]
            for letter in "abcdef":
                texts[0].write(len(texts[0].text), len(texts[0].text), letter)
                texts[1].write(0, 0, letter)
                await asyncio.gather(*(view.send_text() for view in views))
            assert texts[0].text == texts[1].text and set("abcdef") <= set(texts[0].text)
            assert len(texts[0].text) == len("one two three") + 12

    asyncio.run(main())


def test_nothing_is_sent_before_the_text_is_known():
    text = SharedText("a", "/text")
    text.write(0, 0, "x")
    assert text.request() is None
    text.hear([{"revision": 3, "text": "abc"}])
    assert text.text == "abcx"
    assert text.request() == {"node": "a", "path": "/text", "from": 3, "to": 3, "text": "x", "revision": 3}
