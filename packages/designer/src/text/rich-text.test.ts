import type { TextElement } from '@yunbiao/label';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '../../../../scripts/vitest/rounds.ts';
import { changeElements } from '../edit.ts';
import {
  getRunsText,
  getSharedLook,
  joinPieces,
  readStyledRuns,
  replaceRange,
  setLook,
  type StyledRun,
  writeStyledRuns,
} from './rich-text.ts';

const TEXT: TextElement = {
  id: 't1',
  type: 'text',
  xMm: 0,
  yMm: 0,
  widthMm: 40,
  heightMm: 10,
  rotation: 0,
  content: '云标标签',
  sizeMm: 3,
  weight: 400,
  align: 'left',
  fit: 'wrap',
};

const writeText = (runs: readonly StyledRun[]): TextElement => {
  const text = writeStyledRuns(TEXT, runs);
  if (!text) throw new Error('too many parts');
  return text;
};

describe('a text of parts', () => {
  it('is written as it was when nothing changes', () => {
    expect(writeText(readStyledRuns(TEXT))).toEqual(TEXT);
    const spans = [{ content: '大', sizeMm: 3, weight: 700, underline: true }] as const;
    const text = { ...TEXT, spans: [...spans] };
    expect(writeStyledRuns(text, readStyledRuns(text))).toEqual(text);
  });

  it('takes over the tail that an older program stored', () => {
    const tail = { content: '一级', sizeMm: 2, weight: 700, gapMm: 1 } as const;
    expect(writeStyledRuns(TEXT, readStyledRuns({ ...TEXT, tail }))).toEqual({
      ...TEXT,
      spans: [tail],
    });
  });

  it('gives a column one look, also when a part of its braces is selected', () => {
    const runs = readStyledRuns({ ...TEXT, content: '价{{单价}}元' });
    expect(writeText(setLook(runs, { from: 4, to: 8 }, { weight: 700 }))).toMatchObject({
      content: '价',
      spans: [{ content: '{{单价}}元', weight: 700 }],
    });
  });

  it('keeps the slant and the lines that a tail has from its text', () => {
    const tail = { content: '一级', sizeMm: 2, weight: 700, gapMm: 1 } as const;
    const looks = { italic: true, underline: true, strike: true } as const;
    const [, span] = readStyledRuns({ ...TEXT, ...looks, tail });
    expect(span).toEqual({ ...tail, ...looks });
  });

  it('has its distance once, before the first of its pieces', () => {
    const [own] = readStyledRuns(TEXT);
    if (!own) throw new Error('no part');
    const look = { ...own, gapMm: 2 };
    const runs = joinPieces([
      { content: '云', look: own },
      { content: '一', look },
      { content: '{{等级}}', look },
      { content: '级', look },
    ]);
    expect(writeText(runs)).toEqual({
      ...TEXT,
      content: '云',
      spans: [{ content: '一{{等级}}级', sizeMm: 3, weight: 400, gapMm: 2 }],
    });
  });

  it('has the look that its selection is given, and merges again', () => {
    const bold = setLook(readStyledRuns(TEXT), { from: 1, to: 3 }, { weight: 700 });
    expect(writeText(bold)).toMatchObject({
      content: '云',
      spans: [
        { content: '标标', sizeMm: 3, weight: 700 },
        { content: '签', sizeMm: 3, weight: 400 },
      ],
    });
    expect(writeText(setLook(bold, { from: 0, to: 4 }, { weight: 400 }))).toEqual(TEXT);
    expect(writeText(setLook(bold, { from: 2, to: 2 }, { weight: 700 })).weight).toBe(700);
  });

  it('grows with its largest part, which need not be the first', () => {
    const large = writeText(setLook(readStyledRuns(TEXT), { from: 2, to: 4 }, { sizeMm: 6 }));
    expect(large).toMatchObject({ content: '', sizeMm: 6 });
    expect(large.spans?.map(({ content, sizeMm }) => [content, sizeMm])).toEqual([
      ['云标', 3],
      ['标签', 6],
    ]);
    expect(getRunsText(readStyledRuns(large))).toBe('云标标签');
  });

  it('tells what a selection shares', () => {
    const mixed = setLook(readStyledRuns(TEXT), { from: 0, to: 2 }, { italic: true });
    expect(getSharedLook(mixed, { from: 0, to: 2 })).toMatchObject({ italic: true });
    expect(getSharedLook(mixed, { from: 1, to: 3 })).not.toHaveProperty('italic');
  });

  it('keeps the look of what is typed into it, and of what is deleted', () => {
    const mixed = setLook(readStyledRuns(TEXT), { from: 0, to: 2 }, { weight: 700 });
    expect(writeText(replaceRange(mixed, { from: 2, to: 2 }, '牌'))).toMatchObject({
      content: '云标牌',
      weight: 700,
      spans: [{ content: '标签', weight: 400 }],
    });
    expect(writeText(replaceRange(mixed, { from: 0, to: 4 }, ''))).toMatchObject({
      content: '',
      weight: 700,
    });
  });

  it('grows and shrinks with all its parts', () => {
    const spans = [{ content: '小', sizeMm: 1.5, weight: 400 as const }];
    const template = {
      version: 1 as const,
      widthMm: 40,
      heightMm: 30,
      fields: [],
      elements: [{ ...TEXT, spans }],
    };
    const changed = changeElements(['t1'], { sizeMm: 6 })({ template, chosen: [] });
    expect(changed.template.elements[0]).toMatchObject({ sizeMm: 6, spans: [{ sizeMm: 3 }] });
  });

  it('is refused with more parts than a text may have', () => {
    const runs = Array.from({ length: 60 }, (_, n): StyledRun => ({
      content: 'a',
      sizeMm: 3,
      weight: n % 2 === 0 ? 400 : 700,
      italic: false,
      underline: false,
      strike: false,
      gapMm: 0,
    }));
    expect(writeStyledRuns(TEXT, runs)).toBeNull();
  });

  it('has the same text as a string, whatever is done to it', () => {
    const place = fc.nat(12);
    const edit = fc.record({
      a: place,
      b: place,
      text: fc.string({ maxLength: 3 }),
      bold: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 8 }), (edits) => {
        let [runs, text] = [readStyledRuns(TEXT), TEXT.content];
        for (const { a, b, text: typed, bold } of edits) {
          const from = Math.min(a, b, text.length);
          const to = Math.min(Math.max(a, b), text.length);
          runs = bold
            ? setLook(runs, { from, to }, { weight: 700 })
            : replaceRange(runs, { from, to }, typed);
          if (!bold) text = text.slice(0, from) + typed + text.slice(to);
          runs = readStyledRuns(writeText(runs));
          expect(getRunsText(runs)).toBe(text);
        }
      }),
      { numRuns: rounds(300) },
    );
  });
});
