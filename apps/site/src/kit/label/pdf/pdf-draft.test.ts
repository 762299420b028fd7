import { describe, expect, it } from 'vitest';
import { createPdfDraft, type PdfDraft, formatPdfName, parsePdfSheet } from './pdf-draft.ts';

const LABEL = { widthMm: 60, heightMm: 40 };

const createTypedDraft = (
  part: Partial<PdfDraft['sheet']>,
  more: Partial<PdfDraft> = {},
): PdfDraft => {
  const full = createPdfDraft('a4', LABEL);
  return { ...full, ...more, sheet: { ...full.sheet, ...part } };
};

describe('a sheet as typed', () => {
  it('begins with as many labels as the paper holds', () => {
    expect(createPdfDraft('a4', LABEL).sheet).toMatchObject({
      columns: '3',
      rows: '6',
      leftMm: '13',
    });
    expect(parsePdfSheet(createPdfDraft('a4', LABEL), LABEL, 19)).toMatchObject({
      ok: true,
      pages: 2,
    });
    expect(parsePdfSheet(createPdfDraft('label', LABEL), LABEL, 19)).toMatchObject({
      sheet: null,
      pages: 19,
    });
  });

  it('leaves the places empty that are used up', () => {
    expect(parsePdfSheet(createTypedDraft({}, { first: '18' }), LABEL, 2)).toMatchObject({
      skipped: 17,
      pages: 2,
    });
    expect(parsePdfSheet(createTypedDraft({}, { first: '19' }), LABEL, 2)).toEqual({
      ok: false,
      errors: { first: '填 1 到 18 的整数' },
    });
  });

  it('names every field that is wrong', () => {
    expect(
      parsePdfSheet(createTypedDraft({ columns: '2.5', leftMm: '', gapYMm: '-1' }), LABEL, 1),
    ).toEqual({
      ok: false,
      errors: { columns: '填 1 到 60 的整数', leftMm: '填 0 到 200', gapYMm: '填 0 到 200' },
    });
  });

  it('is refused where it goes beyond the paper, and where no label goes on it', () => {
    expect(parsePdfSheet(createTypedDraft({ columns: '4' }), LABEL, 1)).toMatchObject({
      errors: { paper: expect.stringContaining('4 列要 259 mm 宽') },
    });
    const large = { widthMm: 220, heightMm: 40 };
    expect(parsePdfSheet(createPdfDraft('a4', large), large, 1)).toMatchObject({
      errors: { paper: '标签比这张纸大，换一张一页' },
    });
  });
});

it('names the file after the template, as every system takes it', () => {
  expect(formatPdfName('价签 60×40', 3)).toBe('价签 60×40 3 张.pdf');
  expect(formatPdfName('a/b\\c:*?"<>|\u0007', 3)).toBe('a b c 3 张.pdf');
});
