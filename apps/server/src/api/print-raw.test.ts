import { deflateSync } from 'node:zlib';
import { parsePrintSetup } from '@yunbiao/contract/printing/print-setup';
import { eachDatabase } from '@yunbiao/db/testing';
import { bitmapToPng, createPdfWriter } from '@yunbiao/label';
import { addApiKey, type KeyHolder, savePrintConfig } from '@yunbiao/services';
import {
  addClient,
  addMember,
  addPrinter,
  addSoftware,
  createConfigInput,
  contextForTest,
  type TestContext,
} from '@yunbiao/services/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApi } from './api.ts';

type Answer = { status: number; msg: string; data: Record<string, unknown> };

const ZPL = '^XA^PW480^LL320^FO10,10^A0N,30^FD你好^FS^XZ';
/**
 * The start of every label: the stock of its configuration, and the printer's power-on defaults.
 */
const START = '^MNY^PW400^LL239^PR4^LH0,0^PON^PMN^LRN^BY2,3.0,10^CFA,9,5^FWN^CI0^PA0,0,0,0';
/** What the printer gets: `^CI28` declares the text as UTF-8. */
const PRINTED = `^XA${START}^CI28^PW480^LL320^FO10,10^A0N,30^FD你好^FS^XZ\r\n`;
const base64 = (text: string | Uint8Array): string => Buffer.from(text).toString('base64');

const png = (width: number, height: number): Uint8Array => {
  const stride = (width + 7) >> 3;
  const data = Uint8Array.from({ length: stride * height }, (_, i) => (i * 37) & 0xf0);
  const bitmap = { width, height, stride, data };
  return bitmapToPng(bitmap, (bytes, level) => deflateSync(bytes, { level }));
};

