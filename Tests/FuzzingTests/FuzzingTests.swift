import Foundation
import Fuzzing
import Seeding
import Testing

struct FuzzingTests {
    private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    /// Returns the seeds for fuzzing, and the cases that were found before.
    private static func seeds(of target: Target) throws -> [[UInt8]] {
        let found = tests.deletingLastPathComponent().appendingPathComponent("clients/python/tests/regressions")
        return try [tests.appendingPathComponent("Fuzzing/Seeds"), found].flatMap { folder in
            let cases = folder.appendingPathComponent(target.rawValue)
            let names = (try? FileManager.default.contentsOfDirectory(atPath: cases.path)) ?? []
            return try names.sorted().map { try Array(Data(contentsOf: cases.appendingPathComponent($0))) }
        }
    }

    @Test(arguments: Target.allCases)
    func `the laws hold for the seeds and for mutations of them`(target: Target) throws {
        let seeds = try FuzzingTests.seeds(of: target)
        #expect(!seeds.isEmpty)
        var random = Seeded(11)
        var pool = MutationPool()
        for seed in seeds {
            seed.withUnsafeBufferPointer(target.judge)
            var bytes = seed
            for round in 0..<300 {
                bytes = pool.mutated(round % 6 == 0 ? seed : bytes, &random)
                bytes.withUnsafeBufferPointer(target.judge)
            }
        }
    }
}
