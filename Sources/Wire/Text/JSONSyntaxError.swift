/// The first place at which bytes are no longer a JSON text, and the reason.
public struct JSONSyntaxError: Error, Equatable, Sendable {
    /// The kind of error at the offset.
    public enum Reason: Sendable {
        /// A byte that the grammar does not allow here.
        case unexpectedByte
        /// The text ends inside a value.
        case unexpectedEnd
        /// The text begins with a byte order mark.
        case byteOrderMark
        /// A byte below 0x20 inside a string.
        case controlCharacter
        /// A backslash before something other than an escape.
        case invalidEscape
        /// A number the grammar does not allow, such as `01` or `1.`.
        case invalidNumber
        /// Bytes that are not UTF-8.
        case invalidUTF8
        /// More levels of arrays and objects than the limit allows; so far the grammar was kept.
        case tooDeep
    }

    /// The kind of error.
    public var reason: Reason
    /// Bytes from the start of the text.
    public var offset: Int

    /// An error at a byte offset.
    public init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }

    /// One line for people, with the offset.
    public var message: String {
        let what =
            switch reason {
            case .unexpectedByte: "unexpected byte"
            case .unexpectedEnd: "unexpected end"
            case .byteOrderMark: "byte order mark"
            case .controlCharacter: "control character in a string"
            case .invalidEscape: "invalid escape"
            case .invalidNumber: "invalid number"
            case .invalidUTF8: "invalid UTF-8"
            case .tooDeep: "nested too deeply"
            }
        return "\(what) at byte \(offset)"
    }

    /// The line of the text that the error is in, from 1.
    ///
    /// - Complexity: O(*n*) in the bytes before it.
    public func line(in text: UnsafeBufferPointer<UInt8>) -> Int {
        1 + text.prefix(offset).reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
    }
}
