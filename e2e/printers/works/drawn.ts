import type { Bitmap } from './bitmap.ts';

/** A drawn format, independent of its language. */
export type Drawn = {
  /** As received, without start and end commands. */
  bytes: Buffer;
  bitmap: Bitmap;
  /** Number of labels, and after how many of them to pause (0: never). */
  quantity: number;
  pauseEvery: number;
  pauseAfter: boolean;
  /** The printer reprints a label that a fault ruined. */
  reprint: boolean;
  inchesPerSecond: number | null;
  /** In peel mode the label stays at the opening until it is taken; nothing prints before that. */
  peels?: boolean;
  /** Cut after the label. */
  cuts?: boolean;
  /** Whether the format prints anything; a format with settings only feeds no paper. */
  prints: boolean;
  /** Content that could not be drawn as sent. */
  defects: string[];
};

/** Draws formats of one language and stores their settings for the next ones. */
export type Drawer<D extends Drawn> = {
  /** `aside`: previews only and changes no state. */
  draw: (bytes: Buffer, aside: boolean) => D;
  /** The identity of a label when the test sets none. */
  identity: (label: D) => string;
  powerOff: () => void;
  /** The configured label length. */
  lengthDots: () => number;
};
