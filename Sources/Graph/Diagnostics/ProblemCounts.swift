/// The number of errors and of warnings among some diagnostics.
public struct Problems: Sendable, Equatable {
    /// The number of errors.
    public var errors = 0
    /// The number of warnings.
    public var warnings = 0

    /// No problems.
    public init() {}

    /// Is true if there are neither errors nor warnings.
    public var isEmpty: Bool { errors == 0 && warnings == 0 }

    fileprivate mutating func count(_ severity: Diagnostic.Severity, _ change: Int) {
        switch severity {
        case .error: errors += change
        case .warning: warnings += change
        case .information, .hint: break
        }
    }
}

/// The numbers of errors and warnings that name each element of a document, in step with changes of its diagnostics.
public struct ProblemCounts: Sendable {
    private var known: [String: Diagnostic] = [:]
    private var nodes: [Node.ID: Problems] = [:]
    private var edges: [Edge.ID: Problems] = [:]
    /// The numbers of the whole document.
    public private(set) var total = Problems()
    /// Counts the changes, from 0.
    public private(set) var version = 0

    /// The counts of reported diagnostics; nothing is counted twice.
    init(_ diagnostics: [Diagnostic]) { for diagnostic in diagnostics { count(diagnostic) } }

    /// The problems of the diagnostics that name a node.
    public func problems(ofNode id: Node.ID) -> Problems { nodes[id] ?? Problems() }

    /// The problems of the diagnostics that name an edge.
    public func problems(ofEdge id: Edge.ID) -> Problems { edges[id] ?? Problems() }

    /// Is true if no element has a problem.
    public var isEmpty: Bool { nodes.isEmpty && edges.isEmpty }

    /// Takes changes of diagnostics.
    ///
    /// - Complexity: O(the elements that the diagnostics of the changes name).
    public mutating func take(_ changes: DiagnosticChanges) {
        if changes.isEmpty { return }
        version += 1
        for key in changes.unset { if let former = known.removeValue(forKey: key) { count(former, -1) } }
        for diagnostic in changes.set {
            if let former = known.removeValue(forKey: diagnostic.key) { count(former, -1) }
            count(diagnostic)
        }
    }

    private mutating func count(_ diagnostic: Diagnostic) {
        known[diagnostic.key] = diagnostic
        count(diagnostic, 1)
    }

    private mutating func count(_ diagnostic: Diagnostic, _ change: Int) {
        let severity = diagnostic.severity
        if severity == .information || severity == .hint { return }
        total.count(severity, change)
        for id in Set(diagnostic.nodes) { nodes[id] = nodes[id, default: Problems()].counting(severity, change) }
        for id in Set(diagnostic.edges) { edges[id] = edges[id, default: Problems()].counting(severity, change) }
    }
}

extension Problems {
    /// The numbers after a change of one; nil if none are left.
    fileprivate func counting(_ severity: Diagnostic.Severity, _ change: Int) -> Problems? {
        var problems = self
        problems.count(severity, change)
        return problems.isEmpty ? nil : problems
    }
}

extension WatchedDiagnostics {
    /// The counts of the last report.
    public var problems: ProblemCounts { ProblemCounts(reportedDiagnostics) }
}
