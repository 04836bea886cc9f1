/// The reason why there is no value.
public struct ValueError: Error, Sendable, Equatable {
    /// The reasons, under the names that the protocol gives them.
    public enum Code: String, CaseIterable, Sendable {
        /// The first ten occur in the node itself; `input` is an error that came in.
        case divisionByZero, overflow, domain, type, missingInput, missingData, missingVariable, severalInputs, cycle,
            limit, expression, input
    }

    /// The reason.
    public let code: Code
    /// The handle of a `missingInput`; the origin of an `input`.
    public let subject: String?

    /// An error of a kind.
    public init(_ code: Code, _ subject: String? = nil) {
        (self.code, self.subject) = (code, subject)
    }

    /// Returns true if both are the same, names compared by their bytes.
    public static func == (a: ValueError, b: ValueError) -> Bool {
        if a.code != b.code { return false }
        guard let a = a.subject, let b = b.subject else { return a.subject == nil && b.subject == nil }
        return a.utf8.elementsEqual(b.utf8)
    }
}

/// A value, or the reason why there is none.
public typealias Outcome = Result<Value, ValueError>
