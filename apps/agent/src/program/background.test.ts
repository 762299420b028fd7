import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { getProgramPath } from '../../../../e2e/support/programs.ts';
import { openCli } from '../cli/testing.ts';
import type { Cli } from '../cli/testing.ts';
import {
  suggestAddress,
  createConfirmedAddressFinder,
  listAddressesAwaitingConfirmation,
} from '../discovery/typed-addresses.ts';
import { panelFile, buildPanelUrl } from './panel/address.ts';
import { isSupervisorRunning } from './startup/startup.ts';
import { createFakeTools, startSite } from './testing.ts';

const NO_SYSTEMD = { systemctl: 'exit 1', 'xdg-open': 'exit 0' };

let cli: Cli;
let tools: ReturnType<typeof createFakeTools>;

const openHome = (scripts: Readonly<Record<string, string>>): void => {
  tools = createFakeTools(scripts);
  cli = openCli(tools.env);
  onTestFinished(async () => {
    await cli.run('stop');
  });
};

const writeServer = (server: string): void =>
  writeFileSync(
    join(cli.home, 'config.json'),
    JSON.stringify({ server, clientId: '', printers: [] }),
  );

const readPanelAddress = () => {
  const at = panelFile.read(cli.home);
  if (!at) throw new Error('no page');
  return at;
};
const pageUrl = (): string => buildPanelUrl(readPanelAddress());
const fetchPage = (name = ''): Promise<Response> => fetch(pageUrl() + name, { redirect: 'manual' });
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

beforeEach(() => openHome(NO_SYSTEMD));

describe('in the background', () => {
  it('runs once a home, and comes back when it was killed', async () => {
    const site = await startSite();
    writeServer(site.url);
    const first = await cli.run('start');
    expect(first.output).toContain('配对码：G4TS-BGTD');
    expect(first.code).toBe(0);
    const { pid } = readPanelAddress();
    const second = await cli.run('start');
    expect(second.output).toContain('配对码：G4TS-BGTD');
    expect(readPanelAddress().pid).toBe(pid);
    const beside = await cli.run('supervise');
    expect(beside).toMatchObject({ code: 1 });
    expect(beside.output).toContain('打印客户端已经在后台运行');

    process.kill(pid, 'SIGKILL');
    await expect.poll(() => panelFile.read(cli.home)?.pid).not.toBe(pid);
    await expect.poll(async () => (await fetchPage('state').catch(() => null))?.status).toBe(200);
    expect(readFileSync(join(cli.home, 'logs/supervisor.log'), 'utf8')).toContain('意外退出');

    const last = readPanelAddress().pid;
    expect((await cli.run('stop')).output).toBe('打印客户端停下了\n');
    expect(isAlive(last)).toBe(false);
    expect(isSupervisorRunning(cli.home)).toBe(false);
    expect((await cli.run('stop')).output).toBe('打印客户端没有在后台运行\n');
  });

  it('goes when who watches over it was killed, so that the next one finds the home free', async () => {
    const watching = cli.launch('supervise');
    await expect.poll(() => panelFile.read(cli.home)?.pid ?? 0).toBeGreaterThan(0);
    const { pid } = readPanelAddress();
    watching.child.kill('SIGKILL');
    await watching.ended;
    await expect.poll(() => isAlive(pid)).toBe(false);
    expect((await cli.run('start')).code).toBe(0);
    expect(readPanelAddress().pid).not.toBe(pid);
  });

  it('brings up its page when it is opened, and again when it is opened a second time', async () => {
    await cli.run('open');
    await cli.run('open');
    await expect
      .poll(() => tools.calls().filter((call) => call.startsWith('xdg-open')))
      .toEqual([`xdg-open ${pageUrl()}`, `xdg-open ${pageUrl()}`]);
  });
});

