"""Several changes that one message causes are announced as they follow each other."""

import json

from nodewire_dev.fuzz import INITIALIZE, Peer, judge


def request(method, **params):
    return {"jsonrpc": "2.0", "id": f"any:{method} {json.dumps(params)}", "method": method, "params": params}


def test_presses_in_two_views_that_become_long_at_once_are_two_changes_of_a_replica(server):
    node = {"id": "a", "position": {"x": 0, "y": 0}}
    content = {"nodes": [node], "edges": [], "settings": {"canvasLongPress": "createNode"}}
    messages = [INITIALIZE, request("document/create", document="d", content=content)]
    messages.append(request("document/read", document="d"))
    for view in ("v", "w"):
        at = {"x": 300, "y": 200}
        messages.append(request("view/open", document="d", view=view, width=640, height=480))
        messages.append(request("input/pointer", view=view, phase="down", id=1, at=at, time=0))
    messages.append(request("input/tick", time=1000))
    messages.append({**request("document/read", document="d"), "id": "any:again"})
    peer = Peer([server])
    try:
        judge(peer, messages)
    finally:
        peer.close()
