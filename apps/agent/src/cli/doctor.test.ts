import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { acquireHomeLock } from '../ledger/lock.ts';
import { encodeRecord } from '../ledger/record.ts';
import { countCrashes } from '../program/doctor/check-program.ts';
import { createFakeTools } from '../program/testing.ts';
import { openCli } from './testing.ts';
import type { Cli } from './testing.ts';

let cli: Cli;

beforeEach(() => {
  cli = openCli(createFakeTools({ systemctl: 'exit 0' }).env);
});

const startSite = async (date = new Date()): Promise<string> => {
  const site = createServer((_request, reply) => {
    reply.sendDate = false;
    reply.setHeader('Date', date.toUTCString());
    reply.end('ok');
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void site.close());
  // A listening TCP server has an AddressInfo.
  return `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
};

const writePairing = (server: string, printers: object[] = []): void => {
  writeFileSync(join(cli.home, 'key'), 'a-key-0123456789012345');
  writeFileSync(join(cli.home, 'config.json'), JSON.stringify({ server, clientId: '1', printers }));
};

it('finds nothing wrong with a client that prints, and leaves with 0', async () => {
  writePairing(await startSite());
  const ledger = encodeRecord({ kind: 'ledger', version: 1, id: 'a'.repeat(32), seq: 0 });
  writeFileSync(join(cli.home, 'ledger.log'), ledger);
  mkdirSync(join(cli.home, 'program'));
  const unlock = acquireHomeLock(cli.home);
  const status = { pid: 1, connected: true, trouble: '', printers: [] };
  writeFileSync(join(cli.home, 'status.json'), JSON.stringify(status));
  const { code, output } = await cli.run('doctor');
  unlock?.();
  expect(output).not.toContain('✗');
  for (const words of ['能连上', '时钟和网站的一致', '账本完好', '字体都在', '磁盘能写'])
    expect(output).toContain(`${words}`);
  expect(output).toContain('没有发现问题');
  expect(code).toBe(0);
});

it('says in sentences what is wrong, what to do, and leaves with 1', async () => {
  writePairing('http://127.0.0.1:1');
  writeFileSync(join(cli.home, 'ledger.log'), `${'0'.repeat(8)} nonsense\n`.repeat(3));
  const { code, output } = await cli.run('doctor');
  expect(code).toBe(1);
  expect(output).toContain('✗ 连不上网站 http://127.0.0.1:1：网站没有开着，或者地址不对\n  → ');
  expect(output).toContain('✗ 打印客户端没有在运行\n  → 启动它：npm run agent -- start');
  expect(output).toContain('✗ 账本坏了');
  expect(output).toContain('有 3 处不对');
  expect(output).not.toMatch(/ {4}at /);
});

it('says that the clock is wrong, by the clock of the site', async () => {
  writePairing(await startSite(new Date(Date.now() - 3_600_000)));
  expect((await cli.run('doctor')).output).toContain('✗ 这台电脑的时钟快了约 60 分钟');
});

it('looks at settings nobody can read as at everything else', async () => {
  writePairing('http://127.0.0.1:1');
  writeFileSync(join(cli.home, 'config.json'), '{');
  const { code, output } = await cli.run('doctor');
  expect(code).toBe(1);
  expect(output).toContain('读不懂');
  expect(output).toContain('字体都在');
});

it('counts the crashes of the last day', () => {
  const toIsoHour = (hours: number): string =>
    new Date(Date.UTC(2026, 10, 24, hours)).toISOString();
  const log = [
    `${new Date(Date.UTC(2026, 10, 22)).toISOString()} 打印客户端意外退出（1），1 秒后再启动`,
    `${toIsoHour(1)} 打印客户端意外退出（1），1 秒后再启动`,
    `${toIsoHour(2)} 正在停止`,
    `${toIsoHour(3)} 打印客户端意外退出（137），2 秒后再启动`,
  ].join('\n');
  expect(countCrashes(log, Date.UTC(2026, 10, 24, 12))).toBe(2);
});
