import { expect, it } from 'vitest';
import {
  hasCalibrationCorrection,
  describeRowTooWide,
  computeRowWidthMm,
  computeStockDots,
  compareTemplateToStock,
  describeStockFault,
} from './stock.ts';

const label = { widthMm: 60, heightMm: 40 };

it.each([
  [{ widthMm: 60, heightMm: 40, rotation: 0 as const }, 'same'],
  [{ widthMm: 60.004, heightMm: 39.996, rotation: 0 as const }, 'same'],
  [{ widthMm: 60.5, heightMm: 40.5, rotation: 0 as const }, 'same'],
  [{ widthMm: 80, heightMm: 40, rotation: 0 as const }, 'smaller'],
  [{ widthMm: 60, heightMm: 40.6, rotation: 180 as const }, 'smaller'],
  [{ widthMm: 60, heightMm: 39.9, rotation: 0 as const }, 'larger'],
  [{ widthMm: 80, heightMm: 30, rotation: 0 as const }, 'larger'],
  [{ widthMm: 40, heightMm: 60, rotation: 0 as const }, 'larger'],
  [{ widthMm: 40, heightMm: 60, rotation: 90 as const }, 'same'],
  [{ widthMm: 40.2, heightMm: 60, rotation: 270 as const }, 'same'],
  [{ widthMm: 60, heightMm: 40, rotation: 270 as const }, 'larger'],
])('a label of 60 × 40 mm on %j is %s', (stock, fit) =>
  expect(compareTemplateToStock(label, stock)).toBe(fit),
);

it('counts a stock in dots as the label is counted', () => {
  expect(computeStockDots(label, { dpi: 203 })).toEqual({ widthDots: 480, lengthDots: 320 });
  expect(computeStockDots(label, { dpi: 300, pitchScale: 1.01 })).toEqual({
    widthDots: 709,
    lengthDots: 477,
  });
});

it('says with both sizes why a label does not fit, and nothing when it does', () => {
  const roll = { name: '柜台', widthMm: 50, heightMm: 30, rotation: 90 as const };
  expect(describeStockFault(label, roll)).toBe(
    '模板是 60 × 40\u00A0mm（旋转 90° 打印），比配置“柜台”的标签纸 50 × 30\u00A0mm 大，打印不全；换一个模板，或者换上够大的标签纸并改配置',
  );
  expect(describeStockFault(label, { ...roll, widthMm: 40, heightMm: 60 })).toBe('');
});

it('measures a row of labels against the head, and one label across not at all', () => {
  const row = { columns: 3, widthMm: 30, columnGapMm: 2 };
  expect(computeRowWidthMm(row)).toBe(94);
  expect(computeRowWidthMm({ ...row, columns: 1 })).toBe(30);
  expect(describeRowTooWide(row, 94)).toBe('');
  expect(describeRowTooWide({ ...row, columns: 1 }, 20)).toBe('');
  expect(describeRowTooWide({ ...row, widthMm: 30.1 }, 94)).toBe(
    '一排 3 张连间距共 94.3 mm，最宽 94 mm',
  );
  // Sums of tenths are not exact.
  expect(describeRowTooWide({ columns: 3, widthMm: 22.1, columnGapMm: 0.1 }, 66.5)).toBe('');
});

it('tells a configuration that moves labels', () => {
  const still = { offsetXMm: 0, offsetYMm: 0, pitchScale: 100 };
  expect(hasCalibrationCorrection(still)).toBe(false);
  expect(hasCalibrationCorrection({ ...still, offsetXMm: -0.1 })).toBe(true);
  expect(hasCalibrationCorrection({ ...still, pitchScale: 99.5 })).toBe(true);
});
