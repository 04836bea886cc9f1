import Geometry
import Graph

/// A cell of a page: a vertex, an edge, or a layer.
struct DrawioCell {
    var id = ""
    var value = ""
    var style = ""
    var parent: String?
    var isNode = false
    var isEdge = false
    var isHidden = false
    var isCollapsed = false
    var source: String?
    var target: String?
    /// The attributes of the enclosing object.
    var data = DataMembers()

    // The geometry.
    var x = 0.0
    var y = 0.0
    var width = 0.0
    var height = 0.0
    /// Is true if `x` and `y` are fractions: of the parent's size, or of half of an edge's path.
    var isRelative = false
    var offset = Point.zero
    var points: [Point] = []

    /// Reads a cell, or an object with a cell in it.
    init(_ xml: inout XMLReader, _ name: String, _ tally: inout ExportTally) throws(EditError) {
        if name == "mxCell" {
            try readCell(&xml)
            return
        }
        id = xml["id"] ?? ""
        value = xml["label"] ?? ""
        for attribute in xml.allAttributes where attribute.name != "id" && attribute.name != "label" {
            data.add(attribute.name, attribute.value)
        }
        try xml.eachChild { (xml, name) throws(EditError) in
            if name == "mxCell" { try readCell(&xml) }
        }
    }

    private mutating func readCell(_ xml: inout XMLReader) throws(EditError) {
        if let id = xml["id"], self.id.isEmpty { self.id = id }
        if let value = xml["value"], self.value.isEmpty { self.value = value }
        style = xml["style"] ?? ""
        parent = xml["parent"]
        isNode = xml["vertex"] == "1"
        isEdge = xml["edge"] == "1"
        isHidden = xml["visible"] == "0"
        isCollapsed = xml["collapsed"] == "1"
        (source, target) = (xml["source"], xml["target"])
        try xml.eachChild { (xml, name) throws(EditError) in
            if name == "mxGeometry" { try readGeometry(&xml) }
        }
    }

    private mutating func readGeometry(_ xml: inout XMLReader) throws(EditError) {
        (x, y) = (xml.number("x") ?? 0, xml.number("y") ?? 0)
        (width, height) = (max(0, xml.number("width") ?? 0), max(0, xml.number("height") ?? 0))
        isRelative = xml["relative"] == "1"
        try xml.eachChild { (xml, name) throws(EditError) in
            if name == "mxPoint", xml["as"] == "offset" { offset = DrawioCell.point(xml) }
            if name == "Array", xml["as"] == "points" {
                try xml.eachChild { (xml, name) throws(EditError) in
                    if name == "mxPoint" { points.append(DrawioCell.point(xml)) }
                }
            }
        }
    }

    /// Reads a point; an absent coordinate is 0.
    private static func point(_ xml: XMLReader) -> Point { Point(x: xml.number("x") ?? 0, y: xml.number("y") ?? 0) }
}
