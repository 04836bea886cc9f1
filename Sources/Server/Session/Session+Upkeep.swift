import EdgeRouting
import Graph
import Interaction

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
        }
    }
}

extension Session {
    /// The next upkeep, as a job.
    mutating func nextUpkeep() -> Job? {
        while let upkeep = documents.jobs.takeUpkeep() {
            guard let begun = documents.with(upkeep.document, { $0.begin(upkeep) }), let work = begun else { continue }
            return Job(number: documents.jobs.start(upkeep), isReported: false, work: work)
        }
        return nil
    }

    /// Sends what a look at diagnostics has found, unless the document is not watched any more.
    mutating func finishDiagnostics(
        _ number: Int, _ findings: DiagnosticFindings, _ revision: Int, into outbox: inout Outbox
    ) {
        finishUpkeep(number, into: &outbox) { (open, outbox) in
            let changes = open.workspace.content.finishDiagnosticJob(findings)
            open.workspace.noteProblems()
            if !changes.isEmpty && open.watch.diagnostics != .off {
                DocumentDiagnostics.send(changes, of: open, revision, into: &outbox)
            }
        }
    }

    /// Lets views show the ways round nodes that were found.
    mutating func finishRoutes(_ number: Int, _ found: EdgeRoutes, into outbox: inout Outbox) {
        finishUpkeep(number, into: &outbox) { (open, _) in open.workspace.finishRoutingJob(found) }
    }

    /// Takes the result of upkeep into its document, and sends what has changed since.
    private mutating func finishUpkeep(
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
    /// Is true if edges wait for their ways round nodes. The document is borrowed, because a copy would retain all it holds.
    var wantsRoutingJob: Bool { mutating get { workspace.content.wantsRoutingJob } }
}
