import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { CallOutput } from '@yunbiao/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startZplPrinter, type ZplPrinter } from './printers/zpl/zpl.ts';
import { runAdmin } from './support/admin.ts';
import { callAs } from './support/api.ts';
import {
  type BuiltAgent,
  buildAgent,
  explainMissingProgram,
  openMachine,
  computeSha256,
  signInDemo,
} from './support/program.ts';
import { startServer, type TestServer } from './support/server.ts';

/** The installable print client: downloaded, opened, paired, printing, killed, and updated. */
const SLOW = 60_000;

type Client = CallOutput<'clientList'>['list'][number];

let server: TestServer;
let agent: BuiltAgent;
let machine: ReturnType<typeof openMachine>;
let printer: ZplPrinter;
let token = '';

const call = <T>(path: string, body: object = {}): Promise<T> =>
  callAs<T>(server, token, `/np/api/uc/${path}`, body);
const getClient = async (): Promise<Client> => {
  const { list } = await call<{ list: Client[] }>('clientList');
  const [one] = list;
  if (!one) throw new Error('no client');
  return one;
};
let configId = '';
let templateId = '';
/** A template whose dots depend on its number only. */
const addTemplate = async (): Promise<void> => {
  const box = { xMm: 4, yMm: 4, widthMm: 30, heightMm: 30, rotation: 0 };
  const template = {
    version: 1,
    widthMm: 60,
    heightMm: 40,
    fields: [{ name: '货号', label: '货号', sample: 'YN0000000001' }],
    elements: [{ ...box, id: 'code', type: 'qr', content: '{{货号}}', level: 'M' }],
  };
  const file = join(server.dataDir, 'template.json');
  writeFileSync(file, JSON.stringify({ name: '程序测试', category: '测试', template }));
  templateId = /\d+/.exec(await runAdmin(server, ['template', 'add', 'yunbiao', file]))?.[0] ?? '';
};
const print = (rows: Record<string, string>[]): Promise<{ batchNo: string }> =>
  call('print', { printConfigId: configId, templateId, rows, idempotencyKey: randomUUID() });
const createRows = (from: number, count: number): Record<string, string>[] =>
  Array.from({ length: count }, (_, i) => ({ 货号: `YN${String(from + i).padStart(10, '0')}` }));
const waitForEnd = async (batchNo: string): Promise<Record<string, number>> => {
  const { counts, state } = await callAs<{ counts: Record<string, number>; state: string }>(
    server,
    token,
    `/np/api/uc/batchInfo?batchNo=${batchNo}`,
  );
  if (['queued', 'sending'].includes(state)) return {};
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
};
/** Complete labels by content, and those printed more than once. */
const onPaper = (): { whole: number; doubled: string[] } => {
  const keys = printer.paper().flatMap(({ key, whole }) => (whole ? [key] : []));
  return { whole: keys.length, doubled: keys.filter((key, at) => keys.indexOf(key) !== at) };
};

/** Publishes a program on the download page, as an operator does. */
const offer = async (path: string, version: string): Promise<void> => {
  const texts = ['--version', version, '--platform', 'linux', '--title', '打印客户端'];
  await runAdmin(server, ['download', 'add', 'yunbiao', path, ...texts, '--target', 'linux-x64']);
};

beforeAll(async () => {
  if (explainMissingProgram()) return;
  server = await startServer();
  token = await signInDemo(server.url, server.demo);
  agent = await buildAgent(server.url);
  machine = openMachine();
  printer = await startZplPrinter({ timeScale: 0.3 });
  await addTemplate();
});

afterAll(async () => {
  await machine?.leave();
  await printer?.close();
  agent?.remove();
  await server?.stop();
});

