import Formats
import Foundation
import Graph
import Sketching
import Testing
import Wire

@Suite struct SVGTests {
    private static let example = """
        {"nodewire":1,"title":"A <picture>","background":{"pattern":"dots","spacing":24},
         "nodes":[{"id":"g","type":"group","position":{"x":0,"y":0},"width":300,"height":200,"label":"Group"},
                  {"id":"a","type":"message","parentId":"g","position":{"x":20,"y":40},"data":{"label":"One","text":"Some more"}},
                  {"id":"b","position":{"x":400,"y":90},"handles":[{"id":"i","type":"target","position":"left"}]},
                  {"id":"c","position":{"x":9,"y":9},"hidden":true},{"id":"d"}],
         "edges":[{"id":"1","source":"a","sourceHandle":"source","target":"b","targetHandle":"i","label":"yes","animated":true},
                  {"id":"2","source":"a","target":"b","type":"straight","markerEnd":{"type":"arrow"},"style":{"stroke":"#f00"}},
                  {"id":"3","source":"c","target":"b"},{"id":"4","source":"d","target":"b"}]}
        """

    @Test func aPictureShowsWhatIsVisibleInOrder() {
        let svg = picture(opened(Self.example))
        let markup = MarkupReader(svg)
        #expect(markup.problems.isEmpty, "\(markup.problems)")
        let ids = markup.elements.compactMap { $0.attributes["id"] }
        #expect(ids == ["nodewire-pattern", "node-g", "edge-1", "edge-2", "node-b", "node-a"])
        #expect(markup.elements[0].attributes["viewBox"] == "-20 -56 590 276")
        #expect(markup.elements[0].attributes["width"] == "590")
        #expect(markup.elements[1].text == "A <picture>")
        #expect(markup.title(where: "data-id", is: "a") == "One")
        #expect(markup.elements.contains { $0.name == "text" && $0.text == "One" })
        #expect(markup.elements.contains { $0.attributes["class"] == "edge flow" })
        #expect(markup.elements.contains { $0.attributes["style"] == "stroke:#f00" })
        #expect(svg == picture(opened(fileText(opened(Self.example)))))
    }

    @Test func edgesOfACollapsedNodeAreDrawnAsOne() {
        let collapsed = Self.example.replacing("\"label\":\"Group\"", with: "\"collapsed\":true")
        let markup = MarkupReader(picture(opened(collapsed)))
        #expect(markup.problems.isEmpty, "\(markup.problems)")
        let ids = markup.elements.compactMap { $0.attributes["id"] }
        #expect(ids == ["nodewire-pattern", "node-g", "edge-1", "node-b"])
        let edge = markup.elements.first { $0.attributes["id"] == "edge-1" }
        #expect(edge?.attributes["data-count"] == "2")
        #expect(markup.title(where: "data-id", is: "1") == "2 edges")
    }

    @Test(
        arguments: [
            ("", nil), ("#12345", nil), ("#12345g", nil), ("red", nil), ("#fff;fill:url(x)", nil), ("#fa0", "#fa0"),
            ("#A1b2C3", "#A1b2C3"),
        ] as [(String, String?)])
    func aTypeHasItsOwnColourOrTheAccentOfItsName(color: String, drawn: String?) {
        let markup = MarkupReader(
            picture(
                opened(
                    """
                    {"nodewire":1,"types":{"message":{"color":"\(color)"}},
                     "nodes":[{"id":"a","type":"message","position":{"x":0,"y":0}}]}
                    """)))
        let node = markup.elements.first { $0.attributes["data-id"] == "a" }
        #expect(node?.attributes["class"] == (drawn == nil ? "typed t11" : "typed"))
        #expect(node?.attributes["style"] == drawn.map { "--type:\($0)" })
    }

    @Test(arguments: ["1e40", "1e300", "1.7e308"]) func aPictureOfWhatLiesFarOutIsDrawn(far: String) {
        let place = "\"position\":{\"x\":\(far),\"y\":-\(far)},\"label\":\"One\",\"data\":{\"text\":\"Some more\"}"
        let svg = picture(
            opened(
                """
                {"nodewire":1,"nodes":[{"id":"g",\(place)},{"id":"h","parentId":"g",\(place)},
                 {"id":"i","parentId":"h",\(place),"width":\(far),"height":\(far)},{"id":"j","position":{"x":0,"y":0}}],
                 "edges":[{"id":"1","source":"j","target":"i","label":"yes"},{"id":"2","source":"h","target":"g"}]}
                """))
        #expect(MarkupReader(svg).problems.isEmpty)
    }

