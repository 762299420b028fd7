import type { StatusKind } from './status.tsx';

/** Colours of cells: custom properties `--cell-…` of cells.module.css. */
export type CellTone = 'proven' | 'now' | 'on-now' | 'unsure' | 'bad' | 'off' | 'waiting';

/** The box paths are drawn in; blocks and frames fill whatever box they get. */
export const CELL_BOX = { width: 10, height: 12 };

export type CellForm =
  /** `cut` is taken out of it again. */
  | { form: 'block'; tone: CellTone; cut?: { d: string; tone: CellTone } }
  /** `line`: widths of a hairline. */
  | { form: 'frame'; tone: CellTone; line: number }
  | { form: 'fill'; tone: CellTone; d: string }
  /** `line`: units of the box. */
  | { form: 'stroke'; tone: CellTone; d: string; line: number };

/**
 * One label as a cell, the same on every page and in its legend. Shape first, colour second: filled is printed and
 * proven, a strong outline is unproven, a light one still waits; the one on the printer is the block with the arrow.
 */
export const CELL_FORMS: Record<StatusKind, CellForm> = {
  ok: { form: 'block', tone: 'proven' },
  sent: { form: 'frame', tone: 'proven', line: 2 },
  running: { form: 'block', tone: 'now', cut: { d: 'M3 3l5 3-5 3z', tone: 'on-now' } },
  uncertain: { form: 'fill', tone: 'unsure', d: 'M5 0l5 6-5 6-5-6z' },
  queued: { form: 'frame', tone: 'waiting', line: 1 },
  failed: { form: 'stroke', tone: 'bad', d: 'M1.2 2.2l7.6 7.6M8.8 2.2l-7.6 7.6', line: 2.2 },
  off: { form: 'stroke', tone: 'off', d: 'M1 6h8', line: 2 },
};
