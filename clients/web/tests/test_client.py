"""The TypeScript client in a browser, by the bridge: it is what the page itself uses."""

CLIENT = """
    const done = arguments[arguments.length - 1];
    (async () => {
      const { Connection, NodewireError, follow, openView, webSocket } = await import(new URL("client/index.js", document.baseURI));
      const address = `ws://${location.host}${location.pathname}`;
      const connect = async () => {
        const connection = new Connection(await webSocket(`${address}socket`));
        await connection.initialize({ clientInfo: { name: "test" } });
        return connection;
      };
      return await (async () => { %s })();
    })().then(done, (error) => done({ error: `${error.name}: ${error.message}` }));
"""


def run(page, script):
    page.browser.set_script_timeout(30)
    return page.browser.execute_async_script(CLIENT % script)


def test_a_conversation_over_a_socket(page):
    result = run(
        page,
        """
        const connection = await connect();
        const { document } = await connection.request("document/create", { content: { nodes: [{ id: "a", label: "é🎉" }] } });
        const { replica } = await follow(connection, document);
        const { scene } = await openView(connection, { document, width: 400, height: 300, scene: "svg" });
        await connection.request("node/insert", { document, node: { id: "b", position: { x: 1, y: 2 } } });
        const refusal = await connection.request("edge/connect", { document, edge: { source: "a", target: "a" } }).catch((error) => error);
        const waiting = connection.request("document/list");
        const closing = connection.close();
        const rejected = await waiting.catch((error) => error.name);
        await closing;
        return {
          labels: [...replica.nodes].map(({ label }) => label ?? null), shown: [...scene.nodes.keys()],
          reason: refusal instanceof NodewireError && refusal.reason, rejected, why: (await connection.closed).message,
        };
        """,
    )
    assert result == {
        "labels": ["é🎉", None],
        "shown": ["b"],
        "reason": "connection.self",
        "rejected": "ConnectionClosed",
        "why": "the conversation was closed",
    }
