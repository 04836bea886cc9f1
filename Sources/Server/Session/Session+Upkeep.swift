import EdgeRouting
import Graph
import Interaction

// Jobs for what follows from documents, which no request waits for.

extension Session {
    /// The next upkeep, as a job.
    mutating func nextUpkeep() -> Job? {
        while let upkeep = jobs.takeUpkeep() {
            guard let index = documents.firstIndex(named: upkeep.document),
                let work = begin(upkeep, ofDocument: index)
            else { continue }
            return Job(number: jobs.start(upkeep), isReported: false, work: work)
        }
        return nil
    }

    /// The work, for the document as it is now; nil if there is none any more.
    private mutating func begin(
        _ upkeep: JobQueue.Upkeep, ofDocument index: Int
    ) -> (@Sendable (WorkWatch) -> JobResult)? {
        switch upkeep {
        case .diagnostics:
            let revision = documents[index].workspace.revision
            guard let job = documents[index].workspace.content.beginDiagnosticJob() else { return nil }
            return { _ in JobResult(content: .diagnostics(job.run(), revision)) }
        case .routes:
            guard let job = documents[index].workspace.content.beginRoutingJob() else { return nil }
            return { watch in JobResult(content: .routes(job.run { !watch(0) })) }
        }
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
        guard let document = jobs.finishUpkeep(number) else { return }
        catchUp(into: &outbox)
        guard let index = documents.firstIndex(named: document) else { return }
        send(toAllIn: index, watching: .diagnostics, into: &outbox) { session, outbox in
            body(&session.documents[index], &outbox)
        }
        touch(index)
        announce(into: &outbox)
    }
}

extension OpenDocument {
    /// Is true if edges wait for their ways round nodes. The document is borrowed, because a copy would retain all it holds.
    var wantsRoutingJob: Bool { mutating get { workspace.content.wantsRoutingJob } }
}
