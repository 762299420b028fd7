import { describeEachDatabase } from '@yunbiao/db/testing';
import { expect, it } from 'vitest';
import { createTestContext } from '../testing.ts';
import { deleteExpiredNodeRows, storeNodeMessage, takeNodeMessage } from './node-messages.ts';
import { DAY, MINUTE } from './time.ts';

describeEachDatabase((open) => {
  it('a message between servers is read once, and not after its time', async () => {
    const ctx = createTestContext(await open());
    await storeNodeMessage({ ctx }, { messageId: 'a', body: '{"x":1}' });
    await storeNodeMessage({ ctx }, { messageId: 'b', body: '{}' });
    expect(await takeNodeMessage({ ctx }, { messageId: 'a' })).toBe('{"x":1}');
    expect(await takeNodeMessage({ ctx }, { messageId: 'a' })).toBeNull();
    ctx.pass(6 * MINUTE);
    await deleteExpiredNodeRows({ ctx });
    expect(await takeNodeMessage({ ctx }, { messageId: 'b' })).toBeNull();
  });

  it('servers that were seen within a day stay listed', async () => {
    const ctx = createTestContext(await open());
    const createNode = (nodeId: string, seenAt: number) => ({
      node_id: nodeId,
      name: 'shop:3000',
      build: '',
      data_folder_id: nodeId,
      key_check: '',
      started_at: seenAt,
      seen_at: seenAt,
      is_leader: 0,
      is_stopped: 0,
      clients: 0,
      lag_ms: 0,
    });
    await ctx.db.kysely
      .insertInto('node')
      .values([createNode('old', ctx.now() - DAY - 1), createNode('new', ctx.now() - MINUTE)])
      .execute();
    await deleteExpiredNodeRows({ ctx });
    const rows = await ctx.db.kysely.selectFrom('node').select('node_id').execute();
    expect(rows).toEqual([{ node_id: 'new' }]);
  });
});
