import Testing
import Seeding

@testable import Server

struct OutboxTests {
    private func waiting(_ outbox: inout Outbox) -> String {
        var text = ""
        outbox.drain { bytes in
            text = String(decoding: bytes, as: UTF8.self)
            return 0
        }
        return text
    }

    private func add(_ body: String, to outbox: inout Outbox) {
        outbox.begin()
        outbox.writer.raw(Array(body.utf8))
        outbox.end()
    }

    @Test("Bodies of any lengths in any order are framed without gaps", arguments: 1...8)
    func anyLengths(seed: UInt64) {
        var random = Seeded(seed)
        var outbox = Outbox()
        outbox.style = seed.isMultiple(of: 2) ? .headers : .lines
        var expected: [UInt8] = []
        for _ in 0..<20 {
            let body = String(repeating: "x", count: [0, 1, 9, 10, 99, 100, 1000, 12_345][random.below(8)])
            add(body, to: &outbox)
            expected += (outbox.style == .headers ? framed(body) : body + "\n").utf8
            let taken = random.below(expected.count + 1)
            outbox.drain { _ in taken }
            expected.removeFirst(taken)
            #expect(outbox.waiting == expected.count)
            #expect(waiting(&outbox) == String(decoding: expected, as: UTF8.self))
        }
    }

    @Test("A message that was begun can be dropped", arguments: [Framing.Style.headers, .lines])
    func cancelled(style: Framing.Style) {
        var outbox = Outbox()
        outbox.style = style
        add("[1]", to: &outbox)
        let before = waiting(&outbox)
        outbox.begin()
        outbox.writer.raw("[2")
        #expect(outbox.bodyCount == 2)
        outbox.cancel()
        #expect(waiting(&outbox) == before)
    }

    @Test("A large buffer is given back when all has left")
    func shrinks() {
        var outbox = Outbox()
        add(String(repeating: "x", count: (4 << 20) + 9), to: &outbox)
        outbox.drain { $0.count - 5 }
        #expect(outbox.waiting == 5)
        #expect(outbox.writer.count == 5)
        outbox.drain { $0.count }
        #expect(outbox.waiting == 0)
        #expect(outbox.writer.capacity <= 4 << 20)
    }
}
