"""Tests of documents: streams of input and a state machine for Hypothesis, a fixture for pytest, the protocol's laws.

Needs the extra ``testing``, which the client itself does not. The fixture is there after
``from nodewire_client.testing import nodewire``.
"""

from ._gestures import KEYS, MODIFIERS, Step, gestures, play
from ._machine import DocumentMachine, nodewire
from ._laws import Broken, Laws

__all__ = ["Broken", "DocumentMachine", "KEYS", "Laws", "MODIFIERS", "Step", "gestures", "nodewire", "play"]
