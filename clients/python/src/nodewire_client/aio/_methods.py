"""What the generated coroutines rest on."""

from __future__ import annotations

from typing import Any, Dict

from .._methods import Scoped
from .._pending import DEFAULT, Timeout
from ._connection import Connection


class Methods(Scoped[Connection]):
    """The methods of one noun over a connection, as coroutines."""

    async def _call(self, method: str, params: Dict[str, Any], timeout: Timeout = DEFAULT) -> Any:
        return await self._connection.send(method, self._present(params)).result(timeout)
