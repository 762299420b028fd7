/**
 * Maximum delay of a frame, ms: a 16-bit word of 1/100 s holds this and the time a neighbour adds.
 */
export const MAX_DELAY_MS = 655_000;
/** Minimum delay, 1/100 s. Browsers show frames shorter than 20 ms for 100 ms. */
const MIN_DELAY = 2;

/**
 * Converts times in ms to delays in 1/100 s. It rounds the ends of frames instead of their lengths,
 * so the animation is never off by more than 5 ms. A frame shorter than 20 ms is dropped, and its
 * time goes to a neighbour.
 */
export class Timing {
  /** Start of the waiting frame, 1/100 s, and end of all frames so far, ms. */
  #start = 0;
  #end = 0;

  /** Adds the time of a frame, ms. */
  extend(delay: number): void {
    this.#end += delay;
  }

  /** Delay of the waiting frame if it ended now, 1/100 s. */
  get pending(): number {
    return Math.round(this.#end / 10) - this.#start;
  }

  get isLongEnough(): boolean {
    return this.pending >= MIN_DELAY;
  }

  /** Whether the waiting frame can last this much longer, ms. */
  hasRoom(delay: number): boolean {
    return this.pending * 10 + delay <= MAX_DELAY_MS;
  }

  /** Ends the waiting frame. Returns its delay. */
  close(): number {
    const delay = this.pending;
    this.#start += delay;
    return delay;
  }
}
