import Testing
import Seeding

@testable import Server

/// The result of a stream: bodies as text, and failures.
enum Piece: Equatable, CustomStringConvertible {
    case body(String)
    case failure(Framing.Failure)

    var description: String {
        switch self {
        case .body(let text): text
        case .failure(let failure): "!\(failure)"
        }
    }
}

/// Feeds a stream in chunks that end at the given offsets, keeping only what framing leaves, and then ends the input.
func pieces(
    of stream: [UInt8], cutAt cuts: [Int] = [], limits: Framing.Limits = .init()
) -> (pieces: [Piece], longestKept: Int) {
    var framing = Framing(limits: limits)
    var kept: [UInt8] = []
    var pieces: [Piece] = []
    var longestKept = 0
    func take(_ next: (inout Framing, UnsafeBufferPointer<UInt8>, inout Int) -> Framing.Event) {
        var offset = 0
        kept.withUnsafeBufferPointer { bytes in
            loop: while true {
                switch next(&framing, bytes, &offset) {
                case .message(let range): pieces.append(.body(String(decoding: bytes[range], as: UTF8.self)))
                case .failure(let failure): pieces.append(.failure(failure))
                case .needMore: break loop
                }
            }
        }
        kept.removeFirst(offset)
        longestKept = max(longestKept, kept.count)
    }
    var start = 0
    for end in cuts + [stream.count] {
        kept += stream[start..<end]
        start = end
        take { $0.next(in: $1, from: &$2) }
    }
    take { $0.finish(in: $1, from: &$2) }
    return (pieces, longestKept)
}

func framed(_ bodies: String...) -> String {
    bodies.map { "Content-Length: \($0.utf8.count)\r\n\r\n\($0)" }.joined()
}

/// A stream and what it must come to, however it is cut.
struct StreamCase: CustomTestStringConvertible, Sendable {
    let stream: String
    let expected: [Piece]

    init(_ stream: String, _ expected: Piece...) {
        self.stream = stream
        self.expected = expected
    }

    var testDescription: String { stream.debugDescription }
}

