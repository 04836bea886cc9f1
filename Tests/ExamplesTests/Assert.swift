import Testing

/// The assertions of examples, in place of Swift's: one that fails is a failed test, not the end of all tests.
///
/// The bodies of the examples occur word for word in the documentation of the libraries; `DocumentationTests` compares
/// them.
func assert(_ condition: Bool, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(condition, sourceLocation: sourceLocation)
}
