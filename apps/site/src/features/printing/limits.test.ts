import { describe, expect, it } from 'vitest';
import { limitErrorsOf, limitText, noteText, stopText } from './limits.ts';

const fields = [
  { name: 'title', label: '品名', sample: '', maxLength: 24 },
  { name: 'origin', label: '产地', sample: '' },
  { name: 'code', label: '货号', sample: '', maxLength: 14 },
];
const good = { title: '野莓果酱', origin: '长'.repeat(99), code: '0690' };
const bad = { title: '莓'.repeat(28), origin: '', code: 'AKS20260518000000001' };

describe('texts longer than their field takes', () => {
  const errors = limitErrorsOf(fields, [good, { ...bad, code: bad.code.slice(0, 19) }, good]);
  it('are all named, with row and field', () =>
    expect(errors.map((error) => [error.row, error.field.label, limitText(error)])).toEqual([
      [1, '品名', '最多 24 个字，现在有 28 个'],
      [1, '货号', '最多 14 个字，现在有 19 个'],
    ]));
  it('keep from printing, with the reason', () => {
    expect(stopText(errors, true)).toBe('有 2 处太长，改短才能打印');
    expect(stopText(errors.slice(0, 1), true)).toBe('第 2 行品名太长，改短才能打印');
    expect(stopText(errors.slice(0, 1), false)).toBe('品名太长，改短才能打印');
    expect(stopText([], true)).toBe('');
  });
  it('are counted in characters, as the server does', () =>
    expect(limitErrorsOf(fields, [{ title: '🍎'.repeat(24), code: '' }])).toEqual([]));
});

describe('pasted rows in a few words', () => {
  it('tell what must be changed from what is worth a look', () => {
    expect(noteText({ rows: 3, wrong: 1, broken: 0, warned: 1, isChecking: false })).toBe(
      '3 行，1 行要改，1 行有提醒',
    );
    expect(noteText({ rows: 3, wrong: 1, broken: 0, warned: 0, isChecking: true })).toBe(
      '3 行，1 行要改，正在检查',
    );
    expect(noteText({ rows: 30, wrong: 0, broken: 2, warned: 1, isChecking: false })).toBe(
      '30 行，2 行画不出来，1 行有提醒',
    );
    expect(noteText({ rows: 0, wrong: 0, broken: 0, warned: 0, isChecking: false })).toBe('');
  });
});
