"""No request changes a document or file that it did not name, and what is acknowledged with a journal is found again.

Some conversations; `long/documents.py` performs many.
"""

import pytest

from owned_documents import converse

#: Among them are several clients, two servers, kills, journals that are passed on, and closes while jobs are under way.
#: In the last one another server writes over a file while a document of it is saved here and a sibling has edits.
SEEDS = ((3, 32), (15, 32), (21, 32), (61, 32), (1059, 32), (1154, 32), (702204, 40))


@pytest.mark.parametrize("seed, steps", SEEDS)
def test_what_was_not_named_stays(server, tmp_path, seed, steps):
    tally = converse(server, tmp_path / "conversation", seed, steps=steps)
    assert tally["document/open"] > 0
