import Geometry
import Graph

/// Something that was recognised in a view and that edits nothing by itself.
public struct ViewEvent: Sendable {
    public enum Kind: String, CaseIterable, Sendable {
        case tap, doubleTap, longPress, contextMenu, dropOnCanvas, refused
    }

    public let view: String
    public let kind: Kind
    public var hit = Hit(target: .canvas, distance: 0)
    /// Where, on the canvas.
    public let canvas: Point
    /// Why what time brought about was refused.
    public var refusal: EditError.Reason?
    /// What could take the end of a draft that was dropped on the canvas.
    public var offers: [DropOffer] = []
}

/// A type of node that could take the end of a draft.
public struct DropOffer: Sendable {
    public let type: String
    public let handle: Identifier
}

extension Editor {
    mutating func report(_ kind: ViewEvent.Kind, at screen: Point, _ hit: Hit, in view: Int) {
        let canvas = views[view].viewport.canvas(screen)
        events.append(ViewEvent(view: views[view].id, kind: kind, hit: hit, canvas: canvas))
    }

    /// Tells that a draft was dropped where no handle is.
    mutating func reportDrop(of connect: ConnectGesture, at screen: Point, in view: Int) {
        report(.dropOnCanvas, at: screen, tapped(hits(in: view, at: screen, connect.origin.pointer)), in: view)
    }

    /// Hands over the events that were not yet told.
    public mutating func takeEvents() -> [ViewEvent] {
        if events.isEmpty { return [] }
        let taken = events
        events.removeAll()
        return taken
    }
}
