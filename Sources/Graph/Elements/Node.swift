import Geometry
import Storage
import Wire

/// An element with a frame, as content: the stored part, independent of its place in columns.
public struct Node: Sendable, Equatable {
    /// Ids of nodes; edges have a name space of their own.
    public typealias ID = Identifier
    /// The row of a node in the columns of a document.
    public typealias Slot = Storage.Slot<Node>

    /// The content of a node, behind one reference, since changes hold many nodes and are passed along.
    @usableFromInline struct Content: Sendable, Equatable {
        @usableFromInline var id: ID
        @usableFromInline var geometry: NodeGeometry
        @usableFromInline var members: [UInt8] { didSet { mayHoldGeometry = true } }
        var inferredHandles: HandleList
        /// Is true if a number of the geometry may be among the members, which else need not be searched for it.
        var mayHoldGeometry = true
        /// Is no content: equal nodes may be measured differently.
        var measured: Size?

        @usableFromInline static func == (a: Content, b: Content) -> Bool {
            a.id == b.id && a.geometry == b.geometry && a.members == b.members && a.inferredHandles == b.inferredHandles
        }
    }

    @usableFromInline var content: CopyOnWrite<Content>

    /// Unique among the nodes of a document.
    @inlinable public var id: ID {
        _read { yield content.value.id }
        _modify { yield &content.value.id }
    }
    /// Position relative to the parent and size, in canvas units; NaN is absent.
    public internal(set) var geometry: NodeGeometry {
        @inlinable _read { yield content.value.geometry }
        _modify { yield &content.value.geometry }
    }
    /// The node's other members: one JSON object, as written except for white space.
    ///
    /// A `position`, `width` or `height` is here, too, if the geometry alone would not reproduce the text: a number
    /// not in the shortest spelling of its double, a null, or members of a position besides x and y.
    @inlinable public var members: [UInt8] {
        _read { yield content.value.members }
        _modify { yield &content.value.members }
    }
    /// The list of handles that only the edges of the opened file named (an index of the document's catalog), or 0.
    var inferredHandles: HandleList {
        get { content.value.inferredHandles }
        set { if newValue != inferredHandles { content.value.inferredHandles = newValue } }
    }

    /// The size that front ends measured, which files keep and comparisons ignore; nil if there is none.
    public var measured: Size? {
        get { content.value.measured }
        set { if newValue != measured { content.value.measured = newValue } }
    }

    /// A node from its id, its stored geometry and its other members, the text of a JSON object.
    public init(id: ID, geometry: NodeGeometry = .absent, members: [UInt8] = Array("{}".utf8)) {
        self.init(id: id, geometry: geometry, members: members, inferredHandles: .standard)
    }

    init(
        id: ID, geometry: NodeGeometry, members: [UInt8], inferredHandles: HandleList, mayHoldGeometry: Bool = true,
        measured: Size? = nil
    ) {
        content = CopyOnWrite(
            Content(
                id: id, geometry: geometry, members: members, inferredHandles: inferredHandles,
                mayHoldGeometry: mayHoldGeometry, measured: measured))
    }

    /// The memory it takes, roughly.
    public var bytes: Int { MemoryLayout<Content>.size + 16 + members.count }

    /// Returns true if both have the same content.
    public static func == (a: Node, b: Node) -> Bool {
        a.content.isShared(with: b.content) || a.content.address.pointee == b.content.address.pointee
    }

    /// The size of a node when neither it nor its type states one, in canvas units.
    public static let defaultSize = Size(width: 150, height: 60)

    /// Changes the position and size of the node (NaN is absent); members that describe a changed number are removed.
    public mutating func setGeometry(_ after: NodeGeometry) {
        let before = geometry
        geometry = after
        let written = writtenGeometry
        if !written.isEmpty { members = NodeGeometry.members(members, written, from: before, to: after) }
    }

    /// Is true if a number of the geometry is among the members.
    public var writesGeometry: Bool { !writtenGeometry.isEmpty }

    /// The numbers of the geometry that are among the members.
    var writtenGeometry: WrittenGeometry {
        content.value.mayHoldGeometry ? members.withUnsafeBufferPointer { WrittenGeometry(in: $0) } : []
    }

    /// The same without a measured size.
    public var unmeasured: Node {
        var node = self
        node.measured = nil
        return node
    }

    /// Returns true if two nodes are equal except for the spelling of their positions and sizes.
    func hasSameContent(as other: Node) -> Bool {
        if self == other { return true }
        if id != other.id || geometry != other.geometry { return false }
        return (writesGeometry || other.writesGeometry) && unmeasured.json == other.unmeasured.json
    }
}

/// The members of a node's geometry that are among its other members.
struct WrittenGeometry: OptionSet {
    let rawValue: UInt8

    static let position = WrittenGeometry(rawValue: 1)
    static let width = WrittenGeometry(rawValue: 2)
    static let height = WrittenGeometry(rawValue: 4)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(in members: UnsafeBufferPointer<UInt8>) {
        self.init(rawValue: 0)
        JSONMembers.visit(members) { name, _ in
            switch name.length {
            case 5 where name == "width": insert(.width)
            case 6 where name == "height": insert(.height)
            case 8 where name == "position": insert(.position)
            default: break
            }
        }
    }
}
