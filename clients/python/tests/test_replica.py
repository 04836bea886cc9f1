"""The replica against a naive model that follows the protocol's words on plain lists."""

import copy
import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fake_edits import difference
from nodewire_client.errors import ReplicaError
from nodewire_client.replica import Elements, Replica

IDS = st.sampled_from([*"abcdefgh", "\u00e9", "e\u0301"])
VALUES = st.none() | st.booleans() | st.integers(-3, 3) | st.text(max_size=2) | st.lists(st.integers(), max_size=2)
MEMBERS = st.dictionaries(st.sampled_from(["label", "data", "width", "type"]), VALUES, max_size=3)
ELEMENTS = st.lists(st.tuples(IDS, MEMBERS), unique_by=lambda pair: pair[0], max_size=8).map(
    lambda pairs: [{"id": ident, **members} for ident, members in pairs]
)
TABLES = st.none() | MEMBERS
CONTENTS = st.fixed_dictionaries(
    {"nodes": ELEMENTS, "edges": ELEMENTS, "settings": TABLES, "types": TABLES, "content": TABLES}
)


def naive_apply(content, params):
    """The protocol's sentence on ``document/changed``, word by word, on lists."""
    for kind in ("nodes", "edges"):
        elements = content[kind]
        for ident, change in params.get(kind, {}).items():
            place = next((place for place, one in enumerate(elements) if one["id"] == ident), None)
            if change is None:
                del elements[place]
            elif "whole" in change and place is None:
                elements.append(change["whole"])
            elif "whole" in change:
                elements[place] = change["whole"]
            else:
                elements[place].update(change.get("set", {}))
                for member in change.get("unset", []):
                    elements[place].pop(member, None)
        for entry in reversed(params.get("order", {}).get(kind, [])):
            moved = next(one for one in elements if one["id"] == entry["id"])
            elements.remove(moved)
            place = next(
                (place for place, one in enumerate(elements) if one["id"] == entry.get("before")), len(elements)
            )
            elements.insert(place, moved)
    for member in ("settings", "types", "content"):
        if member in params:
            change = params[member]
            if change is None:
                content[member] = None
            elif "whole" in change:
                content[member] = change["whole"]
            else:
                content[member] = {**(content[member] or {}), **change.get("set", {})}
                for name in change.get("unset", []):
                    content[member].pop(name, None)


@st.composite
def changes(draw, content):
    """Parameters that fit the content, in every form the protocol allows."""
    params = {}
    for kind in ("nodes", "edges"):
        ids = [one["id"] for one in content[kind]]
        changed = {}
        for ident in draw(st.lists(IDS, unique=True, max_size=4)):
            forms = ["whole"] if ident not in ids else ["whole", "members", "null"]
            form = draw(st.sampled_from(forms))
            if form == "null":
                changed[ident] = None
            elif form == "whole":
                changed[ident] = {"whole": {"id": ident, **draw(MEMBERS)}}
            else:
                changed[ident] = {
                    "set": draw(MEMBERS),
                    "unset": draw(st.lists(st.sampled_from(["label", "size"]), unique=True)),
                }
        if changed:
            params[kind] = changed
        left = [ident for ident in ids if changed.get(ident, 0) is not None] + [i for i in changed if i not in ids]
        if left and draw(st.booleans()):
            entries = []
            for ident in draw(st.lists(st.sampled_from(left), max_size=3)):
                before = draw(st.none() | st.sampled_from(left))
                entries.append({"id": ident} if before in (None, ident) else {"id": ident, "before": before})
            params.setdefault("order", {})[kind] = entries
    for member in ("settings", "types", "content"):
        if draw(st.booleans()):
            params[member] = draw(
                st.sampled_from([None, {"whole": {"a": 1}}, {"set": {"b": None}, "unset": ["label"]}])
            )
    return params


def read(content, revision):
    return {"revision": revision, **{name: value for name, value in content.items() if value is not None}}


