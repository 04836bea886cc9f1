import Testing

@testable import Server

/// The content of a lock, and the rule by which its owner counts as alive.
@Suite struct LockOwnerTests {
    private let own = LockOwner(process: 7, host: "here", started: "70", boot: "b", space: "s")

    @Test func aLockIsReadAsItIsWritten() {
        let odd = LockOwner(process: 1, host: "\"\\\n\u{0}é", started: "", boot: "", space: "pid:[1]")
        for owner in [own, odd] {
            #expect(LockOwner.read(owner.text) == .owner(owner))
            #expect(owner.text.last == 10)
        }
        for count in 0..<(own.text.count - 1) {
            #expect(LockOwner.read(Array(own.text[..<count])) == .torn || count == own.text.count - 1, "\(count)")
        }
    }

    @Test(arguments: [
        "null", "[]", "{}", #"{"lock":"other","process":1}"#, #"{"lock":"nodewire"}"#,
        #"{"lock":"nodewire","process":"1"}"#, "x", " ", #"{"lock":"node" "#,
    ])
    func whatIsNoLockIsForeign(text: String) {
        #expect(LockOwner.read(Array(text.utf8)) == .otherFile)
    }

    @Test func aLongFileIsForeign() {
        #expect(LockOwner.read(own.text + Array(repeating: 32, count: LockOwner.longestText)) == .otherFile)
    }

    /// Cases by host, boot, space, start, the start of the process that has its number now, and whether its file is
    /// free.
    @Test(arguments: [
        ("here", "b", "s", "90", "90" as String?, true, true),
        ("here", "b", "s", "90", "91", true, false),
        ("here", "b", "s", "90", nil, true, false),
        ("here", "b", "s", "90", nil, false, false),
        ("here", "b", "s", "", "91", true, true),
        ("here", "b", "s", "90", "", true, true),
        ("here", "c", "s", "90", "90", true, false),
        ("here", "c", "s", "90", nil, false, true),
        ("here", "b", "t", "90", "90", true, false),
        ("here", "b", "t", "90", nil, false, true),
        ("renamed", "b", "s", "90", nil, true, false),
        ("elsewhere", "c", "s", "90", nil, true, true),
        ("elsewhere", "b", "t", "90", nil, true, true),
        ("elsewhere", "", "", "90", nil, true, true),
    ])
    func whoMayRun(
        host: String, boot: String, space: String, started: String, now: String?, isFree: Bool, mayRun: Bool
    ) {
        let owner = LockOwner(process: 9, host: host, started: started, boot: boot, space: space)
        #expect(owner.mayRun(seenBy: own, isFree: isFree) { $0 == 9 ? now : nil } == mayRun)
    }

    @Test(arguments: [("m", false), ("n", true), ("", false)])
    func `a computer of the same name may be another one`(machine: String, mayRun: Bool) {
        let observer = LockOwner(process: 7, host: "here", boot: "b", machine: "m")
        let owner = LockOwner(process: 9, host: "here", boot: "c", machine: machine)
        #expect(owner.mayRun(seenBy: observer, isFree: true) { _ in nil } == mayRun)
    }
}
