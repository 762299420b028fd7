export type Waiter<T> = {
  promise: Promise<T>;
  resolve: (value: T) => void;
  reject: (why: Error) => void;
};

export const createPromiseWaiter = <T>(): Waiter<T> => {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  // Avoids an unhandled rejection when nothing waits.
  promise.catch(() => undefined);
  return { promise, resolve, reject };
};