@given(content=CONTENTS, data=st.data())
def test_the_replica_is_what_the_naive_model_is(content, data):
    replica = Replica("d", read(copy.deepcopy(content), 5))
    for revision in range(6, 10):
        params = data.draw(changes(content))
        params.update(document="d", revision=revision, **{"from": revision - 1}, history={"dirty": True})
        assert replica.apply(copy.deepcopy(params))
        naive_apply(content, copy.deepcopy(params))
        assert replica.read() == read(content, revision)
        assert list(replica.nodes) == [node["id"] for node in content["nodes"]]
        assert len(replica.edges) == len(content["edges"])
    assert replica.history == {"dirty": True}


@given(before=CONTENTS, after=CONTENTS)
def test_the_difference_of_two_contents_leads_from_one_to_the_other(before, after):
    received = {"nodes": before["nodes"], "edges": before["edges"]}, {"nodes": after["nodes"], "edges": after["edges"]}
    replica = Replica("d", {"revision": 0, **copy.deepcopy(received[0])})
    replica.apply({"revision": 1, "from": 0, **copy.deepcopy(difference(*received))})
    assert replica.read()["nodes"] == after["nodes"]
    assert replica.read()["edges"] == after["edges"]


def test_a_null_that_is_set_is_stored():
    replica = Replica("d", {"revision": 0, "nodes": [{"id": "a"}]})
    replica.apply({"revision": 1, "from": 0, "nodes": {"a": {"set": {"data": None}}}})
    assert replica.nodes["a"] == {"id": "a", "data": None}


def test_a_whole_for_an_element_that_is_there_keeps_its_place():
    replica = Replica("d", {"revision": 0, "nodes": [{"id": "a"}, {"id": "b"}]})
    replica.apply({"revision": 1, "from": 0, "nodes": {"a": {"whole": {"id": "a", "label": "new"}}}})
    assert list(replica.nodes) == ["a", "b"]


def test_a_change_that_was_read_already_is_left_out():
    replica = Replica("d", {"revision": 7, "nodes": [{"id": "a"}]})
    assert not replica.apply({"revision": 7, "from": 6, "nodes": {"a": None}})
    assert "a" in replica.nodes


@pytest.mark.parametrize(
    "params",
    [
        {"revision": 3, "from": 2},
        {"revision": 1, "from": 0, "nodes": {"b": None}},
        {"revision": 1, "from": 0, "nodes": {"b": {"set": {}}}},
        {"revision": 1, "from": 0, "order": {"nodes": [{"id": "b"}]}},
        {"revision": 1, "from": 0, "order": {"nodes": [{"id": "a", "before": "b"}]}},
    ],
)
def test_a_change_that_does_not_fit_is_an_error(params):
    with pytest.raises(ReplicaError):
        Replica("d", {"revision": 0, "nodes": [{"id": "a"}]}).apply(params)


def test_a_change_costs_what_changed():
    elements = Elements({"id": f"n{number}"} for number in range(200_000))
    touched = []

    class Counting(dict):
        def __getitem__(self, key):
            touched.append(key)
            return super().__getitem__(key)

    elements._next, elements._previous = Counting(elements._next), Counting(elements._previous)
    elements.apply("n100000", None)
    elements.apply("n100000", {"whole": {"id": "n100000"}})
    elements.place("n100000", "n100001")
    assert len(touched) < 20
    assert list(elements)[99_999:100_002] == ["n99999", "n100000", "n100001"]


def writings(value):
    """Every way to write to an object or an array, by name."""
    if isinstance(value, dict):
        name = next(iter(value), "a")
        yield from (lambda: value.__setitem__(name, 1), lambda: value.__delitem__(name), lambda: value.__ior__({"a": 1}))
        yield from (lambda: value.update(a=1), lambda: value.setdefault("a", 1), lambda: value.pop(name))
        yield from (value.popitem, value.clear)
    else:
        yield from (lambda: value.__setitem__(0, 1), lambda: value.__delitem__(0), lambda: value.__iadd__([1]))
        yield from (lambda: value.__imul__(2), lambda: value.append(1), lambda: value.extend([1]))
        yield from (lambda: value.insert(0, 1), value.pop, lambda: value.remove(1), value.clear, value.sort, value.reverse)


