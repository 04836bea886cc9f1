// The webview's part of the extension: it gives the page what a browser and the server do, a socket and what to open.
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

    /** @param {string | URL} url the address that a browser would connect to */
    constructor(url) {
      this.url = String(url);
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
  const COMMANDS = ["undo", "redo", "save", "saveAs", "open", "revert", "theme", "create", "export", "restart"];
  /** VS Code has other commands at the keys of the last two. */
  const KEYS = [...COMMANDS, "settings", "fitGroup"];

  const isOf = (/** @type {string} */ name) => document.body.classList.contains(`vscode-${name}`);
  /** The wishes of the user that VS Code knows, by what asks a browser for them.
   * @type {Record<string, () => boolean>} */
  const WISHES = {
    "(prefers-color-scheme: dark)": () => isOf("dark") || (isOf("high-contrast") && !isOf("high-contrast-light")),
    "(prefers-reduced-motion: reduce)": () => isOf("reduce-motion") || ask("(prefers-reduced-motion: reduce)").matches,
  };

  /** A wish of the user, which changes with the classes that VS Code gives the page. */
  class Wish extends EventTarget {
    #isWanted;

    /** @param {() => boolean} isWanted */
    constructor(isWanted) {
      super();
      this.#isWanted = isWanted;
      changes.addEventListener("change", () => this.dispatchEvent(new Event("change")));
    }

    get matches() {
      return this.#isWanted();
    }
  }

  const changes = new EventTarget();
  addEventListener("DOMContentLoaded", () => {
    const follow = () => changes.dispatchEvent(new Event("change"));
    new MutationObserver(follow).observe(document.body, { attributes: true, attributeFilter: ["class"] });
  });
  const ask = matchMedia.bind(globalThis);
  const fetched = (/** @type {string} */ name) => {
    if (!(name in ANSWERS)) return Promise.reject(new TypeError(`${name} is not in VS Code`));
    return Promise.resolve(new Response(JSON.stringify(ANSWERS[name]())));
  };
  const wishes = new Map(Object.entries(WISHES).map(([query, isWanted]) => [query, new Wish(isWanted)]));
  const perform = (/** @type {string} */ command) => () => vscode.postMessage({ command });
  Object.assign(globalThis, {
    WebSocket: PostedSocket,
    fetch: fetched,
    matchMedia: (/** @type {string} */ query) => wishes.get(query) ?? ask(query),
    nodewireHost: { commands: Object.fromEntries(COMMANDS.map((command) => [command, perform(command)])), keys: KEYS },
  });
  // VS Code asks about what is not saved.
  addEventListener("beforeunload", (event) => event.stopImmediatePropagation(), true);
})();
