"""What the generated methods rest on."""

from __future__ import annotations

from enum import Enum
from typing import Any, Dict, Generic, Mapping, Optional, TypeVar

from ._connection import Connection
from ._peer import Peer
from ._pending import DEFAULT, Timeout

AnyConnection = TypeVar("AnyConnection", bound=Peer)


class Null(Enum):
    """The type of ``NULL``."""

    NULL = "null"


NULL = Null.NULL
"""Sent as null by a parameter that may be left out, too: None leaves it out."""


class Scoped(Generic[AnyConnection]):
    """A connection, and the parameters that are filled in where a call leaves them out: a document or a view."""

    def __init__(self, connection: AnyConnection, scope: Optional[Mapping[str, str]] = None) -> None:
        self._connection = connection
        self._scope: Dict[str, str] = dict(scope or {})

    def _present(self, params: Dict[str, Any]) -> Dict[str, Any]:
        """The parameters that are sent: those of the scope, and those that are not None."""
        for name, value in self._scope.items():
            if params.get(name, value) is None:
                params[name] = value
        return {name: None if value is NULL else value for name, value in params.items() if value is not None}


class Methods(Scoped[Connection]):
    """The methods of one noun over a connection."""

    def _call(self, method: str, params: Dict[str, Any], timeout: Timeout = DEFAULT) -> Any:
        return self._connection.send(method, self._present(params)).result(timeout)
