import { describe } from 'vitest';
import { isQuick } from '../../scripts/vitest/quick.ts';

/** Further parts of a journey, which `npm test` goes on without: they are tests of the full run alone. */
export const describeInFull: (name: string, tests: () => void) => void = isQuick
  ? () => undefined
  : describe;
