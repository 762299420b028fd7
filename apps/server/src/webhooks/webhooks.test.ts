import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { runTransaction } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import {
  addApiKey,
  deleteWebhook,
  readWebhookDelivery,
  listWebhookDeliveries,
  findApiKey,
  renewWebhookSecret,
  recordDeliveryOutcome,
  resendWebhookDelivery,
  revokeApiKey,
  savePrintConfig,
  saveWebhook,
  applyDetailChanges,
  submitBatchForKey,
  deleteExpiredWebhookDeliveries,
  claimDeliveries,
  testWebhook,
  listWebhooksAndKeys,
} from '@yunbiao/services';
import {
  addClient,
  addMember,
  addPrinter,
  addSoftware,
  addTemplate,
  createConfigInput,
  createTestContext,
  type TestContext,
} from '@yunbiao/services/testing';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { startWebhookSender } from './sender.ts';

type Heard = { headers: IncomingMessage['headers']; body: string };

/** A receiver of webhooks: stores the requests and answers as configured. */
const startReceiver = async (
  answer: (reply: ServerResponse, nth: number) => void = (reply) => reply.end(),
): Promise<{ url: string; heard: Heard[] }> => {
  const heard: Heard[] = [];
  const server = createServer((request, reply) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      heard.push({ headers: request.headers, body });
      answer(reply, heard.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook?from=yb`, heard };
};

/** Verifies the signature, written from the text of Standard Webhooks. */
const isSigned = ({ headers, body }: Heard, secret: string): boolean => {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.');
  const [version, mac] = String(headers['webhook-signature']).split(',');
  return version === 'v1' && mac === createHmac('sha256', key).update(signed).digest('base64');
};

describeEachDatabase((open) => {
  let ctx: TestContext;
  let memberId: number;
  let softwareId: number;
  let configId: string;
  let templateId: string;
  let keyId: string;
  let key: string;

  beforeEach(async () => {
    ctx = createTestContext(await open());
    ctx.settings.webhookAllow = ['127.0.0.0/8'];
    softwareId = await addSoftware(ctx, 'yunbiao');
    memberId = (await addMember(ctx, 'owner')).id;
    const clientId = await addClient(ctx, memberId, softwareId);
    templateId = String(await addTemplate(ctx, softwareId, memberId));
    const printerId = await addPrinter(ctx, clientId);
    configId = (
      await savePrintConfig({ ctx, memberId, input: createConfigInput(clientId, printerId) })
    ).id;
    const made = await addApiKey({
      ctx,
      memberId,
      input: { name: 'ERP', kind: 'live', scopes: ['print', 'read'] },
    });
    key = made.key;
    keyId = made.item.id;
  });

  const startForTest = (): void => {
    const stop = startWebhookSender(ctx, 50);
    onTestFinished(stop);
  };

  const save = (url: string, rest: object = {}) =>
    saveWebhook({
      ctx,
      memberId,
      input: {
        keyId,
        url,
        events: ['batch.finished', 'batch.uncertain'],
        enabled: true,
        ...rest,
      },
    });

  const submit = async (batchNo: string, webhook?: string) => {
    const holder = await findApiKey({ ctx, key });
    if (!holder) throw new Error('the key is gone');
    return submitBatchForKey({
      ctx,
      holder,
      idempotencyKey: null,
      input: {
        printConfigId: configId,
        templateId,
        rows: [{ 货号: '00123' }, { 货号: '00124' }],
        batchNo,
        copies: 1,
        expireAfter: 3_600,
        tz: 'UTC',
        allowCutOff: false,
        webhook,
      },
    });
  };

  const settle = async (
    nth: number,
    state: 'printed' | 'uncertain' | 'sending' | 'cancelled',
  ): Promise<void> => {
    const rows = await ctx.db.kysely.selectFrom('detail').select('id').orderBy('id').execute();
    const ids = [rows[nth]?.id ?? 0];
    await runTransaction(ctx.db, (tx) =>
      applyDetailChanges({ ctx, tx, changes: [{ ids, set: { state } }] }),
    );
  };

  const listMessages = async () =>
    (await listWebhookDeliveries({ ctx, memberId, input: { pageSize: 100 } })).list.toReversed();

  it('tells of a batch once it is at rest, and again when its outcome changes', async () => {
    const { url, heard } = await startReceiver();
    const { secret } = await save(url);
    startForTest();
    await submit('SO-1');
    await settle(0, 'printed');
    await settle(1, 'uncertain');
    await vi.waitFor(() => expect(heard.length).toBe(2));
    expect(heard.every((item) => isSigned(item, secret ?? ''))).toBe(true);
    const types = heard.map(({ body }) => (JSON.parse(body) as { type: string }).type);
    expect(types.toSorted()).toEqual(['batch.finished', 'batch.uncertain']);
    await settle(1, 'printed');
    await vi.waitFor(() => expect(heard.length).toBe(3));
    expect(JSON.parse(heard[2]?.body ?? '')).toMatchObject({
      type: 'batch.finished',
      data: { batchNo: 'SO-1', state: 'done', total: 2, counts: { printed: 2, uncertain: 0 } },
    });
    expect(heard[2]?.headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8' });
    await vi.waitFor(async () =>
      expect((await listMessages()).map(({ state }) => state)).toEqual(Array(3).fill('delivered')),
    );
  });

  it('tells the address a batch brought, and only of that batch', async () => {
    const { url, heard } = await startReceiver();
    await expect(submit('SO-0', url)).rejects.toMatchObject({
      code: 400,
      data: { fields: { webhook: expect.stringContaining('签名密钥') } },
    });
    await renewWebhookSecret({ ctx, memberId, keyId: Number(keyId) });
    await submit('SO-1', url);
    await submit('SO-2');
    startForTest();
    for (const nth of [0, 1, 2, 3]) await settle(nth, 'printed');
    await vi.waitFor(() => expect(heard.length).toBe(1));
    expect(heard[0]?.body).toContain('"batchNo":"SO-1"');
    expect(await listMessages()).toHaveLength(1);
  });

  it('takes the same number with another address for another batch', async () => {
    await renewWebhookSecret({ ctx, memberId, keyId: Number(keyId) });
    await submit('SO-1', 'http://127.0.0.1:9000/a');
    expect(await submit('SO-1', 'http://127.0.0.1:9000/a')).toMatchObject({ total: 2 });
    await expect(submit('SO-1', 'http://127.0.0.1:9000/b')).rejects.toMatchObject({ code: 409 });
  });

  it('says nothing of batches of pages and of other keys', async () => {
    const { url, heard } = await startReceiver();
    await save(url);
    const other = await addApiKey({
      ctx,
      memberId,
      input: { name: '网店', kind: 'live', scopes: ['print'] },
    });
    key = other.key;
    await submit('SO-1');
    for (const nth of [0, 1]) await settle(nth, 'printed');
    expect(await listMessages()).toEqual([]);
    expect(heard).toEqual([]);
  });

  it('tries again with the same id until the other side takes it', async () => {
    const { url, heard } = await startReceiver((reply, nth) => {
      reply.statusCode = nth < 3 ? 503 : 204;
      reply.end();
    });
    const { item } = await save(url);
    await testWebhook({ ctx, memberId, id: Number(item.id) });
    startForTest();
    await vi.waitFor(() => expect(heard.length).toBe(1));
    await vi.waitFor(async () =>
      expect(await listMessages()).toMatchObject([
        { state: 'waiting', tries: 1, status: 503, error: '对方答了 503', event: 'ping' },
      ]),
    );
    ctx.pass(10_000);
    await vi.waitFor(() => expect(heard.length).toBe(2));
    await vi.waitFor(async () => expect(await listMessages()).toMatchObject([{ tries: 2 }]));
    ctx.pass(60_000);
    await vi.waitFor(() => expect(heard.length).toBe(3));
    await vi.waitFor(async () =>
      expect(await listMessages()).toMatchObject([{ state: 'delivered', tries: 3, status: 204 }]),
    );
    expect(new Set(heard.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  it('gives up after a day, tells the member once, and sends again when asked', async () => {
    const { item } = await save('http://127.0.0.1:9/hook'.replace(':9/', ':9009/'));
    await submit('SO-1');
    await settle(0, 'cancelled');
    await settle(1, 'cancelled');
    await submit('SO-2');
    await settle(2, 'cancelled');
    await settle(3, 'cancelled');
    let tries = 0;
    for (let step = 0; step < 40; step += 1) {
      const taken = await claimDeliveries({ ctx, limit: 9, perMember: 9, full: [] });
      for (const { id } of taken) {
        tries += 1;
        await recordDeliveryOutcome({
          ctx,
          id,
          outcome: { status: null, error: '对方没有在听这个端口' },
        });
      }
      ctx.pass(3_600_000);
    }
    const list = await listMessages();
    expect(list.map(({ state }) => state)).toEqual(['failed', 'failed']);
    expect(tries).toBeGreaterThan(20);
    const notices = await ctx.db.kysely.selectFrom('notice').selectAll().execute();
    expect(notices).toMatchObject([
      { kind: 'webhook', path: '/yunbiao/user/webhook?state=failed', member_id: memberId },
    ]);
    const { url, heard } = await startReceiver();
    await resendWebhookDelivery({ ctx, memberId, id: Number(list[0]?.id) });
    await ctx.db.kysely.updateTable('webhook_delivery').set({ url }).execute();
    startForTest();
    await vi.waitFor(() => expect(heard.length).toBe(1));
    expect(heard[0]?.headers['webhook-id']).toBe(list[0]?.messageId);
    expect(item.url).toContain('9009');
  });

  it.each([
    ['https://10.1.2.3/hook', '10.1.2.3 是内网或保留地址，不往那里发'],
    ['http://169.254.169.254/latest/meta-data', '169.254.169.254 是内网或保留地址，不往那里发'],
    ['http://8.8.8.8/hook', '公网地址要写 https://'],
    ['https://[::ffff:10.0.0.1]/hook', '是内网或保留地址，不往那里发'],
    ['https://2130706434/hook', undefined],
    ['https://0x0a000001/hook', '10.0.0.1 是内网或保留地址，不往那里发'],
  ])('refuses %s where it is written', async (url, said) => {
    const saved = save(url);
    if (said === undefined) return expect(await saved).toHaveProperty('item');
    await expect(saved).rejects.toMatchObject({
      code: 400,
      message: expect.stringContaining(said),
    });
  });

  it('takes no address for a key no batch comes of, and can switch off one that has it', async () => {
    const { item } = await addApiKey({
      ctx,
      memberId,
      input: { name: '看板', kind: 'live', scopes: ['read'] },
    });
    const refused = { code: 400, data: { fields: { keyId: expect.stringContaining('打印') } } };
    await expect(save('https://board.example/', { keyId: item.id })).rejects.toMatchObject(refused);
    const { item: hook } = await save('https://erp.example/');
    await expect(
      save('https://erp.example/', { id: hook.id, keyId: item.id }),
    ).rejects.toMatchObject(refused);
    const { keys } = await listWebhooksAndKeys({ ctx, memberId });
    expect(keys.map(({ name, canSubmit }) => [name, canSubmit])).toEqual([
      ['看板', false],
      ['ERP', true],
    ]);
    await ctx.db.kysely
      .updateTable('webhook')
      .set({ api_key_id: Number(item.id) })
      .execute();
    const off = await save('https://erp.example/', {
      id: hook.id,
      keyId: item.id,
      enabled: false,
    });
    expect(off.item.enabled).toBe(false);
  });

  it('sends nothing to what a harmless-looking name leads to', async () => {
    const inner = await startReceiver();
    const { item } = await save(inner.url);
    ctx.settings.webhookAllow = ['10.20.0.0/16'];
    const byName = await save('https://localhost:9443/hook');
    await testWebhook({ ctx, memberId, id: Number(item.id) });
    await testWebhook({ ctx, memberId, id: Number(byName.item.id) });
    startForTest();
    await vi.waitFor(async () =>
      expect((await listMessages()).map(({ tries, error }) => [tries, error])).toEqual([
        [1, '127.0.0.1 是内网或保留地址，不往那里发'],
        [1, '127.0.0.1 是内网或保留地址，不往那里发'],
      ]),
    );
    expect(inner.heard).toEqual([]);
  });

  it('follows no redirect', async () => {
    const inner = await startReceiver();
    const outer = await startReceiver((reply) => {
      reply.writeHead(302, { Location: inner.url });
      reply.end();
    });
    const { item } = await save(outer.url);
    await testWebhook({ ctx, memberId, id: Number(item.id) });
    startForTest();
    await vi.waitFor(async () =>
      expect(await listMessages()).toMatchObject([
        { status: 302, error: '对方答了 302 转向，不跟着去' },
      ]),
    );
    expect(inner.heard).toEqual([]);
  });

  it('does not wait for one member’s slow server with another’s messages', async () => {
    const slow = await startReceiver(() => {});
    const { item } = await save(slow.url);
    for (let i = 0; i < 12; i += 1) await testWebhook({ ctx, memberId, id: Number(item.id) });
    startForTest();
    await vi.waitFor(() => expect(slow.heard.length).toBe(4));
    const other = await addMember(ctx, 'other');
    const { item: otherKey } = await addApiKey({
      ctx,
      memberId: other.id,
      input: { name: 'ERP', kind: 'live', scopes: ['print'] },
    });
    const quick = await startReceiver();
    const { item: hook } = await saveWebhook({
      ctx,
      memberId: other.id,
      input: { keyId: otherKey.id, url: quick.url, events: ['batch.finished'], enabled: true },
    });
    await testWebhook({ ctx, memberId: other.id, id: Number(hook.id) });
    await vi.waitFor(() => expect(quick.heard.length).toBe(1));
    expect(slow.heard.length).toBe(4);
  });

  it('is not fooled into reading without end', async () => {
    const endless = await startReceiver((reply) => {
      reply.statusCode = 200;
      const write = (): void => {
        while (!reply.destroyed && reply.write('x'.repeat(16_000)));
      };
      reply.on('drain', write);
      write();
    });
    const { item } = await save(endless.url);
    await testWebhook({ ctx, memberId, id: Number(item.id) });
    startForTest();
    await vi.waitFor(async () =>
      expect(await listMessages()).toMatchObject([{ state: 'delivered', status: 200 }]),
    );
  });

  it('is not held by a server that changes the protocol', async () => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => socket.destroy());
      socket.once('data', () =>
        socket.write(
          'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
        ),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { item } = await save(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await testWebhook({ ctx, memberId, id: Number(item.id) });
    startForTest();
    await vi.waitFor(async () =>
      expect(await listMessages()).toMatchObject([{ tries: 1, status: 101, state: 'waiting' }]),
    );
  });

  it('ends what was stored while its key was being revoked', async () => {
    const { item } = await save('http://127.0.0.1:9009/hook');
    await testWebhook({ ctx, memberId, id: Number(item.id) });
    await ctx.db.kysely.updateTable('api_key').set({ webhook_secret: null }).execute();
    expect(await claimDeliveries({ ctx, limit: 9, perMember: 9, full: [] })).toEqual([]);
    expect(await listMessages()).toMatchObject([{ state: 'failed', error: '密钥撤销了' }]);
  });

  it('stops at once for a key that is revoked and an address that is deleted', async () => {
    const { url, heard } = await startReceiver();
    const { item } = await save(url);
    const gone = await save(`${url}&gone`);
    await testWebhook({ ctx, memberId, id: Number(gone.item.id) });
    await testWebhook({ ctx, memberId, id: Number(item.id) });
    await deleteWebhook({ ctx, memberId, id: Number(gone.item.id) });
    await revokeApiKey({ ctx, memberId, id: Number(keyId) });
    startForTest();
    const list = await listMessages();
    expect(list.map(({ state, error }) => [state, error])).toEqual([
      ['failed', '接收地址删除了'],
      ['failed', '密钥撤销了'],
    ]);
    await expect(
      resendWebhookDelivery({ ctx, memberId, id: Number(list[1]?.id) }),
    ).rejects.toMatchObject({
      code: 409,
    });
    expect(await listWebhooksAndKeys({ ctx, memberId })).toMatchObject({
      list: [{ url }],
      keys: [{ id: keyId, isRevoked: true, hasSecret: false }],
    });
    expect(heard).toEqual([]);
  });

  it('shows a secret once, and signs with the new one from then on', async () => {
    const { url, heard } = await startReceiver();
    const first = await save(url);
    expect(first.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect((await save(url, { id: first.item.id })).secret).toBe(null);
    expect(JSON.stringify(await listWebhooksAndKeys({ ctx, memberId }))).not.toContain('whsec_');
    const { secret } = await renewWebhookSecret({ ctx, memberId, keyId: Number(keyId) });
    await testWebhook({ ctx, memberId, id: Number(first.item.id) });
    startForTest();
    await vi.waitFor(() => expect(heard.length).toBe(1));
    const [message] = heard;
    if (!message) throw new Error('nothing came');
    expect(isSigned(message, secret)).toBe(true);
    expect(isSigned(message, first.secret ?? '')).toBe(false);
    const { list } = await listWebhookDeliveries({ ctx, memberId, input: { pageSize: 20 } });
    const shown = await readWebhookDelivery({ ctx, memberId, id: Number(list[0]?.id) });
    expect(shown.body).toBe(message.body);
  });

  it('keeps messages for a month', async () => {
    const { item } = await save('http://127.0.0.1:9009/hook');
    const { id } = await testWebhook({ ctx, memberId, id: Number(item.id) });
    await recordDeliveryOutcome({ ctx, id: Number(id), outcome: { status: 200, error: '' } });
    ctx.pass(29 * 86_400_000);
    expect(await deleteExpiredWebhookDeliveries({ ctx })).toBe(0);
    ctx.pass(2 * 86_400_000);
    expect(await deleteExpiredWebhookDeliveries({ ctx })).toBe(1);
  });
});
