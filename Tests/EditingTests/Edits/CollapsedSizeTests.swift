import Editing
import Geometry
import Graph
import Sketching
import Testing
import Wire

@Suite struct CollapsedSizeTests {
    static let collapsed: Sketch = """
        types {"t": {"collapsedSize": {"width": 80, "height": 20}}}
        g 10,10 200x100 {"collapsed":true,"collapsedSize":{"width":60,"height":30,"note":1}}
        a 5,5 in g
        t 10,300 {"collapsed":true,"type":"t"}
        open 10,400 {"type":"t"}
        own 10,500 70x40 {"collapsed":true}
        """

    private func sizes(_ document: Document) -> [String] {
        document.nodeSlots.map { slot in
            let frame = document.frame(slot)
            let open = document.openFrame(slot)
            return "\(document.nodeID(slot)) \(frame.width)x\(frame.height) of \(open.width)x\(open.height)"
        }
    }

    @Test func `a collapsed node is as large as it says, else as its type says, else as it is`() throws {
        let document = Self.collapsed.document
        #expect(document.checkInvariants() == [])
        #expect(
            sizes(document) == [
                "g 60.0x30.0 of 200.0x100.0", "a 150.0x60.0 of 150.0x60.0", "t 80.0x20.0 of 150.0x60.0",
                "open 150.0x60.0 of 150.0x60.0", "own 70.0x40.0 of 70.0x40.0",
            ])
    }

    @Test func `its own size is kept`() {
        check(
            Self.collapsed,
            becomes: """
                types {"t": {"collapsedSize": {"width": 80, "height": 20}}}
                g 10,10 200x100 {"collapsedSize":{"width":60,"height":30,"note":1}}
                a 5,5 in g
                t 20,310 {"collapsed":true,"type":"t"}
                open 10,400 {"type":"t"}
                own 10,500 70x40 {"collapsed":true}
                """
        ) { (open) throws(EditError) in
            try open.moveNodes(["t"], by: Point(x: 10, y: 10))
            try open.updateNode("g", patch: ["collapsed": .null])
        }
    }

    @Test func `a resize gives it another collapsed size, and what it holds stays where it is in it`() {
        check(
            Self.collapsed,
            becomes: """
                types {"t": {"collapsedSize": {"width": 80, "height": 20}}}
                g 0,0 200x100 {"collapsed":true,"collapsedSize":{"width":70,"height":40,"note":1}}
                a 5,5 in g
                t 10,300 {"collapsed":true,"type":"t","collapsedSize":{"width":90,"height":20}}
                open 90,400 90x20 {"type":"t"}
                own 10,500 70x40 {"collapsed":true,"collapsedSize":{"width":90,"height":20}}
                """
        ) { (open) throws(EditError) in
            try open.resizeNode("g", width: 70, height: 40, position: .zero)
            try open.resizeNode("t", width: 90, height: 20)
            try open.resizeNodes(["t", "own", "open"])
            try open.moveNodes(["open"], to: Point(x: 90, y: 400))
        }
        refuse(Self.collapsed, .invalidValue) { (open) throws(EditError) in
            try open.resizeNode("g", width: -1, height: 1)
        }
        refuse(Self.collapsed, .invalidValue) { (open) throws(EditError) in
            try open.updateNode("g", patch: ["collapsedSize": ["width": -1]])
        } inspect: {
            #expect($0.path == ["patch", "collapsedSize", "width"])
        }
    }

    @Test func `a fit changes the size to which it opens`() {
        check(
            "g 10,10 200x100 {\"collapsed\":true,\"collapsedSize\":{\"width\":60,\"height\":30}}\na 20,20 10x10 in g",
            becomes:
                "g 25,25 20x20 {\"collapsed\":true,\"collapsedSize\":{\"width\":60,\"height\":30}}\na 5,5 10x10 in g"
        ) { (open) throws(EditError) in
            try open.fitGroup("g", padding: 5)
        }
    }

    @Test func `another type, or another size of the type, shows at once`() throws {
        var document = Self.collapsed.document
        try document.transact { (open) throws(EditError) in
            try open.updateTypes([
                "t": ["collapsedSize": ["width": 33]], "u": ["collapsedSize": ["width": 1, "height": 2]],
            ])
            try open.updateNode("own", patch: ["type": "u"])
        }
        #expect(document.checkInvariants() == [])
        #expect(sizes(document)[2] == "t 33.0x20.0 of 150.0x60.0")
        #expect(sizes(document)[4] == "own 1.0x2.0 of 70.0x40.0")
    }
}
