import Graph
import Values
import Wire

/// The variables of a run.
public struct DialogVariables: Sendable {
    private var values: [String: Value] = [:]
    /// The memory that they take, roughly, in bytes.
    private(set) var bytes = 0

    /// No variables.
    public init() {}

    /// Variables as a client names them.
    ///
    /// - Throws: `invalidValue` for a value that no variable may have, `limits`; the path begins with the name.
    public init(_ members: [(name: String, value: JSONText)]) throws(EditError) {
        for member in members {
            if !VariableName.isValid(member.name) {
                throw .invalid("\"\(member.name)\" cannot be the name of a variable", path: [member.name])
            }
            let value: Value
            do throws(EditError) {
                value = try Value(ofClient: member.value)
            } catch {
                throw error.at(member.name)
            }
            do throws(ValueError) {
                try set(member.name, to: value)
            } catch {
                throw EditError(.limits, "the variables are too many or too long", path: [member.name])
            }
        }
    }

    /// The variables in the order of their names.
    public var members: [(name: String, value: Value)] {
        values.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { ($0.key, $0.value) }
    }

    /// Gives a variable a value.
    ///
    /// - Throws: `limit`.
    mutating func set(_ name: String, to value: Value) throws(ValueError) {
        let before = values[name].map { DialogVariables.weight(name, $0) } ?? 0
        let sum = bytes - before + DialogVariables.weight(name, value)
        if sum > Limits.dialogVariableBytes { throw ValueError(.limit) }
        if before == 0 && values.count >= Limits.dialogVariables { throw ValueError(.limit) }
        values[name] = value
        bytes = sum
    }

    /// Returns the value at a path that begins with the name of a variable; further parts are indices into lists.
    func value(at path: [JSONString]) -> Outcome {
        guard let name = path.first?.string, var value = values[name] else {
            return .failure(ValueError(.missingVariable))
        }
        for part in path.dropFirst() {
            guard case .list(let list) = value, let text = part.string, let index = Int(text), "\(index)" == text,
                list.items.indices.contains(index)
            else { return .failure(ValueError(.missingData)) }
            value = list.items[index]
        }
        return .success(value)
    }

    private static func weight(_ name: String, _ value: Value) -> Int { name.utf8.count + value.byteEstimate }
}

extension Value {
    /// Reads a client's value for a variable.
    ///
    /// - Throws: `invalidValue` for null and for an object that is no color, `limits`.
    public init(ofClient text: JSONText) throws(EditError) {
        do throws(ValueError) {
            self = try text.bytes.withUnsafeBufferPointer { bytes throws(ValueError) in
                var cursor = JSONCursor(bytes)
                return try Value(reading: &cursor)
            }
        } catch {
            if error.code == .limit { throw EditError(.limits, "the value is too long") }
            throw .invalid("expected a number, a boolean, a string, a list of these or a color")
        }
    }
}

extension EditError {
    /// The same error at a member of the parameters.
    public func at(_ member: String) -> EditError {
        var error = self
        error.path = [member]
        return error
    }
}
