import { createTurns, type Pause } from './turns.ts';

/** Under way at once: fewer than PostgreSQL's connections, and no more than SQLite has any use for. */
const AT_ONCE = 6;
/** Waiting, of one member or address: more than anybody opens, and less than would keep others out. */
const EACH = 64;
/** Waiting in all: less than a second's work. */
const ALL = 128;
/** Seconds after which a place may be free again. */
const RETRY_S = 1;

/** There is no room: worth another try after so many seconds. */
export class Busy extends Error {
  readonly retryAfterS = RETRY_S;
}

type Ticket = {
  start: () => void;
  isWanted: () => boolean;
  refuse: () => void;
  /** Nothing of it has been done yet: it may still be turned away. */
  isNew: boolean;
};

export type AdmissionOptions = { atOnce?: number; each?: number; all?: number };

/** Dear work waits here for its turn, so that what is answered at once never waits behind it. */
export type Admission = {
  /**
   * Does the work when there is room: a few at a time, and of those who wait each one's in turn, whoever has asked for
   * most. Work nobody wants any more when its turn comes is not done. When too many wait, whoever has asked for most
   * gives way: a few who crowd keep nobody else out.
   * @throws Busy when too much waits already, or the work is not wanted any more
   */
  run: <T>(who: string, work: () => Promise<T>, isWanted?: () => boolean) => Promise<T>;
  /** The next piece of work that was let in once: it waits for its turn like all, and is never turned away. */
  goOn: <T>(who: string, work: () => Promise<T>) => Promise<T>;
  /** Between two pieces of such work. */
  pause: Pause;
  size: () => { running: number; waiting: number };
};

export const createAdmission = (options: AdmissionOptions = {}): Admission => {
  const { atOnce = AT_ONCE, each = EACH, all = ALL } = options;
  const { turn, pause } = createTurns();
  /** Those who wait, in the order of their turn; whoever has had one goes to the end. */
  const lines = new Map<string, Ticket[]>();
  let running = 0;
  let waiting = 0;

  const take = (): Ticket | undefined => {
    const first = lines.entries().next().value;
    if (!first) return undefined;
    const [who, line] = first;
    const ticket = line.shift();
    lines.delete(who);
    if (line.length > 0) lines.set(who, line);
    waiting -= 1;
    return ticket;
  };

  const fill = (): void => {
    while (running < atOnce) {
      const ticket = take();
      if (!ticket) return;
      if (!ticket.isWanted()) {
        ticket.refuse();
        continue;
      }
      running += 1;
      ticket.start();
    }
  };

  const getLength = (who: string): number => lines.get(who)?.length ?? 0;

  /** Turns away the newest of the longest line, when that is longer than this one's would be. */
  const makeRoom = (who: string): boolean => {
    let longest: Ticket[] = [];
    for (const line of lines.values()) if (line.length > longest.length) longest = line;
    const last = longest.at(-1);
    if (longest.length <= getLength(who) + 1 || !last?.isNew) return false;
    longest.pop();
    waiting -= 1;
    last.refuse();
    return true;
  };

  const isFull = (who: string): boolean =>
    getLength(who) >= each || (waiting >= all && !makeRoom(who));

  const wait = (who: string, isWanted: () => boolean, isNew: boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      const line = lines.get(who) ?? [];
      const refuse = (): void => reject(new Busy());
      line.push({ start: resolve, isWanted, refuse, isNew });
      lines.set(who, line);
      waiting += 1;
    });

  const inTurn = async <T>(
    who: string,
    work: () => Promise<T>,
    isWanted: () => boolean,
    isNew: boolean,
  ): Promise<T> => {
    const place = wait(who, isWanted, isNew);
    fill();
    await place;
    try {
      // Not inside the callback that brought the request: others are behind it.
      await turn();
      return await work();
    } finally {
      running -= 1;
      fill();
    }
  };

  return {
    pause,
    size: () => ({ running, waiting }),
    run: async (who, work, isWanted = () => true) => {
      if (isFull(who)) throw new Busy();
      return inTurn(who, work, isWanted, true);
    },
    goOn: (who, work) => inTurn(who, work, () => true, false),
  };
};
