// What was left out of something that was opened, pasted or written, in the server's words; and what could not be brought back.

import { sentence, toast } from "./controls.js";

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
