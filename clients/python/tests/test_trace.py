"""`nodewire trace`: what happened in a recorded conversation."""

import json
import re
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest

RECORDINGS = Path(__file__).resolve().parents[2] / "examples" / "recordings"
MOUSE = RECORDINGS / "support-bot-mouse.jsonl"
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def trace(server):
    def trace(*words, text=None, code=0):
        words = [server, "trace", *map(str, words)]
        done = subprocess.run(words, input=text, capture_output=True, text=True, timeout=100)
        assert done.returncode == code, done.stderr
        return done.stderr if code else done.stdout

    return trace


def recording(*messages):
    lines = [{"recording": 1, "server": "1.0.0", "framing": "lines"}]
    for number, (method, params) in enumerate(messages, 1):
        lines.append({"message": {"jsonrpc": "2.0", "id": number, "method": method, "params": params}})
    return "".join(json.dumps(line) + "\n" for line in lines)


def shown(label="a"):
    nodes = [{"id": "a", "position": {"x": 0, "y": 0}, "label": label}]
    return [
        ("initialize", {"clock": "client"}),
        ("document/create", {"document": "d", "content": {"nodes": nodes}}),
        ("view/open", {"document": "d", "view": "v", "width": 800, "height": 600}),
    ]


def pointer(phase, x, y, time):
    return ("input/pointer", {"view": "v", "phase": phase, "id": 1, "at": {"x": x, "y": y}, "time": time})


def test_the_summary_counts_and_lists_gestures(trace):
    text = trace(MOUSE)
    assert text == trace("--summary", MOUSE)
    assert "234 messages: 141 requests, 93 notifications" in text
    assert "\n      123  input/pointer\n" in text
    assert "messages 22 to 39: drag in view v, 500,350 to 610,372, 16 moves" in text and "committed: Move\n" in text
    assert re.search(r"messages 40 to 57: connect .*: refused: connection.limit: ", text)
    assert "to look at" not in text and "slowest" not in text
    assert "slowest in this replay" in trace("--timings", MOUSE)


def test_the_example_of_the_page_is_what_is_printed(trace):
    page = (Path(__file__).resolve().parents[3] / "protocol-spec" / "recordings.md").read_text()
    example = re.search(r"support-bot-mouse.jsonl`, shortened:\n\n```\n(.*?)```", page, re.S)[1]
    printed = trace(MOUSE).replace(str(MOUSE), MOUSE.name)
    # The reply to `initialize` lists all methods: with each new one the output is longer.
    lines, own = (set(re.sub(r"\d+ out", "some out", text).splitlines()) for text in (printed, example))
    assert own <= lines


def test_a_forgotten_up_and_exchanged_axes_are_seen(trace):
    moves = [pointer("down", 100, 20, 0), pointer("move", 24, 104, 8), pointer("move", 28, 108, 16)]
    text = trace("-", text=recording(*shown(), *moves, pointer("down", 90, 12, 24)))
    assert "message 7: mouse pointer 1 went down again in view v, down since message 4\n" in text
    assert "message 7: mouse pointer 1 went down at 90,12 in view v and never came up\n" in text
    assert "messages 4 to 7: drag in view v, 100,20 to 28,108, 2 moves, the longest 113 points in message 5" in text


def test_the_edits_have_their_refusals(trace):
    text = trace(RECORDINGS / "support-bot-edits.jsonl")
    assert 'edge/connect: 1110 connection.noSuchNode: there is no node "nowhere" (message 51)' in text
    assert "\ngestures\n" not in text


def test_messages_are_printed_one_a_line(trace):
    lines = trace("--print", "--from", 56, "--until", 57, MOUSE).splitlines()
    assert [line.split()[:4] for line in lines if "-->" in line] == [
        ["56", "400", "-->", "input/pointer"],
        ["57", "408", "-->", "input/pointer"],
    ]
    assert lines[0].endswith(' = {"gesture":"connect"}')
    assert any("<-- view/event" in line for line in lines) and "== messages 40 to 57: connect" in lines[-1]


