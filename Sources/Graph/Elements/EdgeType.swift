/// The form of an edge's path.
public enum EdgeType: String, CaseIterable, Sendable {
    /// The protocol's seven types.
    case straight, bezier, simpleBezier, step, smoothStep, horizontalBezier, orthogonal

    /// React Flow's names if they differ: it spells some in lower case and calls a bezier `default`.
    private static let aliases: [(name: String, type: EdgeType)] = [
        ("default", .bezier), ("simplebezier", .simpleBezier), ("smoothstep", .smoothStep),
    ]

    /// Every name that is read, the protocol's first.
    public static let names = allCases.map(\.rawValue) + aliases.map(\.name)

    /// Reads the protocol's names and React Flow's.
    public init?(name: String) {
        if let type = EdgeType(rawValue: name) {
            self = type
        } else if let alias = EdgeType.aliases.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) {
            self = alias.type
        } else {
            return nil
        }
    }
}

extension EdgeType {
    /// 1… in the order of the cases; 0 is no type of its own.
    public var number: Int { (EdgeType.allCases.firstIndex(of: self) ?? 0) + 1 }

    /// The type with this number, or nil for 0.
    public init?(number: Int) {
        let index = number - 1
        guard EdgeType.allCases.indices.contains(index) else { return nil }
        self = EdgeType.allCases[index]
    }
}

/// The family of formulas for the paths of edge types.
public enum EdgeGeometry: String, CaseIterable, Sendable {
    /// The families, named by the libraries of the formulas.
    case swiftFlow, reactFlow
}

/// The changes of one edge to the formula of its type; an absent member has the formula's own value.
public struct PathOptions: Hashable, Sendable {
    /// The distance that stepped paths run straight out of a handle, in canvas units; 20 if absent.
    public var offset: Double?
    /// The radius of the corners of stepped and of straight paths, in canvas units; 5 if absent, of straight ones 0.
    public var borderRadius: Double?
    /// The amount by which React Flow's bezier swings out when it runs backwards; 0.25 if absent.
    public var curvature: Double?
    /// The crossing of a stepped path, 0 at the source's end and 1 at the target's; 0.5 if absent.
    public var stepPosition: Double?
    /// The reach of a bezier's controls, as a share of the distance along x; 0.75 if only `least` is present.
    public var control: Double?
    /// The distance from which that share is taken, in canvas units; 40 if only `control` is present.
    public var least: Double?

    /// Options with the values stated; nil is the formula's own.
    @inlinable public init(
        offset: Double? = nil, borderRadius: Double? = nil, curvature: Double? = nil, stepPosition: Double? = nil,
        control: Double? = nil, least: Double? = nil
    ) {
        self.offset = offset
        self.borderRadius = borderRadius
        self.curvature = curvature
        self.stepPosition = stepPosition
        self.control = control
        self.least = least
    }
}
