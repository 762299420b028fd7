import { dotsPerMm } from './layout/place.ts';
import type { Dpi, Rotation, Template } from './template.ts';

/** A label of the roll in the printer, mm, and how the template is turned on it. */
export type Stock = { widthMm: number; heightMm: number; rotation: Rotation };

/** Sizes are stored in hundredths of a millimetre; half of one is no difference. */
const SAME_MM = 0.005;

/**
 * How a template fits on its stock: `larger` in one direction at least (what hangs over is not printed, or comes out on
 * the next label), `smaller`, or the `same`.
 */
export function stockFit(
  template: Pick<Template, 'widthMm' | 'heightMm'>,
  { widthMm, heightMm, rotation }: Stock,
): 'same' | 'smaller' | 'larger' {
  const isTurned = rotation === 90 || rotation === 270;
  const over = [
    (isTurned ? template.heightMm : template.widthMm) - widthMm,
    (isTurned ? template.widthMm : template.heightMm) - heightMm,
  ];
  if (over.some((mm) => mm > SAME_MM)) return 'larger';
  return over.some((mm) => mm < -SAME_MM) ? 'smaller' : 'same';
}

/** The stock in dots, its length corrected as the label's is. */
export function stockDots(
  { widthMm, heightMm }: Pick<Stock, 'widthMm' | 'heightMm'>,
  { dpi, pitchScale = 1 }: { dpi: Dpi; pitchScale?: number },
): { widthDots: number; lengthDots: number } {
  const k = dotsPerMm(dpi);
  return {
    widthDots: Math.max(1, Math.round(widthMm * k)),
    lengthDots: Math.max(1, Math.round(heightMm * pitchScale * k)),
  };
}
