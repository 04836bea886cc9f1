/// The head of an HTTP/1.1 request, as far as a door needs it: the least that RFC 9112 allows.
///
/// A request that browsers and clients of WebSockets write otherwise is refused, not repaired.
struct HTTPRequest {
    /// The finding in the bytes that have come.
    enum Finding {
        case needMore
        /// A request, and the number of bytes of its head.
        case request(HTTPRequest, Int)
        case refused(HTTPResponse)
    }

    /// The longest head, in bytes.
    static let mostBytes = 16 << 10
    private static let mostLines = 100

    /// The path, as it was written.
    let path: String
    /// The part of the target after its `?`.
    let query: String
    /// The names are in lower case.
    private let fields: [(name: String, value: String)]

    /// The values of a field, in their order.
    func values(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

    /// The value of a field that occurs once; nil for any other.
    func value(_ name: String) -> String? {
        let values = values(name)
        return values.count == 1 ? values[0] : nil
    }

    /// Returns true if a list field contains a word, in any case.
    func lists(_ word: String, in name: String) -> Bool {
        values(name).contains { $0.split(separator: ",").contains { $0.trimmed.lowercased() == word } }
    }

    /// The value of a parameter of the query, decoded; nil if it is not there.
    func parameter(_ name: String) -> String? {
        for part in query.split(separator: "&") where part.hasPrefix(name + "=") {
            return HTTPRequest.decoded(part.dropFirst(name.count + 1))
        }
        return nil
    }

    /// Reads the head of a request at the front of bytes.
    static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Finding {
        let seen = UnsafeBufferPointer(rebasing: bytes.prefix(mostBytes))
        guard let end = endOfHead(in: seen) else {
            return bytes.count >= mostBytes
                ? .refused(.refusal(431, "the head of a request has at most \(mostBytes) bytes")) : .needMore
        }
        var lines: [Substring] = []
        guard let text = String(validating: seen[..<(end - 4)], as: UTF8.self),
            text.utf8.allSatisfy({ $0 < 0x7F && ($0 >= 0x20 || $0 == 0x0D || $0 == 0x0A || $0 == 0x09) })
        else { return .refused(.refusal(400, "a head is ASCII")) }
        for line in text.split(separator: "\r\n", omittingEmptySubsequences: false) {
            if line.utf8.contains(where: { $0 == 0x0D || $0 == 0x0A }) {
                return .refused(.refusal(400, "lines end with CR and LF"))
            }
            lines.append(line)
        }
        switch request(lines) {
        case .success(let request): return .request(request, end)
        case .failure(let response): return .refused(response)
        }
    }

    private static func endOfHead(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        guard bytes.count >= 4 else { return nil }
        for index in 0...bytes.count - 4
        where bytes[index] == 0x0D && bytes[index + 1] == 0x0A && bytes[index + 2] == 0x0D && bytes[index + 3] == 0x0A {
            return index + 4
        }
        return nil
    }

    private static func request(_ lines: [Substring]) -> Result<HTTPRequest, HTTPResponse> {
        let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, words[1].hasPrefix("/") else {
            return .failure(.refusal(400, "no request of HTTP/1.1"))
        }
        if words[2] != "HTTP/1.1" { return .failure(.refusal(505, "HTTP/1.1 is spoken here")) }
        if words[0] != "GET" { return .failure(.refusal(405, "only GET is answered")) }
        if lines.count > mostLines { return .failure(.refusal(431, "a head has at most \(mostLines) lines")) }
        var fields: [(name: String, value: String)] = []
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":"), colon != line.startIndex,
                line[..<colon].utf8.allSatisfy({ isToken($0) })
            else { return .failure(.refusal(400, "a field is a name, a colon and a value")) }
            fields.append((line[..<colon].lowercased(), String(line[line.index(after: colon)...].trimmed)))
        }
        let target = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let request = HTTPRequest(
            path: String(target[0]), query: target.count > 1 ? String(target[1]) : "", fields: fields)
        if request.value("host") == nil { return .failure(.refusal(400, "a request names one host")) }
        if !request.values("transfer-encoding").isEmpty
            || request.values("content-length").contains(where: { $0 != "0" })
        {
            return .failure(.refusal(413, "no request has a body"))
        }
        return .success(request)
    }

    private static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    private static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else { bytes.append(byte); continue }
            guard let value = UInt8(String(rest.prefix(2)) ?? "", radix: 16), rest.count >= 2 else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}

extension Substring {
    /// Without blanks at both ends.
    fileprivate var trimmed: Substring {
        var rest = self
        while rest.first == " " || rest.first == "\t" { rest.removeFirst() }
        while rest.last == " " || rest.last == "\t" { rest.removeLast() }
        return rest
    }
}
