import Formats
import Graph
import Sketching
import Testing
import Wire

/// Borders and letters are drawn as the style of a node says.
@Suite struct NodeLookTests {
    private func markup(_ node: String) -> MarkupReader {
        MarkupReader(
            picture(opened(#"{"nodewire":1,"nodes":[{"id":"a","position":{"x":0,"y":0},\#(node)}],"edges":[]}"#)))
    }

    private func element(_ node: String, _ name: String) throws -> [String: String] {
        let markup = markup(node)
        #expect(markup.problems.isEmpty)
        return try #require(markup.elements.first { $0.attributes["class"] == name }).attributes
    }

    @Test(arguments: [
        (#""borderColor":"red""#, "stroke:red"), (#""borderWidth":2.5"#, "stroke-width:2.5"),
        (#""borderWidth":"4px""#, "stroke-width:4"), (#""borderWidth":1"#, nil),
        (#""borderWidth":5000"#, "stroke-width:100"),
        (#""borderStyle":"dashed""#, "stroke-dasharray:5 4;stroke-linecap:butt"),
        (#""borderStyle":"dotted","borderWidth":2"#, "stroke-width:2;stroke-dasharray:3 4;stroke-linecap:butt"),
        (#""borderStyle":"none""#, "stroke-width:0"), (#""borderStyle":"solid""#, nil),
        (#""borderColor":"url(#x)","borderWidth":-1,"borderStyle":"groove""#, nil),
        (#""backgroundColor":"white","borderColor":"blue""#, "fill:white;stroke:blue"),
    ])
    func `a border is drawn`(style: String, drawn: String?) throws {
        #expect(try element(#""style":{\#(style)}"#, "card")["style"] == drawn)
    }

    @Test(arguments: [
        ("", nil, "5 4"), (#""borderColor":"red""#, "stroke:red;stroke-opacity:1;stroke-dasharray:none", "5 4"),
        (
            #""borderStyle":"dotted""#, "stroke-dasharray:1.5 2;stroke-linecap:butt", "5 4"
        ),
    ])
    func `a group has a line without gaps if its style says something of it`(
        style: String, drawn: String?, dashes: String
    ) throws {
        let group = try element(#""type":"group","width":200,"height":100,"style":{\#(style)}"#, "group")
        #expect(group["style"] == drawn)
        #expect(group["stroke-dasharray"] == dashes)
    }

    @Test(arguments: [
        (#""color":"red""#, "red", nil, nil), (#""textColor":"red""#, "red", nil, nil),
        (#""fontWeight":"bold""#, "#1b2430", "700", nil), (#""fontWeight":600"#, "#1b2430", "700", nil),
        (#""fontWeight":"400""#, "#1b2430", nil, nil), (#""fontStyle":"italic""#, "#1b2430", nil, "italic"),
        (#""fontStyle":"oblique","fontWeight":0"#, "#1b2430", nil, "italic"),
        (#""backgroundColor":"black","color":"lime""#, "lime", nil, nil),
    ])
    func `letters are drawn`(style: String, color: String, weight: String?, slant: String?) throws {
        let text = try element(#""label":"Text","style":{\#(style)}"#, "line")
        #expect(text["fill"] == color)
        #expect(text["font-weight"] == weight)
        #expect(text["font-style"] == slant)
    }

    @Test(arguments: [
        (
            #""borderColor":"red","borderWidth":2,"borderStyle":"dashed","color":"red","fontWeight":"bold","fontStyle":"normal""#,
            []
        ),
        (#""borderColor":"a b","borderStyle":"double""#, ["style.borderColor", "style.borderStyle"]),
        (
            #""fontWeight":"heavy","fontStyle":3,"borderRadius":4"#,
            ["style.fontWeight", "style.fontStyle", "style.borderRadius"]
        ),
    ])
    func `only what is not drawn is listed`(style: String, listed: [String]) {
        let text = #"{"nodewire":1,"nodes":[{"id":"a","style":{\#(style)}}],"edges":[]}"#
        #expect(UnshownMembers(of: opened(text)).kinds.map(\.member) == listed)
    }
}
