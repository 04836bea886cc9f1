import Editing
import Graph
import Interaction
import Wire

/// A method by which an input comes: a view makes something of it, at the time at which it happened.
protocol InputMethod: Method where Result == Nothing {
    var view: Identifier { get }
    /// The stamp of the client; with its clock it is needed.
    var time: Double? { get }

    /// Gives a view the input, and answers what it made of it.
    func receive(in workspace: inout Workspace, _ view: Int, at time: Double) throws(EditError) -> InputAnswer
}

extension InputMethod {
    static var result: Shape<Nothing> { InputResult.shape }

    /// As often as inputs come, the answer is written straight into the outgoing bytes.
    func answer(
        in session: inout Session, to request: Request, as _: Shape<Nothing>, into outbox: inout Outbox
    ) throws(Failure) {
        try session.answer(self, to: request, into: &outbox)
    }
}
