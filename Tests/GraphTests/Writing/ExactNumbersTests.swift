import Geometry
import Graph
import Seeding
import Sketching
import Testing
import Wire

@Suite struct ExactNumbersTests {
    /// A number in the grammar of JSON that some double is near, in whatever spelling.
    private static func number(_ seeded: inout Seeded, isSize: Bool = false) -> String {
        func digits(_ count: Int) -> String { (0..<count).map { _ in "\(seeded.below(10))" }.joined() }
        var text = seeded.below(3) == 0 && !isSize ? "-" : ""
        text += seeded.below(3) == 0 ? "0" : "\(1 + seeded.below(9))" + digits(seeded.below(4) * seeded.below(8))
        if seeded.below(2) == 0 { text += "." + digits(1 + seeded.below(4) * seeded.below(8)) }
        if seeded.below(4) == 0 {
            text += ["e", "E"][seeded.below(2)] + ["", "+", "-"][seeded.below(3)] + "\(seeded.below(280))"
        }
        return text
    }

    @Test(arguments: 0..<300)
    func `numbers of any spelling are read, written, opened and saved as they are`(seed: Int) throws {
        var seeded = Seeded(UInt64(seed))
        let (x, y) = (Self.number(&seeded), Self.number(&seeded))
        let (width, height) = (Self.number(&seeded, isSize: true), Self.number(&seeded, isSize: true))
        let extra = seeded.below(3) == 0 ? #","z":\#(Self.number(&seeded))"# : ""
        let text = #"{"height":\#(height),"id":"a","position":{"x":\#(x),"y":\#(y)\#(extra)},"width":\#(width)}"#
        let document = opened(#"{"nodewire":1,"nodes":[\#(text)],"edges":[]}"#)
        #expect(document.checkInvariants() == [])
        #expect(fileText(document).contains("\n\(text)\n"))
        #expect(fileText(opened(fileText(document))) == fileText(document))

        let slot = try #require(document.nodeSlots.first)
        let node = try Node(document.node(at: slot).text)
        #expect(node == document.node(at: slot))
        for member in [
            #""height":\#(height)"#, #""width":\#(width)"#, #""position":{"x":\#(x),"y":\#(y)\#(extra)}"#,
        ] {
            #expect(String(decoding: node.text.bytes, as: UTF8.self).contains(member))
        }
        #expect(node.geometry.x == Double(x) && node.geometry.y == Double(y))
        #expect(node.geometry.width == Double(width) && node.geometry.height == Double(height))
    }

    @Test(arguments: 0..<300)
    func `an edit of a number leaves the others, and undo brings its text back`(seed: Int) throws {
        var seeded = Seeded(UInt64(seed))
        let numbers =
            [Self.number(&seeded), Self.number(&seeded)] + [0, 1].map { _ in Self.number(&seeded, isSize: true) }
        let extra = seeded.below(3) == 0 ? #","z":1.0"# : ""
        func file(_ numbers: [String]) -> String {
            let position = #"{"x":\#(numbers[0]),"y":\#(numbers[1])\#(extra)}"#
            return fileText(
                opened(
                    #"{"nodes":[{"id":"a","position":\#(position),"width":\#(numbers[2]),"height":\#(numbers[3])}]}"#))
        }
        var document = opened(file(numbers))
        let hash = document.contentHash()
        let index = seeded.below(4)
        let slot = try #require(document.nodeSlots.first)
        let (_, delta) = try document.transact { transaction throws(EditError) in
            var geometry = transaction.document.storedGeometry(slot)
            switch index {
            case 0: geometry.x += 1e300
            case 1: geometry.y += 1e300
            case 2: geometry.width += 1e300
            default: geometry.height += 1e300
            }
            try transaction.setGeometry(slot, geometry)
        }
        #expect(document.checkInvariants() == [])
        var changed = numbers
        changed[index] = JSON.number((Double(numbers[index]) ?? 0) + 1e300).description
        #expect(fileText(document) == file(changed))
        document.replay(delta.inverse)
        #expect(document.checkInvariants() == [])
        #expect(fileText(document) == file(numbers))
        #expect(document.contentHash() == hash)
        document.replay(delta)
        #expect(fileText(document) == file(changed))
    }

    @Test func `numbers in their shortest spelling stand in columns alone`() throws {
        let document = opened(
            #"{"nodes":[{"id":"a","position":{"x":-1.25,"y":1e-07},"width":123.456789,"height":1e+22}]}"#)
        let slot = try #require(document.nodeSlots.first)
        #expect(!document.nodes.flags(slot).contains(.writtenGeometry))
        #expect(document.withNodeMembers(slot) { $0.count } == 2)
    }

    @Test(arguments: [("100.0", true), ("1e2", true), ("9007199254740993", false)])
    func `a move there and back is no change where the value is the same`(x: String, isSame: Bool) throws {
        var document = opened(#"{"nodes":[{"id":"a","position":{"x":\#(x),"y":0}}],"edges":[]}"#)
        let slot = try #require(document.nodeSlots.first)
        let (_, delta) = try document.transact { transaction throws(EditError) in
            let position = transaction.document.nodes.geometry(slot).position
            try transaction.setPosition(slot, Point(x: position.x + 64, y: 0))
            try transaction.setPosition(slot, position)
        }
        #expect(delta.isEmpty == isSame && document.isVoid(delta) == isSame)
        #expect(fileText(document).contains("{\"x\":\(x),") == isSame)
        #expect(document.checkInvariants() == [])
    }

    @Test func `a null and a value that is none give way to a position`() throws {
        for position in ["null", "5", #"{"z":1,"x":null,"y":null}"#, "{}"] {
            let text = #"{"nodes":[{"id":"a","position":\#(position),"width":null}]}"#
            var document = try Array(text.utf8).withUnsafeBufferPointer { bytes throws(ShapeError) in
                try DocumentReader.read(bytes, isFile: true)
            }.document
            let slot = try #require(document.nodeSlots.first)
            _ = try document.transact { transaction throws(EditError) in
                try transaction.setGeometry(slot, NodeGeometry(x: 1, y: 2, width: 3, height: .nan))
            }
            #expect(document.checkInvariants() == [])
            let extra = position.contains("z") ? #","z":1"# : ""
            let expected = JSON(parsing: #"{"id":"a","position":{"x":1,"y":2\#(extra)},"width":3}"#)
            #expect(document.node(at: slot).json == expected)
        }
    }
}
