import Geometry
import Wire

/// The types of nodes that mean something though no document declares them; they are React Flow's.
enum StandardType: Sendable {
    /// Drops put nodes into it.
    case group
    /// It has no target handle.
    case input
    /// It has no source handle.
    case output

    @inline(__always)
    init?(_ name: JSONName) {
        switch name.length {
        case 5 where name == "group": self = .group
        case 5 where name == "input": self = .input
        case 6 where name == "output": self = .output
        default: return nil
        }
    }

    init?(_ type: Identifier) {
        switch type.string {
        case "group": self = .group
        case "input": self = .input
        case "output": self = .output
        default: return nil
        }
    }

    /// Is true if its nodes have other handles than the default two.
    var hasOwnHandles: Bool { self != .group }
}

extension Handle {
    /// Returns the handles of a node that declares none: one target, one source; an input has no target, an output no
    /// source.
    static func defaults(of type: StandardType?, target: Side = .top, source: Side = .bottom) -> [Handle] {
        defaults(target: target, source: source).filter { handle in
            switch type {
            case .input: handle.kind == .source
            case .output: handle.kind == .target
            case .group, nil: true
            }
        }
    }
}
