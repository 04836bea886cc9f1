import Editing
import Graph
import Interaction
import Wire

/// Performs a list of edits as one: all or nothing, one undo step, one notification.
struct DocumentEdit: ReturningMethod {
    var document = ""
    var edits: [EditItem] = []
    var label: String?
    var ifRevision: Int?
    var dryRun = false
    var mergeKey: String?
    var animate: Transition?
    var view: Identifier?

    struct Result: Sendable {
        var revision = 0
        var results: [JSONText] = []
    }

    static let name = "document/edit"
    static let isListOfEdits = true
    static let summary = "Performs a list of edits: all or nothing, as one undo step."
    static let failures: [Failure.Kind] = [.noSuchDocument, .noSuchView, .limits] + MethodTable.editFailures
    static let params = Shape.object(
        "", "", initial: DocumentEdit(),
        members: [
            .required("document", \.document, .string, "which"),
            .required(
                "edits", \.edits,
                .array(of: EditItem.shape), "performed in order"),
            .optional("label", \.label, .string, "of the undo step"),
            .optional("ifRevision", \.ifRevision, .integer, "refuse (−32801) if the document has another revision"),
            .defaulted(
                "dryRun", \.dryRun, .boolean, "whether to return the result without changing anything", default: "false"
            ),
            .optional(
                "mergeKey", \.mergeKey, .string,
                "joins the previous step if that has the same key and nothing came between"
            ),
            .animate(\.animate),
            .optional("view", \.view, .identifier, "the view that it comes from, in which undo takes it back"),
        ])
    static let result = Shape<Result>.object(
        "", "", initial: Result(),
        members: [
            .required("revision", \.revision, .integer, "of the document, after it"),
            .required("results", \.results, .array(of: .text), "of each edit, without its revision"),
        ])

    func perform(in session: inout Session) throws(Failure) -> Result {
        if edits.count > session.limits.batchEdits {
            throw Failure("batchEdits", "at most \(session.limits.batchEdits) edits in a list", path: "/edits")
        }
        let key = try session.documents.key(of: document)
        let revision = try session.documents.lend(key) { (open) throws(Failure) in open.workspace.revision }
        if let ifRevision, ifRevision != revision {
            throw .modified("the document has revision \(revision), not \(ifRevision)")
        }
        if let view { _ = try session.documents.view(view, of: key) }
        let known = try edits.enumerated().map { (index, item) throws(Failure) in
            guard let edit = session.client.methods.edit(item.method) else {
                throw .invalidParams("\"\(item.method)\" is no edit", path: "/edits/\(index)/method")
            }
            return edit
        }
        var results: [JSONText] = []
        var failure: Failure?
        var options = DocumentEditor.Options(
            cause: DocumentEdit.name, label: label ?? defaultLabel(known), view: view)
        options.mergeKey = mergeKey
        options.isDryRun = dryRun
        do {
            let revision = try session.withWorkspace(key) { (workspace) throws(EditError) in
                let done = try workspace.perform(options) { (transaction) throws(EditError) in
                    for (index, item) in edits.enumerated() {
                        do throws(Failure) {
                            transaction.laidOut = []
                            results.append(try perform(item, known[index], after: results, in: &transaction))
                        } catch {
                            failure = error
                            failure?.index = index
                            throw EditError.invalid(error.message)
                        }
                    }
                }
                workspace.animateChanges(animate)
                return done.revision
            }
            return Result(revision: revision, results: results)
        } catch {
            throw failure ?? error
        }
    }

    private func defaultLabel(_ edits: [AnyEdit]) -> String {
        guard let first = edits.first, edits.allSatisfy({ $0.label == first.label }) else { return "Edit" }
        return first.label
    }

    private func perform(
        _ item: EditItem, _ edit: AnyEdit, after results: [JSONText], in transaction: inout Transaction
    ) throws(Failure) -> JSONText {
        let step: AnyEdit.Step
        do throws(ShapeError) {
            let params = try EarlierResults(results).resolved(item.params)
            step = try params.withCursor(edit.read)
        } catch {
            throw .invalidParams(
                error.inside(.member("params")).inside(.element(results.count)).inside(.member("edits")))
        }
        do throws(EditError) {
            return try step(&transaction)
        } catch {
            throw Failure(error.inside("edits", "\(results.count)", "params"))
        }
    }
}

/// The ids that earlier edits of a list generated, for use in later ones.
private struct EarlierResults {
    let results: [JSONText]

    init(_ results: [JSONText]) { self.results = results }

    /// The parameters with every `{"$result": i}` outside of `data` replaced by the id in the i-th result.
    func resolved(_ params: JSONText) throws(ShapeError) -> JSONText {
        guard EarlierResults.refersToResult(params.bytes) else { return params }
        return try resolved(try JSON(params)).text
    }

    private static func refersToResult(_ bytes: [UInt8]) -> Bool {
        let name = Array("$result".utf8)
        return bytes.indices.contains { index in
            bytes[index] == name[0] && bytes[index...].starts(with: name)
                || bytes[index] == UInt8(ascii: "\\")
        }
    }

    private func resolved(_ json: JSON) throws(ShapeError) -> JSON {
        switch json {
        case .array(let elements):
            var result: [JSON] = []
            for (index, element) in elements.enumerated() {
                do throws(ShapeError) {
                    result.append(try resolved(element))
                } catch {
                    throw error.inside(.element(index))
                }
            }
            return .array(result)
        case .object(let object):
            if object.count == 1, let number = object["$result"] { return try id(number) }
            var result = JSONObject()
            for member in object.members {
                if member.name == "data" {
                    result[member.name] = member.value
                    continue
                }
                do throws(ShapeError) {
                    result[member.name] = try resolved(member.value)
                } catch {
                    throw error.inside(.member(member.name.description))
                }
            }
            return .object(result)
        default: return json
        }
    }

    private func id(_ number: JSON) throws(ShapeError) -> JSON {
        guard let index = number.integerValue, results.indices.contains(index) else {
            throw ShapeError("no earlier edit has this number").inside(.member("$result"))
        }
        guard let id = (try? JSON(results[index]))?["id"] else {
            throw ShapeError("edit \(index) generated no id").inside(.member("$result"))
        }
        return id
    }
}
