"""The former name of ``nodewire_client``, in a checkout only: scripts that import it go on."""

import sys
from importlib import import_module

import nodewire_client

for _name in ("aio", "client", "errors", "generated", "replica"):
    sys.modules[f"{__name__}.{_name}"] = import_module(f"nodewire_client.{_name}")
sys.modules[__name__] = nodewire_client
