import Editing
import Geometry
import Graph
import Sketching
import Testing
import Wire

@testable import Interaction

/// The indexes follow every setting and every member of a type, one after the other.
@Suite struct HeldMembersTests {
    private static func workspace() -> Workspace {
        Workspace(
            Sketch(
                #"""
                g 0,0 400x300 {"type":"box"}
                a 20,30 in g {"type":"t","data":{"label":"some words","list":[1,2,3]}}
                b 220,60 60x40 in g {"type":"t"}
                c 500,40 {"type":"t"}
                d 520,200 90x60
                f 300,420 {"type":"box","collapsed":true}
                i 10,10 in f {"type":"t"}
                e1: a -> b
                e2: a -> c {"type":"kind"}
                e3: b -> d
                e4: b -> d
                e5: d -> d
                e6: i -> c
                e7: g -> d {"type":"orthogonal"}
                """#
            ).document)
    }

    /// The values of which each member takes some.
    private static let values: [JSON] = [
        true, false, 0, 30, "straight", "step", "orthogonal", "reactFlow", "swiftFlow", "ellipse", "loose", "pan",
        ["width": 33, "height": 44], ["t"], [["id": "x", "type": "source", "position": "left"]],
        [["path": "/list", "type": "target"]], ["base": 10, "step": 9, "path": "/list"], ["label": "/data/label"],
        "#123456",
        ["a": "error"], [7, 7], [[0, 0], [9, 9]], "auto", .null,
    ]

    private static func perform(
        _ workspace: inout Workspace, _ edit: (inout Transaction) throws(EditError) -> Void
    ) -> Bool {
        let options = DocumentEditor.Options(cause: "t", label: "t")
        return (try? workspace.perform(options) { (open) throws(EditError) in try edit(&open) }) != nil
    }

    /// Compares the indexes with those of the same document that are made anew.
    private static func compare(_ workspace: inout Workspace, _ what: String) {
        workspace.content.refresh()
        var fresh = Workspace(workspace.document)
        fresh.content.refresh()
        let (scene, wanted) = (workspace.scene, fresh.scene)
        for slot in workspace.document.nodeSlots {
            #expect(scene.nodes.bounds(of: slot) == wanted.nodes.bounds(of: slot), "\(what), \(slot)")
        }
        for slot in workspace.document.edgeSlots {
            #expect(scene.edges.bounds(of: slot) == wanted.edges.bounds(of: slot), "\(what), \(slot)")
        }
        #expect(scene.concealedNodes == wanted.concealedNodes, "\(what)")
        #expect(scene.concealedEdges == wanted.concealedEdges, "\(what)")
        #expect(scene.unselectableNodes == wanted.unselectableNodes, "\(what)")
        #expect(workspace.document.checkInvariants() == [], "\(what)")
    }

    @Test func `settings`() {
        var workspace = HeldMembersTests.workspace()
        workspace.content.refresh()
        var count = 0
        for setting in Setting.all {
            for value in HeldMembersTests.values {
                let patch: JSONObject = [JSONString(setting.name): value]
                if !HeldMembersTests.perform(&workspace, { (open) throws(EditError) in try open.updateSettings(patch) })
                {
                    continue
                }
                HeldMembersTests.compare(&workspace, "\(setting.name) \(value)")
                count += 1
            }
        }
        #expect(count > 2 * Setting.all.count)
    }

    @Test(arguments: ["t", "box"]) func `types of nodes`(type: String) throws {
        var workspace = HeldMembersTests.workspace()
        workspace.content.refresh()
        var count = 0
        for name in ElementSchema.nodeType.nameSet.map(\.description).sorted() {
            for value in HeldMembersTests.values {
                let patch: JSONObject = [JSONString(type): .object([JSONString(name): value])]
                if !HeldMembersTests.perform(&workspace, { (open) throws(EditError) in try open.updateTypes(patch) }) {
                    continue
                }
                HeldMembersTests.compare(&workspace, "\(name) \(value)")
                if count % 7 == 0 {
                    _ = try workspace.undo(1, cause: "t")
                    HeldMembersTests.compare(&workspace, "\(name) \(value) undone")
                }
                count += 1
            }
        }
        #expect(count > ElementSchema.nodeType.nameSet.count)
    }

    @Test func `types of edges`() {
        var workspace = HeldMembersTests.workspace()
        workspace.content.refresh()
        for path in ["straight", "step", nil, "orthogonal", "straight"] {
            for name in ["kind", "default", "orthogonal"] {
                for color in ["#112233", "#112244"] {
                    let entry: JSONObject = ["path": path.map { .string($0) } ?? .null, "stroke": .string(color)]
                    let patch: JSONObject = [JSONString(name): .object(entry)]
                    #expect(
                        HeldMembersTests.perform(&workspace) { (open) throws(EditError) in
                            try open.updateEdgeTypes(patch)
                        })
                    HeldMembersTests.compare(&workspace, "\(name) \(path ?? "")")
                }
            }
        }
    }

    @Test func `what moves nothing leaves the indexes as they are`() {
        var workspace = HeldMembersTests.workspace()
        workspace.content.refresh()
        _ = HeldMembersTests.perform(&workspace) { (open) throws(EditError) in
            try open.updateSettings(["snapToGrid": true])
            try open.updateTypes(["t": ["color": "#123456"], "other": ["title": "Other"]])
            try open.updateEdgeTypes(["kind": ["stroke": "#123456"]])
        }
        #expect(workspace.scene.isCurrent)
        _ = HeldMembersTests.perform(&workspace) { (open) throws(EditError) in
            try open.updateSettings(["edgeGeometry": "reactFlow"])
        }
        #expect(!workspace.scene.isCurrent)
    }
}
