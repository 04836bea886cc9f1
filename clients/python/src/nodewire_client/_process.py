"""The server as a child process: finding it, starting it, ending it."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import IO, Any, Generator, List, Mapping, Optional, Sequence, Tuple, TypedDict, Union

from .errors import ServerNotFound
from ._transport import Transport

OWN = Path(__file__).resolve().parent / "bin" / "nodewire"
"""The server in the package, where it was installed with one."""

Command = Union[str, "os.PathLike[str]", Sequence[str]]
Errors = Union[int, IO[bytes], IO[str], None]
"""Where the server's log goes, as in ``subprocess``: by default where that of this process goes."""


class ProcessOptions(TypedDict, total=False):
    """Keyword arguments of ``Process``."""

    cwd: Optional[Union[str, "os.PathLike[str]"]]
    env: Optional[Mapping[str, str]]
    stderr: Errors


def find_server(server: Optional[Command] = None) -> List[str]:
    """The command that starts a server.

    In this order: the argument, ``NODEWIRE_SERVER`` in the environment, the one in the installed package, a build in
    the checkout this package lies in (release before debug), ``nodewire`` on the path.
    """
    if server is not None:
        return [os.fspath(server)] if isinstance(server, (str, os.PathLike)) else list(server)
    named = os.environ.get("NODEWIRE_SERVER")
    if named:
        return [named]
    folders = Path(__file__).resolve().parents
    built = [folder / ".build" / build / "nodewire" for folder in folders for build in ("release", "debug")]
    for candidate in (OWN, *built):
        if os.access(candidate, os.X_OK) and candidate.is_file():
            return [str(candidate)]
    on_path = shutil.which("nodewire")
    if on_path:
        return [on_path]
    raise ServerNotFound(
        "no nodewire server was found: name it (server=…), set NODEWIRE_SERVER, build it with "
        "'swift build -c release', or put it on the PATH"
    )


def become_server() -> None:
    """Replaces this process by the server of the installed package: the command ``nodewire`` of a wheel."""
    os.execv(OWN, [str(OWN), *sys.argv[1:]])


class Process(Transport):
    """A server process with its two pipes."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        cwd: Optional[Union[str, "os.PathLike[str]"]] = None,
        env: Optional[Mapping[str, str]] = None,
        stderr: Errors = None,
    ) -> None:
        try:
            self._child = subprocess.Popen(
                list(command), bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=stderr, cwd=cwd, env=env
            )
        except OSError as error:
            raise ServerNotFound(f"the server could not be started: {error}") from None
        self.stdin = self._child.stdin
        self.stdout = self._child.stdout

    @property
    def pid(self) -> int:
        return self._child.pid

    def exit_code(self, timeout: Optional[float] = 0.0) -> Optional[int]:
        """The exit code, waiting up to ``timeout`` seconds for it; negative for a signal, None while it runs."""
        try:
            return self._child.wait(timeout)
        except subprocess.TimeoutExpired:
            return None

    def ending(self, timeout: float = 5.0) -> Generator[float, None, None]:
        """Closes its input, waits, then terminates, then kills. If the generator is closed, it kills at once."""
        try:
            self.stdin.close()
            if not self.stdout.closed:
                os.set_blocking(self.stdout.fileno(), False)
            for stop, patience in ((None, timeout), (self._child.terminate, 2.0), (self._child.kill, 2.0)):
                if stop is not None and self._child.poll() is None:
                    stop()
                deadline = time.monotonic() + patience
                while self._child.poll() is None and time.monotonic() < deadline:
                    self._drain()
                    yield 0.01
        finally:
            if self._child.poll() is None:
                self._child.kill()
            self.stdout.close()


def bridged(reader: Any, writer: Any) -> Tuple[int, int]:
    """Descriptors for two streams. A stream without one gets a pipe and a thread that copies."""
    source, sink = _descriptor(reader), _descriptor(writer)
    return _pumped_in(reader) if source is None else source, _pumped_out(writer) if sink is None else sink


def _descriptor(stream: Any) -> Optional[int]:
    if isinstance(stream, int):
        return stream
    try:
        return int(stream.fileno())
    except (AttributeError, io.UnsupportedOperation):
        return None


def _pumped_in(stream: Any) -> int:
    ours, theirs = os.pipe()
    read = getattr(stream, "read1", None) or stream.read

    def pump() -> None:
        with os.fdopen(theirs, "wb", buffering=0) as pipe:
            while True:
                data = read(65_536)
                if not data:
                    return
                pipe.write(data)

    threading.Thread(target=pump, daemon=True).start()
    return ours


def _pumped_out(stream: Any) -> int:
    theirs, ours = os.pipe()

    def pump() -> None:
        with os.fdopen(theirs, "rb", buffering=0) as pipe:
            while True:
                data = pipe.read(65_536)
                if not data:
                    stream.close()
                    return
                stream.write(data)
                stream.flush()

    threading.Thread(target=pump, daemon=True).start()
    return ours
