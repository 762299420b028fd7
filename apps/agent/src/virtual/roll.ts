import type { Bitmap } from '@yunbiao/label';

export type PrintedLabel = { bitmap: Bitmap; undrawn: string[] };

export type RollOptions = {
  /** Time a label takes, ms. */
  speedMs: number;
  onLabel: (label: PrintedLabel) => void;
};

/** What moves paper in a virtual printer, whatever language it speaks: one label after the other. */
export type Roll = {
  add: (label: PrintedLabel, copies: number) => void;
  /** Drops what is not being printed. */
  cancel: () => void;
  /** Labels not out yet. */
  waiting: () => number;
  setPaper: (present: boolean) => void;
  setPaused: (paused: boolean) => void;
  hasPaper: () => boolean;
  isPaused: () => boolean;
  counter: () => number;
};

export const createRoll = (options: RollOptions): Roll => {
  const waiting: PrintedLabel[] = [];
  let paper = true;
  let paused = false;
  let printing = false;
  let count = 0;

  const printNext = (): void => {
    if (printing || !paper || paused || waiting.length === 0) return;
    printing = true;
    const end = (): void => {
      const label = waiting.shift();
      printing = false;
      if (label) {
        count += 1;
        options.onLabel(label);
      }
      printNext();
    };
    if (options.speedMs > 0) setTimeout(end, options.speedMs);
    else end();
  };

  return {
    add: (label, copies) => {
      for (let i = 0; i < copies; i += 1) waiting.push(label);
      printNext();
    },
    cancel: () => {
      waiting.length = printing ? 1 : 0;
    },
    waiting: () => waiting.length,
    setPaper: (present) => {
      paper = present;
      printNext();
    },
    setPaused: (value) => {
      paused = value;
      printNext();
    },
    hasPaper: () => paper,
    isPaused: () => paused,
    counter: () => count,
  };
};
