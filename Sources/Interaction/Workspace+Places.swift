import Geometry
import Graph
import Routing
import Storage

// What views may show: viewports within their limits, and maps.

extension Workspace {
    // MARK: Viewports within the limits

    /// The limits of a view's zoom, as far as a zoom needs them: from 0.1 on no content is asked.
    ///
    /// With the setting `minZoom: "auto"` the least is what shows all nodes with the usual padding of a fit in a view of this
    /// size, 0.1 if that is more, and never above `maxZoom`. It is asked of the document as it is now, not of what a gesture
    /// shows.
    ///
    /// - Complexity: that of `contentBounds` once a revision, else O(1).
    public mutating func zoomLimits(of view: View.Slot, reaching zoom: Double = 0) -> ZoomLimits {
        content.zoomLimits(ofSize: windows[view].view.size, reaching: zoom)
    }

    /// What a view shows at a zoom, the canvas point under `at` (else the center) kept there.
    public mutating func zoomed(_ view: View.Slot, to zoom: Double, at point: Point? = nil) -> Viewport {
        let limits = zoomLimits(of: view, reaching: zoom)
        return windows[view].view.zoomed(to: zoom, at: point, limits)
    }

    /// What a view shows that has bounds of the canvas in its middle.
    public mutating func fitting(
        _ bounds: Rect, in view: View.Slot, padding: FitPadding = .standard, minZoom: Double? = nil,
        maxZoom: Double? = nil
    ) -> Viewport {
        let limits = zoomLimits(of: view)
        return windows[view].view.fitting(bounds, padding: padding, minZoom: minZoom, maxZoom: maxZoom, limits)
    }

    /// What a view shows that was pushed as little as it takes to show bounds of the canvas wholly.
    public mutating func revealing(_ bounds: Rect, in view: View.Slot, padding: FitPadding = .reveal) -> Viewport {
        let (size, shown) = (windows[view].view.size, windows[view].view.viewport)
        let wanted = View.greatestZoom(of: padding.grown(bounds), in: padding.area(in: size))
        let limits = zoomLimits(of: view, reaching: min(wanted, shown.zoom))
        return windows[view].view.revealing(bounds, padding: padding, limits)
    }

    /// Lets a view go from what it shows to a viewport (`View.animate`).
    public mutating func animate(
        to target: Viewport, duration: Double = ViewportAnimation.standardDuration, easing: Easing = .easeInOut,
        path: ViewportAnimation.Path = .straight, in view: View.Slot, at now: Double
    ) {
        let limits = path == .smooth ? zoomLimits(of: view) : nil
        windows[view].view.animate(to: target, duration: duration, easing: easing, path: path, limits, at: now)
    }

    /// A double tap on the canvas zooms by two, if the settings want it.
    mutating func zoomIn(at screen: Point, in view: View.Slot, at time: Double) {
        guard document.settings.interaction.zoomOnDoubleTap, document.settings.interaction.zoomEnabled else { return }
        let target = zoomed(view, to: windows[view].view.viewport.zoom * 2, at: screen)
        animate(to: windows[view].view.confined(target, document.settings.interaction), in: view, at: time)
    }

    // MARK: Maps

    /// The map of the document, for a view.
    ///
    /// The world is that of the document, so that the map keeps its scale while a gesture moves nodes; their marks move
    /// along, unless there are so many nodes that they are shown as cells.
    ///
    /// - Complexity: O(marks), which are bounded; with more nodes than that O(nodes) after each change of the document,
    ///   and O(selected nodes) after each change of the selection.
    public mutating func minimap(of view: View.Slot, size: Size) -> Minimap {
        content.refresh()
        var map = Minimap(nodes: content.contentBounds(), visible: windows[view].view.visible, size: size)
        if scene.nodes.count > Limits.mapMarks {
            content.mapCells.follow(scene, revision: revision, windows[view].view.selection.nodes, map.world)
            map.isClustered = true
            map.marks = content.mapCells.marks(in: map)
        } else {
            map.mark(scene, document, windows[view].view)
        }
        return map
    }

}
