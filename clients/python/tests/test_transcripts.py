"""The transcript runner against the fake server."""

import pytest

from nodewire_dev.transcripts import Mismatch, Runner, difference, exact, main, parse

GOOD = """# A node is inserted and announced.
# clock: client
--> {"jsonrpc": "2.0", "id": 1, "method": "document/create"}
<-- {"jsonrpc": "2.0", "id": 1,
    "result": {"document": "d1", "revision": 0.0, "<ignore>": true}}

--> {"jsonrpc": "2.0", "id": 2, "method": "node/insert", "params": {"document": "d1", "node": {"label": "long
     text"}}}
<-- {"jsonrpc": "2.0", "method": "document/changed", "params": "<any>"}
<-- {"jsonrpc": "2.0", "id": 2, "result": {"revision": 1, "id": "n1"}}
"""


@pytest.fixture
def runner(fake):
    return Runner(fake, timeout=10)


def written(tmp_path, text):
    path = tmp_path / "transcript.txt"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_transcript_that_is_right_passes(runner, tmp_path):
    assert runner.run(written(tmp_path, GOOD)).problem is None


@pytest.mark.parametrize(
    "old, new, problem",
    [
        ('"id": "n1"', '"id": "n2"', '/result/id is "n1", not "n2"'),
        (
            '<-- {"jsonrpc": "2.0", "method": "document/changed", "params": "<any>"}\n',
            "",
            "the message has no member 'id'",
        ),
        ('<-- {"jsonrpc": "2.0", "id": 2, "result": {"revision": 1, "id": "n1"}}\n', "", "after the last line"),
        ('"<ignore>": true', '"nodes": true, "edges": 0, "losses": []', "/result/nodes is 0, not true"),
        ("# A node", "A node", "line 1: neither prose"),
    ],
)
def test_a_transcript_that_is_wrong_says_where(runner, tmp_path, old, new, problem):
    outcome = runner.run(written(tmp_path, GOOD.replace(old, new)))
    assert outcome.problem and problem in outcome.problem


def test_a_missing_message_ends_in_a_problem(fake, tmp_path):
    outcome = Runner(fake, timeout=0.5).run(written(tmp_path, GOOD + "<-- {}\n"))
    assert "line 11: the server said nothing" in outcome.problem


def test_a_transcript_may_initialize_itself(runner, tmp_path):
    text = (
        '--> {"jsonrpc":"2.0","id":1,"method":"initialize"}\n<-- {"jsonrpc":"2.0","id":1,"result":{"<ignore>":true}}\n'
    )
    assert runner.run(written(tmp_path, text)).problem is None


def test_what_is_sent_need_not_be_json(runner, tmp_path):
    text = '--> {"jsonrpc"\n<-- {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"<any>"}}\n'
    assert runner.run(written(tmp_path, text)).problem is None


def test_the_examples_lie_in_the_working_folder(runner, tmp_path):
    text = (
        '--> {"jsonrpc":"2.0","id":1,"method":"document/open","params":{"path":"support-bot.json"}}\n'
        '<-- {"jsonrpc":"2.0","id":1,"result":{"document":"d1","<ignore>":true}}\n'
    )
    assert runner.run(written(tmp_path, text)).problem is None


def test_a_rewrite_keeps_what_matches_and_replaces_what_does_not(runner, tmp_path):
    assert runner.rewrite(written(tmp_path, GOOD)).text == GOOD
    wrong = GOOD.replace('"id": "n1"', '"id": "n9"').replace('<-- {"jsonrpc": "2.0", "method"', '<-- {"method"')
    rewritten = runner.rewrite(written(tmp_path, wrong)).text
    assert "n9" not in rewritten and '"result": {"document": "d1", "revision": 0.0, "<ignore>": true}' in rewritten
    assert runner.run(written(tmp_path, rewritten)).problem is None


def test_a_rewrite_writes_the_first_expectations(runner, tmp_path):
    text = "".join(line for line in GOOD.splitlines(True) if line.startswith(("#", "-->", "     text")))
    rewritten = runner.rewrite(written(tmp_path, text)).text
    assert rewritten.count("<-- ") == 3
    assert runner.run(written(tmp_path, rewritten)).problem is None


def test_the_end_of_the_process_is_part_of_a_rewrite(runner, tmp_path):
    text = '--> {"jsonrpc":"2.0","id":1,"method":"shutdown"}\n--> {"jsonrpc":"2.0","method":"exit"}\n'
    assert runner.rewrite(written(tmp_path, text)).text.count("<-- ") == 1


def test_the_command_line_counts(fake_binary, tmp_path, capsys):
    folder = tmp_path / "transcripts"
    folder.mkdir()
    (folder / "good.txt").write_text(GOOD)
    assert main([str(folder), "--server", str(fake_binary)]) == 0
    (folder / "bad.txt").write_text(GOOD.replace("n1", "n9"))
    assert main([str(folder), "--server", str(fake_binary)]) == 1
    assert "1 transcripts passed, 1 failed" in capsys.readouterr().out
    assert main([str(folder), "--server", str(fake_binary), "--rewrite"]) == 0
    assert main([str(folder), "--server", str(fake_binary)]) == 0


def test_a_server_may_be_named_from_the_working_folder(fake_binary, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main([str(written(tmp_path, GOOD)), "--server", fake_binary.name]) == 0


@pytest.mark.parametrize(
    "expected, actual, same",
    [
        ("1", "1.0", True),
        ("1e2", "100", True),
        ("1", "true", False),
        ("0", "false", False),
        ("null", "0", False),
        ("9007199254740993", "9007199254740992", False),
        ('"<any>"', "[1]", True),
        ('{"a":"<any>"}', "{}", False),
        ('{"<ignore>":true}', '{"a":1}', True),
        ("{}", '{"a":1}', False),
        ('{"a":{"<ignore>":true}}', '{"a":{},"b":1}', False),
        ("[1,2]", "[1]", False),
        ("[1]", "[1,2]", False),
        ('{"a":1,"b":2}', '{"b":2,"a":1}', True),
    ],
)
def test_messages_are_compared_as_values(expected, actual, same):
    assert (difference(exact(expected), exact(actual)) is None) == same


def test_continuations_are_joined_without_the_blanks():
    line = parse('--> {"a":\n    "b\n    c"}\n')[0]
    assert line.text == '{"a":"bc"}'
    with pytest.raises(Mismatch):
        parse("    continued from nothing\n")
