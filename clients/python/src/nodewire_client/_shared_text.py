"""A text that several people write at the same time: each sees its own typing at once, and all end with the same text.

Nothing here waits or sends: ``View.share_text`` of both clients does.
"""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple

Part = Tuple[int, int, str]
"""A replacement of a part of a text: where it begins and ends, in Unicode code points, and what comes in its place."""
Change = List[Part]
"""Replacements by their places in the text before, from its beginning on; no two touch."""


def changed(text: str, change: Change) -> str:
    """The text after a change."""
    for start, end, new in reversed(change):
        text = text[:start] + new + text[end:]
    return text


def place_after(place: int, change: Change, is_after_new: bool) -> int:
    """The index after a change, and whether it comes after text that is inserted at it."""
    shift = 0
    for start, end, new in change:
        if start > place or (start == place and not is_after_new):
            break
        if place < end:
            return start + shift + len(new)
        shift += len(new) - (end - start)
    return place + shift


def after(change: Change, other: Change, is_first: bool = False) -> Change:
    """A change, transformed over another change of the same text. At the same index, its own insertion comes first."""
    own, others, result = _Steps(change), _Steps(other), _Builder()
    while own.part is not None:
        if own.text and (is_first or not others.text):
            result.put(own.text)
            own.pass_text()
        elif others.text:
            result.keep(len(others.text))
            others.pass_text()
        else:
            count = min(length for length in (own.length, others.length) if length is not None)
            if not others.drops:
                (result.drop if own.drops else result.keep)(count)
            own.pass_by(count)
            others.pass_by(count)
    return result.change


class _Steps:
    """A walk through the text before: text is put in before the part that it replaces goes."""

    def __init__(self, change: Change) -> None:
        self._change = change
        self._index = 0
        self._place = 0
        self._has_put = False

    @property
    def part(self) -> Optional[Part]:
        return self._change[self._index] if self._index < len(self._change) else None

    @property
    def text(self) -> str:
        part = self.part
        return part[2] if part and self._place == part[0] and not self._has_put else ""

    @property
    def drops(self) -> bool:
        return self.part is not None and self._place >= self.part[0]

    @property
    def length(self) -> Optional[int]:
        """The length that stays or goes; None after the last part."""
        if self.part is None:
            return None
        start, end, _ = self.part
        return (end if self.drops else start) - self._place

    def pass_text(self) -> None:
        self._has_put = True
        self._leave()

    def pass_by(self, count: int) -> None:
        if self.part is not None:
            self._place += count
            self._leave()

    def _leave(self) -> None:
        part = self.part
        if part and self._place == part[1] and (self._has_put or not part[2]):
            self._index += 1
            self._has_put = False


class _Builder:
    def __init__(self) -> None:
        self.change: Change = []
        self._place = 0

    def keep(self, count: int) -> None:
        self._place += count

    def put(self, text: str) -> None:
        start, end, new = self._here()
        self.change[-1] = (start, end, new + text)

    def drop(self, count: int) -> None:
        start, end, new = self._here()
        self._place += count
        self.change[-1] = (start, self._place, new)

    def _here(self) -> Part:
        if not self.change or self.change[-1][1] != self._place:
            self.change.append((self._place, self._place, ""))
        return self.change[-1]


class SharedText:
    """A text that is open for editing in a view: what is written here is in ``text`` at once, and so is what others write.

    ``selection`` keeps its place. What was written is sent by ``View.send_text``.
    """

    def __init__(self, node: str, path: str) -> None:
        self.node = node
        self.path = path
        self.text = ""
        self.selection = (0, 0)
        self.revision: Optional[int] = None
        """The revision of the document whose text is known here; None before that was heard."""
        self._known = ""
        self._typed: List[Change] = []

    @property
    def is_sent(self) -> bool:
        """Whether the document is known to have everything that was written here."""
        return not self._typed

    def write(self, start: int, end: int, text: str) -> None:
        """Replaces a part of the text, in Unicode code points; the caret comes after the new text."""
        if not 0 <= start <= end <= len(self.text):
            raise ValueError(f"a part from {start} to {end} of a text of {len(self.text)}")
        change = [(start, end, text)]
        self.text = changed(self.text, change)
        self.selection = (start + len(text), start + len(text))
        self._typed.append(change)

    def hear(self, changes: Sequence[Mapping[str, Any]]) -> None:
        """Applies the changes of others: the ``typed`` of a frame, or the ``changes`` of a reply."""
        for one in changes:
            if "text" in one:
                self._take([(0, len(self._known), one["text"])] if one["text"] != self._known else [], one["revision"])
            elif "operations" in one and self.revision is not None and one["revision"] > self.revision:
                parts = [(part["from"], part["to"], part["text"]) for part in reversed(one["operations"])]
                self._take(parts, one["revision"])

    def _take(self, change: Change, revision: int) -> None:
        self._known = changed(self._known, change)
        for index, own in enumerate(self._typed):
            self._typed[index], change = after(own, change), after(change, own, True)
        self.text = changed(self.text, change)
        start, end = self.selection
        end = place_after(end, change, False)
        self.selection = (end if start == self.selection[1] else min(place_after(start, change, True), end), end)
        self.revision = revision

    def request(self) -> Optional[Dict[str, Any]]:
        """The parameters of the next ``text/replace``; None if there is nothing to send. One is sent at a time."""
        while self._typed and self.revision is not None:
            # One part is sent at a time, from the back to the front.
            parts: List[Change] = [[part] for part in reversed(self._typed[0])]
            self._typed[:1] = parts
            if parts:
                start, end, text = parts[0][0]
                place = {"from": start, "to": end, "text": text, "revision": self.revision}
                return {"node": self.node, "path": self.path, **place}
        return None

    def answer(self, reply: Mapping[str, Any]) -> None:
        """Handles the reply to the last ``request``."""
        self.hear(reply.get("changes") or ())
        self._known = changed(self._known, self._typed.pop(0))
        self.revision = reply["revision"]

    def refuse(self) -> None:
        """Drops unsent changes after an error; open the text again."""
        self.text = self._known
        self._typed.clear()
        self.selection = (min(self.selection[0], len(self.text)), min(self.selection[1], len(self.text)))
        self.revision = None
