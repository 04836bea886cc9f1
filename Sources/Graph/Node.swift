import Geometry
import Wire

/// An element with a frame, as content: what a document stores of it, independent of where it is stored.
public struct Node: Sendable, Equatable {
    public typealias ID = Identifier

    public var id: ID
    public var geometry: NodeGeometry
    /// The node's other members: one JSON object, as written but for white space.
    ///
    /// A `position` stands here only with the members that are not `x` and `y`, a `width` or `height` only when null.
    public var members: [UInt8]
    /// The list of handles that only the edges of the opened file named (an index of the document's catalog), or 0.
    var mentions: Int32 = 0

    public init(id: ID, geometry: NodeGeometry = .absent, members: [UInt8] = Array("{}".utf8)) {
        self.id = id
        self.geometry = geometry
        self.members = members
    }

    public static let defaultSize = Size(width: 150, height: 60)
}
