import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { takeLock } from '../ledger/lock.ts';

const MAIN = join(import.meta.dirname, '../main.ts');
let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'yb-cli-'));
  return () => rmSync(home, { recursive: true, force: true });
});

const launch = (...args: string[]) => {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, ...args], {
    env: { ...process.env, YUNBIAO_AGENT_HOME: home },
  });
  let output = '';
  const hear = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, ended, output: () => output };
};

const run = async (...args: string[]): Promise<{ code: number | null; output: string }> => {
  const { ended, output } = launch(...args);
  return { code: await ended, output: output() };
};

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

it('shows the commands to somebody new, and to who asks', async () => {
  const { output } = await run();
  expect(output).toContain('printer add');
  expect(output).toContain('还没有配对');
  expect((await run('help')).code).toBe(0);
});

it('says what is wrong and what to do, without a stack', async () => {
  expect(await run('nonsense')).toEqual({
    code: 1,
    output: '没有 nonsense 这个命令\n查看用法：npm run agent -- help\n',
  });
  expect((await run('run')).output).toBe('这台电脑还没有配对\n先运行：npm run agent -- pair\n');
  expect((await run('printer', 'add', '一号', 'http://x')).output).toContain('打印机地址不对');
  expect((await run('printer', 'add', '一号', 'tcp://x', '--dpi', '200')).output).toContain(
    '可以是 203、300 或 600',
  );
  expect((await run('printer', 'add', '一号', 'tcp://x', '--language', 'tspl')).output).toContain(
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
}, 60_000);

it('adds a printer that is switched off, and says so', async () => {
  const added = await run('printer', 'add', '一号', 'tcp://127.0.0.1:1');
  expect(added.output).toContain('连不上打印机（那个端口没有打印机在听）');
  expect(added.code).toBe(0);
});

it('keeps its files to itself', async () => {
  await run('printer', 'add', '一号', 'tcp://127.0.0.1:1');
  expect(statSync(join(home, 'config.json')).mode & 0o077).toBe(0);
});

/** Stands in for the site: confirms a pairing once it is told to. */
const startSite = async (): Promise<{ url: string; confirm: () => void }> => {
  let confirmed = false;
  const site = createServer((request, reply) => {
    request.resume();
    const started = {
      code: 'G4TSBGTD',
      secret: 'a-secret',
      url: 'http://127.0.0.1/',
      expiresAt: new Date(Date.now() + 60_000).toISOString(),
    };
    const polled = confirmed
      ? { state: 'confirmed', clientId: '7', key: 'a-key-0123456789012345' }
      : { state: 'waiting', clientId: null, key: null };
    const data = request.url?.includes('Poll') ? polled : started;
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
}, 30_000);

it('runs once a home', async () => {
  writeFileSync(join(home, 'key'), 'a-key-0123456789012345');
  const unlock = takeLock(home);
  expect((await run('run')).output).toContain('打印客户端已经在运行');
  expect((await run('status')).output).toContain('正在运行');
  unlock?.();
  expect((await run('status')).output).toContain('没有运行');
});
