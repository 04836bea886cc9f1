import Geometry
import Graph
import Storage

// The viewports a view can come to show. Points are screen points; nothing here changes the view.

extension View {
    /// Pushes the canvas by an offset, in screen points; the motion of the view ends.
    public mutating func pan(by offset: Point) { show(panned(by: offset)) }

    /// Returns the viewport after a push by an offset.
    public func panned(by offset: Point) -> Viewport {
        finite(or: viewport.panned(by: offset))
    }

    /// Returns the viewport at a zoom within the limits, with the canvas point under `at` (else the center) kept there.
    public func zoomed(to zoom: Double, at point: Point? = nil, _ limits: ZoomLimits) -> Viewport {
        finite(or: viewport.zoomed(to: limits.clamped(zoom), about: point ?? center))
    }

    /// Returns the viewport after two fingers about `at` scaled it, within the limits, and then pushed it.
    public func pinched(at point: Point, scale: Double, by offset: Point, _ limits: ZoomLimits) -> Viewport {
        let zoom = limits.clamped(viewport.zoom * scale)
        return finite(or: viewport.zoomed(to: zoom, about: point).panned(by: offset))
    }

    /// The viewport that shows bounds of the canvas in the middle of the view.
    ///
    /// Paddings in canvas units grow the bounds, the others shrink the view. Given limits are clamped to those of the
    /// view; the greatest is 1 unless given, and the least wins if they cross.
    public func fitting(
        _ bounds: Rect, padding: FitPadding = .standard, minZoom: Double? = nil, maxZoom: Double? = nil,
        _ limits: ZoomLimits
    ) -> Viewport {
        let shown = padding.grown(bounds)
        let area = padding.area(in: size)
        let least = limits.clamped(minZoom ?? limits.least)
        let greatest = limits.clamped(maxZoom ?? min(limits.greatest, 1))
        let zoom = max(min(FitPadding.greatestZoom(of: shown, in: area), greatest), least)
        let middle = Point(x: shown.minX / 2 + shown.maxX / 2, y: shown.minY / 2 + shown.maxY / 2)
        return finite(
            or: Viewport(x: area.center.x - middle.x * zoom, y: area.center.y - middle.y * zoom, zoom: zoom))
    }

    /// The zoom that is needed to show bounds of the canvas wholly, as far as the view has to zoom out for that.
    public func zoom(revealing bounds: Rect, padding: FitPadding = .reveal) -> Double {
        min(FitPadding.greatestZoom(of: padding.grown(bounds), in: padding.area(in: size)), viewport.zoom)
    }

    /// The viewport that shows bounds of the canvas wholly, pushed as little as that needs.
    ///
    /// The view zooms out only if needed, about the center; bounds that do not fit even at the least zoom are
    /// centered.
    public func revealing(
        _ bounds: Rect, padding: FitPadding = .reveal, _ limits: ZoomLimits
    ) -> Viewport {
        let shown = padding.grown(bounds)
        let area = padding.area(in: size)
        let least = min(limits.least, viewport.zoom)
        let zoom = max(min(FitPadding.greatestZoom(of: shown, in: area), viewport.zoom), least)
        let start = viewport.zoomed(to: zoom, about: center)
        func push(_ low: Double, _ high: Double, _ least: Double, _ greatest: Double) -> Double {
            if high - low > greatest - least { return (least + greatest) / 2 - (low / 2 + high / 2) }
            let push = low < least ? least - low : min(greatest - high, 0)
            // A view that is there but for rounding is there.
            return abs(push) < 1e-9 * max(abs(least), abs(greatest), 1) ? 0 : push
        }
        let low = start.screen(shown.origin)
        let high = start.screen(Point(x: shown.maxX, y: shown.maxY))
        return finite(
            or: start.panned(
                by: Point(
                    x: push(low.x, high.x, area.minX, area.maxX), y: push(low.y, high.y, area.minY, area.maxY))))
    }

    /// A viewport pushed as little as needed for the view to show nothing beyond `translateExtent`.
    ///
    /// If the view shows more than the extent along an axis, the extent is in its middle.
    public func confined(_ viewport: Viewport, _ settings: InteractionSettings) -> Viewport {
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
        return finite(or: viewport.panned(by: Point(x: dx * viewport.zoom, y: dy * viewport.zoom)))
    }

    /// A viewport, or the view's own if the other is beyond the doubles.
    private func finite(or other: Viewport) -> Viewport {
        other.isUsable ? other : viewport
    }
}
