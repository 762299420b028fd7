type Closer = () => Promise<void>;

/**
 * Vitest loads an environment separately from the tests, so two copies of this module share state
 * through the global object.
 */
const ENDS = Symbol.for('yunbiao.e2e.worker-end');

const readClosers = (): Map<string, Closer> => {
  const place = globalThis as unknown as { [ENDS]?: Map<string, Closer> };
  return (place[ENDS] ??= new Map());
};

/** Registers a closer that runs when the worker ends; one per name. */
export const closeAtWorkerEnd = (name: string, close: Closer): void => {
  readClosers().set(name, close);
};

export const closeAll = async (): Promise<void> => {
  const closers = readClosers();
  for (const close of closers.values()) await close();
  closers.clear();
};
