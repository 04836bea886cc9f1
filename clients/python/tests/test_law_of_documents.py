"""No request changes a document or file that it did not name, and what is acknowledged with a journal is found again.

Some conversations; `long/documents.py` performs many.
"""

import pytest

from owned_documents import converse

#: Among them are several clients, two servers, kills, journals that are passed on, and closes while jobs are under way.
SEEDS = (3, 15, 21, 61, 1059, 1154)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_was_not_named_stays(server, tmp_path, seed):
    tally = converse(server, tmp_path / "conversation", seed, steps=32)
    assert tally["document/open"] > 0
