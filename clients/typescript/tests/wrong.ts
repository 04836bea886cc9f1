// Programs that the compiler refuses, each by the line below its comment.
import { Connection, NodewireError, follow, openView } from "nodewire-client";
import { stdio } from "nodewire-client/stdio";

const connection = new Connection(stdio("nodewire"));

// a method that is not there
connection.request("node/moove", {});

// a parameter that is missing
connection.request("document/read");

// a parameter that no method has
connection.request("document/read", { document: "d", dokument: "d" });

// a parameter of another type
connection.request("view/open", { document: "d", width: "wide", height: 600 });

// a value that is none of those there are
connection.request("view/open", { document: "d", width: 800, height: 600, scene: "pixels" });

// a member that the result does not have
connection.request("edge/check", { document: "d", source: "a", target: "b" }).then(({ permitted }) => permitted);

// a notification that is not there
connection.on("document/change", () => {});

// a member that a notification does not have
connection.on("document/changed", ({ version }) => version);

// an answer without its verdict
connection.answer("client/canConnect", () => ({ reason: "no" }));

// a request that the server does not make
connection.answer("document/changed", () => null);

// a signal that is none
connection.request("document/list", {}, { signal: true });

// an error that is written to
new NodewireError({ code: 1, message: "" }, "x").code = 2;

const { replica } = await follow(connection, "d");
const { scene } = await openView(connection, { document: "d", width: 800, height: 600 });

// a member that no item has
scene.nodes.get("a")?.colour;

// a state that no view has
scene.state.zoomed;

// an element that is written to
for (const node of replica.nodes) node.id = "b";

// a view without its size
openView(connection, { document: "d" });
