import Wire

/// The severities that a document, or one of its types, gives to diagnostics by their codes.
public struct DiagnosticGrades: Sendable, Equatable {
    /// The severity of a diagnostic, or none at all; the raw values are the names in documents.
    enum Grade: String, CaseIterable, Sendable {
        case off, info, warning, error

        /// The severity; nil if the diagnostic is left out.
        var severity: Diagnostic.Severity? {
            switch self {
            case .off: nil
            case .info: .information
            case .warning: .warning
            case .error: .error
            }
        }
    }

    private var grades: [String: Grade] = [:]

    /// No code has a severity of its own.
    init() {}

    /// Reads an object of severities by code; an entry that is none counts as absent.
    init(_ json: JSON?) {
        if case .object(let object)? = json { _ = read(object) }
    }

    /// Takes over the entries of an object; returns true if all are severities.
    mutating func read(_ object: JSONObject) -> Bool {
        var isPossible = true
        for member in object.members {
            guard let code = member.name.string, let grade = member.value.stringValue.flatMap(Grade.init) else {
                isPossible = false
                continue
            }
            grades[code] = grade
        }
        return isPossible
    }

    /// Is true if no code has a severity of its own.
    var isEmpty: Bool { grades.isEmpty }

    /// The severity of a code; nil if it has none of its own.
    subscript(code: String) -> Grade? { grades[code] }

    /// The schema of such an object.
    static let schema = Schema.dictionary(of: .choice(Grade.allCases.map(\.rawValue)))
}
