import type { Bitmap } from '@yunbiao/label';

export type PrintedLabel = { bitmap: Bitmap; undrawn: string[] };

export type RollOptions = {
  /** Time per label, ms; evaluated when a label starts. */
  speedMs: number | (() => number);
  /**
   * Called when a complete label is printed. `counter` includes it. Returning false means that
   * there is no paper: the label stays in memory and the paper is out.
   */
  onLabel: (label: PrintedLabel, counter: number) => unknown;
  /** Called with the printed rows when printing stops in the middle of a label. */
  onTorn?: (label: PrintedLabel) => void;
  /** Called when printing starts, ends or stops. */
  onChange?: () => void;
  /** Initial counter. */
  counter?: number;
};

/**
 * Simulated paper transport of a virtual printer in any language: prints one label after the other.
 */
export type Roll = {
  add: (label: PrintedLabel, copies: number) => void;
  /** Removes labels that are not being printed. */
  cancel: () => void;
  /** Number of labels that are not completely printed. */
  countWaiting: () => number;
  /** Running out of paper interrupts the current label. */
  setPaper: (present: boolean) => void;
  /** Opening the head interrupts it, too. */
  setHead: (open: boolean) => void;
  setPaused: (paused: boolean) => void;
  /** Whether an interrupted label is printed again, the default of printers. */
  setReprints: (reprints: boolean) => void;
  hasPaper: () => boolean;
  isHeadOpen: () => boolean;
  isPaused: () => boolean;
  isPrinting: () => boolean;
  /** Number of complete labels. */
  getCounter: () => number;
  /** Switches it off and clears its memory. */
  switchOff: () => void;
};

export const getLabelPrintMs = ({ speedMs }: Pick<RollOptions, 'speedMs'>): number =>
  typeof speedMs === 'number' ? speedMs : speedMs();

/** Returns the rows of a label that are printed after this fraction of its time. */
const cropToPrintedRows = ({ bitmap, undrawn }: PrintedLabel, part: number): PrintedLabel => {
  const height = Math.min(bitmap.height, Math.max(1, Math.round(bitmap.height * part)));
  const data = bitmap.data.slice(0, height * bitmap.stride);
  return { bitmap: { ...bitmap, height, data }, undrawn };
};

// oxlint-disable-next-line house/function-length -- one state machine: paper, head and pause interrupt one label
export const createVirtualRoll = (options: RollOptions): Roll => {
  const waitingLabels: PrintedLabel[] = [];
  let paper = true;
  let headOpen = false;
  let paused = false;
  let reprints = true;
  /** The label being printed. */
  let currentRun: { timer: NodeJS.Timeout | null; since: number; durationMs: number } | null = null;
  let counter = options.counter ?? 0;

  const notifyChange = (): void => options.onChange?.();
  const finishPrintingLabel = (): void => {
    currentRun = null;
    const [label] = waitingLabels;
    if (label && options.onLabel(label, counter + 1) === false) {
      paper = false;
      return notifyChange();
    }
    waitingLabels.shift();
    if (label) counter += 1;
    startPrintingNextLabel();
    if (!currentRun) notifyChange();
  };
  const startPrintingNextLabel = (): void => {
    if (currentRun || !paper || headOpen || paused || waitingLabels.length === 0) return;
    const takes = getLabelPrintMs(options);
    currentRun = { timer: null, since: performance.now(), durationMs: takes };
    if (takes <= 0) return finishPrintingLabel();
    currentRun.timer = setTimeout(finishPrintingLabel, takes);
    notifyChange();
  };
  /** Interrupts the label being printed. */
  const interruptPrinting = (): void => {
    if (!currentRun) return;
    const { timer, since, durationMs } = currentRun;
    if (timer) clearTimeout(timer);
    currentRun = null;
    const [label] = waitingLabels;
    if (!label) return;
    if (!reprints) waitingLabels.shift();
    options.onTorn?.(cropToPrintedRows(label, (performance.now() - since) / durationMs));
  };
  const applyRollChange = (stops: boolean, change: () => void): void => {
    change();
    if (stops) interruptPrinting();
    startPrintingNextLabel();
    if (!currentRun) notifyChange();
  };

  return {
    add: (label, copies) => {
      for (let i = 0; i < copies; i += 1) waitingLabels.push(label);
      startPrintingNextLabel();
    },
    cancel: () => {
      waitingLabels.length = currentRun ? 1 : 0;
    },
    countWaiting: () => waitingLabels.length,
    setPaper: (present) => applyRollChange(!present, () => void (paper = present)),
    setHead: (open) => applyRollChange(open, () => void (headOpen = open)),
    setPaused: (value) => applyRollChange(false, () => void (paused = value)),
    setReprints: (value) => void (reprints = value),
    hasPaper: () => paper,
    isHeadOpen: () => headOpen,
    isPaused: () => paused,
    isPrinting: () => currentRun !== null,
    getCounter: () => counter,
    switchOff: () => {
      if (currentRun?.timer) clearTimeout(currentRun.timer);
      currentRun = null;
      paper = false;
      waitingLabels.length = 0;
    },
  };
};
