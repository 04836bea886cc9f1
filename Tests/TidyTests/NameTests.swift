import Testing

/// The rules for names, and for the comment of every type.
@Suite struct NameTests {
    /// Endings of type names that say nothing.
    private static let emptyEndings = ["Manager", "Helper", "Helpers", "Util", "Utils", "Base", "Impl", "Info"]

    /// Words of other vocabularies, with ours.
    private static let otherWords = [
        "vertex": "node", "vertices": "nodes", "wire": "edge", "wires": "edges", "port": "handle", "ports": "handles",
        "pin": "handle", "pins": "handles", "magnet": "guide",
        "rubber": "marquee",
    ]

    /// Words that say too little or are spelled in two ways, with ours.
    private static let vagueWords = [
        "told": "reported", "tell": "report", "tells": "reports", "doubt": "invalidate", "doubtful": "stale",
        "anew": "again", "standing": "stored, original or allowed", "room": "buffer or available", "twin": "duplicate",
        "twins": "duplicates", "rehearsal": "dryRun", "foreign": "isReactFlow", "mentions": "inferredHandles",
        "usual": "fastPath", "quickly": "fast", "settle": "update", "settled": "current", "centre": "center",
        "centres": "centers", "centred": "centered", "colour": "color", "colours": "colors",
        "neighbour": "neighbor", "neighbours": "neighbors",
    ]

    @Test(arguments: SourceTree.sources)
    func `types are named by nouns that say something`(_ file: SourceFile) {
        for type in Declarations(file).topLevelTypes {
            for ending in NameTests.emptyEndings {
                #expect(!type.name.hasSuffix(ending), "\(file.path):\(type.line): \(type.name)")
            }
        }
    }

    @Test(arguments: SourceTree.sources)
    func `things are called by the words of the house`(_ file: SourceFile) {
        for (keyword, name) in Declarations(file).names {
            // The first word of a function is its verb.
            for word in NameTests.words(of: name).dropFirst(keyword == "func" ? 1 : 0) {
                let ours = NameTests.otherWords[word]
                #expect(ours == nil, "\(file.path): \(keyword) \(name): \(ours ?? "")")
            }
        }
    }

    @Test(arguments: SourceTree.sources)
    func `names are plain words`(_ file: SourceFile) {
        for (keyword, name) in Declarations(file).names {
            for word in NameTests.words(of: name) {
                guard let ours = NameTests.vagueWords[word] else { continue }
                #expect(PlainWords.allow(word, in: file), "\(file.path): \(keyword) \(name): \(ours)")
            }
        }
    }

    @Test(arguments: SourceTree.sources)
    func `every type at the top of a file says what it is`(_ file: SourceFile) {
        for type in Declarations(file).topLevelTypes {
            #expect(type.isDocumented, "\(file.path):\(type.line): \(type.name)")
        }
    }

    /// The words of a camel-case name, in lower case.
    static func words(of name: String) -> [String] {
        var words: [String] = []
        var lastWasUpper = true
        for character in name {
            if words.isEmpty || character.isUppercase && !lastWasUpper || character == "_" {
                words.append("")
            }
            words[words.count - 1] += character.lowercased()
            lastWasUpper = character.isUppercase
        }
        return words
    }

    /// Types that a file has which imports SwiftUI, and with it Foundation and the headers of the system.
    private static let namesOfApple: Set<String> = Set(
        """
        Alert Alignment Anchor Angle Animatable Animation AnyLayout AnyTransition AnyView App Axis Binding Button ButtonStyle \
        Canvas Capsule Circle Color ColorScheme Commands ContentMode ContentShapeKinds CoordinateSpace DatePicker Divider \
        DragGesture DropInfo DropProposal Edge Ellipse EmptyView Environment EventModifiers Font ForEach Form Gesture \
        GestureState Glass Gradient GraphicsContext Grid GridItem Group HStack Image InsettableShape KeyEquivalent KeyPress \
        Keyframe Label Layout LayoutDirection LayoutPriority Link List LocalizedStringKey Material Menu Model Namespace \
        NavigationLink Path Picker PinnedScrollableViews PreviewProvider ProgressView Rectangle Scene \
        ScrollView Section Settings Shape Slider Spacer Spring Stack State StateObject StrokeStyle Tab Table Text TextField \
        Toggle Transaction Transform Transition UnitPoint Vector VStack View ViewBuilder ViewModifier Visibility Window ZStack \
        Bundle Calendar Data Date Dimension Host Locale Measurement Notification NotificationCenter Operation Port Process \
        Progress Scanner Selector Stream Thread Timer Unit URL UUID \
        Byte Fixed Fract Handle Point Ptr Rect Region Size Style
        """.split(whereSeparator: { " \n".contains($0) }).map(String.init))

    @Test func `the client's types have no names that SwiftUI, Foundation and the system have`() {
        var names: [String] = []
        let generated = ["Types", "Messages"].map { "Sources/NodewireProtocol/Generated/\($0).swift" }
        let own = SourceTree.sources.filter {
            ["NodewireClient", "NodewireDiagram", "NodewireProcess"].contains($0.module)
        }
        for line in (generated.map { SourceTree.text($0) } + own.map(\.text)).joined(separator: "\n").split(
            separator: "\n")
        {
            let words = line.split(separator: " ")
            guard !line.hasPrefix(" "), words.contains("public"), !line.hasPrefix("public func"),
                let kind = words.firstIndex(where: {
                    ["struct", "class", "enum", "protocol", "typealias"].contains($0)
                }), kind + 1 < words.count
            else { continue }
            names.append(String(words[kind + 1].prefix { $0.isLetter || $0.isNumber }))
        }
        #expect(names.count > 500 && names.contains("GraphPoint") && names.contains("DiagramModel"))
        #expect(names.filter { NameTests.namesOfApple.contains($0) } == [])
    }
}
