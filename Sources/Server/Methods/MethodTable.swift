import Graph
import Wire

/// Every method of the protocol, found by its name.
struct MethodTable: Sendable {
    private let entries: [AnyMethod]
    /// The names, one after another. The name at `index` is `text[starts[index]..<starts[index + 1]]`.
    private let text: [UInt8]
    private let starts: [Int]
    /// Open addressing by a hash of the name's bytes; −1 is free.
    private let places: [Int16]
    private let mask: Int

    init(_ methods: [AnyMethod]) {
        entries = methods
        text = methods.flatMap { Array($0.name.utf8) }
        starts = methods.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.name.utf8.count) }
        var size = 64
        while size < methods.count * 4 { size *= 2 }
        mask = size - 1
        var places = [Int16](repeating: -1, count: size)
        for (index, method) in methods.enumerated() {
            var name = method.name
            var place = name.withUTF8 { MethodTable.hash($0) } & mask
            while places[place] >= 0 { place = (place + 1) & mask }
            places[place] = Int16(index)
        }
        self.places = places
    }

    var count: Int { entries.count }

    var names: [String] { entries.map(\.name) }

    /// All methods of the latest version, each newly built: for the specification.
    var methods: [LoadedMethod] { entries.map { $0.load(.latest) } }

    subscript(place: Int) -> AnyMethod { entries[place] }

    /// The index of the method of this name, or nil.
    ///
    /// - Complexity: O(1).
    func find(_ name: JSONName) -> Int? {
        if !name.hasEscapes { return find(name.spelling) }
        var meant = name.description
        return meant.withUTF8 { find($0) }
    }

    func find(_ name: UnsafeBufferPointer<UInt8>) -> Int? {
        var place = MethodTable.hash(name) & mask
        while places[place] >= 0 {
            let index = Int(places[place])
            if isName(of: index, name) { return index }
            place = (place + 1) & mask
        }
        return nil
    }

    @inline(__always)
    private func isName(of index: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        text.withUnsafeBufferPointer { text in
            UnsafeBufferPointer(rebasing: text[starts[index]..<starts[index + 1]]).hasSameBytes(as: name)
        }
    }

    /// A hash of the length and of the first and the last eight bytes; of the length alone for a shorter name.
    private static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var state = UInt64(truncatingIfNeeded: bytes.count)
        if bytes.count >= 8, let base = UnsafeRawPointer(bytes.baseAddress) {
            let last = base.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self)
            state ^= base.loadUnaligned(as: UInt64.self) ^ last &* 0x100_0000_01B3
        }
        return Int(truncatingIfNeeded: (state &* 0x9E37_79B9_7F4A_7C15) >> 40)
    }
}

/// The methods that a conversation has used so far.
struct UsedMethods: Sendable {
    private let version: ProtocolVersion
    private var loaded = [LoadedMethod?](repeating: nil, count: MethodTable.all.count)

    init(in version: ProtocolVersion = .first) { self.version = version }

    @inline(__always)
    mutating func method(at place: Int) -> LoadedMethod {
        if let method = loaded[place] { return method }
        let method = MethodTable.all[place].load(version)
        loaded[place] = method
        return method
    }

    /// The same method without a count of its reference: it stays loaded as long as the session.
    @inline(__always)
    mutating func lentMethod(at place: Int) -> Unmanaged<LoadedMethod> { .passUnretained(method(at: place)) }

    /// The edit of this name, for `document/edit`.
    mutating func edit(_ name: String) -> AnyEdit? {
        var name = name
        return name.withUTF8 { MethodTable.all.find($0) }.flatMap { method(at: $0).edit }
    }
}

extension MethodTable {
    static let all = MethodTable(
        lifecycle + documents + edits + questions + history + views + dialogs + gestures + input)

    private static let lifecycle: [AnyMethod] = [
        AnyMethod(Initialize.self), AnyMethod(Initialized.self), AnyMethod(Shutdown.self), AnyMethod(Exit.self),
        AnyMethod(RpcDiscover.self), AnyMethod(CancelRequest.self), AnyMethod(SetTrace.self),
        AnyMethod(ServerMetrics.self), AnyMethod(KeysUpdate.self),
    ]

    private static let documents: [AnyMethod] = [
        AnyMethod(DocumentCreate.self), AnyMethod(DocumentOpen.self), AnyMethod(DocumentClose.self),
        AnyMethod(DocumentList.self), AnyMethod(DocumentRead.self), AnyMethod(DocumentEdit.self),
        AnyMethod(DocumentCheck.self), AnyMethod(DocumentSave.self), AnyMethod(DocumentExport.self),
        AnyMethod(DocumentHash.self), AnyMethod(DocumentEvaluate.self), AnyMethod(DocumentWatch.self),
        AnyMethod(DocumentDiff.self), AnyMethod(DocumentAccept.self), AnyMethod(DocumentMerge.self),
        AnyMethod(DocumentChangesSince.self),
        AnyMethod(DocumentCompact.self), AnyMethod(DocumentRefresh.self), AnyMethod(DocumentRecover.self),
    ]

