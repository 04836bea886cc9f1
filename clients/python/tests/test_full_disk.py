"""A disk that is full: edits and saves are refused with a reason or done, and everything goes on when there is room."""

import json
import os
import shutil
import subprocess
import sys

import pytest

from nodewire_client import Client, Connection, errors

from server_process import ENVIRONMENT

UNSHARE = ["unshare", *([] if os.getuid() == 0 else ["-r"]), "-m"] if sys.platform.startswith("linux") else []
TEXT = json.dumps({"nodewire": 1, "nodes": [{"id": "a", "position": {"x": 0, "y": 0}}], "edges": []})


def can_mount(folder):
    script = f'mount -t tmpfs -o size=64k none "{folder}"'
    command = [*UNSHARE, "sh", "-c", script]
    return bool(UNSHARE) and shutil.which("unshare") and not subprocess.run(command, capture_output=True).returncode


def test_it_goes_on_when_there_is_room_again(server, tmp_path):
    if not can_mount(tmp_path):
        pytest.skip("no file system can be mounted here")
    (tmp_path / "a.json").write_text(TEXT)
    # The server's folder is a small disk of its own, which only it sees; this process looks in through its root.
    script = f'cp "{tmp_path}/a.json" /tmp/a.json.$$; mount -t tmpfs -o size=256k none "{tmp_path}"'
    script += f' && mv /tmp/a.json.$$ "{tmp_path}/a.json" && exec "{server}" --root "{tmp_path}"'
    process = subprocess.Popen(
        [*UNSHARE, "sh", "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, env=ENVIRONMENT
    )
    client = Client(Connection(process.stdout, process.stdin, timeout=60))
    folder = f"/proc/{process.pid}/root{tmp_path}"
    document = client.open("a.json")

    def edit(x):
        try:
            document.node.update(id="a", patch={"position": {"x": x, "y": 0}, "label": f"{x}" + "l" * 2000})
            return True
        except errors.ServerError as error:
            assert error.code == 1303
            return False

    assert edit(1)
    document.save()
    with open(f"{folder}/filler", "wb", buffering=0) as filler, pytest.raises(OSError):
        while True:
            filler.write(b"f" * 1000)
    taken = [x for x in range(2, 12) if edit(x)]
    with pytest.raises(errors.NodewireError):
        document.save()
    last = taken[-1] if taken else 1
    assert document.read()["nodes"][0]["position"]["x"] == last
    with open(f"{folder}/a.json") as file:
        assert json.load(file)["nodes"][0]["position"]["x"] == 1
    os.unlink(f"{folder}/filler")
    assert [x for x in range(20, 50) if edit(x)] == [*range(20, 50)]
    document.save()
    with open(f"{folder}/a.json") as file:
        assert json.load(file)["nodes"][0]["position"]["x"] == 49
    client.close()
    assert process.wait(60) is not None
