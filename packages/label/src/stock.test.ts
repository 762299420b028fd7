import { expect, it } from 'vitest';
import { stockDots, stockFit } from './stock.ts';

const label = { widthMm: 60, heightMm: 40 };

it.each([
  [{ widthMm: 60, heightMm: 40, rotation: 0 as const }, 'same'],
  [{ widthMm: 60.004, heightMm: 39.996, rotation: 0 as const }, 'same'],
  [{ widthMm: 80, heightMm: 40, rotation: 0 as const }, 'smaller'],
  [{ widthMm: 80, heightMm: 30, rotation: 0 as const }, 'larger'],
  [{ widthMm: 40, heightMm: 60, rotation: 0 as const }, 'larger'],
  [{ widthMm: 40, heightMm: 60, rotation: 90 as const }, 'same'],
  [{ widthMm: 60, heightMm: 40, rotation: 270 as const }, 'larger'],
])('a label of 60 × 40 mm on %j is %s', (stock, fit) => expect(stockFit(label, stock)).toBe(fit));

it('counts a stock in dots as the label is counted', () => {
  expect(stockDots(label, { dpi: 203 })).toEqual({ widthDots: 480, lengthDots: 320 });
  expect(stockDots(label, { dpi: 300, pitchScale: 1.01 })).toEqual({
    widthDots: 709,
    lengthDots: 477,
  });
});
