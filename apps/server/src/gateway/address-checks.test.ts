import { describeEachDatabase } from '@yunbiao/db/testing';
import { addIpRule } from '@yunbiao/services';
import { addMember, createTestContext, type TestContext } from '@yunbiao/services/testing';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { createAddressChecks } from './address-checks.ts';
import type { Connection } from './connection-types.ts';

describeEachDatabase((open) => {
  let ctx: TestContext;
  let memberId: number;
  /** Addresses of closed connections. */
  let closed: string[];
  let openConnections: Set<Connection>;

  beforeEach(async () => {
    ctx = createTestContext(await open());
    memberId = (await addMember(ctx, 'owner')).id;
    closed = [];
    openConnections = new Set();
  });

  const connect = (address: string, { isVirtual = false, owner = memberId } = {}): void => {
    const connection: Connection = {
      clientId: openConnections.size + 1,
      memberId: owner,
      address,
      isVirtual,
      wake: () => {},
      handleClientState: () => {},
      close: () => {
        closed.push(address);
        openConnections.delete(connection);
      },
      terminate: () => {},
      sendHeartbeat: () => {},
      waitUntilIdle: () => Promise.resolve(),
    };
    openConnections.add(connection);
  };
  const allow = (network: string): Promise<unknown> =>
    addIpRule({ ctx, memberId, input: { network, remark: '' } });
  const startChecks = () => {
    const errors: unknown[] = [];
    const log = { ...ctx.log, error: (...said: unknown[]) => void errors.push(said) };
    const checks = createAddressChecks({ ctx, log, openConnections });
    onTestFinished(checks.stop);
    return { checks, errors };
  };

  it('closes those of all members from addresses that are not allowed', async () => {
    await allow('10.1.0.0/16');
    const other = (await addMember(ctx, 'other')).id;
    for (const address of ['10.1.0.1', '10.2.0.1', '10.2.0.2']) connect(address);
    connect('127.0.0.1', { isVirtual: true });
    connect('10.2.0.3', { owner: other });
    const { checks } = startChecks();
    checks.checkAll();
    await expect.poll(() => closed).toEqual(['10.2.0.1', '10.2.0.2']);
    expect(openConnections.size).toBe(3);
  });

  it('checks once more after losses during a check', async () => {
    connect('10.2.0.1');
    const { checks } = startChecks();
    checks.checkAll();
    await allow('10.1.0.0/16');
    for (let n = 0; n < 5; n += 1) checks.checkAll();
    await expect.poll(() => closed).toEqual(['10.2.0.1']);
  });

  it('repeats a failed check until it succeeds', async () => {
    await allow('10.1.0.0/16');
    connect('10.2.0.1');
    await ctx.db.kysely.schema.alterTable('ip_rule').renameTo('ip_rule_away').execute();
    const { checks, errors } = startChecks();
    checks.checkAll();
    await expect.poll(() => errors).not.toHaveLength(0);
    expect(closed).toEqual([]);
    await ctx.db.kysely.schema.alterTable('ip_rule_away').renameTo('ip_rule').execute();
    await expect.poll(() => closed).toEqual(['10.2.0.1']);
  });

  it('does not check again after it was stopped', async () => {
    await ctx.db.kysely.schema.alterTable('ip_rule').renameTo('ip_rule_away').execute();
    connect('10.2.0.1');
    const { checks, errors } = startChecks();
    checks.checkAll();
    await expect.poll(() => errors).not.toHaveLength(0);
    checks.stop();
    await ctx.db.kysely.schema.alterTable('ip_rule_away').renameTo('ip_rule').execute();
    await allow('10.1.0.0/16');
    expect(closed).toEqual([]);
  });
});
