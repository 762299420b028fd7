import { type Database, migrate, openDatabase } from '@yunbiao/db';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toDetailFilterValues, selectListedDetails } from './detail-list.ts';
import { selectListedBatches, toBatchListValues } from './filters.ts';

const WHOSE = { memberId: 1, softwareId: 2 };
const tz = 'Asia/Shanghai';
let db: Database;
beforeAll(async () => {
  db = openDatabase({ filename: ':memory:' });
  await migrate(db);
});
afterAll(() => db.close());

/** The engine's query plan. */
const getPlan = async (query: { compile: () => { sql: string } }): Promise<string> => {
  const asked = query.compile() as ReturnType<ReturnType<typeof selectListedBatches>['compile']>;
  const plan = await db.kysely.executeQuery<{ detail: string }>({
    ...asked,
    sql: `explain query plan ${asked.sql}`,
  } as never);
  return plan.rows.map((row) => row.detail).join('\n');
};

it('walks the newest labels of a member instead of sorting all of them', async () => {
  const query = selectListedDetails(db.kysely, toDetailFilterValues(WHOSE, { tz }))
    .where('detail.id', '<', 1_000)
    .orderBy('detail.id', 'desc')
    .limit(20);
  const steps = await getPlan(query);
  expect(steps).toContain('detail_member_id_id (member_id=? AND id<?)');
  expect(steps).not.toContain('ORDER BY');
});

it('finds the labels that wait for a word without looking at the others', async () => {
  const query = selectListedDetails(
    db.kysely,
    toDetailFilterValues(WHOSE, { tz, state: 'uncertain' }),
  )
    .orderBy('detail.id', 'desc')
    .limit(20);
  const steps = await getPlan(query);
  expect(steps).toContain('detail_uncertain (member_id=?)');
  expect(steps).not.toContain('ORDER BY');
});

it('walks and counts the listed batches of a member without sorting or reading them', async () => {
  const listed = selectListedBatches(db.kysely, toBatchListValues(WHOSE, { tz }));
  const steps = await getPlan(listed.selectAll().orderBy('batch.id', 'desc').limit(20));
  expect(steps).toContain('batch_listed (member_id=? AND software_id=?)');
  expect(steps).not.toContain('ORDER BY');
  const counting = await getPlan(listed.select((eb) => eb.fn.countAll<number>().as('count')));
  expect(counting).toContain('COVERING INDEX batch_listed');
});
