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
        .flag("snapToGrid", \.snapToGrid, "moved nodes snap to the grid"),
        .pair("snapGrid", \.snapGrid, "[x, y], the cells of the grid in canvas units, both positive"),
        .flag("snapToGuides", \.snapToGuides, "dragged nodes snap to the edges and centres of others"),
        .limit(
            "minZoom", \.minZoom, Settings.leastZoom...1000,
            "the least zoom of a view; auto: the lesser of 0.1 and what shows all nodes"),
        .number("maxZoom", \.maxZoom, Settings.leastZoom...1000, "the greatest zoom of a view"),
        .flag("allowSelfLoops", \.allowSelfLoops, "an edge may end on the node where it starts"),
        .flag("allowDuplicates", \.allowDuplicates, "two edges may join the same handles"),
        .flag("allowCycles", \.allowCycles, "edges may close a cycle"),
        .choice("connectionMode", \.connectionMode, "strict: from a source to a target; loose: any two handles"),
        .extent("nodeExtent", \.nodeExtent, "[[x, y], [x, y]], where dragged nodes stay"),
        .extent("translateExtent", \.translateExtent, "[[x, y], [x, y]], what views may show"),
        .choice("edgeGeometry", \.edgeGeometry, "which family of formulas draws the edges"),
        .edgeType("defaultEdgeType", \.defaultEdgeType, "the path of edges that name no type"),
        .text("defaultNodeType", \.defaultNodeType, "the type of nodes made by a long press"),
        .choice("canvasDrag", \.canvasDrag, "what a drag on the empty canvas does; shift gives the other"),
        .choice("canvasLongPress", \.canvasLongPress, "what a long press on the empty canvas does"),
        .choice("wheel", \.wheel, "what a wheel does; with control or meta held it always zooms"),
        .flag("autoPan", \.autoPan, "views follow a gesture that comes near their border"),
        .flag("inertia", \.inertia, "a pan goes on after the release"),
        .flag("rubberBand", \.yieldsBeyondLimits, "views give way beyond their limits while a gesture pulls them"),
        .rules("dropRules", \.dropRules, "what may be dropped from outside, and where; everything if left out"),
        .flag("askBeforeDrop", \.asksBeforeDrop, "the client is asked whether something may be dropped, not the rules"),
        .flag("connectOnClick", \.connectOnClick, "a tap on a handle begins a connection, and one on another ends it"),
        .choice(
            "interactive", \.interactive,
            "which nodes frames mark as live, for clients that draw the others as pictures"),
        .choice(
            "nodeLongPress", \.nodeLongPress, "relate: a long press on a node lets taps on targets toggle edges from it"
        ),
        .flag("zoomOnDoubleTap", \.zoomOnDoubleTap, "a double tap on the canvas zooms in by two"),
        .flag("insertIntoEdges", \.insertIntoEdges, "a node without edges that is dropped on an edge is put into it"),
        .flag("dragLabels", \.dragLabels, "labels of edges are dragged by hand"),
        .flag("bendEdges", \.bendEdges, "a drag of a selected edge puts a waypoint into it"),
        .flag("panEnabled", \.panEnabled, "gestures may pan"),
        .flag("zoomEnabled", \.zoomEnabled, "gestures may zoom"),
        .flag("selectionEnabled", \.selectionEnabled, "gestures may select"),
        .flag("multiSelectionEnabled", \.multiSelectionEnabled, "gestures may select more than one"),
        .choice("reachIn", \.reachIn, "whether reaches keep their size on the screen or on the canvas"),
        .reach("handleReach", \.handleReach, "how near a handle is hit"),
        .reach("connectionRadius", \.connectionRadius, "how near a handle becomes the candidate of a connection"),
        .reach("edgeReach", \.edgeReach, "how near an edge is hit"),
        .reach("resizerReach", \.resizerReach, "how near a corner of a selected node is hit"),
        .reach("reconnectRadius", \.reconnectRadius, "how near an end of a selected edge is hit"),
        .reach("nodeDragThreshold", \.nodeDragThreshold, "how far a press moves before it drags a node"),
        .reach("connectionDragThreshold", \.connectionDragThreshold, "how far before it draws a connection"),
        .reach("paneDragThreshold", \.paneDragThreshold, "how far before it pans or selects"),
        .number("doubleTapTime", \.doubleTapTime, 0...10_000, "milliseconds between the taps of a double tap"),
        .number("longPressTime", \.longPressTime, 0...60_000, "milliseconds before a press is a long press"),
        .point("snapOrigin", \.snapOrigin, "[x, y], a crossing of the grid"),
        .flag("snapToGaps", \.snapToGaps, "with snapToGuides: dragged nodes take equal gaps to their neighbours"),
        .reach("guideReach", \.guideReach, "how near a line is snapped to"),
        .keys("keyBindings", \.keyBindings, "what keys do: a command for each chord, null or `none` for nothing"),
    ]
}

extension Setting {
    typealias Path<Value> = WritableKeyPath<Settings, Value> & Sendable

