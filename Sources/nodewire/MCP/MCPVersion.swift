import Wire

/// The revisions of the Model Context Protocol (https://modelcontextprotocol.io/specification) that are spoken, the oldest first.
enum MCPVersion: String, CaseIterable, Comparable {
    case november2024 = "2024-11-05"
    case march2025 = "2025-03-26"
    case june2025 = "2025-06-18"
    case november2025 = "2025-11-25"
    /// Has no handshake: each request names the revision in its `_meta`.
    case july2026 = "2026-07-28"

    static let newestWithHandshake = november2025

    static func < (a: MCPVersion, b: MCPVersion) -> Bool { a.rawValue < b.rawValue }

    /// Is true if results of tools have a part for programs beside their texts.
    var hasStructuredContent: Bool { self >= .june2025 }
    /// Is true if there is no session: no handshake, and results state whether they are complete and may be cached.
    var isStateless: Bool { self >= .july2026 }

    /// The revision that `initialize` answers to a requested one: that one if it has a handshake, else the newest.
    static func answer(to asked: String?) -> MCPVersion {
        let known = asked.flatMap { MCPVersion(rawValue: $0) }
        return known.flatMap { $0.isStateless ? nil : $0 } ?? newestWithHandshake
    }
}

/// An error of the protocol itself, with a code of JSON-RPC 2.0 or of the specification.
struct MCPError: Error {
    let code: Int
    let message: String
    var data: JSON?

    static func invalidParams(_ message: String) -> MCPError { MCPError(code: -32602, message: message) }
    static func invalidRequest(_ message: String) -> MCPError { MCPError(code: -32600, message: message) }
    static func unknownMethod(_ method: String) -> MCPError {
        MCPError(code: -32601, message: "there is no method \(method)")
    }
    static func unknownResource(_ uri: String) -> MCPError {
        MCPError(code: -32002, message: "there is no resource \(uri)", data: ["uri": .string(uri)])
    }
    static func unknownVersion(_ asked: String) -> MCPError {
        MCPError(
            code: -32022, message: "the revision \(asked) of the protocol is not spoken",
            data: [
                "supported": .array(MCPVersion.allCases.map { .string($0.rawValue) }), "requested": .string(asked),
            ])
    }

    var json: JSON {
        var object: JSONObject = ["code": .number(code), "message": .string(message)]
        if let data { object["data"] = data }
        return .object(object)
    }
}
