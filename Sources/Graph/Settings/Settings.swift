import Geometry
import Wire

/// How a document wants to be edited; each value has a default, and a file states only what differs.
///
/// What each of them means stands in its row of `Setting.all`.
public struct Settings: Sendable, Equatable {
    public var snapToGrid = false
    /// Width and height of a cell, in canvas units.
    public var snapGrid = Point(x: 20, y: 20)
    public var snapToGuides = false
    /// Nil follows the content and the size of the view.
    public var minZoom: Double?
    public var maxZoom = 4.0
    public var allowSelfLoops = false
    public var allowDuplicates = false
    public var allowCycles = true
    public var connectionMode = ConnectionMode.strict
    /// On the canvas; nil is everywhere.
    public var nodeExtent: Rect?
    /// On the canvas; nil is everywhere.
    public var translateExtent: Rect?
    public var edgeGeometry = EdgeGeometry.swiftFlow
    public var defaultEdgeType = EdgeType.bezier
    public var defaultNodeType: String?
    public var canvasDrag = CanvasDrag.pan
    public var canvasLongPress = CanvasLongPress.other
    public var wheel = Wheel.pan
    public var autoPan = true
    public var inertia = true
    /// `rubberBand`: views go a little beyond their limits while a hand pulls them.
    public var yieldsBeyondLimits = true
    public var panEnabled = true
    public var zoomEnabled = true
    public var selectionEnabled = true
    public var multiSelectionEnabled = true
    public var reachIn = ReachIn.screen
    public var handleReach = Reach(25)
    public var connectionRadius = Reach(40)
    public var edgeReach = Reach(mouse: 5, touch: 12)
    public var resizerReach = Reach(mouse: 5, touch: 14)
    public var reconnectRadius = Reach(mouse: 10, touch: 20)
    public var nodeDragThreshold = Reach(mouse: 3, touch: 8)
    public var connectionDragThreshold = Reach(mouse: 3, touch: 8)
    public var paneDragThreshold = Reach(mouse: 3, touch: 8)
    /// What may be dropped from outside; nil is everything everywhere, with the client to do something about it.
    public var dropRules: [DropRule]?
    public var asksBeforeDrop = false
    public var connectOnClick = false
    public var interactive = Interactive.hoveredOrSelected
    public var nodeLongPress = NodeLongPress.none
    public var zoomOnDoubleTap = false
    public var insertIntoEdges = false
    public var dragLabels = true
    public var bendEdges = false
    /// Milliseconds.
    public var doubleTapTime = 300.0
    /// Milliseconds.
    public var longPressTime = 500.0
    public var snapOrigin = Point.zero
    public var snapToGaps = true
    public var guideReach = Reach(mouse: 6, touch: 10)
    public var keyBindings = KeyBindings()

    /// Between which kinds of handles edges may lead.
    public enum ConnectionMode: String, CaseIterable, Sendable { case strict, loose }
    /// What a drag on the empty canvas does.
    public enum CanvasDrag: String, CaseIterable, Sendable { case pan, marquee }
    /// What a long press on the empty canvas does.
    public enum CanvasLongPress: String, CaseIterable, Sendable { case other, createNode, menu }
    /// What a wheel does without a modifier.
    public enum Wheel: String, CaseIterable, Sendable { case pan, zoom }
    /// Which nodes frames mark as live.
    public enum Interactive: String, CaseIterable, Sendable { case none, hovered, selected, hoveredOrSelected }
    /// What a long press on a node does.
    public enum NodeLongPress: String, CaseIterable, Sendable { case none, relate }
    /// Whether reaches are measured on the screen or on the canvas.
    public enum ReachIn: String, CaseIterable, Sendable { case screen, canvas }

    /// What `minZoom` may be at the least.
    static let leastZoom = 0.01

    /// The default settings.
    public init() {}

    /// The settings of a file: what is unknown or impossible there counts as absent.
    public init(_ json: JSON?) {
        guard case .object(let object)? = json else { return }
        for member in object.members {
            guard let setting = Setting.named(member.name) else { continue }
            _ = setting.set(&self, member.value)
        }
        if let least = minZoom { minZoom = max(least, Settings.leastZoom) }
        maxZoom = max(maxZoom, minZoom ?? 0)
    }
}

/// One setting: its name, what it means, and how its value is read and written.
public struct Setting: Sendable {
    /// The setting's name on the wire.
    public let name: String
    /// One phrase for the reference.
    public let doc: String
    /// What values it takes.
    public let schema: Schema
    /// Whether the value is possible; if so it is set.
    let set: @Sendable (inout Settings, JSON) -> Bool
    /// Nil where there is no value by default.
    public let value: @Sendable (Settings) -> JSON?

