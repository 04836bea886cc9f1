import Geometry
import Graph
import Seeding
import Testing

/// The siblings that lie over each other.
@Suite struct OverlapTests {
    private func overlaps(_ nodes: String) throws -> [[String]] {
        try read(#"{"nodes":[\#(nodes)],"edges":[]}"#).document.diagnostics()
            .filter { $0.code == "overlap" }.map { $0.nodes.map(\.string) }
    }

    private func node(_ id: String, _ x: Double, _ y: Double, _ more: String = "") -> String {
        #"{"id":"\#(id)","position":{"x":\#(x),"y":\#(y)},"width":100,"height":50\#(more)}"#
    }

    @Test func `a common border is no overlap`() throws {
        #expect(try overlaps(node("a", 0, 0) + "," + node("b", 100, 0) + "," + node("c", 0, 50)).isEmpty)
        #expect(try overlaps(node("a", 0, 0) + "," + node("b", 99.5, 49)) == [["a", "b"]])
    }

    @Test func `what contains or accepts nodes, is hidden or has no extent overlaps nothing`() throws {
        let a = node("a", 0, 0) + ","
        #expect(try overlaps(a + node("b", 0, 0, #","type":"group""#)).isEmpty)
        #expect(try overlaps(a + node("b", 0, 0, #","acceptsChildren":true"#)).isEmpty)
        #expect(try overlaps(a + node("b", 0, 0) + "," + node("c", 500, 0, #","parentId":"b""#)).isEmpty)
        #expect(try overlaps(a + node("b", 0, 0, #","hidden":true"#)).isEmpty)
        #expect(try overlaps(a + #"{"id":"b","position":{"x":5,"y":5},"width":0,"height":20}"#).isEmpty)
        #expect(try overlaps(a + #"{"id":"b"}"#).isEmpty)
    }

    @Test func `nodes with different parents do not overlap, those in a collapsed one are not shown`() throws {
        let group = node("g", 0, 0, #","type":"group""#) + ","
        let inside = node("b", 0, 0, #","parentId":"g""#)
        #expect(try overlaps(group + node("a", 0, 0) + "," + inside).isEmpty)
        let both = inside + "," + node("c", 10, 10, #","parentId":"g""#)
        #expect(try overlaps(group + both) == [["b", "c"]])
        let collapsed = node("g", 0, 0, #","type":"group","collapsed":true"#) + ","
        #expect(try overlaps(collapsed + both).isEmpty)
    }

    @Test func `the fix moves the later node the shortest way, or the earlier one where that is locked`() throws {
        func fix(_ nodes: String) throws -> [Diagnostic.Fix]? {
            try read(#"{"nodes":[\#(nodes)],"edges":[]}"#).document.diagnostics().first { $0.code == "overlap" }?.fixes
        }
        let b = node("b", 90, 10)
        #expect(try fix(node("a", 0, 0) + "," + b) == [.move("b", Point(x: 30, y: 0))])
        #expect(
            try fix(node("a", 0, 0) + "," + node("b", 90, 10, #","locked":true"#)) == [.move("a", Point(x: -30, y: 0))])
        let locked = #","locked":true"#
        #expect(try fix(node("a", 0, 0, locked) + "," + node("b", 90, 10, locked)) == [])
    }

    @Test(arguments: 0..<30) func `pairs are those that a look at all pairs finds`(seed: Int) throws {
        var random = Seeded(UInt64(seed))
        var frames: [(parent: Int?, frame: Rect)] = []
        var nodes: [String] = []
        for number in 0..<60 {
            let parent = number < 4 ? nil : [nil, 0, 1, 2, 3][random.below(5)]
            let frame = Rect(
                origin: Point(x: Double(random.below(600)), y: Double(random.below(600))),
                size: Size(width: Double(random.below(90)), height: Double(random.below(90))))
            frames.append((parent, frame))
            let more = (parent.map { #","parentId":"n\#($0)""# } ?? "") + (number < 4 ? #","type":"group""# : "")
            nodes.append(
                #"{"id":"n\#(number)","position":{"x":\#(frame.minX),"y":\#(frame.minY)},"width":\#(frame.maxX - frame.minX),"#
                    + #""height":\#(frame.maxY - frame.minY)\#(more)}"#)
        }
        var expected: [[String]] = []
        for (later, (parent, frame)) in frames.enumerated() where later >= 4 {
            for (earlier, other) in frames[..<later].enumerated() where earlier >= 4 && other.parent == parent {
                let width = min(frame.maxX, other.frame.maxX) - max(frame.minX, other.frame.minX)
                let height = min(frame.maxY, other.frame.maxY) - max(frame.minY, other.frame.minY)
                let hasExtent = [frame, other.frame].allSatisfy { $0.maxX > $0.minX && $0.maxY > $0.minY }
                if width > 0 && height > 0 && hasExtent { expected.append(["n\(earlier)", "n\(later)"]) }
            }
        }
        #expect(try overlaps(nodes.joined(separator: ",")) == expected)
    }
}
