import NodewireClient
import NodewireProcess

// Opens a file, drags a node by pointer, shows a refusal, undoes and saves: Sample SERVER FOLDER FILE.

guard CommandLine.arguments.count == 4 else {
    print("Sample SERVER FOLDER FILE")
    throw CancellationError()
}
let client = try await Client.process(CommandLine.arguments[1], root: CommandLine.arguments[2])
let frames = client.notifications(of: Frame.self)
let document = try await client.call(DocumentOpen(path: CommandLine.arguments[3])).document
let view = try await client.call(ViewOpen(document: document, width: 800, height: 600, scene: .svg)).view
var scene = GraphScene()

@MainActor func show(_ what: String) throws {
    for frame in try frames.arrived() { scene.apply(frame) }
    let nodes = scene.nodes.sorted { $0.key < $1.key }.map { "\($0.key) at \(Int($0.value.x)),\(Int($0.value.y))" }
    print("\(what): \(nodes.joined(separator: ", "))")
}

@MainActor func point(_ phase: InputPointer.PhaseChoice, _ x: Double, _ y: Double) async throws {
    try await client.call(InputPointer(view: view, phase: phase, id: 1, at: GraphPoint(x: x, y: y)))
}

try show("opened")
guard let node = scene.nodes.values.min(by: { $0.y < $1.y }) else { throw CancellationError() }
let (x, y) = (node.x + node.width / 2, node.y + node.height / 2)
try await point(.down, x, y)
try await point(.move, x + 50, y + 30)
try await point(.up, x + 50, y + 30)
try show("dragged")
do {
    let id = scene.nodes.keys.min() ?? ""
    try await client.call(EdgeConnect(document: document, edge: NewEdge(source: id, target: id)))
} catch let error as ServerError {
    print("refused: \(error.reason)")
}
try await client.call(HistoryUndo(document: document))
try show("undone")
try await client.call(HistoryRedo(document: document))
try await client.call(DocumentSave(document: document))
try show("saved")
await client.close()
