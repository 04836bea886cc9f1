import Editing
import Geometry
import Graph
import Interaction
import Wire

extension Shape where Value == [Guide] {
    /// The lines that a gesture aligns to.
    static let guides = Shape<[Guide]>.array(of: .guide)
}

extension Shape where Value == Guide {
    static let guide = Shape.object(
        "Guide", "A line on the canvas that shows an alignment.",
        initial: Guide(axis: .x, position: 0, from: 0, to: 0),
        members: [
            .required("axis", \.axis, .choice(of: Axis.self), "x is a vertical line"),
            .required("position", \.position, .number, "along the axis"),
            .required("from", \.from, .number, "where it begins along the other axis"),
            .required("to", \.to, .number, "where it ends"),
            .optional(
                "kind", \.special, .choice(of: Guide.Kind.self),
                "absent: sides or middles lie on it; gap: it crosses a gap as wide as another; straight: an edge lies on it"
            ),
        ])
}

extension Guide {
    /// The kind if it is sent: most guides only align.
    fileprivate var special: Kind? {
        get { kind == .align ? nil : kind }
        set { kind = newValue ?? .align }
    }
}
