/// Why an edit, a question or a gesture is refused; nothing has changed when it is thrown.
public struct EditError: Error, Sendable, Equatable {
    public enum Reason: String, CaseIterable, Sendable {
        case noSuchNode, noSuchEdge, noSuchHandle, duplicateId, parentCycle, locked, invalidValue
        case connectionRefused
        case nothingThere, gestureOpen, noGesture, groupOpen, noGroup, switchedOff
        case limits
    }

    public var reason: Reason
    public var message: String
    public var nodes: [Identifier] = []
    public var edges: [Identifier] = []
    /// The place in the parameters that is at fault, from the outermost member inwards.
    public var path: [String] = []
    /// The name of the setting that switches off what was asked for.
    public var setting: String?
    /// Why the gate refused a connection, with the path of a cycle.
    public var refusal: ConnectionRefusal?

    public init(
        _ reason: Reason, _ message: String, nodes: [Identifier] = [], edges: [Identifier] = [], path: [String] = []
    ) {
        self.reason = reason
        self.message = message
        self.nodes = nodes
        self.edges = edges
        self.path = path
    }

    public static func noSuchNode(_ ids: [Identifier]) -> EditError {
        EditError(.noSuchNode, "there is no node \(quoted(ids))", nodes: ids)
    }

    public static func noSuchEdge(_ ids: [Identifier]) -> EditError {
        EditError(.noSuchEdge, "there is no edge \(quoted(ids))", edges: ids)
    }

    public static func locked(nodes: [Identifier] = [], edges: [Identifier] = []) -> EditError {
        EditError(
            .locked, "locked: \(quoted(nodes + edges)); unlock with an update of `locked`", nodes: nodes, edges: edges)
    }

    public static func invalid(_ message: String, path: [String] = []) -> EditError {
        EditError(.invalidValue, message, path: path)
    }

    public static func refused(_ refusal: ConnectionRefusal) -> EditError {
        var error = EditError(
            .connectionRefused, refusal.message, nodes: refusal.nodes, edges: refusal.edges)
        error.refusal = refusal
        return error
    }

    public static func switchedOff(by setting: String) -> EditError {
        var error = EditError(.switchedOff, "`\(setting)` is off; switch it on with `settings/update`")
        error.setting = setting
        return error
    }

    /// The same error, its path seen from the value around; an error without a path stays without one.
    public func inside(_ steps: String...) -> EditError {
        var error = self
        if !path.isEmpty { error.path = steps + path }
        return error
    }

    private static func quoted(_ ids: [Identifier]) -> String {
        let shown = ids.prefix(3).map { "\"\($0)\"" }.joined(separator: ", ")
        return ids.count > 3 ? "\(shown) and \(ids.count - 3) more" : shown
    }
}
