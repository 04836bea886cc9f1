"""Names of types and handles that come and go: what a view was sent stays right when the server forgets them."""

from nodewire_client.testing import Laws
from nodewire_dev.fuzz import INITIALIZE, Peer, judge

TIMES = 3000


def requests():
    yield "document/create", {"document": "d", "content": {"nodes": [{"id": "a", "position": {"x": 0, "y": 0}}]}}
    for ident in ("b", "c"):
        node = {"id": ident, "position": {"x": 200, "y": 0}, "type": "kept"}
        yield "node/insert", {"document": "d", "node": node}
    yield "view/open", {"document": "d", "view": "v", "width": 800, "height": 600, "scene": "svg"}
    yield "view/scene", {"view": "v"}
    for number in range(TIMES):
        patch = {"type": f"type {number}", "handles": [{"id": f"handle {number}", "type": "source"}]}
        yield "node/update", {"document": "d", "id": "a", "patch": patch}
        if number % 500 == 0:
            yield "node/update", {"document": "d", "id": "b", "patch": {"label": f"{number}"}}
            yield "view/scene", {"view": "v"}
    yield "view/scene", {"view": "v"}


def test_frames_lead_to_the_scene_while_names_are_forgotten(server):
    messages = [
        {"jsonrpc": "2.0", "id": f"any:{number}", "method": method, "params": params}
        for number, (method, params) in enumerate(requests())
    ]
    peer = Peer([server])
    laws = Laws()
    judge(peer, [INITIALIZE, *messages], laws)
    peer.close()
    assert laws.replies == len(messages) + 1