def test_each_message_is_an_object(trace):
    objects = [json.loads(line) for line in trace("--json", MOUSE).splitlines()]
    assert [one["number"] for one in objects if "input" in one] == list(range(1, 235))
    assert objects[56]["input"]["id"] == objects[56]["output"][-1]["id"] == 57
    assert objects[55]["gesture"] == "connect" and "milliseconds" not in objects[0]


def test_the_picture_has_the_way_of_the_pointer(trace, tmp_path):
    whole = ElementTree.fromstring(trace("--svg", "--until", 50, MOUSE))
    drawn = [one for one in whole.iter(SVG + "g") if one.get("data-trace")]
    assert len(drawn) == 1 and len(drawn[0].find(f"{SVG}g/{SVG}polyline").get("points").split()) == 11
    out = tmp_path / "after.svg"
    assert trace("--svg", "--until", 57, "-o", out, MOUSE) == ""
    assert "data-trace" not in out.read_text()
    far = recording(*shown(), pointer("down", 10, 10, 0), pointer("move", 1e300, -1e300, 8))
    box = ElementTree.fromstring(trace("--svg", "-", text=far)).get("viewBox").split()
    assert all(abs(float(number)) < 10_000 for number in box)
    assert "1 move, the longest none points" in trace("-", text=far)
    assert "1 move, the longest 1e+30 points" in trace("-", text=far.replace("1e+300", "1e+30").replace("-1e+30", "0"))
    assert "no document is open after message 1" in trace("--svg", "--until", 1, MOUSE, code=2)
    assert "no open document x" in trace("--svg", "--document", "x", MOUSE, code=2)


def test_the_page_stands_alone_and_takes_any_text(trace):
    hostile = "</script><script>alert(1)</script><!-- & \u2028 '\"`"
    page = trace("--html", "-", text=recording(*shown(hostile), pointer("down", 10, 10, 0)))
    assert page.count("</script>") == 2 and "http://" not in page.replace("http://www.w3.org/2000/svg", "")
    data = json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S)[1])
    assert len(data["rows"]["number"]) == 4 and len(data["pictures"]) == 1

    def text(index):
        template, *numbers = data["texts"][index].split(",")
        parts = data["templates"][int(template)].split("\1")
        return "".join(part + number for part, number in zip(parts, numbers + [""]))

    assert json.loads(text(data["rows"]["input"][1]))["content"]["nodes"][0]["label"] == hostile
    assert json.loads(text(data["rows"]["input"][3]))["at"] == {"x": 10, "y": 10}


@pytest.mark.parametrize(
    "text, message",
    [
        ("", "-:1: the recording is empty"),
        ("{}\n", "-:1: this is no recording"),
        ('{"recording":1}\n{"message":{"id"', "-:2: the recording ends inside a line"),
    ],
)
def test_what_is_no_recording_is_refused(trace, text, message):
    for form in ("--summary", "--print", "--json", "--svg", "--html"):
        assert message in trace(form, "-", text=text, code=2)


def test_options_that_contradict_are_refused(trace):
    assert "only one of --print, --html" in trace("--print", "--html", MOUSE, code=2)
    assert "--from is after --until" in trace("--from", 3, "--until", 2, MOUSE, code=2)
    assert "--until needs the number of a message" in trace("--until", "x", MOUSE, code=2)


def test_odd_messages_are_shown(trace):
    lines = [
        {"recording": 1, "framing": "headers"},
        {"text": "no JSON \x1b[31m"},
        {"hex": "ff"},
        {"message": []},
        {"message": [{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"clock": "client"}}, 3]},
        {"text": '{"jsonrpc":"2.0",\n"id":{"a":1},"method":5}'},
        {"framingFailed": "malformedLength"},
        {"message": {"method": "x", "id": "\u009b31m" * 200}},
    ]
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    assert "\x1b" not in trace("-", text=text)
    printed = trace("--print", "-", text=text)
    assert "\x1b" not in printed and "\x9b" not in printed
    assert [json.loads(line)["number"] for line in trace("--json", "-", text=text).split("\n") if line] == [1, 2, 3, 4, 5, 5, 6]
    assert trace("--html", "-", text=text)
