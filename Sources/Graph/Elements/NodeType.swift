import Geometry
import Storage
import Wire

/// What the nodes of one type have in common: handles and sizes, where the nodes themselves say nothing.
struct NodeType: Sendable {
    var handles: [Handle]?
    var defaultSize: Size?
    var minSize: Size?
    var collapsedSize: Size?

    init(_ json: JSON) {
        guard case .object(let object) = json else { return }
        defaultSize = object["defaultSize"].flatMap(Size.init(json:))
        minSize = object["minSize"].flatMap(Size.init(json:))
        collapsedSize = object["collapsedSize"].flatMap(Size.init(json:))
        if case .array? = object["handles"] {
            var writer = JSONWriter()
            object["handles"]?.write(into: &writer)
            handles = writer.withBytes { bytes in
                var cursor = JSONCursor(bytes)
                return Handle.readList(from: &cursor)
            }
        }
    }
}

extension Size {
    /// Reads an object with a width and a height that are not negative.
    init?(json: JSON) {
        guard case .object(let object) = json, let width = object["width"]?.doubleValue,
            let height = object["height"]?.doubleValue, width >= 0, height >= 0
        else { return nil }
        self.init(width: width, height: height)
    }
}

extension Document {
    /// The least size that a resize by hand gives a node of this one's type, where the type states one.
    public func minSize(_ slot: Node.Slot) -> Size? {
        nodes.type(slot).flatMap { types[$0]?.minSize }
    }
}

extension Document {
    /// The names of the node types, in the order of their bytes.
    public var typeNames: [String] { types.keys.map { symbols[$0] }.sorted().map(\.string) }
}
