import { describe, expect, it } from 'vitest';
import {
  applyAllowedDifferences,
  listDifferences,
  type Decision,
  describeChanges,
  isDifferenceAllowed,
  parseDecisions,
} from './compare.ts';
import { formatEntries, parseEntries, toEntries } from './entries.ts';

const KEPT = toEntries({ 'GET /a': 'public', 'GET /a query page': 'optional', 'GET /b': 'member' });
const createDecision = (entry: string, to: string | null): Decision[] => [
  { snapshot: 'api', entry, to, reason: 'nobody has used it' },
];

describe('a comparison', () => {
  it('tells nothing of what is as it was', () => {
    expect(listDifferences(KEPT, new Map(KEPT))).toEqual([]);
  });

  it('tells what was added, removed and changed', () => {
    const now = toEntries({ 'GET /a': 'public', 'GET /b': 'public', 'GET /c': '' });
    expect(listDifferences(KEPT, now)).toEqual([
      { entry: 'GET /a query page', from: 'optional', to: null, isBreaking: true },
      { entry: 'GET /b', from: 'member', to: 'public', isBreaking: true },
      { entry: 'GET /c', from: null, to: '', isBreaking: false },
    ]);
  });

  it.each([
    ['GET /a query size', 'required integer', true],
    ['GET /a query size', 'optional integer', false],
    ['GET /a 200 data.size', 'required integer', false],
  ])('asks whether %s as %s breaks who calls: %s', (entry, value, isBreaking) => {
    const [difference] = listDifferences(KEPT, new Map([...KEPT, [entry, value]]));
    expect(difference).toMatchObject({ entry, isBreaking });
  });

  it('lets something new ask for what it likes', () => {
    const now = new Map([...KEPT, ['GET /c', 'public'], ['GET /c query id', 'required string']]);
    expect(listDifferences(KEPT, now).map(({ isBreaking }) => isBreaking)).toEqual([false, false]);
  });
});

describe('an update', () => {
  it('says how many lines it adds, changes and removes', () => {
    const written = toEntries({ 'GET /a': 'member', 'GET /b': 'member', 'GET /c': '' });
    expect(describeChanges(KEPT, written)).toBe('1 added, 1 changed, 1 removed');
    expect(describeChanges(KEPT, KEPT)).toBe('');
  });

  it('takes an addition without a decision', () => {
    const added = new Map([...KEPT, ['GET /c', 'public']]);
    expect(applyAllowedDifferences('api', KEPT, added, [])).toEqual({
      entries: added,
      refused: [],
    });
  });

  it('keeps what was removed or changed without one, and says so', () => {
    const now = new Map([['GET /b', 'public']]);
    const { entries, refused } = applyAllowedDifferences('api', KEPT, now, []);
    expect(entries).toEqual(KEPT);
    expect(refused.map(({ entry }) => entry)).toEqual(['GET /a', 'GET /a query page', 'GET /b']);
  });

  it('removes what a decision names, a whole beginning with a star', () => {
    const now = new Map([['GET /b', 'member']]);
    expect(applyAllowedDifferences('api', KEPT, now, createDecision('GET /a*', null))).toEqual({
      entries: now,
      refused: [],
    });
    const { refused } = applyAllowedDifferences('api', KEPT, now, createDecision('GET /a', null));
    expect(refused.map(({ entry }) => entry)).toEqual(['GET /a query page']);
  });

  it('changes only to what was decided, and only that snapshot', () => {
    const change = { entry: 'GET /b', from: 'member', to: 'public', isBreaking: true };
    expect(isDifferenceAllowed('api', change, createDecision('GET /b', 'public'))).toBe(true);
    expect(isDifferenceAllowed('api', change, createDecision('GET /b', 'key'))).toBe(false);
    expect(isDifferenceAllowed('api', change, createDecision('GET /b', null))).toBe(false);
    expect(isDifferenceAllowed('api', change, createDecision('GET /*', null))).toBe(false);
    expect(isDifferenceAllowed('gateway', change, createDecision('GET /b', 'public'))).toBe(false);
  });
});

describe('decisions', () => {
  const [right] = createDecision('GET /b', null);

  it('are read whole', () => {
    expect(parseDecisions([right], ['api'])).toEqual([right]);
  });

  it.each([
    ['without a reason', { ...right, reason: '' }],
    ['of another snapshot', { ...right, snapshot: 'apis' }],
    ['without what becomes of it', { snapshot: 'api', entry: 'GET /b', reason: 'unused' }],
    ['that is a text', 'GET /b'],
  ])('refuse one %s', (_what, stored) => {
    expect(() => parseDecisions([stored], ['api'])).toThrow('is no decision');
  });
});

describe('a snapshot', () => {
  it('is sorted, an entry a line, and read back as it was', () => {
    const text = formatEntries(toEntries({ b: 'x :: y', a: '' }));
    expect(text).toBe('a\nb :: x :: y\n');
    expect(parseEntries(text)).toEqual(toEntries({ a: '', b: 'x :: y' }));
  });

  it('refuses names that would be read as others, and a name said twice', () => {
    expect(() => toEntries(['a :: b'])).toThrow('no name');
    expect(() => toEntries({ a: 'one\ntwo' })).toThrow('no name');
    expect(() => toEntries(['a', 'a'])).toThrow('two meanings');
  });
});
