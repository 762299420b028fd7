import { describeEachDatabase } from '@yunbiao/db/testing';
import { expect, it } from 'vitest';
import { readLabelBacklog } from './read-label-backlog.ts';
import { openShop, reportFor } from './testing.ts';

const HOUR_MS = 3_600_000;

describeEachDatabase((open) => {
  it('is empty without labels', async () => {
    const { ctx } = await openShop(await open());
    const none = { queued: 0, sending: 0, uncertain: 0 };
    expect(await readLabelBacklog({ ctx })).toEqual({
      counts: none,
      oldestAgeS: none,
      stalledAgeS: 0,
    });
  });

  it('counts labels by state, and knows the age of the oldest whatever its expiry', async () => {
    const shop = await openShop(await open());
    const { ctx } = shop;
    const fence = await shop.hello();
    const began = ctx.now();
    // The older labels expire later than the younger one.
    await shop.submit(3, 172_800);
    ctx.now = () => began + HOUR_MS;
    await shop.submit(1, 7_200);
    const [first] = await shop.lease(fence, 2);
    if (!first) throw new Error('nothing was leased');
    await shop.report(fence, [reportFor(first, 'uncertain')]);
    expect(await readLabelBacklog({ ctx })).toMatchObject({
      counts: { queued: 2, sending: 1, uncertain: 1 },
      oldestAgeS: { queued: 3_600, sending: 3_600, uncertain: 3_600 },
    });
  });

  it('finds the label that waits although its printer is ready and gets nothing', async () => {
    const shop = await openShop(await open());
    const { ctx, clientId } = shop;
    const { kysely } = ctx.db;
    const fence = await shop.hello();
    const began = ctx.now();
    await shop.submit(2);
    ctx.now = () => began + HOUR_MS;
    const readStalledAge = async () => (await readLabelBacklog({ ctx })).stalledAgeS;
    const setClient = (set: { node_id?: string | null; enabled?: number; draws?: string }) =>
      kysely.updateTable('client').set(set).where('id', '=', clientId).execute();
    const setUnready = (unready_since: number | null) =>
      kysely.updateTable('printer').set({ unready_since }).execute();

    await setClient({ node_id: 'this-server' });
    await setUnready(null);
    expect(await readStalledAge()).toBe(3_600);

    // Out of paper, away or paused: it waits for the member.
    await setUnready(began);
    expect(await readStalledAge()).toBe(0);
    await setUnready(null);
    await setClient({ node_id: null });
    expect(await readStalledAge()).toBe(0);
    await setClient({ node_id: 'this-server', enabled: 0 });
    expect(await readStalledAge()).toBe(0);
    await setClient({ enabled: 1 });
    expect(await readStalledAge()).toBe(3_600);

    // The queue moves.
    await shop.lease(fence, 1);
    expect(await readStalledAge()).toBe(0);
  });
});
