"""The asyncio client called as if it blocked, so that one test holds both clients to the same behavior."""

import asyncio
import inspect
from types import ModuleType

from nodewire_client import aio


class Driven:
    """Something of ``nodewire_client.aio``: the module, a class, an object. Calls run the loop until they are done."""

    def __init__(self, thing, loop):
        self.__dict__.update(_thing=thing, _loop=loop)

    def __getattr__(self, name):
        value = getattr(self._thing, name)
        # A property of the blocking client, since that may wait within one.
        return Driven(value, self._loop)() if name == "replica" else self._wrapped(value)

    def __setattr__(self, name, value):
        setattr(self._thing, name, value)

    def __call__(self, *arguments, **options):
        async def call():
            result = self._thing(*(one._thing if isinstance(one, Driven) else one for one in arguments), **options)
            waits = inspect.iscoroutine(result) or isinstance(result, (aio.Client, aio.Launch))
            return await result if waits else result

        return self._wrapped(self._loop.run_until_complete(call()))

    def _wrapped(self, value):
        ours = (getattr(value, "__module__", None) or type(value).__module__ or "").startswith(aio.__name__)
        bound = inspect.ismethod(value) or isinstance(value, ModuleType)
        return Driven(value, self._loop) if ours or bound else value

    def poll(self, seconds=0.0):
        """Lets the loop run."""
        self._loop.run_until_complete(asyncio.sleep(seconds))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
