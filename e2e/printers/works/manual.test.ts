import { describe, expect, test } from 'vitest';
import { ESCPOS_MANUAL } from '../escpos/manual.ts';
import { TSPL_MANUAL } from '../tspl/manual.ts';
import { ZPL_MANUAL } from '../zpl/manual.ts';

describe.each([
  ['ZPL', ZPL_MANUAL, 240],
  ['TSPL', TSPL_MANUAL, 150],
  ['ESC/POS', ESCPOS_MANUAL, 190],
] as const)('%s', (_, manual, min) => {
  test('has every command once, with an effect and something to send', () => {
    const names = manual.map(({ name }) => name);
    expect(names.length).toBeGreaterThanOrEqual(min);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    expect(
      manual.filter(({ bytes, effects }) => bytes.length === 0 || effects.length === 0),
    ).toEqual([]);
  });
});
