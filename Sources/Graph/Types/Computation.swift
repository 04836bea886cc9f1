import Values
import Wire

/// The values that the nodes of a type compute: one, or one for each source handle (`computed`).
///
/// The texts are compiled once a type, when the types are read.
struct Computation: Sendable {
    /// A value that the nodes compute.
    struct Output: Sendable {
        /// The source handle of the value; nil is any.
        let handle: Identifier?
        let expression: Result<Expression, ExpressionError>
    }

    let outputs: [Output]
    /// Is true if each source handle has a value of its own.
    let isByHandle: Bool

    /// Returns nil for a value that is neither an expression nor an object of expressions.
    /// Members of an object that are not texts are left out.
    init?(_ json: JSON) {
        switch json {
        case .string(let text):
            outputs = [Output(handle: nil, expression: Computation.compile(text.description))]
            isByHandle = false
        case .object(let object):
            outputs = object.members.compactMap { member in
                guard case .string(let text) = member.value else { return nil }
                return Output(
                    handle: Identifier(member.name.description), expression: Computation.compile(text.description))
            }
            isByHandle = true
        default: return nil
        }
    }

    private static func compile(_ text: String) -> Result<Expression, ExpressionError> {
        do throws(ExpressionError) {
            return .success(try Expression(text))
        } catch {
            return .failure(error)
        }
    }
}
