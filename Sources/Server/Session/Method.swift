import Wire

/// A method of the protocol: its stored properties are its parameters, a table describes them, a function performs it.
protocol Method: Sendable {
    associatedtype Result: Sendable

    /// The name, as `noun/verb`.
    static var name: String { get }
    /// The effect, in one sentence of the reference.
    static var summary: String { get }
    static var params: Shape<Self> { get }
    static var result: Shape<Result> { get }
    /// The errors it may raise besides those every method may.
    static var failures: [Failure.Kind] { get }
    /// Is true if clients send it without an id, because there is nothing to answer.
    static var isNotification: Bool { get }
    /// Is true if it performs a list of edits.
    static var isListOfEdits: Bool { get }

    /// Performs it and writes the reply.
    ///
    /// - Parameter shape: `result`, built once, because some types build it for each access.
    /// - Throws: the errors that `failures` lists, and those that every method may raise.
    func answer(
        in session: inout Session, to request: Request, as shape: Shape<Result>, into outbox: inout Outbox
    ) throws(Failure)
}

extension Method {
    static var failures: [Failure.Kind] { [] }
    static var isNotification: Bool { false }
    static var isListOfEdits: Bool { false }
}

/// A method that comes with each move of a pointer. In the usual spelling its parameters are read while they are checked.
protocol FrequentMethod: Method {
    /// Takes the parameters of a message that was not validated; nil if they are others than the usual, or spelled in
    /// another way. They are then read by `params`.
    static func take(_ scanner: inout CompactScanner) -> Self?
}

/// A method that returns its result. Its shape writes the result after the notifications that the method caused.
protocol ReturningMethod: Method {
    func perform(in session: inout Session) throws(Failure) -> Result
}

extension ReturningMethod {
    func answer(
        in session: inout Session, to request: Request, as shape: Shape<Result>, into outbox: inout Outbox
    ) throws(Failure) {
        try returnResult(in: &session, to: request, as: shape, into: &outbox)
    }

    /// Performs it and writes its result. Not specialized, like `LoadedMethod.init`.
    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    func returnResult(
        in session: inout Session, to request: Request, as shape: Shape<Result>, into outbox: inout Outbox
    ) throws(Failure) {
        let result = try perform(in: &session)
        session.announce(into: &outbox)
        request.reply(into: &outbox) { shape.write(result, &$0) }
    }
}
