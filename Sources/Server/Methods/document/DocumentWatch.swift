import Editing
import Graph
import Interaction
import Wire

/// Turns notifications about derived data of a document on or off.
struct DocumentWatch: ReturningMethod {
    var document = ""
    var diagnostics: Bool?
    var values: Bool?
    /// The diagnostics as a job has found them; nil if none has.
    private var findings: DiagnosticFindings?

    static let name = "document/watch"
    static let summary =
        "Turns notifications about derived facts of a document on or off; an omitted one stays as it is."
    static let failures: [Failure.Kind] = [.noSuchDocument]
    static let params = Shape.object(
        "", "", initial: DocumentWatch(),
        members: [
            .required("document", \.document, .string, "which"),
            .optional(
                "diagnostics", \.diagnostics, .boolean,
                "`document/diagnostics`: first with all, before the reply, then after each change with those that changed"
            ),
            .optional(
                "values", \.values, .boolean,
                "`document/evaluated`: first with all values, before the reply, then after each change with those that changed"
            ),
        ])
    static let result = Shape<Nothing>.nothing

    /// To look at all of a large document for the first time is a job.
    func answer(
        in session: inout Session, to request: Request, as shape: Shape<Nothing>, into outbox: inout Outbox
    ) throws(Failure) {
        let key = try session.documents.key(of: document)
        let looked = try session.documents.lend(key) { (open) throws(Failure) -> Document? in
            if diagnostics != true || open.workspace.document.elementCount <= Limits.jobElements { return nil }
            open.workspace.content.prepareDiagnostics()
            return open.workspace.document
        }
        guard let looked, session.clock.source == .server else {
            return try returnResult(in: &session, to: request, as: shape, into: &outbox)
        }
        try session.answer(request, on: key, followed: nil, isLong: true, into: &outbox) { (_) throws(Failure) in
            var call = self
            call.findings = DiagnosticJob(of: looked).run()
            return call
        } then: { (call, session, request, outbox) throws(Failure) in
            try call.returnResult(in: &session, to: request, as: shape, into: &outbox)
        }
    }

    func perform(in session: inout Session) throws(Failure) -> Nothing {
        let key = try session.documents.key(of: document)
        session.touch(key)
        session.client.watch(key, values: values, diagnostics: diagnostics)
        let others = session.peers.watchedParts(of: key)
        let values = values == false && others.contains(.values) ? nil : values
        let diagnostics = diagnostics == false && others.contains(.diagnostics) ? nil : diagnostics
        session.documents.with(key) { open in
            if let values { open.watch.values = values ? .begun : .off }
            if let diagnostics {
                open.watch.diagnostics = diagnostics ? .begun : .off
                open.workspace.content.watchDiagnostics(diagnostics, findings: findings)
            }
            if values == false { open.workspace.content.keepValueChanges(false) }
        }
        return Nothing()
    }
}
