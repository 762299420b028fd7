/** Records changes during a reload, because the response may be older than the changes. */
export type ReloadRecorder<T> = {
  start: () => void;
  /** Records a change while a reload is running. */
  record: (change: (data: T) => T) => void;
  /** Returns the response with the changes recorded since the request. */
  finish: (answer: T) => T;
  /** Discards the recorded changes when the reload failed or was cancelled. */
  discard: () => void;
};

/**
 * Records changes during a reload, to repeat them on its response. They must be idempotent, because
 * the response may already include them.
 */
export const createReloadRecorder = <T>(): ReloadRecorder<T> => {
  let changes: ((data: T) => T)[] | null = null;
  return {
    start: () => {
      changes = [];
    },
    discard: () => {
      changes = null;
    },
    record: (change) => void changes?.push(change),
    finish: (answer) => {
      const since = changes ?? [];
      changes = null;
      return since.reduce((data, change) => change(data), answer);
    },
  };
};
