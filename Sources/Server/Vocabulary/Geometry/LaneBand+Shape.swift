import Geometry
import Graph
import Wire

extension Shape where Value == [LaneBand] {
    /// The bands of all lanes.
    static let laneBands = Shape<[LaneBand]>.array(of: .laneBand)
}

extension Shape where Value == LaneBand {
    fileprivate static let laneBand = Shape.object(
        "LaneBand", "The band of a lane, on the canvas.",
        initial: LaneBand(constraint: nil, lane: Identifier(""), title: nil, frame: .empty),
        members: [
            .optional("constraint", \.constraint, .identifier, "the id of the constraint"),
            .required("id", \.lane, .identifier, "of the lane"),
            .optional("title", \.title, .string, "the text in its top left corner"),
            .required("bounds", \.frame, .rect, "its place"),
        ])
}
