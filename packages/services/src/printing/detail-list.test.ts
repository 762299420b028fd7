import { migrate, openDatabase } from '@yunbiao/db';
import { expect, it } from 'vitest';
import { listedDetails } from './detail-list.ts';

it('walks the newest labels of a member instead of sorting all of them', async () => {
  const db = openDatabase({ filename: ':memory:' });
  await migrate(db);
  const whose = { memberId: 1, softwareId: 2 };
  const query = listedDetails(db.kysely, whose, { tz: 'Asia/Shanghai' })
    .where('detail.id', '<', 1_000)
    .orderBy('detail.id', 'desc')
    .limit(20);
  const asked = query.compile();
  const plan = await db.kysely.executeQuery<{ detail: string }>({
    ...asked,
    sql: `explain query plan ${asked.sql}`,
  });
  const steps = plan.rows.map((row) => row.detail).join('\n');
  expect(steps).toContain('detail_member_id_id (member_id=? AND id<?)');
  expect(steps).not.toContain('ORDER BY');
  await db.close();
});
