import { expect, it } from 'vitest';
import { packCells, unpackCells } from './pack-cells.ts';

it('brings rows back as they were, without the two characters that stand in no text', () => {
  const cells = [['一', '', 'a\tb\n"c"'], [''], ['二']];
  expect(unpackCells(packCells(cells))).toEqual(cells);
  expect(unpackCells(packCells([]))).toEqual([]);
  expect(unpackCells(packCells([['x\uFDD0y', 'z\uFDD1']]))).toEqual([['xy', 'z']]);
});
