import Storage
import Testing

@Suite struct ForkJoinTests {
    @Test(arguments: [true, false])
    func `both results come back, whoever is first`(isOtherFirst: Bool) {
        let forkJoin = ForkJoin { task, meanwhile in
            if isOtherFirst { task() }
            meanwhile()
            if !isOtherFirst { task() }
        }
        #expect(forkJoin.isParallel)
        var own = 0
        let (a, b) = forkJoin.both {
            "helped"
        } _: { () -> Int in
            own += 7
            return own
        }
        #expect(a == "helped" && b == 7 && own == 7)
    }

    @Test func `without a forkJoin one thing follows the other`() {
        #expect(!ForkJoin.serial.isParallel)
        let (a, b) = ForkJoin.serial.both({ 1 }, { 2 })
        #expect(a == 1 && b == 2)
    }
}
