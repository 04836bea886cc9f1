"""`nodewire replay --redact`: a recording without the texts of its users, which still does the same."""

import json
import subprocess
from pathlib import Path

import pytest

RECORDINGS = sorted((Path(__file__).resolve().parents[2] / "examples" / "recordings").glob("*.jsonl"))


@pytest.fixture
def run(server, tmp_path):
    def run(*words, code=0):
        done = subprocess.run([server, *map(str, words)], capture_output=True, text=True, timeout=100, cwd=tmp_path)
        assert done.returncode == code, done.stderr + done.stdout[:2000]
        return done

    return run


def bodies(file):
    return [line["message"] for line in map(json.loads, file.read_text().splitlines()) if "message" in line]


def texts(value, member=""):
    """The texts of labels and data, and the ids."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from texts(inner, name)
    elif isinstance(value, list):
        for inner in value:
            yield from texts(inner, member)
    elif isinstance(value, str) and member in {"label", "text", "title", "description", "id", "source", "target"}:
        yield value


def contents(file):
    for line in map(json.loads, file.read_text().splitlines()):
        yield line.get("message")
        if "read" in line and "text" in line:
            yield json.loads(line["text"])


def outputs(run, file):
    """What each message causes: the gestures, and the length of all."""
    found = []
    for line in map(json.loads, run("replay", "--outputs", file).stdout.splitlines()[1:-1]):
        text = line["text"]
        # Errors quote names, and pictures break lines.
        is_free = '"error":' in text or "<svg" in text
        gestures = [part.split('"')[0] for part in text.split('"gesture":"')[1:]]
        found.append((line["line"], gestures, text.count('"refused":'), is_free or len(text.encode())))
    return found


@pytest.mark.parametrize("recording", RECORDINGS, ids=lambda path: path.stem)
def test_a_redacted_recording_does_the_same_without_the_texts(run, tmp_path, recording):
    out = tmp_path / "out.jsonl"
    run("replay", recording, "--redact", "--out", out)
    assert "gave the same" in run("replay", out).stdout
    assert len(bodies(out)) == len(bodies(recording))
    before = {text for value in contents(recording) for text in texts(value) if len(text) > 2}
    after = out.read_text()
    labels = {text for text in before if " " in text or text[0].isupper()}
    assert labels and not [text for text in labels if json.dumps(text) in after]
    assert outputs(run, out) == outputs(run, recording)


def test_equal_texts_stay_equal_and_keep_their_length(run, tmp_path):
    nodes = [{"id": name, "position": {"x": 0, "y": 0}, "data": {"label": label, "who": "Grace", "phone": "+49 30 1234"}} for name, label in
             [("greet", "Héllo"), ("bye", "Héllo"), ("ask", "source")]]
    edges = [{"id": "e", "source": "greet", "target": "bye", "label": "Grace"}]
    calls = [("initialize", {"clock": "client"}), ("document/create", {"document": "d", "content": {"nodes": nodes, "edges": edges}}),
             ("node/move", {"document": "d", "ids": ["greet"], "by": {"x": 5, "y": 0}})]
    lines = [{"recording": 1, "server": "1.0.0"}]
    lines += [{"message": {"jsonrpc": "2.0", "id": n, "method": method, "params": params}} for n, (method, params) in enumerate(calls)]
    lines += [{"text": "{broken Grace"}, {"read": "private/graph.mmd", "text": "graph LR\n Grace"}]
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    done = run("replay", "a.jsonl", "--redact", "-o", "b.jsonl", "--json", code=1)
    assert [finding["line"] for finding in json.loads(done.stdout)["findings"]] == [5, 5]
    text = (tmp_path / "b.jsonl").read_text()
    assert not [word for word in ("Grace", "greet", "bye", "llo", "private", "broken", "30 12") if word in text]
    create, move = bodies(tmp_path / "b.jsonl")[1:]
    made = create["params"]["content"]
    one, two, three = made["nodes"]
    (edge,) = made["edges"]
    assert [edge["source"], edge["target"]] == [one["id"], two["id"]] and move["params"]["ids"] == [one["id"]]
    assert move["params"]["by"] == {"x": 5, "y": 0} and len(one["id"]) == 5
    (label,) = {one["data"]["label"], two["data"]["label"]}
    assert len(label.encode()) == 6 and three["data"]["label"] not in {label, "source"}
    assert edge["label"] in one["data"].values()


def test_a_redaction_is_written(run):
    assert "needs --out" in run("replay", RECORDINGS[0], "--redact", code=2).stderr
