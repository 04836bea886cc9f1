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
    var acceptsChildren: Bool?
    /// The node's own shape.
    var shape: NodeShape?
    var handles: [Handle] = []
    var targetSide = Side.top
    var sourceSide = Side.bottom
    /// The size that members other than `width` and `height` state; NaN where none does.
    private(set) var size = Size(width: .nan, height: .nan)
    private var widthSource = SizeSource.none
    private var heightSource = SizeSource.none
    /// The size while collapsed, where the node states one.
    private(set) var collapsedSize: Size?
    private(set) var standard: StandardType?

    /// The member that states a size; React Flow obeys the last of these, after the node's own width and height.
    private enum SizeSource: UInt8 { case none, initial, measured, style }

    init() {}

    /// Reads compact, valid members.
    init(members: UnsafeBufferPointer<UInt8>) {
        if members.count <= 2 { return }
        var cursor = JSONCursor(members)
        guard cursor.entersObject() else { return }
        while let name = cursor.nextMember() {
            if !read(name, from: &cursor) { cursor.skipValue() }
        }
        finish()
    }

    /// The size that the members state, where they state one.
    func size(else fallback: Size) -> Size {
        Size(
            width: size.width.isNaN ? fallback.width : size.width,
            height: size.height.isNaN ? fallback.height : size.height)
    }

    mutating func finish() { finish(type.flatMap { StandardType($0) }) }

    /// Ends the reading.
    /// Three members in any order decide whether a node accepts dropped children.
    mutating func finish(_ type: StandardType?) {
        standard = type
        if acceptsChildren ?? (type == .group && !flags.contains(.extentParent)) { flags.insert(.acceptsChildren) }
    }

    /// Reads the value of a known member; returns false for an unknown one, of which nothing is read.
    mutating func read(_ name: JSONName, from cursor: inout JSONCursor) -> Bool {
        let start = cursor
        if readTyped(name, from: &cursor) { return true }
        cursor = start
        return false
    }

    private mutating func readTyped(_ name: JSONName, from cursor: inout JSONCursor) -> Bool {
        switch name.length {
        case 4 where name == "type": return take(&type, from: &cursor)
        case 5 where name == "label": return readLabel(from: &cursor)
        case 4 where name == "data": return readData(from: &cursor)
        case 5 where name == "style": return readStyle(from: &cursor)
        case 5 where name == "shape": return readShape(from: &cursor)
        case 6 where name == "zIndex":
            guard let value = try? cursor.readDouble() else { return false }
            z = value
            if value != 0 { flags.insert(.layered) }
        case 6 where name == "hidden": return flag(.hidden, when: true, from: &cursor)
        case 6 where name == "locked": return flag(.locked, when: true, from: &cursor)
        case 6 where name == "extent": return readExtent(from: &cursor)
        case 7 where name == "handles": return readHandles(from: &cursor)
        case 5 where name == "width", 6 where name == "height", 8 where name == "position":
            flags.insert(.writtenGeometry)
            return false
        case 8 where name == "parentId": return take(&parent, from: &cursor)
        case 8 where name == "measured": return readMeasured(from: &cursor)
        case 9 where name == "className":
            flags.insert(.styled)
            return false
        case 9 where name == "draggable": return flag(.undraggable, when: false, from: &cursor)
        case 9 where name == "transient": return flag(.transient, when: true, from: &cursor)
        case 9 where name == "deletable": return flag(.undeletable, when: false, from: &cursor)
        case 9 where name == "collapsed": return flag(.collapsed, when: true, from: &cursor)
        case 10 where name == "selectable": return flag(.unselectable, when: false, from: &cursor)
        case 10 where name == "parentNode": return parent != nil ? false : take(&parent, from: &cursor)
        case 11 where name == "connectable": return flag(.unconnectable, when: false, from: &cursor)
        case 12 where name == "expandParent": return flag(.expandsParent, when: true, from: &cursor)
        case 12 where name == "initialWidth": return readInitial(isWidth: true, from: &cursor)
        case 13 where name == "initialHeight": return readInitial(isWidth: false, from: &cursor)
        case 13 where name == "collapsedSize": return readCollapsedSize(from: &cursor)
        case 14 where name == "targetPosition":
            guard let side = side(from: &cursor) else { return false }
            targetSide = side
        case 14 where name == "sourcePosition":
            guard let side = side(from: &cursor) else { return false }
            sourceSide = side
        case 15 where name == "acceptsChildren":
            guard let value = try? cursor.readBoolean() else { return false }
            acceptsChildren = value
        default: return false
        }
        return true
    }

    private func take(_ target: inout Identifier?, from cursor: inout JSONCursor) -> Bool {
        guard cursor.peek() == .string, let value = try? cursor.readString() else { return false }
        target = Identifier(value)
        return true
    }

    private mutating func flag(_ flag: NodeFlags, when wanted: Bool, from cursor: inout JSONCursor) -> Bool {
        guard cursor.peek() == .boolean, let value = try? cursor.readBoolean() else { return false }
        if value == wanted { flags.insert(flag) }
        return true
    }

    private mutating func side(from cursor: inout JSONCursor) -> Side? {
        guard cursor.peek() == .string, let value = try? cursor.readString(), let side = Side(rawValue: value) else {
            return nil
        }
        flags.insert(.hasSides)
        return side
    }

    private mutating func readLabel(from cursor: inout JSONCursor) -> Bool {
        guard cursor.peek() == .string else { return false }
        cursor.skipValue()
        flags.insert(.labelled)
        return true
    }

    private mutating func readData(from cursor: inout JSONCursor) -> Bool {
        guard cursor.entersObject() else { return false }
        while let name = cursor.nextMember() {
            if name == "label", cursor.peek() == .string { flags.insert(.labelled) }
            cursor.skipValue()
        }
        return true
    }

    private mutating func readShape(from cursor: inout JSONCursor) -> Bool {
        guard cursor.peek() == .string, let name = try? cursor.readString(), let own = NodeShape(rawValue: name) else {
            return false
        }
        shape = own
        flags.insert(.shape(own))
        return true
    }

    private mutating func readExtent(from cursor: inout JSONCursor) -> Bool {
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

    private mutating func readMeasured(from cursor: inout JSONCursor) -> Bool {
        guard cursor.peek() == .object, let json = try? JSON(reading: &cursor, checked: false) else { return false }
        offer(json["width"]?.doubleValue, json["height"]?.doubleValue, from: .measured)
        return true
    }

    private mutating func readStyle(from cursor: inout JSONCursor) -> Bool {
        guard cursor.peek() == .object, let json = try? JSON(reading: &cursor, checked: false) else { return false }
        flags.insert(.styled)
        offer(StyleLength.pixels(json["width"]), StyleLength.pixels(json["height"]), from: .style)
        return true
    }

    private mutating func readCollapsedSize(from cursor: inout JSONCursor) -> Bool {
        guard cursor.peek() == .object, let json = try? JSON(reading: &cursor, checked: false),
            let size = Size(json: json)
        else { return false }
        collapsedSize = size
        flags.insert(.ownCollapsedSize)
        return true
    }

    private mutating func readInitial(isWidth: Bool, from cursor: inout JSONCursor) -> Bool {
        guard cursor.peek() == .number, let value = try? cursor.readDouble() else { return false }
        offer(isWidth ? value : nil, isWidth ? nil : value, from: .initial)
        return true
    }

    private mutating func offer(_ width: Double?, _ height: Double?, from source: SizeSource) {
        if let width, width >= 0, source.rawValue > widthSource.rawValue {
            (size.width, widthSource) = (width, source)
            flags.insert(.statedSize)
        }
        if let height, height >= 0, source.rawValue > heightSource.rawValue {
            (size.height, heightSource) = (height, source)
            flags.insert(.statedSize)
        }
    }

    private mutating func readHandles(from cursor: inout JSONCursor) -> Bool {
        guard cursor.peek() == .array, let list = Handle.readList(from: &cursor) else { return false }
        handles = list
        flags.insert(.hasHandles)
        return true
    }
}
