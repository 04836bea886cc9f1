import Testing

/// The modules whose names and comments hold to plain words.
enum PlainWords {
    /// All but `Recordings`, whose file format has the word `settled`.
    static let modules: Set<String> = [
        "Storage", "Geometry", "Wire", "Values", "Graph", "Dialogs", "Routing", "EdgeRouting", "Editing", "Interaction",
        "Formats",
        "Server", "NodewireServer",
        "Host",
        "nodewire", "nodewire-bench",
    ]

    static func holds(_ file: SourceFile) -> Bool { modules.contains(file.module) }
}

/// The rules for comments: subject first, in the field's words.
@Suite struct CommentTests {
    /// Words for which the field has better ones.
    private static let vagueWords = [
        "told": "reported, sent, returned or listed", "tell": "report, send, return or list",
        "tells": "reports, sends, returns or lists", "anew": "again", "doubt": "invalidate", "doubts": "invalidates",
        "standing": "stored, original or allowed", "room": "buffer or space", "rehearsal": "dry run",
        "rehearsals": "dry runs", "twin": "duplicate", "settle": "update", "settled": "up to date",
        "nobody": "a name", "somebody": "a name", "centre": "center", "centres": "centers",
    ]

    @Test func `the modules are there`() {
        for module in PlainWords.modules { #expect(SourceTree.sources.contains { $0.module == module }, "\(module)") }
    }

    @Test(arguments: SourceTree.sources.filter { PlainWords.holds($0) })
    func `comments use the field's words`(_ file: SourceFile) {
        for (line, words) in CommentTests.comments(of: file) {
            for word in words where !(word.hasPrefix("t") && words.contains("apart")) {
                let ours = CommentTests.vagueWords[word]
                #expect(ours == nil, "\(file.path):\(line): \(word): \(ours ?? "")")
            }
        }
    }

    @Test func `the words of comments are found`() {
        let text = """
            // One told of it.
            let told = "// told"  // told
                /// Two words that tell names apart.
            """
        let lines = CommentTests.comments(of: SourceFile("S.swift", text: text))
        #expect(lines.map(\.line) == [1, 3])
        #expect(lines[0].words == ["one", "told", "of", "it"])
    }

    /// The lines that are nothing but a comment, from 1, with their words in lower case.
    private static func comments(of file: SourceFile) -> [(line: Int, words: [String])] {
        let lines = zip(
            file.text.split(separator: "\n", omittingEmptySubsequences: false),
            file.code.split(separator: "\n", omittingEmptySubsequences: false))
        return lines.enumerated().compactMap { index, line in
            let (text, code) = line
            guard code.allSatisfy({ $0 == " " }), text.drop(while: { $0 == " " }).hasPrefix("//") else { return nil }
            return (index + 1, text.split { !$0.isLetter }.map { $0.lowercased() })
        }
    }
}
