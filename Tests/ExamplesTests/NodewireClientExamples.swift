import NodewireClient
import NodewireServer
import Testing

@Suite struct NodewireClientExamples {
    @Test func client() async throws {
        let client = try await Client.inProcess(clock: .client)
        let document = try await client.call(DocumentCreate()).document
        let node = NewNode(id: "a", position: GraphPoint(x: 0, y: 0))
        try await client.call(NodeInsert(document: document, node: node))
        do {
            try await client.call(NodeInsert(document: document, node: node))
        } catch let error as ServerError {
            assert(error.reason == "duplicateId")
        }
        await client.close()
    }

    @Test func readme() async throws {
        let client = try await Client.inProcess(clock: .client)
        let frames = client.notifications(of: Frame.self)
        let document = try await client.call(DocumentCreate()).document
        let node = NewNode(id: "a", position: GraphPoint(x: 0, y: 0), label: "First")
        try await client.call(NodeInsert(document: document, node: node))
        let view = try await client.call(ViewOpen(document: document, width: 800, height: 600, scene: .svg)).view
        try await client.call(GestureBegin(view: view, kind: .drag, at: GraphPoint(x: 10, y: 10), nodes: ["a"]))
        try await client.call(GestureUpdate(view: view, at: GraphPoint(x: 210, y: 60)))
        try await client.call(GestureEnd(view: view))
        var scene = GraphScene()
        for frame in try frames.arrived() { scene.apply(frame) }
        assert(scene.nodes["a"]?.x == 200)
        await client.close()
    }

    @Test func order() async throws {
        let client = try await Client.connect(EmbeddedTransport(files: NoFiles()))
        let document = try await client.call(DocumentCreate()).document
        let node = NewNode(id: "a", position: GraphPoint(x: 0, y: 0))
        let changes = client.notifications(of: OrderedChange.self)
        let content = try await client.call(DocumentRead(document: document))
        var replica = Replica(of: document, content)
        try await client.call(NodeInsert(document: document, node: node))
        for change in try changes.arrived() { try replica.apply(change) }
        assert(replica.nodes["a"] != nil)
        do {
            try await client.call(NodeInsert(document: document, node: node))
        } catch let error as ServerError {
            assert(error.reason == "duplicateId")
        }
        let frames = client.notifications(of: Frame.self)
        let view = try await client.call(ViewOpen(document: document, width: 800, height: 600, scene: .points)).view
        let first = try client.send(InputPointer(view: view, phase: .down, id: 1, at: GraphPoint(x: 10, y: 10)))
        let second = try client.send(InputPointer(view: view, phase: .up, id: 1, at: GraphPoint(x: 10, y: 10)))
        _ = try await (first.value, second.value)
        var scene = GraphScene()
        for frame in try frames.arrived() { scene.apply(frame) }
        assert(scene.nodes["a"]?.x == 0)
        await client.close()
    }

    @Test func loop() async throws {
        let client = try await Client.inProcess()
        var scene = GraphScene()
        let leaving = Task { await client.close() }
        let frames = client.notifications(of: Frame.self)
        for try await frame in frames { scene.apply(frame) }
        await leaving.value
        assert(scene.nodes.isEmpty)
    }
}
