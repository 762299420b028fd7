import { expect, it } from 'vitest';
import { parsePrintProgressFromDraft } from './use-print-progress.ts';

it('does not take a field that was emptied again for a filled one', () => {
  const createDraft = (品名: string) => ({ templateId: '3', typed: { '3': { 品名 } }, rows: [] });
  expect(parsePrintProgressFromDraft(createDraft('苹果'))).toEqual({
    isPicked: true,
    isFilled: true,
  });
  expect(parsePrintProgressFromDraft(createDraft(''))).toEqual({ isPicked: true, isFilled: false });
  expect(parsePrintProgressFromDraft({ rows: [{ 品名: '梨' }] })).toEqual({
    isPicked: true,
    isFilled: true,
  });
  expect(parsePrintProgressFromDraft({ rows: [[{ 品名: '梨' }, 17]] }).isFilled).toBe(true);
  expect(parsePrintProgressFromDraft(null)).toEqual({ isPicked: false, isFilled: false });
});

it('does not take a blank row for a filled one', () => {
  const progress = parsePrintProgressFromDraft({ templateId: '3', rows: [{ 品名: '' }, [{}, 2]] });
  expect(progress).toEqual({ isPicked: true, isFilled: false });
});

it('takes rows whose columns are not mapped yet for begun', () => {
  const waiting = { text: '苹果\t3', at: 0 };
  expect(parsePrintProgressFromDraft({ rows: [], waiting })).toEqual({
    isPicked: true,
    isFilled: true,
  });
  expect(parsePrintProgressFromDraft({ templateId: '3', rows: [], waiting: null }).isFilled).toBe(
    false,
  );
});
