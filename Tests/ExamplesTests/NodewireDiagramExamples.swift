import Foundation
import NodewireClient
import NodewireDiagram
import Testing

#if canImport(SwiftUI)
    import SwiftUI
#endif

@MainActor @Suite struct NodewireDiagramExamples {
    @Test func readme() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("diagrams-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = #"{"nodes":[{"id":"a","position":{"x":0,"y":0}}],"edges":[]}"#
        try Data(file.utf8).write(to: folder.appendingPathComponent("graph.json"))
        let model = try await DiagramModel("graph.json", below: folder.path)
        model.point(.down, x: 10, y: 10)
        model.point(.move, x: 110, y: 10)
        model.point(.up, x: 110, y: 10)
        assert(model.scene.nodes["a"]?.x == 100)
        await model.save()
        assert(model.history?.dirty == false)
        await model.close()
    }

    @Test func model() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let file = #"{"nodes":[{"id":"a","position":{"x":0,"y":0}}],"edges":[]}"#
        try Data(file.utf8).write(to: URL(fileURLWithPath: folder + "/graph.json"))
        let model = try await DiagramModel("graph.json", below: folder)
        model.point(.down, x: 10, y: 10)
        model.point(.move, x: 110, y: 10)
        model.point(.up, x: 110, y: 10)
        await model.save()
        #expect(model.scene.nodes["a"]?.x == 100 && model.history?.dirty == false)
        await model.close()
    }

    #if canImport(SwiftUI)
        struct Editor: View {
            let model: DiagramModel
            var body: some View { DiagramView(model) }
        }
    #endif
}
