// The webview's part of the extension: it gives the page what a browser and the bridge do, a socket and what to open.
// It runs before the modules of the page.

(() => {
  "use strict";

  const vscode = acquireVsCodeApi();

  /** A socket to the server by way of the extension. */
  class PostedSocket {
    static CONNECTING = 0;
    static OPEN = 1;
    static CLOSING = 2;
    static CLOSED = 3;
    /** @type {number} */
    readyState = PostedSocket.CONNECTING;
    bufferedAmount = 0;
    /** @type {((event: Event) => void) | null} */ onopen = null;
    /** @type {((event: MessageEvent) => void) | null} */ onmessage = null;
    /** @type {((event: CloseEvent) => void) | null} */ onclose = null;

    constructor() {
      addEventListener("message", (event) => this.#receive(event));
      setTimeout(() => {
        this.readyState = PostedSocket.OPEN;
        this.onopen?.(new Event("open"));
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
      if (typeof data?.text === "string") this.onmessage?.(new MessageEvent("message", { data: data.text }));
      if (typeof data?.ended === "string") this.#end(data.ended);
    }

    /** @param {string} reason */
    #end(reason) {
      if (this.readyState === PostedSocket.CLOSED) return;
      this.readyState = PostedSocket.CLOSED;
      this.onclose?.(new CloseEvent("close", { code: 1000, wasClean: true, reason }));
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
