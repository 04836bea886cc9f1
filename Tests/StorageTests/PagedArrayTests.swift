import Geometry
import Testing

@testable import Storage

@Suite struct PagedArrayTests {
    @Test(arguments: [0, 1, 1023, 1024, 1_000_000, -1, Int.min, Int.max])
    func `what was never written reads as the default`(slot: Int) {
        let column = PagedArray<Int32>(default: -1)
        #expect(column[slot] == -1)
        #expect(column.pageCount == 0)
    }

    @Test func `writing allocates the page and no other`() {
        var column = PagedArray<Int32>(default: -1)
        column[5000] = 7
        #expect(column[5000] == 7)
        #expect(column[4999] == -1)
        #expect(column.pageCount == 5)
        #expect(column.withPage(4) { $0?.count } == 1024)
        #expect(column.withPage(3) { $0?.count } == nil)
        #expect(column.withPage(99) { $0?.count } == nil)
    }

    @Test func `writing the default where nothing is allocates nothing`() {
        var column = PagedArray<Double>(default: 0)
        column[123] = 0
        #expect(column.pageCount == 0)
        column[123] += 2
        #expect(column[123] == 2)
        column[123] = 0
        #expect(column[123] == 0)
    }

    @Test func `a copy keeps its elements when the original is written`() {
        var column = PagedArray<UInt64>(default: 0)
        for slot in 0..<3000 { column[slot] = UInt64(slot) }
        let copy = column
        column[10] = 99
        column[9000] = 1
        #expect(copy[10] == 10)
        #expect(copy[9000] == 0)
        #expect(column[10] == 99)
        #expect(column[2999] == 2999)
    }

    @Test func `large elements lie in short pages`() {
        #expect(PagedArray<Rect>.pageSize == 1024)
        #expect(PagedArray<SIMD32<Float>>.pageSize == 128)
        var column = PagedArray<SIMD32<Float>>(default: .zero)
        column[200][3] = 4
        #expect(column[200][3] == 4)
        #expect(column.pageCount == 2)
    }

    @Test func `bytes grow by whole pages`() {
        var column = PagedArray<Int32>(default: 0)
        let before = column.bytes
        column[0] = 1
        #expect(column.bytes - before >= 4096)
        column.removeAll()
        #expect(column[0] == 0)
        #expect(column.bytes <= before)
    }
}
