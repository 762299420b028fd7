/** What was made of a thing, by what made it. */
const known = new WeakMap<object, Map<(from: never) => unknown, unknown>>();

/**
 * What `make` makes of data, once for the same data: on the server, data that is the same for everybody is read once and
 * handed to every page (`isShared` in the contract). `make` looks at nothing else.
 */
export const madeOnce = <From extends object, Made>(
  from: From,
  make: (from: From) => Made,
): Made => {
  const ofIt = known.get(from) ?? new Map<(from: never) => unknown, unknown>();
  known.set(from, ofIt);
  // It was made by the same function, of the same thing.
  if (ofIt.has(make)) return ofIt.get(make) as Made;
  const made = make(from);
  ofIt.set(make, made);
  return made;
};
