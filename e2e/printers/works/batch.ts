import type { Drawn } from './drawn.ts';
import type { Paper } from './truth.ts';

/**
 * A drawn format waiting to be printed, or a piece of paper that is printed while it is received.
 */
export type Batch = {
  label: Drawn;
  key: string;
  hash: string;
  lengthMm: number;
  mmPerS: number;
  format: number;
  connection: number;
  foreign: boolean;
  /** Labels printed or discarded, and the total. */
  done: number;
  last: number;
  /** The next label was interrupted and is printed again. */
  reprinting: boolean;
  /** Null when it was received completely before printing. */
  growth: Growth | null;
};

/** State of a piece whose paper comes out while it is being received. */
export type Growth = {
  /** More data may come: the end is unknown, and `label`, `key` and `hash` are not final. */
  open: boolean;
  /** Whether the rest is printed after a stop. */
  resumes: boolean;
  /** Where the rest starts (mm); 0 for a piece that was not torn. */
  fromMm: number;
  /** Blank paper that was fed. */
  blank: boolean;
};

/** The label under the print head. */
export type Printing = {
  /** Null for a feed. */
  batch: Batch | null;
  source: Paper['source'];
  mm: number;
  since: number;
  mmPerS: number;
  /** Fully printed but not counted yet. */
  out: boolean;
  /** All received content is printed and the end has not been received. */
  starved: boolean;
  stop: () => void;
};

const UNFINISHED = 'unfinished';

/** The record of a piece of paper; `feedMm` is the length when there is no batch. */
export const getPaper = (
  { batch, mm, source }: Printing,
  reason: string | null,
  feedMm: number,
): Omit<Paper, 'kind' | 'seq' | 'at'> => {
  const growth = batch?.growth;
  const rest = growth && growth.fromMm > 0 ? 'the rest of a torn one' : null;
  return {
    key: growth?.open ? UNFINISHED : (batch?.key ?? 'feed'),
    hash: batch?.hash ?? '',
    whole: reason === null && rest === null,
    mm: Math.round(mm * 100) / 100,
    lengthMm: batch?.lengthMm ?? feedMm,
    cut: reason === null && (batch?.label.cuts ?? false),
    why: reason ?? rest,
    source: growth?.blank ? 'feed' : source,
    copy: batch ? batch.done + 1 : 1,
    of: batch?.label.quantity ?? 1,
    format: batch?.format ?? 0,
    connection: batch?.connection ?? 0,
    foreign: batch?.foreign ?? false,
  };
};
