import Editing
import Geometry
import Graph
import Interaction
import Routing
import Sketching
import Testing

/// What frames show is what a look at every element finds.
struct VisibleItemsTests {
    @Test(
        "A view shows just what is covered, wherever a gesture shows it", arguments: 1...10,
        View.CarriedItems.allCases)
    func everything(seed: Int, carried: View.CarriedItems) {
        var program = EditProgram(seed: seed)
        var editor = Workspace(Document())
        _ = editor.openView(
            "v", size: Size(width: 120, height: 90), viewport: nil, mode: .svg, carried: carried, margin: 10)
        var shown = ShownItems()
        var moves = 0
        var rigid = 0
        for step in 0..<150 {
            let edit = program.step(editor.document)
            _ = try? editor.perform(.init(cause: "test")) { transaction throws(EditError) in try edit(&transaction) }
            if program.chance(20) { editor.show(viewport(&program), in: .first) }
            if program.chance(30) {
                editor.show(
                    editor.views[0].panned(by: Point(x: program.number() / 16, y: program.number() / 16)), in: .first)
            }
            moves += gesture(&program, &editor)
            shown.apply(editor.takeFrame(of: .first, heedsCredit: true), editor.document)
            let view = editor.views[0]
            let nodes = editor.document.nodeSlots.filter { isVisible($0, view, editor.document) }
            let edges = editor.document.edgeSlots.filter { isVisible(edge: $0, view, editor.document) }
            #expect(
                Set(shown.nodes.keys) == Set(nodes.map { editor.document.nodeID($0) }), "seed \(seed), step \(step)")
            #expect(
                Set(shown.edges.keys) == Set(edges.map { editor.document.edgeID($0) }), "seed \(seed), step \(step)")
            let wrong = nodes.filter { slot in
                !isRight(shown.nodes[editor.document.nodeID(slot)], frame(slot, view, editor.document), view)
            }
            #expect(wrong == [], "items that are visible, where they are shown")
            let items = edges.map { shown.edges[editor.document.edgeID($0)] }
            #expect(items.map { $0?.order } == edges.map { editor.document.edges.order.key($0) })
            rigid += items.filter { $0?.isCarried == true }.count
            let bent = zip(edges, items).filter { slot, item in
                let form = view.previewForm(ofEdge: slot, editor.document)
                return item?.isCarried != true && item?.waypoints != form?.waypoints ?? []
            }
            #expect(bent.isEmpty, "with the waypoints they have now")
            let whole = editor.wholeFrame(of: .first)
            #expect(whole.nodes.enteredItems.map(\.slot) == nodes, "in the order of the document")
            #expect(whole.edges.enteredItems.map(\.slot) == edges)
        }
        #expect(moves > 5, "gestures took place")
        #expect(rigid == 0 || carried == .offset)
    }

    private func isRight(_ item: NodeItem?, _ frame: Rect, _ view: View) -> Bool {
        guard let item else { return false }
        let offset = view.displacement(of: item.slot)
        let shown = item.isCarried ? item.frame.offset(by: offset ?? .zero) : item.frame
        return item.isCarried == (view.carried == .offset && offset != nil)
            && shown.origin == frame.origin && item.size == frame.size
    }

    private func viewport(_ program: inout EditProgram) -> Viewport {
        Viewport(x: program.number(), y: program.number(), zoom: program.pick([0.25, 0.5, 1, 2]))
    }

    private func gesture(_ program: inout EditProgram, _ editor: inout Workspace) -> Int {
        let at = program.point()
        let isOpen = editor.views[0].gesture != nil
        switch program.below(10) {
        case 8:
            let edge = program.edge(editor.document)
            let start = program.chance(50) ? GestureStart.label(edge: edge) : .waypoint(edge: edge, index: nil)
            _ = try? editor.beginGesture(start, in: .first, at: at)
        case 9: _ = try? editor.updateGesture(in: .first, at: at)
        case 0: _ = try? editor.beginGesture(.drag(nodes: program.nodes(editor.document)), in: .first, at: at)
        case 1:
            let start = GestureStart.resize(node: program.node(editor.document), handle: .topLeft)
            _ = try? editor.beginGesture(start, in: .first, at: at)
        case 2...5: _ = try? editor.updateGesture(in: .first, at: at)
        case 6: _ = try? editor.endGesture(in: .first, cause: "test")
        default: if program.chance(30) { try? editor.cancelGesture(in: .first) }
        }
        return isOpen ? 1 : 0
    }

    private func frame(_ slot: Node.Slot, _ view: View, _ document: Document) -> Rect {
        if let frame = view.previewFrame(of: slot) { return frame }
        let standing = document.frame(slot)
        guard let offset = view.displacement(of: slot) else { return standing }
        return Rect(origin: standing.origin + offset, size: document.nodes.geometry(slot).size)
    }

    private func isVisible(_ slot: Node.Slot, _ view: View, _ document: Document) -> Bool {
        document.isPlaced(slot) && !document.isConcealed(slot) && frame(slot, view, document).touches(view.covered)
    }

    private func isVisible(edge slot: Edge.Slot, _ view: View, _ document: Document) -> Bool {
        if document.isConcealed(edge: slot) { return false }
        let ends = document.edges.ends(slot)
        guard document.isPlaced(ends.source), document.isPlaced(ends.target) else { return false }
        let source = frame(ends.source, view, document)
        let target = frame(ends.target, view, document)
        let form = view.previewForm(ofEdge: slot, document) ?? EdgeForm()
        guard let route = document.route(ofEdge: slot, from: source, to: target, form: form) else {
            return false
        }
        if route.path.touches(view.covered) { return true }
        return document.labelBox(ofEdge: slot, at: route.label)?.touches(view.covered) ?? false
    }
}

extension NodeGeometry {
    fileprivate var size: Size { Size(width: width, height: height) }
}
