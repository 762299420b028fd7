/** How often a printer that does not answer may be asked again. */
export type Manners = {
  /** `work`: a label waits for the answer. */
  mayAsk: (now: number, work: boolean) => boolean;
  asked: (now: number) => void;
  answered: () => void;
  /**
   * A connection that began then has ended before an answer came. True: soon, as where nobody is behind it, and one that
   * has answered before never saw the question. Else somebody was there, and silent.
   */
  lost: (began: number, now: number) => boolean;
  /** It has never answered and is not asked any more until a label waits. */
  gaveUp: (work: boolean) => boolean;
  /** Whether it ever answered. */
  known: () => boolean;
};

/** Waits before each question to a printer that never answered (ms); after the last it is not asked again. */
const STRANGER_MS = [0, 3000, 10_000, 30_000, 60_000, 120_000, 300_000, 600_000];
/** How many of them are spent while no label waits. */
const STRANGER_UNASKED = 2;
/** A printer that has answered before is asked for ever: its head may just be open. */
const FIRST_MS = 2000;
const MOST_MS = { work: 10_000, none: 60_000 };

/**
 * A printer of another language may print the question as text, so one that never answered is asked a few times only
 * while this process runs, and mostly when a label waits.
 */
export const createManners = (answeredBefore: boolean): Manners => {
  let known = answeredBefore;
  /** Questions since the last answer. */
  let count = 0;
  let last = -Infinity;
  const waitOf = (work: boolean): number => {
    if (!known) return (work || count < STRANGER_UNASKED ? STRANGER_MS[count] : null) ?? Infinity;
    const most = work ? MOST_MS.work : MOST_MS.none;
    return count === 0 ? 0 : Math.min(most, FIRST_MS * 2 ** (count - 1));
  };
  return {
    mayAsk: (now, work) => now - last >= waitOf(work),
    asked: (now) => {
      count += 1;
      last = now;
    },
    answered: () => {
      known = true;
      count = 0;
    },
    lost: (began, now) => {
      if (now - began >= FIRST_MS) return false;
      if (known && count > 0) {
        count -= 1;
        last = -Infinity;
      }
      return true;
    },
    gaveUp: (work) => waitOf(work) === Infinity,
    known: () => known,
  };
};
