#!/usr/bin/env python3
"""A front end in a terminal: python3 terminal.py SERVER FILE. Mouse and keys edit, `s` saves, `q` ends."""

import itertools, json, os, re, select, subprocess, sys, termios, tty  # noqa: E401

WIDE, HIGH = 8, 16  # a cell of the terminal, in screen points
KEYS = {"\x1b[A": "ArrowUp", "\x1b[B": "ArrowDown", "\x1b[C": "ArrowRight", "\x1b[D": "ArrowLeft", "\x1b[3~": "Delete"}
KEYS.update({"\x1b": "Escape", "\t": "Tab", "\r": "Enter", "\x7f": "Backspace"})
TYPED = re.compile(r"\x1b\[<(\d+);(\d+);(\d+)([Mm])|(\x1b\[(?:[A-D]|3~)|.)", re.DOTALL)

folder, file = os.path.split(os.path.abspath(sys.argv[2]))
server = subprocess.Popen([sys.argv[1], "--root", folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
columns, rows = os.get_terminal_size()
shown, state, numbers, unread, status = {"nodes": {}, "edges": {}}, {}, itertools.count(1), b"", ""


def send(method, **params):
    number = next(numbers)
    message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
    server.stdin.write(json.dumps(message).encode() + b"\n")
    server.stdin.flush()
    return number


def receive():
    """Performs the notifications that have come; returns the replies by number."""
    global unread, status
    *lines, unread = (unread + os.read(server.stdout.fileno(), 1 << 20)).split(b"\n")
    replies = {}
    for message in map(json.loads, lines):
        if "id" in message:
            replies[message["id"]] = message
            status = message.get("error", {}).get("message", status)
        elif message["method"] == "view/frame":
            apply(message["params"])
        elif message["method"] == "document/changed":
            history = message["params"]["history"]
            status = history.get("undoLabel", "") + " *" * history["dirty"]
        elif message["method"] == "document/saved":
            status = f"saved {message['params']['path']}"
    return replies


def call(method, **params):
    number = send(method, **params)
    while number not in (replies := receive()):
        pass
    return replies[number]["result"]


def apply(frame):
    for kind, items in shown.items():
        for ident in frame.get("leave", {}).get(kind, ()):
            del items[ident]
        items.update(frame.get("enter", {}).get(kind, {}))
        for ident, members in frame.get("update", {}).get(kind, {}).items():
            items[ident].update(members)
    state.update(frame)


def forward(typed):
    """Hands what the user did to the server; False at the end."""
    for code, column, row, end, key in TYPED.findall(typed):
        if key == "q":
            return False
        if key == "s":
            send("document/save", document=document)
        elif key:
            held = ["control"] if key < " " and key not in KEYS else []
            name = chr(ord(key) + 96) if held else KEYS.get(key, key)
            send("input/key", view=view, phase="down", key=name, modifiers=held)
        else:
            code, at = int(code), {"x": (int(column) - 0.5) * WIDE, "y": (int(row) - 0.5) * HIGH}
            held = [name for bit, name in ((4, "shift"), (8, "alt"), (16, "control")) if code & bit]
            if code & 64:
                send("input/wheel", view=view, at=at, by={"x": 0, "y": 32 if code & 1 else -32}, modifiers=held)
                continue
            phase = "up" if end == "m" else "move" if code & 32 else "down"
            send("input/pointer", view=view, id=1, phase=phase, at=at, modifiers=held, button=min(code & 3, 2))
    return True


def cell(point):
    zoom, x, y = (state["viewport"][part] for part in ("zoom", "x", "y"))
    return int((point["x"] * zoom + x) // WIDE), int((point["y"] * zoom + y) // HIGH)


def put(column, row, text):
    for place, letter in enumerate(text, column):
        if 0 <= row < rows and 0 <= place < columns:
            cells[row][place] = letter


def paint_edge(item, letter):
    stops = [cell(point) for point in item["path"]]
    for (x, y), (to_x, to_y) in zip(stops, stops[1:]):
        steps = min(max(abs(to_x - x), abs(to_y - y), 1), 1000)
        for step in range(steps + 1):
            put(x + (to_x - x) * step // steps, y + (to_y - y) * step // steps, letter)
    if item.get("label"):
        put(*cell(item["label"]), item["label"]["text"])


def paint_node(item):
    (left, top), (right, bottom) = cell(item), cell({"x": item["x"] + item["width"], "y": item["y"] + item["height"]})
    left, right, line = max(left, -1), min(right, columns), "═" if item.get("selected") else "─"
    for row in range(max(top, 0), min(bottom + 1, rows)):
        corner, inner = ("+", line) if row in (top, bottom) else ("|", " ")
        put(left, row, corner + inner * (right - left - 1) + corner)
    put(left + 2, (top + bottom) // 2, (item.get("label") or "")[: max(right - left - 3, 0)])
    for handle in item.get("handles") or ():
        put(*cell(handle), "o")


def paint():
    global cells
    cells = [[" "] * columns for _ in range(rows)]
    order = [(edge["z"], 1, edge["order"], edge) for edge in shown["edges"].values()]
    order += [(n["z"], 0 if n.get("container") else 3, n.get("order", 0), n) for n in shown["nodes"].values()]
    for _, kind, _, item in sorted(order, key=lambda entry: entry[:3]):
        paint_edge(item, "x" if item.get("selected") else ".") if kind == 1 else paint_node(item)
    if (state.get("gesture") or {}).get("path"):
        paint_edge(state["gesture"], "#" if state["gesture"]["allowed"] else "-")
    put(0, rows - 1, f" {status}  [s]ave [q]uit "[:columns])
    print("\x1b[H" + "\r\n".join("".join(row) for row in cells), end="", flush=True)


call("initialize", interactive=True)
document = call("document/open", path=file, durability="none")["document"]
view = call("view/open", document=document, width=columns * WIDE, height=rows * HIGH, scene="points")["view"]
call("view/fit", view=view)
before = termios.tcgetattr(0)
try:
    tty.setraw(0)
    print("\x1b[?1049h\x1b[?25l\x1b[?1003h\x1b[?1006h", end="")
    paint()
    while ready := select.select([0, server.stdout], [], [])[0]:
        if 0 in ready and not forward(os.read(0, 4096).decode(errors="replace")):
            break
        if server.stdout in ready:
            receive()
            paint()
finally:
    print("\x1b[?1006l\x1b[?1003l\x1b[?25h\x1b[?1049l", end="")
    termios.tcsetattr(0, termios.TCSADRAIN, before)
