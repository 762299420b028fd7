import type { Clock } from './clock.ts';

/** The state of a printer that its status can report. */
export type Snapshot = {
  paperOut: boolean;
  paused: boolean;
  lengthDots: number;
  formats: number;
  bufferFull: boolean;
  partial: boolean;
  headUp: boolean;
  ribbonOut: boolean;
  remaining: number;
  /** A label is at the peel opening. */
  labelWaiting: boolean;
};

const MAX_HISTORY = 4096;

/** The states of the last `staleMs`, for a controller that reports late. */
export class History {
  readonly #clock: Clock;
  readonly #staleMs: number;
  readonly #states: { at: number; state: Snapshot }[] = [];

  constructor(clock: Clock, staleMs: number) {
    this.#clock = clock;
    this.#staleMs = staleMs;
  }

  note(state: Snapshot): void {
    if (this.#staleMs <= 0) return;
    const now = this.#clock.now();
    this.#states.push({ at: now, state });
    let old = 0;
    // The newest state before the window was still valid at the window's start.
    while ((this.#states[old + 1]?.at ?? Number.POSITIVE_INFINITY) <= now - this.#staleMs) old++;
    old = Math.max(old, this.#states.length - MAX_HISTORY);
    if (old > 0) this.#states.splice(0, old);
  }

  /** The state `age` ms ago, or the oldest recorded one. */
  ago(age: number, now: Snapshot): Snapshot {
    if (age <= 0) return now;
    const then = this.#clock.now() - age;
    const pastState = this.#states.findLast((item) => item.at <= then) ?? this.#states[0];
    return pastState?.state ?? now;
  }
}
