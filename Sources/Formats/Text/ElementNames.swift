import Graph
import Storage

/// Unique names for nodes, for formats that identify nodes by name.
///
/// The name of a node is its label if it is unique, else its id.
struct ElementNames {
    private var places = SlotMap<Node>()
    /// The names, by these indices.
    private var names: [String] = []
    private var nodes: [Identifier: Node.Slot] = [:]

    /// Names some nodes of a document.
    ///
    /// - Parameters:
    ///   - byLabels: true if labels can be names; else only ids are.
    ///   - fit: converts a text without line breaks into a valid name, or into an empty text.
    ///   - Complexity: O(*n*) in the nodes, unless many names differ only by a number.
    init(
        _ document: Document, _ slots: [Node.Slot], byLabels: Bool = true, fit: (String) -> String = { $0 }
    ) {
        func name(_ text: String) -> String { fit(text.onOneLine.trimmed) }
        var others: [Node.Slot] = []
        for slot in slots {
            let id = document.nodeID(slot).string
            let label = byLabels ? document.withLabel(ofNode: slot) { $0?.description } ?? id : id
            // A node whose label is its id keeps that name, even if other nodes have the same label.
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

    /// The name of a node; nil without one.
    subscript(slot: Node.Slot) -> String? { places[slot].map { names[$0] } }

    /// The node with a name.
    func node(_ name: String) -> Node.Slot? { nodes[Identifier(name)] }
}
