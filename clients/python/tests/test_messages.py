"""Encoding and decoding agree with the standard functions."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nodewire_client._messages import decoded, encoded

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(VALUES)
def test_values_are_written_as_the_standard_encoder_writes_them(value):
    assert encoded(value) == json.dumps(value, separators=(",", ":"))
    assert decoded(encoded(value)) == value
    assert decoded(" " + encoded(value) + "\n") == value


@pytest.mark.parametrize("text", ["", " ", "{", "{} x", "nul", "{'a': 1}"])
def test_what_is_not_json_is_an_error(text):
    with pytest.raises(ValueError):
        decoded(text)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), [float("-inf")], {1, 2}, {"a": object()}])
def test_what_json_cannot_hold_is_an_error(value):
    with pytest.raises((ValueError, TypeError)):
        encoded(value)
