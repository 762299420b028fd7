/**
 * Assumed timing of printers, ms. Every decision about a label depends on it; docs/printing.md
 * describes the risks for a printer outside of it.
 */

/** Maximum age of the state that a status shows. */
export const STALE_STATUS_MS = 1200;
/** Maximum delay of the counter after the label is printed. */
export const COUNTER_LATE_MS = 6000;
/** Maximum time to draw a label and to start its paper, where neither is shown. */
export const DRAW_MS = 800;
/** Maximum delay of an echo after its label's paper can be out. */
export const ECHO_LATE_MS = 6000;
/** Maximum time a printer feeds and counts labels after power-up or an opened head. */
export const REST_MS = COUNTER_LATE_MS + 1500;
/** Shortest stop: opening the head or inserting paper takes longer. */
export const MIN_STOP_MS = 700;
/** Silence of an idle printer after which all its answers have arrived. */
export const LATE_ANSWER_MS = STALE_STATUS_MS + 200;
/** Delay before an unanswered query is repeated, and maximum number of repetitions. */
export const REPEAT_MS = 250;
export const MAX_REPEATS = 2;
/** Delay before an incomplete answer is queried again. */
export const INCOMPLETE_ANSWER_MS = 500;
/** Maximum delay from an answer to the next query while a label is printing. */
export const MAX_QUESTION_GAP_MS = 100;
/** Silence that means a stop: media or ribbon out, head open. */
export const STOP_SILENCE_MS = 1500;
/**
 * Time for the counter's answer after the second status. A printer without an answer does not
 * count.
 */
export const COUNTER_ANSWER_MS = 1000;
/** An idle printer that reports the same remaining labels for this long has none. */
export const PHANTOM_REMAINING_MS = 30_000;
/**
 * A printer that is busy within this time after reporting idle, with nothing sent in between, was
 * not idle.
 */
export const AFTERTHOUGHT_MS = 10_000;
/** Maximum wait for a pause on a shared printer that is always busy with others' labels. */
export const MAX_PAUSE_WAIT_MS = 15_000;
/** Maximum delay until a printer that answers ahead shows work on an accepted label. */
export const WORK_LATE_MS = 6000;
/** Number of consecutive labels without observed work after which it is not expected any more. */
export const UNSEEN_LABELS = 3;
/**
 * Number of consecutive labels with answers as slow as the paper, where answers precede work, after
 * which the printer does not answer while printing.
 */
export const SLOW_LABELS = 3;
/** Number of answers needed to trust that it is idle, and to know its answer time without work. */
export const MIN_IDLE_ANSWERS = 3;
export const MIN_BASELINE_ANSWERS = 16;

/** Fastest paper speed of any label printer (14 in/s), and the slowest supported one (2 in/s). */
const FASTEST_MM_S = 355.6;
const SLOWEST_MM_S = 50;
const MM_PER_INCH = 25.4;

/**
 * Paper time of a label: no printer needs less than `minimumMs`, none at its set speed more than
 * `maximumMs`.
 */
export type PaperTime = { minimumMs: number; maximumMs: number };

/**
 * Estimates the paper time for a length, at the speed (in/s) of the job; null when the job sets
 * none.
 */
export const estimatePaperTime = (mm: number, inchesPerSecond: number | null): PaperTime => {
  const setMmPerS = (inchesPerSecond ?? 2) * MM_PER_INCH;
  return {
    minimumMs: (mm / FASTEST_MM_S) * 1000,
    maximumMs: (mm / Math.min(setMmPerS / 1.5, SLOWEST_MM_S)) * 1000,
  };
};
