import Storage

/// The diagnostics of a document as last reported, and the parts to check again since then.
///
/// Deltas only mark; marked elements are checked when changes are requested. Diagnostics of single elements follow at
/// once, at the cost of the change. Diagnostics of the whole graph may be left to a job, which works on the state that
/// it was given.
public struct WatchedDiagnostics: Sendable {
    /// The part that a job must look at again.
    enum Task: Sendable { case graph, whole }

    /// Work that takes long, and how far it is.
    private enum Work: Sendable {
        case none
        case wanted(Task)
        case running(Task)
    }

    private var reported = DiagnosticParts()
    private var marks = DiagnosticMarks(isWhole: true)
    private var work = Work.none
    private var rules: Settings
    private var isNew = true
    /// The findings of a job ahead of the next look at everything, which hold for one state of the document.
    private var ahead: DiagnosticFindings?
    private let limit: Int

    /// Begins with nothing reported.
    ///
    /// - Parameter limit: the greatest number that is kept and reported.
    public init(_ document: Document, limit: Int = Limits.diagnostics) {
        rules = document.settings
        self.limit = limit
    }

    /// All that was reported last.
    var reportedDiagnostics: [Diagnostic] { reported.all }

    /// Is true if a job should begin.
    public var wantsJob: Bool {
        if case .wanted = work { true } else { false }
    }

    /// Marks everything that a delta may have changed.
    ///
    /// - Parameter document: the document after the delta, and perhaps after further ones that follow next.
    /// - Complexity: as `DiagnosticMarks.note`.
    public mutating func note(_ delta: Delta, _ document: Document) {
        marks.note(delta, document, rules: rules)
        if delta.members.contains(where: { $0.name == "settings" }) { rules = document.settings }
    }

    /// Is true if something must be checked again.
    public var isStale: Bool { !marks.isEmpty && !isWaitingForWhole }

    /// Marks the dependents of changed values.
    public mutating func noteValues(of changed: [Node.Slot], _ document: Document) {
        marks.noteValues(of: changed, document)
    }

    /// Makes the next report complete, with the removal of diagnostics that are gone.
    ///
    /// - Parameter findings: those of `DiagnosticJob.init`; they count if the document is still the same.
    public mutating func restart(with findings: DiagnosticFindings? = nil) {
        marks = DiagnosticMarks(isWhole: true)
        work = .none
        isNew = true
        ahead = findings
    }

    // MARK: Taking changes

    /// Returns the changes since the last report; the first time everything.
    ///
    /// - Parameters:
    ///   - document: with its values in step.
    ///   - mayWait: whether a look at the whole document, or at the whole graph, may be left to a job.
    ///   - nearby: the nodes whose frames may touch that of a node.
    /// - Complexity: O(the marked elements and their members). It is everything, unless left to a job, the first time,
    ///   after a change of types or rules, and if the whole graph must be checked.
    public mutating func take(
        _ document: Document, mayWait: Bool, nearby: (Node.Slot) -> [Node.Slot]
    ) -> DiagnosticChanges {
        if !isStale { return DiagnosticChanges() }
        let isCut = reported.list != nil
        if !isCut && !marks.isWhole, let changes = takeMarked(document, mayWait, nearby) { return changes }
        if mayWait {
            work = .wanted(.whole)
            return DiagnosticChanges()
        }
        let isFirst = isNew
        isNew = false
        marks = DiagnosticMarks()
        work = .none
        let found = ahead.take().flatMap { document.isCopy(of: $0.document) ? $0.parts : nil }
        var changes = report(found ?? DiagnosticParts(document, limit: limit))
        if isFirst { changes.set = reported.all }
        return changes
    }

    private var isWaitingForWhole: Bool {
        switch work {
        case .wanted(.whole), .running(.whole): true
        case .none, .wanted(.graph), .running(.graph): false
        }
    }

    private mutating func report(_ parts: DiagnosticParts) -> DiagnosticChanges {
        let changes = DiagnosticChanges(from: reported.all, to: parts.all)
        reported = parts
        return changes
    }

    /// Reports the marked elements; returns nil, and does nothing, if there are too many.
    private mutating func takeMarked(
        _ document: Document, _ mayWait: Bool, _ nearby: (Node.Slot) -> [Node.Slot]
    ) -> DiagnosticChanges? {
        let isGraphStale = reported.isStale(marks, document)
        var found = MarkedDiagnostics()
        guard found.collect(marks, document, reported, limit: limit, nearby) else { return nil }
        if isGraphStale && !mayWait { found.whole = (document.contentDiagnostics(), document.graphDiagnostics()) }
        if reported.count + found.growth(of: reported) > limit { return nil }
        let former = found.replace(in: &reported)
        let left: DiagnosticMarks.Graph = isGraphStale && mayWait ? marks.graph : []
        marks = DiagnosticMarks(graph: left)
        if !left.isEmpty, case .none = work { work = .wanted(.graph) }
        return DiagnosticChanges(from: former, to: found.all)
    }
}

// MARK: Jobs

/// Long work on the diagnostics of a document in the state that it was given.
public struct DiagnosticJob: Sendable {
    fileprivate let task: WatchedDiagnostics.Task
    fileprivate let limit: Int
    private let document: Document

    fileprivate init(_ task: WatchedDiagnostics.Task, _ document: Document, _ limit: Int) {
        (self.task, self.document, self.limit) = (task, document, limit)
    }

    /// A look at everything, before it is reported for the first time.
    ///
    /// - Parameter document: with its values in step.
    public init(of document: Document, limit: Int = Limits.diagnostics) { self.init(.whole, document, limit) }

    /// Does the work.
    public func run() -> DiagnosticFindings {
        let parts =
            switch task {
            case .whole: DiagnosticParts(document, limit: limit)
            case .graph: DiagnosticParts(document.contentDiagnostics(), document.graphDiagnostics())
            }
        return DiagnosticFindings(parts: parts, isWhole: task == .whole, document: document)
    }
}

/// The findings of a job.
public struct DiagnosticFindings: Sendable {
    fileprivate let parts: DiagnosticParts
    fileprivate let isWhole: Bool
    fileprivate let document: Document
}

extension WatchedDiagnostics {
    /// The job that is wanted, for the document as it is now; nil if none is.
    ///
    /// - Parameter document: with its values in step.
    public mutating func beginJob(_ document: Document) -> DiagnosticJob? {
        guard case .wanted(let task) = work else { return nil }
        work = .running(task)
        marks = task == .whole ? DiagnosticMarks() : marks.withoutGraph
        return DiagnosticJob(task, document, limit)
    }

    /// Adopts the findings of a job, and reports the differences.
    public mutating func finishJob(_ findings: DiagnosticFindings) -> DiagnosticChanges {
        guard case .running(let task) = work, (task == .whole) == findings.isWhole else { return DiagnosticChanges() }
        work = .none
        if findings.isWhole { return report(findings.parts) }
        var parts = reported
        (parts.content, parts.graph) = (findings.parts.content, findings.parts.graph)
        if parts.count > limit {
            work = .wanted(.whole)
            return DiagnosticChanges()
        }
        return report(parts)
    }
}
