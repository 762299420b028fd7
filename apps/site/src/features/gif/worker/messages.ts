import type { Box, Layout, Size } from '../model/layout.ts';

/** What a file turned out to be. */
export type SourceFacts = Size &
  /** `isFirstOnly`: it moves, and this browser gives its first frame only. */
  (
    | { kind: 'picture'; isFirstOnly: boolean }
    /** A GIF, or another picture that moves: WebP and PNG. */
    | { kind: 'gif'; delays: readonly number[]; plays: 'forever' | number; isDamaged: boolean }
    | { kind: 'video'; duration: number; fps: number; codec: string }
  );

/** Why a file is not taken; the page makes the sentence. */
export type Refusal =
  | { code: 'kind' | 'broken' | 'empty' | 'noPicture' | 'unread' | 'noDecoder' | 'noVideo' }
  /** What it is, by the name people know. */
  | { code: 'format'; name: string }
  | { code: 'tooLarge'; width: number; height: number }
  | { code: 'tooManyFrames'; most: number }
  /** The codec's name; empty where nobody has one. */
  | { code: 'codec'; codec: string }
  | { code: 'tooLong'; most: number };

/** One picture of one source. */
export type Key = { source: number; at: number };

/** Who waits for composed pictures: a later request of a lane takes the place of what it asked before. */
export type Lane = 'preview' | 'strip' | 'whole' | 'result';

/** What a file would be, by some of its frames in runs of neighbours. */
export type Sampled = {
  runs: readonly (readonly Key[])[];
  /** Frames of all. */
  count: number;
  layout: Layout;
  quality: Quality;
};

export type ToStudio =
  | { kind: 'estimate'; job: number; sampled: Sampled }
  | { kind: 'open'; source: number; file: File }
  | { kind: 'close'; source: number }
  | {
      kind: 'compose';
      lane: Lane;
      job: number;
      keys: readonly Key[];
      layout: Layout;
      scale: number;
    };

export type FromStudio =
  | { kind: 'estimated'; job: number; bytes: number }
  | { kind: 'opened'; source: number; facts: SourceFacts }
  | { kind: 'refused'; source: number; why: Refusal }
  | { kind: 'composed'; lane: Lane; job: number; key: Key; picture: ImageBitmap }
  /** A picture that could not be had; the others come. */
  | { kind: 'missed'; lane: Lane; job: number; key: Key }
  | { kind: 'settled'; lane: Lane; job: number };

export type Quality = {
  method: 'fast' | 'best';
  colours: number;
  dither: boolean;
  /** One palette for all frames, or one each. */
  palette: 'shared' | 'perFrame';
  /** 0: none. */
  lossy: number;
};

export type Vary = 'size' | 'frameRate' | 'colors' | 'lossiness';

export type Format = 'gif' | 'webp' | 'mp4' | 'pictures';

/** All that is needed to make the file; a worker makes one and ends. */
export type Recipe = {
  files: readonly { source: number; file: File }[];
  frames: readonly (Key & { delayMs: number })[];
  layout: Layout;
  loop: 'forever' | number;
  format: Format;
  quality: Quality;
  /** Bytes; null for any. */
  limit: number | null;
  /** What may be given up for the limit. */
  vary: readonly Vary[];
};

/** A file that was tried on the way to the limit: only what was measured. */
export type Trial = Size & {
  bytes: number;
  fps: number;
  colours: number;
  lossy: number;
  /** 0–100, how much it looks like the original. */
  score: number;
};

export type Made = Size & {
  file: Blob;
  frames: number;
  /** The choice among the trials; null where there was no limit. */
  chosen: Trial | null;
};

export type FromMaker =
  | { kind: 'progress'; phase: 'read' | 'write'; share: number; frame: number; of: number }
  | { kind: 'trial'; trial: Trial }
  | { kind: 'made'; made: Made }
  /** A frame that could not be read: its place, and the file it comes from. */
  | {
      kind: 'failed';
      why:
        | Refusal
        | { code: 'frame'; source: number; frame: number }
        | { code: 'mark' }
        | { code: 'cannotFit'; smallest: number };
    };

export type { Box, Layout, Size };
