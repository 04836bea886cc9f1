"""What the package promises: names in ``__all__``, eight modules beside them, and nothing of the development tools."""

import ast
import pkgutil
from pathlib import Path

import pytest

import nodewire_client
from nodewire_client import aio

SOURCES = Path(__file__).resolve().parents[1] / "src"


@pytest.mark.parametrize("module", [nodewire_client, aio])
def test_every_public_name_is_there(module):
    assert module.__all__ == sorted(module.__all__, key=lambda name: (not name.isupper(), name))
    for name in module.__all__:
        assert getattr(module, name) is not None, name


@pytest.mark.parametrize(
    "package, public",
    [(nodewire_client, {"aio", "client", "errors", "generated", "networkx", "notebook", "replica", "testing"}), (aio, {"generated"})],
)
def test_other_modules_are_private(package, public):
    modules = {module.name for module in pkgutil.iter_modules(package.__path__)}
    assert {name for name in modules if not name.startswith("_")} == public


def test_both_clients_have_the_same_calls():
    """But for what is a matter of waiting: the one is polled, the other iterated over."""
    alone = {"Client": ({"poll"}, {"begin", "notifications"}), "Document": (set(), set()), "View": (set(), set())}
    alone["Connection"] = ({"poll", "wake"}, {"drain", "notifications"})
    for name, (blocking, waiting) in alone.items():
        ours, theirs = (
            {one for one in dir(getattr(module, name)) if not one.startswith("_")} for module in (nodewire_client, aio)
        )
        assert (ours - theirs, theirs - ours) == (blocking, waiting), name


def imports(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def test_the_client_does_without_the_tools():
    for path in (SOURCES / "nodewire_client").rglob("*.py"):
        assert not [name for name in imports(path) if name.startswith("nodewire_dev")], path


def test_the_tools_use_what_is_public():
    for path in (SOURCES / "nodewire_dev").glob("*.py"):
        assert not [name for name in imports(path) if name.startswith("nodewire_client._")], path