def parts(value):
    """The objects and arrays of a value."""
    if isinstance(value, (dict, list)):
        yield value
        for one in value.values() if isinstance(value, dict) else value:
            yield from parts(one)


DEEP = {"list": [1, [2, {"a": 3}]], "object": {"a": {"b": [{}]}}}


def deep():
    content = {"nodes": [{"id": "a", "data": DEEP}], "edges": [{"id": "e", "data": DEEP}], "settings": DEEP}
    return Replica("d", copy.deepcopy({"revision": 0, **content, "types": DEEP, "content": DEEP}))


def changed():
    replica, change = deep(), {"whole": {"id": "a", "data": DEEP}}
    params = {"nodes": {"a": {"set": {"data": DEEP}}, "b": change}, "edges": {"e": change}, "history": {"dirty": True}}
    params.update(settings={"set": {"more": DEEP}, "unset": ["list"]}, types={"whole": DEEP}, content=None)
    replica.apply({"revision": 1, "from": 0, **copy.deepcopy(params)})
    return replica


@pytest.mark.parametrize("make", [deep, changed])
def test_a_replica_refuses_to_be_written_and_says_what_to_use(make):
    replica, count = make(), 0
    read = copy.deepcopy(replica.read())
    shown = [*replica.nodes.values(), *replica.edges.values(), replica.settings, replica.types, replica.content]
    inside = [part for kind in ("nodes", "edges") for one in replica.read()[kind] for part in parts(one)]
    for part in [*(part for one in shown for part in parts(one)), *inside, replica.history]:
        for write in writings(part):
            with pytest.raises(TypeError, match="a replica cannot be written: use the edits of its document"):
                write()
            count += 1
    for elements in (replica.nodes, replica.edges):
        for write in (lambda: elements.__setitem__("a", {}), lambda: elements.__delitem__("a")):
            with pytest.raises(TypeError, match="use the edits"):
                write()
        with pytest.raises(TypeError, match="use the edits"):
            elements.update({"a": {}})
    for member in ("nodes", "edges", "settings", "types", "content", "revision", "document", "history", "other"):
        with pytest.raises(AttributeError, match="document.node.update"):
            setattr(replica, member, getattr(replica, member, None))
        with pytest.raises(AttributeError, match="document.node.update"):
            delattr(replica, member)
    assert count > 300 and replica.read() == read


def test_a_copy_of_an_element_is_ones_own():
    replica = Replica("d", {"revision": 0, "nodes": [{"id": "a", "position": {"x": 0, "y": 0}, "data": [{}]}]})
    own = replica.nodes.copy("a")
    own["position"]["x"] = 1
    own["data"][0]["text"] = "mine"
    assert replica.nodes["a"] == {"id": "a", "position": {"x": 0, "y": 0}, "data": [{}]}
    with pytest.raises(KeyError):
        replica.nodes.copy("b")


def test_writing_to_a_notification_does_not_reach_the_replica():
    replica = Replica("d", {"revision": 0, "nodes": []})
    params = {"revision": 1, "from": 0, "nodes": {"a": {"whole": {"id": "a", "data": {"x": [1]}}}}}
    replica.apply(params)
    params["nodes"]["a"]["whole"]["data"]["x"].append(2)
    more = {"revision": 2, "from": 1, "nodes": {"a": {"set": {"position": {"x": 1}}}}}
    replica.apply(more)
    more["nodes"]["a"]["set"]["position"]["x"] = 2
    assert replica.nodes["a"] == {"id": "a", "data": {"x": [1]}, "position": {"x": 1}}


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))])
def test_a_copy_of_an_element_can_be_written(copied):
    replica = deep()
    node = copied(replica.nodes["a"])
    assert all(type(part) in (dict, list) for part in parts(node)) and node == replica.nodes["a"]
    node["data"]["list"][1].append(4)
    assert copied(replica.nodes["a"]) != node and json.loads(json.dumps(replica.read())) == replica.read()
    for shallow in (copy.copy(replica.nodes["a"]), {**replica.nodes["a"]}, replica.nodes["a"].copy()):
        shallow["label"] = "x"
    assert "label" not in replica.nodes["a"]
