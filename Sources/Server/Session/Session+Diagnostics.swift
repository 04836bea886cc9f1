import Graph
import Interaction

// What is sent of the diagnostics of documents, at once or after a job.

extension Session {
    /// Sends the diagnostics of a document that changed; what takes long is left to a job where the document is large.
    mutating func announceDiagnostics(ofDocument index: Int, into outbox: inout Outbox) {
        if documents[index].watch.diagnostics == .off { return }
        // A document that is held while its values come in step would be copied.
        let nodes = documents[index].workspace.document.nodes.count
        let isLarge = nodes + documents[index].workspace.document.edges.count > Limits.jobElements
        DocumentDiagnostics.announce(
            &documents[index], mayWait: isLarge && clock.source == .server, into: &outbox)
        if documents[index].workspace.content.wantsDiagnosticJob { jobs.addCheck(of: documents[index].name) }
    }

    /// The next look at the diagnostics of a document, as a job.
    mutating func nextCheck() -> Job? {
        while let name = jobs.takeCheck() {
            guard let index = documents.firstIndex(named: name),
                let work = documents[index].workspace.content.beginDiagnosticJob()
            else { continue }
            let check = JobQueue.Check(document: name, revision: documents[index].workspace.revision)
            return Job(number: jobs.startCheck(check), isReported: false) { _ in
                JobResult(content: .diagnostics(work.run()))
            }
        }
        return nil
    }

    /// Sends what a look at diagnostics has found, unless the document is not watched any more.
    mutating func finishCheck(_ number: Int, _ findings: DiagnosticFindings, into outbox: inout Outbox) {
        guard let check = jobs.finishCheck(number) else { return }
        catchUp(into: &outbox)
        guard let index = documents.firstIndex(named: check.document) else { return }
        let changes = documents[index].workspace.content.finishDiagnosticJob(findings)
        if !changes.isEmpty {
            DocumentDiagnostics.send(changes, of: documents[index], check.revision, into: &outbox)
        }
        // What has changed since is sent now.
        touch(index)
        announce(into: &outbox)
    }
}
