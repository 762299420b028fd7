import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createPrinter } from 'node:net';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { suggestAddress, createConfirmedAddressFinder } from '../discovery/typed-addresses.ts';
import { startIppPrinter } from '../../../../e2e/printers/ipp/ipp.ts';
import { acquireHomeLock } from '../ledger/lock.ts';
import { readSettings } from '../settings.ts';
import { type Cli, openCli } from './testing.ts';

let home: string;
let launch: Cli['launch'];
let run: Cli['run'];

beforeEach(() => {
  ({ home, launch, run } = openCli());
});

const startVirtualPrinter = async (): Promise<{ address: string; out: string }> => {
  const out = join(home, 'labels');
  const { child, output } = launch('virtual-printer', '--port', '0', '--out', out);
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await new Promise((resolve) => child.once('close', resolve));
  });
  for (;;) {
    const address = /tcp:\/\/127\.0\.0\.1:\d+/.exec(output())?.[0];
    if (address) return { address, out };
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

it('shows the commands to a new user, and to anyone who asks', async () => {
  const { output } = await run();
  expect(output).toContain('printer add');
  expect(output).toContain('还没有配对');
  const help = await run('help');
  expect(help.code).toBe(0);
  expect(help.output).toContain('YUNBIAO_AGENT_HOME');
});

it('says what is wrong and what to do, without a stack', async () => {
  expect(await run('nonsense')).toEqual({
    code: 1,
    output: '没有 nonsense 这个命令\n查看用法：npm run agent -- help\n',
  });
  expect((await run('run')).output).toBe(
    '这个打印客户端还没有配对\n先运行：npm run agent -- pair\n',
  );
  expect((await run('printer', 'add', '一号', 'http://x')).output).toContain('打印机地址不对');
  expect((await run('printer', 'add', '一号', 'tcp://x', '--dpi', '200')).output).toContain(
    '可以是 203、300 或 600',
  );
  // No language has a hyphen in its name.
  const unknown = ['--language', 'no-language'];
  expect((await run('printer', 'add', '一号', 'tcp://x', ...unknown)).output).toContain(
    '现在支持：zpl',
  );
  expect((await run('printer', 'test', '一号')).output).toContain('没有叫 “一号” 的打印机');
  expect((await run('pair', '--server', 'nowhere')).output).toContain('网址不对');
});

it('adds, lists, tests and removes a printer', async () => {
  const { address, out } = await startVirtualPrinter();
  const added = await run('printer', 'add', '一号', address, '--dpi', '300', '--exclusive');
  expect(added.output).toContain('打印机回答了：就绪，计数器 0');
  expect(added.code).toBe(0);
  expect((await run('printer', 'add', '一号', address)).output).toContain(
    '已经有叫 “一号” 的打印机',
  );
  expect((await run('printer', 'list')).output).toBe(`一号  ${address}  ZPL  300 dpi  独用\n`);
  expect((await run('printer', 'test', '一号')).output).toContain('测试标签已送到打印机');
  expect(readdirSync(out)).toEqual(['0001.png']);
  expect((await run('printer', 'remove', '一号')).code).toBe(0);
  expect((await run('printer', 'list')).output).toContain('还没有打印机');
});

it('changes the address, the name and the traits of a printer that stays the same one', async () => {
  await run('printer', 'add', '一号', 'tcp://127.0.0.1:1', '--exclusive');
  const readStoredPrinters = (): unknown[] =>
    (JSON.parse(readFileSync(join(home, 'config.json'), 'utf8')) as { printers: unknown[] })
      .printers;
  const [before] = readStoredPrinters();
  const changed = await run(
    'printer',
    'set',
    '一号',
    '--address',
    'tcp://127.0.0.1:2',
    '--name',
    '二号',
    '--dpi',
    '300',
    '--no-exclusive',
    '--close-after',
  );
  expect(changed.output).toContain(
    '已改好 “二号”（ZPL，300 dpi，127.0.0.1:2）。它还是同一台打印机',
  );
  expect(readStoredPrinters()).toEqual([
    {
      ...(before as object),
      name: '二号',
      at: { kind: 'tcp', host: '127.0.0.1', port: 2 },
      dpi: 300,
      exclusive: false,
      closeAfter: true,
      counts: false,
    },
  ]);
  expect((await run('printer', 'set', '二号')).output).toContain('要写改什么');
  await run('printer', 'add', '一号', 'tcp://127.0.0.1:1');
  expect((await run('printer', 'set', '二号', '--name', '一号')).output).toContain(
    '已经有叫 “一号” 的打印机',
  );
});

it('says what becomes of the labels of a printer that is removed', async () => {
  await run('printer', 'add', '一号', 'tcp://127.0.0.1:1');
  const { output } = await run('printer', 'remove', '一号');
  expect(output).toContain('网站上等它打印的标签，会在客户端连上网站时取消，不占额度');
  expect(output).toContain('printer set 名称 --address');
});

it('adds a printer that is switched off, and says so', async () => {
  const added = await run('printer', 'add', '一号', 'tcp://127.0.0.1:1');
  expect(added.output).toContain('连不上打印机（它没有接：看看打印机开机没有，地址和端口对不对）');
  expect(added.code).toBe(0);
});

it('lets nobody else read its files', async () => {
  await run('printer', 'add', '一号', 'tcp://127.0.0.1:1');
  expect(statSync(join(home, 'config.json')).mode & 0o077).toBe(0);
});

/** Fake site whose clock is a day behind this machine. Confirms the pairing after `confirm`. */
const startSite = async (): Promise<{ url: string; confirm: () => void }> => {
  let confirmed = false;
  let polls = 0;
  const site = createServer((request, reply) => {
    request.resume();
    const started = {
      code: 'G4TSBGTD',
      secret: 'a-secret',
      url: 'http://127.0.0.1/',
      expiresAt: new Date(Date.now() - 86_400_000).toISOString(),
    };
    const polled = confirmed
      ? { state: 'confirmed', clientId: '7', key: 'a-key-0123456789012345' }
      : { state: 'waiting', clientId: null, key: null };
    const isPoll = request.url?.includes('Poll') ?? false;
    const data = isPoll ? polled : started;
    // The first poll fails, as while the site restarts.
    if (isPoll && (polls += 1) === 1) return void reply.writeHead(502).end();
    reply.setHeader('content-type', 'application/json');
    reply.end(JSON.stringify({ state: 'ok', code: 200, msg: '', data }));
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void site.close());
  const address = site.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    confirm: () => {
      confirmed = true;
    },
  };
};

it('keeps a printer added while the pairing waited', async () => {
  const site = await startSite();
  const pairing = launch('pair', '--server', site.url);
  await expect.poll(() => pairing.output()).toContain('等待确认');
  await run('printer', 'add', '一号', 'tcp://127.0.0.1:1');
  site.confirm();
  expect(await pairing.ended).toBe(0);
  expect((await run('printer', 'list')).output).toContain('一号  tcp://127.0.0.1:1');
});

it('says that it knows no site to connect to', async () => {
  writeFileSync(join(home, 'key'), 'a-key-0123456789012345');
  const { code, output } = await run('run');
  expect(code).toBe(1);
  expect(output).toContain('里没有网站的网址\n重新配对');
});

it('says that the running client holds the printer, and how that sees it, instead of testing beside it', async () => {
  const { address, out } = await startVirtualPrinter();
  await run('printer', 'add', '一号', address);
  const [printer] = readSettings(home).printers;
  const seen = {
    localId: printer?.localId,
    state: 'idle',
    stateText: '',
    counter: null,
    waiting: 0,
  };
  writeFileSync(
    join(home, 'status.json'),
    JSON.stringify({ pid: 1, connected: true, trouble: '', printers: [seen] }),
  );
  const unlock = acquireHomeLock(home);
  const tested = await run('printer', 'test', '一号');
  unlock?.();
  expect(tested.code).toBe(1);
  expect(tested.output).toContain('打印客户端正在运行，打印机由它连着：就绪，等待 0 张');
  expect(readdirSync(out)).toEqual([]);
});

it('notes what the member knows of the counter', async () => {
  await run('printer', 'add', '一号', 'tcp://127.0.0.1:1', '--whole-counter');
  expect(readSettings(home).printers[0]?.wholeCounter).toBe(true);
  expect((await run('printer', 'list')).output).toContain('计数器只数整张');
  await run('printer', 'set', '一号', '--no-whole-counter');
  expect(readSettings(home).printers[0]?.wholeCounter).toBe(false);
});

it('writes graphics as digits for a printer that reads no others, also on the test label', async () => {
  const got: Buffer[] = [];
  const printer = createPrinter((socket) => socket.on('data', (bytes) => got.push(bytes)));
  await new Promise<void>((resolve) => printer.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void printer.close());
  const address = printer.address();
  const target = `tcp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const printTestLabel = async (): Promise<string> => {
    got.length = 0;
    expect((await run('printer', 'test', '一号')).code).toBe(0);
    return Buffer.concat(got).toString('latin1');
  };
  await run('printer', 'add', '一号', target, '--close-after');
  expect(await printTestLabel()).toContain(',:Z64:');
  await run('printer', 'set', '一号', '--graphics', 'ascii');
  expect((await run('printer', 'list')).output).toContain('不回答状态，图形用 ASCII');
  expect(await printTestLabel()).toMatch(/\^GFA,12000,12000,50,[0-9A-Zg-z,!:]+\^FS/);
  const setWrongTrait = async (...more: string[]): Promise<string> =>
    (await run('printer', 'set', '一号', ...more)).output;
  expect(await setWrongTrait('--graphics', 'png')).toContain('可以是 z64 或 ascii');
  expect(await setWrongTrait('--language', 'tspl', '--graphics', 'ascii')).toContain('只用于 zpl');
  expect(readSettings(home).printers[0]).toMatchObject({ language: 'zpl', graphics: 'ascii' });
});

it('reads settings that an older version wrote', () => {
  const older = { localId: 'a', name: '一号', host: 'x', port: 9100, language: 'zpl', dpi: 203 };
  const printers = [{ ...older, exclusive: false, closeAfter: false }];
  writeFileSync(join(home, 'config.json'), JSON.stringify({ server: '', clientId: '', printers }));
  expect(readSettings(home).printers[0]).toMatchObject({
    at: { kind: 'tcp', host: 'x', port: 9100 },
    wholeCounter: false,
    graphics: 'z64',
  });
});

it('takes a queue of the system for a printer, and says what does not go with one', async () => {
  const add = (...args: string[]) => run('printer', 'add', '队列', ...args);
  expect((await add('usb:label')).output).toMatch(/例如 tcp:.*、ipp:.*、cups:队列名/);
  expect((await add('cups:a/b')).output).toContain('例如 cups:队列名');
  expect((await add('tcp://127.0.0.1:1', '--language', 'driver')).output).toContain(
    '不能用语言 driver',
  );
  expect((await add('cups:label', '--close-after')).output).toContain(
    '只用于 tcp:// 和 device: 地址',
  );
  expect(readSettings(home).printers).toEqual([]);
  expect((await add('cups:label', '--language', 'driver')).output).toContain('CUPS 没有开着');
  expect(readSettings(home).printers[0]).toMatchObject({
    at: { kind: 'cups-queue', name: 'label' },
    language: 'driver',
  });
  expect((await run('printer', 'list')).output).toContain('cups:label  系统驱动  203 dpi');
});

it('confirms an address that was typed on the page, or crosses it out', async () => {
  expect((await run('printer', 'confirm')).output).toContain('没有等待确认的打印机地址');
  for (const host of ['192.168.1.50', '192.168.1.51']) suggestAddress(home, { host, port: 9100 });
  const listed = (await run('printer', 'confirm')).output;
  expect(listed).toContain('等待确认：192.168.1.50:9100');
  expect((await run('printer', 'confirm', '192.168.1.9:9100')).code).toBe(1);
  expect((await run('printer', 'confirm', '192.168.1.50:9100')).output).toContain('已确认');
  const rejected = await run('printer', 'confirm', '192.168.1.51:9100', '--reject');
  expect(rejected.output).toContain('已忽略');
  const found = await createConfirmedAddressFinder(home).find(AbortSignal.timeout(1000));
  expect(found.map(({ name }) => name)).toEqual(['192.168.1.50:9100']);
});

it('prints a test label on a printer that speaks IPP, in a format that it takes', async () => {
  const printer = await startIppPrinter({ formats: ['image/pwg-raster'], printMs: 100 });
  onTestFinished(() => printer.close());
  const added = await run('printer', 'add', '网络', `ipp://127.0.0.1:${printer.port}`);
  expect(added.output).toContain('打印机回答了：就绪\n');
  expect(readSettings(home).printers[0]).toMatchObject({
    at: { kind: 'ipp', uri: printer.uri },
    language: 'ipp',
  });
  expect((await run('printer', 'set', '网络', '--new-certificate')).output).toContain('没有证书');
  expect((await run('printer', 'test', '网络')).output).toContain('测试标签已送到打印机');
  expect(printer.paper().map(({ format }) => format)).toEqual(['image/pwg-raster']);
  printer.refuse(2, 0x0401);
  expect((await run('printer', 'test', '网络')).output).toContain('被退回：不许这个用户打印');
});

it('runs once a home', async () => {
  writeFileSync(join(home, 'key'), 'a-key-0123456789012345');
  const unlock = acquireHomeLock(home);
  expect((await run('run')).output).toContain('打印客户端已经在运行');
  expect((await run('status')).output).toContain('正在运行');
  unlock?.();
  expect((await run('status')).output).toContain('没有运行');
});

it('keeps its key when something on the way answers 401, and says so', async () => {
  const proxy = createServer();
  proxy.on('upgrade', (_request, socket) =>
    socket.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'),
  );
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void proxy.close());
  const address = proxy.address();
  const server = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  writeFileSync(join(home, 'key'), 'a-key-0123456789012345');
  writeFileSync(join(home, 'config.json'), JSON.stringify({ server, clientId: '1', printers: [] }));
  const { child, ended, output } = launch('run');
  await expect.poll(() => output()).toContain('HTTP 401');
  await expect
    .poll(async () => (await run('status')).output)
    .toContain('没有认出这个打印客户端的授权');
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(readFileSync(join(home, 'key'), 'utf8')).toContain('a-key');
});
