import Formats
import Graph
import Schemas
import Values
import Wire

extension Target {
    // MARK: JSON

    /// A text is judged alike by all readers, and what is written is read as the same value.
    static func judgeJSON(_ bytes: Bytes) {
        let error = JSONSyntax.validate(bytes)
        if JSONSyntax.validate(bytes, depthLimit: JSONSyntax.maximumDepth) == nil, JSONSyntax.validateDeep(bytes) != nil
        {
            broken("a text that is not deep is refused by the reader of deep texts")
        }
        if let split = SplitSyntax(bytes) {
            let (first, second) = (split.first(of: bytes), split.second(of: bytes))
            let found = first.error ?? (first.isCut ? second.error : nil)
            if (found == nil) != (error == nil) { broken("a text read in two parts is judged otherwise") }
        }
        guard error == nil, let value = parsed(bytes, isChecked: true) else { return }
        let text = written(value)
        guard let again = text.withUnsafeBufferPointer({ parsed($0, isChecked: true) }), written(again) == text else {
            broken("what was written is read otherwise")
        }
        let canonical = written { value.writeCanonical(into: &$0) }
        guard let same = canonical.withUnsafeBufferPointer({ parsed($0, isChecked: true) }) else {
            // The canonical spelling of a number has an exponent, and may so be longer than one may be.
            if bytes.count < JSONCursor.longestNumber - 8 { broken("the canonical text is no JSON") }
            return
        }
        if written({ same.writeCanonical(into: &$0) }) != canonical {
            broken("the canonical text is not its own canonical text")
        }
    }

    static func parsed(_ bytes: Bytes, isChecked: Bool) -> JSON? {
        guard JSONSyntax.validate(bytes) == nil else { return nil }
        var cursor = JSONCursor(bytes)
        return try? JSON(reading: &cursor, checked: isChecked)
    }

    private static func written(_ value: JSON) -> [UInt8] { written { value.write(into: &$0) } }

    static func written(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        body(&writer)
        return writer.take()
    }

    // MARK: Files

    static func judgeFile(_ bytes: Bytes, _ format: Format) {
        guard let (document, _, _, _) = try? FileText.read(bytes, as: format) else { return }
        judge(document)
    }

    static func judgePasted(_ bytes: Bytes) {
        guard let (document, _, _, _) = try? PastedText.read(bytes) else { return }
        judge(document)
    }

    /// A document holds together, can be written in every format, and comes back from its own file as it was.
    private static func judge(_ document: Document) {
        judgeInvariants(document)
        for format in Format.all where format.isWritable && format != .nodewire {
            var writer = JSONWriter()
            _ = format.write(document, into: &writer)
        }
        let text = written { _ = Format.nodewire.write(document, into: &$0) }
        guard let again = try? text.withUnsafeBufferPointer({ try FileText.read($0, as: ownFormat(of: $0)) }) else {
            broken("what was saved cannot be opened")
        }
        if !again.losses.isEmpty { broken("what was saved opens with losses: \(again.losses)") }
        if again.document.contentHash() != document.contentHash() { broken("what was saved has another hash") }
        if written({ _ = Format.nodewire.write(again.document, into: &$0) }) != text {
            broken("what was saved is saved otherwise")
        }
    }

    static func judgeInvariants(_ document: Document) {
        // Files keep a member that occurs twice in the data of an application; messages refuse it.
        let problems = document.checkInvariants().filter { !$0.contains("duplicate member") }
        if !problems.isEmpty { broken("invariants: \(problems)") }
    }

    /// A file of React Flow stays one when it is saved.
    private static func ownFormat(of text: Bytes) -> Format {
        (try? DocumentText(validating: text))?.member("nodewire") == nil ? .reactFlow : .nodewire
    }

    // MARK: Expressions

    static func judgeExpression(_ bytes: Bytes) {
        let text = String(decoding: bytes, as: UTF8.self)
        _ = Template(text)
        _ = try? Assignment(text)
        guard let expression = try? Expression(text) else { return }
        let values: [Value] = [.number(3), .string("ab"), .boolean(true), .number(-0.5), .number(1e300)]
        for shift in 0..<2 {
            let operands = expression.references.indices.map { values[($0 + shift) % values.count] }
            var (first, second) = (Evaluator(), Evaluator())
            let loaded = Operands(operands.map { .success($0) })
            if outcome(&first, expression, loaded) != outcome(&second, expression, loaded) {
                broken("an expression has two values")
            }
        }
    }

    /// Returns the outcome as text, since a value that is not a number is not equal to itself.
    private static func outcome(
        _ evaluator: inout Evaluator, _ expression: Expression, _ operands: Operands
    ) -> String {
        do throws(ValueError) {
            let value = try evaluator.evaluate(expression, operands)
            return String(decoding: written { $0.value(value) }, as: UTF8.self)
        } catch {
            return "\(error)"
        }
    }

    // MARK: Schemas

    /// The first line is the schema, the rest is a value.
    static func judgeSchema(_ bytes: Bytes) {
        let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
        guard let json = parsed(Bytes(rebasing: bytes[..<end]), isChecked: true),
            let schema = try? DataSchema(json)
        else { return }
        let data = Bytes(rebasing: bytes[min(end + 1, bytes.count)...])
        guard JSONSyntax.validate(data) == nil else { return }
        let problems = schema.problems(in: data)
        if problems.count > DataSchema.mostProblems { broken("more problems than are listed") }
    }
}
