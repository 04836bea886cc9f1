import Graph
import Values
import Wire

/// Evaluates the expressions of one walk with the variables of its run, and counts the work.
struct DialogEvaluator {
    let document: Document
    var variables: DialogVariables
    private var evaluator = Evaluator()
    private var work = 0
    /// The cost of compiling a byte of an expression, in bytes of data that are skipped at the same cost.
    private static let compiling = 16

    init(_ document: Document, _ variables: DialogVariables) {
        self.document = document
        self.variables = variables
    }

    /// Counts work to come.
    ///
    /// - Throws: `limit`.
    mutating func spend(_ amount: Int) throws(ValueError) {
        work += amount
        if work > Limits.dialogWork { throw ValueError(.limit) }
    }

    /// The value of an expression at a node.
    ///
    /// - Throws: its error; `limit` if the walk has taken too much.
    mutating func value(of expression: Expression, at node: Node.Slot) throws(ValueError) -> Value {
        var operands: [Outcome] = []
        for reference in expression.references { operands.append(try operand(reference.kind, node)) }
        defer { work += evaluator.steps }
        return try evaluator.evaluate(expression, Operands(operands))
    }

    private mutating func operand(_ reference: Reference.Kind, _ node: Node.Slot) throws(ValueError) -> Outcome {
        switch reference {
        case .path(let path) where path.first == "data":
            try spend(document.withNodeMembers(node) { $0.count })
            return document.dataValue(of: node, at: path.dropFirst())
        case .path(let path): return variables.value(at: path)
        case .input(let handle), .inputs(let handle):
            return .failure(ValueError(.missingInput, handle.description))
        }
    }

    /// Returns true if a condition holds, in its form in data; without one it holds.
    ///
    /// - Throws: `expression` for a text that is not one, `type` for a value that is not a boolean, and the error of
    ///   the expression.
    mutating func holds(_ condition: JSON?, at node: Node.Slot) throws(ValueError) -> Bool {
        switch condition {
        case nil: return true
        case .boolean(let flag): return flag
        case .string(let text):
            guard case .boolean(let flag) = try value(ofText: text.description, at: node) else {
                throw ValueError(.type)
            }
            return flag
        default: throw ValueError(.type)
        }
    }

    private mutating func value(ofText text: String, at node: Node.Slot) throws(ValueError) -> Value {
        try spend(text.utf8.count * DialogEvaluator.compiling)
        guard let expression = try? Expression(text) else { throw ValueError(.expression) }
        return try value(of: expression, at: node)
    }

    /// Sets variables as the `actions` of a node say.
    ///
    /// - Throws: `expression` for a text that is not an assignment, `type` for a value that is not a list of texts,
    ///   and the errors of the expressions; earlier assignments stay.
    mutating func perform(_ actions: JSON?, at node: Node.Slot) throws(ValueError) {
        guard let actions else { return }
        guard case .array(let list) = actions else { throw ValueError(.type) }
        for action in list {
            guard case .string(let text) = action else { throw ValueError(.type) }
            try spend((1 + text.description.utf8.count) * DialogEvaluator.compiling)
            guard let assignment = try? Assignment(text.description) else { throw ValueError(.expression) }
            try variables.set(assignment.name, to: try value(of: assignment.expression, at: node))
        }
    }

    /// A text with the values of its expressions; one in error stays as written.
    ///
    /// - Throws: `limit`.
    mutating func render(_ text: String, at node: Node.Slot) throws(ValueError) -> String {
        try spend(text.utf8.count * (text.utf8.contains(UInt8(ascii: "{")) ? DialogEvaluator.compiling : 1))
        if text.utf8.count > Limits.dialogTextBytes { throw ValueError(.limit) }
        var result = ""
        for part in Template(text).parts {
            switch part {
            case .text(let text): result += text
            case .expression(let expression, let spelling):
                try spend(16)
                result += try rendered(expression, at: node) ?? String(spelling)
            }
            if result.utf8.count > Limits.dialogTextBytes { throw ValueError(.limit) }
        }
        return result
    }

    /// Returns nil for an expression in error.
    ///
    /// - Throws: `limit` if the walk has taken too much.
    private mutating func rendered(_ expression: Expression?, at node: Node.Slot) throws(ValueError) -> String? {
        guard let expression else { return nil }
        let value = try? value(of: expression, at: node)
        try spend(0)
        return value?.plainText
    }
}
