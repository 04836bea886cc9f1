import NodewireServer
import Testing
import Wire

/// A client in the test: it sends lines to a session and keeps what it receives.
struct Conversation {
    private var server = EmbeddedServer()
    private(set) var views: [String: Replica] = [:]
    /// Frames as they came, by view.
    private(set) var frames: [String: [JSON]] = [:]
    /// The names of all messages since the last call, the reply as "reply".
    private(set) var order: [String] = []

    init(clock: String = "client") {
        call("initialize", ["clock": .string(clock)])
    }

    /// Sends a request; answers its result, or its error.
    @discardableResult
    mutating func call(_ method: String, _ params: JSON = [:]) -> JSON {
        let text = text(method, params)
        var reply = JSON.null
        order = []
        for line in text.split(separator: "\n") {
            guard let message = JSON(parsing: String(line)) else {
                Issue.record("not JSON: \(line)")
                continue
            }
            order.append(message["method"]?.stringValue ?? "reply")
            if message["method"]?.stringValue == "view/frame", let frame = message["params"] {
                let view = frame["view"]?.stringValue ?? ""
                frames[view, default: []].append(frame)
                views[view, default: Replica()].apply(frame)
            } else if message["method"] == nil {
                reply = message["result"] ?? message["error"] ?? .null
            }
        }
        return reply
    }

    /// Sends a request; answers what it brought about as it came, line by line, without a look at it.
    mutating func text(_ method: String, _ params: JSON) -> String {
        let request: JSON = ["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": params]
        var writer = JSONWriter()
        request.write(into: &writer)
        return say(writer.bytes)
    }

    /// Lets time pass; answers the frames that come of it.
    mutating func pass(to time: Double) -> [JSON] {
        server.advance(to: time)
        return server.receive().compactMap { body in
            guard let frame = JSON(parsing: body)?["params"] else { return nil }
            views[frame["view"]?.stringValue ?? "", default: Replica()].apply(frame)
            return frame
        }
    }

    /// The time when time is to pass next.
    var deadline: Double? { server.nextDeadline }

    /// Sends a message as it is; returns everything that it causes.
    mutating func say(_ body: [UInt8]) -> String {
        body.withUnsafeBufferPointer { server.send($0) }
        return server.receive().map { $0 + "\n" }.joined()
    }

    /// The frames of a view since the last call.
    mutating func takeFrames(_ view: String) -> [JSON] { frames.removeValue(forKey: view) ?? [] }
}

/// A view as its client knows it: frames applied in order.
struct Replica: Equatable {
    var nodes: [String: JSON] = [:]
    var edges: [String: JSON] = [:]
    var state: [String: JSON] = [:]

    init() {}

    /// A view as `view/scene` returns it.
    init(scene: JSON) { apply(scene) }

    mutating func apply(_ frame: JSON) {
        for member in frame.objectValue?.members ?? [] {
            switch member.name.description {
            case "enter", "update", "leave", "frame", "revision": continue
            default: state[member.name.description] = member.value == .null ? nil : member.value
            }
        }
        Replica.apply(frame, "nodes", to: &nodes)
        Replica.apply(frame, "edges", to: &edges)
    }

    private static func apply(_ frame: JSON, _ part: String, to items: inout [String: JSON]) {
        for id in frame["leave"]?[part]?.arrayValue ?? [] {
            #expect(items.removeValue(forKey: id.stringValue ?? "") != nil, "what leaves was there")
        }
        for item in frame["enter"]?[part]?.objectValue?.members ?? [] {
            #expect(items[item.name.description] == nil, "what enters was not there")
            items[item.name.description] = item.value
        }
        for item in frame["update"]?[part]?.objectValue?.members ?? [] {
            #expect(items[item.name.description] != nil, "what is updated is there")
            items[item.name.description]?.merge(item.value)
        }
    }
}
