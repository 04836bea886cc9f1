// The search of a page that was opened as a file: browsers start no workers there, so its script runs in a frame.

if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    #frame = document.createElement("iframe");
    #waiting = [];

    constructor(address) {
      super();
      this.#frame.hidden = true;
      document.documentElement.append(this.#frame);
      const inner = this.#frame.contentWindow;
      inner.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      const script = inner.document.createElement("script");
      script.addEventListener("load", () => {
        const waiting = this.#waiting;
        this.#waiting = null;
        waiting.forEach((data) => this.postMessage(data));
      });
      script.src = address;
      inner.document.head.append(script);
    }

    postMessage(data) {
      if (this.#waiting) return void this.#waiting.push(data);
      const inner = this.#frame.contentWindow;
      setTimeout(() => inner.dispatchEvent(new inner.MessageEvent("message", { data })));
    }

    terminate() {
      this.#frame.remove();
    }
  };
}