    private static let edits: [AnyMethod] = [
        .edit(NodeInsert.self), .edit(NodeInsertChild.self), .edit(NodeUpdate.self), .edit(NodeMove.self),
        .edit(NodeResize.self),
        .edit(ElementRemove.self), .edit(EdgeConnect.self), .edit(EdgeUpdate.self), .edit(EdgeReconnect.self),
        .edit(GroupCreate.self), .edit(GroupDissolve.self), .edit(NodeReparent.self), .edit(NodeReorder.self),
        .edit(NodeAlign.self), .edit(NodeDistribute.self), .edit(SettingsUpdate.self), .edit(TypesUpdate.self),
        .edit(DocumentDuplicate.self), .edit(NodeResizeTo.self), .edit(NodeInsertSpace.self), .edit(EdgeReorder.self),
        .edit(EdgeReverse.self), .edit(EdgeStraighten.self), .edit(EdgeSwap.self),
        .edit(GroupFit.self), .edit(ItemInsert.self), .edit(ItemUpdate.self), .edit(ItemMove.self),
        .edit(ItemRemove.self), .edit(TextReplace.self),
        .edit(NodeScale.self), .edit(DocumentCut.self), .edit(DocumentPaste.self),
        .edit(DocumentImport.self, as: ImportCall.self),
        .edit(DocumentLayout.self, as: LayoutCall<DocumentLayout>.self),
        .edit(GroupLayout.self, as: LayoutCall<GroupLayout>.self),
        .edit(DocumentApply.self), .edit(DocumentRestore.self, as: RestoreCall.self), .edit(NodeMeasure.self),
        .edit(ConstraintAdd.self), .edit(ConstraintRemove.self), .edit(ConflictResolve.self),
    ]

    private static let questions: [AnyMethod] = [
        AnyMethod(EdgeCheck.self), AnyMethod(EdgeTargets.self), AnyMethod(EdgeGeometry.self),
        AnyMethod(NodeEdges.self), AnyMethod(NodeDescendants.self), AnyMethod(DocumentBounds.self),
        AnyMethod(DocumentFind.self), AnyMethod(NodeCheck.self), AnyMethod(DocumentCopy.self),
    ]

    private static let history: [AnyMethod] = [
        AnyMethod(HistoryUndo.self), AnyMethod(HistoryRedo.self), AnyMethod(HistoryList.self),
        AnyMethod(HistoryBegin.self), AnyMethod(HistoryEnd.self), AnyMethod(HistoryCancel.self),
    ]

    private static let views: [AnyMethod] = [
        AnyMethod(ViewOpen.self), AnyMethod(ViewClose.self), AnyMethod(ViewResize.self), AnyMethod(ViewRead.self),
        AnyMethod(ViewHitTest.self), AnyMethod(ViewHitTests.self), AnyMethod(ViewPan.self), AnyMethod(ViewZoom.self),
        AnyMethod(ViewPinch.self),
        AnyMethod(ViewFit.self), AnyMethod(ViewSelect.self), AnyMethod(ViewLasso.self),
        AnyMethod(ViewScene.self), AnyMethod(ViewAcknowledge.self), AnyMethod(ViewPresence.self),
        AnyMethod(ViewFocus.self), AnyMethod(ViewEmphasize.self),
        AnyMethod(ViewAnimateEdges.self), AnyMethod(ViewAcceptDrop.self), AnyMethod(ViewReveal.self),
        AnyMethod(ViewAccessory.self), AnyMethod(ViewMinimap.self), AnyMethod(ViewBounds.self), AnyMethod(ViewMap.self),
        AnyMethod(ViewEdit.self), AnyMethod(ViewUpdate.self), AnyMethod(ViewCommand.self),
        AnyMethod(ViewDropTarget.self), AnyMethod(ViewMeasure.self), AnyMethod(ViewDifferences.self),
    ]

    private static let dialogs: [AnyMethod] = [
        AnyMethod(DialogStart.self), AnyMethod(DialogChoose.self), AnyMethod(DialogBack.self),
        AnyMethod(DialogStop.self), AnyMethod(DialogExplore.self),
    ]

    private static let gestures: [AnyMethod] = [
        AnyMethod(GestureBegin.self), AnyMethod(GestureUpdate.self), AnyMethod(GestureEnd.self),
        AnyMethod(GestureCancel.self),
    ]

    private static let input: [AnyMethod] = [
        AnyMethod(InputPointer.self), AnyMethod(InputWheel.self), AnyMethod(InputPinch.self), AnyMethod(InputDrop.self),
        AnyMethod(InputKey.self), AnyMethod(InputTick.self),
    ]
}

extension MethodTable {
    /// The errors that an edit inside `document/edit` may raise.
    static var editFailures: [Failure.Kind] { edits.flatMap(\.ownFailures) }

    /// The errors that the end of a gesture may raise if the document has changed since its last update.
    static let gestureFailures: [Failure.Kind] = [
        .locked, .invalidValue, .invalidData, .notAccepted, .connectionRefused,
    ]
}
