import Seeding
import Testing

@testable import Server

@Suite struct WebSocketFramingTests {
    /// A message or a control frame, as it was sent.
    private enum Sent: Equatable {
        case message([UInt8])
        case ping([UInt8])
    }

    /// The bytes of one frame of a client.
    private static func frame(
        _ kind: WebSocketFrame.Opcode, _ payload: [UInt8], isLast: Bool = true, _ random: inout Seeded
    ) -> [UInt8] {
        let mask = (0..<4).map { _ in UInt8.random(in: 0...255, using: &random) }
        let count = payload.count
        let size = count < 126 ? 0 : count < 1 << 16 ? 2 : 8
        var bytes = [(isLast ? 0x80 : 0) | kind.rawValue, 0x80 | UInt8(size == 0 ? count : size == 2 ? 126 : 127)]
        bytes += (0..<size).reversed().map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) }
        return bytes + mask + payload.enumerated().map { $1 ^ mask[$0 & 3] }
    }

    /// Returns the messages of a stream that comes in pieces, of which only those are kept that framing leaves.
    private static func received(_ stream: [UInt8], cutAt cuts: [Int]) -> (found: [Sent], longestKept: Int) {
        var framing = WebSocketFraming(messageBytes: 1 << 20)
        var (kept, found, longestKept, start): ([UInt8], [Sent], Int, Int) = ([], [], 0, 0)
        for end in cuts + [stream.count] {
            kept += stream[start..<end]
            start = end
            var offset = 0
            kept.withUnsafeMutableBufferPointer { bytes in
                while true {
                    switch framing.next(in: bytes, from: &offset) {
                    case .message(let range): found.append(.message(Array(bytes[range])))
                    case .ping(let range): found.append(.ping(Array(bytes[range])))
                    case .needMore: return
                    case .close, .failure:
                        Issue.record("nothing is wrong with the stream")
                        return
                    }
                }
            }
            kept.removeFirst(offset)
            longestKept = max(longestKept, kept.count)
        }
        return (found, longestKept)
    }

    @Test(
        "messages in parts with pings between them come out as they were sent, wherever the stream is cut",
        arguments: 0..<60)
    func parts(seed: UInt64) {
        var random = Seeded(seed)
        var (stream, sent): ([UInt8], [Sent]) = ([], [])
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let length = [0, 1, 125, 126, 700, 70_000].randomElement(using: &random) ?? 0
            let message = (0..<length).map { _ in UInt8.random(in: 32...126, using: &random) }
            var (rest, isFirst) = (message[...], true)
            while isFirst || !rest.isEmpty {
                let part = rest.prefix(Int.random(in: 0...max(length, 1), using: &random))
                rest = rest.dropFirst(part.count)
                stream += WebSocketFramingTests.frame(
                    isFirst ? .text : .continuation, Array(part), isLast: rest.isEmpty, &random)
                isFirst = false
                if rest.isEmpty { sent.append(.message(message)) }
                if Bool.random(using: &random) {
                    let count = Int.random(in: 0...125, using: &random)
                    let ping = [UInt8](repeating: UInt8.random(in: 0...255, using: &random), count: count)
                    stream += WebSocketFramingTests.frame(.ping, ping, &random)
                    sent.append(.ping(ping))
                }
            }
        }
        let cuts = (0..<Int.random(in: 0...40, using: &random)).map { _ in
            Int.random(in: 0...stream.count, using: &random)
        }
        #expect(WebSocketFramingTests.received(stream, cutAt: cuts.sorted()).found == sent)
    }

    @Test("a message of many short parts keeps hardly more than its bytes")
    func shortParts() {
        var random = Seeded(7)
        var stream = WebSocketFramingTests.frame(.text, [34], isLast: false, &random)
        for number in 0..<20_000 {
            let part: [UInt8] = number % 10 == 0 ? [97] : []
            stream += WebSocketFramingTests.frame(.continuation, part, isLast: false, &random)
        }
        stream += WebSocketFramingTests.frame(.continuation, [34], &random)
        let cuts = Array(stride(from: 0, to: stream.count, by: 1000))
        let (found, longestKept) = WebSocketFramingTests.received(stream, cutAt: cuts)
        #expect(found == [.message([34] + [UInt8](repeating: 97, count: 2000) + [34])])
        #expect(longestKept < 8000)
    }
}
