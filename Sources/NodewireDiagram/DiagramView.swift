#if canImport(SwiftUI)
    import NodewireClient
    import SwiftUI

    /// A diagram, drawn and edited with a finger, a pen, a mouse, a trackpad and the keyboard.
    ///
    ///     struct Editor: View {
    ///         let model: DiagramModel
    ///         var body: some View { DiagramView(model) }
    ///     }
    ///
    /// The model receives the size, and each input as it comes.
    public struct DiagramView: View {
        private let model: DiagramModel
        @State private var isDown = false
        @State private var isPinching = false
        @FocusState private var isFocused: Bool

        /// A view of a diagram.
        public init(_ model: DiagramModel) { self.model = model }

        public var body: some View {
            TimelineView(.animation(paused: model.scene.state.animations == nil)) { time in
                Canvas { context, _ in draw(into: &context, at: time.date.timeIntervalSinceReferenceDate) }
            }
            .onGeometryChange(for: CGSize.self) {
                $0.size
            } action: {
                model.resize(width: $0.width, height: $0.height)
            }
            .gesture(DragGesture(minimumDistance: 0).onChanged(move).onEnded(lift))
            .simultaneousGesture(MagnifyGesture(minimumScaleDelta: 0).onChanged(pinch).onEnded(endPinch))
            .modifier(Scrolling(model: model))
            .focusable()
            .focused($isFocused)
            .focusEffectDisabled()
            .onKeyPress(phases: .all, action: press)
            .onAppear { isFocused = true }
            .overlay(alignment: .bottom) { if let refusal = model.refusal { Text(refusal).padding() } }
            .toolbar {
                Button("Undo") { Task { await model.undo() } }.disabled(model.history?.canUndo != true)
                Button("Redo") { Task { await model.redo() } }.disabled(model.history?.canRedo != true)
                Button("Save") { Task { await model.save() } }.disabled(model.history?.dirty != true)
            }
        }

        private func draw(into context: inout GraphicsContext, at seconds: Double) {
            let viewport = model.scene.state.viewport ?? Viewport(x: 0, y: 0, zoom: 1)
            context.translateBy(x: viewport.x, y: viewport.y)
            context.scaleBy(x: viewport.zoom, y: viewport.zoom)
            let animations = model.scene.state.animations
            let animated = Set(animations?.edges ?? [])
            let edges = model.scene.edges
            for (id, edge) in edges.sorted(by: { ($0.value.z, $0.value.order) < ($1.value.z, $1.value.order) }) {
                guard case .list(let points) = edge.path else { continue }
                var path = Path()
                path.addLines(points.map { CGPoint(x: $0.x, y: $0.y) })
                var style = StrokeStyle(lineWidth: 2)
                if let animations, animated.contains(id) {
                    style.dash = animations.dash.map { CGFloat($0) }
                    let length = animations.dash.reduce(0, +)
                    style.dashPhase = -(seconds * animations.rate).truncatingRemainder(dividingBy: length)
                }
                context.stroke(path, with: .color(edge.selected == true ? .accentColor : .gray), style: style)
            }
            let nodes = model.scene.nodes.values
            for node in nodes.sorted(by: { ($0.z ?? 0, $0.order ?? 0) < ($1.z ?? 0, $1.order ?? 0) }) {
                let frame = CGRect(x: node.x, y: node.y, width: node.width, height: node.height)
                let outline = Path(roundedRect: frame, cornerRadius: 6)
                context.fill(outline, with: .color(.white))
                context.stroke(outline, with: .color(node.selected == true ? .accentColor : .black))
                context.draw(Text(node.label ?? "").foregroundStyle(.black), at: CGPoint(x: frame.midX, y: frame.midY))
            }
        }

        private func move(_ value: DragGesture.Value) {
            // The second finger makes a pinch of what the first began.
            if isPinching { return }
            let (start, now) = (value.startLocation, value.location)
            if !isDown { model.point(.down, x: start.x, y: start.y) }
            isDown = true
            isFocused = true
            if now != start { model.point(.move, x: now.x, y: now.y) }
        }

        private func lift(_ value: DragGesture.Value) {
            if isDown { model.point(.up, x: value.location.x, y: value.location.y) }
            isDown = false
        }

        private func pinch(_ value: MagnifyGesture.Value) {
            let at = value.startLocation
            if !isPinching {
                if isDown { model.point(.cancel, x: at.x, y: at.y) }
                model.pinch(.begin, scale: 1, x: at.x, y: at.y)
            }
            (isDown, isPinching) = (false, true)
            model.pinch(.update, scale: value.magnification, x: at.x, y: at.y)
        }

        private func endPinch(_ value: MagnifyGesture.Value) {
            model.pinch(.end, scale: value.magnification, x: value.startLocation.x, y: value.startLocation.y)
            isPinching = false
        }

        private func press(_ press: KeyPress) -> KeyPress.Result {
            var modifiers: [InputKey.ModifiersChoice] = []
            if press.modifiers.contains(.shift) { modifiers.append(.shift) }
            if press.modifiers.contains(.control) { modifiers.append(.control) }
            if press.modifiers.contains(.option) { modifiers.append(.alt) }
            if press.modifiers.contains(.command) { modifiers.append(.meta) }
            let name = DiagramModel.keyName(press.key.character)
            model.key(press.phase == .up ? .up : .down, name, modifiers: modifiers, repeats: press.phase == .repeat)
            return .handled
        }
    }

    /// Forwards the scrolling of a wheel or a trackpad, for which SwiftUI has no gesture.
    private struct Scrolling: ViewModifier {
        let model: DiagramModel
        #if os(macOS)
            @State private var place: CGPoint?
            @State private var monitor: Any?

            func body(content: Content) -> some View {
                content
                    .onContinuousHover { phase in
                        if case .active(let point) = phase { place = point } else { place = nil }
                    }
                    .onAppear {
                        monitor = NSEvent.addLocalMonitorForEvents(matching: .scrollWheel) { event in
                            guard let place else { return event }
                            // A notch of a plain wheel has lines in place of points.
                            let unit = event.hasPreciseScrollingDeltas ? 1.0 : 16
                            model.scroll(
                                byX: -event.scrollingDeltaX * unit, y: -event.scrollingDeltaY * unit, atX: place.x,
                                y: place.y)
                            return nil
                        }
                    }
                    .onDisappear { if let monitor { NSEvent.removeMonitor(monitor) } }
            }
        #elseif os(iOS)
            func body(content: Content) -> some View { content.gesture(ScrollRecognizer(model: model)) }
        #else
            func body(content: Content) -> some View { content }
        #endif
    }

    #if os(iOS)
        /// The scrolling of a trackpad or a mouse on iPad, but not of fingers.
        private struct ScrollRecognizer: UIGestureRecognizerRepresentable {
            let model: DiagramModel

            func makeUIGestureRecognizer(context: Context) -> UIPanGestureRecognizer {
                let recognizer = UIPanGestureRecognizer()
                recognizer.allowedScrollTypesMask = .all
                recognizer.allowedTouchTypes = []
                return recognizer
            }

            func handleUIGestureRecognizerAction(_ recognizer: UIPanGestureRecognizer, context: Context) {
                let (by, at) = (recognizer.translation(in: recognizer.view), recognizer.location(in: recognizer.view))
                recognizer.setTranslation(.zero, in: recognizer.view)
                model.scroll(byX: -by.x, y: -by.y, atX: at.x, y: at.y)
            }
        }
    #endif
#endif
