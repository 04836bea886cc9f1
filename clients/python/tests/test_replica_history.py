"""What undo and redo would do, as a copy of a document knows it."""

import asyncio

from nodewire_client import Client
from nodewire_client.aio import Client as AsyncClient

CONTENT = {"nodes": [{"id": "a"}], "edges": []}
INSERT = {"method": "node/insert", "params": {"node": {"id": "b"}}}


def test_a_copy_knows_it_from_the_beginning(server):
    with Client.launch([server], timeout=60) as client:
        document = client.create(CONTENT)
        assert document.replica.history == {"canUndo": False, "canRedo": False, "dirty": False}
        document.edit(edits=[INSERT], label="Insert")
        document.edit(edits=[{"method": "node/update", "params": {"id": "b", "patch": {"label": "B"}}}], label="Name")
        changed = document.replica.history
        assert changed == {"canUndo": True, "canRedo": False, "undoLabel": "Name", "dirty": True}
        document.history.undo()
        other = client.open(text='{"nodes": [], "edges": []}')
        other.edit(edits=[INSERT], label="Insert")
        assert other.replica.history == {"canUndo": True, "canRedo": False, "undoLabel": "Insert", "dirty": True}
        assert document.replica.history["redoLabel"] == "Name"


def test_the_end_of_a_group_is_a_step(server):
    with Client.launch([server], timeout=60) as client:
        document = client.create(CONTENT)
        revision = document.replica.revision
        document.history.begin(label="Together")
        document.edit(edits=[INSERT])
        assert not document.replica.history["canUndo"]
        document.history.end()
        assert document.replica.history == {"canUndo": True, "canRedo": False, "undoLabel": "Together", "dirty": True}
        assert document.replica.revision == revision + 1


def test_so_does_one_in_an_event_loop(server):
    async def main():
        async with await AsyncClient.launch([server], timeout=60) as client:
            document = await client.create(CONTENT)
            await document.edit(edits=[INSERT], label="Insert")
            replica = await document.replica()
            assert replica.history == {"canUndo": True, "canRedo": False, "undoLabel": "Insert", "dirty": True}

    asyncio.run(main())
