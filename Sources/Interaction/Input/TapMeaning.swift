import Graph

// MARK: Taps in modes

/// The meaning of a tap in the modes of a view.
enum TapMeaning {
    /// It ends the mode with this edit, which the gesture has led to.
    case toggles(ProposedEdit, of: Gesture)
    /// It ends the open gesture at its position.
    case ends
    /// It may begin a connection; otherwise it selects its target.
    case mayConnect
    /// It selects its target.
    case chooses
}

extension View {
    /// Handles a tap that may belong to a mode. The mode of relating ends with every tap, whatever it hits.
    mutating func take(_ press: Press, in document: Document) -> TapMeaning {
        guard let gesture else {
            guard document.settings.interaction.connectOnClick, case .handle? = press.hits.first?.target else {
                return .chooses
            }
            return .mayConnect
        }
        if !gesture.payload.takesTaps { return .chooses }
        guard let relate = gesture.as(RelateGesture.self) else { return .ends }
        self.gesture = nil
        return relate.proposal(for: press.hits, in: document).map { .toggles(.toggle($0), of: gesture) } ?? .chooses
    }

    /// Is true if taps lead the open draft, so that it follows a released pointer. The view is borrowed, because a
    /// copy would retain all its content.
    var isLedByTaps: Bool { mutating get { gesture?.as(ConnectGesture.self)?.takesTaps == true } }
}
