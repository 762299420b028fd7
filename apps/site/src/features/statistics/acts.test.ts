import { expect, it } from 'vitest';
import { reprintQuestion } from './acts.ts';

const labels = (...states: ('printed' | 'sent' | 'uncertain')[]) =>
  states.map((state) => ({ state }));

it('asks before what is out is printed again, and calls nothing printed that was only taken', () => {
  expect(reprintQuestion(labels('uncertain'))).toBe('');
  expect(reprintQuestion(labels('printed'))).toBe('这一张已经印过，再印一张？');
  expect(reprintQuestion(labels('sent'))).toBe('这一张打印机已经收下，可能印过了，再印一张？');
  expect(reprintQuestion(labels('printed', 'printed', 'uncertain'))).toBe(
    '其中 2 张已经印过，再印一遍？',
  );
  expect(reprintQuestion(labels('printed', 'sent'))).toBe(
    '其中 2 张打印机已经收下，可能印过了，再印一遍？',
  );
});
