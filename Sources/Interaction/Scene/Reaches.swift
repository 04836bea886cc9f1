import Geometry
import Graph

/// The reaches in force at a zoom, in canvas units; zero is out of reach.
struct Reaches {
    let handle: Double
    let resizer: Double
    let edgeEnd: Double
    let edge: Double
    let connection: Double
    /// A handle at a greater distance goes behind an edge at the point.
    let nearHandle: Double

    /// Reads single settings, because a copy of all of them is as long as the rest of a hit-test's questions.
    init(_ document: borrowing Document, _ pointer: PointerKind, zoom: Double) {
        let isOnCanvas = document.settings.interaction.reachIn == .canvas
        func scaled(_ reach: Reach, hasFloor: Bool) -> Double {
            let points = reach.points(pointer)
            let onScreen = zoom < 1 || isOnCanvas ? points * zoom : points
            if hasFloor && onScreen < 3 { return 0 }
            return onScreen / zoom
        }
        handle = scaled(document.settings.interaction.handleReach, hasFloor: true)
        resizer = scaled(document.settings.interaction.resizerReach, hasFloor: true)
        edgeEnd = scaled(document.settings.interaction.reconnectRadius, hasFloor: false)
        connection = scaled(document.settings.interaction.connectionRadius, hasFloor: false)
        nearHandle = scaled(Reaches.nearHandle, hasFloor: false)
        let points = document.settings.interaction.edgeReach.points(pointer)
        edge = (isOnCanvas ? points * zoom : points) / zoom
    }

    /// The reaches with which only elements directly under the point are hit.
    static let none = Reaches()

    private init() { (handle, resizer, edgeEnd, edge, connection, nearHandle) = (0, 0, 0, 0, 0, 0) }

    /// Twice the usual reach of an edge.
    private static let nearHandle = Reach(mouse: 10, touch: 24)
}
