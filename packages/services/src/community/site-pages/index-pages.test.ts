import type { Executor } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { expect, it } from 'vitest';
import { addSoftware, createTestContext, TEST_TEMPLATE, type TestContext } from '../../testing.ts';
import { addPublicTemplate } from '../content/templates.ts';
import { getPageIndex } from './index-pages.ts';

type Reads = {
  executor: Executor;
  /** Times the templates were read. */
  count: () => number;
  /** What the next read of the templates waits for. */
  holdNext: (until: Promise<void>) => void;
};

/** Watches how the templates of own pages are read. */
const watchReads = ({ db }: TestContext): Reads => {
  let count = 0;
  let next = Promise.resolve();
  const templateReads = new WeakSet<object>();
  const executor = db.kysely.withPlugin({
    transformQuery: ({ node, queryId }) => {
      if (JSON.stringify(node).includes('"name":"template"')) templateReads.add(queryId);
      return node;
    },
    transformResult: async ({ result, queryId }) => {
      if (!templateReads.has(queryId)) return result;
      count += 1;
      const held = next;
      next = Promise.resolve();
      await held;
      return result;
    },
  });
  return {
    executor,
    count: () => count,
    holdNext: (until) => {
      next = until;
    },
  };
};

describeEachDatabase((open) => {
  const openSite = async () => {
    const ctx = createTestContext(await open());
    const softwareId = await addSoftware(ctx, 'one');
    const reads = watchReads(ctx);
    const getIndex = () => getPageIndex({ executor: reads.executor, softwareId, now: ctx.now() });
    const addTemplate = (name: string) =>
      addPublicTemplate({
        ctx,
        alias: 'one',
        input: { name, category: '仓储', template: TEST_TEMPLATE },
      });
    return { reads, getIndex, addTemplate };
  };

  it('is read and built once for all who ask at the same time', async () => {
    const { reads, getIndex } = await openSite();
    const indexes = await Promise.all([getIndex(), getIndex(), getIndex()]);
    expect(new Set(indexes).size).toBe(1);
    expect(reads.count()).toBe(1);
  });

  it('of newer content is not replaced by an older one that takes longer', async () => {
    const { reads, getIndex, addTemplate } = await openSite();
    const hold = Promise.withResolvers<void>();
    reads.holdNext(hold.promise);
    const older = getIndex();
    await expect.poll(reads.count).toBe(1);
    await addTemplate('羽毛球拍吊牌');
    const newer = await getIndex();
    hold.resolve();
    expect(await older).not.toBe(newer);
    expect(await getIndex()).toBe(newer);
    expect(reads.count()).toBe(2);
  });

  it('is built again after a failure', async () => {
    const { reads, getIndex } = await openSite();
    const hold = Promise.withResolvers<void>();
    reads.holdNext(hold.promise);
    const asked = Promise.allSettled([getIndex(), getIndex()]);
    await expect.poll(reads.count).toBe(1);
    hold.reject(new Error('连不上'));
    expect((await asked).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(getIndex()).resolves.toBeDefined();
  });
});
