import Editing
import Geometry
import Graph

@testable import Interaction

/// The pointers of a view without a view or a document: whatever they ask is answered as a test wants it.
struct PointerMachine {
    var pointers = Pointers()
    var context = PointerContext(InteractionSettings(), size: Size(width: 800, height: 600))
    /// The claim of the next press, and the hit under it.
    var claim: Claim? = .pan
    var hit = Hit.canvas
    /// Is true if the gesture that a press claims begins.
    var begins = true
    /// Is true if a mode takes the next tap.
    var takesTap = false
    private var time = 0.0

    /// Lets something happen so many milliseconds later; what is done then, in words.
    mutating func send(
        _ phase: PointerEvent.Phase, _ id: Int = 1, _ kind: PointerKind = .mouse, at x: Double = 100, _ y: Double = 100,
        button: Int = 0, keys: Modifiers = [], after wait: Double = 10
    ) throws(EditError) -> [String] {
        time += wait
        let event = PointerEvent(
            phase, id: id, kind: kind, at: Point(x: x, y: y), button: button, modifiers: keys, time: time)
        return answer(try pointers.receive(event, context))
    }

    /// The same for a pinch of the platform.
    mutating func pinch(
        _ phase: PinchEvent.Phase, at x: Double = 100, _ y: Double = 100, scale: Double = 1, by: Point = .zero
    ) -> [String] {
        answer(
            pointers.receive(PinchEvent(phase, at: Point(x: x, y: y), scale: scale, by: by, time: time), context))
    }

    /// Lets the press last long enough.
    mutating func hold() -> [String] { answer(pointers.holdPress(on: hit, context)) }

    mutating func hold(_ modifiers: Modifiers) -> [String] { answer(pointers.hold(modifiers, context)) }

    mutating func viewportMoved() -> [String] { answer(pointers.viewportMoved(context)) }

    /// Lets time pass for a gesture at the border of the view.
    mutating func wait(_ duration: Double) -> [String] {
        time += duration
        return answer(pointers.wait(to: time, context))
    }

    /// Opens a gesture, as if the client had begun it.
    mutating func open(_ gesture: Gesture.Kind, takesTaps: Bool = false) {
        context.gesture = gesture
        context.takesTaps = takesTaps
        context.gestureCount += 1
    }

    mutating func close() {
        context.gesture = nil
        context.takesTaps = false
    }

    private mutating func answer(_ actions: PointerActions) -> [String] {
        var done: [String] = []
        for action in [actions.first].compactMap({ $0 }) + actions.others {
            done.append(PointerMachine.name(of: action))
            done += answer(perform(action))
        }
        return done
    }

    /// Does with the open gesture what a view would do, and answers what is asked.
    private mutating func perform(_ action: PointerAction) -> PointerActions {
        switch action {
        case .find(let event):
            let view = View(id: "v", size: context.size, viewport: Viewport(), mode: .none, margin: nil)
            let press = Press(event, GestureOrigin(view, at: event.at, event.kind), [hit], .select, .pan)
            return pointers.found(press, (claim, []), event, context)
        case .begin(let claim, _, let event):
            if begins { open(Gesture.kinds.first { $0.name == claim.rawValue } ?? .pan) }
            return pointers.began(begins, by: event, context)
        case .tap(let press): if !takesTap { return pointers.tapped(press, on: hit, at: time, context) }
        case .relate:
            open(.relate, takesTaps: true)
            pointers.drop()
        case .push: return pointers.pushed(begins)
        case .pan: open(.pan)
        case .pinch: open(.pinch)
        case .end, .close, .cancel: close()
        default: break
        }
        return PointerActions()
    }

    private static func name(of action: PointerAction) -> String {
        func at(_ point: Point) -> String { "\(Int(point.x)),\(Int(point.y))" }
        return switch action {
        case .find(let event): "find \(at(event.at))"
        case .begin(let claim, let press, _): "begin \(claim) \(at(press.start))"
        case .tap(let press): "tap \(at(press.start))"
        case .relate: "relate"
        case .push(let way, _): "push \(at(way))"
        case .follow(let point, let modifiers): "follow \(at(point))\(modifiers.isEmpty ? "" : " with keys")"
        case .holdAgain(let point): "hold again \(at(point))"
        case .pan(let point, _): "pan \(at(point))"
        case .pinch(let span, _): "pinch \(at(span.a)) \(at(span.b))"
        case .spread(let span): "spread \(at(span.a)) \(at(span.b))"
        case .scale(let scale, let way): "scale \(scale) \(at(way))"
        case .end(let point): "end \(at(point))"
        case .close: "close"
        case .cancel: "cancel"
        case .stopMotion: "stop"
        case .dropConnectionByKeys: "drop keys"
        case .release(let velocity, let about): "release \(velocity == .zero ? "" : "fast ")\(at(about))"
        case .hover(let point, _, _): "hover \(at(point))"
        case .leave: "leave"
        case .lifted(let point, _): point.map { "lifted \(at($0))" } ?? "lifted"
        case .longPress: "long press"
        case .doubleTap: "double tap"
        case .contextMenu(let press, _): "menu \(at(press.start))"
        case .createNode(let point): "create \(at(point))"
        case .refuse(let press, _): "refuse \(at(press.start))"
        case .refusePinch(let point): "refuse pinch \(at(point))"
        }
    }
}
