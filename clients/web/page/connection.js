// One conversation with the server: JSON-RPC over a WebSocket, one message a frame.

/** A request that the server refused; `code` and `data` are those of the protocol. */
export class Refusal extends Error {
  constructor(error) {
    super(error.message);
    this.code = error.code;
    this.data = error.data ?? {};
  }
}

export class Connection {
  #socket;
  #pending = new Map();
  #handlers = new Map();
  #count = 0;

  /** Resolves once messages can be sent. `onEnd` hears why the conversation is over. */
  static open(url, onEnd) {
    return new Promise((resolve, reject) => {
      const connection = new Connection();
      const socket = new WebSocket(url);
      let isOpen = false;
      connection.#socket = socket;
      socket.onopen = () => {
        isOpen = true;
        resolve(connection);
      };
      socket.onmessage = (event) => connection.#receive(JSON.parse(event.data));
      socket.onclose = (event) => {
        const why = event.reason || "The connection to the bridge is gone.";
        for (const { reject } of connection.#pending.values()) reject(new Error(why));
        connection.#pending.clear();
        if (isOpen) onEnd(why);
        else reject(new Error("The bridge does not answer."));
      };
    });
  }

  /** Sends a request; the promise is its result, or a `Refusal`. */
  request(method, params) {
    const id = ++this.#count;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#send({ jsonrpc: "2.0", id, method, params });
    });
  }

  /** Sends what needs no answer. */
  notify(method, params) {
    this.#send({ jsonrpc: "2.0", method, params });
  }

  /** Calls `handler` with the parameters of every notification of that name. */
  on(method, handler) {
    this.#handlers.set(method, [...(this.#handlers.get(method) ?? []), handler]);
  }

  close() {
    this.#socket.close();
  }

  #send(message) {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #receive(message) {
    if (message.method) {
      for (const handler of this.#handlers.get(message.method) ?? []) handler(message.params);
      return;
    }
    const pending = this.#pending.get(message.id);
    if (!pending) return;
    this.#pending.delete(message.id);
    if (message.error) pending.reject(new Refusal(message.error));
    else pending.resolve(message.result);
  }
}
