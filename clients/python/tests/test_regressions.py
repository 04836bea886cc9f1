"""Cases that fuzzing found once (`long/fuzz_server.py`): the server takes each of them and lives."""

from pathlib import Path

import pytest

from server_process import END, bodies, framed, line, lines, messages, request, said

FOUND = Path(__file__).with_name("regressions")
CASES = sorted(file for file in FOUND.rglob("*") if file.is_file())
BEGIN = request("begin", "initialize", clock="client")
#: What the target `crash` edits.
FILE = '{"nodewire":1,"nodes":[{"id":"a"},{"id":"b"}],"edges":[{"id":"e","source":"a","target":"b"}]}'
FORMATS = ("nodewire", "reactFlow", "swiftFlow", "mermaid", "dot", "tree", "swiftType", "pasted")


def asked(target, folder, case):
    """How a case reaches the server."""
    text = case.read_bytes()
    if target in FORMATS:
        (folder / "case").write_bytes(text)
        format = {} if target == "pasted" else {"format": target}
        opened = request("open", "document/open", path="case", document="d", **format)
        more = [
            request("export", "document/export", document="d", format="svg"),
            request("paste", "document/create", document="e"),
            request("text", "document/paste", document="e", text=text.decode(errors="replace")),
            request("hash", "document/hash", document="d"),
        ]
        return lines([opened, *more])
    if target == "expression":
        node = {"id": "a", "data": {"expression": text.decode(errors="replace")}}
        types = {"nodes": {"t": {"outputs": {"x": text.decode(errors="replace")}}}}
        return lines([request(1, "document/create", content={"nodes": [node], "types": types})])
    if target == "merge":
        first, _, rest = text.decode(errors="replace").partition("\n")
        second, _, base = rest.partition("\n")
        other = {"with": {"text": second}, **({"base": {"text": base}} if base else {})}
        opened = request("open", "document/open", text=first, document="d")
        return lines([opened, request("merge", "document/merge", document="d", **other)])
    if target == "crash":
        (folder / "a.json").write_text(FILE)
        return lines([request("open", "document/open", path="a.json", document="d")]) + text + b"\n"
    if target == "schema":
        schema, _, data = text.partition(b"\n")
        content = b'{"nodes":[{"id":"a","type":"t","data":%s}],"types":{"nodes":{"t":{"dataSchema":%s}}}}'
        head = b'{"jsonrpc":"2.0","id":1,"method":"document/create","params":{"content":' + content + b"}}\n"
        return head % (data.replace(b"\n", b" "), schema)
    return text + b"\n"


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.parent.name}-{case.name}")
def test_a_found_case_is_taken(server, tmp_path, case):
    target = case.parent.name
    last = [request("after", "document/list"), *END]
    if target == "framing":
        stream = framed(line(BEGIN)) + case.read_bytes()[1:] + b"\n".join(framed(line(one)) for one in last)
        assert bodies(said(server, stream, cwd=tmp_path))[-1]["id"] == "end"
        return
    stream = line(BEGIN) + asked(target, tmp_path, case) + lines(last)
    assert messages(said(server, stream, cwd=tmp_path))[-1]["id"] == "end"