    @Test func whatCannotBeDrawnIsTold() {
        let losses = opened(Self.example).pictureLosses()
        #expect(losses.map(\.kind) == [.node, .edge])
        #expect(losses.map(\.id) == ["d", "4"])
        #expect(losses.allSatisfy { $0.code == "unplaced" })
    }

    @Test func anEmptyDocumentIsAnEmptyPage() {
        let markup = MarkupReader(picture(Document()))
        #expect(markup.problems.isEmpty)
        #expect(markup.elements[0].attributes["viewBox"] == "-20 -20 40 40")
    }

    @Test func `a picture that follows the reader is the light one with a style sheet over it`() {
        let document = opened(Self.example)
        var options = SVGOptions()
        let both = picture(document, options)
        options.theme = .light
        let light = picture(document, options)
        options.theme = .dark
        let dark = picture(document, options)
        #expect(!light.contains("<style>") && !dark.contains("<style>") && light != dark)
        let sheet = both.components(separatedBy: "<style>\n")
        let rest = sheet[1].components(separatedBy: "</style>\n")
        #expect(sheet[0] + rest[1] == light)
        #expect(rest[0].components(separatedBy: "@media (prefers-color-scheme:dark){")[0].contains("fill") == false)
    }

    /// Programs that know no style sheets or no variables in them would draw it black.
    @Test(arguments: SVGOptions.Theme.allCases) func `every element says its colors itself`(theme: SVGOptions.Theme) {
        var options = SVGOptions()
        options.theme = theme
        let markup = MarkupReader(picture(opened(Self.example), options))
        for element in markup.elements where ["rect", "circle", "path", "text", "ellipse"].contains(element.name) {
            let colors = [element.attributes["fill"], element.attributes["stroke"]].compactMap { $0 }
            #expect(!colors.isEmpty && colors.allSatisfy { $0.hasPrefix("#") || $0.hasPrefix("url(#") || $0 == "none" })
            #expect(colors != ["none"], "\(element)")
        }
    }

    /// As WCAG 2.1 asks of what is not text.
    @Test(arguments: [SVGOptions.Theme.light, .dark])
    func `borders and lines stand out from their ground`(theme: SVGOptions.Theme) {
        var options = SVGOptions()
        options.theme = theme
        let markup = MarkupReader(picture(opened(Self.example), options))
        func color(_ name: String, _ attribute: String) -> String {
            markup.elements.first { $0.attributes["class"] == name }?.attributes[attribute] ?? ""
        }
        let (page, card) = (color("page", "fill"), color("card", "fill"))
        #expect(contrast(color("card", "stroke"), page) >= 3 && contrast(color("card", "stroke"), card) >= 3)
        #expect(contrast(color("label", "stroke"), page) >= 3)
        #expect(contrast(color("edge flow", "stroke"), page) >= 3)
        let seen = Double(color("group", "stroke-opacity")) ?? 0
        #expect(contrast(color("group", "stroke"), page, seen: seen) >= 3)
    }

