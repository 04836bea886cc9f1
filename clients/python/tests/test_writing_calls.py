"""Every call that opens, makes, renames or removes a file is listed here with its reason; there is no other way to a file.

What a user or a client names goes through the gate (`FileAccess.pass`), which gives the only value that `replace` takes.
"""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]

SYSTEM = re.compile(
    r"O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|(?<![.\w])(?:rename|renameat|unlink|unlinkat|fopen|fdopen|creat|mkdir|mkdirat|mkdtemp|mkstemp|rmdir|link"
    r"|linkat|symlink|symlinkat|truncate|ftruncate|bind)\(|\.write\(to:|FileManager"
)
"""The system's calls, in files that can make them."""
CALLS = re.compile(
    r"Platform\.(?:createFile|beginFile|writeFile|linkFile|makeTemporaryFolder|removeFolder|remove|listen)\(|\bfiles\.(?:replace|write|pass)\(|FilePass\("
)
"""What the process offers for that, wherever it is called."""
PYTHON = re.compile(
    r"\bopen\([^)]*[\"'][rbt]*[wax+][bt+]*[\"']|\.write_(?:text|bytes)\(|\.(?:mkdir|unlink|rename|replace_file|rmdir|touch|symlink_to|hardlink_to)\("
    r"|os\.(?:remove|rename|replace|mkdir|makedirs|rmdir|open|link|symlink)\(|\bshutil\.\w+\(|tempfile\.\w+\("
)
SCRIPT = re.compile(
    r"\b(?:writeFile|appendFile|createWriteStream|mkdir|mkdtemp|rm|rmdir|copyFile|symlink|openSync|writeFileSync)(?:Sync)?\(|fs\.(?:delete|createDirectory|copy)\("
)

GATE = "through the gate"
OWN = "the server's own: journal, lock, what is kept beside them"
NEW = "the new file beside the one that it replaces, whose path has passed the gate"
CHILD = "a folder of its own for temporary files, whose name nobody gives"
TOOL = "a tool of those who work on Nodewire writes its own file"
USER = "the user has chosen it in a dialog of VS Code, which writes it"

REASONS = {
    "Sources/Host/Files/Descriptor.swift": (3, OWN),
    "Sources/Host/Files/Files+Journal.swift": (1, OWN),
    "Sources/Host/Files/Files+Lock.swift": (2, OWN),
    "Sources/Host/Files/JournalOnDisk.swift": (7, OWN),
    "Sources/Host/Files/Platform+NamedFiles.swift": (9, "what commands call for the files below, and for temporary folders"),
    "Sources/Host/Files/StateFolder.swift": (1, OWN),
    "Sources/Host/Files/StateRoot.swift": (6, OWN),
    "Sources/Host/Files/TemporaryFile.swift": (4, NEW),
    "Sources/Host/Processes/ChildProcess.swift": (1, "standard error of a child goes to /dev/null"),
    "Sources/Host/Sockets/SocketFile.swift": (1, "the socket that this process made"),
    "Sources/Host/Sockets/StreamSocket.swift": (2, "a socket: its path has passed the gate (ServeSocket.swift)"),
    "Sources/Host/Streams/Platform+Streams.swift": (1, "/dev/null in place of a stream that was closed"),
    "Sources/NodewireClient/Elements.swift": (3, "takes an element out of a list"),
    "Sources/Recordings/RecordingFiles.swift": (2, GATE),
    "Sources/Server/Methods/document/DocumentExport.swift": (1, GATE),
    "Sources/Server/Methods/document/DocumentSave.swift": (1, GATE),
    "Sources/Server/Documents/FencedFiles.swift": (4, GATE),
    "Sources/Server/Documents/FileGate.swift": (1, "the gate"),
    "Sources/Server/Session/Documents+Locks.swift": (1, "the gate, with the open documents"),
    "Sources/nodewire/Pictures/Browser.swift": (3, CHILD),
    "Sources/nodewire/Commands/Conversation.swift": (4, GATE),
    "Sources/nodewire/Commands/Load/Load.swift": (2, CHILD),
    "Sources/nodewire/CommandLine/OutputFile.swift": (4, GATE + ", but for what is no plain file, as a pipe"),
    "Sources/nodewire/Commands/Shrink.swift": (3, CHILD),
    "Sources/nodewire/Commands/Open.swift": (1, "a port"),
    "Sources/nodewire/Serve/ServeSocket.swift": (3, "a socket: its path has passed the gate, or a port"),
    "Sources/nodewire-bench/BenchRun.swift": (5, CHILD),
    "Sources/nodewire-bench/Rows/JournalRows.swift": (1, CHILD),
    "Sources/NodewireDiagram/FolderFiles.swift": (1, "the files of one folder of an app, by names that are no paths"),
    "clients/python/src/nodewire_client/__main__.py": (1, "/dev/null in place of standard output that is gone"),
    "clients/python/src/nodewire_client/_process.py": (1, "looks for a program"),
    "clients/python/src/nodewire_client/_picture.py": (1, "a program writes where it says"),
    "clients/python/src/nodewire_dev/fuzz.py": (1, TOOL),
    "clients/python/src/nodewire_dev/transcripts.py": (4, TOOL),
    "clients/web/gallery.py": (5, TOOL),
    "clients/vscode/src/commands.js": (1, USER),
    "clients/vscode/src/graph-document.js": (3, USER),
    "clients/vscode/src/server.js": (2, CHILD),
    "clients/vscode/src/working-copy.js": (4, "the copy that the server has of a file, in the folder of the extension, and the file itself as VS Code saves it"),
}


def found(root, *endings):
    counts = {}
    for path in sorted((ROOT / root).rglob("*")):
        name = str(path.relative_to(ROOT))
        if path.suffix not in endings or re.search(r"node_modules|/tests/|/\.?build/|/page/client/", name):
            continue
        text = path.read_text(encoding="utf-8")
        patterns = {".py": [PYTHON], ".js": [SCRIPT], ".ts": [SCRIPT], ".swift": [CALLS]}[path.suffix]
        if "import Glibc" in text or "import Foundation" in text:
            patterns = [SYSTEM, *patterns]
        lines = [line for line in text.splitlines() if not line.strip().startswith(("//", "#", "*", "/*"))]
        count = sum(len(pattern.findall(line)) for line in lines for pattern in patterns)
        if count:
            counts[name] = count
    return counts


@pytest.mark.parametrize("root, endings", [
    ("Sources", [".swift"]), ("clients/swift", [".swift"]), ("clients/python/src", [".py"]), ("clients/web", [".py", ".js"]),
    ("clients/typescript/src", [".js", ".ts"]), ("clients/vscode/src", [".js"]),
])
def test_every_call_that_writes_is_listed(root, endings):
    listed = {name: count for name, (count, _) in REASONS.items() if name.startswith(root + "/")}
    assert found(root, *endings) == listed


def test_only_the_gate_makes_what_a_write_needs():
    """`replace` takes a `FilePass`, whose initializer is private to the file of the gate."""
    gate = (ROOT / "Sources/Server/Documents/FileGate.swift").read_text()
    assert "fileprivate init(_ target: WriteTarget" in gate and gate.count(" FilePass(") == 1
    access = (ROOT / "Sources/Server/Documents/FileAccess.swift").read_text()
    assert "_ pass: FilePass, _ replaceable: Replaceable" in access and "_ path: String, _ replaceable" not in access
