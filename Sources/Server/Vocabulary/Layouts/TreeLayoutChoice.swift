import Editing
import Graph
import Wire

/// The choice whether trees are laid out by the layout of that name, with its options.
struct TreeLayoutChoice: Sendable {
    /// The options as written; nil leaves everything in place.
    private var options: JSONText? = JSON.object([:]).text

    static let shape = Shape<TreeLayoutChoice>(
        schema: written.schema,
        read: { (cursor) throws(ShapeError) in
            var choice = TreeLayoutChoice()
            choice.options = try written.read(&cursor)
            return choice
        },
        write: { choice, writer in written.write(choice.options, &writer) })

    private static let written = Shape<JSONText?>.trueOrObject(
        "TreeLayout", "Whether trees are laid out, or options of the layout `tree`.", .layoutOptions,
        default: JSON.object([:]).text)

    /// Returns the options that it means; nil for no layout.
    ///
    /// - Parameter path: the path in the parameters.
    /// - Throws: `invalidValue` (an option that the layout does not take, or an impossible value).
    func layout(in document: Document, path: [String]) throws(EditError) -> LayoutOptions? {
        guard let options else { return nil }
        do throws(EditError) {
            return try LayoutParameters.read(options, for: .tree)
        } catch {
            var error = error
            error.path = path + error.path.dropFirst()
            throw error
        }
    }
}
