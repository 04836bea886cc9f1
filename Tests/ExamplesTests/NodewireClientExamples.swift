import NodewireClient
import Testing

@Suite struct NodewireClientExamples {
    @Test func client() async throws {
        let client = try await Client.inProcess(clock: .client)
        let document = try await client.call(DocumentCreate()).document
        let node = NewNode(id: "a", position: Point(x: 0, y: 0))
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
        let node = NewNode(id: "a", position: Point(x: 0, y: 0), label: "First")
        try await client.call(NodeInsert(document: document, node: node))
        let view = try await client.call(ViewOpen(document: document, width: 800, height: 600, scene: .svg)).view
        try await client.call(GestureBegin(view: view, kind: .drag, at: Point(x: 10, y: 10), nodes: ["a"]))
        try await client.call(GestureUpdate(view: view, at: Point(x: 210, y: 60)))
        try await client.call(GestureEnd(view: view))
        var scene = Scene()
        for frame in try frames.arrived() { scene.apply(frame) }
        assert(scene.nodes["a"]?.x == 200)
        await client.close()
    }
}
