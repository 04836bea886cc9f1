import Geometry
import Graph
import Storage

/// The zooms between which a view stays.
public struct ZoomLimits: Sendable, Equatable {
    /// The least zoom, in screen points a canvas unit.
    public let least: Double
    /// The greatest zoom, in screen points a canvas unit; `least` wins where they cross.
    public let greatest: Double

    /// The zoom within the limits that is nearest to a zoom.
    public func clamped(_ zoom: Double) -> Double { max(min(zoom, greatest), least) }

    var range: ClosedRange<Double> { least...max(least, greatest) }

    /// No automatic least zoom is above this.
    static let nearestLeast = 0.1
}

/// The bounds of all nodes, as they were at a revision of the document.
struct ContentExtent: Sendable {
    var revision = -1
    var bounds: Rect?
}

extension Workspace {
    /// The limits of a view's zoom.
    ///
    /// With the setting `minZoom: "auto"` the least is what shows all nodes with the usual padding of a fit in a view of this
    /// size, 0.1 if that is more, and never above `maxZoom`. It is asked of the document as it is now, not of what a gesture
    /// shows.
    ///
    /// - Complexity: that of `contentBounds` once a revision, else O(1).
    public mutating func zoomLimits(of view: View.Slot) -> ZoomLimits { zoomLimits(of: view, reaching: 0) }

    /// The limits, as far as a zoom needs them: from 0.1 on no content is asked.
    mutating func zoomLimits(of view: View.Slot, reaching zoom: Double) -> ZoomLimits {
        zoomLimits(ofSize: views[view].size, reaching: zoom)
    }

    mutating func zoomLimits(ofSize size: Size, reaching zoom: Double) -> ZoomLimits {
        let (stated, greatest) = (document.settings.interaction.minZoom, document.settings.interaction.maxZoom)
        if let stated { return ZoomLimits(least: stated, greatest: greatest) }
        var least = min(ZoomLimits.nearestLeast, greatest)
        if zoom < least, let bounds = contentBounds() {
            let padding = FitPadding.standard
            let whole = View.greatestZoom(of: padding.grown(bounds), in: padding.area(in: size))
            if whole.isNormal { least = min(least, whole) }
        }
        return ZoomLimits(least: least, greatest: greatest)
    }

    // MARK: Viewports within the limits

    /// What a view shows at a zoom, the canvas point under `at` (else the center) kept there.
    public mutating func zoomed(_ view: View.Slot, to zoom: Double, at point: Point? = nil) -> Viewport {
        let limits = zoomLimits(of: view, reaching: zoom)
        return views[view].zoomed(to: zoom, at: point, limits)
    }

    /// What a view shows at so many times its zoom, within the limits, the point under `at` (else the center) kept there.
    public mutating func zoomed(_ view: View.Slot, by factor: Double, at point: Point? = nil) -> Viewport {
        zoomed(view, to: views[view].viewport.zoom * factor, at: point)
    }

    /// What a view shows after two fingers about `at` scaled it and then pushed it.
    public mutating func pinched(_ view: View.Slot, at point: Point, scale: Double, by offset: Point) -> Viewport {
        let limits = zoomLimits(of: view, reaching: views[view].viewport.zoom * scale)
        return views[view].pinched(at: point, scale: scale, by: offset, limits)
    }

    /// What a view shows that has bounds of the canvas in its middle.
    public mutating func fitting(
        _ bounds: Rect, in view: View.Slot, padding: FitPadding = .standard, minZoom: Double? = nil,
        maxZoom: Double? = nil
    ) -> Viewport {
        let limits = zoomLimits(of: view)
        return views[view].fitting(bounds, padding: padding, minZoom: minZoom, maxZoom: maxZoom, limits)
    }

    /// What a view shows that was pushed as little as it takes to show bounds of the canvas wholly.
    public mutating func revealing(_ bounds: Rect, in view: View.Slot, padding: FitPadding = .reveal) -> Viewport {
        let wanted = View.greatestZoom(of: padding.grown(bounds), in: padding.area(in: views[view].size))
        let limits = zoomLimits(of: view, reaching: min(wanted, views[view].viewport.zoom))
        return views[view].revealing(bounds, padding: padding, limits)
    }
}