eachDatabase((open) => {
  let ctx: TestContext;
  let api: ReturnType<typeof createApi>;
  let memberId: number;
  let softwareId: number;
  let clientId: number;
  let printerId: number;
  let configId: string;
  let key: string;

  const newKey = (name: string, more: Partial<Pick<KeyHolder, 'kind' | 'scopes'>> = {}) =>
    addApiKey({
      ctx,
      memberId,
      input: { name, kind: more.kind ?? 'live', scopes: [...(more.scopes ?? ['raw', 'read'])] },
    });
  const entitle = (entitlements: object) =>
    ctx.db.kysely
      .updateTable('product')
      .set({ entitlements: JSON.stringify({ apiCallsPerMinute: 1_000, ...entitlements }) })
      .where('is_free', '=', 1)
      .execute();
  const setClient = (set: { features?: string; is_virtual?: number }) =>
    ctx.db.kysely.updateTable('client').set(set).where('id', '=', clientId).execute();

  beforeEach(async () => {
    ctx = contextForTest(await open());
    api = createApi(ctx);
    softwareId = await addSoftware(ctx, 'yunbiao');
    memberId = (await addMember(ctx, 'owner')).id;
    clientId = await addClient(ctx, memberId, softwareId);
    printerId = await addPrinter(ctx, clientId);
    configId = (
      await savePrintConfig({ ctx, memberId, input: createConfigInput(clientId, printerId) })
    ).id;
    await entitle({ labelsPerMonth: 1_000 });
    await setClient({ features: 'found raw' });
    ({ key } = await newKey('ERP'));
  });

  const post = async (body: BodyInit, headers: Record<string, string> = {}): Promise<Answer> => {
    const response = await api.request('/np/api/print/raw', {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, ...headers },
      body,
    });
    return { status: response.status, ...((await response.json()) as Omit<Answer, 'status'>) };
  };
  const raw = (
    more: object = {},
    { by = key, headers = {} }: { by?: string; headers?: Record<string, string> } = {},
  ): Promise<Answer> =>
    post(JSON.stringify({ printConfigId: configId, type: 'zpl', content: ZPL, ...more }), {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${by}`,
      ...headers,
    });
  const jobs = () => ctx.db.kysely.selectFrom('raw_job').selectAll().execute();
  const batches = () => ctx.db.kysely.selectFrom('batch').selectAll().execute();
  const change = (set: object) =>
    ctx.db.kysely.updateTable('print_config').set(set).where('id', '=', Number(configId)).execute();

  describe('a raw label', () => {
    it('is stored as it goes to the printer before it is answered, and is one label of no template', async () => {
      expect(await raw({ batchNo: 'RAW-1' })).toMatchObject({
        status: 200,
        data: { batchNo: 'RAW-1', total: 1 },
      });
      const [job] = await jobs();
      expect(Buffer.from(job?.content ?? '', 'base64').toString()).toBe(PRINTED);
      expect(job).toMatchObject({ type: 'zpl', size: Buffer.byteLength(PRINTED) });
      expect(await batches()).toMatchObject([
        {
          source: 'api',
          software_id: softwareId,
          template_id: null,
          template_name: '原样数据 ZPL',
        },
      ]);
      const response = await api.request('/np/api/print/detail?batchNo=RAW-1', {
        headers: { Authorization: `Bearer ${key}` },
      });
      expect(await response.json()).toMatchObject({
        data: { list: [{ sequence: 1, copy: 1, data: {}, state: 'queued', evidence: 'none' }] },
      });
    });

    it('may come as text, as base64, or as a file of a form', async () => {
      expect((await raw({ content: base64(ZPL), encoding: 'base64' })).status).toBe(200);
      const form = new FormData();
      form.set('printConfigId', configId);
      form.set('type', 'zpl');
      form.set('file', new File([ZPL], 'label.zpl'));
      expect((await post(form)).status).toBe(200);
      const fields = new URLSearchParams({ printConfigId: configId, type: 'zpl', content: ZPL });
      const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
      expect((await post(fields.toString(), type)).status).toBe(200);
      expect(new Set((await jobs()).map(({ content }) => content))).toEqual(
        new Set([base64(PRINTED)]),
      );
      expect((await jobs()).length).toBe(3);
    });

    it('is the same submission by what was sent, not by what goes to the printer', async () => {
      const keyed = { headers: { 'Idempotency-Key': 'order-7788' } };
      const dark = ZPL.replace('^XA', '^XA~SD15^JUS');
      expect((await raw({ content: dark }, keyed)).status).toBe(200);
      expect((await raw({ content: dark }, keyed)).status).toBe(200);
      expect(await raw({}, keyed)).toMatchObject({ status: 409 });
      expect((await jobs()).map(({ content }) => content)).toEqual([base64(PRINTED)]);
    });

    it.each<[string, object, string, string]>([
      ['what is no base64', { content: '!', encoding: 'base64' }, 'content', 'base64'],
      ['nothing', { content: undefined }, 'content', '写一个'],
      ['an empty text', { content: '' }, 'content', '空的'],
      ['too much', { content: `^XA^FX${'x'.repeat(530_000)}^FS^FDx^FS^XZ` }, 'content', '512 KB'],
      ['half a format', { content: '^XA^FDx' }, 'content', '没有配上 ^XZ'],
      [
        'formats that recall each other',
        { content: `^XA^DFR:A^FS^FDx^FS^XZ^XA^DFR:B^FS^XFR:A^FS^XFR:A^FS^XZ^XA^XFR:B^FS^XZ` },
        'content',
        '^DF 存的格式里不能有 ^XF',
      ],
      ['two labels', { content: ZPL + ZPL }, 'content', '要打印 2 张'],
      ['a restart', { content: `~JR${ZPL}` }, 'content', '~JR'],
      ['another language', { type: 'tspl', content: 'CLS\nPRINT 1\n' }, 'type', '不收 TSPL'],
      ['a PDF', { type: 'pdf', content: base64('%PDF-1.7') }, 'type', '不收 PDF'],
      ['what is no type', { type: 'html' }, 'type', ''],
    ])('is refused for %s, and nothing is stored', async (_, more, field, words) => {
      const reply = await raw(more);
      expect(reply.status).toBe(400);
      expect(reply.data.fields).toHaveProperty(field, expect.stringContaining(words));
      expect([await jobs(), await batches()]).toEqual([[], []]);
    });

    it('that is a PDF goes to printers that take documents, a page at a time', async () => {
      await change({ language: 'ipp' });
      await ctx.db.kysely
        .updateTable('printer')
        .set({ language: 'ipp' })
        .where('id', '=', printerId)
        .execute();
      const pdf = (pages: number): string => {
        const made = createPdfWriter({ deflate: (bytes, level) => deflateSync(bytes, { level }) });
        const paper = { widthMm: 50, heightMm: 30 };
        const parts = Array.from({ length: pages }, () => made.addSheet({ paper, labels: [] }));
        return Buffer.concat([...parts, made.finish()]).toString('base64');
      };
      const refused = await raw({ type: 'pdf', content: pdf(2) });
      expect([refused.status, refused.data.fields]).toEqual([
        400,
        { content: '这个 PDF 有 2 页，原样打印一次只收一张：拆成一页一个再发' },
      ]);
      expect(await jobs()).toEqual([]);
      const content = pdf(1);
      expect((await raw({ type: 'pdf', content })).status).toBe(200);
      expect(await jobs()).toMatchObject([{ type: 'pdf', content }]);
      expect((await raw()).data.fields).toEqual({ type: expect.stringContaining('不收 ZPL') });
    });

    it('in ESC/POS may be a receipt longer than any label, and all of it is printed', async () => {
      await change({ language: 'escpos' });
      await ctx.db.kysely
        .updateTable('printer')
        .set({ language: 'escpos' })
        .where('id', '=', printerId)
        .execute();
      const receipt = 'tea 2 9.00\n'.repeat(200);
      expect((await raw({ type: 'escpos', content: base64(`${receipt}thanks`) })).status).toBe(200);
      const [job] = await jobs();
      expect(Buffer.from(job?.content ?? '', 'base64').toString()).toBe(`\x1b@${receipt}thanks\n`);
      const endless = await raw({ type: 'escpos', content: base64(receipt.repeat(3)) });
      expect(endless.data.fields).toEqual({ content: expect.stringContaining('最多 2000 mm') });
    });

    it.each([{ groupId: '1' }, { groupName: '发货台' }])(
      'is refused for a group of printers, and told at %j',
      async (group) => {
        const reply = await raw({ printConfigId: undefined, ...group });
        expect([reply.status, reply.data.fields]).toEqual([
          400,
          {
            [Object.keys(group)[0] ?? '']: expect.stringContaining('不能打印到打印机组') as string,
          },
        ]);
        expect((await raw({ printConfigId: undefined })).data.fields).toHaveProperty(
          'printConfigId',
        );
        expect(await batches()).toEqual([]);
      },
    );

    it('is printed once, however often it is sent', async () => {
      const many = await Promise.all(Array.from({ length: 6 }, () => raw({ batchNo: 'RAW-7' })));
      expect(new Set(many.map(({ status }) => status))).toEqual(new Set([200]));
      const keyed = { headers: { 'Idempotency-Key': 'parcel-118' } };
      expect((await raw({}, keyed)).data).toEqual((await raw({}, keyed)).data);
      expect(await raw({ content: ZPL.replace('30', '31') }, keyed)).toMatchObject({ status: 409 });
      expect(await raw({ batchNo: 'RAW-7', content: ZPL.replace('30', '31') })).toMatchObject({
        status: 409,
      });
      expect(await jobs()).toHaveLength(2);
    });

    it('counts as one label of the plan its print client is of', async () => {
      await entitle({ labelsPerMonth: 1 });
      expect((await raw()).status).toBe(200);
      expect(await raw()).toMatchObject({ status: 402, data: { left: 0 } });
    });

    it('needs a key that may, and a test key a virtual printer', async () => {
      const { key: by } = await newKey('只打印', { scopes: ['print', 'read'] });
      expect(await raw({}, { by })).toMatchObject({ status: 403, msg: '这个密钥不能原样打印' });
      const { key: test } = await newKey('联调', { kind: 'test' });
      expect(await raw({}, { by: test })).toMatchObject({
        status: 403,
        msg: expect.stringContaining('虚拟打印机'),
      });
      await setClient({ is_virtual: 1 });
      expect((await raw({}, { by: test })).status).toBe(200);
    });

    it('goes to nobody else’s printer, nor to a client that cannot', async () => {
      const stranger = await addMember(ctx, 'stranger');
      const { key: by } = await addApiKey({
        ctx,
        memberId: stranger.id,
        input: { name: 'x', kind: 'live', scopes: ['raw'] },
      });
      expect((await raw({}, { by })).status).toBe(404);
      await setClient({ features: 'found' });
      expect(await raw()).toMatchObject({ status: 409, msg: expect.stringContaining('太旧') });
      expect(await batches()).toEqual([]);
    });

    it('is refused while too much of the member’s waits', async () => {
      await raw({ batchNo: 'RAW-1' });
      const large = { size: 64 * 1024 * 1024 };
      await ctx.db.kysely.updateTable('raw_job').set(large).execute();
      expect(await raw()).toMatchObject({ status: 409, msg: expect.stringContaining('太多') });
      await ctx.db.kysely.updateTable('batch').set({ finished_at: ctx.now() }).execute();
      expect((await raw()).status).toBe(200);
      expect((await jobs()).map(({ content }) => content === null)).toEqual([true, false]);
    });
  });

  describe('a picture', () => {
    it('is a label of ours that nothing scales, whatever the printer feeds', async () => {
      await change({ pitch_scale: 9_900 });
      expect((await raw({ type: 'png', content: base64(png(301, 173)) })).status).toBe(200);
      const [batch] = await batches();
      expect(parsePrintSetup(batch?.setup ?? '').pitchScale).toBe(100);
      expect(JSON.parse(batch?.template ?? '')).toMatchObject({
        elements: [{ type: 'image', widthMm: 301 / 8, heightMm: 173 / 8 }],
      });
      expect(await jobs()).toEqual([]);
    });

    it('is printed by clients of before there was this, and in any language', async () => {
      await setClient({ features: '' });
      await change({ language: 'tspl' });
      await ctx.db.kysely.updateTable('printer').set({ language: 'tspl' }).execute();
      expect((await raw({ type: 'png', content: base64(png(8, 8)) })).status).toBe(200);
      expect(await batches()).toMatchObject([{ template_name: '图片 8 × 8', template_id: null }]);
    });

    it('that is larger than its label, no PNG, or a bomb is refused by its header', async () => {
      const refused = async (content: string, words: string) => {
        const reply = await raw({ type: 'png', content });
        expect([reply.status, reply.data.fields]).toEqual([
          400,
          { content: expect.stringContaining(words) as string },
        ]);
      };
      await refused(base64(png(401, 8)), '只有 400 × 240 点');
      await refused(base64('GIF89a'), '不是 PNG');
      const bomb = Buffer.from(png(8, 8));
      bomb.writeUInt32BE(60_000, 16);
      bomb.writeUInt32BE(60_000, 20);
      await refused(base64(bomb), '60000 × 60000');
      await refused(base64(png(8, 8).subarray(0, 60)), '没有保存完整');
      // Decoded before the transaction starts, so a disabled configuration is not reported yet.
      await change({ enabled: 0 });
      await refused(base64(png(8, 8).subarray(0, 60)), '没有保存完整');
      await change({ enabled: 1 });
      await change({ rotation: 90 });
      expect((await raw({ type: 'png', content: base64(png(240, 400)) })).status).toBe(200);
    });
  });
});
