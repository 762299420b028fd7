import { runTransaction } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import {
  authenticate,
  createBus,
  logout,
  markNoticesRead,
  savePrintConfig,
  sendNotice,
  applyDetailChanges,
  submitBatch,
} from '@yunbiao/services';
import {
  addClient,
  addMember,
  addPrinter,
  addSoftware,
  addTemplate,
  createConfigInput,
  createTestContext,
  createPrintInput,
  type TestContext,
  type TestMember,
} from '@yunbiao/services/testing';
import { readXlsx } from 'hucre/xlsx';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApi } from './api.ts';

describeEachDatabase((open) => {
  let ctx: TestContext;
  let api: ReturnType<typeof createApi>;
  let member: TestMember;
  let submit: (rows: Record<string, string>[]) => Promise<string>;

  beforeEach(async () => {
    ctx = createTestContext(await open());
    api = createApi(ctx);
    const softwareId = await addSoftware(ctx, 'yunbiao');
    member = await addMember(ctx, 'watcher');
    const clientId = await addClient(ctx, member.id, softwareId);
    const templateId = await addTemplate(ctx, softwareId);
    const config = await savePrintConfig({
      ctx,
      memberId: member.id,
      input: createConfigInput(clientId, await addPrinter(ctx, clientId)),
    });
    submit = async (rows) => {
      const input = createPrintInput(config.id, templateId, { rows });
      return (await submitBatch({ ctx, memberId: member.id, softwareId, input })).batchNo;
    };
  });

  const open_ = async () => {
    const response = await api.request('/np/api/uc/printEvents', {
      headers: { 'X-Token': member.token, 'X-Domain': 'yunbiao' },
    });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    const readAnyEvent = async () => (await reader?.read())?.value;
    /** The next event about labels: events with the number of unread notices are skipped. */
    const readNextEvent = async (): Promise<string | undefined> => {
      const event = await readAnyEvent();
      return event?.startsWith('event: notice') ? readNextEvent() : event;
    };
    return { response, next: readNextEvent, any: readAnyEvent, reader };
  };

  describe('live events', () => {
    it('leave nobody listening when only the headers are asked for', async () => {
      let listening = 0;
      const { on } = ctx.bus;
      ctx.bus.on = (...args) => {
        listening += 1;
        const off = on(...args);
        return () => {
          listening -= 1;
          off();
        };
      };
      const init = { method: 'HEAD', headers: { 'X-Token': member.token } };
      const response = await api.request('/np/api/uc/printEvents', init);
      expect(response.headers.get('content-type')).toMatch('text/event-stream');
      expect(listening).toBe(0);
    });

    it('begin with resync and carry what happens to the member, and to nobody else', async () => {
      const { response, next, reader } = await open_();
      expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
      expect(await next()).toBe('event: resync\ndata: {"type":"resync"}\n\n');
      ctx.bus.emit('print', {
        memberId: member.id + 1,
        event: { type: 'client', id: '1', online: true },
      });
      const batchNo = await submit([{ 货号: '1' }]);
      expect(await next()).toMatch(new RegExp(`^event: batch\\ndata: .*"batchNo":"${batchNo}"`));
      await reader?.cancel();
    });

    it('begin again when events of other servers were lost', async () => {
      const { any, reader } = await open_();
      expect(await any()).toContain('resync');
      expect(await any()).toContain('"unread":0');
      ctx.bus.emit('events-lost', {});
      ctx.bus.emit('events-lost', {});
      expect(await any()).toContain('resync');
      expect(await any()).toContain('"unread":0');
      await runTransaction(ctx.db, (tx) => tx.deleteFrom('session').execute());
      ctx.bus.emit('events-lost', {});
      expect(await any()).toBeUndefined();
      await reader?.cancel();
    });

    it('are read again when two servers report on the same row at about the same time', async () => {
      const nodes = {
        dataFolderId: 'a',
        findNode: () => null,
        call: () => Promise.reject(new Error()),
      };
      const bus = createBus((error) => {
        throw error;
      });
      api = createApi({ ...ctx, bus, nodes });
      const { next, reader } = await open_();
      expect(await next()).toContain('resync');
      const event = { type: 'client', id: '7', online: true } as const;
      const print = { memberId: member.id, event };
      bus.receive('b', 'print', print);
      bus.receive('b', 'print', print);
      expect([await next(), await next()]).toEqual([
        expect.stringContaining('event: client'),
        expect.stringContaining('event: client'),
      ]);
      bus.emit('print', print);
      expect(await next()).toContain('event: client');
      expect(await next()).toContain('resync');
      await reader?.cancel();
    });

    it('tell how many notices are unread, at first and at each change', async () => {
      const { any, reader } = await open_();
      const other = await addMember(ctx, 'neighbour');
      const formatNoticeEvent = (unread: number) =>
        `event: notice\ndata: {"type":"notice","unread":${unread}}\n\n`;
      const words = { title: '维护', text: '', path: '' };
      expect([await any(), await any()]).toEqual([
        expect.stringContaining('resync'),
        formatNoticeEvent(0),
      ]);
      await sendNotice({ ctx, to: 'member', username: 'neighbour', ...words });
      await sendNotice({ ctx, to: 'member', username: 'watcher', ...words });
      expect(await any()).toBe(formatNoticeEvent(1));
      await markNoticesRead({ ctx, memberId: member.id, id: null });
      expect(await any()).toBe(formatNoticeEvent(0));
      expect(other.id).not.toBe(member.id);
      await reader?.cancel();
    });

    it('of one member are so many: the oldest gives way to one more', async () => {
      api = createApi(ctx, { streams: { perMember: 2, perAddress: 10, total: 10 } });
      const [first, second] = [await open_(), await open_()];
      const third = await open_();
      await first.next();
      expect(await first.next()).toBeUndefined();
      for (const { next, reader } of [second, third]) {
        expect(await next()).toContain('resync');
        await reader?.cancel();
      }
    });

    it('of one address and of all are so many: one more is refused for a while', async () => {
      const subscribeFrom = (remoteAddress: string) =>
        api.request(
          '/np/api/uc/printEvents',
          { headers: { 'X-Token': member.token, 'X-Domain': 'yunbiao' } },
          { incoming: { socket: { remoteAddress } } },
        );
      api = createApi(ctx, { streams: { perMember: 10, perAddress: 2, total: 3 } });
      const open = [await subscribeFrom('10.0.0.1'), await subscribeFrom('10.0.0.1')];
      const refused = await subscribeFrom('10.0.0.1');
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
      expect(await refused.json()).toMatchObject({ code: 429, msg: '实时连接太多，请稍后重试' });
      open.push(await subscribeFrom('10.0.0.2'));
      expect((await subscribeFrom('10.0.0.3')).status).toBe(429);
      await open[0]?.body?.cancel();
      const next = await subscribeFrom('10.0.0.1');
      expect(next.status).toBe(200);
      for (const one of [...open.slice(1), next]) await one.body?.cancel();
    });

    it('end when the session does', async () => {
      const { next } = await open_();
      await next();
      const signedIn = await authenticate({ ctx, token: member.token });
      if (!signedIn) throw new Error('not signed in');
      await logout({ ctx, signedIn, address: '' });
      expect(await next()).toBeUndefined();
    });

    it('tell a reader who fell behind to read everything again', async () => {
      const { next, reader } = await open_();
      for (let i = 0; i < 3_000; i += 1) {
        ctx.bus.emit('print', {
          memberId: member.id,
          event: { type: 'client', id: String(i), online: true },
        });
      }
      // Reads the buffered events: then there is room again.
      while (!(await next())?.includes('"id":"1998"'));
      ctx.bus.emit('print', {
        memberId: member.id,
        event: { type: 'client', id: 'x', online: true },
      });
      const rest = [await next(), await next()];
      expect(rest.at(-1)).toContain('resync');
      await reader?.cancel();
    });
  });

  describe('workbooks', () => {
    const downloadWorkbook = async (path: string) => {
      const response = await api.request(path, {
        headers: { 'X-Token': member.token, 'X-Domain': 'yunbiao' },
      });
      expect(response.headers.get('content-disposition')).toBe(
        'attachment; filename="table-export.xlsx"',
      );
      const { sheets } = await readXlsx(new Uint8Array(await response.arrayBuffer()));
      return sheets[0]?.rows ?? [];
    };

    it('keep leading zeros and long numbers, and turn no text into a formula', async () => {
      const batchNo = await submit([
        { 货号: '00123' },
        { 货号: '=1+1' },
        { 品名: '6900000203509123' },
        { 品名: 'a\u0001\ud800b' },
      ]);
      const rows = await downloadWorkbook('/np/api/uc/detailExport');
      expect(rows[0]?.slice(0, 5)).toEqual(['批次号', '序号', '第几份', '第几次', '内容']);
      expect(rows.slice(1).map((row) => [row[0], row[1], row[4]])).toEqual([
        [batchNo, 4, 'a\ufffdb'],
        [batchNo, 3, '6900000203509123'],
        [batchNo, 2, '=1+1'],
        [batchNo, 1, '00123'],
      ]);
    });

    it('have a column for each field', async () => {
      await submit([{ 货号: '00123', 品名: '香皂' }, { 品名: '=1+1' }]);
      const [head = [], ...rows] = await downloadWorkbook('/np/api/uc/detailExport');
      const at = head.indexOf('内容') + 1;
      expect(head[head.indexOf('状态') - 1]).not.toBe('内容');
      expect(new Set(head.slice(at, head.indexOf('状态')))).toEqual(new Set(['品名', '货号']));
      const list = (name: string) => rows.map((row) => row[head.indexOf(name)]);
      expect(list('品名')).toEqual(['=1+1', '香皂']);
      expect(list('货号')).toEqual([null, '00123']);
    });

    it("hold the filtered batches with their counts, in China's time", async () => {
      const batchNo = await submit([{ 货号: '1' }, { 货号: '2' }]);
      const ids = await ctx.db.kysely.selectFrom('detail').select('id').execute();
      await runTransaction(ctx.db, (tx) =>
        applyDetailChanges({
          ctx,
          tx,
          changes: [{ ids: ids.map((row) => row.id), set: { state: 'printed' } }],
        }),
      );
      const rows = await downloadWorkbook('/np/api/uc/printStatExport');
      const [header = [], first = []] = rows;
      const getCell = (name: string) => first[header.indexOf(name)];
      expect([getCell('批次号'), getCell('状态'), getCell('张数'), getCell('已打印')]).toEqual([
        batchNo,
        '完成',
        2,
        2,
      ]);
      expect(getCell('提交时间（北京时间）')).toEqual(new Date(ctx.now() + 8 * 3_600_000));
      expect(await downloadWorkbook('/np/api/uc/printStatExport?source=excel')).toHaveLength(1);
    });

    it('say source, state and evidence in the words of the pages', async () => {
      await submit([{ 货号: '1' }]);
      await ctx.db.kysely
        .updateTable('detail')
        .set({ state: 'printed', evidence: 'counter-moved' })
        .execute();
      const [heads = [], batch = []] = await downloadWorkbook('/np/api/uc/printStatExport');
      expect(batch[heads.indexOf('来源')]).toBe('网页');
      const [names = [], label = []] = await downloadWorkbook('/np/api/uc/detailExport');
      expect([label[names.indexOf('状态')], label[names.indexOf('凭据')]]).toEqual([
        '已打印',
        '计数器走了',
      ]);
    });

    it('reach beyond one page of rows', async () => {
      await ctx.db.kysely
        .updateTable('product')
        .set({ entitlements: '{"labelsPerMonth":5000}' })
        .execute();
      await submit(Array.from({ length: 2_500 }, (_, i) => ({ 货号: String(i) })));
      expect(await downloadWorkbook('/np/api/uc/detailExport')).toHaveLength(2_501);
    });

    it('answer with a message instead when the filter is wrong', async () => {
      const response = await api.request('/np/api/uc/detailExport?from=2026-11-02&to=2026-11-01', {
        headers: { 'X-Token': member.token },
      });
      expect(await response.json()).toMatchObject({
        state: 'fail',
        code: 400,
        msg: '开始日期不能晚于结束日期',
      });
    });
  });
});