describe('its page', () => {
  it('asks for the site it does not know, then leads to the page where it is paired', async () => {
    const site = await startSite();
    await cli.run('start');
    expect(await (await fetchPage()).text()).toContain('先填网站的地址');
    const wrong = await fetch(`${pageUrl()}server`, {
      method: 'POST',
      body: new URLSearchParams({ server: 'ftp://x' }),
    });
    expect(await wrong.text()).toContain('网址不对');
    await fetch(`${pageUrl()}server`, {
      method: 'POST',
      body: new URLSearchParams({ server: `${site.url}/label` }),
    });
    const led = await fetchPage();
    expect([led.status, led.headers.get('location')]).toEqual([
      302,
      'http://127.0.0.1:9/label/user/auth?code=G4TS-BGTD',
    ]);
    expect(led.headers.get('referrer-policy')).toBe('no-referrer');
    // Reloading shows the same code, not a new one.
    await fetchPage();
    expect(site.given()).toBe(1);
    site.confirm();
    await expect.poll(async () => (await fetchPage()).text()).toContain('打开网站');
    expect(readFileSync(join(cli.home, 'key'), 'utf8')).toContain('a-key');
  });

  it('asks about addresses typed on the site, and goes by the answer', async () => {
    const site = await startSite();
    writeServer(site.url);
    site.confirm();
    await cli.run('start');
    await expect
      .poll(async () => {
        const reply = await fetchPage();
        return reply.status === 200 ? reply.text() : '';
      })
      .toContain('打开网站');
    const [ours, theirs] = ['192.168.1.50', '192.168.1.66'];
    for (const host of [ours, theirs]) suggestAddress(cli.home, { host, port: 9100 });
    const html = await (await fetchPage()).text();
    for (const host of [ours, theirs]) expect(html).toContain(`<h2>${host}:9100</h2>`);
    for (const { id, host } of listAddressesAwaitingConfirmation(cli.home))
      await fetch(`${pageUrl()}address`, {
        method: 'POST',
        body: new URLSearchParams({ id, ours: host === ours ? '1' : '0' }),
      });
    expect(await (await fetchPage()).text()).not.toContain(':9100');
    expect(
      await createConfirmedAddressFinder(cli.home).find(new AbortController().signal),
    ).toMatchObject([{ name: `${ours}:9100` }]);
  });

  it('says why there is no code when the site is not there', async () => {
    writeServer('http://127.0.0.1:1');
    await cli.run('start');
    const text = await (await fetchPage()).text();
    expect(text).toContain('还没有拿到配对码');
    expect(text).toContain('http://127.0.0.1:1');
  });

  it('shows nothing to anyone who has not its secret, under another name, or from another site', async () => {
    await cli.run('start');
    const { port, token } = readPanelAddress();
    const requestPage = (
      path: string,
      method: string,
      headers: Record<string, string>,
    ): Promise<number> =>
      new Promise((resolve, reject) => {
        const asked = request({ host: '127.0.0.1', port, path, method, headers }, (reply) => {
          reply.resume();
          resolve(reply.statusCode ?? 0);
        });
        asked.on('error', reject);
        asked.end();
      });
    const host = `127.0.0.1:${port}`;
    expect(await requestPage(`/${token}/`, 'GET', { host })).toBe(200);
    expect(await requestPage(`/${token}/`, 'GET', { host: `evil.example:${port}` })).toBe(404);
    expect(await requestPage(`/${'x'.repeat(token.length)}/`, 'GET', { host })).toBe(404);
    expect(await requestPage('/', 'GET', { host })).toBe(404);
    expect(
      await requestPage(`/${token}/again`, 'POST', { host, origin: 'https://evil.example' }),
    ).toBe(404);
    expect(await requestPage(`/${token}/again`, 'POST', { host, origin: `http://${host}` })).toBe(
      200,
    );
    const flood = await fetch(`${pageUrl()}server`, { method: 'POST', body: 'x'.repeat(100_000) })
      .then(({ status }) => status)
      .catch(() => 404);
    expect(flood).toBe(404);
  });

  it('stops the client', async () => {
    await cli.run('start');
    const { pid } = readPanelAddress();
    await fetch(`${pageUrl()}stop`, { method: 'POST' });
    await expect.poll(() => isAlive(pid)).toBe(false);
    await expect.poll(() => isSupervisorRunning(cli.home)).toBe(false);
  });
});

describe('with the machine', () => {
  const getUnitPath = (): string => join(tools.folder, 'config/systemd/user/yunbiao-agent.service');
  const getEntryPath = (): string => join(tools.folder, 'config/autostart/yunbiao-agent.desktop');

  it('is started by systemd where the user has one, until it is uninstalled', async () => {
    openHome({ systemctl: 'exit 0', loginctl: 'echo Linger=no' });
    const installed = await cli.run('install');
    expect(installed.output).toContain('会随电脑启动（systemd 用户服务）');
    expect(installed.output).toContain('loginctl enable-linger');
    expect(tools.calls().filter((call) => !call.includes('show'))).toEqual([
      'systemctl --user daemon-reload',
      'systemctl --user enable --now yunbiao-agent.service',
    ]);
    const text = readFileSync(getUnitPath(), 'utf8');
    const main = getProgramPath('apps/agent/src/main.ts');
    expect(text).toMatch(/^ExecStart="\/.*" "supervise"$/m);
    expect(text).toContain(`" "${main}" "supervise"`);
    expect(text).toContain(`Environment="YUNBIAO_AGENT_HOME=${cli.home}"`);
    expect(text).toContain('Restart=on-failure');
    expect((await cli.run('uninstall')).output).toContain('不再随电脑启动');
    expect(existsSync(getUnitPath())).toBe(false);
    expect(tools.calls()).toContain('systemctl --user disable yunbiao-agent.service');
    expect(isSupervisorRunning(cli.home)).toBe(false);
  });

  it('says what systemd does not take', async () => {
    openHome({ systemctl: 'case "$*" in *enable*) echo no bus; exit 1;; esac' });
    const { code, output } = await cli.run('install');
    expect(code).toBe(1);
    expect(output).toContain('systemctl --user enable --now yunbiao-agent.service 没有成：no bus');
  });

  it('is started by the desktop where there is no such systemd', async () => {
    const installed = await cli.run('install', '--auto-update');
    expect(installed.output).toContain('会随电脑启动（桌面的自启动项）');
    expect(readFileSync(getEntryPath(), 'utf8')).toMatch(
      /^Exec=env "YUNBIAO_AGENT_HOME=.*" "start"$/m,
    );
    expect(readFileSync(join(cli.home, 'program/options.json'), 'utf8')).toContain('"auto"');
    await cli.run('uninstall');
    expect(existsSync(getEntryPath())).toBe(false);
  });
});
