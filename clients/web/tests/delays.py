"""A server whose answers come late: messages wait on their way there and back, in order, as they do on a slow line."""

from contextlib import contextmanager

SCRIPT = """
  globalThis.lateness = 0;
  globalThis.WebSocket = class extends WebSocket {
    #lines = { there: Promise.resolve(), back: Promise.resolve() };

    #carry(line, deliver) {
      const due = performance.now() + globalThis.lateness / 2;
      this.#lines[line] = this.#lines[line].then(() => {
        const rest = due - performance.now();
        return rest > 0 ? new Promise((done) => setTimeout(done, rest)) : undefined;
      }).then(deliver);
    }

    send(data) {
      this.#carry("there", () => super.send(data));
    }

    addEventListener(name, hear, options) {
      if (name !== "message") return super.addEventListener(name, hear, options);
      return super.addEventListener(name, (event) => this.#carry("back", () => hear.call(this, event)), options);
    }

    set onmessage(hear) {
      this.addEventListener("message", hear);
    }
  };
"""


@contextmanager
def delayed(browser, at_first=0):
    """Pages that are opened meanwhile have a server whose answers `set_lateness` makes late; `at_first` so many seconds."""
    source = f"(function () {{ {SCRIPT} globalThis.lateness = {at_first * 1000}; }})()"
    made = browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": source})
    try:
        yield
    finally:
        browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", {"identifier": made["identifier"]})


def set_lateness(page, seconds):
    page.run("globalThis.lateness = arguments[0]", seconds * 1000)
