import Graph
import Wire

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

extension OpenRPC {
    /// The document on one line.
    public static func text() -> String { text(MethodTable.all.methods) }

    /// The names of the methods that are edits.
    public static var edits: [String] { MethodTable.all.methods.filter(\.isEdit).map(\.name) }
}

extension Reference {
    /// Returns the whole page.
    public static func text() -> String { text(MethodTable.all.methods) }
}
