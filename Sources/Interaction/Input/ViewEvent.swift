import Editing
import Geometry
import Graph
import Storage
import Wire

/// Something that was recognized in a view and that edits nothing by itself.
public struct ViewEvent: Sendable {
    /// The kind of event that was recognized; the raw values are the names on the wire.
    public enum Kind: String, CaseIterable, Sendable {
        case tap, doubleTap, longPress, contextMenu, dropOnCanvas, dropOver, drop, refused, ended, copy, cut, paste
    }

    /// The end of a gesture by a change of the document.
    public struct GestureEnd: Sendable {
        /// The reason: its element was removed, or changed so that it cannot go on.
        public enum Reason: String, CaseIterable, Sendable { case removed, changed }

        /// The name of the gesture.
        public let gesture: String
        /// The reason.
        public let reason: Reason
    }

    /// The name of the view.
    public let view: String
    /// The kind of event.
    public let kind: Kind
    /// The hit of the event; the canvas if that is not an element.
    public let hit: Hit
    /// The point on the canvas.
    public let canvas: Point
    /// The greatest pressure of the pointer, 0…1; nil if none is known.
    public var pressure: Double?
    /// The draft that was dropped on the canvas, and the node types that could take its end there.
    public var draft: DroppedDraft?
    /// The types of something from outside.
    public var types: [String]?
    /// The content that was dropped, as the client wrote it; nil for other kinds of events.
    public var data: JSONText?
    /// The parts of a dropped fragment that were not pasted.
    public var losses: [Loss] = []
    /// The copied or cut elements, for the clipboard.
    public var fragment: JSONText?
    /// The end of a gesture by a change of the document.
    public var end: GestureEnd?
    /// The name of the tool, if it belongs to the front end.
    public var tool: String?
    /// The refusal of an input, or of an edit that time began.
    public var refusal: Refusal?
}