it('is opened by a double-click, and leads to the page where it is paired', async (ctx) => {
  if (explainMissingProgram()) return ctx.skip(explainMissingProgram());
  const opened = await machine.open(agent.path);
  expect(opened.output).toContain('还没有配对');
  expect(opened.code).toBe(0);
  // The downloaded file may be deleted: the program is in its home, byte for byte the same.
  expect(computeSha256(machine.installed)).toBe(computeSha256(agent.path));
  await expect
    .poll(() => machine.tools.calls().filter((line) => line.startsWith('xdg-open')))
    .toEqual([`xdg-open ${machine.page()}`]);
  const led = await fetch(machine.page(), { redirect: 'manual' });
  const to = new URL(led.headers.get('location') ?? '');
  expect(to.origin).toBe(server.url);
  const code = to.searchParams.get('code') ?? '';
  expect(opened.output).toContain(code);

  await call('pairConfirm', { code });
  await expect.poll(async () => (await getClient()).online).toBe(true);
  expect(await getClient()).toMatchObject({ version: '0.1.0', update: null });
  // From now on it starts with the machine.
  await expect
    .poll(() => machine.tools.calls())
    .toContain('systemctl --user enable yunbiao-agent.service');
  const unit = join(machine.tools.folder, 'config/systemd/user/yunbiao-agent.service');
  expect(readFileSync(unit, 'utf8')).toContain(`ExecStart="${machine.installed}" "supervise"`);
});

it(
  'is there once: opened again it brings up the page of the one that runs',
  async (ctx) => {
    if (explainMissingProgram()) return ctx.skip(explainMissingProgram());
    const pid = machine.pid();
    const again = await machine.open(agent.path);
    expect(again.output).toContain(`已和 ${server.url} 配对`);
    expect(machine.pid()).toBe(pid);
    expect(await (await fetch(machine.page())).text()).toContain('正在运行，已连上网站');
  },
  SLOW,
);

it('prints, and is killed and comes back without a label lost or doubled', async (ctx) => {
  if (explainMissingProgram()) return ctx.skip(explainMissingProgram());
  const { installed } = machine;
  const added = await machine.run(
    installed,
    'printer',
    'add',
    '一号',
    `tcp://127.0.0.1:${printer.port}`,
    '--exclusive',
  );
  expect(added.output).toContain('打印机回答了：就绪');
  await expect.poll(async () => (await getClient()).printers.length).toBe(1);
  const { id, printers } = await getClient();
  const saved = await call<{ id: string }>('savePrintConfig', {
    name: '一号',
    clientId: id,
    printerId: printers[0]?.id,
    language: 'zpl',
    dpi: 203,
    widthMm: 60,
    heightMm: 40,
    gapMm: 2,
    columns: 1,
    copies: 1,
    isDefault: true,
  });
  configId = saved.id;
  const { batchNo } = await print(createRows(1, 12));
  await expect.poll(() => onPaper().whole).toBeGreaterThan(2);
  const killed = machine.pid();
  process.kill(killed, 'SIGKILL');
  await expect.poll(() => machine.pid()).not.toBe(killed);
  await expect.poll(() => waitForEnd(batchNo), { timeout: 120_000 }).not.toEqual({});
  const { printed = 0, uncertain = 0, ...others } = await waitForEnd(batchNo);
  expect([printed + uncertain, others]).toEqual([12, {}]);
  // The label in progress may be uncertain; nothing is lost silently, and nothing came out twice.
  expect(uncertain).toBeLessThanOrEqual(2);
  expect(onPaper().doubled).toEqual([]);
  expect(onPaper().whole).toBeGreaterThanOrEqual(printed);
  expect((await machine.run(installed, 'doctor')).output).toContain('最近一天意外退出了 1 次');
});

/** The available update as shown on the page of clients. */
const update = async (): Promise<Client['update']> => (await getClient()).update;
const requestUpdate = async (): Promise<Client> =>
  call('clientUpdate', { id: (await getClient()).id });

it('becomes a newer version when its member asks, and never in the middle of a label', async (ctx) => {
  if (explainMissingProgram()) return ctx.skip(explainMissingProgram());
  await expect(requestUpdate()).rejects.toThrow('已经是最新的');
  const newer = agent.as('0.1.1');
  await offer(newer, '0.1.1');
  expect(await update()).toEqual({ version: '0.1.1', state: null, note: '' });

  printer.mediaOut({ mm: 10 });
  const { batchNo } = await print(createRows(101, 2));
  await expect.poll(async () => (await getClient()).printers[0]?.state).toBe('stopped');
  const before = machine.pid();
  expect((await requestUpdate()).update?.state).toBe('asked');
  await expect.poll(async () => (await update())?.state).toBe('waiting');
  expect(machine.pid()).toBe(before);
  expect(await getClient()).toMatchObject({ version: '0.1.0', online: true });

  printer.clear();
  await expect.poll(async () => (await getClient()).version).toBe('0.1.1');
  await expect.poll(() => computeSha256(machine.installed)).toBe(computeSha256(newer));
  expect(computeSha256(`${machine.installed}-previous`)).toBe(computeSha256(agent.path));
  await expect.poll(async () => (await getClient()).online).toBe(true);
  expect(await update()).toBeNull();
  expect(machine.pid()).not.toBe(before);
  // Only the torn label is uncertain; the other one is printed once.
  await expect.poll(() => waitForEnd(batchNo), { timeout: 120_000 }).not.toEqual({});
  const { printed = 0, uncertain = 0, ...others } = await waitForEnd(batchNo);
  expect([printed + uncertain, others]).toEqual([2, {}]);
  expect(onPaper().doubled).toEqual([]);
});

