import Values
import Wire

/// A value that a node has computed.
public enum NodeValue: Sendable, Equatable {
    /// One value, which flows from all its source handles.
    case single(Outcome)
    /// A value for each source handle, in the order of the type.
    case handles([HandleValue])

    /// The value that flows from one source handle.
    public struct HandleValue: Sendable, Equatable {
        /// The id of the handle.
        public let handle: Identifier
        /// Its value, or why it has none.
        public let outcome: Outcome
    }

    /// Returns true if both are the same.
    /// It is spelled out, since the comparison of results asks for their types each time.
    public static func == (a: NodeValue, b: NodeValue) -> Bool {
        switch (a, b) {
        case (.single(let a), .single(let b)): isSame(a, b)
        case (.handles(let a), .handles(let b)): a == b
        default: false
        }
    }

    private static func isSame(_ a: Outcome, _ b: Outcome) -> Bool {
        switch (a, b) {
        case (.success(let a), .success(let b)): a == b
        case (.failure(let a), .failure(let b)): a == b
        default: false
        }
    }

    /// The outcome of an output, by its number in the type.
    func outcome(_ output: Int) -> Outcome? {
        switch self {
        case .single(let outcome): outcome
        case .handles(let values): values.indices.contains(output) ? values[output].outcome : nil
        }
    }

    /// Is true if the node was found on a cycle.
    var isCycle: Bool {
        if case .failure(let error)? = outcome(0) { error.code == .cycle } else { false }
    }
}

extension JSONWriter {
    /// Writes the value of a node as the protocol has it.
    public mutating func nodeValue(_ value: NodeValue) {
        switch value {
        case .single(let outcome): self.outcome(outcome)
        case .handles(let values):
            beginObject()
            name("handles")
            beginObject()
            for value in values {
                name(value.handle.string)
                outcome(value.outcome)
            }
            endObject()
            endObject()
        }
    }
}
