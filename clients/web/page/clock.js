// The time of events, of one origin in all windows: those that share a server share its clock, too.

/** Where `timeStamp` begins by the system's clock. While a machine sleeps, the one may stop and the other go on. */
let origin = 0;

function look() {
  origin = Date.now() - performance.now();
}

look();
for (const name of ["focus", "pageshow"]) addEventListener(name, look);

/** When an event was, in milliseconds. */
export function timeOf(event) {
  return origin + event.timeStamp;
}
