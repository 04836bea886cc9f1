import Editing
import Formats
import Graph
import Schemas
import Wire

/// The error of a request in the form for clients: code, reason, the elements that cause it, the path in the
/// parameters.
public struct Failure: Error, Sendable {
    /// The code: below 0 those of JSON-RPC and LSP, else the raw value of a `Kind`.
    public var code: Int
    /// The message for people.
    public var message: String
    /// The name of the error; clients switch on it.
    public var reason: String
    /// The nodes that cause the error.
    public var nodes: [Identifier] = []
    /// The edges that cause the error.
    public var edges: [Identifier] = []
    /// A JSON Pointer into the parameters.
    public var path: String?
    /// The nodes of the cycle that a refused connection would close.
    public var cycle: [Identifier]?
    /// The setting, or the flag of the elements, that is off.
    public var setting: String?
    /// The limit that is exceeded, if it is one that a client may set.
    public var limit: String?
    /// The view whose gesture has the elements.
    public var claimant: EditError.Claimant?
    /// The parts of the data that do not fit their schema.
    public var problems: [DataProblem] = []
    /// The index of the failed edit in its list.
    public var index: Int?
    /// The document that could not be saved by itself.
    public var document: String?
    /// The things that a file would not hold.
    public var losses: [ExportLoss] = []
    /// The greatest number of them that is listed.
    static let mostLosses = 100

    /// A failure that names no elements; `path` is a JSON Pointer into the parameters.
    public init(_ code: Int, _ message: String, reason: String, path: String? = nil) {
        self.code = code
        self.message = message
        self.reason = reason
        self.path = path
    }

    /// The protocol's own errors: names and codes.
    public enum Kind: Int, CaseIterable, Sendable {
        case noSuchDocument = 1000
        case noSuchView = 1001
        case alreadyOpen = 1002
        case unsaved = 1003
        case noSuchNode = 1101
        case noSuchEdge = 1102
        case noSuchHandle = 1103
        case duplicateId = 1104
        case parentCycle = 1105
        case locked = 1106
        case invalidValue = 1107
        case invalidData = 1108
        case notAccepted = 1109
        case connectionRefused = 1110
        case nothingThere = 1201
        case gestureOpen = 1202
        case noGesture = 1203
        case groupOpen = 1204
        case noGroup = 1205
        case switchedOff = 1206
        case claimed = 1207
        case path = 1300
        case readOnly = 1301
        case changedOnDisk = 1302
        case journal = 1303
        case unrecovered = 1304
        case format = 1400
        case lossy = 1401
        case limits = 1900

        /// The name on the wire.
        public var name: String { Kind.names[self] ?? "" }

        /// Computed once: printing a case is a lookup by reflection.
        private static let names = Dictionary(uniqueKeysWithValues: allCases.map { ($0, "\($0)") })
    }

    /// One of the protocol's own errors, with the code and reason of its kind.
    public init(_ kind: Kind, _ message: String, path: String? = nil) {
        self.init(kind.rawValue, message, reason: kind.name, path: path)
    }

    /// The error that a limit is exceeded which a client can set.
    init(_ limit: String, _ message: String, path: String? = nil) {
        self.init(.limits, message, path: path)
        self.limit = limit
    }

    /// The error that an edit throws, with its elements and its path.
    public init(_ error: EditError) {
        let kind = Failure.kind(of: error.reason)
        code = kind?.rawValue ?? Failure.modifiedCode
        message = error.message
        reason = kind?.name ?? Failure.modifiedReason
        nodes = error.nodes
        edges = error.edges
        if !error.path.isEmpty { path = error.path.map { "/" + JSONPointer.escaped($0) }.joined() }
        setting = error.setting
        limit = error.limit
        claimant = error.claimant
        problems = error.problems
        if let refusal = error.refusal {
            reason = "connection." + refusal.reason.rawValue
            cycle = refusal.path
        }
    }

    /// Nil means outdated content, for which LSP has an error.
    private static func kind(of reason: EditError.Reason) -> Kind? {
        switch reason {
        case .noSuchNode: .noSuchNode
        case .noSuchEdge: .noSuchEdge
        case .noSuchHandle: .noSuchHandle
        case .duplicateId: .duplicateId
        case .parentCycle: .parentCycle
        case .locked: .locked
        case .invalidValue: .invalidValue
        case .invalidData: .invalidData
        case .notAccepted: .notAccepted
        case .connectionRefused: .connectionRefused
        case .nothingThere: .nothingThere
        case .gestureOpen: .gestureOpen
        case .noGesture: .noGesture
        case .groupOpen: .groupOpen
        case .noGroup: .noGroup
        case .switchedOff: .switchedOff
        case .claimed: .claimed
        case .format: .format
        case .lossy: .lossy
        case .readOnly: .readOnly
        case .limits: .limits
        case .journal: .journal
        case .unrecovered: .unrecovered
        case .contentModified: nil
        }
    }

    // MARK: JSON-RPC and LSP

    static func parse(_ message: String) -> Failure { Failure(-32700, "Parse error: \(message)", reason: "parseError") }
    static func invalidRequest(_ message: String) -> Failure {
        Failure(-32600, "Invalid request: \(message)", reason: "invalidRequest")
    }
    static func noSuchMethod(_ name: String, among names: [String]) -> Failure {
        let near = NearName.nearest(to: name, among: names)
        return Failure(
            -32601, "there is no method \"\(name)\"" + (near.map { "; did you mean \"\($0)\"?" } ?? ""),
            reason: "methodNotFound")
    }
    /// An error for parameters of the wrong shape; an impossible value of the right shape raises `invalidValue`.
    static func invalidParams(_ error: ShapeError) -> Failure {
        if error.isImpossible {
            return Failure(.invalidValue, error.message, path: error.pointer)
        }
        return Failure(
            -32602, error.pointer.isEmpty ? error.message : "\(error.pointer): \(error.message)",
            reason: "invalidParams", path: error.pointer)
    }
    static func invalidParams(_ message: String, path: String = "") -> Failure {
        Failure(-32602, path.isEmpty ? message : "\(path): \(message)", reason: "invalidParams", path: path)
    }
    static let notInitialized = Failure(-32002, "send `initialize` first", reason: "serverNotInitialized")
    static func cancelled(_ message: String) -> Failure { Failure(-32800, message, reason: "requestCancelled") }
    static func modified(_ message: String) -> Failure { Failure(modifiedCode, message, reason: modifiedReason) }
    private static let modifiedCode = -32801
    private static let modifiedReason = "contentModified"

    /// Writes the error object.
    func write(into writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("code")
        writer.integer(code)
        writer.name("message")
        writer.string(message)
        writer.name("data")
        writer.beginObject()
        writer.name("reason")
        writer.string(reason)
        write(Part.allCases, into: &writer)
        writer.endObject()
        writer.endObject()
    }

    /// Writes some members of `data` into an open object.
    func write(_ parts: [Part], into writer: inout JSONWriter) {
        for part in parts { part.write(of: self, into: &writer) }
    }
}