    /// The ratio of two colors' luminances (WCAG 2.1), the first of them partly seen through.
    private func contrast(_ color: String, _ ground: String, seen: Double = 1) -> Double {
        func parts(_ text: String) -> [Double] {
            let digits = text.dropFirst().compactMap { $0.hexDigitValue }
            return digits.count < 6
                ? digits.map { Double($0 * 17) } : [0, 2, 4].map { Double(digits[$0] * 16 + digits[$0 + 1]) }
        }
        func luminance(_ parts: [Double]) -> Double {
            let linear = parts.map { $0 / 255 }.map { $0 <= 0.03928 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
            return zip(linear, [0.2126, 0.7152, 0.0722]).reduce(0) { $0 + $1.0 * $1.1 }
        }
        let below = parts(ground)
        let mixed = zip(parts(color), below).map { $0 * seen + $1 * (1 - seen) }
        let (one, other) = (luminance(mixed), luminance(below))
        return (max(one, other) + 0.05) / (min(one, other) + 0.05)
    }

    @Test func `handles that nothing declares are drawn only where an edge ends`() {
        func circles(_ document: String) -> [String] {
            MarkupReader(picture(opened(document))).elements.filter { $0.name == "circle" }
                .map { "\($0.attributes["class"] ?? "") \($0.attributes["cx"] ?? "") \($0.attributes["cy"] ?? "")" }
        }
        let nodes = #""nodes":[{"id":"a","position":{"x":0,"y":0}},{"id":"b","position":{"x":0,"y":200}}]"#
        let named = #"[{"id":"e","source":"a","sourceHandle":"source","target":"b","targetHandle":"target"}]"#
        let plain = #"[{"id":"e","source":"a","target":"b"}]"#
        #expect(circles("{\"nodewire\":1,\(nodes),\"edges\":\(plain)}").isEmpty)
        #expect(circles("{\"nodewire\":1,\(nodes),\"edges\":\(named)}") == ["source 75 60", "target 75 200"])
        #expect(circles("{\(nodes),\"edges\":\(plain)}") == ["source 75 60", "target 75 200"])
        let types = #""types":{"t":{"handles":[{"id":"o","type":"source","position":"right"}]}}"#
        let typed = #""nodes":[{"id":"a","type":"t","position":{"x":0,"y":0}}]"#
        #expect(circles("{\"nodewire\":1,\(types),\(typed),\"edges\":[]}") == ["source typed 150 30"])
    }

    @Test func labelsAndHandlesCanBeLeftOut() {
        var options = SVGOptions()
        options.labels = false
        options.handles = false
        options.margin = 0
        let markup = MarkupReader(picture(opened(Self.example), options))
        #expect(
            !markup.elements.contains { $0.name == "text" || $0.name == "circle" && $0.attributes["class"] != "dot" })
        #expect(markup.elements[0].attributes["viewBox"] == "0 0 550 200")
    }

    @Test func `labels of handles stand beside them, unless a labelled edge says more`() {
        let document = opened(
            """
            {"nodes":[{"id":"a","position":{"x":0,"y":0},"width":100,"height":100,"handles":[
            {"id":"yes","type":"source","position":"right","label":"<Yes>","distance":30},
            {"id":"no","type":"source","position":"right","label":"No","distance":60},
            {"id":"in","type":"target","position":"left","label":"Input"},
            {"id":"up","type":"target","position":"top","label":"Up"},{"id":"down","type":"source","position":"bottom"}]},
            {"id":"b","position":{"x":400,"y":0}}],
            "edges":[{"id":"e","source":"a","sourceHandle":"no","target":"b","label":"never"}]}
            """)
        var options = SVGOptions()
        options.margin = 0
        func labels(_ options: SVGOptions) -> [String] {
            MarkupReader(picture(document, options)).elements
                .filter { $0.attributes["class"]?.hasPrefix("handle") == true }
                .map {
                    "\($0.text) \($0.attributes["x"] ?? "") \($0.attributes["y"] ?? "") \($0.attributes["class"] ?? "")"
                }
        }
        #expect(labels(options) == ["<Yes> 107 25 handle", "Input -7 45 handle end", "Up 56 -7 handle"])
        #expect(picture(document, options).contains(#"viewBox="-29.24 "#))
        options.handles = false
        #expect(labels(options).isEmpty)
        options.handles = true
        options.labels = false
        #expect(labels(options).isEmpty)
    }

