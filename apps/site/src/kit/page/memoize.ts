/** Cache of results by source object and function. */
const resultsByObject = new WeakMap<object, Map<(from: never) => unknown, unknown>>();

/**
 * Memoizes the result of `make` per source object. The server loads shared data once and passes the
 * same object to all pages (`isShared` in the contract). `make` must depend on its argument only.
 */
export const memoizeByObject = <From extends object, Made>(
  from: From,
  make: (from: From) => Made,
): Made => {
  const ofIt = resultsByObject.get(from) ?? new Map<(from: never) => unknown, unknown>();
  resultsByObject.set(from, ofIt);
  // The same function computed the cached value from the same object.
  if (ofIt.has(make)) return ofIt.get(make) as Made;
  const result = make(from);
  ofIt.set(make, result);
  return result;
};
