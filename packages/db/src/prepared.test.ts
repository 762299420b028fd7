import { beforeAll, expect, it } from 'vitest';
import type { Database } from './database.ts';
import { createQueryCompiledOnce } from './prepared.ts';
import { describeEachDatabase } from './testing.ts';
import { runTransaction } from './transaction.ts';

type Filter = { least?: number | undefined; tags?: string[]; most: number };

let built = 0;
const listTags = createQueryCompiledOnce((db, { least, tags, most }: Filter) => {
  built += 1;
  return db
    .selectFrom('content_generation')
    .select(['tag', 'generation'])
    .$if(least !== undefined, (query) => query.where('generation', '>=', least ?? 0))
    .$if(tags !== undefined, (query) => query.where('tag', 'in', tags ?? []))
    .orderBy('tag')
    .limit(most);
});

describeEachDatabase((open) => {
  let db: Database;
  beforeAll(async () => {
    db = await open();
    const values = ['a', 'b', 'c', 'd'].map((tag, n) => ({ tag: `p-${tag}`, generation: 10 + n }));
    await db.kysely.insertInto('content_generation').values(values).execute();
  });
  const listNames = async (filter: Filter): Promise<string[]> =>
    (await listTags(db.kysely, filter)).map((row) => row.tag);

  it('runs with the values of each call, whichever of them are there', async () => {
    expect(await listNames({ least: 11, most: 9 })).toEqual(['p-b', 'p-c', 'p-d']);
    expect(await listNames({ least: 13, most: 9 })).toEqual(['p-d']);
    expect(await listNames({ least: 10, most: 1 })).toEqual(['p-a']);
    expect(await listNames({ tags: ['p-a', 'p-d'], most: 9 })).toEqual(['p-a', 'p-d']);
    expect(await listNames({ tags: ['p-b', 'p-c'], most: 9 })).toEqual(['p-b', 'p-c']);
    expect(await listNames({ tags: ['p-c'], most: 9, least: undefined })).toEqual(['p-c']);
  });

  it('is built once for each combination', async () => {
    await listNames({ tags: ['p-a', 'p-b', 'p-c'], most: 9 });
    const before = built;
    await listNames({ tags: ['p-b', 'p-c', 'p-d'], most: 1 });
    expect(built).toBe(before);
    await listNames({ tags: ['p-b', 'p-c', 'p-d', 'p-e'], most: 1 });
    expect(built).toBe(before + 1);
  });

  it('sees what its transaction has written', async () => {
    await runTransaction(db, async (tx) => {
      await tx.insertInto('content_generation').values({ tag: 'p-z', generation: 99 }).execute();
      expect(await listTags(tx, { least: 99, most: 9 })).toEqual([{ tag: 'p-z', generation: 99 }]);
      await tx.deleteFrom('content_generation').where('tag', '=', 'p-z').execute();
    });
    expect(await listNames({ least: 99, most: 9 })).toEqual([]);
  });

  it('refuses to be built after what a value says', async () => {
    const looks = [
      createQueryCompiledOnce((kysely, { most }: Filter) =>
        kysely
          .selectFrom('content_generation')
          .select('tag')
          .limit(most + 1),
      ),
      createQueryCompiledOnce((kysely, { most }: Filter) =>
        kysely.selectFrom('content_generation').select('tag').where('tag', '=', `p-${most}`),
      ),
    ];
    for (const look of looks)
      await expect(look(db.kysely, { most: 1 })).rejects.toThrow('it looked at most');
  });
});
