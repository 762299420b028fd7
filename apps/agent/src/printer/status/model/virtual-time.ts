/** Virtual time that jumps from one event to the next. */
export type VirtualTime = {
  now: () => number;
  /**
   * Schedules `act` after `ms`, ordered after everything due earlier. Returns the cancel function.
   */
  schedule: (ms: number, act: () => void) => () => void;
  /** Runs events until `done` returns true, none is left, or `untilMs` is reached. */
  run: (isDone: () => boolean, untilMs: number) => void;
};

type Event = { at: number; order: number; act: () => void };

export const createVirtualTime = (): VirtualTime => {
  const events: Event[] = [];
  let now = 0;
  let order = 0;
  const isEventBefore = (a: Event, b: Event): boolean =>
    a.at < b.at || (a.at === b.at && a.order < b.order);
  return {
    now: () => now,
    schedule: (ms, act) => {
      const event = { at: now + Math.max(0, ms), order: (order += 1), act };
      let at = events.length;
      while (at > 0 && isEventBefore(event, events[at - 1] ?? event)) at -= 1;
      events.splice(at, 0, event);
      return () => {
        const index = events.indexOf(event);
        if (index !== -1) events.splice(index, 1);
      };
    },
    run: (isDone, untilMs) => {
      while (!isDone() && now <= untilMs) {
        const event = events.shift();
        if (!event) return;
        now = event.at;
        event.act();
      }
    },
  };
};
