#!/usr/bin/env python3
"""A front end in a terminal: python3 terminal.py SERVER FILE. Mouse and keys edit, `s` saves, `q` ends."""

import itertools, json, os, re, select, subprocess, sys, termios, textwrap, tty  # noqa: E401

WIDE, HIGH = 8, 16  # a cell of the terminal, in screen points
KEYS = {"\x1b[A": "ArrowUp", "\x1b[B": "ArrowDown", "\x1b[C": "ArrowRight", "\x1b[D": "ArrowLeft", "\x1b[3~": "Delete"}
KEYS.update({"\x1b": "Escape", "\t": "Tab", "\r": "Enter", "\x7f": "Backspace"})
TYPED = re.compile(r"\x1b\[<(\d+);(\d+);(\d+)([Mm])|(\x1b\[(?:[A-D]|3~)|.)", re.DOTALL)
CARRIED = {"contents": {"nodes": ["/data/text"]}, "values": True}  # what frames carry besides the geometry


class Scene:
    """What a view shows: the frames so far, and nothing else."""

    def __init__(self):
        self.nodes, self.edges, self.state = {}, {}, {}

    def apply(self, frame):
        leave, enter, update = (frame.get(part, {}) for part in ("leave", "enter", "update"))
        for kind, items in (("nodes", self.nodes), ("edges", self.edges)):
            for ident in leave.get(kind, ()):
                del items[ident]
            items.update(enter.get(kind, {}))
            for ident, members in update.get(kind, {}).items():
                change(items[ident], members)
        change(self.state, {name: frame[name] for name in frame if name not in ("leave", "enter", "update")})


def change(item, members):
    """Sets members; null removes one. Of contents only those change that are there."""
    for name, value in members.items():
        if name == "contents":
            value = change({**item.get(name, {})}, value) or None
        if value is None:
            item.pop(name, None)
        else:
            item[name] = value
    return item


