import type { Box, Layout, Size } from '../model/layout.ts';

/** Properties of an opened file. */
export type SourceFacts = Size &
  /** `isFirstOnly`: the file is animated, but this browser decodes only its first frame. */
  (
    | { kind: 'picture'; isFirstOnly: boolean }
    /** A GIF, or an animated WebP or PNG. */
    | { kind: 'gif'; delays: readonly number[]; plays: 'forever' | number; isDamaged: boolean }
    | { kind: 'video'; duration: number; fps: number; codec: string }
  );

/** Reason why a file is refused. The page turns it into text. */
export type Refusal =
  | { code: 'kind' | 'broken' | 'empty' | 'noPicture' | 'unread' | 'noDecoder' | 'noVideo' }
  /** A known but unsupported format, with its common name. */
  | { code: 'format'; name: string }
  | { code: 'tooLarge'; width: number; height: number }
  | { code: 'tooManyFrames'; most: number }
  /** Name of the codec; empty when unknown. */
  | { code: 'codec'; codec: string }
  | { code: 'tooLong'; most: number };

/** Identifies one picture of a source. */
export type Key = { source: number; at: number };

/** Consumer of composed pictures. A later request of a lane replaces the earlier one. */
export type Lane = 'preview' | 'strip' | 'whole' | 'result';

/** Sampled frames for an estimate, in runs of consecutive frames. */
export type EstimateInput = {
  runs: readonly (readonly Key[])[];
  /** Number of all frames. */
  count: number;
  layout: Layout;
  quality: Quality;
};

export type ToStudio =
  | { kind: 'estimate'; job: number; sampled: EstimateInput }
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
  /** A picture that could not be read. The others still arrive. */
  | { kind: 'missed'; lane: Lane; job: number; key: Key }
  | { kind: 'settled'; lane: Lane; job: number };

export type Quality = {
  method: 'fast' | 'best';
  colours: number;
  dither: boolean;
  /** One palette for all frames, or one per frame. */
  palette: 'shared' | 'perFrame';
  /** Strength of lossy compression; 0 for none. */
  lossy: number;
};

export type VariedParameter = 'size' | 'frameRate' | 'colors' | 'lossiness';

export type Format = 'gif' | 'webp' | 'mp4' | 'pictures';

/** Complete input for making a file. A worker makes one file and ends. */
export type Recipe = {
  files: readonly { source: number; file: File }[];
  frames: readonly (Key & { delayMs: number })[];
  layout: Layout;
  loop: 'forever' | number;
  format: Format;
  quality: Quality;
  /** Maximum size, bytes; null for no limit. */
  limit: number | null;
  /** Parameters that may be reduced to reach the limit. */
  vary: readonly VariedParameter[];
};

/** Measurements of a file tried during the search for the limit. */
export type Trial = Size & {
  bytes: number;
  fps: number;
  colours: number;
  lossy: number;
  /** Similarity to the original, 0–100. */
  score: number;
};

export type Made = Size & {
  file: Blob;
  frames: number;
  /** The chosen trial; null without a limit. */
  chosen: Trial | null;
};

export type FromMaker =
  | { kind: 'progress'; phase: 'read' | 'write'; share: number; frame: number; of: number }
  | { kind: 'trial'; trial: Trial }
  | { kind: 'made'; made: Made }
  /** A frame that could not be read: its index and its source. */
  | {
      kind: 'failed';
      why:
        | Refusal
        | { code: 'frame'; source: number; frame: number }
        | { code: 'mark' }
        | { code: 'cannotFit'; smallest: number };
    };

export type { Box, Layout, Size };
