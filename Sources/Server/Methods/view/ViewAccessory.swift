import Editing
import Geometry
import Graph
import Interaction
import Wire

/// Returns the position of a client's widget beside the selected element.
struct ViewAccessory: ReturningMethod {
    var view = Identifier("")
    var size = Size(width: 0, height: 0)
    var placement = Accessory.Placement.top
    var spacing = 8.0
    var margin = 8.0

    static let name = "view/accessory"
    static let summary =
        "Returns where to show something beside the one selected element; null unless exactly one is selected and drawn."
    static let failures: [Failure.Kind] = [.noSuchView, .invalidValue]
    static let params = Shape.object(
        "", "", initial: ViewAccessory(),
        members: [
            .required("view", \.view, .identifier, "in which"),
            .required("size", \.size, .size, "of what is shown, screen points"),
            .defaulted(
                "placement", \.placement, .choice(of: Accessory.Placement.self),
                "the side of the element, if it fits there", default: "top"),
            .defaulted("spacing", \.spacing, distance, "from the element, screen points", default: "8"),
            .defaulted("margin", \.margin, distance, "from the border of the view, screen points", default: "8"),
        ])

    private static let distance = Shape<Double>.number(in: 0...1e9)

    struct Placed: Sendable {
        var anchor = Rect(.zero, .zero)
        var place = Rect(.zero, .zero)
    }

    static let result = Shape<Placed>.object(
        "Accessory", "The place for something beside an element, in screen points.", initial: Placed(),
        members: [
            .required("anchor", \.anchor, .rect, "the node's frame, or the point of the edge's label"),
            .required("place", \.place, .rect, "the place"),
        ]
    ).optional

    func perform(in session: inout Session) throws(Failure) -> Placed? {
        if max(size.width, size.height) > 1e9 {
            throw Failure(.invalidValue, "a width or a height is at most 1000000000", path: "/size")
        }
        return try session.documents.lend(view) { workspace, index in
            let stage = workspace.stage(of: index)
            return workspace[index]
                .accessory(on: stage, size: size, placement: placement, spacing: spacing, margin: margin)
                .map { Placed(anchor: $0.anchor, place: $0.place) }
        }
    }
}