    /// The setting with a name, or nil. O(the settings).
    public static func named(_ name: JSONString) -> Setting? { all.first { JSONString($0.name) == name } }

    /// Why a patch of settings is refused, with the name at fault, or nil; a null restores the default.
    public static func problem(in patch: JSONObject) -> (name: String, message: String)? {
        for member in patch.members {
            let name = member.name.description
            guard let setting = named(member.name) else { return (name, "there is no setting \"\(name)\"") }
            var scratch = Settings()
            if member.value != .null && !setting.set(&scratch, member.value) {
                return (name, "an impossible value for \"\(name)\": \(setting.doc); expected \(setting.schema.words)")
            }
        }
        return nil
    }

    /// Every setting, in the order of the reference.
    public static let all: [Setting] = [
        .flag("snapToGrid", { $1(&$0.snapToGrid) }, "moved nodes snap to the grid"),
        .pair("snapGrid", { $1(&$0.snapGrid) }, "[x, y], the cells of the grid in canvas units, both positive"),
        .flag("snapToGuides", { $1(&$0.snapToGuides) }, "dragged nodes snap to the edges and centers of others"),
        .limit(
            "minZoom", { $1(&$0.minZoom) }, Settings.leastZoom...1000,
            "the least zoom of a view; auto: the lesser of 0.1 and what shows all nodes"),
        .number("maxZoom", { $1(&$0.maxZoom) }, Settings.leastZoom...1000, "the greatest zoom of a view"),
        .flag("allowSelfLoops", { $1(&$0.allowSelfLoops) }, "an edge may end on the node where it starts"),
        .flag("allowDuplicates", { $1(&$0.allowDuplicates) }, "two edges may join the same handles"),
        .flag("allowCycles", { $1(&$0.allowCycles) }, "edges may close a cycle"),
        .choice(
            "connectionMode", { $1(&$0.connectionMode) }, "strict: from a source to a target; loose: any two handles"),
        .extent("nodeExtent", { $1(&$0.nodeExtent) }, "[[x, y], [x, y]], where dragged nodes stay"),
        .extent("translateExtent", { $1(&$0.translateExtent) }, "[[x, y], [x, y]], what views may show"),
        .choice("edgeGeometry", { $1(&$0.edgeGeometry) }, "which family of formulas draws the edges"),
        .edgeType("defaultEdgeType", { $1(&$0.defaultEdgeType) }, "the path of edges that name no type"),
        .text("defaultNodeType", { $1(&$0.defaultNodeType) }, "the type of nodes made by a long press"),
        .choice("canvasDrag", { $1(&$0.canvasDrag) }, "what a drag on the empty canvas does; shift gives the other"),
        .choice("canvasLongPress", { $1(&$0.canvasLongPress) }, "what a long press on the empty canvas does"),
        .choice("wheel", { $1(&$0.wheel) }, "what a wheel does; with control or meta held it always zooms"),
        .flag("autoPan", { $1(&$0.autoPan) }, "views follow a gesture that comes near their border"),
        .flag("inertia", { $1(&$0.inertia) }, "a pan goes on after the release"),
        .flag(
            "rubberBand", { $1(&$0.yieldsBeyondLimits) },
            "views give way beyond their limits while a gesture pulls them"),
        .rules(
            "dropRules", { $1(&$0.dropRules) }, "what may be dropped from outside, and where; everything if left out"),
        .flag(
            "askBeforeDrop", { $1(&$0.asksBeforeDrop) },
            "the client is asked whether something may be dropped, not the rules"),
        .flag(
            "connectOnClick", { $1(&$0.connectOnClick) },
            "a tap on a handle begins a connection, and one on another ends it"),
        .choice(
            "interactive", { $1(&$0.interactive) },
            "which nodes frames mark as live, for clients that draw the others as pictures"),
        .choice(
            "nodeLongPress", { $1(&$0.nodeLongPress) },
            "relate: a long press on a node lets taps on targets toggle edges from it"
        ),
        .flag("zoomOnDoubleTap", { $1(&$0.zoomOnDoubleTap) }, "a double tap on the canvas zooms in by two"),
        .flag(
            "insertIntoEdges", { $1(&$0.insertIntoEdges) },
            "a node without edges that is dropped on an edge is put into it"),
        .flag("dragLabels", { $1(&$0.dragLabels) }, "labels of edges are dragged by hand"),
        .flag("bendEdges", { $1(&$0.bendEdges) }, "a drag of a selected edge puts a waypoint into it"),
        .flag("panEnabled", { $1(&$0.panEnabled) }, "gestures may pan"),
        .flag("zoomEnabled", { $1(&$0.zoomEnabled) }, "gestures may zoom"),
        .flag("selectionEnabled", { $1(&$0.selectionEnabled) }, "gestures may select"),
        .flag("multiSelectionEnabled", { $1(&$0.multiSelectionEnabled) }, "gestures may select more than one"),
        .choice("reachIn", { $1(&$0.reachIn) }, "whether reaches keep their size on the screen or on the canvas"),
        .reach("handleReach", { $1(&$0.handleReach) }, "how near a handle is hit"),
        .reach(
            "connectionRadius", { $1(&$0.connectionRadius) }, "how near a handle becomes the candidate of a connection"),
        .reach("edgeReach", { $1(&$0.edgeReach) }, "how near an edge is hit"),
        .reach("resizerReach", { $1(&$0.resizerReach) }, "how near a corner of a selected node is hit"),
        .reach("reconnectRadius", { $1(&$0.reconnectRadius) }, "how near an end of a selected edge is hit"),
        .reach("nodeDragThreshold", { $1(&$0.nodeDragThreshold) }, "how far a press moves before it drags a node"),
        .reach("connectionDragThreshold", { $1(&$0.connectionDragThreshold) }, "how far before it draws a connection"),
        .reach("paneDragThreshold", { $1(&$0.paneDragThreshold) }, "how far before it pans or selects"),
        .number(
            "doubleTapTime", { $1(&$0.doubleTapTime) }, 0...10_000, "milliseconds between the taps of a double tap"),
        .number("longPressTime", { $1(&$0.longPressTime) }, 0...60_000, "milliseconds before a press is a long press"),
        .point("snapOrigin", { $1(&$0.snapOrigin) }, "[x, y], a crossing of the grid"),
        .flag(
            "snapToGaps", { $1(&$0.snapToGaps) }, "with snapToGuides: dragged nodes take equal gaps to their neighbours"
        ),
        .reach("guideReach", { $1(&$0.guideReach) }, "how near a line is snapped to"),
        .keys(
            "keyBindings", { $1(&$0.keyBindings) }, "what keys do: a command for each chord, null or `none` for nothing"
        ),
    ]
}

