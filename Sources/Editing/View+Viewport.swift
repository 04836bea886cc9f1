import Geometry
import Graph

// The viewports a view can come to show. Points are screen points; nothing here changes the view.

extension View {
    /// What the view shows after it was pushed by an offset.
    public func panned(by offset: Point) -> Viewport {
        standing(or: viewport.panned(by: offset))
    }

    /// What the view shows at a zoom within the limits, the canvas point under `at` (else the centre) kept there.
    public func zoomed(to zoom: Double, at point: Point? = nil, _ settings: Settings) -> Viewport {
        standing(or: viewport.zoomed(to: settings.clampedZoom(zoom), about: point ?? center))
    }

    public func zoomed(by factor: Double, at point: Point? = nil, _ settings: Settings) -> Viewport {
        zoomed(to: viewport.zoom * factor, at: point, settings)
    }

    /// What the view shows after two fingers about `at` scaled it, within the limits, and then pushed it.
    public func pinched(at point: Point, scale: Double, by offset: Point, _ settings: Settings) -> Viewport {
        let zoom = settings.clampedZoom(viewport.zoom * scale)
        return standing(or: viewport.zoomed(to: zoom, about: point).panned(by: offset))
    }

    /// The viewport that shows bounds of the canvas in the middle of the view.
    ///
    /// Paddings in canvas units grow the bounds, the others shrink the view. The limits of the zoom are clamped to the
    /// settings; the greatest is 1 unless given, and the least wins where they cross.
    public func fitting(
        _ bounds: Rect, padding: FitPadding = .standard, minZoom: Double? = nil, maxZoom: Double? = nil,
        _ settings: Settings
    ) -> Viewport {
        let shown = Rect(
            minX: bounds.minX - padding.left.canvas, minY: bounds.minY - padding.top.canvas,
            maxX: bounds.maxX + padding.right.canvas, maxY: bounds.maxY + padding.bottom.canvas)
        let room = Rect(
            minX: padding.left.screen(of: size.width), minY: padding.top.screen(of: size.height),
            maxX: size.width - padding.right.screen(of: size.width),
            maxY: size.height - padding.bottom.screen(of: size.height))
        let least = settings.clampedZoom(minZoom ?? settings.minZoom)
        let greatest = settings.clampedZoom(maxZoom ?? min(settings.maxZoom, 1))
        // What has no extent along an axis fits at any zoom.
        let across = shown.width > 0 ? max(room.width, 0) / shown.width : .infinity
        let down = shown.height > 0 ? max(room.height, 0) / shown.height : .infinity
        let zoom = max(min(across, down, greatest), least)
        let middle = Point(x: shown.minX / 2 + shown.maxX / 2, y: shown.minY / 2 + shown.maxY / 2)
        return standing(
            or: Viewport(x: room.center.x - middle.x * zoom, y: room.center.y - middle.y * zoom, zoom: zoom))
    }

    /// A viewport pushed as little as needed for the view to show nothing beyond `translateExtent`.
    ///
    /// Where the view shows more than the extent along an axis, the extent is in its middle.
    public func confined(_ viewport: Viewport, _ settings: Settings) -> Viewport {
        guard let extent = settings.translateExtent else { return viewport }
        func push(_ low: Double, _ high: Double, _ least: Double, _ greatest: Double) -> Double {
            let before = low - least
            let after = high - greatest
            if after > before { return (before + after) / 2 }
            return before < 0 ? before : max(after, 0)
        }
        let shown = viewport.visible(size)
        let dx = push(shown.minX, shown.maxX, extent.minX, extent.maxX)
        let dy = push(shown.minY, shown.maxY, extent.minY, extent.maxY)
        return standing(or: viewport.panned(by: Point(x: dx * viewport.zoom, y: dy * viewport.zoom)))
    }

    /// A viewport, or the view's own where the other is beyond all numbers.
    private func standing(or other: Viewport) -> Viewport {
        other.x.isFinite && other.y.isFinite && other.zoom.isFinite && other.zoom > 0 ? other : viewport
    }
}

extension Settings {
    func clampedZoom(_ zoom: Double) -> Double { max(min(zoom, maxZoom), minZoom) }
}

extension Editor {
    /// Gives a view another viewport and ends its motion; what its gesture anchors on the canvas stays there.
    public mutating func show(_ viewport: Viewport, in view: Int) {
        stopMotion(of: view)
        views[view].viewport = viewport
    }

    /// The bounds of nodes, or of all, that have a place and are not concealed; nil if there is none.
    ///
    /// - Complexity: O(*n*) for *n* given nodes, or all.
    public func contentBounds(nodes: [Int32]? = nil) -> Rect? {
        var bounds = Rect.empty
        func add(_ slot: Int32) {
            guard document.isPlaced(slot), !document.isConcealed(slot) else { return }
            bounds = bounds.union(document.frame(slot))
        }
        if let nodes {
            for slot in nodes { add(slot) }
        } else {
            for slot in 0..<Int32(document.nodes.slotCount) where document.nodes.isAlive(slot) { add(slot) }
        }
        return bounds.isEmpty ? nil : bounds
    }
}
