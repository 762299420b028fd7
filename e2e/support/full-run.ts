import { describe } from 'vitest';
import { isQuick } from '../../scripts/vitest/quick.ts';

/** Parts of a journey that only the full run executes; `npm test` skips them. */
export const describeInFull: (name: string, tests: () => void) => void = isQuick
  ? () => undefined
  : describe;
