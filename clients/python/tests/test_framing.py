"""Framing: whatever way the bytes are cut, the same messages come out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nodewire_client import HeaderFraming, LineFraming
from nodewire_client.errors import FramingError

TEXTS = st.lists(
    st.text(st.characters(blacklist_categories=["Cs"], blacklist_characters="\r\n"), min_size=1).filter(
        lambda text: text == text.strip() and text.encode().strip() == text.encode()
    ),
    max_size=8,
)


@pytest.mark.parametrize("kind", [HeaderFraming, LineFraming])
@given(texts=TEXTS, cuts=st.lists(st.integers(0, 400), max_size=20))
def test_messages_survive_any_cut(kind, texts, cuts):
    stream = b"".join(kind.frame(text.encode()) for text in texts)
    framing, found, start = kind(), [], 0
    for cut in [*sorted(cuts), len(stream)]:
        framing.feed(stream[start:cut])
        start = max(start, cut)
        while (text := framing.next()) is not None:
            found.append(text)
    assert found == texts


@pytest.mark.parametrize("kind", [HeaderFraming, LineFraming])
@pytest.mark.parametrize("size", [10, 300_000])
def test_messages_survive_being_taken_more_slowly_than_they_come(kind, size):
    texts = [chr(97 + number) * size for number in range(20)]
    stream = b"".join(kind.frame(text.encode()) for text in texts)
    framing, found, step = kind(), [], len(stream) // 7
    for start in range(0, len(stream), step):
        framing.feed(stream[start : start + step])
        text = framing.next()
        found += [] if text is None else [text]
    while (text := framing.next()) is not None:
        found.append(text)
    assert found == texts


@pytest.mark.parametrize(
    "header",
    [
        b"content-length:2\r\n\r\n",
        b"CONTENT-LENGTH:  002\r\n\r\n",
        b"Content-Type: application/json\r\nContent-Length: 2\r\n\r\n",
    ],
)
def test_headers_may_be_written_in_other_ways(header):
    framing = HeaderFraming()
    framing.feed(header + b"{}")
    assert framing.next() == "{}"


@pytest.mark.parametrize(
    "stream",
    [
        b"Segmentation fault\r\n\r\n",
        b"Content-Length: two\r\n\r\n",
        b"Content-Length: -2\r\n\r\n",
        b"x" * 70_000,
        b"Content-Length: 1\r\n\r\n\xff",
    ],
)
def test_what_is_no_message_is_an_error(stream):
    framing = HeaderFraming()
    framing.feed(stream)
    with pytest.raises(FramingError):
        framing.next()


def test_blank_lines_are_skipped():
    framing = LineFraming()
    framing.feed(b"\r\n\n{}\r\n\n[]\n")
    assert [framing.next(), framing.next(), framing.next()] == ["{}", "[]", None]


def test_it_is_known_how_many_bytes_a_message_still_needs():
    framing = HeaderFraming()
    framing.feed(b"Content-Length: 100\r\n\r\nabc")
    assert framing.next() is None
    assert framing.wanted == 97
