import Formats
import Graph
import Sketching
import Testing
import Wire

@Suite struct StyleTests {
    private func markup(_ node: String, _ edge: String = "{}") -> MarkupReader {
        func inner(_ object: String) -> String { object.count > 2 ? "," + object.dropFirst().dropLast() : "" }
        return MarkupReader(
            picture(
                opened(
                    """
                    {"nodes":[{"id":"a","position":{"x":0,"y":0}\(inner(node))},{"id":"b","position":{"x":0,"y":300}}],
                     "edges":[{"id":"e","source":"a","target":"b"\(inner(edge))}]}
                    """)))
    }

    private func styles(_ markup: MarkupReader, _ name: String) -> [String] {
        markup.elements.filter { $0.attributes["class"] == name }.map { $0.attributes["style"] ?? "" }
    }

    @Test(arguments: [
        "#abc", "#AABBCC", "#aabbccdd", "tomato", "rgb(1,2,3)", "rgba(1, 2, 3, 0.5)", "hsl(120deg 50% 20%)",
    ])
    func `a colour is drawn as the background of its node`(color: String) {
        for member in ["backgroundColor", "background"] {
            let markup = markup(#"{"style":{"\#(member)":\#(quoted(color))}}"#)
            #expect(markup.problems.isEmpty)
            #expect(styles(markup, "card") == ["fill:\(color)", ""])
        }
    }

    @Test(arguments: [
        "", "url(#x)", "red;fill:url(x)", "var(--page)", "#ab", "rgb(1,2,3", "rgb(url(x))", "linear-gradient(red,blue)",
        "red\"/><script>", "calc(1px)", "expression(1)",
    ])
    func `what is no plain colour is not drawn, and listed`(color: String) {
        let text = #"{"nodes":[{"id":"a","style":{"background":\#(quoted(color))}}],"edges":[]}"#
        #expect(UnshownMembers(of: opened(text)).kinds.map(\.member) == ["style.background"])
        #expect(styles(markup(#"{"style":{"background":\#(quoted(color))}}"#), "card") == ["", ""])
    }

    @Test func `lines and heads look as the edge says`() {
        let styled = markup(
            "{}", #"{"style":{"stroke":"red","strokeWidth":"3px"},"markerEnd":{"type":"arrow","color":"blue"}}"#)
        #expect(styles(styled, "edge") == ["stroke:red;stroke-width:3", "stroke:blue"])
        let closed = markup("{}", #"{"style":{"strokeWidth":2.5},"markerStart":"arrowclosed","markerEnd":"none"}"#)
        #expect(styles(closed, "edge") == ["stroke-width:2.5"])
        #expect(styles(closed, "tip") == [""])
    }

    @Test(arguments: [
        (#"{"width":10,"style":{"width":20},"measured":{"width":30},"initialWidth":40}"#, 10.0),
        (#"{"initialWidth":40,"measured":{"width":30},"style":{"width":20}}"#, 20),
        (#"{"style":{"width":"20px"},"measured":{"width":30}}"#, 20),
        (#"{"style":{"width":"50%"},"measured":{"width":30},"initialWidth":40}"#, 30),
        (#"{"measured":{"height":30},"initialWidth":40}"#, 40), (#"{"initialWidth":-4}"#, 150),
        (#"{"width":null,"style":{"width":20}}"#, 20), (#"{"style":{"width":"1e3px"}}"#, 150),
        (#"{"style":null,"measured":null}"#, 150),
    ])
    func `a width is the node's own, its style's, the measured or the initial one`(node: String, width: Double) throws {
        let text = node.dropFirst().dropLast()
        var document = opened(#"{"nodes":[{"id":"a","position":{"x":0,"y":0},\#(text)}],"edges":[]}"#)
        let slot = try #require(document.nodeSlots.first)
        #expect(document.frame(slot).width == width)
        #expect(document.checkInvariants() == [])
        _ = try? document.transact { transaction throws(EditError) in
            try transaction.setGeometry(slot, NodeGeometry(x: 1, y: 2, width: .nan, height: .nan))
            try transaction.setGeometry(slot, NodeGeometry(x: 1, y: 2, width: 77, height: .nan))
        }
        #expect(document.frame(slot).width == 77)
        #expect(document.checkInvariants() == [])
    }

    @Test(arguments: [
        (#""type":"input""#, "source bottom"), (#""type":"output""#, "target top"),
        (#""type":"default""#, "target top,source bottom"), (#""type":"\u0069nput""#, "source bottom"),
        (#""type":"input","sourcePosition":"right","targetPosition":"left""#, "source right"),
        (#""type":"input","handles":[{"type":"target"}]"#, "target top"), (#""type":"declared""#, "source left"),
    ])
    func `an input has no target, an output no source, unless handles are declared`(node: String, handles: String)
        throws
    {
        let types = #"{"declared":{"handles":[{"type":"source","position":"left"}]}}"#
        var document = opened(#"{"types":\#(types),"nodes":[{"id":"a",\#(node)}],"edges":[]}"#)
        let slot = try #require(document.nodeSlots.first)
        func listed() -> String { document.handles(slot).map { "\($0.kind) \($0.side)" }.joined(separator: ",") }
        #expect(listed() == handles)
        #expect(document.checkInvariants() == [])
        let before = document.node(at: slot)
        _ = try document.transact { transaction throws(EditError) in
            try transaction.replace(slot, with: Node(JSONText(trusted: Array(#"{"id":"a","type":"output"}"#.utf8))))
        }
        #expect(listed() == "target top")
        _ = try document.transact { transaction throws(EditError) in try transaction.replace(slot, with: before) }
        #expect(listed() == handles)
    }

    @Test func `kinds of members that are not shown are counted, and few of many are named`() {
        let nodes = (0..<30).map { #"{"id":"n\#($0)","className":"c","style":{"k\#($0)":1,"k\#($0 + 40)":2}}"# }
        let document = opened(#"{"nodes":[\#(nodes.joined(separator: ","))],"edges":[]}"#)
        let kinds = UnshownMembers(of: document).kinds
        #expect(kinds.count == Limits.unshownKinds)
        let classes = kinds.first { $0.member == "className" }
        #expect(classes?.count == 30 && classes?.ids.count == Limits.unshownElements)
        // All nodes without a place are one loss.
        #expect(document.pictureLosses().count == 1 + Limits.unshownKinds)
    }
}
