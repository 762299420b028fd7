import { describe, expect, it } from 'vitest';
import { EMPTY_DRAFT, readDraft } from './draft.ts';

describe('a stored draft', () => {
  const draft = {
    ...EMPTY_DRAFT,
    templateId: '3',
    mode: 'many' as const,
    typed: { '3': { 品名: '野莓果酱' } },
    rows: [{ 品名: '0012' }],
    copies: '4',
    unanswered: { key: 'k'.repeat(32), content: 'c' },
  };
  it('comes back as it was, the unanswered attempt with it', () =>
    expect(readDraft(JSON.stringify(draft))).toEqual(draft));
  it('is empty when there is none or it is not one', () => {
    for (const text of [null, '', '{', '[]', 'null', '7'])
      expect(readDraft(text)).toEqual(EMPTY_DRAFT);
  });
  it('drops only what is not in order', () =>
    expect(
      readDraft(
        JSON.stringify({ ...draft, rows: [{ 品名: 5, 规格: 'x' }], unanswered: 'k', mode: 'all' }),
      ),
    ).toEqual({
      ...draft,
      mode: 'one',
      rows: [{ 规格: 'x' }],
      unanswered: null,
    }));
});
