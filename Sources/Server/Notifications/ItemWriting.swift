import EdgeRouting
import Editing
import Geometry
import Graph
import Interaction
import Storage
import Wire

/// Writes the items of an update.
struct ItemWriting {
    private(set) var document: Document
    let hasDetails: Bool
    let mode: View.SceneMode
    let flatness: Double
    /// The pointers of the view into nodes and into edges, as they are written.
    let pointers: (nodes: [String], edges: [String])
    /// The members that the view asks for.
    let asked: [AskedMember]

    init(_ update: borrowing Interaction.ViewUpdate, _ document: Document) {
        self.document = document
        hasDetails = update.hasDetails
        mode = update.mode
        flatness = update.flatness
        asked = update.asked
        pointers = (update.contents.nodes.map(\.text), update.contents.edges.map(\.text))
    }

    /// The same for items of another document.
    func of(_ document: Document) -> ItemWriting {
        var other = self
        other.document = document
        return other
    }
}

/// Decides which members of an item are written.
struct WrittenMembers {
    /// The members that changed; nil for a new item.
    let changed: ItemMembers?

    /// Returns true if a member has changed; of a new item, if it is present.
    @inline(__always)
    func callAsFunction(_ member: ItemMembers, _ isPresent: @autoclosure () -> Bool) -> Bool {
        changed?.contains(member) ?? isPresent()
    }

    /// Returns true if one of some members has changed; of a new item, if one is present.
    @inline(__always)
    func any(of members: ItemMembers, _ isPresent: @autoclosure () -> Bool) -> Bool {
        changed.map { !$0.isDisjoint(with: members) } ?? isPresent()
    }
}

extension JSONWriter {
    @inline(__always)
    mutating func member(_ name: StaticString, _ value: Double) {
        self.name(name)
        coordinate(value)
    }

    /// Writes a JSON string as it is, its lines and its marks if there are some, its center and its angle.
    mutating func label(
        _ text: [UInt8], _ lines: [String], _ rich: RichLabel?, at point: Point, _ angle: Double
    ) {
        beginObject()
        name("text")
        raw(text)
        if !lines.isEmpty {
            name("lines")
            beginArray()
            for line in lines { string(line) }
            endArray()
        }
        if let runs = rich?.json["runs"] {
            name("runs")
            raw(runs.text)
        }
        name("x")
        thousandths(point.x)
        name("y")
        thousandths(point.y)
        name("angle")
        coordinate(angle)
        endObject()
    }

    /// Writes what an element has that only the other document of a comparison has.
    mutating func ghost() {
        name("difference")
        string(ElementDifference.Kind.removed.rawValue)
        name("ghost")
        boolean(true)
    }

    /// Writes the difference of an element: for a new item the present parts, else all.
    mutating func difference(_ difference: ItemDifference?, _ isNew: Bool) {
        name("difference")
        if let difference { string(difference.kind.rawValue) } else { null() }
        let changes = difference?.changes ?? []
        if !changes.isEmpty || !isNew {
            name("changes")
            if changes.isEmpty { null() } else { Shape.pointers.write(changes, &self) }
        }
    }

    /// Writes the values at the pointers of the view: for a new item the present ones, else the changed ones.
    mutating func contents(_ values: ItemValues, _ pointers: [String], _ isNew: Bool) {
        let written = values.texts.indices.filter {
            isNew ? values.texts[$0] != nil : values.changed >> UInt64($0) & 1 == 1
        }
        if written.isEmpty { return }
        name("contents")
        beginObject()
        for index in written {
            name(pointers[index])
            if let text = values.texts[index] { raw(text) } else { null() }
        }
        endObject()
    }

    /// Writes the members that the view asks for: of a new item all, else the changed ones.
    mutating func asked(_ values: [[UInt8]], _ members: [AskedMember], _ changed: ItemMembers?) {
        for index in values.indices where changed?.contains(.asked(index)) ?? true {
            name(members[index].name)
            raw(values[index])
        }
    }

    /// Writes JSON as it is: null for none.
    mutating func text(_ name: StaticString, _ text: [UInt8]) {
        self.name(name)
        if text.isEmpty { null() } else { raw(text) }
    }

    mutating func order(_ key: UInt64) {
        name("order")
        integer(Int(clamping: key))
    }

    mutating func mark(_ name: StaticString, _ isSet: Bool) {
        self.name(name)
        if isSet { boolean(true) } else { null() }
    }

    mutating func color(_ color: StyleColor?) {
        name("color")
        if let color { string(color.text) } else { null() }
    }

    /// Writes the member of an item, or of the frame: null for none.
    mutating func problems(_ problems: Problems) {
        name("problems")
        if problems.isEmpty { return null() }
        beginObject()
        name("error")
        integer(problems.errors)
        name("warning")
        integer(problems.warnings)
        endObject()
    }

    mutating func emphasis(_ emphasis: Emphasis?) {
        name("emphasis")
        if let emphasis { string(emphasis.rawValue) } else { null() }
    }

    /// Writes an object with the present members of a look, in the form of edges.
    mutating func look(_ style: EdgeStyle) {
        beginObject()
        line(style, isNew: true)
        if !style.dash.isEmpty { dash(style.dash) }
        if style.opacity != 1 { opacity(style.opacity) }
        endObject()
    }

    /// Writes the color of a line, its width and whether it is animated; for a new item only present ones.
    mutating func line(_ style: EdgeStyle, isNew: Bool) {
        if !isNew || style.color != nil { color(style.color) }
        if !isNew || style.strokeWidth != nil {
            name("strokeWidth")
            if let width = style.strokeWidth { coordinate(width) } else { null() }
        }
        if !isNew || style.isAnimated { mark("animated", style.isAnimated) }
    }

    mutating func dash(_ lengths: [Double]) {
        name("dash")
        if lengths.isEmpty { return null() }
        beginArray()
        for length in lengths { coordinate(length) }
        endArray()
    }

    mutating func opacity(_ part: Double) {
        name("opacity")
        if part == 1 { null() } else { coordinate(part) }
    }

    mutating func arrow(_ head: ArrowHead, _ marker: EdgeStyle.Marker) {
        beginObject()
        name("x")
        thousandths(head.tip.x)
        name("y")
        thousandths(head.tip.y)
        name("angle")
        coordinate(head.angle)
        if marker.kind == .open { mark("open", true) }
        if marker.kind == .circle || marker.kind == .cross {
            name("kind")
            string(marker.kind.rawValue)
        }
        if let color = marker.color { self.color(color) }
        endObject()
    }
}