class Server:
    """The process, what a view of it shows, and what it said last."""

    def __init__(self, binary, folder):
        self.process = subprocess.Popen([binary, "--root", folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.numbers, self.unread, self.scene, self.status = itertools.count(1), b"", Scene(), ""

    def send(self, method, **params):
        number = next(self.numbers)
        message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()
        return number

    def receive(self):
        """Performs the notifications that have come; returns the replies by number."""
        *lines, self.unread = (self.unread + os.read(self.process.stdout.fileno(), 1 << 20)).split(b"\n")
        replies = {}
        for message in map(json.loads, lines):
            if "id" in message:
                replies[message["id"]] = message
                self.status = message.get("error", {}).get("message", self.status)
            elif message["method"] == "view/frame":
                self.scene.apply(message["params"])
            elif message["method"] == "document/changed":
                history = message["params"]["history"]
                self.status = history.get("undoLabel", "") + " *" * history["dirty"]
            elif message["method"] == "view/event":
                self.status = message["params"].get("message", self.status)
            elif message["method"] == "document/saved":
                self.status = f"saved {message['params']['path']}"
        return replies

    def call(self, method, **params):
        number = self.send(method, **params)
        while number not in (replies := self.receive()):
            pass
        return replies[number]["result"]


class Screen:
    """A scene in the cells of a terminal."""

    def __init__(self, scene, columns, rows, status=""):
        self.state, self.columns, self.rows = scene.state, columns, rows
        self.cells = [[" "] * columns for _ in range(rows)]
        order = [(edge.get("z", 0), 1, edge.get("order", 0), edge) for edge in scene.edges.values()]
        order += [(n.get("z", 0), 0 if n.get("container") else 3, n.get("order", 0), n) for n in scene.nodes.values()]
        for _, kind, _, item in sorted(order, key=lambda entry: entry[:3]):
            self.edge(item, "x" if item.get("selected") else ".") if kind == 1 else self.node(item)
        gesture = self.state.get("gesture", {})
        if "path" in gesture:
            self.edge(gesture, "#" if gesture["allowed"] else "-")
        self.put(0, rows - 1, f" {status}  [s]ave [q]uit "[:columns])

    def text(self):
        return "\r\n".join("".join(row) for row in self.cells)

    def cell(self, point):
        zoom, x, y = (self.state["viewport"][part] for part in ("zoom", "x", "y"))
        return int((point["x"] * zoom + x) // WIDE), int((point["y"] * zoom + y) // HIGH)

    def put(self, column, row, text):
        for place, letter in enumerate(text, column):
            if 0 <= row < self.rows and 0 <= place < self.columns:
                self.cells[row][place] = letter if letter.isprintable() else " "

    def edge(self, item, letter):
        stops = [self.cell(point) for point in item["path"]]
        for (x, y), (to_x, to_y) in zip(stops, stops[1:]):
            steps = min(max(abs(to_x - x), abs(to_y - y), 1), 1000)
            for step in range(steps + 1):
                self.put(x + (to_x - x) * step // steps, y + (to_y - y) * step // steps, letter)
        if "label" in item:
            self.put(*self.cell(item["label"]), item["label"]["text"])

    def node(self, item):
        end = {"x": item["x"] + item["width"], "y": item["y"] + item["height"]}
        (left, top), (right, bottom) = self.cell(item), self.cell(end)
        left, right, line = max(left, -1), min(right, self.columns), "═" if item.get("selected") else "─"
        for row in range(max(top, 0), min(bottom + 1, self.rows)):
            corner, inner = ("+", line) if row in (top, bottom) else ("|", " ")
            self.put(left, row, corner + inner * (right - left - 1) + corner)
        lines = list(said(item, max(right - left - 3, 1)))[: max(bottom - top - 1, 1)]
        for row, text in enumerate(lines, (top + bottom - len(lines) + 1) // 2):
            self.put(left + 2, row, text)
        for handle in item.get("handles", ()):
            self.put(*self.cell(handle), "o")


def said(item, width):
    """The lines in a node: its label, what it computes, and its text."""
    if item.get("label"):
        yield item["label"][:width]
    for handle, value in item.get("values", {}).items():
        yield f"{handle} = {json.dumps(value)}".lstrip()[:width]
    text = item.get("contents", {}).get("/data/text", "")
    yield from textwrap.wrap(text if isinstance(text, str) else json.dumps(text), width)


def forward(server, document, view, typed):
    """Hands what the user did to the server; False at the end."""
    for code, column, row, end, key in TYPED.findall(typed):
        if key == "q":
            return False
        if key == "s":
            server.send("document/save", document=document)
        elif key:
            held = ["control"] if key < " " and key not in KEYS else []
            name = chr(ord(key) + 96) if held else KEYS.get(key, key)
            server.send("input/key", view=view, phase="down", key=name, modifiers=held)
        else:
            code, at = int(code), {"x": (int(column) - 0.5) * WIDE, "y": (int(row) - 0.5) * HIGH}
            held = [name for bit, name in ((4, "shift"), (8, "alt"), (16, "control")) if code & bit]
            if code & 64:
                by = {"x": 0, "y": 32 if code & 1 else -32}
                server.send("input/wheel", view=view, at=at, by=by, precise=False, modifiers=held)
                continue
            phase = "up" if end == "m" else "move" if code & 32 else "down"
            server.send("input/pointer", view=view, id=1, phase=phase, at=at, modifiers=held, button=min(code & 3, 2))
    return True


def main(binary, path):
    folder, file = os.path.split(os.path.abspath(path))
    columns, rows = os.get_terminal_size()
    server = Server(binary, folder)
    server.call("initialize", interactive=True)
    document = server.call("document/open", path=file, durability="none")["document"]
    size = {"width": columns * WIDE, "height": rows * HIGH}
    view = server.call("view/open", document=document, **size, scene="points", **CARRIED)["view"]
    server.call("view/fit", view=view)
    before = termios.tcgetattr(0)
    try:
        tty.setraw(0)
        print("\x1b[?1049h\x1b[?25l\x1b[?1003h\x1b[?1006h", end="")
        while True:
            print("\x1b[H" + Screen(server.scene, columns, rows, server.status).text(), end="", flush=True)
            ready = select.select([0, server.process.stdout], [], [])[0]
            if 0 in ready and not forward(server, document, view, os.read(0, 4096).decode(errors="replace")):
                break
            if server.process.stdout in ready:
                server.receive()
    finally:
        print("\x1b[?1006l\x1b[?1003l\x1b[?25h\x1b[?1049l", end="")
        termios.tcsetattr(0, termios.TCSADRAIN, before)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
