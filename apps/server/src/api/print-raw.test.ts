import { deflateSync } from 'node:zlib';
import { parsePrintSetup } from '@yunbiao/contract/printing/print-setup';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { bitmapToPng, createPdfWriter } from '@yunbiao/label';
import { addApiKey, type KeyHolder, savePrintConfig } from '@yunbiao/services';
import {
  addClient,
  addMember,
  addPrinter,
  addSoftware,
  createConfigInput,
  createTestContext,
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
const toBase64 = (text: string | Uint8Array): string => Buffer.from(text).toString('base64');

const createPng = (width: number, height: number): Uint8Array => {
  const stride = (width + 7) >> 3;
  const data = Uint8Array.from({ length: stride * height }, (_, i) => (i * 37) & 0xf0);
  const bitmap = { width, height, stride, data };
  return bitmapToPng(bitmap, (bytes, level) => deflateSync(bytes, { level }));
};

describeEachDatabase((open) => {
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
  const setEntitlements = (entitlements: object) =>
    ctx.db.kysely
      .updateTable('product')
      .set({ entitlements: JSON.stringify({ apiCallsPerMinute: 1_000, ...entitlements }) })
      .where('is_free', '=', 1)
      .execute();
  const setClient = (set: { features?: string; is_virtual?: number }) =>
    ctx.db.kysely.updateTable('client').set(set).where('id', '=', clientId).execute();

  beforeEach(async () => {
    ctx = createTestContext(await open());
    api = createApi(ctx);
    softwareId = await addSoftware(ctx, 'yunbiao');
    memberId = (await addMember(ctx, 'owner')).id;
    clientId = await addClient(ctx, memberId, softwareId);
    printerId = await addPrinter(ctx, clientId);
    configId = (
      await savePrintConfig({ ctx, memberId, input: createConfigInput(clientId, printerId) })
    ).id;
    await setEntitlements({ labelsPerMonth: 1_000 });
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
  const submitRaw = (
    more: object = {},
    { by = key, headers = {} }: { by?: string; headers?: Record<string, string> } = {},
  ): Promise<Answer> =>
    post(JSON.stringify({ printConfigId: configId, type: 'zpl', content: ZPL, ...more }), {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${by}`,
      ...headers,
    });
  const listRawJobs = () => ctx.db.kysely.selectFrom('raw_job').selectAll().execute();
  const listBatches = () => ctx.db.kysely.selectFrom('batch').selectAll().execute();
  const change = (set: object) =>
    ctx.db.kysely.updateTable('print_config').set(set).where('id', '=', Number(configId)).execute();

  describe('a raw label', () => {
    it('is stored as it goes to the printer before it is answered, and is one label of no template', async () => {
      expect(await submitRaw({ batchNo: 'RAW-1' })).toMatchObject({
        status: 200,
        data: { batchNo: 'RAW-1', total: 1 },
      });
      const [job] = await listRawJobs();
      expect(Buffer.from(job?.content ?? '', 'base64').toString()).toBe(PRINTED);
      expect(job).toMatchObject({ type: 'zpl', size: Buffer.byteLength(PRINTED) });
      expect(await listBatches()).toMatchObject([
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
      expect((await submitRaw({ content: toBase64(ZPL), encoding: 'base64' })).status).toBe(200);
      const form = new FormData();
      form.set('printConfigId', configId);
      form.set('type', 'zpl');
      form.set('file', new File([ZPL], 'label.zpl'));
      expect((await post(form)).status).toBe(200);
      const fields = new URLSearchParams({ printConfigId: configId, type: 'zpl', content: ZPL });
      const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
      expect((await post(fields.toString(), type)).status).toBe(200);
      expect(new Set((await listRawJobs()).map(({ content }) => content))).toEqual(
        new Set([toBase64(PRINTED)]),
      );
      expect((await listRawJobs()).length).toBe(3);
    });

    it('is the same submission by what was sent, not by what goes to the printer', async () => {
      const keyed = { headers: { 'Idempotency-Key': 'order-7788' } };
      const dark = ZPL.replace('^XA', '^XA~SD15^JUS');
      expect((await submitRaw({ content: dark }, keyed)).status).toBe(200);
      expect((await submitRaw({ content: dark }, keyed)).status).toBe(200);
      expect(await submitRaw({}, keyed)).toMatchObject({ status: 409 });
      expect((await listRawJobs()).map(({ content }) => content)).toEqual([toBase64(PRINTED)]);
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
      ['a PDF', { type: 'pdf', content: toBase64('%PDF-1.7') }, 'type', '不收 PDF'],
      ['what is no type', { type: 'html' }, 'type', ''],
    ])('is refused for %s, and nothing is stored', async (_, more, field, words) => {
      const reply = await submitRaw(more);
      expect(reply.status).toBe(400);
      expect(reply.data.fields).toHaveProperty(field, expect.stringContaining(words));
      expect([await listRawJobs(), await listBatches()]).toEqual([[], []]);
    });

    it('that is a PDF goes to printers that take documents, a page at a time', async () => {
      await change({ language: 'ipp' });
      await ctx.db.kysely
        .updateTable('printer')
        .set({ language: 'ipp' })
        .where('id', '=', printerId)
        .execute();
      const createPdf = (pages: number): string => {
        const made = createPdfWriter({ deflate: (bytes, level) => deflateSync(bytes, { level }) });
        const paper = { widthMm: 50, heightMm: 30 };
        const parts = Array.from({ length: pages }, () => made.addSheet({ paper, labels: [] }));
        return Buffer.concat([...parts, made.finish()]).toString('base64');
      };
      const refused = await submitRaw({ type: 'pdf', content: createPdf(2) });
      expect([refused.status, refused.data.fields]).toEqual([
        400,
        { content: '这个 PDF 有 2 页，原样打印一次只收一张：拆成一页一个再发' },
      ]);
      expect(await listRawJobs()).toEqual([]);
      const content = createPdf(1);
      expect((await submitRaw({ type: 'pdf', content })).status).toBe(200);
      expect(await listRawJobs()).toMatchObject([{ type: 'pdf', content }]);
      expect((await submitRaw()).data.fields).toEqual({
        type: expect.stringContaining('不收 ZPL'),
      });
    });

    it('in ESC/POS may be a receipt longer than any label, and all of it is printed', async () => {
      await change({ language: 'escpos' });
      await ctx.db.kysely
        .updateTable('printer')
        .set({ language: 'escpos' })
        .where('id', '=', printerId)
        .execute();
      const receipt = 'tea 2 9.00\n'.repeat(200);
      expect(
        (await submitRaw({ type: 'escpos', content: toBase64(`${receipt}thanks`) })).status,
      ).toBe(200);
      const [job] = await listRawJobs();
      expect(Buffer.from(job?.content ?? '', 'base64').toString()).toBe(`\x1b@${receipt}thanks\n`);
      const endless = await submitRaw({ type: 'escpos', content: toBase64(receipt.repeat(3)) });
      expect(endless.data.fields).toEqual({ content: expect.stringContaining('最多 2000 mm') });
    });

    it.each([{ groupId: '1' }, { groupName: '发货台' }])(
      'is refused for a group of printers, and told at %j',
      async (group) => {
        const reply = await submitRaw({ printConfigId: undefined, ...group });
        expect([reply.status, reply.data.fields]).toEqual([
          400,
          {
            [Object.keys(group)[0] ?? '']: expect.stringContaining('不能打印到打印机组') as string,
          },
        ]);
        expect((await submitRaw({ printConfigId: undefined })).data.fields).toHaveProperty(
          'printConfigId',
        );
        expect(await listBatches()).toEqual([]);
      },
    );

    it('is printed once, however often it is sent', async () => {
      const many = await Promise.all(
        Array.from({ length: 6 }, () => submitRaw({ batchNo: 'RAW-7' })),
      );
      expect(new Set(many.map(({ status }) => status))).toEqual(new Set([200]));
      const keyed = { headers: { 'Idempotency-Key': 'parcel-118' } };
      expect((await submitRaw({}, keyed)).data).toEqual((await submitRaw({}, keyed)).data);
      expect(await submitRaw({ content: ZPL.replace('30', '31') }, keyed)).toMatchObject({
        status: 409,
      });
      expect(await submitRaw({ batchNo: 'RAW-7', content: ZPL.replace('30', '31') })).toMatchObject(
        {
          status: 409,
        },
      );
      expect(await listRawJobs()).toHaveLength(2);
    });

    it('counts as one label of the plan its print client is of', async () => {
      await setEntitlements({ labelsPerMonth: 1 });
      expect((await submitRaw()).status).toBe(200);
      expect(await submitRaw()).toMatchObject({ status: 402, data: { left: 0 } });
    });

    it('needs a key that may, and a test key a virtual printer', async () => {
      const { key: by } = await newKey('只打印', { scopes: ['print', 'read'] });
      expect(await submitRaw({}, { by })).toMatchObject({
        status: 403,
        msg: '这个密钥不能原样打印',
      });
      const { key: test } = await newKey('联调', { kind: 'test' });
      expect(await submitRaw({}, { by: test })).toMatchObject({
        status: 403,
        msg: expect.stringContaining('虚拟打印机'),
      });
      await setClient({ is_virtual: 1 });
      expect((await submitRaw({}, { by: test })).status).toBe(200);
    });

    it('goes to no other member’s printer, nor to a client that cannot', async () => {
      const stranger = await addMember(ctx, 'stranger');
      const { key: by } = await addApiKey({
        ctx,
        memberId: stranger.id,
        input: { name: 'x', kind: 'live', scopes: ['raw'] },
      });
      expect((await submitRaw({}, { by })).status).toBe(404);
      await setClient({ features: 'found' });
      expect(await submitRaw()).toMatchObject({
        status: 409,
        msg: expect.stringContaining('太旧'),
      });
      expect(await listBatches()).toEqual([]);
    });

    it('is refused while too much of the member’s waits', async () => {
      await submitRaw({ batchNo: 'RAW-1' });
      const large = { size: 64 * 1024 * 1024 };
      await ctx.db.kysely.updateTable('raw_job').set(large).execute();
      expect(await submitRaw()).toMatchObject({
        status: 409,
        msg: expect.stringContaining('太多'),
      });
      await ctx.db.kysely.updateTable('batch').set({ finished_at: ctx.now() }).execute();
      expect((await submitRaw()).status).toBe(200);
      expect((await listRawJobs()).map(({ content }) => content === null)).toEqual([true, false]);
    });
  });

  describe('a picture', () => {
    it('is a label of ours that nothing scales, whatever the printer feeds', async () => {
      await change({ pitch_scale: 9_900 });
      expect(
        (await submitRaw({ type: 'png', content: toBase64(createPng(301, 173)) })).status,
      ).toBe(200);
      const [batch] = await listBatches();
      expect(parsePrintSetup(batch?.setup ?? '').pitchScale).toBe(100);
      expect(JSON.parse(batch?.template ?? '')).toMatchObject({
        elements: [{ type: 'image', widthMm: 301 / 8, heightMm: 173 / 8 }],
      });
      expect(await listRawJobs()).toEqual([]);
    });

    it('is printed by clients of before there was this, and in any language', async () => {
      await setClient({ features: '' });
      await change({ language: 'tspl' });
      await ctx.db.kysely.updateTable('printer').set({ language: 'tspl' }).execute();
      expect((await submitRaw({ type: 'png', content: toBase64(createPng(8, 8)) })).status).toBe(
        200,
      );
      expect(await listBatches()).toMatchObject([
        { template_name: '图片 8 × 8', template_id: null },
      ]);
    });

    it('that is larger than its label, no PNG, or a bomb is refused by its header', async () => {
      const expectRefusal = async (content: string, words: string) => {
        const reply = await submitRaw({ type: 'png', content });
        expect([reply.status, reply.data.fields]).toEqual([
          400,
          { content: expect.stringContaining(words) as string },
        ]);
      };
      await expectRefusal(toBase64(createPng(401, 8)), '只有 400 × 240 点');
      await expectRefusal(toBase64('GIF89a'), '不是 PNG');
      const bomb = Buffer.from(createPng(8, 8));
      bomb.writeUInt32BE(60_000, 16);
      bomb.writeUInt32BE(60_000, 20);
      await expectRefusal(toBase64(bomb), '60000 × 60000');
      await expectRefusal(toBase64(createPng(8, 8).subarray(0, 60)), '没有保存完整');
      // Decoded before the transaction starts, so a disabled configuration is not reported yet.
      await change({ enabled: 0 });
      await expectRefusal(toBase64(createPng(8, 8).subarray(0, 60)), '没有保存完整');
      await change({ enabled: 1 });
      await change({ rotation: 90 });
      expect(
        (await submitRaw({ type: 'png', content: toBase64(createPng(240, 400)) })).status,
      ).toBe(200);
    });
  });
});
