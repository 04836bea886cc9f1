import Testing

/// The words that names and comments of the product must not use, and where one of them is allowed.
enum PlainWords {
    /// The words that a module may use: recordings have an event `settled` in their file format; in layouts, places
    /// settle, and one level among several is the usual one.
    private static let allowed: [String: Set<String>] = ["Recordings": ["settled"], "Layout": ["settled", "usual"]]

    /// Returns true if a file may use a word.
    static func allow(_ word: String, in file: SourceFile) -> Bool { allowed[file.module]?.contains(word) == true }
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

    /// Words with which a doc comment does not begin, nor a line of one: they hide its subject.
    private static let hidingStarts: Set<String> = [
        "What", "Whether", "How", "Where", "When", "Who", "Whose", "Which", "Why", "Those",
    ]

    /// Words with which a short comment may begin, besides a verb.
    private static let articles: Set<String> = ["The", "A", "An", "No"]

    @Test(arguments: SourceTree.sources)
    func `comments use the field's words`(_ file: SourceFile) {
        for (line, text) in CommentTests.comments(of: file) {
            let words = text.split { !$0.isLetter }.map { $0.lowercased() }
            for word in words where !(word.hasPrefix("t") && words.contains("apart")) {
                guard let ours = CommentTests.vagueWords[word] else { continue }
                #expect(PlainWords.allow(word, in: file), "\(file.path):\(line): \(word): \(ours)")
            }
        }
    }

    @Test(arguments: SourceTree.sources + SourceTree.tests)
    func `doc comments begin with their subject or a verb`(_ file: SourceFile) {
        for block in CommentTests.docs(of: file) {
            for (line, text) in block where CommentTests.hidesSubject(text) {
                Issue.record("\(file.path):\(line): \(text)")
            }
            if block.count == 1, CommentTests.isFragment(block[0].text) {
                Issue.record("\(file.path):\(block[0].line): \(block[0].text)")
            }
        }
    }

    @Test func `comments are found and judged`() {
        // Lines of their own, since a comment that begins a line of a literal would be taken for one.
        let lines = [
            "// One told of it.", "let told = \"// told\"  // told", "    /// Two words that tell names apart.",
            "    /// - Returns: Whether they do.", "let count = 1", "/// By edge.",
        ]
        let file = SourceFile("S.swift", text: lines.joined(separator: "\n"))
        #expect(CommentTests.comments(of: file).map(\.line) == [1, 3, 4, 6])
        #expect(CommentTests.docs(of: file).map { $0.map(\.line) } == [[3, 4], [6]])
        #expect(CommentTests.hidesSubject("- Returns: Whether they do.") && !CommentTests.hidesSubject("The end."))
        #expect(["By edge.", "Those.", "Which."].allSatisfy(CommentTests.isFragment))
        #expect(!["In milliseconds.", "Ends it.", "The end.", "No edge."].contains(where: CommentTests.isFragment))
    }

    /// Returns true if a line of a doc comment, or an item of its list, begins with a word that hides its subject.
    private static func hidesSubject(_ text: String) -> Bool {
        var words = text.split(separator: " ")[...]
        if words.first == "-", let end = words.firstIndex(where: { $0.hasSuffix(":") }) { words = words[(end + 1)...] }
        guard let first = words.first else { return false }
        let second = words.dropFirst().first
        return hidingStarts.contains(String(first)) || first == "That" && second == "of"
    }

    /// Returns true if a comment has fewer than four words and is neither a unit, nor has it an article or a verb.
    private static func isFragment(_ text: String) -> Bool {
        let words = text.split(separator: " ")
        guard words.count < 4, let first = words.first.map(String.init) else { return false }
        let isUnit = first == "In" && words.count > 1
        let isVerb = first.first?.isUppercase == true && first.hasSuffix("s") && !["Its", "This", "As"].contains(first)
        return !isUnit && !isVerb && !articles.contains(first)
    }

    /// The doc comments of a file: the lines of each with their text, code examples left out.
    private static func docs(of file: SourceFile) -> [[(line: Int, text: String)]] {
        var docs: [[(line: Int, text: String)]] = []
        var last = 0
        for (line, text) in comments(of: file) where text.hasPrefix("///") {
            if docs.isEmpty || line != last + 1 { docs.append([]) }
            last = line
            let content = text.dropFirst(3)
            if !content.hasPrefix("     ") {
                docs[docs.count - 1].append((line, String(content.drop { $0 == " " })))
            }
        }
        return docs
    }

    /// The lines that are nothing but a comment, from 1, with their text from the slashes on.
    private static func comments(of file: SourceFile) -> [(line: Int, text: String)] {
        let lines = zip(
            file.text.split(separator: "\n", omittingEmptySubsequences: false),
            file.code.split(separator: "\n", omittingEmptySubsequences: false))
        return lines.enumerated().compactMap { index, line in
            let text = line.0.drop { $0 == " " }
            guard line.1.allSatisfy({ $0 == " " }), text.hasPrefix("//") else { return nil }
            return (index + 1, String(text))
        }
    }
}
