import { type CallName, calls, type Call } from '@yunbiao/contract';
import { describeEachDatabase } from '@yunbiao/db/testing';
import {
  addApiKey,
  addIpRule,
  deleteIpRule,
  listIpRules,
  type KeyHolder,
  revokeApiKey,
  savePrintConfig,
  savePrinterGroup,
  applyDetailChanges,
  deleteExpiredIpRefusals,
} from '@yunbiao/services';
import { runTransaction } from '@yunbiao/db';
import {
  addClient,
  addMember,
  addPrinter,
  addSoftware,
  addTemplate,
  createConfigInput,
  createTestContext,
  TEST_TEMPLATE,
  type TestContext,
} from '@yunbiao/services/testing';
import { beforeEach, expect, it } from 'vitest';
import { createApi } from './api.ts';

type Answer = { status: number; code: number; msg: string; data: Record<string, unknown> };

const keyCalls = (Object.entries(calls) as [CallName, Call][]).filter(
  ([, call]) => call.audience === 'key',
);

describeEachDatabase((open) => {
  let ctx: TestContext;
  let api: ReturnType<typeof createApi>;
  let memberId: number;
  let softwareId: number;
  let clientId: number;
  let configId: string;
  let templateId: string;
  let key: string;

  const newKey = (
    name: string,
    { kind = 'live', scopes = ['print', 'read'] }: Partial<Pick<KeyHolder, 'kind' | 'scopes'>> = {},
  ) => addApiKey({ ctx, memberId, input: { name, kind, scopes: [...scopes] } });

  const setEntitlements = (entitlements: object): Promise<unknown> =>
    ctx.db.kysely
      .updateTable('product')
      .set({ entitlements: JSON.stringify(entitlements) })
      .where('is_free', '=', 1)
      .execute();

  beforeEach(async () => {
    ctx = createTestContext(await open());
    api = createApi(ctx, { trustProxy: true });
    softwareId = await addSoftware(ctx, 'yunbiao');
    memberId = (await addMember(ctx, 'owner')).id;
    clientId = await addClient(ctx, memberId, softwareId);
    templateId = String(await addTemplate(ctx, softwareId, memberId));
    const printerId = await addPrinter(ctx, clientId);
    const input = createConfigInput(clientId, printerId);
    configId = (await savePrintConfig({ ctx, memberId, input })).id;
    await setEntitlements({ labelsPerMonth: 1_000, apiCallsPerMinute: 1_000 });
    ({ key } = await newKey('ERP'));
  });

  const request = async (
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    {
      by = key,
      body,
      from = '203.0.113.40',
      headers = {},
    }: { by?: string; body?: object; from?: string; headers?: Record<string, string> } = {},
  ): Promise<Answer> => {
    const response = await api.request(`/np/api/print/${path}`, {
      method,
      headers: {
        ...(by ? { Authorization: `Bearer ${by}` } : {}),
        'X-Forwarded-For': from,
        ...(body ? { 'Content-Type': 'application/json' } : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, ...((await response.json()) as Omit<Answer, 'status'>) };
  };

  const createBatchBody = (more: object = {}): object => ({
    printConfigId: configId,
    templateId,
    rows: [{ 货号: '00123' }, { 货号: '00124' }],
    ...more,
  });
  const count = async (): Promise<number> => {
    const { many } = await ctx.db.kysely
      .selectFrom('batch')
      .select((eb) => eb.fn.countAll<number>().as('many'))
      .executeTakeFirstOrThrow();
    return Number(many);
  };

  const place = { xMm: 2, yMm: 2, widthMm: 46, heightMm: 26, rotation: 0 };
  const setElements = (...elements: object[]) =>
    ctx.db.kysely
      .updateTable('template')
      .set({ content: JSON.stringify({ ...TEST_TEMPLATE, elements }) })
      .execute();
  const move = (offset_x: number, id = configId): Promise<unknown> =>
    ctx.db.kysely
      .updateTable('print_config')
      .set({ offset_x, offset_y: 0 })
      .where('id', '=', Number(id))
      .execute();
  const sendTo = (target: object, rows?: object[], more: object = {}) => {
    const body = { ...createBatchBody({ printConfigId: undefined, ...target, ...more }) };
    return request('POST', 'batch', { body: rows ? { ...body, rows } : body });
  };
  const getCutOff = ({ data }: Answer) => (data['fields'] as Record<string, string>)['allowCutOff'];
  const getGroup = async (whose: number, name: string) => {
    const client = await addClient(ctx, whose, softwareId);
    const printConfigIds: string[] = [];
    for (const localId of ['g1', 'g2']) {
      const printerId = await addPrinter(ctx, client, localId);
      const input = createConfigInput(client, printerId, { name: localId });
      printConfigIds.push((await savePrintConfig({ ctx, memberId: whose, input })).id);
    }
    const rule = { rule: 'in-order', delayMinutes: 1, asks: false } as const;
    const input = { ...rule, name, printConfigIds };
    const { id } = await savePrinterGroup({ ctx, memberId: whose, input });
    return { id, printConfigIds };
  };

  it('stops at content that calibration moves off the label, until the caller wants it printed', async () => {
    await setElements({ ...place, type: 'rect', id: 'frame', lineMm: 0.5 });
    await move(-300);
    const stopped = await request('POST', 'batch', { body: createBatchBody() });
    expect(stopped).toMatchObject({ status: 400, data: { fields: {} } });
    expect(getCutOff(stopped)).toMatch(
      /的校准移动以后，第 1 行有内容超出标签：.*allowCutOff: true$/,
    );
    expect(await count()).toBe(0);
    expect(
      (await request('POST', 'batch', { body: createBatchBody({ allowCutOff: true }) })).status,
    ).toBe(200);
    await move(10);
    expect((await request('POST', 'batch', { body: createBatchBody() })).status).toBe(200);
  });

  it('looks at every row, not at the first alone, and at every copy with a number of its own', async () => {
    const look = { sizeMm: 8, weight: 400, align: 'center', fit: 'shrink' };
    const text = { ...place, xMm: 3, heightMm: 12, type: 'text', id: 't', ...look };
    const to = { printConfigId: configId };
    await setElements({ ...text, content: '{{品名}}' });
    await move(-1_800);
    expect((await sendTo(to, [{ 品名: '1' }, { 品名: '2' }])).status).toBe(200);
    const long = await sendTo(to, [{ 品名: '1' }, { 品名: '12' }, { 品名: 'ABCDEFGH' }]);
    expect(long.status).toBe(400);
    expect(getCutOff(long)).toContain('第 3 行有内容超出标签');
    const serial = { start: 1, step: 1_000, width: 1, digits: 'decimal', reset: 'never' };
    const fields = [{ name: '号', label: '号', sample: '1', serial: { ...serial, perCopy: true } }];
    const elements = [{ ...text, content: '{{号}}' }];
    const content = JSON.stringify({ ...TEST_TEMPLATE, fields, elements });
    await ctx.db.kysely.updateTable('template').set({ content }).execute();
    expect((await sendTo(to, [{}], { copies: 1 })).status).toBe(200);
    expect((await sendTo(to, [{}], { copies: 2 })).status).toBe(400);
  });

  it('looks at every printer of a group that may print it, and at no other', async () => {
    await setEntitlements({ labelsPerMonth: 1_000, apiCallsPerMinute: 1_000, printers: 9 });
    await setElements({ ...place, type: 'rect', id: 'frame', lineMm: 0.5 });
    const { id: groupId, printConfigIds } = await getGroup(memberId, '发货台');
    const second = printConfigIds[1] ?? '';
    expect((await sendTo({ groupId })).status).toBe(200);
    await move(-300, second);
    for (const named of [{ groupId }, { groupName: '发货台' }]) {
      const stopped = await sendTo(named);
      expect(stopped.status).toBe(400);
      expect(getCutOff(stopped)).toContain('按配置“g2”的校准');
      expect((await sendTo(named, undefined, { allowCutOff: true })).status).toBe(200);
    }
    // This printer is disabled: no label of the batch is printed there.
    const off = ctx.db.kysely.updateTable('print_config').set({ enabled: 0 });
    await off.where('id', '=', Number(second)).execute();
    expect((await sendTo({ groupId })).status).toBe(200);
  });

  it('prints a batch, tells how far it is, lists its labels and cancels it', async () => {
    const batchReply = await request('POST', 'batch', {
      body: createBatchBody({ batchNo: 'SO-2026.118', copies: 2 }),
    });
    expect(batchReply).toMatchObject({ status: 200, data: { batchNo: 'SO-2026.118', total: 4 } });
    expect(await request('GET', 'batch?batchNo=SO-2026.118')).toMatchObject({
      status: 200,
      data: { state: 'queued', source: 'api', total: 4, counts: { queued: 4 } },
    });
    const first = await request('GET', 'detail?batchNo=SO-2026.118&pageSize=3');
    expect(first.data.list).toMatchObject([
      { sequence: 1, copy: 1, data: { 货号: '00123' } },
      { sequence: 1, copy: 2 },
      { sequence: 2, copy: 1, data: { 货号: '00124' } },
    ]);
    const rest = await request(
      'GET',
      `detail?batchNo=SO-2026.118&lastId=${String(first.data.nextId)}`,
    );
    expect(rest.data).toMatchObject({ list: [{ sequence: 2, copy: 2 }], nextId: null });
    const cancelled = await request('POST', 'cancel', { body: { batchNo: 'SO-2026.118' } });
    expect(cancelled.data).toEqual({ cancelled: 4, requested: 0 });
  });

  it('prints to a group by its number or its name, and to no other member’s', async () => {
    await setEntitlements({ labelsPerMonth: 1_000, apiCallsPerMinute: 1_000, printers: 9 });
    const { id: groupId } = await getGroup(memberId, '发货台');
    const { id: foreign } = await getGroup((await addMember(ctx, 'other-member')).id, '别人的');
    for (const named of [{ groupId }, { groupName: '发货台' }]) {
      const { status, data } = await sendTo(named);
      expect(status).toBe(200);
      expect((await request('GET', `batch?batchNo=${String(data.batchNo)}`)).data).toMatchObject({
        groupName: '发货台',
        printerName: '打印机 g1',
      });
    }
    expect((await request('GET', 'printers')).data.groups).toMatchObject([
      { groupId, name: '发货台' },
    ]);
    const before = await count();
    for (const named of [{ groupId: foreign }, { groupName: '别人的' }])
      expect(await sendTo(named)).toMatchObject({ status: 404 });
    for (const named of [
      {},
      { groupId, printConfigId: configId },
      { groupId, groupName: '发货台' },
    ])
      expect(await sendTo(named)).toMatchObject({ status: 400 });
    expect(await count()).toBe(before);
  });

  it('says what it can print on, and which templates have which fields', async () => {
    const printers = await request('GET', 'printers');
    expect(printers.data.list).toMatchObject([
      { printConfigId: configId, enabled: true, virtual: false, state: 'offline' },
    ]);
    const templates = await request('GET', 'templates?software=yunbiao');
    expect(templates.data.list).toMatchObject([
      { templateId, own: true, fields: [{ name: '货号' }, { name: '品名' }] },
    ]);
    expect(await request('GET', 'templates?software=nowhere')).toMatchObject({ status: 404 });
  });

  it('gives its software’s numbers to batches that bring none', async () => {
    const firstReply = await request('POST', 'batch', { body: createBatchBody() });
    const secondReply = await request('POST', 'batch', { body: createBatchBody() });
    expect(firstReply.data.batchNo).toMatch(/^\d{8}-0001$/);
    expect(secondReply.data.batchNo).toMatch(/^\d{8}-0002$/);
  });

  it.each(['20261123-0001', 'a b', 'ab', '../etc', 'x'.repeat(65)])(
    'refuses %j as a batch number, and says so at the field',
    async (batchNo) => {
      const reply = await request('POST', 'batch', { body: createBatchBody({ batchNo }) });
      expect(reply).toMatchObject({
        status: 400,
        data: { fields: { batchNo: expect.any(String) } },
      });
      expect(await count()).toBe(0);
    },
  );

  it('prints once what is sent twice, by its number, by its key, or at the same moment', async () => {
    const numbered = { body: createBatchBody({ batchNo: 'SO-7' }) };
    const send = (): Promise<Answer> => request('POST', 'batch', numbered);
    const many = await Promise.all(Array.from({ length: 8 }, send));
    // At most two lists of a member are read at once: the machine's speed decides how many of the
    // eight get a 429.
    const refused = many.filter(({ status }) => status === 429);
    expect(refused.every(({ data }) => data['retryAfter'] === 5)).toBe(true);
    for (const _ of refused) many.push(await send());
    const taken = many.filter(({ status }) => status !== 429);
    expect(taken.map(({ data }) => data)).toEqual(
      Array.from({ length: 8 }, () => ({ batchNo: 'SO-7', total: 2 })),
    );
    const keyed = { body: createBatchBody(), headers: { 'Idempotency-Key': 'order-118-labels' } };
    const [first, second] = [
      await request('POST', 'batch', keyed),
      await request('POST', 'batch', keyed),
    ];
    expect(second.data).toEqual(first.data);
    // The number identifies the batch, with or without an idempotency key.
    const both = { ...numbered, headers: { 'Idempotency-Key': 'order-7-labels' } };
    expect(await request('POST', 'batch', both)).toMatchObject({
      status: 200,
      data: many[0]?.data,
    });
    expect(await count()).toBe(2);
  });

  it('answers a repeat as the first time, though nothing of it could be sent any more', async () => {
    const repeatedRequest = {
      body: createBatchBody({ batchNo: 'SO-7' }),
      headers: { 'Idempotency-Key': 'order-7-1' },
    };
    const { data } = await request('POST', 'batch', repeatedRequest);
    await ctx.db.kysely.updateTable('template').set({ deleted_at: 1 }).execute();
    await ctx.db.kysely
      .insertInto('suspension')
      .values({ member_id: memberId, software_id: softwareId, reason: '投诉', created_at: 0 })
      .execute();
    expect(await request('POST', 'batch', repeatedRequest)).toMatchObject({ status: 200, data });
    expect(
      (await request('POST', 'batch', { body: createBatchBody({ batchNo: 'SO-8' }) })).status,
    ).toBe(404);
  });

  it('refuses another batch under a number or a key that is taken', async () => {
    await request('POST', 'batch', { body: createBatchBody({ batchNo: 'SO-8' }) });
    const other = { rows: [{ 货号: '9' }] };
    expect(
      await request('POST', 'batch', { body: createBatchBody({ batchNo: 'SO-8', ...other }) }),
    ).toMatchObject({ status: 409, msg: '批次号 SO-8 已经用在另一批标签上了，请换一个' });
    const headers = { 'Idempotency-Key': 'order-118-labels' };
    await request('POST', 'batch', { body: createBatchBody(), headers });
    expect((await request('POST', 'batch', { body: createBatchBody(other), headers })).status).toBe(
      409,
    );
    ctx.pass(31 * 86_400_000);
    expect(
      (await request('POST', 'batch', { body: createBatchBody({ batchNo: 'SO-8' }) })).status,
    ).toBe(409);
    expect((await request('POST', 'batch', { body: createBatchBody(other), headers })).status).toBe(
      200,
    );
  });

  it('refuses an Idempotency-Key with blanks in it', async () => {
    const reply = await request('POST', 'batch', {
      body: createBatchBody(),
      headers: { 'Idempotency-Key': 'no SO-8 here' },
    });
    expect(reply.status).toBe(400);
    expect(reply.msg).toContain('Idempotency-Key');
  });

  it('names the row and the field of what cannot be printed, and stores nothing', async () => {
    const reply = await request('POST', 'batch', {
      body: createBatchBody({ rows: [{ 货号: '1' }, { 价格: '2' }] }),
    });
    expect(reply.status).toBe(400);
    expect(reply.data.fields).toHaveProperty(['rows.1.价格'], '第 2 行：模板里没有“价格”这个字段');
    expect(await count()).toBe(0);
  });

  it('says 402 with what is left when the month’s labels are used up', async () => {
    await setEntitlements({ labelsPerMonth: 1, apiCallsPerMinute: 100 });
    expect(await request('POST', 'batch', { body: createBatchBody() })).toMatchObject({
      status: 402,
      data: { left: 1 },
    });
  });

  it.each([
    ['no key', ''],
    ['an unknown key', `yb_live_${'x'.repeat(43)}`],
    ['half a key', 'yb_live_short'],
  ])('answers %s with 401, on every call', async (_name, by) => {
    for (const [, { method, path }] of keyCalls) {
      const reply = await request(method, path.replace('/np/api/print/', ''), { by });
      expect([path, reply.status, reply.code]).toEqual([path, 401, 401]);
    }
  });

  it('takes no member’s token for a key', async () => {
    const { token } = await addMember(ctx, 'other-member');
    expect(
      (await request('GET', 'printers', { by: '', headers: { 'X-Token': token } })).status,
    ).toBe(401);
    expect((await request('GET', 'printers', { by: token })).status).toBe(401);
  });

  it('ends a key at once when it is revoked', async () => {
    const { key: by, item } = await newKey('旧系统');
    expect((await request('GET', 'printers', { by })).status).toBe(200);
    await revokeApiKey({ ctx, memberId, id: Number(item.id) });
    expect((await request('GET', 'printers', { by })).status).toBe(401);
  });

  it('takes no batch of a key that was revoked while it was on its way', async () => {
    const { key: by, item } = await newKey('旧系统');
    const rest = Promise.withResolvers<void>();
    const text = new TextEncoder().encode(JSON.stringify(createBatchBody()));
    const body = new ReadableStream<Uint8Array>({
      start: async (controller) => {
        controller.enqueue(text.subarray(0, 10));
        await rest.promise;
        controller.enqueue(text.subarray(10));
        controller.close();
      },
    });
    const headers = { Authorization: `Bearer ${by}`, 'Content-Type': 'application/json' };
    const init = { method: 'POST', headers, body, duplex: 'half' };
    const answered = api.request('/np/api/print/batch', init as RequestInit);
    const isSeen = async (): Promise<boolean> => {
      const row = await ctx.db.kysely
        .selectFrom('api_key')
        .select('last_used_at')
        .where('id', '=', Number(item.id))
        .executeTakeFirstOrThrow();
      return row.last_used_at !== null;
    };
    await expect.poll(isSeen).toBe(true);
    await revokeApiKey({ ctx, memberId, id: Number(item.id) });
    rest.resolve();
    expect((await answered).status).toBe(401);
    expect(await count()).toBe(0);
  });

  it('lets a key do what its scopes say, on every call', async () => {
    for (const scope of ['print', 'read'] as const) {
      const { key: by } = await newKey(scope, { scopes: [scope] });
      for (const [name, call] of keyCalls) {
        const reply = await request(call.method, call.path.replace('/np/api/print/', ''), { by });
        const isOpen = call.scope === scope;
        expect([name, scope, reply.status === 403]).toEqual([name, scope, !isOpen]);
      }
    }
  });

  it('shows another member’s key nothing of the owner’s', async () => {
    await request('POST', 'batch', { body: createBatchBody({ batchNo: 'SO-9' }) });
    const stranger = await addMember(ctx, 'stranger');
    const { key: by } = await addApiKey({
      ctx,
      memberId: stranger.id,
      input: { name: 'ERP', kind: 'live', scopes: ['print', 'read'] },
    });
    const statuses = [
      await request('POST', 'batch', { by, body: createBatchBody() }),
      await request('GET', 'batch?batchNo=SO-9', { by }),
      await request('GET', 'detail?batchNo=SO-9', { by }),
      await request('POST', 'cancel', { by, body: { batchNo: 'SO-9' } }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([404, 404, 404, 404]);
    expect((await request('GET', 'printers', { by })).data).toEqual({ list: [], groups: [] });
    expect((await request('GET', 'templates?software=yunbiao', { by })).data).toEqual({ list: [] });
    // Numbers are unique per member: another member may use the same one.
    const row = await ctx.db.kysely.selectFrom('detail').select('state').execute();
    expect(row.map(({ state }) => state)).toEqual(['queued', 'queued']);
  });

  it('prints with a test key on virtual printers only', async () => {
    const { key: by } = await newKey('联调', { kind: 'test' });
    expect(by).toMatch(/^yb_test_/);
    expect(await request('POST', 'batch', { by, body: createBatchBody() })).toMatchObject({
      status: 403,
      msg: '测试密钥只打印到虚拟打印机，请换一个配置或密钥',
    });
    expect(await count()).toBe(0);
    const setVirtual = ctx.db.kysely.updateTable('client').set({ is_virtual: 1 });
    await setVirtual.where('id', '=', clientId).execute();
    expect((await request('POST', 'batch', { by, body: createBatchBody() })).status).toBe(200);
  });

  it('cancels with a test key what goes to a virtual printer, and nothing else', async () => {
    const { key: by } = await newKey('联调', { kind: 'test' });
    await request('POST', 'batch', { body: createBatchBody({ batchNo: 'SO-1' }) });
    const cancel = () => request('POST', 'cancel', { by, body: { batchNo: 'SO-1' } });
    expect(await cancel()).toMatchObject({ status: 403, msg: expect.stringContaining('测试密钥') });
    await ctx.db.kysely.updateTable('client').set({ is_virtual: 1 }).execute();
    expect((await cancel()).data).toEqual({ cancelled: 2, requested: 0 });
  });

  it('prints nothing in a software that is closed to the member', async () => {
    await ctx.db.kysely
      .insertInto('suspension')
      .values({ member_id: memberId, software_id: softwareId, reason: '投诉', created_at: 0 })
      .execute();
    expect((await request('POST', 'batch', { body: createBatchBody() })).status).toBe(403);
    expect((await request('GET', 'templates?software=yunbiao')).status).toBe(403);
    expect(await count()).toBe(0);
  });

  it('counts the calls of all keys of a member together, and says when the next may come', async () => {
    await setEntitlements({ apiCallsPerMinute: 3 });
    const { key: second } = await newKey('网店后台');
    for (const by of [key, second, key])
      expect((await request('GET', 'printers', { by })).status).toBe(200);
    expect(await request('GET', 'printers', { by: second })).toMatchObject({
      status: 429,
      data: { retryAfter: 60 },
    });
    ctx.pass(60_000);
    expect((await request('GET', 'printers')).status).toBe(200);
  });

  it('lets nobody in from outside the white list, and shows the owner who tried', async () => {
    const rule = await addIpRule({
      ctx,
      memberId,
      input: { network: '10.20.0.0/16', remark: '总仓' },
    });
    expect((await request('GET', 'printers', { from: '10.20.3.8' })).status).toBe(200);
    expect((await request('GET', 'printers', { from: '::ffff:10.20.3.8' })).status).toBe(200);
    for (let i = 0; i < 3; i += 1)
      expect(await request('POST', 'batch', { body: createBatchBody() })).toMatchObject({
        status: 403,
        msg: '203.0.113.40 不在 IP 白名单里',
      });
    expect(await count()).toBe(0);
    const { key: reading } = await newKey('看板', { scopes: ['read'] });
    expect(await request('POST', 'batch', { by: reading, body: createBatchBody() })).toMatchObject({
      status: 403,
      msg: '203.0.113.40 不在 IP 白名单里',
    });
    const { refused } = await listIpRules({ ctx, memberId, address: '' });
    expect(refused.find(({ who }) => who === '密钥 看板')).toMatchObject({ times: 1 });
    expect(refused.filter(({ who }) => who === '密钥 ERP')).toMatchObject([
      { address: '203.0.113.40', who: '密钥 ERP', what: 'POST /np/api/print/batch', times: 3 },
    ]);
    await deleteIpRule({ ctx, memberId, id: Number(rule.id) });
    expect((await request('GET', 'printers')).status).toBe(200);
    ctx.pass(31 * 86_400_000);
    expect(await deleteExpiredIpRefusals({ ctx })).toBe(2);
  });

  it('keeps the newest of those it turned away, however many there were', async () => {
    await setEntitlements({ apiCallsPerMinute: 1_000 });
    await addIpRule({ ctx, memberId, input: { network: '10.20.0.0/16', remark: '' } });
    for (let i = 0; i < 230; i += 1) await request('GET', 'printers', { from: `198.51.100.${i}` });
    const rows = await ctx.db.kysely.selectFrom('ip_refusal').select('address').execute();
    expect(rows.length).toBeLessThanOrEqual(200);
    expect(rows).toContainEqual({ address: '198.51.100.229' });
  });

  it('writes down when and from where a key was last used', async () => {
    await request('GET', 'printers', { from: '10.20.3.8' });
    const row = await ctx.db.kysely.selectFrom('api_key').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ last_address: '10.20.3.8', last_used_at: ctx.now() });
    expect(JSON.stringify(row)).not.toContain(key.slice(20));
    ctx.pass(59_000);
    await request('GET', 'printers', { from: '10.20.3.9' });
    ctx.pass(1_000);
    const at = ctx.now();
    await request('GET', 'printers', { from: '10.20.3.10' });
    const later = await ctx.db.kysely.selectFrom('api_key').selectAll().executeTakeFirstOrThrow();
    expect(later).toMatchObject({ last_address: '10.20.3.10', last_used_at: at });
  });

  it('writes down attempts to guess keys', async () => {
    for (let i = 0; i < 10; i += 1)
      await request('GET', 'printers', { by: `yb_live_${String(i).padStart(43, 'x')}` });
    const events = ctx.db.kysely.selectFrom('security_event').select(['kind', 'actor', 'subject']);
    expect(await events.where('kind', '=', 'key.refused').execute()).toEqual([
      { kind: 'key.refused', actor: 'visitor', subject: '' },
    ]);
  });

  it('tells what became of a label with its evidence', async () => {
    await request('POST', 'batch', { body: createBatchBody({ batchNo: 'SO-10' }) });
    const [label] = await ctx.db.kysely.selectFrom('detail').select('id').orderBy('id').execute();
    const ids = [label?.id ?? 0];
    const set = { state: 'uncertain', reason: '连接断了' } as const;
    await runTransaction(ctx.db, (tx) => applyDetailChanges({ ctx, tx, changes: [{ ids, set }] }));
    const { data } = await request('GET', 'detail?batchNo=SO-10');
    expect(data.list).toMatchObject([
      { state: 'uncertain', evidence: 'none', reason: '连接断了' },
      { state: 'queued' },
    ]);
  });
});
