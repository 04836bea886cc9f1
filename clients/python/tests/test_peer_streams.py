"""Streams of input whose answers are worked out by hand from the pages of the protocol.

`streams/` has a file for each subject: blocks of a name and the indented statements of `support/stream_scripts.py`. Nodes are 150 × 60
unless they say otherwise, with a target in the middle of the top and a source in the middle of the bottom; views are
800 × 600 and begin at the origin with zoom 1.
"""

from pathlib import Path

import pytest
from stream_scripts import Stage

from nodewire_client import Client

STREAMS = sorted(Path(__file__).with_name("streams").glob("*.txt"))
CASES = [
    pytest.param(script, id=f"{file.stem}: {name}")
    for file in STREAMS
    for block in file.read_text(encoding="utf-8").strip().split("\n\n")
    for name, _, script in [block.partition("\n")]
]
BETWEEN = 1_000_000


@pytest.fixture(scope="module")
def client(server):
    with Client.launch([server], clock="client") as client:
        yield client


@pytest.fixture(scope="module")
def starts():
    """When each stream starts: behind all that the one before may still have waited for."""
    return iter(range(0, BETWEEN * len(CASES), BETWEEN))


def test_no_two_streams_have_one_name():
    names = [case.id for case in CASES]
    assert len(names) > 200 and len(set(names)) == len(names)


@pytest.mark.parametrize("script", CASES)
def test_a_stream_ends_as_the_protocol_says(client, starts, script):
    stage = Stage(client, next(starts))
    try:
        stage.run(script)
    finally:
        stage.strike()