extension Setting {
    /// Gives a setting's value for reading or for writing. A closure and no key path: sixty of those would take most of the
    /// start (the bench's row `start`).
    typealias Place<Value> = @Sendable (inout Settings, (inout Value) -> Void) -> Void

    /// - Parameters:
    ///   - set: sets the value if the JSON is possible, and reports whether it is.
    ///   - value: nil where there is no value by default.
    init<Value>(
        _ name: String, _ place: @escaping Place<Value>, _ doc: String, _ schema: Schema,
        set: @escaping @Sendable (inout Value, JSON) -> Bool, value: @escaping @Sendable (Value) -> JSON?
    ) {
        self.init(name: name, doc: doc, schema: schema) { settings, json in
            var isPossible = false
            place(&settings) { isPossible = set(&$0, json) }
            return isPossible
        } value: { settings in
            var settings = settings
            var json: JSON?
            place(&settings) { json = value($0) }
            return json
        }
    }

    private static func flag(_ name: String, _ place: @escaping Place<Bool>, _ doc: String) -> Setting {
        Setting(name, place, doc, .boolean) { setting, json in
            guard case .boolean(let value) = json else { return false }
            setting = value
            return true
        } value: {
            .boolean($0)
        }
    }

    private static func number(
        _ name: String, _ place: @escaping Place<Double>, _ range: ClosedRange<Double>, _ doc: String
    ) -> Setting {
        Setting(name, place, doc, .number(minimum: range.lowerBound, maximum: range.upperBound)) {
            setting, json in
            guard let value = json.doubleValue, range.contains(value) else { return false }
            setting = value
            return true
        } value: {
            .number($0)
        }
    }

    /// A number, or `auto` for the one that is found.
    private static func limit(
        _ name: String, _ place: @escaping Place<Double?>, _ range: ClosedRange<Double>, _ doc: String
    ) -> Setting {
        let number = Schema.number(minimum: range.lowerBound, maximum: range.upperBound)
        return Setting(name, place, doc, .oneOf([number, .choice(["auto"])])) { setting, json in
            let value = json.doubleValue
            guard json.stringValue == "auto" || value.map(range.contains) == true else { return false }
            setting = value
            return true
        } value: {
            $0.map { .number($0) } ?? "auto"
        }
    }

