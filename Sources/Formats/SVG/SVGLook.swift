import Geometry
import Wire

/// The kinds of a picture's elements, by their looks.
enum SVGLook: Int, CaseIterable {
    case page, grid, dot, shade, card, bar, group
    case type, name, line, more, title
    /// The square behind an icon, the icon, and the name and text of a card with an icon.
    case tile, icon, head, below
    case edge, flow, tip, label, says
    /// The name of a handle, beginning or ending at a point.
    case handle, handleEnd
    /// The same in a row inside a card.
    case row, rowEnd
    /// The background of a handle's name outside cards.
    case halo, haloEnd
    case source, target
    /// A source of a node with a type.
    case typedSource

    /// The class for style sheets.
    var name: String {
        switch self {
        case .page: "page"
        case .grid: "grid"
        case .dot: "dot"
        case .shade: "shade"
        case .card: "card"
        case .bar: "bar"
        case .group: "group"
        case .type: "type"
        case .name: "name"
        case .line: "line"
        case .more: "more"
        case .title: "title"
        case .tile: "tile"
        case .icon: "icon"
        case .head: "name head"
        case .below: "more below"
        case .edge: "edge"
        case .flow: "edge flow"
        case .tip: "tip"
        case .label: "label"
        case .says: "says"
        case .handle: "handle"
        case .handleEnd: "handle end"
        case .row: "row"
        case .rowEnd: "row end"
        case .halo: "halo"
        case .haloEnd: "halo end"
        case .source: "source"
        case .typedSource: "source typed"
        case .target: "target"
        }
    }

    var fill: SVGColor? {
        switch self {
        case .grid, .edge, .flow, .halo, .haloEnd, .icon: nil
        case .page, .label: .page
        case .dot: .grid
        case .shade: .shade
        case .card, .target: .card
        case .bar, .type, .tile, .typedSource: .type
        case .group: .group
        case .name, .line, .row, .rowEnd, .head: .text
        case .more, .title, .says, .handle, .handleEnd, .below: .soft
        case .tip, .source: .edge
        }
    }

    var stroke: SVGColor? {
        switch self {
        case .page, .dot, .shade, .bar, .type, .name, .line, .more, .title, .says, .handle, .handleEnd, .row, .rowEnd,
            .tile, .head, .below:
            nil
        case .grid: .grid
        case .icon: .type
        case .card, .label: .line
        case .group: .group
        case .edge, .flow, .tip, .target: .edge
        case .halo, .haloEnd: .page
        case .source, .typedSource: .card
        }
    }

    /// The attributes that are neither colors nor inherited.
    var rest: String {
        switch self {
        case .page, .grid, .dot, .card, .tip, .label, .line: ""
        case .shade: #" fill-opacity=".07""#
        case .bar, .tile: #" fill-opacity=".14""#
        case .icon: #" stroke-width="2""#
        case .head: #" font-weight="600" text-anchor="start""#
        case .below: #" font-size="11" text-anchor="start""#
        case .group: #" fill-opacity=".06" stroke-opacity=".85" stroke-dasharray="5 4" stroke-linecap="butt""#
        case .type: #" font-size="9" font-weight="700" letter-spacing=".6" text-anchor="start""#
        case .name: #" font-weight="600""#
        case .more, .says: #" font-size="11""#
        case .title: #" font-size="12" font-weight="600" text-anchor="start""#
        case .edge: #" stroke-width="1.5""#
        case .flow: #" stroke-width="1.5" stroke-dasharray="5 5""#
        case .handle: #" font-size="10" text-anchor="start""#
        case .handleEnd: #" font-size="10" text-anchor="end""#
        case .row: #" font-weight="500" text-anchor="start""#
        case .rowEnd: #" font-weight="500" text-anchor="end""#
        case .halo: #" font-size="10" text-anchor="start" stroke-width="3""#
        case .haloEnd: #" font-size="10" text-anchor="end" stroke-width="3""#
        case .source, .target, .typedSource: #" stroke-width="1.5""#
        }
    }
}
