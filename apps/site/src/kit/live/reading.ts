/** Changes of data while it is being read: what the answer says may be older than they are. */
export type Reading<T> = {
  begin: () => void;
  /** Something changed; remembered while a reading is under way. */
  note: (change: (data: T) => T) => void;
  /** The answer, with what changed since it was asked for. */
  end: (answer: T) => T;
  /** There is no answer, or nobody wants it any more. */
  drop: () => void;
};

/** Each change says how something is now, so that one the answer knows already does no harm. */
export const createReading = <T>(): Reading<T> => {
  let changes: ((data: T) => T)[] | null = null;
  return {
    begin: () => {
      changes = [];
    },
    drop: () => {
      changes = null;
    },
    note: (change) => void changes?.push(change),
    end: (answer) => {
      const since = changes ?? [];
      changes = null;
      return since.reduce((data, change) => change(data), answer);
    },
  };
};
