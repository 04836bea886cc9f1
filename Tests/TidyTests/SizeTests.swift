import Testing

/// The limits for the length of files and functions: a note from the first limit on, a failure beyond the second.
@Suite struct SizeTests {
    private static let fileLines = (noted: 400, refused: 700)
    private static let functionLines = (noted: 60, refused: 120)

    @Test func `files are short`() {
        for file in SourceTree.sources + SourceTree.tests {
            #expect(file.lineCount <= SizeTests.fileLines.refused, "\(file.path) has \(file.lineCount) lines")
            if file.lineCount > SizeTests.fileLines.noted { print("note: \(file.path) has \(file.lineCount) lines") }
        }
    }

    @Test func `functions are short`() {
        for file in SourceTree.sources + SourceTree.tests {
            for function in Declarations(file).functions {
                let message = "\(file.path):\(function.line): \(function.name) has \(function.lineCount) lines"
                #expect(function.lineCount <= SizeTests.functionLines.refused, "\(message)")
                if function.lineCount > SizeTests.functionLines.noted { print("note: \(message)") }
            }
        }
    }

    @Test func `a function is counted to its closing brace and no further`() {
        let text = """
            protocol P { func a(_ f: () -> Void); var b: Int { get } }
            struct S {
                init(_ f: () -> Void = { print("}") }) {  // }
                    if f() { self.init { } }
                }
                func `to and func`() -> String {
                    /* } */ let x = "{ \\(g("}")) }"
                    return x
                }
            }
            """
        let functions = Declarations(SourceFile("S.swift", text: text)).functions
        #expect(functions.map(\.name) == ["init", "to and func"])
        #expect(functions.map(\.line) == [3, 6])
        #expect(functions.map(\.lineCount) == [3, 4])
    }
}
