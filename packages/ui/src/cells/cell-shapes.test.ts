import { expect, it } from 'vitest';
import { CELL_FORMS } from './cell-shapes.ts';

it('tells every kind of cell by its shape alone', () => {
  const shapes = Object.values(CELL_FORMS).map((cell) =>
    JSON.stringify(cell, (key, value: unknown) => (key === 'tone' ? undefined : value)),
  );
  expect(new Set(shapes).size).toBe(shapes.length);
});
