/** Longest time a frame can have, in ms: a word of 1/100 s holds that and what a neighbour leaves it. */
export const MAX_DELAY_MS = 655_000;
/** Browsers show a frame of less than 20 ms for 100 ms, so none is written, in 1/100 s. */
const MIN_DELAY = 2;

/**
 * Times in ms to delays of 1/100 s. Ends of frames are rounded, not their lengths: after any number of frames the
 * animation is at most 5 ms off. A frame that would be shorter than 20 ms is left out, and its time goes to its neighbour.
 */
export class Timing {
  /** When the frame that is waiting began, and when all that came ends, in 1/100 s and ms. */
  #start = 0;
  #end = 0;

  /** Adds a frame's time, in ms. */
  extend(delay: number): void {
    this.#end += delay;
  }

  /** What the waiting frame would be shown for if it ended now, in 1/100 s. */
  get pending(): number {
    return Math.round(this.#end / 10) - this.#start;
  }

  get longEnough(): boolean {
    return this.pending >= MIN_DELAY;
  }

  /** Whether the waiting frame can last so much longer, in ms. */
  hasRoom(delay: number): boolean {
    return this.pending * 10 + delay <= MAX_DELAY_MS;
  }

  /** The waiting frame ends: its delay. */
  close(): number {
    const delay = this.pending;
    this.#start += delay;
    return delay;
  }
}
