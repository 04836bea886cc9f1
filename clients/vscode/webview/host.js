// The webview's part of the extension: it gives the page what a browser and the bridge do, a socket and what to open.
// It runs before the modules of the page.

(() => {
  "use strict";

  const vscode = acquireVsCodeApi();

  /** A socket to the server by way of the extension. */
  class PostedSocket extends EventTarget {
    static CONNECTING = 0;
    static OPEN = 1;
    static CLOSING = 2;
    static CLOSED = 3;
    /** @type {number} */
    readyState = PostedSocket.CONNECTING;
    bufferedAmount = 0;
    protocol = "";
    binaryType = "blob";
    /** @type {((event: Event) => void) | null} */ onopen = null;
    /** @type {((event: Event) => void) | null} */ onmessage = null;
    /** @type {((event: Event) => void) | null} */ onclose = null;
    /** @type {((event: Event) => void) | null} */ onerror = null;

    constructor() {
      super();
      addEventListener("message", (event) => this.#receive(event));
      setTimeout(() => {
        this.readyState = PostedSocket.OPEN;
        this.#report(new Event("open"));
      });
    }

    /** @param {string} text */
    send(text) {
      vscode.postMessage({ text });
    }

    close() {
      this.#end("");
    }

    /** @param {MessageEvent} event */
    #receive({ data }) {
      if (this.readyState !== PostedSocket.OPEN) return;
      if (typeof data?.text === "string") this.#report(new MessageEvent("message", { data: data.text }));
      if (typeof data?.ended === "string") this.#end(data.ended);
    }

    /** @param {string} reason */
    #end(reason) {
      if (this.readyState === PostedSocket.CLOSED) return;
      this.readyState = PostedSocket.CLOSED;
      // A reason of a socket has at most 123 bytes.
      this.#report(new CloseEvent("close", { code: 1000, wasClean: true, reason: reason.slice(0, 40) }));
    }

    /** @param {Event} event */
    #report(event) {
      const handlers = /** @type {Record<string, ((event: Event) => void) | null>} */ (/** @type {unknown} */ (this));
      handlers[`on${event.type}`]?.(event);
      this.dispatchEvent(event);
    }
  }

  /** @type {Record<string, () => unknown>} */
  const ANSWERS = {
    "opening.json": () => JSON.parse(document.getElementById("opening")?.textContent ?? "{}"),
    "folder.json": () => ({ folder: "", files: [], more: false }),
  };
  const COMMANDS = ["undo", "redo", "save", "saveAs", "open", "revert", "theme", "create", "export"];
  /** VS Code has other commands at the keys of the last two. */
  const KEYS = [...COMMANDS, "settings", "fitGroup"];

  /** The theme of VS Code, for who asks the browser whether the user wants a dark one. */
  class ThemeQuery extends EventTarget {
    media = DARK;

    constructor() {
      super();
      const follow = () => this.dispatchEvent(new Event("change"));
      const observe = () => new MutationObserver(follow).observe(document.body, { attributes: true, attributeFilter: ["class"] });
      if (document.body) observe();
      else addEventListener("DOMContentLoaded", observe);
    }

    get matches() {
      const { classList } = document.body;
      return classList.contains("vscode-dark") || (classList.contains("vscode-high-contrast") && !classList.contains("vscode-high-contrast-light"));
    }
  }

  const DARK = "(prefers-color-scheme: dark)";
  const ask = matchMedia.bind(globalThis);
  const fetched = (/** @type {string} */ name) => {
    if (!(name in ANSWERS)) return Promise.reject(new TypeError(`${name} is not in VS Code`));
    return Promise.resolve(new Response(JSON.stringify(ANSWERS[name]())));
  };
  const perform = (/** @type {string} */ command) => () => vscode.postMessage({ command });
  Object.assign(globalThis, {
    WebSocket: PostedSocket,
    fetch: fetched,
    matchMedia: (/** @type {string} */ query) => (query === DARK ? new ThemeQuery() : ask(query)),
    nodewireHost: { commands: Object.fromEntries(COMMANDS.map((command) => [command, perform(command)])), keys: KEYS },
  });
  // VS Code asks about what is not saved.
  addEventListener("beforeunload", (event) => event.stopImmediatePropagation(), true);
})();
