import Geometry
import Wire

/// The kinds of elements in a picture, by what they look like.
enum SVGLook: Int, CaseIterable {
    case page, grid, dot, shade, card, bar, group
    case type, name, line, more, title
    case edge, flow, tip, label, says
    /// The name of a handle that begins or ends at a point.
    case handle, handleEnd
    /// The same on a row inside of a card.
    case row, rowEnd
    /// The ground of a name that is not.
    case halo, haloEnd
    case source, target

    /// The class, by which style sheets find the element.
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
        case .target: "target"
        }
    }

    var fill: SVGColor? {
        switch self {
        case .grid, .edge, .flow, .halo, .haloEnd: nil
        case .page, .label: .page
        case .dot: .grid
        case .shade: .shade
        case .card, .target: .card
        case .bar, .type: .type
        case .group: .group
        case .name, .line, .row, .rowEnd: .text
        case .more, .title, .says, .handle, .handleEnd: .soft
        case .tip, .source: .edge
        }
    }

    var stroke: SVGColor? {
        switch self {
        case .page, .dot, .shade, .bar, .type, .name, .line, .more, .title, .says, .handle, .handleEnd, .row, .rowEnd:
            nil
        case .grid: .grid
        case .card, .label: .line
        case .group: .group
        case .edge, .flow, .tip, .target: .edge
        case .halo, .haloEnd: .page
        case .source: .card
        }
    }

    /// The attributes that are no colors, beside those that are inherited.
    var rest: String {
        switch self {
        case .page, .grid, .dot, .card, .tip, .label, .line: ""
        case .shade: #" fill-opacity=".07""#
        case .bar: #" fill-opacity=".14""#
        case .group: #" fill-opacity=".06" stroke-opacity=".85" stroke-dasharray="5 4" stroke-linecap="butt""#
        case .type: #" font-size="10" font-weight="600" letter-spacing=".4""#
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
        case .source, .target: #" stroke-width="1.5""#
        }
    }
}
