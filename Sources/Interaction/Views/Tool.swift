import Graph

/// The tool of a view: the meaning of a drag, wherever it begins.
public enum Tool: Sendable, Equatable {
    /// Elements are dragged, and drags of the canvas follow the setting `canvasDrag`.
    case select
    /// A drag pans the view.
    case pan
    /// A drag draws a region that selects.
    case marquee, lasso
    /// A drag from a node draws an edge from its first source.
    case connect
    /// A tool of the front end, by its name: drags do nothing here, and taps are reported and select nothing.
    case own(String)

    /// The tool of a name.
    public init(_ name: String) {
        switch name {
        case "select": self = .select
        case "pan": self = .pan
        case "marquee": self = .marquee
        case "lasso": self = .lasso
        case "connect": self = .connect
        default: self = .own(name)
        }
    }

    /// The name on the wire.
    public var name: String {
        switch self {
        case .select: "select"
        case .pan: "pan"
        case .marquee: "marquee"
        case .lasso: "lasso"
        case .connect: "connect"
        case .own(let name): name
        }
    }

    /// The cursor over the view, if it does not depend on the element there.
    var cursor: Cursor? {
        switch self {
        case .select: nil
        case .pan: .grab
        case .marquee, .lasso, .connect: .crosshair
        case .own: .default
        }
    }
}

extension View {
    /// The present tool: the one of the view, else that of the settings.
    func heldTool(_ settings: borrowing InteractionSettings) -> Tool {
        tool ?? settings.tool.map { Tool($0) } ?? .select
    }

    /// Chooses another tool; nil for the tool of the settings. An open gesture continues.
    public mutating func take(_ tool: Tool?) {
        if self.tool == tool { return }
        self.tool = tool
        invalidateHover()
    }
}
