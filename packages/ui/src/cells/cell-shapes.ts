import type { StatusKind } from '../status.tsx';

/** Cell colors: custom properties `--cell-…` of cells.module.css. */
export type CellTone = 'proven' | 'now' | 'on-now' | 'unsure' | 'bad' | 'off' | 'waiting';

/** Coordinate box of the paths. Blocks and frames fill any box. */
export const CELL_BOX = { width: 10, height: 12 };

export type CellForm =
  /** `cut` is drawn over the block. */
  | { form: 'block'; tone: CellTone; cut?: { d: string; tone: CellTone } }
  /** `line`: multiple of a hairline. */
  | { form: 'frame'; tone: CellTone; line: number }
  | { form: 'fill'; tone: CellTone; d: string }
  /** `line`: in units of the box. */
  | { form: 'stroke'; tone: CellTone; d: string; line: number };

/**
 * Shape of a label cell by state, the same on every page and in legends. Shape comes first, color
 * second: filled means printed and proven, a strong outline unproven, a light outline waiting. The
 * label being printed is a block with an arrow.
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
