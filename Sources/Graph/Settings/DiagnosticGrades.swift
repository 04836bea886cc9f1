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

extension Setting {
    static func grades(_ name: String, _ place: @escaping Place<DiagnosticGrades>, _ doc: String) -> Setting {
        Setting(name, place, doc, DiagnosticGrades.schema) { grades, json in
            guard case .object(let object) = json else { return false }
            return grades.read(object)
        } value: { _ in
            .object([:])
        }
    }
}

extension Document {
    /// Diagnostics with the severities from the settings, or from the types of the nodes; those that are off are left
    /// out.
    func graded(_ found: [Diagnostic]) -> [Diagnostic] {
        if found.isEmpty || settings.diagnostics.isEmpty && !hasGradingTypes { return found }
        return found.compactMap { diagnostic in
            let slot = diagnostic.nodes.first.flatMap { self.node($0) }
            let ofType = slot.flatMap { type(of: $0) }?.diagnostics[diagnostic.code]
            guard let grade = ofType ?? settings.diagnostics[diagnostic.code] else { return diagnostic }
            return grade.severity.map { diagnostic.graded($0) }
        }
    }

    /// Is true if a type gives a severity to a code.
    var hasGradingTypes: Bool { types.values.contains { !$0.diagnostics.isEmpty } }

    /// Returns true if the settings, or the type of a node, give a severity to a code that is off by default.
    func asks(for code: String, of slot: Node.Slot) -> Bool {
        let ofType = types.isEmpty ? nil : type(of: slot)?.diagnostics
        if settings.diagnostics.isEmpty && ofType?.isEmpty != false { return false }
        let grade = ofType?[code] ?? settings.diagnostics[code]
        return grade != nil && grade != .off
    }
}
