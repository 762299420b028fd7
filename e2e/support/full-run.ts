import { describe } from 'vitest';
import { isQuick } from '../../scripts/vitest/quick.ts';
import { sampleCases } from '../../scripts/vitest/rounds.ts';
import type { SCREENS } from './browser.ts';

/** Parts of a journey that only the full run executes; `npm test` skips them. */
export const describeInFull: (name: string, tests: () => void) => void = isQuick
  ? () => undefined
  : describe;

type ScreenName = keyof typeof SCREENS;

/** The screens of a journey: both in the full run, `first` alone in the quick run. */
export const listScreens = (first: ScreenName): ScreenName[] =>
  sampleCases(first === 'wide' ? ['wide', 'phone'] : ['phone', 'wide']);
