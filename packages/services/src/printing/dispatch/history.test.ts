import { describeEachDatabase } from '@yunbiao/db/testing';
import { expect, it } from 'vitest';
import { storeReports } from './store-reports.ts';
import { openShop, reportFor, type Shop } from './testing.ts';

const [OLD, MID, NEW] = ['a'.repeat(16), 'b'.repeat(16), 'c'.repeat(16)] as const;

const listStates = async (shop: Shop): Promise<string[]> =>
  (await shop.details()).map(({ state }) => state);

/** A batch of two labels. The first is leased to a ledger whose last stored token is `MID`. */
const openStored = async (shop: Shop) => {
  await shop.submit(2);
  const fence = await shop.hello({ tokens: [OLD] });
  const [label] = await shop.lease(fence, 1);
  if (!label) throw new Error('nothing leased');
  await storeToken(shop, fence, MID, 3);
  return { fence, label: { ...label, fence } };
};

const storeToken = ({ ctx, clientId }: Shop, fence: number, token: string, seq: number) =>
  storeReports({ ctx, clientId, fence, seq, reports: [], token });

describeEachDatabase((open) => {
  it('calls what is leased uncertain when the ledger lacks the last token, whatever its number', async () => {
    const shop = await openShop(await open());
    await openStored(shop);
    await shop.hello({ tokens: [OLD, NEW], ledgerSeq: 99 });
    expect(await listStates(shop)).toEqual(['uncertain', 'queued']);
    expect((await shop.details())[0]?.reason).toContain('还原');
  });

  it('finds the original out when it comes back behind its copy', async () => {
    const shop = await openShop(await open());
    await openStored(shop);
    // The copy is detected as a fork first; then its history is the valid one.
    const fence = await shop.hello({ tokens: [OLD] });
    await shop.lease(fence, 1);
    await storeToken(shop, fence, NEW, 1);
    await shop.hello({ tokens: [MID], ledgerSeq: 99 });
    expect(await listStates(shop)).toEqual(['uncertain', 'uncertain']);
  });

  it('goes on with a ledger that holds the last token, and newer ones nobody answered for', async () => {
    const shop = await openShop(await open());
    await openStored(shop);
    await shop.hello({ tokens: [OLD, MID, NEW], ledgerSeq: 5 });
    expect(await listStates(shop)).toEqual(['queued', 'queued']);
    // From now on the newest token is the last one.
    const fence = await shop.hello({ tokens: [NEW], ledgerSeq: 5 });
    expect(await shop.lease(fence, 2)).toHaveLength(2);
    await shop.hello({ tokens: [MID], ledgerSeq: 5 });
    expect(await listStates(shop)).toEqual(['uncertain', 'uncertain']);
  });

  it('tells a ledger that goes on what was stored before, and a fork or a first one nothing', async () => {
    const shop = await openShop(await open());
    expect((await shop.accept({ tokens: [OLD] })).storedToken).toBe(null);
    expect((await shop.accept({ tokens: [OLD, MID] })).storedToken).toBe(OLD);
    expect((await shop.accept({ tokens: [MID, NEW] })).storedToken).toBe(MID);
    expect((await shop.accept({ tokens: [OLD] })).storedToken).toBe(null);
    // A release without tokens: it starts labels that the server does not learn of.
    await shop.hello({ ledgerSeq: 9 });
    expect((await shop.accept({ tokens: [OLD], ledgerSeq: 9 })).storedToken).toBe(null);
  });

  it('stores no token of an overtaken connection', async () => {
    const shop = await openShop(await open());
    const { fence } = await openStored(shop);
    await shop.hello({ tokens: [MID], ledgerSeq: 3 });
    expect((await storeToken(shop, fence, NEW, 4)).token).toBeUndefined();
    await shop.hello({ tokens: [MID], ledgerSeq: 3 });
    expect(await listStates(shop)).toEqual(['queued', 'queued']);
  });

  it('goes by the number where a client names no tokens, before its update and after it was taken back', async () => {
    const shop = await openShop(await open());
    await shop.submit(2);
    await shop.lease(await shop.hello({ ledgerSeq: 3 }), 1);
    // After the client's update, its ledger has a first token.
    await shop.hello({ tokens: [OLD], ledgerSeq: 3 });
    expect(await listStates(shop)).toEqual(['queued', 'queued']);
    const fence = await shop.hello({ tokens: [OLD], ledgerSeq: 3 });
    await shop.lease(fence, 1);
    await storeToken(shop, fence, MID, 6);
    // The update is rolled back and later repeated, on a ledger that was written to in between.
    await shop.hello({ ledgerSeq: 6 });
    await shop.lease(await shop.hello({ ledgerSeq: 8 }), 1);
    await shop.hello({ tokens: [NEW], ledgerSeq: 8 });
    expect(await listStates(shop)).toEqual(['queued', 'queued']);
    // An older copy of the ledger.
    await shop.lease(await shop.hello({ ledgerSeq: 8 }), 1);
    await shop.hello({ ledgerSeq: 5 });
    expect(await listStates(shop)).toEqual(['uncertain', 'queued']);
  });

  it('believes no proof from a ledger that went another way', async () => {
    const shop = await openShop(await open());
    const { fence, label } = await openStored(shop);
    await shop.report(fence, [reportFor(label, 'uncertain')], 4);
    const held = [{ detailId: String(label.id), attempt: label.attempt }];
    const forked = await shop.hello({ tokens: [OLD], held });
    const moved = { evidence: 'counter-moved', counterFrom: 1, counterTo: 2 } as const;
    await shop.report(forked, [reportFor(label, 'printed', moved)]);
    expect(await listStates(shop)).toEqual(['uncertain', 'queued']);
  });

  it('calls a label uncertain that the newest connection tells of under a lease that was taken back', async () => {
    const shop = await openShop(await open());
    const { label } = await openStored(shop);
    // A copy without the label returns it and leases it again; the original holds it.
    const copy = await shop.hello({ tokens: [MID], ledgerSeq: 3 });
    await shop.lease(copy, 1);
    const held = [{ detailId: String(label.id), attempt: label.attempt }];
    const fence = await shop.hello({ tokens: [MID], ledgerSeq: 3, held });
    expect(await listStates(shop)).toEqual(['sending', 'queued']);
    await shop.report(fence, [reportFor(label, 'printed')]);
    expect(await listStates(shop)).toEqual(['uncertain', 'queued']);
  });
});