    private static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
        _ name: String, _ place: @escaping Place<Choice>, _ doc: String
    ) -> Setting {
        Setting(name, place, doc, .choice(Choice.allCases.map { $0.rawValue })) { setting, json in
            guard let value = json.stringValue.flatMap(Choice.init(rawValue:)) else { return false }
            setting = value
            return true
        } value: {
            .string($0.rawValue)
        }
    }

    private static func edgeType(_ name: String, _ place: @escaping Place<EdgeType>, _ doc: String) -> Setting {
        Setting(name, place, doc, .choice(EdgeType.names)) { setting, json in
            guard let value = json.stringValue.flatMap(EdgeType.init(name:)) else { return false }
            setting = value
            return true
        } value: {
            .string($0.rawValue)
        }
    }

    private static func text(_ name: String, _ place: @escaping Place<String?>, _ doc: String) -> Setting {
        Setting(name, place, doc, .string()) { setting, json in
            guard let value = json.stringValue else { return false }
            setting = value
            return true
        } value: {
            $0.map { .string($0) }
        }
    }

    private static func rules(_ name: String, _ place: @escaping Place<[DropRule]?>, _ doc: String) -> Setting {
        Setting(name, place, doc, .array(of: DropRule.schema)) { setting, json in
            guard case .array(let elements) = json else { return false }
            let rules = elements.compactMap { DropRule($0) }
            guard rules.count == elements.count else { return false }
            setting = rules
            return true
        } value: {
            $0.map { .array($0.map(\.json)) }
        }
    }

    private static func pair(_ name: String, _ place: @escaping Place<Point>, _ doc: String) -> Setting {
        Setting(name, place, doc, .array(of: .number(above: 0), minimumCount: 2, maximumCount: 2)) {
            setting, json in
            guard let point = Point(pair: json), point.x > 0, point.y > 0 else { return false }
            setting = point
            return true
        } value: {
            $0.pair
        }
    }

    private static func point(_ name: String, _ place: @escaping Place<Point>, _ doc: String) -> Setting {
        Setting(name, place, doc, .array(of: .number(), minimumCount: 2, maximumCount: 2)) {
            setting, json in
            guard let point = Point(pair: json) else { return false }
            setting = point
            return true
        } value: {
            $0.pair
        }
    }

    private static func extent(_ name: String, _ place: @escaping Place<Rect?>, _ doc: String) -> Setting {
        let corner = Schema.array(of: .number(), minimumCount: 2, maximumCount: 2)
        let schema = Schema.array(of: corner, minimumCount: 2, maximumCount: 2)
        return Setting(name, place, doc, schema) { setting, json in
            guard let rect = Rect(extent: json) else { return false }
            setting = rect
            return true
        } value: {
            $0.map { .array([$0.origin.pair, Point(x: $0.maxX, y: $0.maxY).pair]) }
        }
    }

    private static func reach(_ name: String, _ place: @escaping Place<Reach>, _ doc: String) -> Setting {
        let points = Schema.object(
            [
                Schema.Member(name: "mouse", schema: .number(), isRequired: false, doc: "mouse and pen"),
                Schema.Member(name: "touch", schema: .number(), isRequired: false, doc: "finger"),
            ], isOpen: false)
        return Setting(name, place, doc + ", in screen points", .oneOf([.number(), points])) { reach, json in
            guard let new = Reach(json, default: reach) else { return false }
            reach = new
            return true
        } value: {
            .object(["mouse": .number($0.mouse), "touch": .number($0.touch)])
        }
    }
}

extension Reach {
    /// A number for all pointers, or an object with one for each kind; what it leaves out stays as it is.
    fileprivate init?(_ json: JSON, default stored: Reach) {
        if let value = json.doubleValue {
            self.init(value)
        } else if case .object(let object) = json {
            self = stored
            for member in object.members {
                guard let value = member.value.doubleValue else { return nil }
                switch member.name.description {
                case "mouse": mouse = value
                case "touch": touch = value
                default: return nil
                }
            }
        } else {
            return nil
        }
        if !(mouse >= 0 && touch >= 0 && mouse <= 10_000 && touch <= 10_000) { return nil }
    }
}

extension Point {
    /// Reads `[x, y]`.
    public init?(pair json: JSON) {
        guard case .array(let elements) = json, elements.count == 2, let x = elements[0].doubleValue,
            let y = elements[1].doubleValue, x.isFinite, y.isFinite
        else { return nil }
        self.init(x: x, y: y)
    }

    /// The point as `[x, y]`.
    public var pair: JSON { .array([.number(x), .number(y)]) }
}

extension Rect {
    /// Reads `[[x, y], [x, y]]`, the least and the greatest corner.
    public init?(extent json: JSON) {
        guard case .array(let corners) = json, corners.count == 2, let low = Point(pair: corners[0]),
            let high = Point(pair: corners[1]), low.x <= high.x, low.y <= high.y
        else { return nil }
        self.init(minX: low.x, minY: low.y, maxX: high.x, maxY: high.y)
    }
}
