import { describe, expect, it } from 'vitest';
import { firstWords } from './first-words.ts';

describe('firstWords', () => {
  it('takes the first paragraph without its markup', () => {
    expect(firstWords('<h2>一</h2><p>你与<b>云标</b>的约定 &amp; 说明。</p><p>二</p>')).toBe(
      '你与云标的约定 & 说明。',
    );
  });
  it('cuts long ones by characters, not by halves of them', () => {
    const cut = firstWords(`<p>${'𠮷'.repeat(150)}</p>`);
    expect(Array.from(cut)).toHaveLength(100);
    expect(cut.endsWith('𠮷…')).toBe(true);
  });
  it('is empty when there is no paragraph', () => expect(firstWords('<ul></ul>')).toBe(''));
});
