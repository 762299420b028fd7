import { describe, expect, it } from 'vitest';
import { KINDS } from './support/readback/kinds.ts';
import { readBack } from './support/readback/read-back.ts';

describe.each(Object.entries(KINDS))('%s', (_name, kind) => {
  // zbarimg takes part where it is installed.
  it.each([203, 300] as const)(
    'is read at %i dpi from a head that spreads its dots',
    async (dpi) => {
      const { read, missed } = await readBack(kind, { dpi, count: 3, seed: 20261123 });
      expect(missed).toEqual([]);
      expect(read).toBeGreaterThan(0);
    },
  );
});
