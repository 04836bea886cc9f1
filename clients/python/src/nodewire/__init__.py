"""Nodewire's Python client: node graphs edited by a server over standard input and output."""

from . import errors
from .client import VERSION as __version__
from .client import Client, Document, View
from .connection import Connection
from .errors import NodewireError, ServerError
from .pending import DEFAULT, Pending
from .process import find_server
from .replica import Elements, Replica
from .scene import Scene

__all__ = [
    "DEFAULT",
    "Client",
    "Connection",
    "Document",
    "Elements",
    "NodewireError",
    "Pending",
    "Replica",
    "Scene",
    "ServerError",
    "View",
    "__version__",
    "errors",
    "find_server",
]
