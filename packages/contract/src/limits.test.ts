import { expect, it } from 'vitest';
import { calls } from './api/calls.ts';
import { CONFIG_RANGES } from './limits/print-config.ts';

const config = {
  name: '发货台',
  clientId: '1',
  printerId: '1',
  language: 'zpl',
  dpi: 203,
  // Ten labels side by side are no wider than a print head.
  widthMm: 15,
  heightMm: 40,
};
const isTaken = (field: string, value: number): boolean =>
  calls.savePrintConfig.input.safeParse({ ...config, [field]: value }).success;

it('takes of each number of a printer configuration what its form offers, and no more', () => {
  for (const [field, { min, max }] of Object.entries(CONFIG_RANGES)) {
    const taken = [min - 1, min, max, max + 1].map((value) => isTaken(field, value));
    expect({ field, taken }).toEqual({ field, taken: [false, true, true, false] });
  }
});

it('takes no more labels across than the head of the language is wide', () => {
  const save = (columns: number, language = 'zpl') =>
    calls.savePrintConfig.input
      .safeParse({
        ...config,
        language,
        ...(language === 'escpos' && { darkness: 0, speed: 1, gapMm: 0 }),
        widthMm: 30,
        columnGapMm: 2,
        columns,
      })
      .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  expect(save(6)).toBeUndefined();
  expect(save(7)).toEqual(['columns: 一排 7 张连间距共 222 mm，最宽 200 mm']);
  expect(save(2, 'escpos')).toBeUndefined();
  expect(save(3, 'escpos')).toEqual(['columns: 一排 3 张连间距共 94 mm，最宽 72 mm']);
});
