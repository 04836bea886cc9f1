import Geometry
import Wire

/// The traits of a node's members that a document must know without reading them again.
///
/// A known member of a wrong type counts as absent: it is kept as content, and `document/check` reports it.
struct NodeTraits: Sendable {
    var type: Identifier?
    var parent: Identifier?
    var z = 0.0
    var flags: NodeFlags = []
    /// The flags that the node states, with any value.
    fileprivate(set) var stated: NodeFlags = []
    var acceptsChildren: Bool?
    /// The node's own shape.
    var shape: NodeShape?
    var handles: [Handle] = []
    var targetSide = Side.top
    var sourceSide = Side.bottom
    /// The size that members other than `width` and `height` state; NaN if none does.
    private(set) var size = Size(width: .nan, height: .nan)
    private var widthSource = SizeSource.none
    private var heightSource = SizeSource.none
    /// The size while collapsed, if the node states one.
    private(set) var collapsedSize: Size?
    private(set) var standard: StandardType?

    /// The member that states a size; React Flow obeys the last of these, after the node's own width and height.
    fileprivate enum SizeSource: UInt8 { case none, initial, measured, style }

    init() {}

    /// Reads compact, valid members.
    init(members: UnsafeBufferPointer<UInt8>) {
        if members.count <= 2 { return }
        var cursor = JSONCursor(members)
        NodeTraits.table.readMembers(&cursor, into: &self)
        finish()
    }

    /// The size in the members, if they state one.
    func size(else fallback: Size) -> Size { size.filled(from: fallback) }

    /// Takes in the size that a front end measured, which counts as if the members stated it.
    mutating func measure(_ size: Size) {
        flags.insert(.measured)
        if widthSource.rawValue <= SizeSource.measured.rawValue { self.size.width = size.width }
        if heightSource.rawValue <= SizeSource.measured.rawValue { self.size.height = size.height }
    }

    mutating func finish() { finish(type.flatMap { StandardType($0) }) }

    /// Ends the reading.
    /// Three members in any order decide whether a node accepts dropped children.
    mutating func finish(_ type: StandardType?) {
        standard = type
        if acceptsChildren ?? (type == .group && !flags.contains(.extentParent)) { flags.insert(.acceptsChildren) }
    }

    /// Sets the side of one of the default handles.
    fileprivate mutating func setSide(_ name: String, _ set: (inout NodeTraits, Side) -> Void) {
        guard let side = Side(rawValue: name) else { return }
        flags.insert(.hasSides)
        set(&self, side)
    }

    fileprivate mutating func readLabel(from cursor: inout JSONCursor) -> Bool {
        guard cursor.peek() == .string else { return false }
        cursor.skipValue()
        flags.insert(.labelled)
        return true
    }

    fileprivate mutating func readData(from cursor: inout JSONCursor) -> Bool {
        guard cursor.entersObject() else { return false }
        while let name = cursor.nextMember() {
            if name == "label", cursor.peek() == .string { flags.insert(.labelled) }
            cursor.skipValue()
        }
        return true
    }

    fileprivate mutating func readExtent(from cursor: inout JSONCursor) -> Bool {
        if cursor.peek() == .string {
            guard let value = try? cursor.readString(), value == "parent" else { return false }
            flags.insert(.extentParent)
            return true
        }
        guard cursor.peek() == .array, let json = try? JSON(reading: &cursor, checked: false),
            Rect(extent: json) != nil
        else { return false }
        flags.insert(.extentRect)
        return true
    }

    fileprivate mutating func readMeasured(from cursor: inout JSONCursor) -> Bool {
        guard cursor.peek() == .object, let json = try? JSON(reading: &cursor, checked: false) else { return false }
        offer(json["width"]?.doubleValue, json["height"]?.doubleValue, from: .measured)
        return true
    }

    fileprivate mutating func readStyle(from cursor: inout JSONCursor) -> Bool {
        guard cursor.peek() == .object, let json = try? JSON(reading: &cursor, checked: false) else { return false }
        flags.insert(.styled)
        offer(StyleLength.pixels(json["width"]), StyleLength.pixels(json["height"]), from: .style)
        return true
    }

