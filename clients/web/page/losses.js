// What is said of a document that was opened, pasted or written: what was left out, and what was not saved before the server ended.

import { dismiss, sentence, toast } from "./controls.js";
import { counted } from "./announcer.js";

/** So many reasons are given. */
const GIVEN = 3;

/** Shows what of something was not `done`: opened, pasted, written. */
export function reportLosses(losses, done) {
  if (!losses?.length) return;
  const count = losses.length === 1 ? "One thing was" : `${losses.length} things were`;
  const reasons = [...new Set(losses.map(({ message }) => message))];
  const given = reasons.slice(0, GIVEN).map((reason) => `${sentence(reason)}.`);
  if (reasons.length > GIVEN) given.push("And more.");
  toast([`${count} not ${done}.`, ...given].join(" "), "bad");
}

/** Says what of the journal beside a file could not be brought back. */
export function reportRecovery({ dropped, setAside, journal }) {
  if (dropped) toast("The last changes before the end could not be read, and are lost.", "bad");
  if (setAside) toast(`Unsaved changes that do not lead on from this file are kept in ${setAside}.`, "bad");
  if (journal === false) toast("There is no room beside this file: save often, unsaved changes are lost if the server ends.", "bad");
}

const DAY = 24 * 60 * 60 * 1000;

let question = null;

export function withdrawUnsaved() {
  dismiss(question);
  question = null;
}

/** Asks what becomes of the changes that opening has brought back: `look()` shows them, `discard()` makes the document what its file holds. */
export function offerUnsaved({ changes, since }, look, discard) {
  const offer = (...choices) => {
    withdrawUnsaved();
    question = toast(named(changes, since), "good", [{ title: "Keep", perform() {} }, ...choices, { title: "Discard", perform: discard }]);
  };
  const perform = () => {
    look();
    offer();
  };
  offer({ title: "Look", perform });
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