    private static func flag(_ name: String, _ path: Path<Bool>, _ doc: String) -> Setting {
        Setting(name: name, doc: doc, schema: .boolean) { settings, json in
            guard case .boolean(let value) = json else { return false }
            settings[keyPath: path] = value
            return true
        } value: {
            .boolean($0[keyPath: path])
        }
    }

    private static func number(
        _ name: String, _ path: Path<Double>, _ range: ClosedRange<Double>, _ doc: String
    ) -> Setting {
        Setting(name: name, doc: doc, schema: .number(minimum: range.lowerBound, maximum: range.upperBound)) {
            settings, json in
            guard let value = json.doubleValue, range.contains(value) else { return false }
            settings[keyPath: path] = value
            return true
        } value: {
            .number($0[keyPath: path])
        }
    }

    /// A number, or `auto` for the one that is found.
    private static func limit(
        _ name: String, _ path: Path<Double?>, _ range: ClosedRange<Double>, _ doc: String
    ) -> Setting {
        let number = Schema.number(minimum: range.lowerBound, maximum: range.upperBound)
        return Setting(name: name, doc: doc, schema: .oneOf([number, .choice(["auto"])])) { settings, json in
            let value = json.doubleValue
            guard json.stringValue == "auto" || value.map(range.contains) == true else { return false }
            settings[keyPath: path] = value
            return true
        } value: {
            $0[keyPath: path].map { .number($0) } ?? "auto"
        }
    }

    private static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
        _ name: String, _ path: Path<Choice>, _ doc: String
    ) -> Setting {
        Setting(name: name, doc: doc, schema: .choice(Choice.allCases.map(\.rawValue))) { settings, json in
            guard let value = json.stringValue.flatMap(Choice.init(rawValue:)) else { return false }
            settings[keyPath: path] = value
            return true
        } value: {
            .string($0[keyPath: path].rawValue)
        }
    }

    private static func edgeType(_ name: String, _ path: Path<EdgeType>, _ doc: String) -> Setting {
        Setting(name: name, doc: doc, schema: .choice(EdgeType.names)) { settings, json in
            guard let value = json.stringValue.flatMap(EdgeType.init(name:)) else { return false }
            settings[keyPath: path] = value
            return true
        } value: {
            .string($0[keyPath: path].rawValue)
        }
    }

    private static func text(_ name: String, _ path: Path<String?>, _ doc: String) -> Setting {
        Setting(name: name, doc: doc, schema: .string()) { settings, json in
            guard let value = json.stringValue else { return false }
            settings[keyPath: path] = value
            return true
        } value: {
            $0[keyPath: path].map { .string($0) }
        }
    }

    private static func rules(_ name: String, _ path: Path<[DropRule]?>, _ doc: String) -> Setting {
        Setting(name: name, doc: doc, schema: .array(of: DropRule.schema)) { settings, json in
            guard case .array(let elements) = json else { return false }
            let rules = elements.compactMap { DropRule($0) }
            guard rules.count == elements.count else { return false }
            settings[keyPath: path] = rules
            return true
        } value: {
            $0[keyPath: path].map { .array($0.map(\.json)) }
        }
    }

    private static func pair(_ name: String, _ path: Path<Point>, _ doc: String) -> Setting {
        Setting(name: name, doc: doc, schema: .array(of: .number(above: 0), minimumCount: 2, maximumCount: 2)) {
            settings, json in
            guard let point = Point(pair: json), point.x > 0, point.y > 0 else { return false }
            settings[keyPath: path] = point
            return true
        } value: {
            $0[keyPath: path].pair
        }
    }

    private static func point(_ name: String, _ path: Path<Point>, _ doc: String) -> Setting {
        Setting(name: name, doc: doc, schema: .array(of: .number(), minimumCount: 2, maximumCount: 2)) {
            settings, json in
            guard let point = Point(pair: json) else { return false }
            settings[keyPath: path] = point
            return true
        } value: {
            $0[keyPath: path].pair
        }
    }

    private static func extent(_ name: String, _ path: Path<Rect?>, _ doc: String) -> Setting {
        let corner = Schema.array(of: .number(), minimumCount: 2, maximumCount: 2)
        let schema = Schema.array(of: corner, minimumCount: 2, maximumCount: 2)
        return Setting(name: name, doc: doc, schema: schema) { settings, json in
            guard let rect = Rect(extent: json) else { return false }
            settings[keyPath: path] = rect
            return true
        } value: {
            $0[keyPath: path].map { .array([$0.origin.pair, Point(x: $0.maxX, y: $0.maxY).pair]) }
        }
    }

    private static func reach(_ name: String, _ path: Path<Reach>, _ doc: String) -> Setting {
        let points = Schema.object(
            [
                Schema.Member(name: "mouse", schema: .number(), isRequired: false, doc: "mouse and pen"),
                Schema.Member(name: "touch", schema: .number(), isRequired: false, doc: "finger"),
            ], isOpen: false)
        return Setting(
            name: name, doc: doc + ", in screen points", schema: .oneOf([.number(), points])
        ) { settings, json in
            guard let reach = Reach(json, default: settings[keyPath: path]) else { return false }
            settings[keyPath: path] = reach
            return true
        } value: {
            let reach = $0[keyPath: path]
            return .object(["mouse": .number(reach.mouse), "touch": .number(reach.touch)])
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
