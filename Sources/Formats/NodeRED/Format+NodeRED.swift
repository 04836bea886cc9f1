import Geometry
import Graph
import Wire

extension Format {
    /// Flows of Node-RED (nodered.org/docs/api/admin/types), recognized by the form of the first element.
    public static let nodeRed = Format(
        "nodeRed", title: "Node-RED", "flows of Node-RED: one list of nodes, groups, tabs and configurations",
        suffixes: [".json"], keeps: .all,
        from: .json(
            recognize: { text in
                guard !text.isObject, let first = text.start.firstElement else { return false }
                let members = ObjectMembers(at: first)
                guard members.string("id") != nil, let type = members.string("type") else { return false }
                return first.kind(of: "wires") == .array || members.string("z") != nil
                    || type == "tab" || type == "subflow"
            },
            read: { (text, _) throws(ShapeError) in try NodeREDReader.read(text) }),
        to: NodeREDWriter.self)
}

/// The terms of Node-RED, and the sizes of its nodes, which are not in its files.
enum NodeRED {
    static let input = "in"
    /// The greatest number of outputs with handles.
    static let mostOutputs = 1000

    /// The id of the handle of an output.
    static func output(_ index: Int) -> String { "out:\(index)" }

    /// The index of an output from its handle's id; nil for other ids.
    static func outputIndex(_ handle: String) -> Int? {
        guard handle.hasPrefix("out:"), let index = Int(handle.dropFirst(4)) else { return nil }
        return (0..<mostOutputs).contains(index) ? index : nil
    }

    /// Returns true for types of nodes without an input.
    static func hasNoInput(_ type: String) -> Bool {
        ["inject", "comment", "catch", "status", "complete"].contains(type) || type.hasSuffix(" in")
    }

    /// Returns true for types of elements with their own canvas.
    static func isCanvas(_ type: String?) -> Bool { type == "tab" || type == "subflow" }

    /// The size of a node, as in its editor: the width in steps of 20, with about 7 units for a character.
    static func size(_ type: String, label: String, outputs: Int, isSmall: Bool) -> Size {
        if type == "junction" { return Size(width: 10, height: 10) }
        let width = isSmall ? 30 : max(100, ((Double(label.count) * 7 + 50) / 20).rounded(.up) * 20)
        return Size(width: width, height: max(30, Double(outputs) * 15))
    }
}
