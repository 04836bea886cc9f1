import Geometry
import Graph
import Wire

extension Format {
    /// A workflow of n8n, recognized by its `connections` and the form of its first node.
    ///
    /// There is no specification; the types are in `packages/workflow/src/interfaces.ts` of n8n.
    public static let n8n = Format(
        "n8n", title: "n8n", "a workflow of n8n", suffixes: [".json"], keeps: .all,
        from: .json(
            recognize: { text in
                guard var connections = text.member("connections"), connections.peek() == .object,
                    let nodes = text.member("nodes"), text.member("edges") == nil
                else { return false }
                guard let node = nodes.firstElement else { return true }
                return node.kind(of: "position") == .array && node.kind(of: "type") == .string
                    && node.kind(of: "name") == .string
            },
            read: { (text, _) throws(ShapeError) in try N8NReader.read(text) }),
        to: N8NWriter.self)
}

/// The terms of n8n.
enum N8N {
    static let note = "n8n-nodes-base.stickyNote"
    /// The size of a node in its editor.
    static let nodeSize = Size(width: 96, height: 96)
    /// The size of a note without a stated size.
    static let noteSize = Size(width: 240, height: 160)
    /// The style of notes: the text is at the top.
    static let noteStyle: JSONObject = ["verticalAlign": "top"]
    /// The greatest index of an input or output.
    static let greatestIndex = 999

    /// The id of a handle: the type of its connections and its index.
    static func handle(_ type: String, _ index: Int) -> String { "\(type)/\(index)" }

    /// The type and the index of a handle's id; nil for ids of other forms.
    static func connection(_ handle: String) -> (type: String, index: Int)? {
        guard let slash = handle.lastIndex(of: "/"), let index = Int(handle[handle.index(after: slash)...]),
            (0...greatestIndex).contains(index)
        else { return nil }
        return (String(handle[..<slash]), index)
    }
}
