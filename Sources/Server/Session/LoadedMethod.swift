import Storage
import Wire

/// A method by its name, whatever its type. Its tables are built on first use.
///
/// To build the tables of all methods takes longer than a whole short conversation (row `start` of the bench).
struct AnyMethod: Sendable {
    let name: String
    let load: @Sendable (ProtocolVersion) -> LoadedMethod
    private let failures: @Sendable () -> [Failure.Kind]

    init<M: Method>(_ type: M.Type) {
        self.init(name: M.name, failures: { M.failures }, load: { LoadedMethod(M.self, in: $0) })
    }

    init<M: FrequentMethod>(_ type: M.Type) {
        self.init(name: M.name, failures: { M.failures }, load: { LoadedMethod(frequent: M.self, in: $0) })
    }

    /// The errors that it declares itself.
    var ownFailures: [Failure.Kind] { failures() }

    init(
        name: String, failures: @escaping @Sendable () -> [Failure.Kind],
        load: @escaping @Sendable (ProtocolVersion) -> LoadedMethod
    ) {
        self.name = name
        self.failures = failures
        self.load = load
    }
}

/// A method as the session calls it.
///
/// It is a class, so that a look-up counts one reference and not those of all schemas.
final class LoadedMethod: Sendable {
    let name: String
    let summary: String
    let params: Schema
    let result: Schema
    /// Is true if clients send it without an id.
    let isNotification: Bool
    /// The errors it declares, in the order of their codes, and `invalidValue` if a parameter has a range.
    let failures: [Failure.Kind]
    /// The edit it performs, if it is one, for use inside `document/edit`.
    let edit: AnyEdit?
    /// Is true if it makes an undo step that may name its view.
    let isEdit: Bool
    private let call: @Sendable (inout JSONCursor, inout Session, Request, inout Outbox) throws(Failure) -> Void
    private let frequent: TakeAndAnswer?

    private typealias TakeAndAnswer =
        @Sendable (
            CompactScanner, UnsafeBufferPointer<UInt8>?, inout Session, inout Outbox
        ) -> Bool

    convenience init<M: FrequentMethod>(
        frequent type: M.Type, edit: AnyEdit? = nil, in version: ProtocolVersion
    ) {
        let shape = version.shape(M.result)
        self.init(type, edit: edit, in: version) { scanner, id, session, outbox in
            var scanner = scanner
            let start = scanner.index
            guard let method = M.take(&scanner) else { return false }
            let params = JSONCursor(base: scanner.base, index: start, end: scanner.index)
            guard scanner.takes("}"), scanner.isAtEnd else { return false }
            let request = Request(id: id, method: M.name, params: params)
            session.perform(request, into: &outbox) { (session, outbox) throws(Failure) in
                session.client.trace(request, params, into: &outbox)
                try method.answer(in: &session, to: request, as: shape, into: &outbox)
            }
            return true
        }
    }

    convenience init<M: Method>(_ type: M.Type, edit: AnyEdit? = nil, in version: ProtocolVersion) {
        self.init(type, edit: edit, in: version, frequent: nil)
    }

    /// Calls the method.
    /// It is not specialized: that would be a third of the module's code, for something that is run once a method.
    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    private init<M: Method>(_ type: M.Type, edit: AnyEdit?, in version: ProtocolVersion, frequent: TakeAndAnswer?) {
        let latest = M.params
        let shape = version.shape(latest)
        let earlier = EarlierNames(in: version, of: latest.schema)
        name = M.name
        summary = M.summary
        isNotification = M.isNotification
        params = shape.schema
        let resultShape = version.shape(M.result)
        result = resultShape.schema
        var raised = Set(M.failures)
        if params.hasRange { raised.insert(.invalidValue) }
        failures = Failure.Kind.allCases.filter(raised.contains)
        self.edit = edit
        isEdit = edit != nil || M.isListOfEdits
        self.frequent = frequent
        call = { (cursor, session, request, outbox) throws(Failure) in
            let names = earlier.used(in: cursor)
            let method: M
            do throws(ShapeError) {
                method = try shape.read(&cursor)
            } catch {
                throw .invalidParams(error)
            }
            do throws(Failure) {
                try method.answer(in: &session, to: request, as: resultShape, into: &outbox)
            } catch {
                throw names.named(error)
            }
        }
    }

    /// Performs a frequent method's message with this id; the scanner is before the parameters. False if they are not
    /// in the usual spelling, or not the last member of a valid message; then nothing has happened.
    func takeAndAnswer(
        _ scanner: CompactScanner, id: UnsafeBufferPointer<UInt8>?, in session: inout Session, into outbox: inout Outbox
    ) -> Bool {
        frequent?(scanner, id, &session, &outbox) ?? false
    }

    func answer(
        _ params: JSONCursor?, in session: inout Session, to request: Request, into outbox: inout Outbox
    ) throws(Failure) {
        if var cursor = params {
            if cursor.peek() == .array { throw .invalidParams("parameters are given by name") }
            return try call(&cursor, &session, request, &outbox)
        }
        try LoadedMethod.withNoParams { (cursor) throws(Failure) in try call(&cursor, &session, request, &outbox) }
    }

    /// Absent parameters are an empty object.
    private static func withNoParams(_ body: (inout JSONCursor) throws(Failure) -> Void) throws(Failure) {
        let empty: StaticString = "{}"
        var cursor = JSONCursor(base: empty.utf8Start, index: 0, end: 2)
        try body(&cursor)
    }
}
