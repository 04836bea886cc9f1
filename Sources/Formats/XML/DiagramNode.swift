import Geometry
import Graph
import Storage
import Wire

/// The parts of a node that programs for drawings have, as a writer of their files wants them.
struct DiagramNode {
    let id: Identifier
    var label: String?
    /// The members of `data`, without a label that is there.
    var data: [JSONObject.Member] = []
    var isGroup = false
    var isHidden = false
    let shape: NodeShape
    var cornerRadius: Double?
    /// The color, as `#rrggbb`.
    var fill: String?
    /// Is true if it declares handles of its own.
    var hasOwnHandles = false
    /// The frame while it is not collapsed, on the canvas; nil without a position.
    let frame: Rect?
    let size: Size

    /// - Parameters:
    ///   - program: the program that has no place for the other members, as losses name it.
    ///   - tally: takes these.
    init(_ slot: Node.Slot, _ document: Document, for program: String, _ tally: inout ExportTally) {
        id = document.nodeID(slot)
        shape = document.nodes.flags(slot).shape
        let frame = document.openFrame(slot)
        let isFinite = [frame.minX, frame.minY, frame.maxX, frame.maxY].allSatisfy(\.isFinite)
        self.frame = document.isPlaced(slot) && isFinite ? DiagramNode.withoutNoise(frame, slot, document) : nil
        let size = frame.size
        let isSized = size.width.isFinite && size.height.isFinite
        self.size = isSized ? size : Node.defaultSize
        readMembers(document.node(at: slot).members, program, &tally)
        if label == nil, let place = data.firstIndex(where: { $0.name == "label" }),
            let text = data[place].value.stringValue
        {
            label = text
            data.remove(at: place)
        }
    }

    private static func withoutNoise(_ frame: Rect, _ slot: Node.Slot, _ document: Document) -> Rect {
        if document.nodes.parent(slot) == nil { return frame }
        let position = document.nodes.geometry(slot).position
        let origin = Point(
            x: frame.minX.withoutNoise(ofTerms: position.x), y: frame.minY.withoutNoise(ofTerms: position.y))
        return Rect(origin: origin, size: frame.size)
    }

    private mutating func readMembers(_ members: [UInt8], _ program: String, _ tally: inout ExportTally) {
        JSONMembers.visit(members) { name, value in
            let name = JSONString(name)
            if saysNothing(name, value) { return }
            switch name {
            case "position", "width", "height", "parentId", "parentNode", "measured", "initialWidth", "initialHeight",
                "transient", "shape", "foreign":
                return
            case "label":
                if let text = JSONText(copy: value).json?.stringValue {
                    label = text
                    return
                }
            case "type":
                isGroup = JSONText(copy: value).json?.stringValue == "group"
                if isGroup { return }
            case "hidden":
                isHidden = true
                return
            case "cornerRadius":
                cornerRadius = JSONText(copy: value).json?.doubleValue
                return
            case "handles":
                hasOwnHandles = true
                return
            case "data":
                if let members = JSONText(copy: value).json?.objectValue?.members {
                    data = members
                    return
                }
            case "style":
                readStyle(JSONText(copy: value).json?.objectValue, program, &tally)
                return
            default: break
            }
            tally.add(.node, id, "member", "\(program) has no `\(name)`")
        }
    }

    private mutating func readStyle(_ style: JSONObject?, _ program: String, _ tally: inout ExportTally) {
        for member in style?.members ?? [] {
            switch member.name {
            case "width", "height": continue
            case "backgroundColor", "background":
                if let color = member.value.stringValue.flatMap(HexColor.read) {
                    fill = fill ?? color
                    continue
                }
            default: break
            }
            tally.add(.node, id, "style", "a `style` that \(program) has not is left out: `\(member.name)`")
        }
    }
}

extension JSONString {
    /// The text; halves of surrogate pairs are replaced.
    var shown: String { string ?? String(decoding: withoutLoneSurrogates, as: UTF8.self) }
}

extension Document {
    /// The nodes in their order, but each behind its parent, and those that stand elsewhere for that.
    ///
    /// - Complexity: O(*n*), however deep they lie.
    func nodesParentsFirst(without left: SlotSet<Node>) -> (slots: [Node.Slot], moved: [Node.Slot]) {
        var (list, moved): ([Node.Slot], [Node.Slot]) = ([], [])
        var done = SlotSet<Node>()
        for slot in nodeSlots where !left.contains(slot) {
            var waiting: [Node.Slot] = []
            var next: Node.Slot? = slot
            while let node = next, done.insert(node) {
                waiting.append(node)
                next = nodes.parent(node)
            }
            moved += waiting.dropLast()
            list += waiting.reversed()
        }
        return (list, moved)
    }
}