/** Broken programs, each as another version. */
const writeScript = (version: string, text: string): string => {
  const path = join(machine.userHome, `yunbiao-agent-${version}-linux-x64`);
  writeFileSync(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  return path;
};
const saysItIs = (version: string): string => `[ "$1" = --version ] && echo ${version} && exit 0`;

it.each([
  ['0.1.2', 'does not start', () => 'exit 1', '新程序在这台电脑上启动不了'],
  ['0.1.3', 'says it is another', () => saysItIs('0.1.1'), '新程序说自己是 0.1.1'],
  [
    '0.1.4',
    'crashes as it starts',
    (version: string) => `${saysItIs(version)}\nexit 3`,
    '新程序一启动就退出，已换回原来的版本',
  ],
  [
    '0.1.5',
    'never connects',
    (version: string) => `${saysItIs(version)}\nexec sleep 600`,
    '新程序没有连上网站，已换回原来的版本',
  ],
])('stays what it is when %s %s', async (version, _words, getText, note) => {
  if (explainMissingProgram()) return;
  if (version === '0.1.2') {
    // A newer program gets a shorter trial period here.
    await machine.run(machine.installed, 'stop');
    await machine.supervise(3);
    await expect.poll(async () => (await getClient()).online).toBe(true);
  }
  await offer(writeScript(version, getText(version)), version);
  await requestUpdate();
  await expect.poll(async () => (await update())?.state, { timeout: 60_000 }).toBe('failed');
  expect(await update()).toEqual({ version, state: 'failed', note });
  await expect.poll(async () => (await getClient()).online).toBe(true);
  expect((await getClient()).version).toBe('0.1.1');
  expect(computeSha256(machine.installed)).toBe(computeSha256(agent.as('0.1.1')));
});

/**
 * The stored file with this digest. Reads asynchronously, because blocking for seconds would miss
 * the site's disconnect.
 */
const storedAs = async (digest: string): Promise<string> => {
  const folder = join(server.dataDir, 'files/downloads');
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (computeSha256(path) === digest) return path;
    await setImmediate();
  }
  throw new Error(`nothing is kept as ${digest}`);
};

it('does not install a file that is not what the site told it', async (ctx) => {
  if (explainMissingProgram()) return ctx.skip(explainMissingProgram());
  await offer(agent.as('0.1.6'), '0.1.6');
  // A byte of the stored file was changed.
  const path = await storedAs(computeSha256(agent.as('0.1.6')));
  const bytes = readFileSync(path);
  bytes[1000] = (bytes[1000] ?? 0) ^ 1;
  writeFileSync(path, bytes);
  await requestUpdate();
  await expect.poll(async () => (await update())?.note).toContain('SHA-256');
  expect((await getClient()).version).toBe('0.1.1');
});

it(
  'prints on with the version it stayed',
  async (ctx) => {
    if (explainMissingProgram()) return ctx.skip(explainMissingProgram());
    const { batchNo } = await print(createRows(201, 2));
    await expect.poll(() => waitForEnd(batchNo)).toEqual({ printed: 2 });
  },
  SLOW,
);

it(
  'is taken out of the start of the machine again, and stops',
  async (ctx) => {
    if (explainMissingProgram()) return ctx.skip(explainMissingProgram());
    const { output } = await machine.run(machine.installed, 'uninstall');
    expect(output).toContain('不再随电脑启动');
    expect(output).toContain('打印客户端停下了');
    expect(machine.pid()).toBe(0);
    expect(machine.tools.calls()).toContain('systemctl --user disable yunbiao-agent.service');
  },
  SLOW,
);
