import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashClientKey } from '@yunbiao/contract/gateway/revocation';
import { migrate, openDatabase } from '@yunbiao/db';
import {
  cancelBatch,
  listOwnClients,
  listDetailPage,
  savePrintConfig,
  savePrinterGroup,
  submitBatch,
} from '@yunbiao/services';
import {
  addClient,
  addMember,
  addSoftware,
  addTemplate,
  createConfigInput,
  createTestContext,
  createPrintInput,
  TEST_NOW,
  TEST_TEMPLATE,
} from '@yunbiao/services/testing';
import { expect, it, onTestFinished, vi } from 'vitest';
import { attachGateway } from '../apps/server/src/gateway/index.ts';
import { makeAgent, startVirtualPrinter } from './support/agent.ts';
import { findFreePort } from './support/process.ts';

const KEY = 'a-key-of-the-print-client-0123456789';
const DAY = 86_400_000;
const MOMENT = 6000;
const NAMES = ['一号', '二号'];
const CODE = {
  type: 'code128',
  id: 'c',
  xMm: 2,
  yMm: 2,
  widthMm: 46,
  heightMm: 12,
  rotation: 0,
  content: '{{货号}}',
  showText: false,
  textSizeMm: 3,
};

/**
 * A gateway with a member and a paired real print client, on a clock one day behind the machine's.
 */
const openShop = async (...addresses: [string, ...string[]]) => {
  const folder = mkdtempSync(join(tmpdir(), 'yb-agent-e2e-'));
  const db = openDatabase({ dataDir: folder });
  await migrate(db);
  const ctx = createTestContext(db);
  ctx.pass(Date.now() - DAY - TEST_NOW);
  const softwareId = await addSoftware(ctx, 'yunbiao', { labelsPerMonth: 1000 });
  const memberId = (await addMember(ctx, 'owner')).id;
  const clientId = await addClient(ctx, memberId, softwareId);
  await db.kysely
    .updateTable('client')
    .set({ key_hash: hashClientKey(KEY) })
    .execute();
  const templateId = await addTemplate(ctx, softwareId);
  await db.kysely
    .updateTable('template')
    .set({ content: JSON.stringify({ ...TEST_TEMPLATE, elements: [CODE] }) })
    .execute();
  const server = createServer();
  const gateway = attachGateway({ server, ctx });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A listening TCP server has an AddressInfo.
  const { port } = server.address() as AddressInfo;

  const agent = await makeAgent();
  writeFileSync(join(agent.home, 'key'), KEY);
  writeFileSync(
    join(agent.home, 'config.json'),
    JSON.stringify({ server: `http://127.0.0.1:${port}`, clientId: '1', printers: [] }),
  );
  for (const [at, address] of addresses.entries())
    await agent.run('printer', 'add', NAMES[at] ?? '', address, '--exclusive');
  const running = agent.start('run');
  onTestFinished(async () => {
    await agent.remove();
    await gateway.close();
    server.closeAllConnections();
    server.close();
    await db.close();
    rmSync(folder, { recursive: true });
  });
  await running.until(/已连上/);
  const listPrinters = async () =>
    (await listOwnClients({ ctx, memberId })).list[0]?.printers ?? [];
  await vi.waitFor(async () => expect(await listPrinters()).toHaveLength(addresses.length));
  const configs: string[] = [];
  for (const { id, name } of await listPrinters()) {
    const input = createConfigInput(clientId, Number(id), { name });
    configs.push((await savePrintConfig({ ctx, memberId, input })).id);
  }
  const [configId = ''] = configs;
  return {
    agent,
    pass: ctx.pass,
    printers: listPrinters,
    cancel: (batchNo: string) => cancelBatch({ ctx, memberId, batchNo }),
    submit: async (rows: Record<string, string>[], groupId?: string) => {
      const input = createPrintInput(configId, templateId, { rows });
      const place = groupId === undefined ? {} : { printConfigId: undefined, groupId };
      const batch = { ...input, ...place };
      return (await submitBatch({ ctx, memberId, softwareId, input: batch })).batchNo;
    },
    /** A group of all its printers, in order; labels of a stopped printer move at once. */
    group: async () => {
      const rule = { rule: 'in-order', delayMinutes: 0, asks: false } as const;
      const input = { ...rule, name: '发货台', printConfigIds: configs };
      return (await savePrinterGroup({ ctx, memberId, input })).id;
    },
    labels: async (batchNo: string) => {
      const input = { batchNo, tz: 'UTC', pageSize: 100 };
      return (await listDetailPage({ ctx, whose: { memberId, softwareId }, input })).list;
    },
    /** Counts of labels by state. */
    states: async (): Promise<Record<string, number>> => {
      const rows = await db.kysely.selectFrom('detail').select('state').execute();
      const counts: Record<string, number> = {};
      for (const { state } of rows) counts[state] = (counts[state] ?? 0) + 1;
      return counts;
    },
  };
};

