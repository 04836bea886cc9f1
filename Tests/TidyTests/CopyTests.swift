import Testing

/// Tests of copies that no line shows.
@Suite struct CopyTests {
    @Test(arguments: SourceTree.sources)
    func `no method gets a copy of self while a part of it is changed`(_ file: SourceFile) {
        for line in HiddenCopies(file).found { Issue.record("\(file.path):\(line)") }
    }

    @Test(arguments: [
        ("for place in places { look(place, &found) }", true), ("visit { cell in found[cell] = 1 }", true),
        ("visit { found.append($0) }", true), ("for place in list() { found.append(place) }", false),
        ("var found: [Int] = []\nvisit { found.append($0) }", false), ("visit { others(found[$0]) }", false),
        ("note(&found)", false),
    ])
    func `such a method is found`(_ body: String, _ isFound: Bool) {
        let code = """
            struct Some {
                var found: [Int] = []
                func visit(_ body: (Int) -> Void) {}
                func look(_ place: Int, _ found: inout [Int]) {}
                func list() -> [Int] { [] }
                static func note(_ found: inout [Int]) {}
                mutating func change() {
                    \(body)
                }
            }
            """
        #expect(HiddenCopies(SourceFile("Some.swift", text: code)).found.isEmpty == !isFound)
    }
}
