import Editing
import Graph
import Interaction

// Views that are set in motion.

extension Session {
    /// Calls `body` with the workspace of a view, the place of the view in it and the time; what it sets in motion goes on.
    mutating func withMotion<R>(
        of view: Identifier, _ body: (inout Workspace, Int, _ now: Double) throws(EditError) -> R
    ) throws(Failure) -> R {
        let place = try viewPlace(view)
        let now = now
        touch(place.document)
        do throws(EditError) {
            return try body(&documents[place.document].workspace, place.view, now)
        } catch {
            throw Failure(error)
        }
    }
}
