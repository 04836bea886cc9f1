/// The reason why a JSON value does not have the expected shape, or is impossible, with its place.
public struct ShapeError: Error, Sendable {
    /// One step from the whole value to the place of the error.
    public enum Step: Hashable, Sendable {
        /// The step into the member of an object.
        case member(String)
        /// The step into an element of an array, counted from 0.
        case element(Int)
    }

    /// A reference, so that an error thrown costs the hot path one register.
    private final class Content: Sendable {
        let message: String
        let reversedPath: [Step]
        let isImpossible: Bool

        init(message: String, reversedPath: [Step], isImpossible: Bool = false) {
            self.message = message
            self.reversedPath = reversedPath
            self.isImpossible = isImpossible
        }
    }

    private let content: Content

    /// An error at a path, from the outermost value inwards.
    @inline(never)
    public init(_ message: String, path: [Step] = []) {
        content = Content(message: message, reversedPath: path.reversed())
    }

    private init(content: Content) {
        self.content = content
    }

    /// A value of the right shape that is impossible: a size below zero, a zoom of zero.
    @inline(never)
    public static func impossible(_ message: String) -> ShapeError {
        ShapeError(content: Content(message: message, reversedPath: [], isImpossible: true))
    }

    /// One sentence for people, without the path.
    public var message: String { content.message }

    /// Is true if the value has the expected shape but is out of range.
    public var isImpossible: Bool { content.isImpossible }

    /// The steps from the outermost value to the error.
    public var path: [Step] { content.reversedPath.reversed() }

    /// The path as a JSON Pointer (RFC 6901).
    public var pointer: String {
        var text = ""
        for step in path {
            switch step {
            case .member(let name): text += "/" + JSONPointer.escaped(name)
            case .element(let index): text += "/\(index)"
            }
        }
        return text
    }

    /// The same error, seen from the surrounding object or array.
    @inline(never)
    public func inside(_ step: Step) -> ShapeError {
        ShapeError(
            content: Content(
                message: message, reversedPath: content.reversedPath + [step], isImpossible: isImpossible))
    }

    /// The error that a value of this kind was found instead; nil means the end of the text.
    @inline(never)
    public static func expected(_ what: String, found kind: JSONKind?) -> ShapeError {
        ShapeError("expected \(what), found \(kind?.description ?? "nothing")")
    }
}

extension ShapeError: Equatable {
    /// Returns true if message and path are equal.
    public static func == (a: ShapeError, b: ShapeError) -> Bool { a.message == b.message && a.path == b.path }
}

extension ShapeError: CustomStringConvertible {
    /// The pointer and the message.
    public var description: String { pointer.isEmpty ? message : "\(pointer): \(message)" }
}
