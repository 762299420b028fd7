import type { Drawn } from './drawn.ts';
import type { Paper } from './truth.ts';

/** A drawn format, waiting for its labels to be printed; or a piece of paper that is being printed as it is received. */
export type Batch = {
  label: Drawn;
  key: string;
  hash: string;
  lengthMm: number;
  mmPerS: number;
  format: number;
  connection: number;
  foreign: boolean;
  /** Labels out, or given up; and how many there will be. */
  done: number;
  last: number;
  /** The next one is a label that was interrupted. */
  reprinting: boolean;
  /** Null for one that was received whole. */
  growth: Growth | null;
};

/** Of a piece whose paper comes out while it is still being received. */
export type Growth = {
  /** More may come: it has no end yet, and `label`, `key` and `hash` are none. */
  open: boolean;
  /** After a stop the rest comes out; or nothing more does. */
  resumes: boolean;
  /** Where the rest begins (mm); 0 for a piece that was not torn. */
  fromMm: number;
  /** Nothing is on it: paper that was fed. */
  blank: boolean;
};

/** What is under the head. */
export type Printing = {
  /** Null for a feed. */
  batch: Batch | null;
  source: Paper['source'];
  mm: number;
  since: number;
  mmPerS: number;
  /** All of it is out, though not counted yet. */
  out: boolean;
  /** All there is of it is out, and its end has not been received. */
  starved: boolean;
  stop: () => void;
};

const UNFINISHED = 'unfinished';

/** The record of a piece of paper; `feedMm` is the length of one without a batch. */
export const getPaper = (
  { batch, mm, source }: Printing,
  why: string | null,
  feedMm: number,
): Omit<Paper, 'kind' | 'seq' | 'at'> => {
  const growth = batch?.growth;
  const rest = growth && growth.fromMm > 0 ? 'the rest of a torn one' : null;
  return {
    key: growth?.open ? UNFINISHED : (batch?.key ?? 'feed'),
    hash: batch?.hash ?? '',
    whole: why === null && rest === null,
    mm: Math.round(mm * 100) / 100,
    lengthMm: batch?.lengthMm ?? feedMm,
    cut: why === null && (batch?.label.cuts ?? false),
    why: why ?? rest,
    source: growth?.blank ? 'feed' : source,
    copy: batch ? batch.done + 1 : 1,
    of: batch?.label.quantity ?? 1,
    format: batch?.format ?? 0,
    connection: batch?.connection ?? 0,
    foreign: batch?.foreign ?? false,
  };
};
