/** How often a printer that does not answer may be asked again. */
export type Manners = {
  /** `work`: a label waits for the answer. */
  mayAsk: (now: number, work: boolean) => boolean;
  asked: (now: number) => void;
  answered: () => void;
  /**
   * A connection that began then has ended before an answer came. True: soon, as where nobody is behind it, and one that
   * has answered before never saw the question. Else somebody was there, and silent. Neither soon nor late it is taken for
   * what it was the last time: who ends silent connections after about as long would be the one and the other in turn.
   */
  lost: (began: number, now: number) => boolean;
  /** Whether a connection that began then, and has brought no answer, is one that somebody holds. */
  isHeld: (began: number, now: number) => boolean;
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
/** Ended sooner, nobody was behind a connection; held for longer, somebody was there, ms. */
const SOON_MS = 1000;
const HELD_MS = 4000;
const MAX_MS = { work: 10_000, none: 60_000 };

/**
 * A printer of another language may print the question as text, so one that never answered is asked a few times only
 * while this process runs, and mostly when a label waits.
 */
export const createManners = (answeredBefore: boolean): Manners => {
  let known = answeredBefore;
  /** Questions since the last answer. */
  let count = 0;
  let last = -Infinity;
  /** What connections were taken for that ended without an answer. */
  let isNobody = false;
  const isHeld = (began: number, now: number): boolean =>
    now - began >= (isNobody ? HELD_MS : SOON_MS);
  const getWait = (work: boolean): number => {
    if (!known) return (work || count < STRANGER_UNASKED ? STRANGER_MS[count] : null) ?? Infinity;
    const most = work ? MAX_MS.work : MAX_MS.none;
    return count === 0 ? 0 : Math.min(most, FIRST_MS * 2 ** (count - 1));
  };
  return {
    mayAsk: (now, work) => now - last >= getWait(work),
    asked: (now) => {
      count += 1;
      last = now;
    },
    answered: () => {
      known = true;
      count = 0;
      isNobody = false;
    },
    lost: (began, now) => {
      isNobody = !isHeld(began, now);
      if (!isNobody) return false;
      if (known && count > 0) {
        count -= 1;
        last = -Infinity;
      }
      return true;
    },
    isHeld,
    gaveUp: (work) => getWait(work) === Infinity,
    known: () => known,
  };
};
