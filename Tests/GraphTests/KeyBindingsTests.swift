import Graph
import Testing
import Wire

@Suite("Bindings of keys")
struct KeyBindingsTests {
    private func settings(_ bindings: String) -> Settings {
        Settings(JSON(parsing: "{\"keyBindings\": \(bindings)}"))
    }

    @Test(
        "give a command by default",
        arguments: [
            ("z", "control", "undo"), ("Z", "meta shift", "redo"), ("z", "control meta", ""),
            ("ArrowLeft", "", "nudgeLeft"),
            ("ArrowLeft", "alt", "focusLeft"), (" ", "", "select"), (" ", "shift", ""), ("+", "shift", "zoomIn"),
            ("0", "shift", "fit"), ("C", "shift", ""), ("q", "", ""), ("PageDown", "shift alt", "focusNextSibling"),
            ("}", "shift meta", "bringToFront"), ("]", "control shift", "bringToFront"), ("]", "meta", "bringForward"),
            ("G", "shift control", "ungroup"),
        ])
    func standard(key: String, held: String, command: String) {
        #expect(find(Settings(), key, held) == command)
    }

    @Test(
        "are a document's own before the others",
        arguments: [
            (#"{"mod+z": null}"#, "z", "control", ""), (#"{"control+z": "redo"}"#, "z", "control", "redo"),
            (#"{"control+z": "redo"}"#, "z", "meta", "undo"),
            (#"{"SHIFT+Control+q": "fit"}"#, "Q", "control shift", "fit"),
            (#"{"mod+z": "fit", "control+z": "none"}"#, "z", "control", ""),
            (#"{"shift++": "fit"}"#, "+", "shift", "fit"),
            (#"{"space": "connect"}"#, " ", "", "connect"), (#"{"Ä": "connect"}"#, "ä", "", "connect"),
            (#"{"F2": "connect", "x+": "fit", "q": 3}"#, "F2", "", "connect"),
        ])
    func own(bindings: String, key: String, held: String, command: String) {
        #expect(find(settings(bindings), key, held) == command)
    }

    @Test("go by the place of a key that writes none of their letters")
    func places() {
        let bindings = Settings().interaction.keyBindings
        #expect(bindings.command(for: "я", code: "KeyZ", .control) == .undo)
        #expect(bindings.command(for: "Dead", code: "KeyE", []) == .focusEdge)
        #expect(bindings.command(for: "w", code: "KeyZ", .control) == nil)
        #expect(bindings.command(for: "я", code: nil, .control) == nil)
    }

    @Test(
        "are refused if malformed or unknown",
        arguments: [
            #"{"": "fit"}"#, #"{"control+": "fit"}"#, #"{"hyper+z": "fit"}"#, #"{"control+control+z": "fit"}"#,
            #"{"mod+control+z": "fit"}"#, #"{"shift": "fit"}"#, #"{"zz top": "fit"}"#, #"{"z": "explode"}"#,
            #"{"z": 1}"#, "[]", "true", #"{"\u0007": "fit"}"#, #"{"+z": "fit"}"#, #"{"\ud800": "fit"}"#,
        ])
    func malformed(bindings: String) throws {
        let value = try #require(JSON(parsing: bindings))
        #expect(Setting.problem(in: ["keyBindings": value])?.name == "keyBindings")
        #expect(find(settings(bindings), "z", "") == "")
    }

    private func find(_ settings: Settings, _ key: String, _ held: String) -> String {
        var modifiers: Modifiers = []
        if held.contains("control") { modifiers.insert(.control) }
        if held.contains("meta") { modifiers.insert(.meta) }
        if held.contains("shift") { modifiers.insert(.shift) }
        if held.contains("alt") { modifiers.insert(.alt) }
        return settings.interaction.keyBindings.command(for: key, code: nil, modifiers)?.rawValue ?? ""
    }
}
