"""The client for ``asyncio``: the same calls as coroutines, with requests in flight at the same time."""

from ._client import Client, Document, Launch, View
from ._connection import Connection
from ._notifications import Notifications
from ._pending import Pending

__all__ = ["Client", "Connection", "Document", "Launch", "Notifications", "Pending", "View"]
