// What was not saved before the server ended: it is back, and the user keeps it, looks at it, or goes back to the file.

import { counted } from "./announcer.js";
import { dismiss, toast } from "./controls.js";

const DAY = 24 * 60 * 60 * 1000;

/** The question that is shown. */
let question = null;

/** Takes the question back: nothing is unsaved any more. */
export function withdrawUnsaved() {
  dismiss(question);
  question = null;
}

/** Asks what becomes of the changes that opening has brought back; `compare()` shows them. */
export function offerUnsaved(session, { changes, since }, compare) {
  const { document } = session;
  const before = session.request("history/list", { document });
  const offer = (choices) => {
    withdrawUnsaved();
    question = toast(named(changes, since), "good", choices);
  };
  const keep = { title: "Keep", perform() {} };
  const discard = { title: "Discard", perform: () => goBack(session, document, before) };
  const look = {
    title: "Look",
    perform() {
      compare();
      offer([keep, discard]);
    },
  };
  offer([keep, look, discard]);
}

/** The question, as "3 unsaved changes from yesterday". */
function named(changes, since) {
  const count = counted(changes, "unsaved change");
  return since === undefined ? count : `${count} from ${dayOf(since)}`;
}

function dayOf(time) {
  const days = Math.round((new Date().setHours(0, 0, 0, 0) - new Date(time).setHours(0, 0, 0, 0)) / DAY);
  if (days <= 0) return "today";
  return days === 1 ? "yesterday" : new Date(time).toLocaleDateString("en-US", { dateStyle: "long" });
}

/** Takes the changes back, up to what is in the file, unless others came since; they can be performed again. */
async function goBack(session, document, before) {
  if (session.document !== document) return;
  const { position, saved } = await session.request("history/list", { document });
  if (position !== (await before).position) {
    session.refuse("There are newer changes: undo these first, or keep all.");
    return;
  }
  // Steps of all views, so none is named.
  const way = { document, view: undefined, steps: Math.abs(position - saved) };
  if (saved === undefined) session.refuse("The way back to the file is not known: open it again without these changes.");
  else if (position !== saved) await session.ask(position > saved ? "history/undo" : "history/redo", way);
}