let good = framed(#"{"id":1}"#)
let goodPiece = Piece.body(#"{"id":1}"#)

let streams: [StreamCase] = [
    StreamCase(""),
    StreamCase(" \r\n\t"),
    StreamCase(good, goodPiece),
    StreamCase(framed("", "{}", "[é, \u{1F600}]", ""), .body(""), .body("{}"), .body("[é, \u{1F600}]"), .body("")),
    StreamCase("\r\n " + good + "\r\n\n" + good, goodPiece, goodPiece),
    StreamCase("content-LENGTH:2\n\n{}" + good, .body("{}"), goodPiece),
    StreamCase("Content-Length \t:  \t0002  \r\n\r\n{}", .body("{}")),
    StreamCase("Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: 2\r\n\r\n{}", .body("{}")),
    StreamCase("Content-Length: 2\r\nContent-Type: a/b; x=y; Charset = \"UTF8\"\r\n\r\n{}", .body("{}")),
    StreamCase("Content-Length: 2\r\nX-Other:\r\nContent-Length: 02\r\nY: é=;\r\n\r\n{}", .body("{}")),
    StreamCase("Content-Length: 00000000000000000000000000000002\r\n\r\n{}", .body("{}")),
    StreamCase(#"{"id":1}"# + "\n" + #" [1] "#, goodPiece, .body(" [1] ")),
    StreamCase(
        "\r\n \n[1]\r\n\r\n \t\n{\"id\":1}\r\nnonsense\n\n[2]\r\n", .body("[1]"), goodPiece, .body("nonsense"),
        .body("[2]")),
]

let brokenStreams: [StreamCase] = [
    StreamCase("Content-Length: 12abc\r\n\r\n{\"id\":0}" + good, .failure(.malformedLength), goodPiece),
    StreamCase("Content-Length: +8\r\n\r\n{\"id\":0}" + good, .failure(.malformedLength), goodPiece),
    StreamCase("Content-Length: -8\r\n\r\n{\"id\":0}" + good, .failure(.malformedLength), goodPiece),
    StreamCase("Content-Length: 0x8\r\n\r\n{\"id\":0}" + good, .failure(.malformedLength), goodPiece),
    StreamCase("Content-Length: 8.0\r\n\r\n{\"id\":0}" + good, .failure(.malformedLength), goodPiece),
    StreamCase("Content-Length: 8, 8\r\n\r\n{\"id\":0}" + good, .failure(.malformedLength), goodPiece),
    StreamCase("Content-Length: ٨\r\n\r\n{\"id\":0}" + good, .failure(.malformedLength), goodPiece),
    StreamCase("Content-Length:\r\n\r\n{\"id\":0}" + good, .failure(.malformedLength), goodPiece),
    StreamCase(
        "Content-Length: 8\r\nContent-Length: 9\r\n\r\n{\"id\":0}" + good, .failure(.conflictingLengths), goodPiece),
    StreamCase("X: 8\r\n\r\n{\"id\":0}" + good, .failure(.missingLength), goodPiece),
    StreamCase("Content-Lengt: 8\r\n\r\n", .failure(.missingLength)),
    StreamCase("Content-Length 8\r\n\r\n{\"id\":0}" + good, .failure(.malformedHeader), goodPiece),
    StreamCase(": 8\r\n\r\n{\"id\":0}" + good, .failure(.malformedHeader), goodPiece),
    StreamCase("garbage\r\n\r\n" + good, .failure(.malformedHeader), goodPiece),
    StreamCase("garbage " + good, .failure(.malformedHeader), goodPiece),
    StreamCase("\u{0}\u{1}\u{2}" + good, .failure(.malformedHeader), goodPiece),
    StreamCase("\u{FEFF}" + good, .failure(.malformedHeader), goodPiece),
    StreamCase("\"a\"\n" + good, .failure(.malformedHeader), goodPiece),
    StreamCase("Content-Length: 8\r\r{\"id\":0}" + good, .failure(.malformedHeader), goodPiece),
    StreamCase("Content-Length: 8\r\n{\"id\":0}" + good, .failure(.malformedHeader), goodPiece),
    StreamCase("Content-Length: 8\r\n X: folded\r\n\r\n{\"id\":0}" + good, .failure(.malformedHeader), goodPiece),
    StreamCase("Content-\u{0}Length: 8\r\n\r\n{\"id\":0}" + good, .failure(.malformedHeader), goodPiece),
    StreamCase("Content-Length: 8\u{0}\r\n\r\n{\"id\":0}" + good, .failure(.malformedHeader), goodPiece),
    StreamCase("Content-Length: 7\r\n\r\n{\"id\":0}" + good, .body("{\"id\":0"), .failure(.malformedHeader), goodPiece),
    StreamCase(good + "{\"id\":0}\n" + good, goodPiece, .failure(.malformedHeader), goodPiece),
    StreamCase(
        "Content-Length: 8\r\nContent-Type: a; charset=latin1\r\n\r\n{\"id\":0}" + good, .failure(.unknownCharset),
        goodPiece),
    StreamCase(
        "Content-Type: a; charset=utf-16\r\nContent-Length: 8\r\n\r\n{\"id\":0}" + good, .failure(.unknownCharset),
        goodPiece),
    StreamCase("Content-Length: 2147483648\r\n\r\n{\"id\":0}" + good, .failure(.messageTooLong), goodPiece),
    StreamCase("Content-Length: 9223372036854775807\r\n\r\n" + good, .failure(.messageTooLong), goodPiece),
    StreamCase("Content-Length: 99999999999999999999999999\r\n\r\n" + good, .failure(.messageTooLong), goodPiece),
    StreamCase("Content-Length: 8", .failure(.endOfInput)),
    StreamCase("Content-Length: 8\r\n\r", .failure(.endOfInput)),
    StreamCase("Content-Length: 8\r\n\r\n{\"id\":", .failure(.endOfInput)),
]

struct FramingTests {
    @Test("Every stream comes to the same pieces in one read", arguments: streams + brokenStreams)
    func whole(_ stream: StreamCase) {
        #expect(pieces(of: Array(stream.stream.utf8)).pieces == stream.expected)
    }

    @Test("A cut at any offset, and at any two neighbouring ones, changes nothing", arguments: streams + brokenStreams)
    func cutAnywhere(_ stream: StreamCase) {
        let bytes = Array(stream.stream.utf8)
        for cut in bytes.indices {
            #expect(pieces(of: bytes, cutAt: [cut]).pieces == stream.expected, "cut at \(cut)")
            #expect(pieces(of: bytes, cutAt: [cut, cut + 1]).pieces == stream.expected, "cut at \(cut) and behind it")
        }
    }

    @Test("One byte at a time changes nothing", arguments: streams + brokenStreams)
    func bytewise(_ stream: StreamCase) {
        let bytes = Array(stream.stream.utf8)
        #expect(pieces(of: bytes, cutAt: Array(bytes.indices)).pieces == stream.expected)
    }

    @Test("Random chunks of 600 messages lose and double none", arguments: 1...20)
    func randomChunks(seed: UInt64) {
        var random = Seeded(seed)
        let bodies = (0..<600).map {
            "{\"id\":\($0),\"text\":\"" + String(repeating: "x", count: random.below(300)) + "\"}"
        }
        let asLines = seed.isMultiple(of: 2)
        let stream = Array((asLines ? bodies.map { $0 + "\n" }.joined() : bodies.map { framed($0) }.joined()).utf8)
        var cuts: [Int] = []
        while let next = Optional((cuts.last ?? 0) + 1 + random.below(900)), next < stream.count { cuts.append(next) }
        #expect(pieces(of: stream, cutAt: cuts).pieces == bodies.map(Piece.body))
        #expect(pieces(of: stream).pieces == bodies.map(Piece.body))
    }

    @Test(
        "A failure is certain before its line or body ends",
        arguments: [
            ("X: 1\r\n\r\n", Framing.Failure.missingLength), ("<xml", .malformedHeader),
            ("Content-Length: 8\n{", .malformedHeader),
            ("Content-Length: x\n", .malformedLength), ("Content-Length: 99999999999\n\n", .messageTooLong),
        ])
    func failsEarly(stream: String, failure: Framing.Failure) {
        var framing = Framing()
        var offset = 0
        Array(stream.utf8).withUnsafeBufferPointer { bytes in
            #expect(framing.next(in: bytes, from: &offset) == .failure(failure))
            #expect(framing.next(in: bytes, from: &offset) == .needMore)
            #expect(framing.finish(in: bytes, from: &offset) == .needMore)
        }
    }

    @Test("Mutated headers neither trap nor go unanswered", arguments: 1...200)
    func mutations(seed: UInt64) {
        var random = Seeded(seed)
        var stream = Array((good + good + good).utf8)
        for _ in 0...random.below(4) {
            stream[random.below(stream.count)] = UInt8(truncatingIfNeeded: random.next())
        }
        let whole = pieces(of: stream).pieces
        #expect(!whole.isEmpty)
        #expect(pieces(of: stream, cutAt: Array(stream.indices)).pieces == whole)
    }
}

struct FramingLimitTests {
    let limits = Framing.Limits(messageBytes: 10, headerBytes: 64)

    @Test("A body beyond the limit is read past without being kept")
    func longBody() {
        let long = framed("[" + String(repeating: "7", count: 5000) + "]")
        let result = pieces(of: Array((long + good).utf8), cutAt: Array(0..<5000), limits: limits)
        #expect(result.pieces == [.failure(.messageTooLong), goodPiece])
        #expect(result.longestKept < 200)
    }

    @Test(
        "A line beyond the limit is read past without being kept, whatever the ends of lines",
        arguments: ["\n", "\r\n"])
    func longLine(end: String) {
        let long = "[" + String(repeating: "7", count: 5000) + "]"
        let stream = [long, "[45678910]", "[456789101]", "[1]", long].joined(separator: end)
        let expected: [Piece] = [
            .failure(.messageTooLong), .body("[45678910]"), .failure(.messageTooLong), .body("[1]"),
            .failure(.messageTooLong),
        ]
        let bytes = Array(stream.utf8)
        let result = pieces(of: bytes, cutAt: Array(bytes.indices), limits: limits)
        #expect(result.pieces == expected)
        #expect(result.longestKept < 20)
        #expect(pieces(of: bytes, limits: limits).pieces == expected)
    }

    @Test("A header beyond the limit is read past without being kept", arguments: ["\r\n", ""])
    func longHeader(end: String) {
        let header = String(repeating: "X-Name: value" + end, count: 2000)
        let bytes = Array((header + "\r\n\r\n{}" + good).utf8)
        for cuts in [[], Array(bytes.indices)] {
            let result = pieces(of: bytes, cutAt: cuts, limits: limits)
            #expect(result.pieces == [.failure(.headerTooLong), goodPiece])
            #expect(cuts.isEmpty || result.longestKept <= HeaderBlock.longestLengthLine)
        }
    }

    @Test("What just fits is taken", arguments: [[10], []])
    func fits(cuts: [Int]) {
        #expect(
            pieces(of: Array(framed("[45678910]").utf8), cutAt: cuts, limits: limits).pieces == [.body("[45678910]")])
    }

    @Test("Each failure has a code of JSON-RPC and a message", arguments: Framing.Failure.allCases)
    func answers(failure: Framing.Failure) {
        #expect([-32700, -32600].contains(failure.code))
        #expect(failure.message.utf8CodeUnitCount > 0)
        #expect(!failure.isLimit || failure.code == -32600)
    }
}
