"""What the generated methods rest on."""

from __future__ import annotations

from typing import Any, Dict, Mapping, Optional

from ._connection import Connection
from ._pending import DEFAULT, Timeout


class Methods:
    """The methods of one noun over a connection.

    ``scope`` holds the parameters that are filled in where a call leaves them out: the document or view it is bound to.
    """

    def __init__(self, connection: Connection, scope: Optional[Mapping[str, str]] = None) -> None:
        self._connection = connection
        self._scope: Dict[str, str] = dict(scope or {})

    def _call(self, method: str, params: Dict[str, Any], timeout: Timeout = DEFAULT) -> Any:
        for name, value in self._scope.items():
            if params.get(name, value) is None:
                params[name] = value
        present = {name: value for name, value in params.items() if value is not None}
        return self._connection.send(method, present).result(timeout)
