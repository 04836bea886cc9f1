import Geometry
import Graph

extension TextGraph.Direction {
    /// The direction with a name of layout options.
    init?(layout name: String) {
        switch name {
        case "down": self = .down
        case "up": self = .up
        case "right": self = .right
        case "left": self = .left
        default: return nil
        }
    }

    /// Its name in layout options.
    var layout: String {
        switch self {
        case .down: "down"
        case .up: "up"
        case .right: "right"
        case .left: "left"
        }
    }

    /// The side where edges leave a node.
    var sourceSide: Side {
        switch self {
        case .down: .bottom
        case .up: .top
        case .right: .right
        case .left: .left
        }
    }

    /// The side where edges arrive at a node.
    var targetSide: Side {
        switch self {
        case .down: .top
        case .up: .bottom
        case .right: .left
        case .left: .right
        }
    }
}
