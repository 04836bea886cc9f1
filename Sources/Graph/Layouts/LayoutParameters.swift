import Geometry
import LayoutKinds
import Wire

/// The options of layouts as sent, converted to the layouts that take them.
public struct LayoutParameters: Sendable {
    /// The algorithms by their names.
    public enum Algorithm: String, CaseIterable, Sendable {
        /// The names of `LayoutAlgorithm.Kind`.
        case layered, tree, radial, force, grid, pack, circle, stack, timeline, place, removeOverlaps
    }

    var layered = LayeredLayout()
    var tree = TreeLayout()
    var radial = RadialLayout()
    var force = ForceLayout()
    var grid = GridLayout()
    var pack = PackLayout()
    var circle = CircleLayout()
    var stack = StackLayout()
    var timeline = TimelineLayout()
    var place = PlaceLayout()
    var overlapRemoval = OverlapRemoval()
    /// The options that several algorithms share.
    var options = LayoutOptions(LayoutAlgorithm(.layered(LayeredLayout())))

    /// The table, which refuses an unknown value as an impossible one.
    static let shape = Shape<LayoutParameters>.object(
        "LayoutOptions", "The options of a layout; each algorithm takes some of them.", initial: LayoutParameters(),
        members: LayoutOption.all.map(\.member))

    /// Reads options for an algorithm.
    ///
    /// - Throws: `invalidValue` (an option that the algorithm does not take, or an impossible value).
    public static func read(_ text: JSONText, for algorithm: Algorithm) throws(EditError) -> LayoutOptions {
        do throws(ShapeError) {
            return try named(text, for: algorithm).options
        } catch {
            throw .invalid(error.message, path: ["options"] + error.steps)
        }
    }

    /// Reads the options of an algorithm, and the names of the stated ones.
    static func named(
        _ text: JSONText, for algorithm: Algorithm
    ) throws(ShapeError) -> (options: LayoutOptions, names: Set<String>) {
        let names = try Shape<[(String, JSONText)]>.dictionary(of: .text).value(from: text).map(\.0)
        let known = LayoutOption.all.filter { $0.algorithms.contains(algorithm) }
        if let name = names.first(where: { name in !known.contains { $0.name == name } }) {
            // What another algorithm takes is not misspelled.
            let isKnown = LayoutOption.all.contains { $0.name == name }
            let meant = isKnown ? nil : NearName.nearest(to: name, among: known.map(\.name))
            let hint = meant.map { "; did you mean \"\($0)\"?" } ?? ""
            throw ShapeError("\(algorithm) does not take it\(hint)", path: [.member(name)])
        }
        let parameters = try shape.value(from: text)
        var options = parameters.options
        options.algorithm.kind = parameters.kind(algorithm)
        if algorithm == .timeline, options.axis == nil {
            throw ShapeError("`timeline` is given where the number of a node is", path: [.member("axis")])
        }
        return (options, Set(names))
    }

    private func kind(_ algorithm: Algorithm) -> LayoutAlgorithm.Kind {
        switch algorithm {
        case .layered: .layered(layered)
        case .removeOverlaps: .removeOverlaps(overlapRemoval)
        case .tree: .tree(tree)
        case .grid: .grid(grid)
        case .pack: .pack(pack)
        case .circle: .circle(circle)
        case .stack: .stack(stack)
        case .timeline: .timeline(timeline)
        case .place: .place(place)
        case .force: .force(force)
        case .radial: .radial(radial)
        }
    }
}

extension Shape where Value == JSONText {
    /// The options as they were written, since it depends on the algorithm which there are.
    public static let layoutOptions = Shape(
        schema: LayoutParameters.shape.schema,
        read: { (cursor) throws(ShapeError) in try Shape<JSONText>.text.read(&cursor) },
        write: { text, writer in writer.raw(text) })
}
