import Editing
import Graph
import Interaction
import Storage
import Wire

/// An edit to which a view belongs: it is about what is selected there, or what it makes is selected there.
///
/// Alone it may name the view. Inside `document/edit` there is none.
protocol ViewEditMethod: EditMethod {
    /// Takes what is selected in the view in place of ids, where the edit is about it.
    mutating func take(_ selection: Selection, of document: Document) throws(ShapeError)

    /// Returns the selection in the view afterwards; nil leaves the selection.
    static func selection(after outcome: Outcome, in document: Document) -> Selection?
}

extension ViewEditMethod {
    mutating func take(_: Selection, of _: Document) throws(ShapeError) {}

    static func selection(after _: Outcome, in _: Document) -> Selection? { nil }
}

/// Such an edit on its own: one change of one document, and perhaps of what a view of it selects.
struct ViewEditCall<Edit: ViewEditMethod>: ReturningMethod {
    var call = EditCall<Edit>()

    static var name: String { Edit.name }
    static var summary: String { Edit.summary }
    static var failures: [Failure.Kind] { EditCall<Edit>.failures }

    static var params: Shape<ViewEditCall> {
        Shape.object(
            "", "", initial: ViewEditCall(), members: EditCall<Edit>.members.map { $0.inside(\.call) })
    }

    static var result: Shape<EditCall<Edit>.Result> { EditCall<Edit>.result }

    func answer(
        in session: inout Session, to request: Request, as shape: Shape<EditCall<Edit>.Result>,
        into outbox: inout Outbox
    ) throws(Failure) {
        try call.prepare(in: &session, for: request, into: &outbox) {
            (call, session, request, outbox) throws(Failure) in
            let prepared = ViewEditCall(call: call)
            try prepared.returnResult(in: &session, to: request, as: shape, into: &outbox)
        }
    }

    func perform(in session: inout Session) throws(Failure) -> EditCall<Edit>.Result {
        guard let view = call.view else { return try call.perform(in: &session) }
        var call = call
        let key = try session.documents.key(of: call.document)
        let index = try session.documents.view(view, of: key)
        let workspace = try session.documents.document(key).workspace
        do throws(ShapeError) {
            try call.edit.take(workspace[index].selection, of: workspace.document)
        } catch {
            throw .invalidParams(error)
        }
        return try call.perform(in: &session, selecting: index)
    }
}

extension EditCall where Edit: ViewEditMethod {
    fileprivate func perform(in session: inout Session, selecting view: View.Slot) throws(Failure) -> Result {
        let result = try perform(in: &session)
        return try session.withWorkspace(document) { (workspace) throws(EditError) in
            if let selection = Edit.selection(after: result.outcome, in: workspace.document) {
                workspace[view].select(.replace, selection)
            }
            return result
        }
    }
}
