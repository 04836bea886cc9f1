"""A damaged journal costs its tail, never its head, and never the server. One server opens all of its variants."""

import json
import shutil

import pytest

from crash_programs import BEGIN, CONTENT, FILE, Program, Reference, begin, place
from journal_files import changes
from state_files import journal_of, leave_journal
from server_process import lines, messages, request, said

COUNT = 14


@pytest.fixture(scope="module")
def journal(server, tmp_path_factory):
    """The file and the journal of a program without saves, and the places that it led to."""
    folder = tmp_path_factory.mktemp("journal")
    program = Program("damage", COUNT)
    for one in program.requests:
        if one["method"] == "document/save":
            one.update(request(one["id"], "node/move", document="d", ids=["s0"], to={"x": one["id"], "y": 7}))
    reference = Reference(server, folder, program)
    begin(folder)
    said(
        server,
        lines([BEGIN, request("open", "document/open", path=FILE, document="d"), *program.requests]),
        code=1,
        cwd=folder,
    )
    return (folder / FILE).read_bytes(), journal_of(folder / FILE).read_bytes(), reference


def places(server, folder, text, journals):
    """Where each of these journals leads to, in one server; None for a file that cannot be opened."""
    asked = [BEGIN]
    for number, journal in enumerate(journals):
        (folder / f"{number}.json").write_bytes(text)
        leave_journal(folder / f"{number}.json", journal)
        asked.append(request(f"open {number}", "document/open", path=f"{number}.json", document="d"))
        asked.append(request(f"hash {number}", "document/hash", document="d"))
        asked.append(request(f"list {number}", "history/list", document="d"))
        asked.append(request(f"read {number}", "document/close", document="d", discard=True))
    asked.append(request("end", "shutdown"))
    asked.append({"jsonrpc": "2.0", "method": "exit"})
    heard = {one["id"]: one for one in messages(said(server, lines(asked), cwd=folder)) if "method" not in one}
    shutil.rmtree(folder)
    folder.mkdir()
    for number in range(len(journals)):
        assert "result" in heard[f"open {number}"], heard[f"open {number}"]
        yield place(heard, number), heard[f"open {number}"]["result"]


def batches(cases, size=400):
    for start in range(0, len(cases), size):
        yield cases[start : start + size]


def judge(server, tmp_path, journal, cases, least):
    """Each case leads to a place of the program, and not to one before those that stand whole before the damage."""
    text, _, reference = journal
    folder = tmp_path / "cases"
    folder.mkdir()
    for batch in batches(cases):
        for found, (_, whole) in zip(places(server, folder, text, [one[0] for one in batch]), batch):
            number = reference.judge(found[0], 0)
            assert number >= least(whole), (number, whole, found[1])


def whole_lines(text, at):
    """How many changes stand whole before a byte; the first two lines are what the journal is."""
    return max(text[:at].count(b"\n") - 2, 0)


def reached(reference, journal):
    """After how many lines which request was performed: those that were refused wrote none."""
    known, lines_before = [0], 0
    for number, (before, after) in enumerate(zip(reference.places, reference.places[1:]), 1):
        if before != after:
            lines_before += 1
            known.append(number)
    return known


def test_cut_anywhere_it_leads_to_the_last_whole_line(server, tmp_path, journal):
    _, text, reference = journal
    known = reached(reference, text)
    cases = [(text[:length], whole_lines(text, length)) for length in range(0, len(text), 7)]
    judge(server, tmp_path, journal, cases, lambda whole: known[min(whole, len(known) - 1)] if whole else 0)


def test_a_changed_byte_costs_no_line_before_it(server, tmp_path, journal):
    _, text, reference = journal
    known, cases = reached(reference, text), []
    for at in range(text.index(b"\n") + 1, len(text), 11):
        for bit in (1 << at % 8,):
            changed = bytearray(text)
            changed[at] ^= bit
            cases.append((bytes(changed), whole_lines(text, at)))
    judge(server, tmp_path, journal, cases, lambda whole: known[min(whole, len(known) - 1)] if whole else 0)


def test_what_stands_behind_the_last_line_costs_nothing(server, tmp_path, journal):
    _, text, reference = journal
    tails = [
        b"\0" * 1,
        b"\0" * 4096,
        b"\xff" * 100,
        b"{",
        b"\n",
        b"\n\n{}\n",
        b"null\n",
        text[:50],
        b'{"check":"0000000000000000"}\n',
        b"x" * 4095 + b"\n",
    ]
    judge(server, tmp_path, journal, [(text + tail, 0) for tail in tails], lambda _: COUNT - 4)


def test_what_is_no_journal_is_none(server, tmp_path, journal):
    text, good, _ = journal
    folder = tmp_path / "cases"
    folder.mkdir()
    cases = [
        b"",
        b"\0" * 100,
        b"[" * 100_000,
        b"{}\n" * 1000,
        text,
        good[::-1],
        b"\n" * 5000,
        b'{"check":' + b"9" * 1000,
    ]
    start = json.dumps(CONTENT).encode()
    for _, summary in places(server, folder, start, cases):
        assert changes(summary) == 0
