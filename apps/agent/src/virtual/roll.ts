import type { Bitmap } from '@yunbiao/label';

export type PrintedLabel = { bitmap: Bitmap; undrawn: string[] };

export type RollOptions = {
  /** Time a label takes, ms; asked when one begins. */
  speedMs: number | (() => number);
  /**
   * A whole label came out, and `counter` is what the printer counts with it. False: there was nothing to print it on; it
   * stays in the memory and the paper is out.
   */
  onLabel: (label: PrintedLabel, counter: number) => unknown;
  /** It was stopped in the middle of a label: the rows that came out. */
  onTorn?: (label: PrintedLabel) => void;
  /** It begins to print, rests, or is stopped. */
  onChange?: () => void;
  /** What it has counted before it was switched on. */
  counter?: number;
};

/** What moves paper in a virtual printer, whatever language it speaks: one label after the other. */
export type Roll = {
  add: (label: PrintedLabel, copies: number) => void;
  /** Drops what is not being printed. */
  cancel: () => void;
  /** Labels not out yet. */
  waiting: () => number;
  /** Paper that runs out in the middle of a label ends that label. */
  setPaper: (present: boolean) => void;
  /** So does a head that is opened. */
  setHead: (open: boolean) => void;
  setPaused: (paused: boolean) => void;
  /** Whether an interrupted label is printed again, as printers do until they are told otherwise. */
  setReprints: (reprints: boolean) => void;
  hasPaper: () => boolean;
  isHeadOpen: () => boolean;
  isPaused: () => boolean;
  isPrinting: () => boolean;
  /** Whole labels that came out. */
  counter: () => number;
  /** Switches it off: what is in its memory is gone. */
  off: () => void;
};

export const getSpeed = ({ speedMs }: Pick<RollOptions, 'speedMs'>): number =>
  typeof speedMs === 'number' ? speedMs : speedMs();

/** The rows of a label that were out after this part of its time. */
const tornOff = ({ bitmap, undrawn }: PrintedLabel, part: number): PrintedLabel => {
  const height = Math.min(bitmap.height, Math.max(1, Math.round(bitmap.height * part)));
  const data = bitmap.data.slice(0, height * bitmap.stride);
  return { bitmap: { ...bitmap, height, data }, undrawn };
};

export const createRoll = (options: RollOptions): Roll => {
  const waiting: PrintedLabel[] = [];
  let paper = true;
  let headOpen = false;
  let paused = false;
  let reprints = true;
  /** The label coming out. */
  let run: { timer: NodeJS.Timeout | null; since: number; takes: number } | null = null;
  let count = options.counter ?? 0;

  const changed = (): void => options.onChange?.();
  const end = (): void => {
    run = null;
    const [label] = waiting;
    if (label && options.onLabel(label, count + 1) === false) {
      paper = false;
      return changed();
    }
    waiting.shift();
    if (label) count += 1;
    printNext();
    if (!run) changed();
  };
  const printNext = (): void => {
    if (run || !paper || headOpen || paused || waiting.length === 0) return;
    const takes = getSpeed(options);
    run = { timer: null, since: performance.now(), takes };
    if (takes <= 0) return end();
    run.timer = setTimeout(end, takes);
    changed();
  };
  /** Stops in the middle of the label that is coming out. */
  const interrupt = (): void => {
    if (!run) return;
    const { timer, since, takes } = run;
    if (timer) clearTimeout(timer);
    run = null;
    const [label] = waiting;
    if (!label) return;
    if (!reprints) waiting.shift();
    options.onTorn?.(tornOff(label, (performance.now() - since) / takes));
  };
  const set = (stops: boolean, change: () => void): void => {
    change();
    if (stops) interrupt();
    printNext();
    if (!run) changed();
  };

  return {
    add: (label, copies) => {
      for (let i = 0; i < copies; i += 1) waiting.push(label);
      printNext();
    },
    cancel: () => {
      waiting.length = run ? 1 : 0;
    },
    waiting: () => waiting.length,
    setPaper: (present) => set(!present, () => void (paper = present)),
    setHead: (open) => set(open, () => void (headOpen = open)),
    setPaused: (value) => set(false, () => void (paused = value)),
    setReprints: (value) => void (reprints = value),
    hasPaper: () => paper,
    isHeadOpen: () => headOpen,
    isPaused: () => paused,
    isPrinting: () => run !== null,
    counter: () => count,
    off: () => {
      if (run?.timer) clearTimeout(run.timer);
      run = null;
      paper = false;
      waiting.length = 0;
    },
  };
};
