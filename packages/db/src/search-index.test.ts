import { beforeAll, expect, it } from 'vitest';
import type { Database } from './database.ts';
import {
  removeFromSearchIndex,
  listNewestIds,
  addToSearchIndex,
  type SearchMatch,
} from './search-index.ts';
import { describeEachDatabase } from './testing.ts';
import { runTransaction } from './transaction.ts';

describeEachDatabase((open) => {
  let db: Database;
  const addDocs = (docs: { id: number; tokens: string[] }[]): Promise<void> =>
    runTransaction(db, (tx) => addToSearchIndex(tx, docs));
  const listNewest = async (match: SearchMatch, limit: number): Promise<number[]> =>
    ((await listNewestIds(db.kysely, [match], limit))[0] ?? []).toSorted((a, b) => b - a);

  beforeAll(async () => {
    db = await open();
  });

  it('finds the newest, however far apart the ids lie', async () => {
    expect(await listNewest('0·无', 9)).toEqual([]);
    const ids = [1, 16_383, 16_384, 16_385, 40_000, 99_999, 700_000, 2_000_000];
    await addDocs(ids.map((id) => ({ id, tokens: id % 2 ? ['0·甲', '0·乙'] : ['0·甲'] })));
    expect(await listNewest('0·甲', 3)).toEqual([2_000_000, 700_000, 99_999]);
    expect(await listNewest('0·甲', 99)).toEqual(ids.toReversed());
    expect(await listNewest({ all: ['0·甲', '0·乙'] }, 2)).toEqual([99_999, 16_385]);
    expect(await listNewest({ all: ['0·甲', { any: ['0·乙', '0·丙'] }] }, 9)).toEqual([
      99_999, 16_385, 16_383, 1,
    ]);
    await runTransaction(db, (tx) => removeFromSearchIndex(tx, [2_000_000, 16_384]));
    expect(await listNewest('0·甲', 2)).toEqual([700_000, 99_999]);
    expect(await listNewest('0·甲', 99)).not.toContain(16_384);
  });

  it('answers several questions at once, each in its place', async () => {
    await addDocs([
      { id: 5, tokens: ['0·子'] },
      { id: 9, tokens: ['0·丑'] },
    ]);
    const asked = ['0·丑', '0·寅', '0·子'];
    expect(await listNewestIds(db.kysely, asked, 3)).toEqual([[9], [], [5]]);
    expect(await listNewestIds(db.kysely, [], 3)).toEqual([]);
  });

  it('takes nothing for a token that an engine might read as more', async () => {
    for (const token of ["0·a' | '0·b", '0·a"', '1~0·a', '', 'a b'])
      await expect(listNewestIds(db.kysely, [token], 1), token).rejects.toThrow(
        'not a search token',
      );
  });
});
