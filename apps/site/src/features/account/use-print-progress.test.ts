import { expect, it } from 'vitest';
import { parsePrintProgress } from './use-print-progress.ts';

it('does not take a field that was emptied again for a filled one', () => {
  const draft = (品名: string) => ({ templateId: '3', typed: { '3': { 品名 } }, rows: [] });
  expect(parsePrintProgress(draft('苹果'))).toEqual({ isPicked: true, isFilled: true });
  expect(parsePrintProgress(draft(''))).toEqual({ isPicked: true, isFilled: false });
  expect(parsePrintProgress({ rows: [{ 品名: '梨' }] })).toEqual({
    isPicked: true,
    isFilled: true,
  });
  expect(parsePrintProgress(null)).toEqual({ isPicked: false, isFilled: false });
});
