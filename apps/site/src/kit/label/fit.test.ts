import { describe, expect, it } from 'vitest';
import { computeWholePixelsPerDot, computeScaleOfCompleteLabel, formatScale } from './fit.ts';

describe('dots on a screen', () => {
  it('gives every dot the same whole number of pixels', () => {
    for (const ratio of [1, 1.25, 1.5, 2, 3])
      for (const widthDots of [320, 352, 480, 709, 1417]) {
        const { pixelsPerDot, cssPerDot } = computeWholePixelsPerDot(widthDots, 376, ratio);
        expect(Number.isInteger(pixelsPerDot)).toBe(true);
        expect(cssPerDot * ratio).toBeCloseTo(pixelsPerDot, 9);
      }
  });
  it('never shrinks below a pixel a dot: a wide label scrolls', () =>
    expect(computeWholePixelsPerDot(1417, 300, 1).pixelsPerDot).toBe(1));
  it('uses the finer pixels of a phone', () => {
    const fit = computeWholePixelsPerDot(480, 334, 3);
    expect(fit.pixelsPerDot).toBe(2);
    expect(480 * fit.cssPerDot).toBeLessThanOrEqual(334);
    expect(formatScale(fit)).toBe('2 像素 = 1 点');
  });
  it('shows a wide label whole when asked, and says so', () => {
    const fit = computeScaleOfCompleteLabel(1417, 300, 1);
    expect(1417 * fit.cssPerDot).toBeCloseTo(300);
    expect(formatScale(fit)).toBe('缩小显示');
  });
});
