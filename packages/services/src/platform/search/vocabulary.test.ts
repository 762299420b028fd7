import type { Database } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { expect, it } from 'vitest';
import { createTestContext } from '../../testing.ts';
import { searchContent } from '../../community/search-queries/search.ts';
import { searchWorld } from './testing.ts';
import { getWordShape } from './vocabulary.ts';

/** The same database, with a counter of the rows read from it. */
const countReadRows = (db: Database): { db: Database; rows: () => number } => {
  let rows = 0;
  const kysely = db.kysely.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => {
      rows += result.rows.length;
      return Promise.resolve(result);
    },
  });
  return { db: { ...db, kysely }, rows: () => rows };
};

const letters = 'abcdefghijklmnopqrstuvwxyz';
/** Words of eight letters that all begin with `x`. */
const getWord = (n: number): string =>
  `x${Array.from({ length: 7 }, (_, i) => letters[Math.floor(n / 26 ** i) % 26]).join('')}`;

describeEachDatabase((open) => {
  it('however many words of a letter there are, a search reads few of them and mends a few', async () => {
    const ctx = createTestContext(await open());
    const world = await searchWorld(ctx);
    await world.post({ title: 'client printer barcode thermal driver' });
    const words = Array.from({ length: 20_000 }, (_, n) => getWord(n));
    for (let at = 0; at < words.length; at += 1_000) {
      const values = words.slice(at, at + 1_000).map((word) => ({
        software_id: world.softwareId,
        word,
        shape: getWordShape(word),
      }));
      await ctx.db.kysely.insertInto('search_word').values(values).execute();
    }
    const searchCounting = async (q: string) => {
      const { db, rows } = countReadRows(ctx.db);
      const software = { id: world.softwareId, alias: 'label' };
      const input = { q, page: 1, pageSize: 20 };
      return { found: await searchContent({ ctx: { ...ctx, db }, software, input }), rows: rows() };
    };
    const unknown = Array.from({ length: 12 }, (_, n) => `xyzzy${letters[n]}qw`);
    expect((await searchCounting(unknown.join(' '))).rows).toBeLessThan(2_000);
    const { found } = await searchCounting('cleint pritner barcdoe themral');
    expect(found.also.map(({ to }) => to)).toEqual(['client', 'printer', 'barcode']);
  });
});
