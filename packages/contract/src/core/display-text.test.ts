import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cleanDisplayText } from './display-text.ts';

it('leaves a name as it is', () => {
  expect(cleanDisplayText('佳博 GP-1324D（仓库）', 100)).toBe('佳博 GP-1324D（仓库）');
});

it('takes out what is invisible or turns the direction around', () => {
  expect(cleanDisplayText(' Zebra\u0000\r\n\u001b[31m \u202eGNP.exe\u200b ', 100)).toBe(
    'Zebra [31m GNP.exe',
  );
  expect(cleanDisplayText('a\ud800b', 100)).toBe('a b');
});

it('cuts between characters, and says so', () => {
  expect(cleanDisplayText('一二三四五', 4)).toBe('一二三…');
  expect(cleanDisplayText('ab🏷️cd', 4)).toBe('ab…');
  expect(cleanDisplayText('abcd', 4)).toBe('abcd');
});

it('is never longer than asked, whatever comes', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.integer({ min: 1, max: 30 }),
      (text, max) => {
        const displayText = cleanDisplayText(text, max);
        expect(displayText.length).toBeLessThanOrEqual(max);
        expect(displayText.isWellFormed()).toBe(true);
        expect(displayText).toBe(cleanDisplayText(displayText, max));
      },
    ),
  );
});
