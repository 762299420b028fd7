import { expect, it } from 'vitest';
import { describeEachDatabase } from '../testing.ts';

describeEachDatabase((open) => {
  it('is empty once the migrations have run', async () => {
    const db = await open();
    expect(await db.kysely.selectFrom('site_build').selectAll().execute()).toEqual([]);
  });
});
