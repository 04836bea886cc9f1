// The parts of VS Code's API that the extension uses, as its documentation describes them.

declare module "vscode" {
  interface Disposable { dispose(): void }
  type Event<T> = (listener: (event: T) => unknown) => Disposable;
  class EventEmitter<T> {
    event: Event<T>;
    fire(data: T): void;
    dispose(): void;
  }

  class Uri {
    static file(path: string): Uri;
    static parse(value: string): Uri;
    static from(components: { scheme: string, path?: string }): Uri;
    static joinPath(base: Uri, ...segments: string[]): Uri;
    readonly scheme: string;
    readonly path: string;
    readonly fsPath: string;
    with(change: { scheme?: string, path?: string }): Uri;
    toString(): string;
  }

  interface Webview {
    options: { enableScripts?: boolean, localResourceRoots?: readonly Uri[] };
    html: string;
    readonly cspSource: string;
    readonly onDidReceiveMessage: Event<any>;
    asWebviewUri(resource: Uri): Uri;
    postMessage(message: unknown): Thenable<boolean>;
  }
  interface WebviewPanel {
    readonly webview: Webview;
    readonly active: boolean;
    readonly onDidDispose: Event<void>;
  }

  interface CustomDocument { readonly uri: Uri, dispose(): void }
  interface CustomDocumentEditEvent<T extends CustomDocument> {
    readonly document: T;
    readonly label?: string;
    undo(): Thenable<void> | void;
    redo(): Thenable<void> | void;
  }
  interface CustomDocumentContentChangeEvent<T extends CustomDocument> { readonly document: T }
  interface CustomDocumentBackup { readonly id: string, delete(): void }
  interface CustomDocumentBackupContext { readonly destination: Uri }
  interface CustomDocumentOpenContext { readonly backupId: string | undefined, readonly untitledDocumentData: Uint8Array | undefined }
  interface CustomEditorProvider<T extends CustomDocument> {
    readonly onDidChangeCustomDocument: Event<CustomDocumentEditEvent<T>> | Event<CustomDocumentEditEvent<T> | CustomDocumentContentChangeEvent<T>>;
    openCustomDocument(uri: Uri, context: CustomDocumentOpenContext): Thenable<T> | T;
    resolveCustomEditor(document: T, panel: WebviewPanel): Thenable<void> | void;
    saveCustomDocument(document: T): Thenable<void>;
    saveCustomDocumentAs(document: T, destination: Uri): Thenable<void>;
    revertCustomDocument(document: T): Thenable<void>;
    backupCustomDocument(document: T, context: CustomDocumentBackupContext): Thenable<CustomDocumentBackup>;
  }

  class Range { constructor(startLine: number, startCharacter: number, endLine: number, endCharacter: number) }
  enum DiagnosticSeverity { Error = 0, Warning = 1, Information = 2, Hint = 3 }
  class Diagnostic {
    constructor(range: Range, message: string, severity?: DiagnosticSeverity);
    source?: string;
    code?: string | number;
  }
  interface DiagnosticCollection extends Disposable {
    set(uri: Uri, diagnostics: readonly Diagnostic[] | undefined): void;
    delete(uri: Uri): void;
  }

  class RelativePattern { constructor(base: Uri, pattern: string) }
  interface FileSystemWatcher extends Disposable { readonly onDidChange: Event<Uri>, readonly onDidCreate: Event<Uri> }
  interface FileSystem {
    readFile(uri: Uri): Thenable<Uint8Array>;
    writeFile(uri: Uri, content: Uint8Array): Thenable<void>;
    delete(uri: Uri): Thenable<void>;
    isWritableFileSystem(scheme: string): boolean | undefined;
  }

  interface ExtensionContext { readonly subscriptions: Disposable[], readonly extensionUri: Uri }
  interface MessageOptions { modal?: boolean, detail?: string }
  enum ViewColumn { Beside = -2 }

  namespace window {
    function registerCustomEditorProvider<T extends CustomDocument>(
      viewType: string, provider: CustomEditorProvider<T>,
      options?: { webviewOptions?: { retainContextWhenHidden?: boolean }, supportsMultipleEditorsPerDocument?: boolean },
    ): Disposable;
    function showInformationMessage(message: string, ...items: string[]): Thenable<string | undefined>;
    function showWarningMessage(message: string, ...items: string[]): Thenable<string | undefined>;
    function showWarningMessage(message: string, options: MessageOptions, ...items: string[]): Thenable<string | undefined>;
    function showErrorMessage(message: string, ...items: string[]): Thenable<string | undefined>;
    function showQuickPick<T extends { label: string }>(items: readonly T[], options?: { placeHolder?: string }): Thenable<T | undefined>;
    function showSaveDialog(options?: { defaultUri?: Uri, filters?: Record<string, string[]> }): Thenable<Uri | undefined>;
  }
  namespace workspace {
    const fs: FileSystem;
    function getConfiguration(section: string): { get<T>(name: string, defaultValue: T): T };
    function createFileSystemWatcher(pattern: RelativePattern): FileSystemWatcher;
  }
  namespace commands {
    function registerCommand(command: string, callback: (...args: any[]) => unknown): Disposable;
    function executeCommand(command: string, ...rest: unknown[]): Thenable<unknown>;
  }
  namespace languages {
    function createDiagnosticCollection(name: string): DiagnosticCollection;
  }

  type Thenable<T> = PromiseLike<T>;
}

/** In a webview: the way to the extension. */
declare function acquireVsCodeApi(): { postMessage(message: unknown): void };
