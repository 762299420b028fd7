import type { Bitmap } from './bitmap.ts';

/** A format as drawn, in whatever language it came. */
export type Drawn = {
  /** As received, without what began and ended it. */
  bytes: Buffer;
  bitmap: Bitmap;
  /** Labels, and after how many of them to pause (0: never). */
  quantity: number;
  pauseEvery: number;
  pauseAfter: boolean;
  /** A label that a fault ruined is printed again by itself. */
  reprint: boolean;
  inchesPerSecond: number | null;
  /** Set up to peel: the label hangs in the opening until somebody takes it, and nothing is printed meanwhile. */
  peels?: boolean;
  /** Cut off behind it. */
  cuts?: boolean;
  /** Whether the format has anything to print; a format that only sets things feeds no paper. */
  prints: boolean;
  /** What could not be drawn as sent. */
  defects: string[];
};

/** Draws formats of one language, and keeps what one sets for the next. */
export type Drawer<D extends Drawn> = {
  /** `aside`: only looks, and leaves nothing behind. */
  draw: (bytes: Buffer, aside: boolean) => D;
  /** The identity of a label when the test gives none. */
  identity: (label: D) => string;
  powerOff: () => void;
  /** Length of the label that is set. */
  lengthDots: () => number;
};
