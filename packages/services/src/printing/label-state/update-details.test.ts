import { type Database, sql, runTransaction } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { expect, it } from 'vitest';
import { openShop } from '../dispatch/testing.ts';
import { type RowChange, applyLabelChanges } from './update-details.ts';

const listDetails = (db: Database) =>
  db.kysely
    .selectFrom('detail')
    .select(['id', 'state', 'reason', 'counter_to', 'charge_spent', 'started_at'])
    .orderBy('id')
    .execute();

describeEachDatabase((open) => {
  it('gives each label its own values, whatever is said of them together', async () => {
    const db = await open();
    const shop = await openShop(db);
    const [a, b, c, d] = (await shop.submit(4)).map(({ id }) => id);
    if (!a || !b || !c || !d) throw new Error('no labels');
    const reason = '缺纸 "一" \'二\' \\ ；';
    const changes: RowChange[] = [
      { ids: [a], set: { state: 'printed', reason: '', counter_to: 7, started_at: 1.8e12 } },
      { ids: [b], set: { state: 'uncertain', reason, counter_to: null, started_at: null } },
      { ids: [c], set: { state: 'failed', charge_spent: sql<number>`charge_spent + 1` } },
      { ids: [d, c], set: { started_at: 9 } },
    ];
    // c is changed twice: the changes apply in order.
    await runTransaction(db, (tx) => applyLabelChanges(tx, changes));
    const expected = [
      { state: 'printed', reason: '', counter_to: 7, charge_spent: 0, started_at: 1.8e12 },
      { state: 'uncertain', reason, counter_to: null, charge_spent: 0, started_at: null },
      { state: 'failed', reason: '', counter_to: null, charge_spent: 1, started_at: 9 },
      { state: 'queued', reason: '', counter_to: null, charge_spent: 0, started_at: 9 },
    ];
    expect(await listDetails(db)).toEqual(expected.map((row) => expect.objectContaining(row)));
    const once = changes.filter((_, place) => place !== 2);
    await runTransaction(db, (tx) => applyLabelChanges(tx, once));
    expect(await listDetails(db)).toEqual(expected.map((row) => expect.objectContaining(row)));
  });

  it('changes many labels, each to something else, and no other', async () => {
    const db = await open();
    const shop = await openShop(db);
    const ids = (await shop.submit(91)).map(({ id }) => id).sort((x, y) => x - y);
    const changes = ids.slice(0, 90).map((id, n) => ({ ids: [id], set: { counter_to: n } }));
    await runTransaction(db, (tx) => applyLabelChanges(tx, changes));
    expect((await listDetails(db)).map((row) => row.counter_to)).toEqual([
      ...Array.from({ length: 90 }, (_, n) => n),
      null,
    ]);
  });
});
