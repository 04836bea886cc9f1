import Editing
import Graph
import Wire

/// A method of the protocol: its stored properties are its parameters, one table describes them, one function performs it.
protocol Method: Sendable {
    associatedtype Result: Sendable

    /// `noun/verb`.
    static var name: String { get }
    /// What it does, in one sentence of the reference.
    static var summary: String { get }
    static var params: Shape<Self> { get }
    static var result: Shape<Result> { get }
    /// The errors it may answer besides those every method may.
    static var failures: [Failure.Kind] { get }

    func perform(in session: inout Session) throws(Failure) -> Result

    /// Performs it and writes the reply. A question that changes nothing may write its result directly.
    ///
    /// - Parameter shape: `result`, which some types build anew each time they are asked.
    func answer(
        in session: inout Session, to request: Request, as shape: Shape<Result>, into outbox: inout Outbox
    ) throws(Failure)
}

extension Method {
    static var failures: [Failure.Kind] { [] }

    func answer(
        in session: inout Session, to request: Request, as shape: Shape<Result>, into outbox: inout Outbox
    ) throws(Failure) {
        let result = try perform(in: &session)
        session.announce(into: &outbox)
        request.reply(into: &outbox) { shape.write(result, &$0) }
    }
}

/// Who asked: where the answer goes.
struct Request {
    /// The id as it was written; nil for a notification, which gets no answer.
    var id: UnsafeBufferPointer<UInt8>?
    var method: String

    /// Writes the reply, unless it is too long; then the error that says so.
    @inline(__always)
    func reply(into outbox: inout Outbox, _ result: (inout JSONWriter) -> Void) {
        guard let id else { return }
        outbox.reply { writer in
            let mark = writer.mark
            let start = writer.count
            writer.raw(#"{"jsonrpc":"2.0","id":"#)
            writer.append(id)
            writer.append(#","result":"#)
            result(&writer)
            writer.endObject()
            if writer.count - start > Limits.messageBytes {
                writer.rewind(to: mark)
                Request.writeFailure(
                    Failure(
                        1900, "the reply is longer than a message may be: read in pages or write to a `path`",
                        reason: "limits.reply"),
                    id: id, into: &writer)
            }
        }
    }

    func fail(_ failure: Failure, into outbox: inout Outbox) {
        if let id {
            outbox.reply { Request.writeFailure(failure, id: id, into: &$0) }
        } else {
            outbox.send { writer in
                writer.notification("server/failed")
                writer.beginObject()
                writer.name("method")
                writer.string(method)
                writer.name("error")
                failure.write(into: &writer)
                writer.endObject()
                writer.endObject()
            }
        }
    }

    static func writeFailure(_ failure: Failure, id: UnsafeBufferPointer<UInt8>?, into writer: inout JSONWriter) {
        writer.raw(#"{"jsonrpc":"2.0","id":"#)
        if let id { writer.append(id) } else { writer.append("null") }
        writer.append(#","error":"#)
        failure.write(into: &writer)
        writer.endObject()
    }
}

extension JSONWriter {
    /// Begins a notification up to its parameters; the caller writes them and closes the brace.
    mutating func notification(_ method: StaticString) {
        raw(#"{"jsonrpc":"2.0","method":""#)
        append(method)
        append(#"","params":"#)
    }
}

/// A method by its name, whatever its type; the rest of it is loaded when it is asked for.
///
/// The tables of sixty methods cost some milliseconds to build, and a conversation starts in one.
struct AnyMethod: Sendable {
    let name: String
    let load: @Sendable () -> LoadedMethod
    private let failures: @Sendable () -> [Failure.Kind]

    init<M: Method>(_ type: M.Type) {
        self.init(name: M.name, failures: { M.failures }, load: { LoadedMethod(M.self) })
    }

    /// The errors that it declares itself.
    var ownFailures: [Failure.Kind] { failures() }

    /// An edit, alone and as a part of `document/edit`.
    static func edit<Edit: EditMethod>(_ type: Edit.Type) -> AnyMethod {
        AnyMethod(
            name: Edit.name, failures: { Edit.failures },
            load: { LoadedMethod(EditCall<Edit>.self, edit: AnyEdit(Edit.self)) })
    }

    private init(
        name: String, failures: @escaping @Sendable () -> [Failure.Kind], load: @escaping @Sendable () -> LoadedMethod
    ) {
        self.name = name
        self.failures = failures
        self.load = load
    }
}

/// A method as the session calls it.
///
/// A class, so that to find one counts one reference and not those of its schemas.
final class LoadedMethod: Sendable {
    let name: String
    let summary: String
    let params: Schema
    let result: Schema
    /// In the order of their codes: those it declares, and the one for a number out of range if it takes one.
    let failures: [Failure.Kind]
    /// The edit it performs, if it is one, for use inside `document/edit`.
    let edit: AnyEdit?
    private let call: @Sendable (inout JSONCursor, inout Session, Request, inout Outbox) throws(Failure) -> Void

    init<M: Method>(_ type: M.Type, edit: AnyEdit? = nil) {
        let shape = M.params
        name = M.name
        summary = M.summary
        params = shape.schema
        let resultShape = M.result
        result = resultShape.schema
        var raised = Set(M.failures)
        if params.hasRange { raised.insert(.invalidValue) }
        failures = Failure.Kind.allCases.filter(raised.contains)
        self.edit = edit
        call = { (cursor, session, request, outbox) throws(Failure) in
            let method: M
            do throws(ShapeError) {
                method = try shape.read(&cursor)
            } catch {
                throw .invalidParams(error)
            }
            try method.answer(in: &session, to: request, as: resultShape, into: &outbox)
        }
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
