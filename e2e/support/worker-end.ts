type Closer = () => Promise<void>;

/** Vitest loads an environment apart from the tests: two copies of this module share what hangs on the global object. */
const ENDS = Symbol.for('yunbiao.e2e.worker-end');

const readClosers = (): Map<string, Closer> => {
  const place = globalThis as unknown as { [ENDS]?: Map<string, Closer> };
  return (place[ENDS] ??= new Map());
};

/** Has what the files of a worker share closed when the worker ends; one closer a name. */
export const closeAtWorkerEnd = (name: string, close: Closer): void => {
  readClosers().set(name, close);
};

export const closeAll = async (): Promise<void> => {
  const closers = readClosers();
  for (const close of closers.values()) await close();
  closers.clear();
};
