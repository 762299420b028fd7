/**
 * What is believed of printers, in time (ms). Everything a label's end is decided on rests on these;
 * docs/printing.md says what a printer beyond them can make us claim.
 */

/** An answer to `~HS` shows a state that was true no longer ago than this. */
export const SETTLE_MS = 1200;
/** A counter is written no later than this after the label is out. */
export const COUNTER_LATE_MS = 6000;
/** After power up or an opened head a printer feeds labels, and counts them, no longer than this. */
export const REST_MS = COUNTER_LATE_MS + 1500;
/** Longer without an answer means stopped: media or ribbon out, head open (ZPL II guide, "~HS"). */
export const SILENCE_MS = 1500;
/** After the second status: how long the answer to the counter may take before the printer does not count. */
export const COUNTER_ANSWER_MS = 1000;
/** A printer that is idle and shows labels remaining, unchanged this long, only forgot to take them back. */
export const RESTING_MS = 30_000;
/** Busy again this soon after it was idle, and nothing was sent: it was not idle. */
export const AFTERTHOUGHT_MS = 10_000;
/** A shared printer that others leave no pause on is printed on without waiting for one after this. */
export const CROWDED_MS = 15_000;
/** Answers that make a run of idle ones, and that show how fast a printer without work answers. */
export const RUN_ANSWERS = 3;
export const BASELINE_ANSWERS = 16;

/** Fastest any label printer moves its paper (14 in/s), and the slowest worth waiting for (2 in/s). */
const FASTEST_MM_S = 355.6;
const SLOWEST_MM_S = 50;
const MM_PER_INCH = 25.4;

/** How long a label's paper takes: no printer does it in less than `leastMs`, none at its speed in more than `mostMs`. */
export type PaperTime = { leastMs: number; mostMs: number };

const numberAfter = (head: string, command: string): number | null => {
  const at = head.indexOf(command);
  const digits = at === -1 ? null : /^\d+/.exec(head.slice(at + command.length));
  return digits ? Number(digits[0]) : null;
};

/** Paper time of a format by its own `^LL` (dots) and `^PR` (in/s), which every label of ours has at its head. */
export const paperTimeOf = (format: Uint8Array, dpi: number): PaperTime => {
  const head = Buffer.from(format.buffer, format.byteOffset, Math.min(format.length, 200));
  const text = head.toString('latin1');
  const mm = ((numberAfter(text, '^LL') ?? 0) / dpi) * MM_PER_INCH;
  const toldMmS = (numberAfter(text, '^PR') ?? 2) * MM_PER_INCH;
  return {
    leastMs: (mm / FASTEST_MM_S) * 1000,
    mostMs: (mm / Math.min(toldMmS / 1.5, SLOWEST_MM_S)) * 1000,
  };
};
