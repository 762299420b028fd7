import { describe, expect, it } from 'vitest';
import { classifyPictureTone, isBlackAndWhite } from './tone.ts';

const SIDE = 64;
const draw = (value: (x: number, y: number) => number): Uint8Array =>
  Uint8Array.from({ length: SIDE * SIDE }, (_, i) => value(i % SIDE, Math.floor(i / SIDE)));

describe('the tone of a picture', () => {
  it('is line art when almost all of it is black and white, grey edges included', () => {
    expect(classifyPictureTone(draw((x) => (x < 20 ? 3 : 250)))).toBe('line');
    expect(classifyPictureTone(draw((x, y) => (x < 4 ? 60 + y : x < 30 ? 0 : 255)))).toBe('line');
  });

  it('is line art when it has few flat colours', () => {
    expect(classifyPictureTone(draw((x) => (x < 32 ? 76 : 29)))).toBe('line');
  });

  it('is a photo when it has shades', () => {
    expect(classifyPictureTone(draw((x, y) => 2 * x + y))).toBe('photo');
    expect(classifyPictureTone(draw((x, y) => (x < 30 ? 255 : 40 + 2 * y)))).toBe('photo');
  });
});

it('keeps black and white in one bit, and nothing with a grey', () => {
  expect(isBlackAndWhite(draw((x) => (x < 20 ? 12 : 243)))).toBe(true);
  expect(isBlackAndWhite(draw((x) => (x === 20 ? 128 : 255)))).toBe(false);
});
