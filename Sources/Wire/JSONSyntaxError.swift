/// The first place where bytes stop being a JSON text, and why.
public struct JSONSyntaxError: Error, Equatable, Sendable {
    public enum Reason: Sendable {
        case unexpectedByte
        case unexpectedEnd
        case byteOrderMark
        case controlCharacter
        case invalidEscape
        case invalidNumber
        case invalidUTF8
        /// More levels of arrays and objects than the limit allows; the grammar itself was kept so far.
        case tooDeep
    }

    public var reason: Reason
    /// Bytes from the start of the text.
    public var offset: Int

    public init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }

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
}
