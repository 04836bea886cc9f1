"""Nodewire's Python client: node graphs edited by a server over standard input and output."""

from . import errors
from .client import VERSION as __version__
from .client import Client, Document, View
from ._connection import Connection
from ._framing import Framing, HeaderFraming, LineFraming
from ._methods import NULL
from .errors import NodewireError, ServerError
from ._pending import DEFAULT, Pending
from ._process import Command, Process, find_server
from .replica import Elements, Replica
from ._shared_text import SharedText
from ._scene import Scene

__all__ = [
    "DEFAULT",
    "NULL",
    "Client",
    "Command",
    "Connection",
    "Document",
    "Elements",
    "Framing",
    "HeaderFraming",
    "LineFraming",
    "NodewireError",
    "Pending",
    "Process",
    "Replica",
    "Scene",
    "ServerError",
    "SharedText",
    "View",
    "__version__",
    "errors",
    "find_server",
]
