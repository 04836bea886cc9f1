import EdgeRouting
import Geometry
import Graph
import Storage
import Wire

/// An edge as a view sends it. Coordinates and lengths are the canvas's.
public struct EdgeItem: Sendable, SentItem {
    var outline: Outline<Edge>
    /// The path that a gesture shows; for a carried edge, that of the document.
    public internal(set) var path: Path
    /// The path with arcs over those it crosses; nil if it has none.
    public internal(set) var jumpingPath: Path?
    /// The bounds of the path.
    public internal(set) var bounds: Rect
    /// The center of the label.
    public internal(set) var labelPoint: Point
    /// In radians, clockwise from the x axis.
    public internal(set) var labelAngle: Double
    /// The labels in its list, at their drawn positions.
    public private(set) var furtherLabels: [PlacedLabel] = []
    /// Its own, or one above the container of both its ends if that is more.
    public internal(set) var z = 0.0
    /// The order; of two edges with equal z, the one with the greater order is in front.
    public internal(set) var order: UInt64 = 0
    /// Is true if the view has it selected.
    public internal(set) var isSelected = false
    /// The look of the item during an emphasis; otherwise nil.
    public internal(set) var emphasis: Emphasis?
    /// The problems of the diagnostics that name it, in a view that shows them.
    public internal(set) var problems = Problems()
    /// The difference of the element, in a view that compares.
    public internal(set) var difference: ItemDifference?
    /// Is true if only the other document of a comparison has it.
    public internal(set) var isGhost = false
    /// Its states for which types have a look of their own.
    private var states: EdgeStates = []
    /// Label, type and style.
    public internal(set) var text = EdgeText()
    /// The waypoints that a gesture shows; for a carried edge, those of the document.
    public internal(set) var waypoints: [Point] = []
    /// The edges of the bundle that it represents, itself among them, in the order of the document; empty for an edge
    /// that is drawn to no collapsed node.
    public internal(set) var bundle: [Edge.Slot] = []
    private var bundleVersion = 0
    /// The values at the pointers of the view.
    public private(set) var contents = ItemValues()
    /// The values of the members that the view asks for.
    public internal(set) var asked: [[UInt8]] = []
    private var labelBox: Rect?
    var pending: ItemMembers = []
    /// The number of the last pass that checked the edge.
    var lastPass: UInt32 = 0

    init(slot: Edge.Slot, _ route: Route, _ document: Document) {
        outline = Outline(slot: slot, box: .empty)
        (path, bounds, labelPoint, labelAngle) = (route.path, .empty, route.label, route.labelAngle)
        setRoute(route, document)
    }

    /// The slot of the edge in the document.
    public var slot: Edge.Slot { outline.slot }
    /// Is true if both its ends are carried.
    public var isCarried: Bool { outline.isCarried }

    /// Returns true if the curve or the label, not only their bounds, touch a rectangle.
    func touches(_ rect: Rect) -> Bool {
        if rect.contains(outline.box) { return true }
        return outline.box.touches(rect)
            && (path.touches(rect) || labelBox?.touches(rect) == true
                || furtherLabels.contains { $0.box.touches(rect) })
    }

    mutating func setRoute(_ route: Route, _ document: Document) {
        path = route.path
        bounds = route.path.bounds
        labelPoint = route.label
        labelAngle = route.labelAngle
        labelBox = document.labelBox(ofEdge: slot, at: route.label)
        furtherLabels = document.furtherLabels(ofEdge: slot, along: route)
        outline.box = furtherLabels.reduce(labelBox.map { bounds.union($0) } ?? bounds) { $0.union($1.box) }
    }

    /// Takes the bundle that the edge represents now; returns whether it is another.
    @discardableResult
    mutating func setBundle(_ scene: Scene) -> Bool {
        if bundleVersion == 0 && scene.bundles.isEmpty { return false }
        let version = scene.bundles.version(with: slot)
        if version == bundleVersion { return false }
        bundleVersion = version
        bundle = scene.bundles.edges(with: slot) ?? []
        return true
    }

    /// Reads label, type and style, and the values at pointers; returns the members that changed.
    mutating func readContent(_ document: Document, _ pointers: [JSONPointer]) -> ItemMembers {
        var members: ItemMembers = []
        let new = document.text(ofEdge: slot, in: states)
        if new.label != text.label || new.labelLines != text.labelLines || new.richLabel != text.richLabel {
            members.insert(.label)
        }
        if new.labels != text.labels { members.insert(.furtherLabels) }
        if new.type != text.type { members.insert(.type) }
        members.formUnion(setStyle(new.style))
        text = new
        if !pointers.isEmpty {
            let isPending = pending.contains(.contents)
            let isOther = document.withEdgeMembers(slot) { contents.read(pointers, in: $0, isPending: isPending) }
            if isOther { members.insert(.contents) }
        }
        return members
    }
}

extension EdgeItem {
    /// Takes the look that its type has for other states; returns the members that changed.
    mutating func setStates(_ states: EdgeStates, _ document: Document) -> ItemMembers {
        if states == self.states { return [] }
        self.states = states
        return setStyle(document.style(ofEdge: slot, in: states))
    }

    private mutating func setStyle(_ new: EdgeStyle) -> ItemMembers {
        let old = text.style
        if new == old { return [] }
        var members: ItemMembers = []
        if new.start != old.start || new.end != old.end { members.insert(.arrows) }
        if !new.hasSameLine(as: old) { members.insert(.color) }
        if new.dash != old.dash || new.opacity != old.opacity { members.insert(.dash) }
        text.style = new
        return members
    }
}

/// The members of an edge in updates besides its path.
public struct EdgeText: Sendable, Equatable {
    /// A JSON string as written; empty without a label.
    public internal(set) var label: [UInt8] = []
    /// The lines of the label if it has several, else none.
    public internal(set) var labelLines: [String] = []
    /// The label with styled parts; nil for one without.
    public internal(set) var richLabel: RichLabel?
    /// The texts in its list of labels.
    public internal(set) var labels: [FurtherLabel] = []
    /// A JSON string as written; empty without a type.
    public internal(set) var type: [UInt8] = []
    /// Its line and its heads.
    public internal(set) var style = EdgeStyle()
}
