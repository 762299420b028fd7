import { expect, it } from 'vitest';
import { calls } from './calls.ts';
import { CONFIG_RANGES } from './limits/print-config.ts';

const config = {
  name: '发货台',
  clientId: '1',
  printerId: '1',
  language: 'zpl',
  dpi: 203,
  widthMm: 60,
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