const createRows = (count: number, text: string) =>
  Array.from({ length: count }, () => ({ 货号: text }));
const waitUntil = (check: () => Promise<void>) =>
  vi.waitFor(check, { timeout: 20_000, interval: 50 });

it('prints on a machine whose clock is a day fast', async () => {
  const printer = await startVirtualPrinter();
  onTestFinished(printer.stop);
  const shop = await openShop(printer.address);
  await shop.submit(createRows(3, 'A1'));
  await waitUntil(async () => expect(await shop.states()).toEqual({ printed: 3 }));
});

it('goes on after more labels than it holds at once that cannot be drawn', async () => {
  const printer = await startVirtualPrinter();
  onTestFinished(printer.stop);
  const shop = await openShop(printer.address);
  await shop.submit(createRows(130, '中文'));
  await shop.submit(createRows(2, 'A1'));
  await waitUntil(async () => expect(await shop.states()).toEqual({ failed: 130, printed: 2 }));
  expect(await printer.labels()).toHaveLength(2);
});

it('prints at its new address what waited for a printer that moved', async () => {
  const nobody = `tcp://127.0.0.1:${await findFreePort()}`;
  const shop = await openShop(nobody);
  await shop.submit(createRows(5, 'A1'));
  const [before] = await shop.printers();
  const printer = await startVirtualPrinter();
  onTestFinished(printer.stop);
  await shop.agent.run('printer', 'set', '一号', '--address', printer.address);
  await waitUntil(async () => expect(await shop.states()).toEqual({ printed: 5 }));
  expect((await shop.printers()).map(({ id }) => id)).toEqual([before?.id]);
});

it('cancels what waits for a printer that is removed', async () => {
  const shop = await openShop(`tcp://127.0.0.1:${await findFreePort()}`);
  await shop.submit(createRows(70, 'A1'));
  await waitUntil(async () => expect((await shop.states())['sending']).toBe(64));
  await shop.agent.run('printer', 'remove', '一号');
  await waitUntil(async () => expect(await shop.states()).toEqual({ cancelled: 70 }));
});

it('takes back a batch the agent has wholly taken and not started', async () => {
  const shop = await openShop(`tcp://127.0.0.1:${await findFreePort()}`);
  const batchNo = await shop.submit(createRows(30, 'A1'));
  await waitUntil(async () => expect(await shop.states()).toEqual({ sending: 30 }));
  expect(await shop.cancel(batchNo)).toEqual({ cancelled: 0, requested: 30 });
  await waitUntil(async () => expect(await shop.states()).toEqual({ cancelled: 30 }));
});

it('prints once, at the second printer of a group, what the first has no paper for', async () => {
  const [first, second] = [await startVirtualPrinter(), await startVirtualPrinter()];
  onTestFinished(first.stop);
  onTestFinished(second.stop);
  for (const printer of [first, second]) await printer.setPaper(false);
  const shop = await openShop(first.address, second.address);
  const outOfPaper = ['media-empty', 'media-empty'];
  await waitUntil(async () =>
    expect((await shop.printers()).flatMap(({ stateReasons }) => stateReasons)).toMatchObject(
      outOfPaper.map((reason) => expect.stringContaining(reason)),
    ),
  );
  // Neither printer has started: the labels wait for the first one, at the client.
  const batchNo = await shop.submit(createRows(3, 'A1'), await shop.group());
  await waitUntil(async () => expect(await shop.states()).toEqual({ sending: 3 }));
  await second.setPaper(true);
  await waitUntil(async () =>
    expect((await shop.printers()).map(({ state }) => state)).toEqual(['stopped', 'idle']),
  );
  // A stop counts only after a short delay.
  shop.pass(MOMENT);
  await waitUntil(async () => expect(await shop.states()).toEqual({ printed: 3 }));
  expect(await shop.labels(batchNo)).toMatchObject(
    Array.from({ length: 3 }, () => ({
      printerName: '二号',
      attempt: 2,
      moves: [{ from: '一号', to: '二号', reason: '缺纸' }],
    })),
  );
  expect(await second.labels()).toHaveLength(3);
  // With paper again the first has nothing to do.
  await first.setPaper(true);
  await waitUntil(async () =>
    expect((await shop.printers()).map(({ state }) => state)).toEqual(['idle', 'idle']),
  );
  expect(await first.labels()).toEqual([]);
  expect(await shop.states()).toEqual({ printed: 3 });
});
