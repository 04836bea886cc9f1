import Graph
import Sketching
import Testing

/// The titles of types where people read them.
struct TypeTitleTests {
    @Test(
        "A name is spelled as people write it",
        arguments: [
            ("choice", "Choice"), ("timeOut", "Time out"), ("ask-the_user", "Ask the user"), ("HTML", "Html"),
            ("step2Go", "Step2 go"), ("", ""), ("titled", "A title"), ("labelled", "A label"),
        ])
    func spoken(name: String, expected: String) {
        let document = opened(
            #"{"nodewire":1,"types":{"titled":{"title":"A title"},"labelled":{"label":"A label","title":"no"}},"nodes":[],"edges":[]}"#
        )
        #expect(document.spokenTitle(ofType: Identifier(name)) == expected)
    }
}
