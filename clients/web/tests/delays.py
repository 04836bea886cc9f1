"""A server whose answers come late: both ways wait, as they do on a slow line."""

import sys
import textwrap

SCRIPT = textwrap.dedent("""
    #!{python}
    import queue, subprocess, sys, threading, time
    process = subprocess.Popen([{server!r}, *sys.argv[1:]], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    delay = 0 if "--version" in sys.argv else {delay}

    def carry(read, write, close):
        late = queue.Queue()

        def receive():
            while data := read(1 << 16):
                late.put((time.monotonic() + delay, data))
            late.put((0, None))

        threading.Thread(target=receive, daemon=True).start()
        while True:
            due, data = late.get()
            if data is None:
                return close()
            time.sleep(max(0, due - time.monotonic()))
            write(data)

    def to_server(data):
        process.stdin.write(data)
        process.stdin.flush()

    def to_client(data):
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()

    threading.Thread(target=carry, args=(sys.stdin.buffer.raw.read, to_server, process.stdin.close), daemon=True).start()
    carry(process.stdout.raw.read if hasattr(process.stdout, "raw") else process.stdout.read, to_client, lambda: None)
    sys.exit(process.wait())
    """).lstrip()


def delayed(server, folder, seconds):
    """The path of a program that is the server, each way later by half of the seconds."""
    path = folder / "delayed-server"
    path.write_text(SCRIPT.format(python=sys.executable, server=server, delay=seconds / 2))
    path.chmod(0o755)
    return str(path)
