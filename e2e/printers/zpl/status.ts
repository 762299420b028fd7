import type { Clock } from './clock.ts';

/** Everything ~HS can say. */
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
};

const flag = (on: boolean): string => (on ? '1' : '0');

const digits = (value: number, width: number): string =>
  String(Math.min(Math.max(Math.floor(value), 0), 10 ** width - 1)).padStart(width, '0');

/** The three strings of ~HS, field by field as the guide lists them. */
export const hostStatus = (of: Snapshot): [string, string, string] => {
  const first = [
    '030', // aaa: 9600 baud, 8 data bits
    flag(of.paperOut),
    flag(of.paused),
    digits(of.lengthDots, 4),
    digits(of.formats, 3),
    flag(of.bufferFull),
    '0', // g: not in communications diagnostics
    flag(of.partial),
    '000', // iii: unused
    '0', // j: RAM not corrupt
    '0', // k: not under temperature
    '0', // l: not over temperature
  ];
  const second = [
    '000', // mmm: die-cut media, sensor profile off
    '0', // n: unused
    flag(of.headUp),
    flag(of.ribbonOut),
    '1', // q: thermal transfer
    '2', // r: tear-off
    '4', // s: print width mode
    '0', // t: no label waiting in peel-off
    digits(of.remaining, 8),
    '1', // v: formats while printing
    '000', // www: stored graphics
  ];
  return [frame(first.join(',')), frame(second.join(',')), frame('1234,0')];
};

const frame = (text: string): string => `\x02${text}\x03\r\n`;

const MOST_HISTORY = 4096;

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
    // The newest state older than the window still held at its beginning.
    while ((this.#states[old + 1]?.at ?? Number.POSITIVE_INFINITY) <= now - this.#staleMs) old++;
    old = Math.max(old, this.#states.length - MOST_HISTORY);
    if (old > 0) this.#states.splice(0, old);
  }

  /** The state `age` ms ago, or the oldest known. */
  ago(age: number, now: Snapshot): Snapshot {
    if (age <= 0) return now;
    const then = this.#clock.now() - age;
    const found = this.#states.findLast((one) => one.at <= then) ?? this.#states[0];
    return found?.state ?? now;
  }
}
