import Editing
import Graph
import Interaction
import Wire

/// The times after which unsaved changes are saved without being asked, in milliseconds; 0 is off.
struct Autosave: Sendable {
    /// The time after the last change.
    var after = 0
    /// The time after the first change.
    var every = 0

    var isOn: Bool { after > 0 || every > 0 }

    /// A day.
    private static let range = 0...86_400_000

    static let shape = Shape<Autosave>.object(
        "Autosave", "When unsaved changes are saved without being asked, in milliseconds; 0 is off.",
        initial: Autosave(after: 2000, every: 30_000),
        members: [
            .defaulted(
                "after", at: .init { $1(&$0.after) }, .integer(in: range), "the last change", default: "2000"),
            .defaulted(
                "every", at: .init { $1(&$0.every) }, .integer(in: range), "the first change that is not saved",
                default: "30000"),
        ])

    var json: JSON { ["after": .number(after), "every": .number(every)] }
}

/// The times since which changes of a document wait for an autosave, in milliseconds of the session's clock.
struct UnsavedChanges: Sendable {
    /// The revision that was seen last.
    private var revision = 0
    private var first: Double?
    private var last = -Double.infinity
    /// The number of autosaves in a row that have failed.
    private(set) var failures = 0
    /// The time before which none is tried again.
    private var retry = -Double.infinity

    private static let firstPause = 2000.0
    private static let longestPause = 60_000.0

    mutating func note(_ revision: Int, at now: Double) {
        if first == nil { first = now }
        if first == now || revision != self.revision { last = now }
        self.revision = revision
    }

    /// Makes changes before the first time of the conversation count as made now.
    mutating func begin(at now: Double) {
        if first == -.infinity { first = now }
        if last == -.infinity { last = now }
    }

    /// Returns the time of their autosave; nil if there are none.
    func deadline(_ autosave: Autosave) -> Double? {
        guard let first else { return nil }
        let after = autosave.after > 0 ? last + Double(autosave.after) : .infinity
        let every = autosave.every > 0 ? first + Double(autosave.every) : .infinity
        return max(min(after, every), retry)
    }

    /// Notes that an autosave has failed: each further one waits twice as long, up to a minute.
    mutating func fail(at now: Double) {
        retry = now + min(UnsavedChanges.firstPause * Double(1 << min(failures, 10)), UnsavedChanges.longestPause)
        failures += 1
    }
}

extension OpenDocument {
    /// Is true if it has changes that an autosave may write: never over losses that were not accepted, nor over changes
    /// of others.
    var hasChangesToSave: Bool {
        isSavable && unacceptedLosses == 0 && changeOnDisk == .none && !workspace.isReadOnly
            && waiting == nil && workspace.isDirty
    }

    /// Notes whether there are changes to save; returns when they are due.
    mutating func noteUnsaved(at now: Double) -> Double? {
        if hasChangesToSave { unsaved.note(workspace.revision, at: now) } else { unsaved = UnsavedChanges() }
        return unsaved.deadline(autosave)
    }
}
