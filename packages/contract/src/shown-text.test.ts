import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shownText } from './shown-text.ts';

it('leaves a name as it is', () => {
  expect(shownText('佳博 GP-1324D（仓库）', 100)).toBe('佳博 GP-1324D（仓库）');
});

it('takes out what is invisible or turns the direction around', () => {
  expect(shownText(' Zebra\u0000\r\n\u001b[31m \u202eGNP.exe\u200b ', 100)).toBe(
    'Zebra [31m GNP.exe',
  );
  expect(shownText('a\ud800b', 100)).toBe('a b');
});

it('cuts between characters, and says so', () => {
  expect(shownText('一二三四五', 4)).toBe('一二三…');
  expect(shownText('ab🏷️cd', 4)).toBe('ab…');
  expect(shownText('abcd', 4)).toBe('abcd');
});

it('is never longer than asked, whatever comes', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.integer({ min: 1, max: 30 }),
      (text, most) => {
        const shown = shownText(text, most);
        expect(shown.length).toBeLessThanOrEqual(most);
        expect(shown.isWellFormed()).toBe(true);
        expect(shown).toBe(shownText(shown, most));
      },
    ),
  );
});
