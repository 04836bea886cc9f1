import Graph
import Interaction

// What is sent of the diagnostics of documents, at once or after a job.

extension Session {
    /// Sends the diagnostics of a document that changed; what takes long is left to a job where the document is large.
    mutating func announceDiagnostics(ofDocument index: Int, into outbox: inout Outbox) {
        if documents[index].watch.diagnostics == .off && !documents[index].workspace.showsProblems { return }
        // A document that is held while its values come in step would be copied.
        let nodes = documents[index].workspace.document.nodes.count
        let isLarge = nodes + documents[index].workspace.document.edges.count > Limits.jobElements
        DocumentDiagnostics.announce(
            &documents[index], mayWait: isLarge && clock.source == .server, into: &outbox)
        if documents[index].workspace.content.wantsDiagnosticJob {
            jobs.add(.diagnostics(document: documents[index].name))
        }
    }
}
