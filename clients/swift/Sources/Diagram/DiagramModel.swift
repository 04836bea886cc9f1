import NodewireClient
import NodewireServer
import Observation

/// A diagram that an app shows: a document and a view of it, with the server in the app.
///
/// It knows no user interface; `DiagramView` draws it with SwiftUI.
@MainActor @Observable public final class DiagramModel {
    /// The items to be drawn.
    public private(set) var scene = NodewireClient.Scene()
    /// Why the last input was refused; nil if it was not.
    public private(set) var refusal: String?
    /// What undo would do and whether there is something to be saved; nil before the first change.
    public private(set) var history: HistoryState?

    private let client: Client
    private let document: String
    private let view: String
    private let frames: Notifications<Frame>
    private let changes: Notifications<DocumentChanged>

    /// Opens a file below a folder.
    public init(_ path: String, below folder: String, width: Double, height: Double) async throws {
        client = try await Client.inProcess(files: FolderFiles(folder))
        frames = client.notifications(of: Frame.self)
        changes = client.notifications(of: DocumentChanged.self)
        document = try await client.call(DocumentOpen(path: path)).document
        view = try await client.call(ViewOpen(document: document, width: width, height: height, scene: .points)).view
        try follow()
    }

    /// Forwards what a finger or a mouse did, in points of the view.
    public func point(_ phase: InputPointer.PhaseChoice, x: Double, y: Double) async {
        await perform(InputPointer(view: view, phase: phase, id: 1, at: Point(x: x, y: y), kind: .touch))
    }

    /// Draws an edge.
    public func connect(_ source: String, _ target: String) async {
        await perform(EdgeConnect(document: document, edge: NewEdge(source: source, target: target)))
    }

    /// Takes the last step back.
    public func undo() async { await perform(HistoryUndo(document: document)) }

    /// Writes the file.
    public func save() async { await perform(DocumentSave(document: document)) }

    /// Ends the conversation; what was not saved is lost.
    public func close() async { await client.close() }

    private func perform(_ call: some Call) async {
        do {
            let result = try await client.call(call)
            refusal = (result as? InputResult)?.refused?.message
            try follow()
        } catch {
            refusal = "\(error)"
        }
    }

    /// Applies what has arrived: the server is in the app, so nothing comes but by a call.
    private func follow() throws {
        for frame in try frames.arrived() { scene.apply(frame) }
        if let change = try changes.arrived().last { history = change.history }
    }
}
