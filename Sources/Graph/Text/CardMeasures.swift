import Geometry
import Wire

/// The measures with which nodes and edges are drawn, canvas units; pictures and the page of the browser have the same.
public enum CardMeasures {
    /// The size of the letters of a label, and of the texts below it.
    public static let (label, more) = (13.0, 11.0)
    /// The height of a line of each.
    public static let (labelLine, moreLine) = (16.0, 14.0)
    /// The factors by which a label shrinks before it extends over the border, and the greatest width of a word.
    static let (sizes, widestWord) = ([1, 0.875, 0.75], 960.0)
    /// The greatest number of lines of a label, and of a label with a text below it.
    public static let (mostLines, labelsOverMore) = (256, 2)
    /// The size of the letters of a group's name, its baseline, and its greatest length.
    public static let (title, titleX, titleY, mostTitle) = (12.0, 12.0, 19.0, 200)
    /// The space above and below the texts of a card together, and the least height of one that has texts.
    public static let (space, leastText) = (6.0, 14.0)
    /// The least space on either side of a text: in a rectangle, and in outlines that already leave space.
    public static let (side, shapedSide) = (9.0, 2.0)
    /// The radius of the corners of cards and of groups that state none, and of the boxes of labels.
    public static let (radius, groupRadius, labelRadius) = (8.0, 10.0, 6.0)
    /// The radius of a handle and the width of its border.
    public static let (handle, handleBorder) = (4.0, 1.5)
    /// The dashes of a group's border.
    public static let groupDash = [5.0, 4.0]
    /// The parts of their color that groups, tiles and outlines in the color of a type have, and shades.
    public static let (groupFill, groupLine, tint, shade) = (0.06, 0.85, 0.14, 0.07)
    /// The distances of shades from their node, downwards, and by how much they are larger.
    public static let (shadeDrops, shadeGrowth) = ([3.0, 1.0], 0.5)

    /// Cards of types have a head with an icon if they are this wide, and higher than this.
    public static let (headWidth, headHeight) = (100.0, 44.0)
    /// The square behind an icon: its side, its offset from the left, its corners; the icon in it, and the width of
    /// its lines.
    public static let tile = (side: 34.0, inset: 12.0, radius: 9.0, icon: 22.0, stroke: 2.0)
    /// The head of a card: its top where there is something below it, where its texts start and end, the size of the
    /// caption, the space between its letters and its baseline, the size of the name and its baseline, the size of a name on
    /// two lines, how far these are apart and how far up, and the inset of the texts below.
    public static let head = (
        top: 11.0, start: 56.0, end: 12.0, caption: 9.0, spacing: 0.6, captionY: 11.0, name: 13.5, nameY: 28.0,
        small: 12.0,
        apart: 14.0, up: 7.0, inset: 13.0
    )
    /// The space below a head, above the texts and the rows of a card.
    public static let below = (texts: 49.0, rows: 53.0, plainRows: 29.0, end: 8.0)
    /// A card without a head on one line: the greatest icon, the space around and beside it, the smallest letters.
    public static let line = (icon: 20.0, around: 12.0, gap: 6.0, sides: 32.0, shapedSides: 6.0, least: 10.0)

    /// The cards behind a collapsed group: their number, and how far down and how much narrower each is.
    public static let pile = (cards: 2, drop: 4.0, inset: 6.0)

    /// The baseline in a line, in sizes of the letters, and in a line of the text below a label.
    public static let (baseline, moreBaseline) = (12.5 / 13, 10.5)
    /// Labels of edges: the size of the letters, the space beside them, the height of one line and of a further one, the place
    /// of the baseline below the middle of a line.
    public static let says = (letters: 11.0, space: 8.0, height: 20.0, line: 14.0, baseline: 3.8)
    /// Lines of edges and their heads: how long and wide these are, and how far the tip is before the middle of a handle.
    public static let edge = (width: 1.5, head: 9.0, breadth: 8.0, gap: 4.5)
    /// Names of handles in rows of a card: the size of the letters, and the least of a long one; the distance from the
    /// border; how far rows are apart at least.
    public static let rowLabel = (size: 11.0, least: 8.25, inset: 11.0, apart: 13.0)

    /// The space around the text of a card that fits it.
    static let around = Size(width: 24, height: 20)
    /// The width beyond which lines are broken in a card that fits its text.
    static let widest = 240.0
    static let least = Size(width: 60, height: 36)
    /// The height of a row with a handle on the left or on the right.
    public static let row = 18.0

    /// All measures for drawing, in the form of the page.
    public static var json: JSON {
        let numbers: [(JSONString, Double)] = [
            ("label", label), ("more", more), ("labelLine", labelLine), ("moreLine", moreLine),
            ("widestWord", widestWord), ("mostLines", Double(mostLines)), ("labelsOverMore", Double(labelsOverMore)),
            ("title", title), ("titleX", titleX), ("titleY", titleY), ("space", space), ("leastText", leastText),
            ("side", side), ("shapedSide", shapedSide), ("radius", radius), ("groupRadius", groupRadius),
            ("labelRadius", labelRadius), ("handle", handle), ("handleBorder", handleBorder), ("groupFill", groupFill),
            ("groupLine", groupLine), ("tint", tint), ("shade", shade), ("shadeGrowth", shadeGrowth),
            ("headWidth", headWidth), ("headHeight", headHeight), ("tileSide", tile.side), ("tileInset", tile.inset),
            ("tileRadius", tile.radius), ("tileIcon", tile.icon), ("iconStroke", tile.stroke), ("headTop", head.top),
            ("headStart", head.start), ("headEnd", head.end), ("caption", head.caption),
            ("captionSpacing", head.spacing),
            ("captionY", head.captionY), ("name", head.name), ("nameY", head.nameY), ("small", head.small),
            ("smallApart", head.apart), ("smallUp", head.up), ("textInset", head.inset), ("belowTexts", below.texts),
            ("belowRows", below.rows), ("belowPlainRows", below.plainRows), ("belowEnd", below.end),
            ("lineIcon", line.icon), ("lineAround", line.around), ("lineGap", line.gap), ("lineSides", line.sides),
            ("lineShapedSides", line.shapedSides), ("lineLeast", line.least), ("row", row),
            ("baseline", baseline), ("moreBaseline", moreBaseline), ("says", says.letters), ("saysSpace", says.space),
            ("saysHeight", says.height), ("saysLine", says.line), ("saysBaseline", says.baseline), ("edge", edge.width),
            ("headLength", edge.head), ("headBreadth", edge.breadth), ("headGap", edge.gap),
            ("rowLabel", rowLabel.size), ("rowLeast", rowLabel.least), ("rowInset", rowLabel.inset),
            ("rowApart", rowLabel.apart), ("pileCards", Double(pile.cards)), ("pileDrop", pile.drop),
            ("pileInset", pile.inset),
        ]
        var object = numbers.reduce(into: JSONObject()) { $0.append($1.0, .number($1.1)) }
        for (name, list) in [("sizes", sizes), ("groupDash", groupDash), ("shadeDrops", shadeDrops)] {
            object[JSONString(name)] = .array(list.map { .number($0) })
        }
        return .object(object)
    }
}
