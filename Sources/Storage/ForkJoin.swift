/// Performs two tasks at the same time: the process lends a thread if a core is free.
///
/// The tasks must give the same results, whichever finishes first.
/// So all results are the same with and without a thread.
public struct ForkJoin: Sendable {
    private let perform: (@Sendable (_ other: @escaping @Sendable () -> Void, _ own: () -> Void) -> Void)?

    /// Performs one task after the other, on the calling thread.
    public static let serial = ForkJoin(perform: nil)

    /// - Parameter perform: runs the first task on another thread and the second on the calling one, and returns when both are
    ///   done.
    public init(_ perform: @escaping @Sendable (_ other: @escaping @Sendable () -> Void, _ own: () -> Void) -> Void) {
        self.init(perform: perform)
    }

    private init(perform: (@Sendable (_ other: @escaping @Sendable () -> Void, _ own: () -> Void) -> Void)?) {
        self.perform = perform
    }

    /// Is true if splitting the work is worthwhile.
    public var isParallel: Bool { perform != nil }

    /// Performs a task on the other thread and one on the calling thread, and returns both results.
    public func both<A: Sendable, B>(_ other: @Sendable () -> A, _ own: () -> B) -> (A, B) {
        guard let perform else { return (other(), own()) }
        let answer = Answer<A>()
        var result: B?
        withoutActuallyEscaping(other) { other in
            perform({ answer.value = other() }, { result = own() })
        }
        guard let first = answer.value, let result else { preconditionFailure("both are done") }
        return (first, result)
    }

    /// The other thread writes it before the calling one reads it.
    private final class Answer<Value>: @unchecked Sendable {
        var value: Value?
    }
}
