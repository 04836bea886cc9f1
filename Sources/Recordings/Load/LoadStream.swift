import Wire

/// The messages of a load: some that open a conversation, and the measured ones.
public struct LoadStream {
    /// The streams that are made here, over a grid of nodes.
    public enum Kind: String, CaseIterable, Sendable {
        /// A pointer wanders over nodes and edges.
        case hover
        /// A pointer drags a node to and fro, forty messages each way.
        case drag
        /// The view moves to and fro.
        case pan
    }

    private enum Source {
        case made(Kind)
        case recorded(Recording, [Int])
    }

    private let source: Source
    /// The bodies that come first, each answered before the next is sent.
    public let opening: [[UInt8]]
    /// The number of measured messages; nil if there are as many as are wanted.
    public var count: Int? {
        switch source {
        case .made: nil
        case .recorded(_, let entries): entries.count
        }
    }

    /// A stream over a grid of nodes, each with an edge to the next.
    public init(_ kind: Kind, nodes: Int) {
        source = .made(kind)
        opening = [
            Array(#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"clock":"client"}}"#.utf8),
            Self.grid(nodes),
            Array(
                #"{"jsonrpc":"2.0","id":3,"method":"view/open","params":{"document":"d","view":"v","width":1200,"height":800}}"#
                    .utf8),
        ]
    }

    /// The messages of a recording, in their order; `initialize` is not measured.
    public init(_ recording: Recording) {
        let messages = recording.entries.indices.filter { recording.entries[$0].event.isMessage }
        let fixed = Set(recording.fixedEntries)
        // Only what begins the conversation can be sent before the rest.
        let first = messages.prefix { fixed.contains($0) }
        source = .recorded(recording, Array(messages.dropFirst(first.count)))
        opening = first.compactMap { index in
            recording.withBody(of: recording.entries[index].event) { Array($0) }
        }
    }

    /// Returns the body of a measured message.
    ///
    /// - Parameters:
    ///   - number: its index in the stream, from zero.
    ///   - time: when it is due, in milliseconds from the first one; a message with a time has that.
    public func body(_ number: Int, at time: Double) -> [UInt8] {
        switch source {
        case .recorded(let recording, let entries):
            return recording.withBody(of: recording.entries[entries[number]].event) { Array($0) } ?? []
        case .made(.hover):
            return pointer(number, "move", Self.wave(number * 7, 1200), Self.wave(number * 5, 800), time)
        case .made(.drag):
            let (turn, step) = number.quotientAndRemainder(dividingBy: Self.dragSteps)
            let way = turn % 2 == 0 ? step : Self.dragSteps - 1 - step
            let phase: StaticString = step == 0 ? "down" : step == Self.dragSteps - 1 ? "up" : "move"
            return pointer(number, phase, 20 + way * 5, 20 + way * 3, time)
        case .made(.pan):
            var writer = JSONWriter()
            Self.begin(number + 4, "view/pan", into: &writer)
            writer.name("view")
            writer.string("v")
            writer.name("by")
            Self.write(number / 50 % 2 == 0 ? -20 : 20, 0, into: &writer)
            return Self.end(&writer)
        }
    }

    private static let dragSteps = 40

    /// A number from 0 to a bound that goes up and down in steps of one.
    private static func wave(_ step: Int, _ bound: Int) -> Int {
        let place = step % (2 * bound)
        return place < bound ? place : 2 * bound - place
    }

    private func pointer(_ number: Int, _ phase: StaticString, _ x: Int, _ y: Int, _ time: Double) -> [UInt8] {
        var writer = JSONWriter()
        Self.begin(number + 4, "input/pointer", into: &writer)
        writer.name("view")
        writer.string("v")
        writer.name("phase")
        writer.string(phase)
        writer.name("id")
        writer.integer(1)
        writer.name("kind")
        writer.string("mouse")
        writer.name("at")
        Self.write(x, y, into: &writer)
        writer.name("time")
        writer.number(time)
        return Self.end(&writer)
    }

    private static func grid(_ nodes: Int) -> [UInt8] {
        var writer = JSONWriter(capacity: nodes * 100 + 256)
        begin(2, "document/create", into: &writer)
        writer.name("document")
        writer.string("d")
        writer.name("content")
        writer.beginObject()
        writer.name("nodes")
        writer.beginArray()
        let columns = max(Int(Double(nodes).squareRoot()), 1)
        for node in 0..<nodes {
            writer.beginObject()
            writer.name("id")
            writer.string("n\(node)")
            writer.name("position")
            write(node % columns * 200, node / columns * 100, into: &writer)
            writer.endObject()
        }
        writer.endArray()
        writer.name("edges")
        writer.beginArray()
        for node in 1..<max(nodes, 1) {
            writer.beginObject()
            writer.name("id")
            writer.string("e\(node)")
            writer.name("source")
            writer.string("n\(node - 1)")
            writer.name("target")
            writer.string("n\(node)")
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        return end(&writer)
    }

    private static func begin(_ id: Int, _ method: StaticString, into writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("jsonrpc")
        writer.string("2.0")
        writer.name("id")
        writer.integer(id)
        writer.name("method")
        writer.string(method)
        writer.name("params")
        writer.beginObject()
    }

    private static func end(_ writer: inout JSONWriter) -> [UInt8] {
        writer.endObject()
        writer.endObject()
        return writer.bytes
    }

    private static func write(_ x: Int, _ y: Int, into writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("x")
        writer.integer(x)
        writer.name("y")
        writer.integer(y)
        writer.endObject()
    }
}
