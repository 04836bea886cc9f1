import Graph
import Interaction

// What is sent of the diagnostics of documents, at once or after a job.

extension Session {
    /// Sends the diagnostics of a document that changed; what takes long is left to a job where the document is large.
    mutating func announceDiagnostics(of key: DocumentKey, into outbox: inout Outbox) {
        let isServers = clock.source == .server
        let wantsJob = documents.with(key) { open in
            if open.watch.diagnostics == .off && !open.workspace.showsProblems { return false }
            // A document that is held while its values come in step would be copied.
            let nodes = open.workspace.document.nodes.count
            let isLarge = nodes + open.workspace.document.edges.count > Limits.jobElements
            DocumentDiagnostics.announce(&open, mayWait: isLarge && isServers, into: &outbox)
            return open.workspace.content.wantsDiagnosticJob
        }
        if wantsJob == true { documents.jobs.add(.diagnostics(key)) }
    }
}
