// Work that is asked for again while it goes on: once more behind it is enough.

/**
 * Makes a function that performs `run(isStale)`, and once more if it was called meanwhile, which `isStale()` says; what it returns settles
 * when all of that is done.
 */
export function repeated(run) {
  let isStale = false;
  let current = null;
  const perform = async () => {
    while (isStale) {
      isStale = false;
      await run(() => isStale);
    }
  };
  return () => {
    isStale = true;
    current ??= perform().finally(() => (current = null));
    return current;
  };
}
