import { LabelError } from './errors.ts';
import { layoutLabel } from './layout/layout.ts';
import type { LayoutInput } from './layout/layout.ts';
import type { Scene } from './scene.ts';

/** A label ready for printing, or a Chinese reason against printing it. */
export type PrintLayout = { ok: true; scene: Scene } | { ok: false; reason: string };

/**
 * Lays out a label for a printer. Rejects labels with missing parts: a code that does not fit, a
 * required field without a value, a character that no font has.
 */
export function layoutLabelForPrint(input: LayoutInput): PrintLayout {
  try {
    const scene = layoutLabel(input);
    const error = scene.warnings.find(({ level }) => level === 'error');
    return error ? { ok: false, reason: error.message } : { ok: true, scene };
  } catch (error) {
    if (error instanceof LabelError) return { ok: false, reason: error.message };
    throw error;
  }
}
