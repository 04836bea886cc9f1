import Foundation
import NodewireClient
import NodewireServer
import Observation

/// A diagram that an app shows: a document and a view of it.
///
///     let model = try await DiagramModel("graph.json", below: folder)
///     model.point(.down, x: 10, y: 10)
///     model.point(.move, x: 110, y: 10)
///     model.point(.up, x: 110, y: 10)
///     await model.save()
///
/// It knows no user interface; `DiagramView` draws it with SwiftUI. Input is sent at once, so it keeps its order,
/// whether the server is in the app or in a process. Time passes by itself.
@MainActor @Observable public final class DiagramModel {
    /// The items to draw.
    public private(set) var scene = GraphScene()
    /// The reason why the last input was refused or failed; otherwise nil.
    public private(set) var refusal: String?
    /// The effect of undo, and whether changes are unsaved; nil before the first change.
    public private(set) var history: HistoryState?
    /// The action that a press requests from the app, such as a menu after a long press; nil if the last input
    /// requests none.
    public private(set) var event: ViewEvent?

    /// The conversation, for methods without a function here.
    @ObservationIgnored public let client: Client
    /// The id of the document.
    @ObservationIgnored public let document: String
    /// The id of the view.
    @ObservationIgnored public let view: String
    @ObservationIgnored private let frames: Notifications<Frame>
    @ObservationIgnored private let changes: Notifications<DocumentChanged>
    @ObservationIgnored private let saves: Notifications<DocumentSaved>
    @ObservationIgnored private let events: Notifications<ViewEvent>
    @ObservationIgnored private var revision = 0
    @ObservationIgnored private var size: (width: Double, height: Double)

    /// Opens a file below a folder, with the server in the app.
    public convenience init(
        _ path: String, below folder: String, width: Double = 800, height: Double = 600
    ) async throws {
        let client = try await Client.inProcess(files: FolderFiles(folder))
        let document = try await client.call(DocumentOpen(path: path)).document
        try await self.init(client, document: document, width: width, height: height)
    }

    /// Shows a document that a client has opened; `close` ends the client's conversation.
    public init(_ client: Client, document: String, width: Double = 800, height: Double = 600) async throws {
        (self.client, self.document, size) = (client, document, (width, height))
        frames = client.notifications(of: Frame.self)
        changes = client.notifications(of: DocumentChanged.self)
        saves = client.notifications(of: DocumentSaved.self)
        events = client.notifications(of: ViewEvent.self)
        view = try await client.call(ViewOpen(document: document, width: width, height: height, scene: .points)).view
        follow()
        follow(frames)
        follow(changes)
        follow(saves)
        follow(events)
    }

    /// Forwards a finger or a mouse, in points of the view.
    ///
    /// - Parameter id: the number of the finger while it is down.
    public func point(
        _ phase: InputPointer.PhaseChoice, id: Int = 1, x: Double, y: Double, kind: InputPointer.KindChoice = .touch,
        modifiers: [InputPointer.ModifiersChoice] = []
    ) {
        let at = GraphPoint(x: x, y: y)
        input(InputPointer(view: view, phase: phase, id: id, at: at, kind: kind, modifiers: modifiers))
    }

    /// Forwards a pinch of two fingers: the scale since its begin.
    public func pinch(_ phase: InputPinch.PhaseChoice, scale: Double, x: Double, y: Double) {
        let scale = phase == .update ? scale : nil
        input(InputPinch(view: view, phase: phase, at: GraphPoint(x: x, y: y), scale: scale))
    }

    /// Forwards the scrolling of a wheel or a trackpad, in points.
    public func scroll(
        byX deltaX: Double, y deltaY: Double, atX x: Double, y: Double, modifiers: [InputWheel.ModifiersChoice] = []
    ) {
        let (at, by) = (GraphPoint(x: x, y: y), GraphPoint(x: deltaX, y: deltaY))
        input(InputWheel(view: view, at: at, by: by, unit: .point, precise: true, modifiers: modifiers))
    }

    /// Forwards a key, by its name in the web's standard, such as `Delete`, `ArrowLeft` and `a`.
    public func key(
        _ phase: InputKey.PhaseChoice, _ key: String, modifiers: [InputKey.ModifiersChoice] = [], repeats: Bool = false
    ) {
        input(InputKey(view: view, phase: phase, key: key, modifiers: modifiers, repeat: repeats ? true : nil))
    }

    /// Returns the web standard's name of a key, from the system's character for it.
    public nonisolated static func keyName(_ character: Character) -> String {
        switch character {
        case "\u{8}", "\u{7F}": "Backspace"
        case "\u{9}", "\u{19}": "Tab"
        case "\r", "\n", "\u{3}": "Enter"
        case "\u{1B}": "Escape"
        case "\u{F700}": "ArrowUp"
        case "\u{F701}": "ArrowDown"
        case "\u{F702}": "ArrowLeft"
        case "\u{F703}": "ArrowRight"
        case "\u{F728}": "Delete"
        case "\u{F729}": "Home"
        case "\u{F72B}": "End"
        case "\u{F72C}": "PageUp"
        case "\u{F72D}": "PageDown"
        default: String(character)
        }
    }

    /// Announces the size of the view when it changes.
    public func resize(width: Double, height: Double) {
        guard width > 0, height > 0, size != (width, height) else { return }
        size = (width, height)
        input(ViewResize(view: view, width: width, height: height))
    }

    /// Draws an edge.
    public func connect(_ source: String, _ target: String) async {
        await perform(EdgeConnect(document: document, edge: NewEdge(source: source, target: target)))
    }

    /// Undoes the last step.
    public func undo() async { await perform(HistoryUndo(document: document, view: view)) }

    /// Performs the last undone step again.
    public func redo() async { await perform(HistoryRedo(document: document, view: view)) }

    /// Writes the file.
    public func save() async { await perform(DocumentSave(document: document)) }

    /// Ends the conversation; unsaved changes are lost.
    public func close() async { await client.close() }

    /// Sends a call at once and handles its reply when it arrives.
    private func input(_ call: some Call) {
        do {
            let reply = try client.send(call)
            if let result = reply.arrived { return take(try result.get()) }
            Task {
                do { take(try await reply.value) } catch { fail(error) }
            }
        } catch {
            fail(error)
        }
    }

    private func perform(_ call: some Call) async {
        do { take(try await client.call(call)) } catch { fail(error) }
    }

    private func take(_ result: some Sendable) {
        refusal = (result as? InputResult)?.refused?.message
        follow()
    }

    private func fail(_ error: any Error) { refusal = error.localizedDescription }

    /// Applies everything that has arrived.
    private func follow() {
        do {
            for frame in try frames.arrived() where frame.view == view { scene.apply(frame) }
            for change in try changes.arrived() where change.document == document {
                (history, revision) = (change.history, change.revision)
            }
            for saved in try saves.arrived() where saved.document == document && saved.revision == revision {
                history?.dirty = false
            }
            for one in try events.arrived() where one.view == view { event = one }
        } catch {
            fail(error)
        }
    }

    /// Applies notifications without a call, until the conversation or the model ends.
    private func follow(_ arriving: Notifications<some ServerNotification>) {
        Task { [weak self] in
            do {
                while try await arriving.arrive() {
                    guard let self else { return }
                    self.follow()
                }
            } catch {
                self?.fail(error)
            }
        }
    }
}
