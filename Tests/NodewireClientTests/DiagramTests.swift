import Foundation
import MemoryFiles
import NodewireClient
import NodewireDiagram
import NodewireProcess
import Synchronization
import Testing

/// The model that an app observes, with the server in this program and in a process, as on a Mac.
@MainActor @Suite struct DiagramTests {
    private static let graph = #"{"nodes":[{"id":"a","position":{"x":0,"y":0}}],"edges":[]}"#

    private static func model(_ server: String? = nil) async throws -> DiagramModel {
        let client = if let server { try await Client.process(server) } else { try await Client.inProcess() }
        let document = try await client.call(DocumentOpen(text: graph)).document
        return try await DiagramModel(client, document: document)
    }

    /// Waits until it holds; false after a time in which it should have.
    private func comes(_ isThere: () -> Bool) async throws -> Bool {
        for _ in 0..<2000 where !isThere() { try await Task.sleep(for: .milliseconds(5)) }
        return isThere()
    }

    @Test func `a finger that rests is a long press, in which time the app does nothing`() async throws {
        let model = try await Self.model()
        model.point(.down, x: 10, y: 10)
        #expect(model.event == nil)
        #expect(try await comes { model.event?.event == .longPress })
        model.point(.up, x: 10, y: 10)
        await model.close()
    }

    @Test func `an animation goes on by itself`() async throws {
        let model = try await Self.model()
        let animation = GraphAnimation.graphAnimationValue1(GraphAnimationValue1(duration: 100))
        try await model.client.call(ViewZoom(view: model.view, to: 2, animate: animation))
        #expect(try await comes { model.scene.state.viewport?.zoom == 2 })
        await model.close()
    }

    @Test func `inputs over a process keep their order`() async throws {
        let server = try #require(ClientTests.server, "no server is built")
        let model = try await Self.model(server)
        for round in 0..<5 {
            model.point(.down, x: 10 + Double(round) * 100, y: 10)
            for step in 1...100 { model.point(.move, x: 10 + Double(round) * 100 + Double(step), y: 10) }
            model.point(.up, x: 110 + Double(round) * 100, y: 10)
        }
        #expect(try await comes { model.scene.nodes["a"]?.x == 500 })
        let steps = try await model.client.call(HistoryList(document: model.document))
        #expect(steps.position == 5 && model.refusal == nil)
        await model.undo()
        #expect(try await comes { model.scene.nodes["a"]?.x == 400 })
        await model.close()
    }

    @Test func `pinches, scrolling, sizes and keys reach the view`() async throws {
        let model = try await Self.model()
        let zoom = try #require(model.scene.state.viewport?.zoom)
        model.pinch(.begin, scale: 1, x: 100, y: 100)
        model.pinch(.update, scale: 2, x: 100, y: 100)
        model.pinch(.end, scale: 2, x: 100, y: 100)
        #expect(model.scene.state.viewport?.zoom == 2 * zoom && model.refusal == nil)
        let x = model.scene.state.viewport?.x ?? 0
        model.scroll(byX: 30, y: 0, atX: 100, y: 100)
        #expect(model.scene.state.viewport?.x != x && model.refusal == nil)
        model.resize(width: 300, height: 200)
        let seen = try await model.client.call(ViewRead(view: model.view))
        #expect(seen.width == 300 && seen.height == 200)
        try await model.client.call(ViewSelect(view: model.view, nodes: ["a"]))
        model.key(.down, DiagramModel.keyName("\u{7F}"))
        model.key(.up, DiagramModel.keyName("\u{7F}"))
        #expect(model.scene.nodes.isEmpty && model.history?.dirty == true && model.refusal == nil)
        await model.undo()
        #expect(model.scene.nodes.count == 1)
        await model.redo()
        #expect(model.scene.nodes.isEmpty)
        await model.close()
        model.point(.down, x: 1, y: 1)
        #expect(model.refusal == ConnectionError.closed.errorDescription)
    }

    @Test func `a model that is let go ends its conversation`() async throws {
        var model: DiagramModel? = try await Self.model()
        weak let held = model?.client
        model = nil
        #expect(try await comes { held == nil })
    }

    @Test func `a server that answers no more does not hold the end`() async throws {
        let transport = DeafTransport()
        let client = try await Client.connect(transport)
        transport.isDeaf.store(true, ordering: .relaxed)
        let waiting = Task { try await client.call(DocumentList()) }
        let start = ContinuousClock.now
        await client.close(within: .milliseconds(100))
        #expect(ContinuousClock.now - start < .seconds(60))
        await #expect(throws: ConnectionError.closed) { try await waiting.value }
    }

    @Test func `alerts show what an error says`() async throws {
        let client = try await Client.inProcess(clock: .client)
        let error = await #expect(throws: ServerError.self) { try await client.call(DocumentClose(document: "none")) }
        #expect(error?.localizedDescription == error?.message && error?.message.isEmpty == false)
        await client.close()
        let end: any Error = ConnectionError.failed("a reason")
        #expect(end.localizedDescription.contains("a reason"))
        let none = await #expect(throws: ConnectionError.self) { try await Client.process("/nonexistent/nodewire") }
        #expect(none?.localizedDescription.contains("/nonexistent/nodewire") == true)
    }
}

/// A server in this program that from some time on takes nothing.
private final class DeafTransport: Transport {
    let isDeaf = Atomic(false)
    private let inner = EmbeddedTransport()

    func open(_ receive: @escaping @Sendable (Arrival) -> Void) { inner.open(receive) }
    func send(_ body: UnsafeRawBufferPointer) { if !isDeaf.load(ordering: .relaxed) { inner.send(body) } }
    func close() { inner.close() }
}
