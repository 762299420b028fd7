import type { Images, TemplateElement, Template } from '@yunbiao/label';
import type { ElementBox, TextElement } from '@yunbiao/label/template';

/** Left, top, width and height, in mm. */
type Box = readonly [number, number, number, number];

export const box = (id: string, [xMm, yMm, widthMm, heightMm]: Box): ElementBox => ({
  id,
  xMm,
  yMm,
  widthMm,
  heightMm,
  rotation: 0,
});

/** A text as most of the samples have it. */
export const text = (
  content: string,
  place: Box,
  more: Partial<TextElement> = {},
): TextElement => ({
  type: 'text',
  ...box(content, place),
  content,
  sizeMm: 3,
  weight: 400,
  align: 'left',
  fit: 'shrink',
  ...more,
});

export const label = (
  widthMm: number,
  heightMm: number,
  elements: readonly TemplateElement[],
  fields: Template['fields'] = [],
): Template => ({ version: 1, widthMm, heightMm, fields, elements: [...elements] });

/** Pixels along a side of the shaded ball. */
const SIDE = 240;

/** A ball in the light: every grey there is, so that one sees what becomes of greys. */
export const ball = (): Images => {
  const gray = new Uint8Array(SIDE * SIDE).fill(255);
  const radius = SIDE / 2;
  for (let y = 0; y < SIDE; y += 1) {
    for (let x = 0; x < SIDE; x += 1) {
      const [across, down] = [(x + 0.5 - radius) / radius, (y + 0.5 - radius) / radius];
      const out = across * across + down * down;
      if (out > 1) continue;
      const towards = Math.sqrt(1 - out);
      // Light from the upper left, a third of it from everywhere.
      const light = Math.max(0, towards * 0.64 - across * 0.48 - down * 0.6);
      gray[y * SIDE + x] = Math.round(255 * Math.min(1, 0.12 + light));
    }
  }
  return { get: () => ({ width: SIDE, height: SIDE, gray }) };
};
