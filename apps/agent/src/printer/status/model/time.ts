/** Virtual time: it jumps from one event to the next. */
export type VirtualTime = {
  now: () => number;
  /** Runs `act` after `ms`, after everything due earlier; returns how to cancel it. */
  after: (ms: number, act: () => void) => () => void;
  /** Runs events until `done`, or none is left, or `untilMs` is reached. */
  run: (done: () => boolean, untilMs: number) => void;
};

type Event = { at: number; order: number; act: () => void };

export const createVirtualTime = (): VirtualTime => {
  const events: Event[] = [];
  let now = 0;
  let order = 0;
  const before = (a: Event, b: Event): boolean =>
    a.at < b.at || (a.at === b.at && a.order < b.order);
  return {
    now: () => now,
    after: (ms, act) => {
      const event = { at: now + Math.max(0, ms), order: (order += 1), act };
      let at = events.length;
      while (at > 0 && before(event, events[at - 1] ?? event)) at -= 1;
      events.splice(at, 0, event);
      return () => {
        const found = events.indexOf(event);
        if (found !== -1) events.splice(found, 1);
      };
    },
    run: (done, untilMs) => {
      while (!done() && now <= untilMs) {
        const event = events.shift();
        if (!event) return;
        now = event.at;
        event.act();
      }
    },
  };
};
