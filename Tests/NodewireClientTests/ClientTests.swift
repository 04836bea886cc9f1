import Foundation
import MemoryFiles
import NodewireClient
import NodewireProcess
import Testing

/// The client, as its users see it; with a server in this program, and with the built one in a process.
@Suite struct ClientTests {
    /// The server beside the tests; nil if it is not built.
    static let server: String? = {
        let beside = Bundle.main.executableURL?.deletingLastPathComponent()
        let candidates = [
            ProcessInfo.processInfo.environment["NODEWIRE_SERVER"],
            beside?.appendingPathComponent("nodewire").path,
        ]
        return candidates.compactMap { $0 }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }()

    private static func clients() async throws -> [Client] {
        let embedded = try await Client.inProcess(clock: .client)
        guard let server else { return [embedded] }
        return [embedded, try await Client.process(server, Initialize(clock: .client))]
    }

    /// Two nodes above each other, and a view that shows them.
    private static func open(_ client: Client) async throws -> (document: String, view: String) {
        let document = try await client.call(DocumentCreate()).document
        for (id, y) in [("a", 0.0), ("b", 200.0)] {
            try await client.call(
                NodeInsert(document: document, node: NewNode(id: id, position: GraphPoint(x: 0, y: y))))
        }
        let view = ViewOpen(document: document, width: 800, height: 600, scene: .svg)
        return (document, try await client.call(view).view)
    }

    @Test func `a drag by pointer comes in frames, which a scene follows`() async throws {
        for client in try await Self.clients() {
            let frames = client.notifications(of: Frame.self)
            let (document, view) = try await Self.open(client)
            var scene = GraphScene()
            for frame in try frames.arrived() { scene.apply(frame) }
            #expect(scene.nodes["a"]?.x == 0 && scene.nodes.count == 2)
            for (phase, x, time) in [(InputPointer.PhaseChoice.down, 10.0, 0.0), (.move, 110, 16), (.up, 110, 32)] {
                let at = GraphPoint(x: x, y: 10)
                try await client.call(InputPointer(view: view, phase: phase, id: 1, at: at, time: time))
            }
            for frame in try frames.arrived() { scene.apply(frame) }
            #expect(scene.nodes["a"]?.x == 100 && scene.nodes["b"]?.x == 0 && scene.state.gesture == nil)
            try await client.call(HistoryUndo(document: document))
            for frame in try frames.arrived() { scene.apply(frame) }
            #expect(scene.nodes["a"]?.x == 0)
            var again = GraphScene()
            again.load(try await client.call(ViewScene(view: view)))
            #expect(again.nodes.keys == scene.nodes.keys && again.frame == scene.frame)
            await client.close()
        }
    }

