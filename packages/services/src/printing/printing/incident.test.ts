import { MAX_RESOLVED_LABELS } from '@yunbiao/contract/limits/print';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { openShop, reportFor, type Shop } from '../dispatch/testing.ts';
import { addMember } from '../../testing.ts';
import { getBatchInfo } from './batch-list.ts';
import { listOpenIncidents } from './incidents/incident-list.ts';
import { resolveIncident } from './incidents/incident-settle.ts';

type Seen = { id: string; attempt: number };

describeEachDatabase((open) => {
  let shop: Shop;
  let fence: number;
  let batchNo: string;

  /** The client leases the next labels and reports all of them as uncertain. */
  const lose = async (labels: number, reason: string): Promise<Seen[]> => {
    const taken = await shop.lease(fence, labels);
    const reports = taken.map((detail) => reportFor(detail, 'uncertain', { fence, reason }));
    await shop.report(fence, reports);
    return taken.map(({ id, attempt }) => ({ id: String(id), attempt }));
  };
  const batchNos = async (): Promise<string[]> =>
    (await shop.ctx.db.kysely.selectFrom('batch').select('batch_no').orderBy('id').execute()).map(
      (row) => row.batch_no,
    );
  const listOpen = (input: { batchNo?: string } = {}, memberId = shop.memberId) =>
    listOpenIncidents({ ctx: shop.ctx, whose: { memberId, softwareId: null }, input });
  const listIncidents = async (memberId = shop.memberId) => (await listOpen({}, memberId)).list;
  const settle = (
    word: { printed?: Seen[]; reprint?: Seen[]; newFonts?: boolean },
    { memberId, no } = { memberId: shop.memberId, no: batchNo },
  ) =>
    resolveIncident({
      ctx: shop.ctx,
      memberId,
      input: { batchNo: no, printed: [], reprint: [], ...word },
    });
  const listStates = async (): Promise<string[]> =>
    (await shop.details()).map(({ state, attempt }) => `${state} ${attempt}`);

  beforeEach(async () => {
    shop = await openShop(await open());
    await shop.submit(5);
    fence = await shop.hello();
    batchNo = (await batchNos())[0] ?? '';
  });

  describe('an incident', () => {
    it('is all labels one cut left behind in a batch, and another cut is another one', async () => {
      const cut = await lose(2, '打印机停过（缺纸）');
      shop.ctx.pass(60_000);
      const later = await lose(1, '打印机停过（缺纸）');
      const elsewhere = await lose(1, '连接中断');
      expect(
        (await listIncidents()).map(({ reason, labels }) => [reason, labels.map(({ id }) => id)]),
      ).toEqual(
        expect.arrayContaining([
          ['打印机停过（缺纸）', later.map(({ id }) => id)],
          ['连接中断', elsewhere.map(({ id }) => id)],
        ]),
      );
      expect((await listIncidents()).at(-1)?.labels.map(({ id }) => id)).toEqual(
        cut.map(({ id }) => id),
      );
    });

    it('does not mix two batches, and is no other member’s', async () => {
      await shop.submit(1);
      await lose(6, '连接中断');
      const [, second] = await batchNos();
      expect((await listIncidents()).map(({ batchNo: no, labels }) => [no, labels.length])).toEqual(
        expect.arrayContaining([
          [batchNo, 5],
          [second, 1],
        ]),
      );
      const stranger = await addMember(shop.ctx, 'stranger');
      expect(await listIncidents(stranger.id)).toEqual([]);
    });
  });

  describe('what the page is told of labels that wait for a word', () => {
    it('is their names; whole labels are sent when one batch is asked about', async () => {
      const [seen] = await lose(1, '连接中断');
      const named = { ...seen, sequence: 1, title: '1', sheetRow: null };
      const [overview] = (await listOpen()).list;
      expect(overview?.labels).toEqual([named]);
      const [ofBatch] = (await listOpen({ batchNo })).list;
      expect(ofBatch?.labels).toMatchObject([
        { ...named, whole: { ...named, state: 'uncertain', data: { 货号: '1' } } },
      ]);
    });

    it('is of the newest when there are more than are asked about at once', async () => {
      await shop.ctx.db.kysely
        .updateTable('batch')
        .set({ total: MAX_RESOLVED_LABELS + 2 })
        .execute();
      const [one] = await shop.details();
      if (!one) throw new Error('no label');
      const { id: _, ...row } = one;
      const more = Array.from({ length: MAX_RESOLVED_LABELS - 3 }, (_one, at) => ({
        ...row,
        sequence: 6 + at,
        queue_order: row.queue_order + 5 + at,
      }));
      await shop.ctx.db.kysely.insertInto('detail').values(more).execute();
      await shop.ctx.db.kysely
        .updateTable('detail')
        .set({ state: 'uncertain', reason: '连接中断', finished_at: shop.ctx.now() })
        .execute();
      for (const input of [{}, { batchNo }]) {
        const { list, hasMore } = await listOpen(input);
        const sequences = list.flatMap(({ labels }) => labels.map(({ sequence }) => sequence));
        expect([list.length, hasMore]).toEqual([1, true]);
        expect(sequences).toEqual(
          Array.from({ length: MAX_RESOLVED_LABELS }, (_one, at) => at + 3),
        );
      }
    });
  });

  describe("the member's word on an incident", () => {
    it('settles all of it at once: what came out, and what is sent again in its order', async () => {
      const [a, b, c] = (await lose(3, '缺纸')) as [Seen, Seen, Seen];
      expect(await settle({ printed: [a], reprint: [b, c] })).toEqual({
        printed: 1,
        reprint: 2,
        unchanged: 0,
      });
      // In queue order: the two that still wait, then these.
      expect(await listStates()).toEqual([
        'printed 1',
        'queued 1',
        'queued 1',
        'queued 2',
        'queued 2',
      ]);
      const rows = await shop.details();
      expect(rows.slice(3).map(({ id }) => String(id))).toEqual([b.id, c.id]);
      expect(rows[0]?.evidence).toBe('member');
      expect(await listIncidents()).toEqual([]);
    });

    it('is taken when fonts have changed only from who knows that they have', async () => {
      const [a, b] = (await lose(2, '缺纸')) as [Seen, Seen];
      await shop.ctx.db.kysely
        .updateTable('batch')
        .set({ fonts: 'a'.repeat(64) })
        .execute();
      await expect(settle({ printed: [a], reprint: [b] })).rejects.toMatchObject({
        code: 409,
        data: { reason: 'fonts-changed' },
      });
      expect((await listStates()).slice(0, 2)).toEqual(['uncertain 1', 'uncertain 1']);
      // Printed labels are not drawn again.
      expect(await settle({ printed: [a] })).toMatchObject({ printed: 1 });
      expect(await settle({ reprint: [b], newFonts: true })).toMatchObject({ reprint: 1 });
    });

    it('said twice prints once, also when the label has failed again in between', async () => {
      const seen = await lose(2, '缺纸');
      await settle({ reprint: seen });
      expect(await settle({ reprint: seen })).toEqual({ printed: 0, reprint: 0, unchanged: 2 });
      expect(await settle({ printed: seen })).toMatchObject({ printed: 0, unchanged: 2 });
      await lose(5, '又缺纸');
      expect(await settle({ reprint: seen })).toMatchObject({ reprint: 0, unchanged: 2 });
      expect((await shop.details()).map(({ attempt }) => attempt)).toEqual([1, 1, 1, 2, 2]);
    });

    it('said in two tabs at once counts once', async () => {
      const seen = await lose(3, '缺纸');
      const answers = await Promise.all([
        settle({ reprint: seen }),
        settle({ reprint: seen }),
        settle({ printed: seen }),
      ]);
      const changed = answers.filter(({ unchanged }) => unchanged === 0);
      expect(changed).toHaveLength(1);
      expect(answers.filter(({ unchanged }) => unchanged === 3)).toHaveLength(2);
      const attempts = (await shop.details()).map(({ attempt }) => attempt);
      expect(Math.max(...attempts)).toBeLessThanOrEqual(2);
    });

    it('is all or nothing when there is no place left in the quota', async () => {
      const seen = await lose(2, '缺纸');
      // As after a month, when their quota was released.
      await shop.ctx.db.kysely
        .updateTable('detail')
        .set({ charged_at: null })
        .where('id', '=', Number(seen[1]?.id))
        .execute();
      await shop.submit(96);
      await expect(settle({ reprint: seen })).rejects.toMatchObject({ code: 402 });
      expect((await listStates()).slice(0, 2)).toEqual(['uncertain 1', 'uncertain 1']);
    });

    it('takes no more places of the quota than there are', async () => {
      const seen = await lose(2, '缺纸');
      await shop.ctx.db.kysely.updateTable('detail').set({ charged_at: null }).execute();
      await shop.submit(99);
      await expect(settle({ reprint: seen })).rejects.toMatchObject({ code: 402 });
      await settle({ reprint: seen.slice(0, 1) });
      expect(await shop.used()).toBe(100);
    });

    it("is taken of no other member's labels, of no other batch's and not of nothing", async () => {
      const seen = await lose(1, '缺纸');
      const stranger = await addMember(shop.ctx, 'stranger');
      await expect(
        settle({ printed: seen }, { memberId: stranger.id, no: batchNo }),
      ).rejects.toMatchObject({ code: 404 });
      await shop.submit(1);
      const [, other = ''] = await batchNos();
      await expect(
        settle({ printed: seen }, { memberId: shop.memberId, no: other }),
      ).rejects.toMatchObject({ code: 404 });
      await expect(settle({})).rejects.toMatchObject({ code: 400 });
      await expect(settle({ printed: seen, reprint: seen })).rejects.toMatchObject({ code: 400 });
      expect((await listStates())[0]).toBe('uncertain 1');
    });
  });

  describe('a batch behind another one', () => {
    it('says how many labels are before its own, and how its printer is', async () => {
      await shop.submit(2);
      const [, second = ''] = await batchNos();
      const getInfo = (no: string) =>
        getBatchInfo({ ctx: shop.ctx, memberId: shop.memberId, batchNo: no });
      expect((await getInfo(second)).ahead).toBe(0);
      const taken = await shop.lease(fence, 4);
      expect((await getInfo(second)).ahead).toBe(4);
      taken.push(...(await shop.lease(fence, 2)));
      expect((await getInfo(batchNo)).ahead).toBe(0);
      expect((await getInfo(second)).ahead).toBe(5);
      await shop.report(
        fence,
        taken.slice(0, 5).map((detail) => reportFor(detail, 'printed', { fence })),
      );
      expect(await getInfo(second)).toMatchObject({ ahead: 0, printerState: 'offline' });
      expect(await getInfo(batchNo)).toMatchObject({ state: 'done', ahead: 0 });
    });
  });
});