    @Test func `a card has the labels of its handles on rows between its name and its text`() {
        func rows(_ first: Int, _ second: Int, width: Int = 150) -> [String] {
            let document = opened(
                """
                {"nodes":[{"id":"a","type":"ask","label":"Topic","data":{"text":"What can I do?"},"position":{"x":0,"y":0},
                "width":\(width),"height":124,"handles":[
                {"id":"one","type":"source","position":"right","label":"Where is it?","distance":\(first)},
                {"id":"two","type":"source","position":"right","label":"An answer that is longer than others","distance":\(second)},
                {"id":"in","type":"target","position":"left"}]}],"edges":[]}
                """)
            return MarkupReader(picture(document, SVGOptions())).elements.filter { $0.name == "text" }.compactMap {
                guard let look = $0.attributes["class"], look != "type" else { return nil }
                return
                    "\(look) \($0.attributes["font-size"] ?? "") \($0.attributes["x"] ?? "") \($0.attributes["y"] ?? "")"
            }
        }
        #expect(
            rows(58, 78) == [
                "name head 13.5 56 39", "more below 11 13 98", "row end 11 139 62", "row end 8.25 139 82",
            ])
        // Too near to each other, to the name or to the lower border, and too narrow: they stand beside their handles.
        for others in [rows(58, 70), rows(40, 78), rows(58, 118), rows(58, 78, width: 60)] {
            #expect(
                others.filter { $0.hasPrefix("row") }.isEmpty && others.filter { $0.hasPrefix("handle") }.count == 2)
        }
    }

    @Test func theEmbeddedDocumentIsTheDocument() {
        let document = opened(Self.example)
        var options = SVGOptions()
        options.embed = true
        let markup = MarkupReader(picture(document, options))
        #expect(markup.problems.isEmpty)
        let embedded = markup.elements.first { $0.name == "metadata" }?.text ?? ""
        #expect(embedded == fileText(document))
    }

    @Test func everyNastyTextIsATextEverywhere() {
        #expect(nastyTexts.count >= 155)
        for text in nastyTexts where text.utf8.count <= 4096 {
            let label = quoted(text)
            let id = quoted(text.isEmpty ? "x" : text)
            let document = opened(
                """
                {"nodewire":1,"title":\(label),"background":{"pattern":\(label)},
                 "nodes":[{"id":\(id),"type":\(label),"position":{"x":0,"y":0},"label":\(label),"data":{"text":\(label),"url":\(label)},
                           "style":{"background":\(label)}},
                          {"id":"other","position":{"x":0,"y":200},"data":{"label":\(label)}}],
                 "edges":[{"id":\(id),"source":\(id),"target":"other","label":\(label),"type":\(label),"style":{"stroke":\(label)},
                           "markerEnd":\(label),"markerStart":{"type":\(label),"color":\(label)}}]}
                """)
            var options = SVGOptions()
            options.embed = true
            let markup = MarkupReader(picture(document, options))
            #expect(markup.problems.isEmpty, "\(label): \(markup.problems)")
            let shown = String(
                String.UnicodeScalarView(text.unicodeScalars.map { MarkupReader.isAllowed($0) ? $0 : "\u{FFFD}" }))
            let visible = text.isEmpty ? "x" : shown
            let title = markup.title(where: "data-id", is: visible)
            #expect(title.map { Array($0.utf8) } == Array(visible.utf8), "\(label)")
            let embedded = markup.elements.first { $0.name == "metadata" }?.text ?? ""
            #expect(opened(embedded).contentHash() == document.contentHash(), "\(label)")
        }
    }

    @Test(arguments: ["1e308", "-1e308", "1e-300", "5e-324", "1e16"])
    func extremeGeometryGivesFiniteNumbers(number: String) {
        let document = opened(
            """
            {"nodewire":1,"nodes":[{"id":"a","position":{"x":\(number),"y":\(number)},"width":1e308,"height":0},
              {"id":"b","position":{"x":0,"y":\(number)},"width":0,"height":1e308,"data":{"label":"long label"}}],
             "edges":[{"id":"e","source":"a","target":"b","label":"x"},{"id":"f","source":"a","sourceHandle":"source","target":"a","type":"step"}]}
            """)
        let svg = picture(document)
        let markup = MarkupReader(svg)
        #expect(markup.problems.isEmpty, "\(markup.problems)")
        #expect(!svg.contains("nan") && !svg.contains("inf"))
    }

    @Test func differentIdsHaveDifferentNames() {
        let ids = nastyTexts.filter { !$0.isEmpty && $0.utf8.count <= 4096 }
        var seen: Set<[UInt8]> = []
        let distinct = ids.filter { seen.insert(Array($0.utf8)).inserted }
        let nodes = distinct.map { #"{"id":\#(quoted($0)),"position":{"x":0,"y":0}}"# }.joined(separator: ",")
        let markup = MarkupReader(picture(opened("{\"nodewire\":1,\"nodes\":[\(nodes)],\"edges\":[]}")))
        #expect(markup.problems.isEmpty, "\(markup.problems)")
    }
}