    @Test func `a refusal has its code, its reason and its data`() async throws {
        for client in try await Self.clients() {
            let (document, _) = try await Self.open(client)
            let edge = NewEdge(source: "a", target: "a")
            let error = try await #require(throws: ServerError.self) {
                try await client.call(EdgeConnect(document: document, edge: edge))
            }
            #expect(error.reason.hasPrefix("connection.") && error.code != 0 && !error.message.isEmpty)
            if case .connectionRefusedErrorData? = error.data {} else { Issue.record("\(error)") }
            await client.close()
            await #expect(throws: ConnectionError.closed) { try await client.call(DocumentList()) }
        }
    }

    @Test func `a message that the server would not read is refused`() async throws {
        let limits = SessionLimits(messageBytes: 65_536)
        let client = try await Client.connect(
            EmbeddedTransport(), Initialize(clock: .client, limits: limits))
        let document = try await client.call(DocumentCreate()).document
        let long = NodeInsert(document: document, node: NewNode(id: String(repeating: "x", count: 70_000)))
        let error = try await #require(throws: ServerError.self) { try await client.call(long) }
        #expect(error.reason == "limits" && error.code == 1900)
        await client.close()
    }

    @Test func `a replica is what is read, after each edit`() async throws {
        let client = try await Client.inProcess(clock: .client)
        let changes = client.notifications(of: OrderedChange.self)
        let (document, _) = try await Self.open(client)
        _ = try changes.arrived()
        var replica = Replica(of: document, try await client.call(DocumentRead(document: document)))
        var last: OrderedChange?
        func check(_ what: String) async throws {
            for change in try changes.arrived() {
                try replica.apply(change)
                last = change
            }
            let content = try await client.call(DocumentRead(document: document))
            #expect(try replica.nodes.map { try JSON($0) } == content.nodes.map { try JSON($0) }, "\(what)")
            #expect(try replica.edges.map { try JSON($0) } == content.edges.map { try JSON($0) }, "\(what)")
            #expect(replica.revision == content.revision && replica.settings == content.settings?.members)
        }
        try await client.call(EdgeConnect(document: document, edge: NewEdge(source: "a", target: "b")))
        try await check("connect")
        let copies = DocumentDuplicate(document: document, nodes: ["a", "b"], by: GraphPoint(x: 9, y: 9))
        for number in 0..<5 {
            try await client.call(copies)
            try await check("duplicate \(number)")
        }
        try await client.call(NodeUpdate(document: document, id: "a", set: NodePatch(label: .value("A"))))
        try await check("update")
        try await client.call(ElementRemove(document: document, nodes: ["a"]))
        try await check("remove")
        try await client.call(NodeReorder(document: document, ids: ["b"], to: .front))
        try await check("reorder")
        for number in 0..<9 {
            try await client.call(HistoryUndo(document: document))
            try await check("undo \(number)")
        }
        var other = Replica(of: document, Content(revision: 1, nodes: [], edges: []))
        let change = try #require(last)
        #expect(throws: ReplicaError.self) { try other.apply(change) }
    }

    @Test func `files that a program lends are opened and saved`() async throws {
        let files = MemoryFiles(["a.json": Array(#"{"nodes":[],"edges":[]}"#.utf8)])
        let client = try await Client.inProcess(files: files, clock: .client)
        let document = try await client.call(DocumentOpen(path: "a.json")).document
        try await client.call(
            NodeInsert(document: document, node: NewNode(id: "new", position: GraphPoint(x: 0, y: 0))))
        try await client.call(DocumentSave(document: document))
        await client.close()
        #expect(String(decoding: files.contents["a.json"] ?? [], as: UTF8.self).contains("new"))
    }

    @Test func `a loop over notifications ends with the conversation, with its task, and beyond its limit`()
        async throws
    {
        let client = try await Client.inProcess(clock: .client)
        let all = client.notifications(of: DocumentChanged.self)
        let few = client.notifications(of: DocumentChanged.self, limit: 1)
        let none = client.notifications(of: DocumentSaved.self)
        let waiting = Task { try await none.reduce(0) { count, _ in count + 1 } }
        waiting.cancel()
        #expect(try await waiting.value == 0)
        let counting = Task { try await all.reduce(0) { count, _ in count + 1 } }
        _ = try await Self.open(client)
        #expect(throws: ConnectionError.overrun) { try few.arrived() }
        await client.close()
        #expect(try await counting.value == 2)
    }

    @Test func `the server's own questions are answered`() async throws {
        for server in [nil, Self.server] {
            let parameters = Initialize(clock: .client, capabilities: InitializeCapabilities(canConnect: true))
            let client =
                if let server { try await Client.process(server, parameters) } else {
                    try await Client.connect(EmbeddedTransport(), parameters)
                }
            client.answer(ClientCanConnect.self) { asked in
                ClientVerdict(allowed: asked.edge.target != "b", reason: "not into b")
            }
            let (document, _) = try await Self.open(client)
            await #expect(throws: ServerError.self) {
                try await client.call(EdgeConnect(document: document, edge: NewEdge(source: "a", target: "b")))
            }
            try await client.call(EdgeConnect(document: document, edge: NewEdge(source: "b", target: "a")))
            await client.close()
            // A question that nothing answers is refused, and with it the edge.
            let silent = try await Client.connect(EmbeddedTransport(), parameters)
            let (other, _) = try await Self.open(silent)
            await #expect(throws: ServerError.self) {
                try await silent.call(EdgeConnect(document: other, edge: NewEdge(source: "b", target: "a")))
            }
        }
    }

    @Test func `with the server's clock, time passes as the program says`() async throws {
        let transport = EmbeddedTransport(isManual: true)
        let client = try await Client.connect(transport)
        let frames = client.notifications(of: Frame.self)
        transport.advance(to: 1000)
        let (_, view) = try await Self.open(client)
        try await client.call(
            ViewZoom(view: view, to: 2, animate: .graphAnimationValue1(GraphAnimationValue1(duration: 100))))
        let zoomed = try frames.arrived().last?.viewport?.zoom ?? 0
        let deadline = try #require(transport.nextDeadline)
        transport.advance(to: .nan)
        transport.advance(to: deadline + 1000)
        #expect(try frames.arrived().last?.viewport?.zoom == 2 && zoomed < 2)
        transport.close()
        await #expect(throws: ConnectionError.closed) { try await client.call(DocumentList()) }
    }

    @Test func `a cancelled task cancels its request`() async throws {
        let server = try #require(Self.server, "no server is built")
        let client = try await Client.process(server)
        let nodes = (0..<20_000).map { #"{"id":"n\#($0)","position":{"x":0,"y":0}}"# }
        let edges = (1..<20_000).map { #"{"id":"e\#($0)","source":"n\#($0 / 2)","target":"n\#($0)"}"# }
        let text = #"{"nodes":[\#(nodes.joined(separator: ","))],"edges":[\#(edges.joined(separator: ","))]}"#
        let document = try await client.call(DocumentOpen(text: text)).document
        let progress = client.notifications(of: GraphProgress.self)
        let parameters = DocumentLayout(document: document, algorithm: .layered, progressToken: .string("layout"))
        let layout = Task { try await client.call(parameters) }
        for try await _ in progress { break }
        layout.cancel()
        await #expect(throws: CancellationError.self) { try await layout.value }
        #expect(try await client.call(HistoryList(document: document)).position == 0)
        await client.close()
    }

    @Test func `a server that hangs is ended, whatever waits to be written to it`() throws {
        // It neither reads nor ends with its input.
        let transport = try ProcessTransport("/bin/sleep", arguments: ["1000"], patience: 100)
        try transport.open { _ in }
        let sender = Thread {
            let message = [UInt8](repeating: UInt8(ascii: "x"), count: 8 << 20)
            #expect(throws: ConnectionError.self) { try message.withUnsafeBytes { try transport.send($0) } }
        }
        sender.start()
        Thread.sleep(forTimeInterval: 0.2)
        let start = ContinuousClock.now
        transport.close()
        #expect(ContinuousClock.now - start < .seconds(60))
        while !sender.isFinished { Thread.sleep(forTimeInterval: 0.01) }
        #expect(throws: ConnectionError.self) { try [UInt8(0)].withUnsafeBytes { try transport.send($0) } }
    }

    @Test func `a server that ends, or is none, ends the conversation`() async throws {
        await #expect(throws: (any Error).self) { try await Client.process("/nonexistent/nodewire") }
        let error = await #expect(throws: ConnectionError.self) { try await Client.process("/bin/true") }
        #expect(error != .closed)
        await #expect(throws: ConnectionError.self) { try await Client.process("/bin/echo") }
    }
}
