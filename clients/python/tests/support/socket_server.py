"""A stand-in for a server that listens: each connection is the input and output of a process of its own."""

import socket
import subprocess
import threading
from contextlib import contextmanager


@contextmanager
def listening(command, path=None):
    """Listens at a path, or else at a port of this machine; gives the place as a client names it."""
    listener = socket.socket(socket.AF_INET if path is None else socket.AF_UNIX)
    listener.bind(("127.0.0.1", 0) if path is None else str(path))
    listener.listen()
    children = []

    def serve():
        while True:
            try:
                client, _ = listener.accept()
            except OSError:
                return
            with client:
                children.append(subprocess.Popen(command, stdin=client, stdout=client))

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        yield "127.0.0.1:%d" % listener.getsockname()[1] if path is None else path
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        thread.join(20)
        for child in children:
            try:
                child.wait(20)
            finally:
                child.kill()
