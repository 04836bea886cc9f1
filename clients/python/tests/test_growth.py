"""Thousands of edits with a journal, and hours of nothing, leave nothing in memory (`long/memory.py` goes further)."""

import sys

import pytest

from memory_growth import SPARE, Grown, edit_and_undo

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")


def test_edits_with_a_journal_and_undo_leave_nothing(server, tmp_path):
    with Grown(server, tmp_path, nodes=100, limits={"historySteps": 50}) as grown:
        grown.open_views(1)
        grown.edit(400, edit_and_undo)
        before = grown.memory
        grown.edit(1200, edit_and_undo)
        assert grown.memory - before < SPARE / 4


def test_hours_of_nothing_leave_nothing(server, tmp_path):
    with Grown(server, tmp_path, nodes=100) as grown:
        grown.open_views(3)
        grown.wait(500)
        before = grown.memory
        grown.wait(8000)
        assert grown.memory - before < SPARE / 4
