import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  getLineBreakClassTable,
  getLineBreakClasses,
  computeUnicodeLineBreaks,
} from './line-break.ts';

const file = new URL('../../../../fixtures/line-break/unicode-15.txt', import.meta.url);
const lines = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));

it('breaks lines where the test of the Unicode Consortium does', () => {
  expect(lines.length).toBeGreaterThan(800);
  const wrong = lines.filter((line) => {
    const codePoints = Array.from(line.matchAll(/[0-9A-F]{4,}/g), ([hex]) => parseInt(hex, 16));
    const signs = Array.from(line.matchAll(/[÷×]/g), ([sign]) => sign).slice(0, -1);
    const breaks = computeUnicodeLineBreaks(
      codePoints,
      getLineBreakClasses(codePoints, getLineBreakClassTable()),
    );
    return signs.some((sign, i) => (sign === '÷') !== (breaks[i] === 1));
  });
  expect(wrong).toEqual([]);
});
