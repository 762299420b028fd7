export type Deferred<T> = {
  promise: Promise<T>;
  resolve: (value: T) => void;
  reject: (error: Error) => void;
};

export const createDeferred = <T>(): Deferred<T> => {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  // Avoids an unhandled rejection when nothing waits.
  promise.catch(() => undefined);
  return { promise, resolve, reject };
};
