import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excerptAroundHits, highlightText, type HighlightTerm } from './highlight.ts';
import { listQueryRuns } from './query.ts';
import { listTextGrams } from './tokens.ts';
import { computeEditDistance } from './vocabulary.ts';
import { rounds } from '../../../../../scripts/vitest/rounds.ts';

const createTerms = (q: string): HighlightTerm[] =>
  listQueryRuns(q).map((run) => ({
    kind: run.kind,
    text: run.text,
    parts: run.kind === 'word' ? run.parts : [run.text],
    mended: null,
  }));

const formatSegments = (segments: readonly { text: string; mark: boolean }[]): string =>
  segments.map(({ text, mark }) => (mark ? `[${text}]` : text)).join('');

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 400 }),
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.string({
    unit: fc.constantFrom(...'打印机标签纸 zplZPL１２㎜ﬁ㍿İ。，\n-.😀('),
    maxLength: 400,
  }),
);

describe('marks', () => {
  it.each([
    ['双列 间距', '双列标签的列间距', '[双列]标签的列[间距]'],
    ['zpl', 'ＺＰＬ 和 Zpl', '[ＺＰＬ] 和 [Zpl]'],
    ['bar', 'Barcode sidebar', '[Bar]code sidebar'],
    ['g1324d', '佳博 G-1324D 和 g1324d', '佳博 [G-1324D] 和 [g1324d]'],
    ['G-1324D', '佳博G 1324D', '佳博[G 1324D]'],
    ['标签纸', '签纸的标签', '[签纸]的[标签]'],
    ['2mm', '宽 2㎜', '宽 [2㎜]'],
    ['打', '打印', '[打]印'],
    ['zpl打印机', '用ZPL打印机', '用[ZPL打印机]'],
  ])('of %s in %s', (q, text, result) => {
    expect(formatSegments(highlightText(text, createTerms(q)))).toBe(result);
  });

  it('take nothing from the text and add nothing to it', () => {
    fc.assert(
      fc.property(anyText, anyText, (text, q) => {
        const segments = highlightText(text, createTerms(q.slice(0, 100)));
        expect(segments.map((segment) => segment.text).join('')).toBe(text);
        for (const [i, one] of segments.entries()) {
          expect(one.text).not.toBe('');
          expect(one.mark).not.toBe(segments[i + 1]?.mark);
        }
      }),
      { numRuns: rounds(500) },
    );
  });

  it('of an excerpt lie in a piece of the text', () => {
    fc.assert(
      fc.property(anyText, anyText, (text, q) => {
        const excerpt = excerptAroundHits(text, createTerms(q.slice(0, 100)))
          .map((item) => item.text)
          .join('');
        const piece = excerpt.replace(/^……/, '').replace(/……$/, '');
        expect(text.includes(piece) || text.includes(excerpt)).toBe(true);
        expect(piece.length).toBeLessThanOrEqual(96);
      }),
      { numRuns: rounds(500) },
    );
  });

  it('show the place with most of the words', () => {
    const text = `间距在这里。${'别的话，'.repeat(60)}双列纸的列间距每差一点就偏。${'再说，'.repeat(60)}`;
    expect(formatSegments(excerptAroundHits(text, createTerms('双列 间距')))).toMatch(
      /^……[^间]*\[双列\]纸的列\[间距\]每差/,
    );
  });
});

describe('grams', () => {
  it('are letters and pairs of Chinese, words, and parts of compound ones', () => {
    expect([...listTextGrams('Excel货号 G-1')]).toEqual([
      'excel',
      '货',
      '号',
      '货号',
      'g1',
      'g',
      '1',
    ]);
  });
});

describe('the distance of words', () => {
  it.each([
    ['cleint', 'client', 1],
    ['barocde', 'barcode', 1],
    ['clint', 'client', 1],
    ['print', 'printer', 2],
    ['abc', 'xyz', 3],
  ])('of %s and %s', (a, b, away) => {
    expect(computeEditDistance(a, b, 3)).toBe(away);
  });
});
