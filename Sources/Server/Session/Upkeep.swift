import EdgeRouting
import Editing
import Graph
import Interaction
import Wire

// Jobs for what follows from documents, which no request waits for.

extension OpenDocument {
    /// Begins upkeep of the document as it is now; nil if there is nothing to do.
    fileprivate mutating func begin(_ upkeep: JobQueue.Upkeep) -> (@Sendable (WorkWatch) -> JobResult)? {
        switch upkeep {
        case .diagnostics:
            let revision = workspace.revision
            guard let job = workspace.content.beginDiagnosticJob() else { return nil }
            return { _ in JobResult(content: .diagnostics(job.run(), revision)) }
        case .routes:
            guard let job = workspace.content.beginRoutingJob() else { return nil }
            return { watch in JobResult(content: .routes(job.run { !watch(0) })) }
        case .longEdges:
            guard let job = workspace.content.beginLongEdgeJob() else { return nil }
            return { watch in JobResult(content: .longEdges(job.run { !watch(0) })) }
        }
    }
}

extension Documents {
    /// The next upkeep, as a job.
    mutating func nextUpkeep() -> Job? {
        while let upkeep = jobs.takeUpkeep() {
            guard let begun = with(upkeep.document, { $0.begin(upkeep) }), let work = begun else { continue }
            return Job(number: jobs.start(upkeep), isReported: false, work: work)
        }
        return nil
    }
}

extension Session {
    /// Adopts the result of upkeep in its document, and sends its effects and later changes.
    mutating func finishUpkeep(
        _ number: Int, into outbox: inout Outbox, _ body: (inout OpenDocument, inout Outbox) -> Void
    ) {
        guard let key = documents.jobs.finishUpkeep(number) else { return }
        catchUp(into: &outbox)
        send(toAllIn: key, watching: .diagnostics, into: &outbox) { session, outbox in
            session.documents.with(key) { body(&$0, &outbox) }
        }
        touch(key)
        announce(into: &outbox)
    }
}

extension OpenDocument {
    /// Adopts the findings of a check of diagnostics, and sends them unless the document is no longer watched.
    mutating func finish(_ findings: DiagnosticFindings, _ revision: Int, into outbox: inout Outbox) {
        let changes = workspace.content.finishDiagnosticJob(findings)
        workspace.noteProblems()
        if !changes.isEmpty && watch.diagnostics != .off {
            DocumentDiagnostics.send(changes, of: self, revision, into: &outbox)
        }
    }

    /// Sends its diagnostics after a change; in a large document long work is left to a job if `mayWait` allows it.
    ///
    /// - Returns: True if it is.
    mutating func announceDiagnostics(mayWait: Bool, into outbox: inout Outbox) -> Bool {
        if watch.diagnostics == .off && !workspace.showsProblems { return false }
        // A document that is held while its values come in step would be copied.
        let nodes = workspace.document.nodes.count
        let isLarge = nodes + workspace.document.edges.count > Limits.jobElements
        DocumentDiagnostics.announce(&self, mayWait: isLarge && mayWait, into: &outbox)
        return workspace.content.wantsDiagnosticJob
    }

    /// Is true if edges wait for their routes around nodes. The document is borrowed, because a copy would retain all
    /// its content.
    var wantsRoutingJob: Bool { mutating get { workspace.content.wantsRoutingJob } }

    /// Is true if long edges wait to be cut into parts. The document is borrowed here, too.
    var wantsLongEdgeJob: Bool { mutating get { workspace.content.wantsLongEdgeJob } }
}

extension Documents {
    /// The documents that are due to be saved.
    mutating func autosaveDue(at now: Double) -> [DocumentKey] {
        var due: [DocumentKey] = []
        forEach { open in
            if !open.autosave.isOn { return }
            open.unsaved.begin(at: now)
            if let deadline = open.unsaved.deadline(open.autosave), deadline <= now { due.append(open.key) }
        }
        return due
    }
}
