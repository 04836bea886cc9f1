import Editing
import Graph
import Interaction
import Storage
import Wire

/// A method that forwards an input to a view, with the time at which it happened.
protocol InputMethod: Method where Result == Nothing {
    var view: Identifier { get }
    /// The stamp of the client, in milliseconds; required with the client's clock.
    var time: Double? { get }

    /// Passes the input to a view, and returns its effects.
    func receive(in workspace: inout Workspace, _ view: View.Slot, at time: Double) throws(EditError) -> InputAnswer
}

extension InputMethod {
    static var result: Shape<Nothing> { InputResult.shape }

    /// Inputs are frequent, so the reply is written directly into the outgoing bytes.
    func answer(
        in session: inout Session, to request: Request, as _: Shape<Nothing>, into outbox: inout Outbox
    ) throws(Failure) {
        try session.answer(self, to: request, into: &outbox)
    }
}

/// A method that may say when it happened; that time passes before it is performed.
protocol StampedMethod: ReturningMethod {
    /// In milliseconds since any origin.
    var stamp: Double? { get }
}

extension StampedMethod {
    func answer(
        in session: inout Session, to request: Request, as shape: Shape<Result>, into outbox: inout Outbox
    ) throws(Failure) {
        session.sessionTime(ofStamp: stamp, into: &outbox)
        try returnResult(in: &session, to: request, as: shape, into: &outbox)
    }
}
