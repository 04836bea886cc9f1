import Wire

/// The part of an edge's look that the edge or its type states; nil members are left to others.
struct EdgeLook: Sendable, Equatable {
    var color: StyleColor?
    var strokeWidth: Double?
    var dash: [Double]?
    var opacity: Double?
    var isAnimated: Bool?
    var start: EdgeStyle.Marker?
    var end: EdgeStyle.Marker?

    /// Reads the members of an edge: `style`, and React Flow's `animated`, `markerStart` and `markerEnd`.
    init(members: UnsafeBufferPointer<UInt8>) {
        var stated: Bool?
        JSONMembers.visit(members) { name, value in
            guard name == "style" || name == "animated" || name == "markerStart" || name == "markerEnd" else { return }
            var cursor = JSONCursor(value)
            guard let json = try? JSON(reading: &cursor, checked: false) else { return }
            if name == "animated" { stated = json.booleanValue }
            if name == "markerStart" { start = EdgeStyle.Marker(json) }
            if name == "markerEnd" { end = EdgeStyle.Marker(json) }
            if name == "style" {
                readLine(json)
                strokeWidth = StyleLength.pixels(json["strokeWidth"])
            }
        }
        isAnimated = stated ?? isAnimated
        strokeWidth = strokeWidth.map { min($0, EdgeLook.widest) }
    }

    /// Reads a type, or its part for a state.
    init(_ json: JSON) {
        readLine(json)
        strokeWidth = json["strokeWidth"]?.doubleValue.flatMap { $0 >= 0 ? min($0, EdgeLook.widest) : nil }
        start = json["markerStart"].flatMap { EdgeStyle.Marker($0) }
        end = json["markerEnd"].flatMap { EdgeStyle.Marker($0) }
    }

    /// Reads all of the line except its width, which in a `style` may have other forms than a number.
    private mutating func readLine(_ json: JSON) {
        color = StyleColor(json["stroke"])
        dash = EdgeLook.dash(json["dash"])
        opacity = EdgeLook.opacity(json["opacity"])
        isAnimated = json["animated"]?.booleanValue
    }

    /// The members of a `style` that are shown.
    static let shown: Set<JSONString> = ["stroke", "strokeWidth", "dash", "opacity", "animated", "richLabel"]

    /// The greatest width of a line.
    private static let widest = 100.0
    /// The greatest number of lengths in a dash.
    private static let dashLengths = 16

    /// A list of lengths from 0 to 1000, empty or not all of them 0; nil for any other value.
    static func dash(_ json: JSON?) -> [Double]? {
        guard case .array(let list)? = json, list.count <= dashLengths else { return nil }
        let lengths = list.compactMap { $0.doubleValue.flatMap { (0...1000).contains($0) ? $0 : nil } }
        if lengths.count != list.count { return nil }
        return lengths.isEmpty || lengths.contains { $0 > 0 } ? lengths : nil
    }

    /// A number from 0 to 1; nil for anything else.
    static func opacity(_ json: JSON?) -> Double? {
        json?.doubleValue.flatMap { (0...1).contains($0) ? $0 : nil }
    }

    /// Returns true if a member of a `style` has a value that is shown.
    static func shows(_ name: JSONString, _ json: JSON) -> Bool {
        switch name {
        case "stroke": StyleColor(json) != nil
        case "strokeWidth": StyleLength.pixels(json) != nil
        case "dash": dash(json) != nil
        case "opacity": opacity(json) != nil
        case "animated": json.booleanValue != nil
        case "richLabel": RichLabel(json) != nil
        default: false
        }
    }
}

/// The states of an edge for which its type may have a look of its own.
public struct EdgeStates: OptionSet, Sendable {
    /// One bit for each state.
    public let rawValue: UInt8

    /// States from their bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The edge is selected in the view.
    public static let selected = EdgeStates(rawValue: 1 << 0)
    /// A diagnostic with severity `error` names the edge, or the rules refuse it at its drawn ends.
    public static let invalid = EdgeStates(rawValue: 1 << 1)
}
