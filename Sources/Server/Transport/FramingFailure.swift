extension Framing {
    /// The reason why bytes from the client are not a message.
    public enum Failure: Hashable, Sendable, CaseIterable {
        case malformedHeader
        case malformedLength
        case conflictingLengths
        case missingLength
        case headerTooLong
        case unknownCharset
        case messageTooLong
        case endOfInput

        /// The code of its error: −32700 for meaningless bytes, −32600 for refused ones.
        public var code: Int {
            switch self {
            case .malformedHeader, .malformedLength, .conflictingLengths, .missingLength, .endOfInput: -32700
            case .headerTooLong, .unknownCharset, .messageTooLong: -32600
            }
        }

        /// Is true if the input was refused for its size.
        public var isLimit: Bool {
            switch self {
            case .headerTooLong, .messageTooLong: true
            case .malformedHeader, .malformedLength, .conflictingLengths, .missingLength, .unknownCharset, .endOfInput:
                false
            }
        }

        /// The message for people.
        public var message: StaticString {
            switch self {
            case .malformedHeader: "Malformed header"
            case .malformedLength: "Content-Length is not a number"
            case .conflictingLengths: "Two different values of Content-Length"
            case .missingLength: "Content-Length is missing"
            case .headerTooLong: "Header too long"
            case .unknownCharset: "Unknown charset: only utf-8 is understood"
            case .messageTooLong: "Message too long"
            case .endOfInput: "The input ended inside a message"
            }
        }
    }
}

extension Outbox {
    /// Sends the error for bytes that are no message.
    public mutating func fail(_ failure: Framing.Failure) {
        let error = Failure(
            failure.code, "\(failure.message)",
            reason: failure.isLimit ? "limits" : failure.code == -32700 ? "parseError" : "invalidRequest")
        send { Request.writeFailure(error, id: nil, into: &$0) }
    }
}
