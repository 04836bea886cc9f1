/// The handshake that begins a WebSocket (RFC 6455, 4.2).
enum Handshake {
    private static let suffix = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

    /// The bytes that accept a request, or the refusal of one that asks for no WebSocket of version 13.
    static func answer(to request: HTTPRequest) -> Result<[UInt8], HTTPResponse> {
        guard request.lists("websocket", in: "upgrade"), request.lists("upgrade", in: "connection") else {
            var refusal = HTTPResponse.refusal(426, "a WebSocket was expected")
            refusal.fields = [("Upgrade", "websocket"), ("Sec-WebSocket-Version", "13")]
            return .failure(refusal)
        }
        guard request.value("sec-websocket-version") == "13", let key = request.value("sec-websocket-key"),
            isKey(key)
        else {
            var refusal = HTTPResponse.refusal(400, "a WebSocket has version 13 and a key of 16 bytes")
            refusal.fields = [("Sec-WebSocket-Version", "13")]
            return .failure(refusal)
        }
        let accept = Base64.text(of: SHA1.hash(Array((key + suffix).utf8)))
        let head = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        return .success(Array("\(head)Sec-WebSocket-Accept: \(accept)\r\n\r\n".utf8))
    }

    /// Returns true for 16 bytes in base 64.
    private static func isKey(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.count == 24 && text.hasSuffix("==")
            && bytes.prefix(22).allSatisfy {
                switch $0 {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
                    true
                default: false
                }
            }
    }
}

/// SHA-1 (FIPS 180-4, 6.1), which handshakes are answered with; it keeps no secret there.
enum SHA1 {
    /// Returns the hash of a short text: 20 bytes.
    static func hash(_ message: [UInt8]) -> [UInt8] {
        var bytes = message + [0x80]
        while bytes.count % 64 != 56 { bytes.append(0) }
        for shift in (0..<8).reversed() { bytes.append(UInt8(truncatingIfNeeded: (message.count * 8) >> (shift * 8))) }
        var hash: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
        for start in stride(from: 0, to: bytes.count, by: 64) {
            var words = (0..<16).map { word in
                bytes[start + word * 4..<start + word * 4 + 4].reduce(0) { $0 << 8 | UInt32($1) }
            }
            for index in 16..<80 {
                words.append(
                    rotated(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], by: 1))
            }
            var (a, b, c, d, e) = (hash[0], hash[1], hash[2], hash[3], hash[4])
            for (index, word) in words.enumerated() {
                let (mixed, constant): (UInt32, UInt32) =
                    switch index / 20 {
                    case 0: (b & c | ~b & d, 0x5A82_7999)
                    case 1: (b ^ c ^ d, 0x6ED9_EBA1)
                    case 2: (b & c | b & d | c & d, 0x8F1B_BCDC)
                    default: (b ^ c ^ d, 0xCA62_C1D6)
                    }
                (a, b, c, d, e) = (rotated(a, by: 5) &+ mixed &+ e &+ constant &+ word, a, rotated(b, by: 30), c, d)
            }
            for (index, value) in [a, b, c, d, e].enumerated() { hash[index] &+= value }
        }
        return hash.flatMap { word in (0..<4).reversed().map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
    }

    private static func rotated(_ word: UInt32, by count: UInt32) -> UInt32 { word << count | word >> (32 - count) }
}

/// The encoding of bytes as text (RFC 4648, section 4).
enum Base64 {
    private static let signs = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Returns the text of bytes. O(*n*).
    static func text(of bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let part = bytes[start..<min(start + 3, bytes.count)]
            var group = 0
            for index in 0..<3 { group = group << 8 | (index < part.count ? Int(part[start + index]) : 0) }
            for index in 0..<4 {
                let sign = signs[group >> (18 - 6 * index) & 63]
                text.append(index <= part.count ? sign : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
