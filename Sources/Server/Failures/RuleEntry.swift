import Graph

/// One row of the table of rules that refuse connections: the rule, and its explanation for people.
struct RuleEntry: Sendable {
    let name: String
    let meaning: String

    /// The entries in the order of the rules.
    static let all = ConnectionRefusal.Reason.allCases.map { RuleEntry(name: $0.rawValue, meaning: meaning(of: $0)) }

    private static func meaning(of reason: ConnectionRefusal.Reason) -> String {
        switch reason {
        case .noSuchNode: "There is no such node."
        case .noSuchHandle: "There is no handle to connect to."
        case .locked: "The node is locked."
        case .direction: "An edge leads from an output to an input."
        case .`self`: "A node cannot be connected to itself."
        case .duplicate: "These handles are connected already."
        case .limit: "The handle takes no more edges."
        case .dataType: "The handles carry different types of data."
        case .nodeType: "Nodes of these types are not connected."
        case .valueType: "The computed value does not fit the input."
        case .cycle: "The edge would close a cycle."
        case .rejectedByClient: "The application does not allow it."
        }
    }
}
