import Graph
import Storage

// What is wrong with the document: asked for, or reported as it changes.

extension Content {
    /// Updates the inputs of diagnostics, before `DiagnosticPage` and the like.
    public mutating func prepareDiagnostics() { editor.prepareDiagnostics() }

    /// Diagnostics after a position, up to a number.
    ///
    /// - Parameter elements: the elements that they must name; nil is any.
    /// - Complexity: O(nodes + edges); for a few elements O(their surroundings) unless a rule needs the whole graph.
    public mutating func diagnostics(
        of elements: (nodes: [Node.Slot], edges: [Edge.Slot])? = nil, after last: DiagnosticWalk.Place? = nil,
        limit: Int = Limits.diagnostics
    ) -> DiagnosticPage {
        editor.prepareDiagnostics()
        guard let elements else { return DiagnosticPage(document, after: last, limit: limit) }
        refreshItems()
        return DiagnosticPage(
            document, nodes: elements.nodes, edges: elements.edges, after: last, limit: limit, nearby: nodes(near:))
    }

    private func nodes(near slot: Node.Slot) -> [Node.Slot] {
        var nearby: [Node.Slot] = []
        scene.nodes.visit(touching: document.frame(slot)) { nearby.append($0) }
        return nearby
    }

    /// Begins or ends reports of changed diagnostics; the first one is complete.
    ///
    /// - Parameters:
    ///   - limit: the greatest number that is kept and reported.
    ///   - findings: those of `DiagnosticJob.init`, which shorten the first check.
    public mutating func watchDiagnostics(
        _ isWanted: Bool, limit: Int = Limits.diagnostics, findings: DiagnosticFindings? = nil
    ) {
        reportsDiagnostics = isWanted
        keepDiagnosis(limit)
        if isWanted { diagnosis?.restart(with: findings) }
    }

    /// Starts or stops counting the problems of elements.
    mutating func countProblems(_ isWanted: Bool) {
        if isWanted == (problems != nil) { return }
        if isWanted {
            keepDiagnosis(Limits.diagnostics, isWanted: true)
            problems = diagnosis.map { CopyOnWrite($0.problems) }
        } else {
            problems = nil
            keepDiagnosis(Limits.diagnostics)
        }
    }

    /// Begins to look at diagnostics, or ends it, as client and views want.
    private mutating func keepDiagnosis(_ limit: Int, isWanted: Bool = false) {
        let isWanted = isWanted || reportsDiagnostics || problems != nil
        if isWanted == (diagnosis != nil) { return }
        diagnosis = isWanted ? WatchedDiagnostics(document, limit: limit) : nil
        _ = editor.takePassingValues(keeping: isWanted && document.settings.checkValues)
    }

    /// Returns the changes since the last report; the first time everything.
    ///
    /// - Parameter mayWait: whether diagnostics of the whole graph may be left to a job.
    /// - Complexity: as `WatchedDiagnostics.take`.
    public mutating func takeDiagnosticChanges(mayWait: Bool) -> DiagnosticChanges {
        guard var diagnosis = self.diagnosis.take() else { return DiagnosticChanges() }
        defer { self.diagnosis = diagnosis }
        noteValues(&diagnosis)
        if !diagnosis.isStale { return DiagnosticChanges() }
        refreshItems()
        let changes = diagnosis.take(document, mayWait: mayWait, nearby: nodes(near:))
        problems?.value.take(changes)
        return changes
    }

    private mutating func noteValues(_ diagnosis: inout WatchedDiagnostics) {
        editor.prepareDiagnostics()
        let changed = editor.takePassingValues(keeping: document.settings.checkValues)
        if document.settings.checkValues { diagnosis.noteValues(of: changed, document) }
    }

    // MARK: Jobs

    /// Is true if work on diagnostics waits for a job.
    public var wantsDiagnosticJob: Bool { diagnosis?.wantsJob == true }

    /// The work on diagnostics that waits for a job, for the document as it is now; nil if none does.
    public mutating func beginDiagnosticJob() -> DiagnosticJob? {
        if !wantsDiagnosticJob { return nil }
        editor.prepareDiagnostics()
        let document = document
        return diagnosis?.beginJob(document)
    }

    /// Adopts the findings of a job, and reports the differences.
    public mutating func finishDiagnosticJob(_ findings: DiagnosticFindings) -> DiagnosticChanges {
        let changes = diagnosis?.finishJob(findings) ?? DiagnosticChanges()
        problems?.value.take(changes)
        return changes
    }
}
