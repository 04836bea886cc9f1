import Graph
import Sketching
import Testing

// What every edit has to obey.

typealias Edit = (inout Transaction) throws(EditError) -> Void

/// Performs an edit and compares; then undoes and redoes it, and tries it as a dry run.
func check(
    _ before: Sketch, becomes after: Sketch, sourceLocation: SourceLocation = #_sourceLocation, _ edit: Edit
) {
    var document = before.document
    let start = picture(of: document)
    do throws(EditError) {
        _ = try document.transact(dryRun: true, edit)
        #expect(picture(of: document) == start, "a dry run changes nothing", sourceLocation: sourceLocation)
        let counters = document.counters
        let delta = try document.transact(edit).delta
        let end = picture(of: document)
        let result = Sketch(document)
        #expect(result == after, "\(result.content)", sourceLocation: sourceLocation)
        #expect(document.checkInvariants() == [], sourceLocation: sourceLocation)
        #expect(delta.isEmpty == (before == after), "what changes is reported", sourceLocation: sourceLocation)
        document.replay(delta.inverse)
        #expect(picture(of: document) == start, "undo", sourceLocation: sourceLocation)
        #expect(document.checkInvariants() == [], sourceLocation: sourceLocation)
        document.replay(delta)
        #expect(picture(of: document) == end, "redo", sourceLocation: sourceLocation)
        #expect(document.checkInvariants() == [], sourceLocation: sourceLocation)
        #expect(document.counters.node >= counters.node, sourceLocation: sourceLocation)
    } catch {
        Issue.record("\(error.reason): \(error.message)", sourceLocation: sourceLocation)
    }
}

/// Performs an edit that must be refused and leave everything as it was; the error goes to `inspect`.
func refuse(
    _ before: Sketch, _ reason: EditError.Reason, sourceLocation: SourceLocation = #_sourceLocation, _ edit: Edit,
    inspect: (EditError) -> Void = { _ in }
) {
    var document = before.document
    let start = picture(of: document)
    do throws(EditError) {
        _ = try document.transact(edit)
        Issue.record("it was not refused: \(Sketch(document).content)", sourceLocation: sourceLocation)
    } catch {
        #expect(error.reason == reason, "\(error.message)", sourceLocation: sourceLocation)
        inspect(error)
    }
    #expect(picture(of: document) == start, "a refused edit leaves no trace", sourceLocation: sourceLocation)
    #expect(document.checkInvariants() == [], sourceLocation: sourceLocation)
    #expect(document.counters == Counters(), sourceLocation: sourceLocation)
}
