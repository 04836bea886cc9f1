import Geometry
import Interaction

/// A gesture of a traced conversation: its kind, the paths of its pointers, and its outcome.
public struct TracedGesture {
    /// The result of a gesture.
    public enum Outcome: Equatable {
        /// It is under way when the trace ends.
        case open
        /// It changed the document: the label of the step of undo.
        case committed(String)
        /// Its end was refused: the reason and the same in words.
        case refused(String, String)
        /// The client cancelled it.
        case cancelled
        /// Another gesture replaced it, for example a pinch a pan.
        case became(String)
        /// Its view was closed.
        case closed
        /// It ended and changed nothing in the document: the events that its view was sent, and the method that ended it if
        /// that is no input of a pointer.
        case ended(by: String?, events: [String])
    }

    /// A position of a pointer.
    public struct Place {
        /// The number of the message.
        public let number: Int
        /// The position in screen points.
        public let screen: Point
        /// The position on the canvas, by the viewport before the message.
        public let canvas: Point
        /// The reason why the pointer is there.
        public let kind: Kind

        /// The ways to reach a position.
        public enum Kind { case press, move, lift }

        init(_ screen: Point, _ viewport: Viewport, _ number: Int, _ kind: Kind) {
            self.number = number
            self.screen = screen
            let canvas = viewport.canvas(screen)
            self.canvas = Point(x: Place.bounded(canvas.x), y: Place.bounded(canvas.y))
            self.kind = kind
        }

        /// A coordinate that can be drawn.
        private static func bounded(_ value: Double) -> Double { value.isNaN ? 0 : min(max(value, -1e9), 1e9) }
    }

    /// The path of one pointer.
    public struct Path {
        /// The pointer: its id, or the word `pinch` or `gesture` for a gesture without one.
        public let pointer: String
        /// The positions since the press.
        public internal(set) var places: [Place]
    }

    /// The kind: `drag`, `connect` and so on.
    public let kind: String
    /// The view of the gesture.
    public let view: String
    /// The document of the view.
    public let document: String
    /// The number of the message with which it became a gesture.
    public let opened: Int
    /// The number of the message that ended it, or of the last one.
    public internal(set) var last: Int
    /// The ways of its pointers.
    public internal(set) var paths: [Path]
    /// The result of it.
    public internal(set) var outcome = Outcome.open

    /// The number of the message with which it began: the press, or the begin by name.
    public var first: Int {
        let presses = paths.compactMap { $0.places.first }.filter { $0.kind == .press }
        return min(presses.map(\.number).min() ?? opened, opened)
    }
    /// The start, in screen points; nil if none was stated.
    public var start: Point? { paths.first?.places.first?.screen }
    /// The last position of the pointer that began it, in screen points.
    public var end: Point? { paths.first?.places.last?.screen }
    /// The number of messages that moved its pointers.
    public var moves: Int { paths.reduce(0) { $0 + $1.places.dropFirst().count { $0.kind == .move } } }

    /// The longest distance between two consecutive positions of a pointer, in screen points, and the message of the
    /// second one; nil if no pointer moved.
    ///
    /// A jump is a sign that a front end mixes up coordinates.
    public var longestStep: (points: Double, number: Int)? {
        var longest: (points: Double, number: Int)?
        for path in paths {
            for (one, next) in zip(path.places, path.places.dropFirst()) {
                let way = one.screen.distance(to: next.screen)
                if way > longest?.points ?? 0 { longest = (way, next.number) }
            }
        }
        return longest
    }
}

/// A pointer that is down, or leads a gesture without being so.
struct TracedContact {
    let view: String
    /// The id of a pointer, or `pinch`.
    let pointer: String
    /// Mouse, touch or pen.
    let kind: String
    /// The number of the message with which it began.
    let began: Int
    var isDown: Bool
    /// The positions since the press, or since it began to lead another gesture.
    var places: [TracedGesture.Place]
    /// The gesture that it leads, by index.
    var gesture: Int?

    /// Its name in a sentence.
    var name: String { pointer == "pinch" ? "a pinch" : "\(kind) pointer \(pointer)" }
}
