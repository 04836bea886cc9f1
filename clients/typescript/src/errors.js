// What goes wrong.

/** A request that the server refused. */
export class NodewireError extends Error {
  /**
   * @param {{ code: number; message: string; data?: unknown }} error as the protocol has it
   * @param {string} method of the request
   */
  constructor(error, method) {
    super(error.message);
    this.name = "NodewireError";
    this.error = error;
    this.method = method;
  }

  /** Its number: protocol-spec/errors.md lists them. */
  get code() {
    return this.error.code;
  }

  /**
   * What programs read of it; empty where the server says nothing.
   *
   * @returns {Record<string, any>}
   */
  get data() {
    const { data } = this.error;
    return typeof data === "object" && data !== null ? data : {};
  }

  /**
   * The name of the error, as `connection.duplicate`; undefined for those of JSON-RPC, which have none.
   *
   * @returns {string | undefined}
   */
  get reason() {
    return this.data.reason;
  }
}

/** The end of a conversation, as a reason of what waited for an answer. */
export class ConnectionClosed extends Error {
  /** @param {string} why */
  constructor(why) {
    super(why);
    this.name = "ConnectionClosed";
  }
}

/** A change that does not fit a replica: it must be loaded again, as one that follows its document is by itself. */
export class ReplicaError extends Error {
  /** @param {string} why */
  constructor(why) {
    super(why);
    this.name = "ReplicaError";
  }
}
