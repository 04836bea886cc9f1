import Graph
import Storage

/// Names for nodes in a format that knows nodes by one name, which is unique there.
///
/// A node has its label, if no other has it, else its id.
struct ElementNames {
    private var places = SlotMap<Node>()
    /// The names, by those places.
    private var names: [String] = []
    private var nodes: [Identifier: Node.Slot] = [:]

    /// Names some nodes of a document.
    ///
    /// - Parameters:
    ///   - byLabels: whether labels are names; else ids alone are.
    ///   - fit: makes of a text without line breaks what may be a name; an empty one is none.
    /// - Complexity: O(*n*) in the nodes, unless many have names that differ in nothing but a number.
    init(
        _ document: Document, _ slots: [Node.Slot], byLabels: Bool = true, fit: (String) -> String = { $0 }
    ) {
        func name(_ text: String) -> String { fit(text.onOneLine.trimmed) }
        var others: [Node.Slot] = []
        for slot in slots {
            let id = document.nodeID(slot).string
            let label = byLabels ? document.withLabel(ofNode: slot) { $0?.description } ?? id : id
            // What is called by its id keeps its name, whoever else has that label.
            if label == id, add(name(id), slot) { continue }
            others.append(slot)
        }
        var count = 1
        for slot in others {
            let label = byLabels ? document.withLabel(ofNode: slot) { $0?.description } ?? "" : ""
            let id = name(document.nodeID(slot).string)
            if add(name(label), slot) || add(id, slot) { continue }
            repeat { count += 1 } while !add(id + "_\(count)", slot)
        }
    }

    private mutating func add(_ name: String, _ slot: Node.Slot) -> Bool {
        let id = Identifier(name)
        if name.isEmpty || nodes[id] != nil { return false }
        nodes[id] = slot
        places.insert(slot, names.count)
        names.append(name)
        return true
    }

    /// The name of a node; nil for one that got none.
    subscript(slot: Node.Slot) -> String? { places[slot].map { names[$0] } }

    /// The node of a name.
    func node(_ name: String) -> Node.Slot? { nodes[Identifier(name)] }
}
