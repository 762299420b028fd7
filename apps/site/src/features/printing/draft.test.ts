import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createDraftPermission, readDraft } from '../../kit/form/drafts.ts';
import { getSheetRowNumber, copyRowWithSheetRowNumber } from '../../kit/data/sheet-rows.ts';
import {
  EMPTY_DRAFT,
  getDraftUnlessEmpty,
  storePrintDraftOrAttempts,
  parseDraft,
} from './draft.ts';

/** A storage that accepts values of up to `room` characters. */
const getStorage = (room: number) => {
  const stored = new Map<string, string>();
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > room) throw new DOMException('full', 'QuotaExceededError');
      stored.set(key, value);
    },
    removeItem: (key: string) => void stored.delete(key),
    key: (n: number) => [...stored.keys()][n] ?? null,
    get length() {
      return stored.size;
    },
  };
};

describe('a stored draft', () => {
  const draft = {
    ...EMPTY_DRAFT,
    templateId: '3',
    mode: 'many' as const,
    typed: { '3': { 品名: '野莓果酱' } },
    rows: [{ 品名: '0012' }],
    taken: [{ at: 0, row: { 品名: '0011' } }],
    again: [{ 品名: '0010' }],
    waiting: { text: 'a\tb', at: 1 },
    begun: { size: '60 × 40', id: '5' },
    copies: '4',
    attempts: [{ key: 'k'.repeat(32), content: 'c', batchNo: '' }],
  };
  it('comes back as it was, its attempts with it', () =>
    expect(parseDraft(structuredClone(draft))).toEqual(draft));
  it('is none while nothing was chosen, written or sent', () => {
    expect(getDraftUnlessEmpty(parseDraft({}))).toBeNull();
    for (const field of [
      'templateId',
      'mode',
      'typed',
      'rows',
      'taken',
      'again',
      'waiting',
      'begun',
      'copies',
      'attempts',
    ] as const)
      expect(getDraftUnlessEmpty({ ...EMPTY_DRAFT, [field]: draft[field] }), field).not.toBeNull();
  });
  it('is empty when there is none or it is not one', () => {
    for (const value of [null, undefined, '', '{', [], 7])
      expect(parseDraft(value)).toEqual(EMPTY_DRAFT);
  });
  it('remembers what was sent where there is no room for the rows', () => {
    vi.stubGlobal('localStorage', getStorage(1000));
    vi.stubGlobal('sessionStorage', getStorage(1000));
    onTestFinished(() => void vi.unstubAllGlobals());
    const rows = Array.from({ length: 200 }, (_, n) => ({ 品名: `野莓果酱 ${n}` }));
    const store = (item: typeof draft) =>
      storePrintDraftOrAttempts(createDraftPermission('7'), 'print:yunbiao', item);
    const readDraftBack = () => parseDraft(readDraft('7', 'print:yunbiao', 'tab')?.value);
    expect(store({ ...draft, rows })).toBe(false);
    expect(readDraftBack()).toMatchObject({ attempts: draft.attempts, rows: [] });
    // Rows stored before stay when the new rows do not fit.
    expect(store({ ...draft, attempts: [], rows: rows.slice(0, 2) })).toBe(true);
    expect(store({ ...draft, rows })).toBe(false);
    expect(readDraftBack()).toMatchObject({ attempts: draft.attempts, rows: rows.slice(0, 2) });
  });
  it('keeps what is to be sent where there is no room for what was, too', () => {
    vi.stubGlobal('localStorage', getStorage(1000));
    vi.stubGlobal('sessionStorage', getStorage(1000));
    onTestFinished(() => void vi.unstubAllGlobals());
    const taken = Array.from({ length: 200 }, (_, at) => ({ at, row: { 品名: '野莓果酱' } }));
    const sent = { ...draft, waiting: null, taken };
    expect(storePrintDraftOrAttempts(createDraftPermission('7'), 'print:yunbiao', sent)).toBe(
      false,
    );
    expect(parseDraft(readDraft('7', 'print:yunbiao', 'tab')?.value)).toEqual({
      ...sent,
      taken: [],
    });
  });
  it('keeps the table where there is no room for a paste that waits', () => {
    vi.stubGlobal('localStorage', getStorage(1000));
    vi.stubGlobal('sessionStorage', getStorage(1000));
    onTestFinished(() => void vi.unstubAllGlobals());
    const waiting = { text: '野莓果酱'.repeat(300), at: 0 };
    expect(
      storePrintDraftOrAttempts(createDraftPermission('7'), 'print:yunbiao', { ...draft, waiting }),
    ).toBe(false);
    expect(parseDraft(readDraft('7', 'print:yunbiao', 'tab')?.value)).toEqual({
      ...draft,
      waiting: null,
    });
  });
  it('keeps the numbers of rows in their sheet', () => {
    vi.stubGlobal('localStorage', getStorage(10_000));
    vi.stubGlobal('sessionStorage', getStorage(10_000));
    onTestFinished(() => void vi.unstubAllGlobals());
    const rows = [copyRowWithSheetRowNumber({ 品名: '苹果' }, 17), { 品名: '梨' }];
    storePrintDraftOrAttempts(createDraftPermission('7'), 'print:yunbiao', { ...draft, rows });
    const stored = parseDraft(readDraft('7', 'print:yunbiao', 'tab')?.value);
    expect(stored.rows).toEqual(rows);
    expect(stored.rows.map(getSheetRowNumber)).toEqual([17, null]);
  });
  it('drops only what is not in order', () =>
    expect(
      parseDraft({
        ...draft,
        rows: [{ 品名: 5, 规格: 'x' }],
        taken: [{ at: 'x', row: {} }, 7],
        again: [7],
        waiting: { text: 5 },
        begun: { size: 60 },
        attempts: ['k', { content: 'c' }],
        mode: 'all',
      }),
    ).toEqual({
      ...draft,
      mode: 'one',
      rows: [{ 规格: 'x' }],
      taken: [],
      again: [{}],
      waiting: null,
      begun: null,
      attempts: [],
    }));
});
