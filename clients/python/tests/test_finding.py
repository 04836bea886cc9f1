"""Finding as clients do it: in pages, as one types, after changes, with what cannot be asked."""

import pytest

from nodewire_client import Client, errors

WORDS = ["Order", "Pay", "Größe", "Ship it", "re-order", "ORDERS"]


@pytest.fixture
def client(server):
    with Client.launch([server]) as client:
        yield client


def content(count):
    return {
        "nodes": [
            {"id": f"n{index}", "position": {"x": index * 200, "y": 0}, "label": f"{WORDS[index % 6]} {index}",
             "data": {"rank": index, "note": "order me" if index % 7 == 0 else "none"}}
            for index in range(count)
        ],
        "edges": [{"id": f"e{index}", "source": f"n{index}", "target": f"n{index + 1}"} for index in range(count - 1)],
    }  # fmt: skip


@pytest.fixture
def document(client):
    client.call("document/create", {"document": "d", "content": content(90)})
    return "d"


def find(client, **params):
    return client.call("document/find", {"document": "d", **params})


def pages(client, **params):
    """What all pages hold together; none but the last is short."""
    whole = {"nodes": [], "edges": [], "matches": []}
    after = {}
    while True:
        page = find(client, **params, **after)
        for member, elements in whole.items():
            elements += page[member]
        if "next" not in page:
            return whole
        assert len(page["nodes"]) + len(page["edges"]) == params["limit"]
        after = {"after": page["next"]}


@pytest.mark.parametrize("limit", [1, 2, 7, 100])
@pytest.mark.parametrize(
    "question", [{}, {"text": "order"}, {"where": {"data": {"/rank": {"min": 10}}}}, {"text": "e", "where": {"any": [{}]}}]
)
def test_pages_hold_what_one_answer_holds(client, document, limit, question):
    whole = find(client, **question, limit=1_000_000)
    assert "next" not in whole
    assert pages(client, **question, limit=limit) == whole


def test_a_page_has_at_most_ten_thousand(client):
    client.call("document/create", {"document": "d", "content": content(6000)})
    page = find(client, limit=1_000_000_000)
    assert len(page["nodes"]) == 6000 and len(page["edges"]) == 4000
    rest = find(client, limit=1_000_000_000, after=page["next"])
    assert len(rest["edges"]) == 1999 and "next" not in rest


def test_typing_finds_what_asking_anew_finds(client, document):
    for typed in ["or", "ord", "orde", "order", "order ", "order 1", "order 12"]:
        found = find(client, text=typed)
        find(client, text="x" + typed)
        assert find(client, text=typed) == found
    node = found["nodes"][0]
    client.call("node/update", {"document": "d", "id": node, "patch": {"label": "gone"}})
    assert node not in find(client, text="order 12")["nodes"]
    client.call("history/undo", {"document": "d"})
    assert find(client, text="order 12") == found


def test_a_page_continues_after_a_change(client, document):
    page = find(client, text="order", limit=3)
    last = page["nodes"][-1]
    client.call("node/update", {"document": "d", "id": last, "patch": {"label": "else"}})
    after = find(client, text="order", limit=3, after=page["next"])
    assert not set(after["nodes"]) & set(page["nodes"])
    client.call("element/remove", {"document": "d", "nodes": [last]})
    with pytest.raises(errors.ServerError) as caught:
        find(client, text="order", after=page["next"])
    assert caught.value.code == 1101


def test_ranges_cut_what_was_found_out_of_its_string(client, document):
    nodes = {node["id"]: node for node in client.call("document/read", {"document": "d"})["nodes"]}
    found = find(client, text="ORDER größe", limit=1000)
    assert not found["nodes"] or found["matches"]
    for match in find(client, text="GRÖẞE", limit=1000)["matches"]:
        assert match["path"] == "/label"
        assert nodes[match["node"]]["label"][match["from"] : match["to"]] == "Größe"


def deep(count):
    """Queries inside each other."""
    query = {}
    for _ in range(count - 1):
        query = {"not": query}
    return query


@pytest.mark.parametrize(
    "question, code",
    [
        ({"where": deep(32)}, None),
        ({"where": deep(33)}, 1900),
        ({"where": deep(100)}, 1900),
        ({"where": {"any": [{"any": [{}] * 200}] * 2}}, 1900),
        ({"text": " ".join(map(str, range(10_000)))}, 1900),
        ({"text": "x" * 1001}, 1900),
        ({"text": "x " * 500}, None),
        ({"text": "\u0000"}, None),
        ({"where": {"label": {"contains": "x" * 1001}}}, 1900),
        ({"where": {"label": {"contains": ""}}}, None),
        ({"where": {"data": {"/" * 5000: {}}}}, None),
        ({"where": {"data": {"/~2": 1}}}, 1107),
        ({"where": {"data": {"/rank": {"min": 2, "max": 1}}}}, 1107),
        ({"where": {"data": {"/rank": {"min": "1"}}}}, -32602),
        ({"where": {"within": {"x": 1e308, "y": 0, "width": 1e308, "height": 1}}}, 1107),
        ({"where": {"between": ["n0", "n1", "n2"]}}, -32602),
        ({"where": {"near": {"id": "n0", "depth": 10**9}}}, None),
        ({"where": {"not": []}}, -32602),
        ({"where": []}, -32602),
        ({"limit": 10**10}, 1107),
        ({"limit": -1}, 1107),
        ({"after": ""}, 1107),
        ({"after": "9:node:n1"}, 1107),
        ({"after": "0node:n1"}, 1107),
        ({"after": "\u00e90:node:n1"}, 1107),
        ({"after": "0:node:"}, 1101),
    ],
)
def test_what_cannot_be_asked_is_refused(client, document, question, code):
    if code is None:
        find(client, **question)
        return
    with pytest.raises(errors.ServerError) as caught:
        find(client, **question)
    assert caught.value.code == code


def test_the_ids_of_frames_add_up_to_the_selection(client, document):
    client.call(
        "view/open", {"document": "d", "view": "v", "width": 800, "height": 600, "selectionIds": True}
    )
    selected = {"nodes": set(), "edges": set()}
    frames = []
    client.on("view/frame", frames.append)
    for method, params in [
        ("view/select", {"view": "v", "where": {"label": {"contains": "order"}}}),
        ("view/select", {"view": "v", "where": {"near": {"id": "n8", "depth": 3}}, "op": "toggle"}),
        ("element/remove", {"document": "d", "nodes": ["n0", "n7", "n8"]}),
        ("node/insert", {"document": "d", "node": {"id": "new", "position": {"x": 0, "y": 0}}}),
        ("view/select", {"view": "v", "nodes": ["new"], "where": {"kind": "edge"}}),
        ("history/undo", {"document": "d", "steps": 2, "view": "v"}),
        ("view/select", {"view": "v", "all": True, "op": "remove"}),
    ]:
        client.call(method, params)
        for frame in frames:
            change = frame.get("selection", {"added": {}, "removed": {}})
            for kind, ids in selected.items():
                assert ids >= set(change["removed"].get(kind, ()))
                ids -= set(change["removed"].get(kind, ()))
                assert not ids & set(change["added"].get(kind, ()))
                ids |= set(change["added"].get(kind, ()))
        frames.clear()
        read = client.call("view/read", {"view": "v", "list": True})["selection"]
        assert selected == {"nodes": set(read["nodeIds"]), "edges": set(read["edgeIds"])}
