import Graph

/// The client's answers about the connections that one gesture proposes.
/// They hold until the gesture ends.
struct ClientVerdicts: Sendable {
    private enum Verdict {
        /// The number of the question.
        case pending(Int)
        case given(ConnectionRefusal?)
    }

    private var verdicts: [ConnectionProposal: Verdict] = [:]

    /// The finding of the client for a proposal that the rules of the document allow.
    enum Finding {
        case unknown
        case pending
        case allowed
        case refused(ConnectionRefusal)
    }

    subscript(proposal: ConnectionProposal) -> Finding {
        switch verdicts[proposal] {
        case nil: .unknown
        case .pending: .pending
        case .given(nil): .allowed
        case .given(let refusal?): .refused(refusal)
        }
    }

    /// The number of the question about a proposal that is not yet answered.
    func question(about proposal: ConnectionProposal) -> Int? {
        if case .pending(let number)? = verdicts[proposal] { number } else { nil }
    }

    /// Notes that the client was asked. Beyond `Limits.clientAnswers` the answers are forgotten.
    mutating func ask(_ number: Int, about proposal: ConnectionProposal) {
        if verdicts.count >= Limits.clientAnswers {
            verdicts = verdicts.filter { if case .pending = $0.value { true } else { false } }
        }
        verdicts[proposal] = .pending(number)
    }

    /// Notes the answer to a question; false if this gesture did not ask it.
    mutating func resolve(_ number: Int, _ refusal: ConnectionRefusal?) -> Bool {
        for (proposal, verdict) in verdicts {
            guard case .pending(number) = verdict else { continue }
            verdicts[proposal] = .given(refusal)
            return true
        }
        return false
    }
}

/// The client as the last of the rules for connections, as a gesture sees it.
struct ClientRule {
    let verdicts: ClientVerdicts
    /// The finding for a proposal that cannot be asked about, because too many questions are not yet answered.
    let unasked: ClientVerdicts.Finding

    func callAsFunction(_ proposal: ConnectionProposal) -> ClientVerdicts.Finding {
        switch verdicts[proposal] {
        case .unknown: unasked
        case .pending: .pending
        case .allowed: .allowed
        case .refused(let refusal): .refused(refusal)
        }
    }
}

extension Stage {
    /// Returns the decision of rules and client about a connection. The rules are asked first, and the client is not
    /// asked about an unchanged edge.
    func finding(on proposal: ConnectionProposal) -> ClientVerdicts.Finding {
        if let refusal = refusal(of: proposal) { return .refused(refusal) }
        guard let client, !document.isInPlace(proposal) else { return .allowed }
        return client(proposal)
    }
}

extension Document {
    /// Returns true if an edge that is being moved would keep its ends.
    fileprivate func isInPlace(_ proposal: ConnectionProposal) -> Bool {
        guard let slot = proposal.edge.flatMap({ edge($0) }) else { return false }
        let ends = edges.ends(slot)
        return nodeID(ends.source) == proposal.source && nodeID(ends.target) == proposal.target
            && isNamed(proposal.sourceHandle, of: slot, .source) && isNamed(proposal.targetHandle, of: slot, .target)
    }

    private func isNamed(_ handle: Identifier?, of slot: Edge.Slot, _ kind: Handle.Kind) -> Bool {
        let ends = edges.ends(slot)
        let symbol = kind == .source ? ends.sourceHandle : ends.targetHandle
        return handle == symbol.map { symbols[$0] } || handle == resolvedHandle(of: slot, kind: kind)?.id
    }
}
