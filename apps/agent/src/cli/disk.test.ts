import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Cli, openCli } from './testing.ts';

let home: string;
let cli: Cli;

beforeEach(() => {
  cli = openCli();
  ({ home } = cli);
});

describe('a disk that does not do', () => {
  const writeKey = (): void => writeFileSync(join(home, 'key'), 'a-key-0123456789012345');

  it('is said to be full', async () => {
    writeKey();
    symlinkSync('/dev/full', join(home, 'ledger.log.new'));
    expect(await cli.run('run')).toEqual({
      code: 1,
      output: `磁盘满了：${join(home, 'ledger.log')}\n腾出空间再启动；没有打印完的标签记在账本里，不会丢\n`,
    });
  });

  it('is said to take no more, by every command that writes', async () => {
    writeKey();
    const getFile = (output: string): string => output.split('\n')[0] ?? '';
    for (const args of [
      ['run'],
      ['pair', '--server', 'http://127.0.0.1:1'],
      ['printer', 'add', '一号', 'tcp://127.0.0.1:1', '--close-after'],
    ]) {
      const { code, output } = await cli.shell('ulimit -f 0;', ...args);
      expect(code).toBe(1);
      expect(output).not.toMatch(/ {4}at |已经在运行/);
      expect(
        getFile(output.replace('这台打印机不回答状态：标签只能确认收下，不能确认打印出来\n', '')),
      ).toMatch(new RegExp(`^系统不让文件再变大：${home}`));
    }
  });

  it.each(['lock.db', 'ledger.log', 'config.json', 'key'])(
    'is told by the file it is about: %s',
    async (name) => {
      if (name !== 'key') writeKey();
      mkdirSync(join(home, name));
      for (const command of ['run', 'status']) {
        const { code, output } = await cli.run(command);
        // A command does not fail on a file that it does not read.
        if (command === 'status' && name === 'ledger.log') continue;
        expect(code).toBe(1);
        expect(output).not.toMatch(/ {4}at |已经在运行/);
        expect(output).toContain('要的是文件，那里却是一个目录');
      }
    },
  );

  it('does not end printing when only the status file cannot be written', async () => {
    writeKey();
    const writeConfig = (server: string): void =>
      writeFileSync(
        join(home, 'config.json'),
        JSON.stringify({ server, clientId: '1', printers: [] }),
      );
    writeConfig('http://127.0.0.1:1');
    const { child, ended, output } = cli.launch('run');
    await vi.waitFor(() => expect(output()).toContain('没有连上 http://127.0.0.1:1'), 10_000);
    await vi.waitFor(() => expect(readdirSync(home)).toContain('status.json'), 5000);
    rmSync(join(home, 'status.json'));
    mkdirSync(join(home, 'status.json'));
    writeConfig('http://127.0.0.1:2');
    await vi.waitFor(() => expect(output()).toContain('127.0.0.1:2'), 10_000);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(output()).not.toMatch(/ {4}at /);
  });
});
