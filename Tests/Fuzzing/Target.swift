import Formats

/// The bytes of one case.
public typealias Bytes = UnsafeBufferPointer<UInt8>

/// The targets of fuzzing: readers of text, the transport, sessions, recovery and merges.
public enum Target: String, CaseIterable, Sendable {
    case json, expression, schema, framing, session, journal, merge, crash, pasted
    // Files, each of the format of its name.
    case nodewire, reactFlow, swiftFlow, mermaid, dot, tree, swiftType

    /// Takes bytes as they come from outside; ends the process where a law of the target does not hold.
    public func judge(_ bytes: Bytes) {
        switch self {
        case .json: Target.judgeJSON(bytes)
        case .expression: Target.judgeExpression(bytes)
        case .schema: Target.judgeSchema(bytes)
        case .framing: Target.judgeFraming(bytes)
        case .session: Target.judgeSession(bytes)
        case .journal: Target.judgeJournal(bytes)
        case .merge: Target.judgeMerge(bytes)
        case .crash: Target.judgeCrash(bytes)
        case .pasted: Target.judgePasted(bytes)
        case .nodewire: Target.judgeFile(bytes, .nodewire)
        case .reactFlow: Target.judgeFile(bytes, .reactFlow)
        case .swiftFlow: Target.judgeFile(bytes, .swiftFlow)
        case .mermaid: Target.judgeFile(bytes, .mermaid)
        case .dot: Target.judgeFile(bytes, .dot)
        case .tree: Target.judgeFile(bytes, .tree)
        case .swiftType: Target.judgeFile(bytes, .swiftType)
        }
    }
}

/// Ends the process as a found case: a law does not hold.
func broken(_ law: String) -> Never { fatalError("broken: \(law)") }
