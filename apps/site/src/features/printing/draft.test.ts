import { describe, expect, it } from 'vitest';
import { EMPTY_DRAFT, toDraft } from './draft.ts';

describe('a stored draft', () => {
  const draft = {
    ...EMPTY_DRAFT,
    templateId: '3',
    mode: 'many' as const,
    typed: { '3': { 品名: '野莓果酱' } },
    rows: [{ 品名: '0012' }],
    copies: '4',
    attempts: [{ key: 'k'.repeat(32), content: 'c', batchNo: '' }],
  };
  it('comes back as it was, its attempts with it', () =>
    expect(toDraft(structuredClone(draft))).toEqual(draft));
  it('is empty when there is none or it is not one', () => {
    for (const value of [null, undefined, '', '{', [], 7])
      expect(toDraft(value)).toEqual(EMPTY_DRAFT);
  });
  it('drops only what is not in order', () =>
    expect(
      toDraft({
        ...draft,
        rows: [{ 品名: 5, 规格: 'x' }],
        attempts: ['k', { content: 'c' }],
        mode: 'all',
      }),
    ).toEqual({
      ...draft,
      mode: 'one',
      rows: [{ 规格: 'x' }],
      attempts: [],
    }));
});
