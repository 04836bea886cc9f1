"""What the package promises: names in ``__all__``, four modules beside them, and nothing of the development tools."""

import ast
import pkgutil
from pathlib import Path

import nodewire

SOURCES = Path(__file__).resolve().parents[1] / "src"


def test_every_public_name_is_there():
    assert nodewire.__all__ == sorted(nodewire.__all__, key=lambda name: (not name.isupper(), name))
    for name in nodewire.__all__:
        assert getattr(nodewire, name) is not None, name


def test_other_modules_are_private():
    modules = {module.name for module in pkgutil.iter_modules(nodewire.__path__)}
    assert {name for name in modules if not name.startswith("_")} == {"client", "errors", "generated", "replica"}


def imports(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def test_the_client_does_without_the_tools():
    for path in (SOURCES / "nodewire").glob("*.py"):
        assert not [name for name in imports(path) if name.startswith("nodewire_dev")], path


def test_the_tools_use_what_is_public():
    for path in (SOURCES / "nodewire_dev").glob("*.py"):
        assert not [name for name in imports(path) if name.startswith("nodewire._")], path
