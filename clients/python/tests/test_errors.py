"""One exception for each name of the protocol's errors."""

from types import ModuleType

import pytest

import nodewire_client
from nodewire_client import errors


@pytest.mark.parametrize("code, kind", sorted(errors.BY_CODE.items()))
def test_every_code_has_a_class_that_says_what_to_do(code, kind):
    error = errors.error_from({"code": code, "message": "no", "data": {"reason": "why"}}, "node/move")
    assert type(error) is kind
    assert isinstance(error, errors.NodewireError)
    assert (error.code, error.reason, error.method) == (code, "why", "node/move")
    assert error.advice and error.advice in str(error)


def test_the_face_of_the_package_is_what_it_imports():
    """`__all__` names everything public that its modules give it, and nothing else."""
    for module in (nodewire_client, errors):
        public = {
            name
            for name, value in vars(module).items()
            if not name.startswith("_") and (value is errors or not isinstance(value, ModuleType))
        }
        borrowed = {"Any", "Dict", "Mapping", "Optional", "TYPE_CHECKING", "Type", "Union", "annotations"}
        assert set(module.__all__) - {"__version__"} == public - borrowed
        assert len(module.__all__) == len(set(module.__all__))


def test_an_unknown_code_is_a_server_error():
    error = errors.error_from({"code": 4711, "message": "odd"})
    assert type(error) is errors.ServerError
    assert str(error) == "odd (4711)"


def test_the_message_names_the_elements_and_the_path():
    error = errors.error_from(
        {
            "code": 1101,
            "message": "there is no such node",
            "data": {"reason": "noSuchNode", "nodes": [f"n{n}" for n in range(20)], "path": "/ids/0"},
        }
    )
    assert error.path == "/ids/0"
    assert "at /ids/0; nodes n0, n1, n2, n3, n4, n5, n6, n7 and 12 more" in str(error)


def test_a_refused_connection_names_the_rule_and_the_cycle():
    error = errors.error_from(
        {
            "code": 1110,
            "message": "a cycle",
            "data": {"reason": "connection.cycle", "nodes": ["a", "b"], "path": ["a", "b"]},
        }
    )
    assert (error.rule, error.cycle, error.path) == ("cycle", ["a", "b"], None)


@pytest.mark.parametrize("data", [None, "text", 5, [], {"nodes": None}])
def test_odd_data_is_no_obstacle(data):
    assert errors.error_from({"code": 1101, "message": "no", "data": data}).nodes == []
