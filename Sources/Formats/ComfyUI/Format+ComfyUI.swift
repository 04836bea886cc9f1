import Geometry
import Graph
import Wire

extension Format {
    /// A workflow of ComfyUI, or another graph of LiteGraph (docs.comfy.org/specs/workflow_json, versions 0.4 and 1.0).
    public static let comfyUI = Format(
        "comfyUI", title: "ComfyUI", "a workflow of ComfyUI, or another graph of LiteGraph", suffixes: [".json"],
        keeps: .all,
        from: .json(
            recognize: { text in
                guard let nodes = text.member("nodes") else { return false }
                if let node = nodes.firstElement {
                    let kind = node.kind(of: "pos")
                    return (kind == .array || kind == .object) && node.kind(of: "type") == .string
                        && node.kind(of: "position") == nil
                }
                return text.member("last_node_id") != nil && text.member("links") != nil
            },
            read: { (text, _) throws(ShapeError) in try ComfyUIReader.read(text) }),
        to: ComfyUIWriter.self)
}

/// The terms of ComfyUI and LiteGraph, and the dimensions of their nodes, in canvas units.
enum ComfyUI {
    /// The height of a node's title, which lies above the node's position.
    static let titleHeight = 30.0
    /// The size of a node without a stated size.
    static let nodeSize = Size(width: 140, height: 26)
    private static let slotHeight = 20.0

    /// The distance between a slot and the top of the title.
    static func distance(_ index: Int) -> Double { titleHeight + (Double(index) + 0.7) * slotHeight }

    static func input(_ index: Int) -> String { "in:\(index)" }
    static func output(_ index: Int) -> String { "out:\(index)" }

    /// The types of a slot: names between commas; empty if it accepts all types.
    static func dataTypes(_ type: String?) -> [String] {
        guard let type, type != "*", !type.isEmpty else { return [] }
        return type.split(separator: ",").map(String.init)
    }
}
