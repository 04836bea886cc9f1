// One pipe to the server for the extension and the pages: messages keep their order, whoever they are for.

/**
 * @typedef {import("../page/client/connection.js").Transport} Transport
 * @typedef {{ id?: any, method?: string, params?: any, result?: any, error?: any }} Message
 */

/**
 * A transport for a connection, beside which pages ask, too.
 *
 * A page has to be sent a reply before the notifications that came behind it, as texts that two panels edit count on
 * that. The promises of a connection are too late for it, so pages are answered here, as each message comes.
 *
 * @implements {Transport}
 */
export class SharedTransport {
  #transport;
  #announce;
  /** The pages that wait for a reply, by the ids of their requests here: texts, where those of a connection are numbers.
   * @type {Map<string, (reply: Message) => void>} */
  #asking = new Map();
  #count = 0;
  /** The end of the conversation.
   * @type {Error | null} */
  #why = null;

  /**
   * @param {Transport} transport
   * @param {(method: string, params: any) => void} announce hears of all notifications
   */
  constructor(transport, announce) {
    this.#transport = transport;
    this.#announce = announce;
  }

  /** Sends the request of a page; `hear` is called with the reply, or with an error when the conversation ends before.
   * @param {string} method
   * @param {any} params
   * @param {(reply: Message) => void} hear */
  ask(method, params, hear) {
    if (this.#why) return hear(ended(this.#why));
    const id = `page-${++this.#count}`;
    this.#asking.set(id, hear);
    void this.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
  }

  /** @param {string} text */
  send(text) {
    return this.#transport.send(text);
  }

  /** @param {(text: string) => void} hear
   * @param {(why: Error) => void} end */
  listen(hear, end) {
    this.#transport.listen((text) => this.#receive(text, hear), (why) => {
      this.#why = why;
      end(why);
      for (const asking of this.#asking.values()) asking(ended(why));
      this.#asking.clear();
    });
  }

  close() {
    return this.#transport.close();
  }

  /** @param {string} text
   * @param {(text: string) => void} hear */
  #receive(text, hear) {
    const message = parsed(text);
    const asking = message?.method === undefined ? this.#asking.get(message?.id) : undefined;
    if (asking) {
      this.#asking.delete(message?.id);
      asking(/** @type {Message} */ (message));
    } else if (typeof message?.method === "string" && message.id === undefined) {
      this.#announce(message.method, message.params);
    } else {
      hear(text);
    }
  }
}

/** @param {Error} why
 * @returns {Message} */
const ended = ({ message }) => ({ error: { code: -32603, message } });

/** A message; undefined for what is none.
 * @param {unknown} text
 * @returns {Message | undefined} */
export function parsed(text) {
  try {
    const message = typeof text === "string" ? JSON.parse(text) : undefined;
    return typeof message === "object" && message !== null ? message : undefined;
  } catch {
    return undefined;
  }
}