    fileprivate mutating func readCollapsedSize(from cursor: inout JSONCursor) -> Bool {
        guard cursor.peek() == .object, let json = try? JSON(reading: &cursor, checked: false),
            let size = Size(json: json)
        else { return false }
        collapsedSize = size
        flags.insert(.ownCollapsedSize)
        return true
    }

    fileprivate mutating func offer(_ width: Double?, _ height: Double?, from source: SizeSource) {
        if let width, width >= 0, source.rawValue > widthSource.rawValue {
            (size.width, widthSource) = (width, source)
            flags.insert(.statedSize)
        }
        if let height, height >= 0, source.rawValue > heightSource.rawValue {
            (size.height, heightSource) = (height, source)
            flags.insert(.statedSize)
        }
    }

    fileprivate mutating func readLayout(from cursor: inout JSONCursor) -> Bool {
        guard (try? OwnLayout.kept(at: &cursor)) != nil else { return false }
        flags.insert(.ownLayout)
        return true
    }

    fileprivate mutating func readHandles(from cursor: inout JSONCursor) -> Bool {
        guard cursor.peek() == .array, let list = Handle.readList(from: &cursor) else { return false }
        handles = list
        flags.insert(.hasHandles)
        return true
    }
}

extension Size {
    /// The size, with the width and the height of another one in place of NaN.
    func filled(from other: Size) -> Size {
        Size(width: width.isNaN ? other.width : width, height: height.isNaN ? other.height : height)
    }
}

// MARK: The readers of members

extension NodeTraits {
    static let table = TraitTable(members)
}

extension Trait where Traits == NodeTraits {
    static func flag(_ flag: NodeFlags, when wanted: Bool = true) -> Trait {
        .boolean {
            $0.stated.insert(flag)
            if $1 == wanted { $0.flags.insert(flag) }
        }
    }

    static var type: Trait { .string { $0.type = Identifier($1) } }
    static var parent: Trait { .string { $0.parent = Identifier($1) } }
    /// The older name of the parent, used if the other is absent.
    static var olderParent: Trait { .string { if $0.parent == nil { $0.parent = Identifier($1) } } }
    /// A position or a size, which the reader of elements has already read if it is a plain one.
    static var geometry: Trait { kept(.writtenGeometry) }
    static var styled: Trait { kept(.styled) }
    static var ownLayout: Trait { Trait { $0.readLayout(from: &$1) } }
    static var label: Trait { Trait { $0.readLabel(from: &$1) } }
    static var data: Trait { Trait { $0.readData(from: &$1) } }
    static var extent: Trait { Trait { $0.readExtent(from: &$1) } }
    static var handles: Trait { Trait { $0.readHandles(from: &$1) } }
    static var measured: Trait { Trait { $0.readMeasured(from: &$1) } }
    static var style: Trait { Trait { $0.readStyle(from: &$1) } }
    static var collapsedSize: Trait { Trait { $0.readCollapsedSize(from: &$1) } }
    static var initialWidth: Trait { .number { $0.offer($1, nil, from: .initial) } }
    static var initialHeight: Trait { .number { $0.offer(nil, $1, from: .initial) } }
    static var sourceSide: Trait { .string { $0.setSide($1) { $0.sourceSide = $1 } } }
    static var targetSide: Trait { .string { $0.setSide($1) { $0.targetSide = $1 } } }
    static var acceptsChildren: Trait { .boolean { $0.acceptsChildren = $1 } }

    static var z: Trait {
        .number {
            $0.z = $1
            if $1 != 0 { $0.flags.insert(.layered) }
        }
    }

    static var shape: Trait {
        .string {
            guard let shape = NodeShape(rawValue: $1) else { return }
            $0.shape = shape
            $0.flags.insert(.shape(shape))
        }
    }

    /// Sets a flag whatever the value is.
    private static func kept(_ flag: NodeFlags) -> Trait {
        Trait { traits, _ in
            traits.flags.insert(flag)
            return false
        }
    }
}
