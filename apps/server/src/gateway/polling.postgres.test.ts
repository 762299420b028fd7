import { sql } from '@yunbiao/db';
import { onPostgres } from '@yunbiao/db/testing';
import { addClient, addMember, addSoftware, createTestContext } from '@yunbiao/services/testing';
import { expect, it } from 'vitest';
import type { Connection } from './connection-types.ts';
import { startGatewayPolling } from './polling.ts';

onPostgres((open) => {
  it('goes on with its own clients while a step of the leader waits for a lock', async () => {
    const ctx = createTestContext(await open());
    const { kysely } = ctx.db;
    const softwareId = await addSoftware(ctx, 'yunbiao');
    const memberId = (await addMember(ctx, 'owner')).id;
    let states = 0;
    const connection: Connection = {
      clientId: await addClient(ctx, memberId, softwareId),
      memberId,
      address: '',
      isVirtual: false,
      wake: () => {},
      handleClientState: () => {
        states += 1;
      },
      close: () => {},
      terminate: () => {},
      sendHeartbeat: () => {},
      waitUntilIdle: () => Promise.resolve(),
    };
    const polling = startGatewayPolling({
      ctx,
      log: ctx.log,
      listConnections: () => [connection],
      ownConnections: { listAccepted: () => [], hasOpen: () => true },
      isLeader: () => true,
      isConnected: () => true,
      reconcileMs: 10_000,
    });
    const countWaiting = async (): Promise<number> => {
      const { rows } = await sql`select 1 from pg_locks where not granted
        and relation = 'printer_group'::regclass`.execute(kysely);
      return rows.length;
    };
    await kysely.transaction().execute(async (tx) => {
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
      await sql`lock table printer_group in access exclusive mode`.execute(tx);
      await expect.poll(countWaiting).toBe(1);
      const before = states;
      await expect.poll(() => states).toBeGreaterThan(before + 1);
    });
    polling.stop();
    await polling.waitUntilIdle();
  });
});
