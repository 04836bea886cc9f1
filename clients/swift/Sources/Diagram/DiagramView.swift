#if canImport(SwiftUI)
    import NodewireClient
    import SwiftUI

    /// A diagram, drawn and edited with one finger.
    public struct DiagramView: SwiftUI.View {
        private let model: DiagramModel
        @State private var isDown = false

        /// A view of a diagram.
        public init(_ model: DiagramModel) { self.model = model }

        public var body: some SwiftUI.View {
            Canvas { context, _ in draw(into: &context) }
                .gesture(DragGesture(minimumDistance: 0).onChanged(move).onEnded(end))
                .overlay(alignment: .bottom) { if let refusal = model.refusal { Text(refusal).padding() } }
                .toolbar {
                    Button("Undo") { Task { await model.undo() } }.disabled(model.history?.canUndo != true)
                    Button("Save") { Task { await model.save() } }.disabled(model.history?.dirty != true)
                }
        }

        private func draw(into context: inout GraphicsContext) {
            let viewport = model.scene.state.viewport ?? Viewport(x: 0, y: 0, zoom: 1)
            context.translateBy(x: viewport.x, y: viewport.y)
            context.scaleBy(x: viewport.zoom, y: viewport.zoom)
            for edge in model.scene.edges.values.sorted(by: { ($0.z ?? 0) < ($1.z ?? 0) }) {
                guard case .list(let points) = edge.path else { continue }
                var path = Path()
                path.addLines(points.map { CGPoint(x: $0.x, y: $0.y) })
                context.stroke(path, with: .color(edge.selected == true ? .accentColor : .gray), lineWidth: 2)
            }
            let nodes = model.scene.nodes.values
            for node in nodes.sorted(by: { ($0.z ?? 0, $0.order ?? 0) < ($1.z ?? 0, $1.order ?? 0) }) {
                let frame = CGRect(x: node.x, y: node.y, width: node.width, height: node.height)
                let outline = Path(roundedRect: frame, cornerRadius: 6)
                context.fill(outline, with: .color(.white))
                context.stroke(outline, with: .color(node.selected == true ? .accentColor : .black))
                context.draw(Text(node.label ?? ""), at: CGPoint(x: frame.midX, y: frame.midY))
            }
        }

        private func move(_ value: DragGesture.Value) {
            let (start, now, begins) = (value.startLocation, value.location, !isDown)
            isDown = true
            Task {
                if begins { await model.point(.down, x: start.x, y: start.y) }
                await model.point(.move, x: now.x, y: now.y)
            }
        }

        private func end(_ value: DragGesture.Value) {
            isDown = false
            let now = value.location
            Task { await model.point(.up, x: now.x, y: now.y) }
        }
    }
#endif
