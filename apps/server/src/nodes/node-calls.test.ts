import { migrate } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import {
  type Context,
  createBus,
  createConflictError,
  createTooManyRequestsError,
  type NamedEvent,
  type NodeCalls,
} from '@yunbiao/services';
import { createTestContext } from '@yunbiao/services/testing';
import { beforeEach, expect, it } from 'vitest';
import { createNodeCalls } from './node-calls.ts';

const OWNER = { clientId: 7, memberId: 1 };

describeEachDatabase((open) => {
  let caller: NodeCalls;
  let answering: NodeCalls;
  let emitLoss: () => void;

  /** A server whose events reach another one as JSON, as through the database. */
  const createNode = (
    ctx: Context,
    nodeId: string,
    forward: (...event: NamedEvent) => void,
  ): { bus: ReturnType<typeof createBus>; calls: NodeCalls } => {
    const bus = createBus(
      (error) => {
        throw error;
      },
      (...event) => forward(...(JSON.parse(JSON.stringify(event)) as NamedEvent)),
    );
    const locateNode = (id: string) => (id === nodeId ? 'here' : 'elsewhere');
    const presence = { ...ctx.presence, nodeId, locateNode };
    return { bus, calls: createNodeCalls({ ...ctx, bus, presence }) };
  };

  beforeEach(async () => {
    const db = await open();
    await migrate(db);
    const ctx = createTestContext(db);
    const a = createNode(ctx, 'a', (...event) => b.bus.receive('a', ...event));
    const b = createNode(ctx, 'b', (...event) => a.bus.receive('b', ...event));
    caller = a.calls;
    answering = b.calls;
    emitLoss = () => a.bus.receive('a', 'events-lost', {});
  });

  it('a call returns what the other server answers, of any length', async () => {
    const long = '标签'.repeat(5_000);
    answering.serve({
      'client-request': ({ request }) =>
        Promise.resolve({ ok: true, text: `${long} ${JSON.stringify(request)}` } as never),
    });
    const request = { id: 1, text: long } as never;
    expect(await caller.call('b', 'client-request', { clientId: 7, request })).toEqual({
      ok: true,
      text: `${long} ${JSON.stringify(request)}`,
    });
  });

  it.each([
    ['without data', createConflictError('客户端不在线')],
    ['with data', createTooManyRequestsError('太多了', 9)],
  ])('a call throws the error of the other server, %s', async (_, error) => {
    answering.serve({ 'virtual-open': () => Promise.reject(error) });
    const call = caller.call('b', 'virtual-open', OWNER);
    await expect(call).rejects.toMatchObject({
      code: error.code,
      message: error.message,
      data: error.data,
    });
  });

  it('a call that the other server does not know, or that throws at once, is answered', async () => {
    const unknown = caller.call('b', 'virtual-open', OWNER);
    await expect(unknown).rejects.toMatchObject({
      code: 503,
      message: expect.stringContaining('正在更新') as string,
    });
    answering.serve({
      'virtual-open': () => {
        throw createConflictError('客户端不在线');
      },
    });
    const thrown = caller.call('b', 'virtual-open', OWNER);
    await expect(thrown).rejects.toMatchObject({ code: 409, message: '客户端不在线' });
  });

  it('a call does not wait for an answer that is lost', async () => {
    answering.serve({ 'virtual-open': () => new Promise(() => {}) });
    const call = caller.call('b', 'virtual-open', OWNER);
    setTimeout(() => emitLoss(), 50);
    await expect(call).rejects.toMatchObject({
      code: 503,
      message: expect.stringContaining('不知道做了没有') as string,
    });
  });
});
