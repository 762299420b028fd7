import { LabelError } from './errors.ts';
import { layoutLabel } from './layout/layout.ts';
import type { LayoutInput } from './layout/layout.ts';
import type { Scene } from './scene.ts';

/** A label ready to be drawn, or why it must not be printed, in Chinese. */
export type Laid = { ok: true; scene: Scene } | { ok: false; reason: string };

/**
 * Lays a label out for a printer, which never gets one with something left out of it: a code that does not fit, a
 * required field without a value, a character no font has.
 */
export function layoutForPrint(input: LayoutInput): Laid {
  try {
    const scene = layoutLabel(input);
    const error = scene.warnings.find(({ level }) => level === 'error');
    return error ? { ok: false, reason: error.message } : { ok: true, scene };
  } catch (error) {
    if (error instanceof LabelError) return { ok: false, reason: error.message };
    throw error;
  }
}
