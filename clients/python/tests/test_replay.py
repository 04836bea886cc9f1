"""`nodewire replay` over many files, past the first difference, and against another build."""

import json
import subprocess

import pytest

COUNT = 150


def message(number, method, **params):
    return {"message": {"jsonrpc": "2.0", "id": number, "method": method, "params": params}}


MESSAGES = [
    message(1, "initialize", clock="client"),
    message(2, "document/create", document="d", content={"nodes": [{"id": "a", "position": {"x": 0, "y": 0}}]}),
    *(message(3 + n, "node/move", document="d", ids=["a"], by={"x": 1, "y": 0}) for n in range(COUNT)),
]


@pytest.fixture
def run(server, tmp_path):
    def run(*words, code=0, text=""):
        done = subprocess.run([server, *words], input=text, capture_output=True, text=True, timeout=60, cwd=tmp_path)
        assert done.returncode == code, done.stderr + done.stdout
        return done

    lines = [json.dumps(line) for line in [{"recording": 1, "server": "1.0.0"}, *MESSAGES, {"event": "inputEnded"}]]
    (tmp_path / "bare.jsonl").write_text("\n".join(lines) + "\n")
    run("replay", "bare.jsonl", "-o", "same.jsonl", "--quiet")
    text = (tmp_path / "same.jsonl").read_text()
    # A first step of two instead of one: all later places differ.
    (tmp_path / "other.jsonl").write_text(text.replace('"by": {"x": 1,', '"by": {"x": 2,', 1))
    return run


@pytest.fixture
def program(server, tmp_path):
    """Returns a program that changes each line of what a nodewire prints by a script of sed."""

    def program(script):
        path = tmp_path / "other-nodewire"
        path.write_text(f"#!/bin/sh\n'{server}' \"$@\" | sed -e '{script}'\n")
        path.chmod(0o755)
        return str(path)

    return program


def test_many_files_and_folders_are_looked_at(run, tmp_path):
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "same.jsonl").write_text((tmp_path / "same.jsonl").read_text())
    (tmp_path / "notes.jsonl").write_text('{"note": 1}\n')
    found = json.loads(run("replay", ".", "--json", code=1).stdout)
    names = [one["file"] for one in found]
    assert names == ["./bare.jsonl", "./deep/same.jsonl", "./other.jsonl", "./same.jsonl"]
    assert [one["differences"] for one in found] == [0, 0, 1, 0] and [one["compared"] for one in found][0] == 0
    done = run("replay", "notes.jsonl", "other.jsonl", "same.jsonl", code=2)
    assert "no recording" in done.stderr and done.stdout.startswith("other.jsonl: difference at message 3 ")
    assert f"same.jsonl: {len(MESSAGES)} messages gave the same" in done.stdout
    assert run("replay", "other.jsonl", "--quiet", code=1).stdout == ""


def test_all_differences_are_counted_and_the_first_ones_listed(run):
    text = run("replay", "other.jsonl", "--all", code=1).stdout
    # The move itself announces the same offset; each later one another place.
    assert text.count("difference at message ") == 100
    assert text.endswith(f"{COUNT} of {COUNT + 3} outputs differ; the last {COUNT - 100} are not listed\n")
    (found,) = json.loads(run("replay", "other.jsonl", "--all", "--json", code=1).stdout)
    assert found["differences"] == COUNT and len(found["listed"]) == 100 and found["messages"] == len(MESSAGES)
    assert found["listed"][0]["message"] == 3 and '"x": 2' in found["listed"][0]["input"]
    assert run("replay", "same.jsonl", "--all").stdout.startswith(f"{len(MESSAGES)} messages gave the same")


def test_a_recording_goes_through_a_pipe(run, tmp_path):
    text = (tmp_path / "bare.jsonl").read_text()
    assert run("replay", "-", "--out", "-", text=text).stdout == (tmp_path / "same.jsonl").read_text()
    assert "messages gave the same" in run("replay", "-", text=text).stdout


def test_outputs_are_printed_line_by_line(run, tmp_path):
    lines = [json.loads(line) for line in run("replay", "--outputs", "same.jsonl").stdout.splitlines()]
    assert lines[0] == {"outputs": 1} and lines[-1] == {"messages": len(MESSAGES)}
    recorded = [json.loads(line) for line in (tmp_path / "same.jsonl").read_text().splitlines()]
    sizes = [line["bytes"] for line in recorded if line.get("bytes")]
    assert [len(line["text"].encode()) for line in lines[1:-1]] == sizes
    assert all(recorded[line["line"] - 1].get("message") for line in lines[1:-1])


def test_another_build_that_does_the_same_has_no_difference(run, server):
    assert f"as with {server}" in run("replay", "other.jsonl", "--against", server).stdout
    found = json.loads(run("replay", "other.jsonl", "same.jsonl", "--against", server, "--json").stdout)
    assert [one["differences"] for one in found] == [0, 0]


def test_both_outputs_of_another_build_are_shown(run, program):
    other = program('s/\\\\"revision\\\\":7/\\\\"revision\\\\":-7/g')
    done = run("replay", "same.jsonl", "--against", other, code=1)
    assert "difference at message " in done.stdout
    assert '"revision":-7' in done.stdout and '"revision":7' in done.stdout
    (found,) = json.loads(run("replay", "same.jsonl", "--against", other, "--json", code=1).stdout)
    for one in found["listed"]:
        now, then = one["now"]["text"].encode(), one["other"]["text"].encode()
        assert now[: one["place"]] == then[: one["place"]] and now[one["place"]] != then[one["place"]]
        assert (len(now), len(then)) == (one["now"]["bytes"], one["other"]["bytes"])


@pytest.mark.parametrize(
    "script, message",
    [
        ("1d", "prints no outputs"),
        ("s/outputs.:1/outputs\":2/", "version 2"),
        ("20,$d", "ended before"),
        ("s/messages.:.*/messages\":1}/", "performed 1 messages"),
        ("9s/{/[/", "other-nodewire: "),
    ],
)
def test_a_program_that_gives_no_outputs_is_refused(run, program, script, message):
    assert message in run("replay", "same.jsonl", "--against", program(script), code=2).stderr


def test_what_is_no_program_is_refused(run):
    assert "is no program" in run("replay", "same.jsonl", "--against", "./none", code=2).stderr
    assert "prints no outputs" in run("replay", "same.jsonl", "--against", "/bin/cat", code=2).stderr
    assert "needs files" in run("replay", "-", "--against", "/bin/cat", code=2).stderr
