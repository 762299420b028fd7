/**
 * What we assume about the timing of printers, in ms. Every decision about a label rests on these;
 * docs/printing.md says what we may get wrong with a printer outside them.
 */

/** A status shows a state that was true no longer ago than this. */
export const SETTLE_MS = 1200;
/** A counter is written no later than this after the label is out. */
export const COUNTER_LATE_MS = 6000;
/** The drawing of a label takes no longer than this, and the start of its paper, where neither is shown. */
export const DRAW_MS = 800;
/** An echo comes no later than this after its label's paper can be out. */
export const ECHO_LATE_MS = 6000;
/** After power up or an opened head a printer feeds labels, and counts them, no longer than this. */
export const REST_MS = COUNTER_LATE_MS + 1500;
/** The shortest stop: opening the head or putting paper in takes longer. */
export const SHORTEST_STOP_MS = 700;
/** An idle printer that has said nothing for this long has said all it was asked for. */
export const LATE_ANSWER_MS = SETTLE_MS + 200;
/** A question without an answer is asked again after this, and at most this many times. */
export const AGAIN_MS = 250;
export const MAX_REPEATS = 2;
/** An answer of which no more strings come for this long is asked for again. */
export const PART_MS = 500;
/** While a label is under way, a question is due no later than this after an answer. */
export const ASK_MOST_MS = 100;
/** Longer without an answer means stopped: media or ribbon out, head open. */
export const SILENCE_MS = 1500;
/** After the second status: how long the answer to the counter may take before the printer does not count. */
export const COUNTER_ANSWER_MS = 1000;
/** A printer that is idle and shows the same labels remaining for this long has none. */
export const RESTING_MS = 30_000;
/** Busy within this time after it said idle, with nothing sent in between: it had not been idle. */
export const AFTERTHOUGHT_MS = 10_000;
/** On a shared printer that is always busy with others' labels we stop waiting for a pause after this. */
export const CROWDED_MS = 15_000;
/** A printer that answers ahead of its work shows a label's no later than this after it has taken it, or never. */
export const WORK_LATE_MS = 6000;
/** So many labels in a row never seen at work: it does not show it, and is not waited for. */
export const UNSEEN_LABELS = 3;
/** Where answers come ahead of work, so many labels in a row answered as slowly as paper: it is deaf while it prints. */
export const SLOW_LABELS = 3;
/** Answers needed to believe that it is idle, and to know how fast it answers without work. */
export const RUN_ANSWERS = 3;
export const BASELINE_ANSWERS = 16;

/** Fastest any label printer moves its paper (14 in/s), and the slowest worth waiting for (2 in/s). */
const FASTEST_MM_S = 355.6;
const SLOWEST_MM_S = 50;
const MM_PER_INCH = 25.4;

/** How long a label's paper takes: no printer needs less than `leastMs`, none at its set speed more than `mostMs`. */
export type PaperTime = { leastMs: number; mostMs: number };

/** Paper time of a label so long, at the speed (in/s) the printer is told; null: nobody tells it. */
export const paperTime = (mm: number, inchesPerSecond: number | null): PaperTime => {
  const toldMmS = (inchesPerSecond ?? 2) * MM_PER_INCH;
  return {
    leastMs: (mm / FASTEST_MM_S) * 1000,
    mostMs: (mm / Math.min(toldMmS / 1.5, SLOWEST_MM_S)) * 1000,
  };
};
