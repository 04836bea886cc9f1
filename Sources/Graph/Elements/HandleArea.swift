import Geometry
import Wire

/// The area in which a press starts an edge at a handle, or a drop ends one there, in place of the reach around its
/// anchor.
public enum HandleArea: Hashable, Sendable {
    /// The area that the settings give.
    case reach
    /// The handle has no area.
    case none
    /// Anywhere in the node's frame.
    case node
    /// The area within a distance of the frame's border, inside and outside.
    case border(Double)
    /// The area within a distance of the anchor, in place of the reach.
    case radius(Double)
    /// A rectangle that is relative to the frame's top-left.
    case rect(Rect)

    /// Returns nil for a value that is no area.
    init?(_ json: JSON) {
        switch json {
        case .string("none"): self = .none
        case .string("node"): self = .node
        case .object:
            if let width = json["border"]?.doubleValue, width >= 0 {
                self = .border(width)
            } else if let radius = json["radius"]?.doubleValue, radius >= 0 {
                self = .radius(radius)
            } else if let x = json["x"]?.doubleValue, let y = json["y"]?.doubleValue,
                let width = json["width"]?.doubleValue, let height = json["height"]?.doubleValue, width >= 0,
                height >= 0
            {
                self = .rect(Rect(x: x, y: y, width: width, height: height))
            } else {
                return nil
            }
        default: return nil
        }
    }

    /// Returns the distance of a point from the handle for the area, in canvas units; nil outside of it, and for
    /// `reach`.
    ///
    /// Inside an area that is not a circle it is 0.
    public func distance(of point: Point, from anchor: Point, on frame: Rect) -> Double? {
        switch self {
        case .reach, .none: return nil
        case .node: return frame.contains(point) ? 0 : nil
        case .border(let width):
            let inner = frame.grown(by: -width)
            let isInside = inner.minX < inner.maxX && inner.minY < inner.maxY && inner.contains(point)
            return frame.grown(by: width).contains(point) && !isInside ? 0 : nil
        case .radius(let radius):
            let distance = anchor.distance(to: point)
            return distance <= radius ? distance : nil
        case .rect(let rect): return rect.offset(by: frame.origin).contains(point) ? 0 : nil
        }
    }

    /// The distance that it may reach beyond the node's frame, at most `Limits.areaReach`.
    /// Points farther out are not hit.
    var farthest: Double {
        let distance =
            switch self {
            case .reach, .none, .node: 0.0
            case .border(let width), .radius(let width): width
            case .rect(let rect): max(-rect.minX, -rect.minY, rect.maxX, rect.maxY, 0)
            }
        return min(distance, Double(Limits.areaReach))
    }
}

extension Handle {
    /// The role in which a pointer searches for a handle.
    public enum Role: Int, Sendable {
        /// A press begins an edge here, or a drop ends one.
        case start, target
    }

    /// Returns the area for a role.
    public func area(_ role: Role) -> HandleArea { areas.isEmpty ? .reach : areas[role.rawValue] }
}
