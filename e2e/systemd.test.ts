import { execFileSync } from 'node:child_process';
import { request } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { readGuideBlock } from './support/guide.ts';
import { type Machine, noMachine, startMachine } from './support/machine.ts';
import { readReply, HOST, noNginx, type Reply } from './support/nginx.ts';
import { type MemberCall, printLabel } from './support/print-through.ts';
import { repository } from './support/process.ts';

/** What the guide runs and the test does not, with what is run instead. The rest is run verbatim. */
const INSTEAD: readonly [command: RegExp, replacement: string][] = [
  [/^apt-get .*nginx.*$/m, 'rm -f /etc/nginx/sites-enabled/*; systemctl start nginx'],
  [/^apt-get .*$/gm, ''],
  [/^git clone .*$/m, ''],
  [/^npm run build.*$/m, ''],
  // The samples are for the host that the test opens.
  [/^editor .*$/gm, ''],
  [
    /^certbot .*$/m,
    `mkdir -p /etc/letsencrypt/live/${HOST}
     cd /etc/letsencrypt/live/${HOST}
     openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 \\
       -keyout privkey.pem -out fullchain.pem -subj /CN=${HOST} -addext subjectAltName=DNS:${HOST}
     cd /opt/yunbiao`,
  ],
];

const UNIT = 'yunbiao';

let machine: Machine;
let door = '';
let ca = '';
let token = '';

const follow = async (heading: string, text = '', without?: RegExp): Promise<string> => {
  const guideBlock = await readGuideBlock(heading, text);
  const block = without ? guideBlock.replace(without, '') : guideBlock;
  const commands = INSTEAD.reduce((script, [from, to]) => script.replace(from, to), block);
  return machine.run(`cd /opt/yunbiao\n${commands}`);
};

/** A visitor outside of the machine, with the port 443 of nginx in it. */
const visit = (path: string, body?: object): Promise<Reply> => {
  const headers = { Host: HOST, 'Content-Type': 'application/json', 'X-Token': token };
  const software = { ...headers, 'X-Domain': 'labels' };
  const method = body ? 'POST' : 'GET';
  const options = { socketPath: door, servername: HOST, ca, path, method, headers: software };
  return readReply(request({ ...options, agent: false }), body && JSON.stringify(body));
};

const call: MemberCall = async <T>(path: string, body?: object): Promise<T> => {
  const reply = await visit(path, body);
  const { state, msg, data } = JSON.parse(reply.body) as { state: string; msg: string; data: T };
  if (state !== 'ok') throw new Error(`${path}: ${msg}`);
  return data;
};

const readProperty = async (name: string, unit = UNIT): Promise<string> =>
  (await machine.run(`systemctl show --value --property ${name} ${unit}`)).trim();

/** Each look starts programs or a TLS connection. */
const SELDOM = { interval: 500 };

const untilUp = () => expect.poll(() => visit('/').then(({ status }) => status), SELDOM).toBe(200);

beforeAll(async () => {
  if (noMachine || noNginx) return;
  // As the guide's `npm run build`; nothing where the site is built already.
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: repository, stdio: 'ignore' });
  machine = await startMachine();
  await follow('### Debian');
  await follow('### nginx 和证书');
  door = await machine.openDoor(443);
  ca = await machine.run(`cat /etc/letsencrypt/live/${HOST}/fullchain.pem`);
});
afterAll(() => machine?.stop());

const skipIfMissing = (ctx: TestContext): void => {
  const reason = noMachine || noNginx;
  if (reason) ctx.skip(reason);
};

describe('the unit of the site, under systemd', () => {
  it('names a wrong setting in the journal, and starts by itself when it is right', async (ctx) => {
    skipIfMissing(ctx);
    await machine.run("sed -i.right 's/^APP_MODE=.*/APP_MODE=wrong/' /etc/yunbiao.env");
    // It is not active yet, which the status says with its exit code.
    await follow('### systemd', '', /^systemctl status .*$/m);
    await machine.run('systemctl start yunbiao');
    await expect.poll(() => machine.readJournal(UNIT), SELDOM).toMatch(/APP_MODE.*wrong/);
    await machine.run('mv /etc/yunbiao.env.right /etc/yunbiao.env');
    await untilUp();
    expect(await follow('### systemd')).toContain('Active: active (running)');
  });

  it('runs as its user without a privilege', async (ctx) => {
    skipIfMissing(ctx);
    const status = await machine.run(`cat /proc/${await readProperty('MainPID')}/status`);
    const user = (await machine.run('id -u yunbiao')).trim();
    const facts = Object.fromEntries(
      status.split('\n').map((line) => line.split(/:\s+/) as [string, string]),
    );
    expect(facts).toMatchObject({
      Uid: [user, user, user, user].join('\t'),
      Umask: '0077',
      NoNewPrivs: '1',
      CapEff: '0000000000000000',
      CapBnd: '0000000000000000',
      Seccomp: '2',
    });
    const files = await machine.run(
      'stat -c "%U %a" /var/lib/yunbiao; find /var/lib/yunbiao -type f ! -perm 600',
    );
    expect(files).toBe('yunbiao 700\n');
  });

  it('writes to its data folder and a temporary folder of its own only', async (ctx) => {
    skipIfMissing(ctx);
    const closedFolders = [
      '/opt/yunbiao',
      '/usr',
      '/etc',
      '/var/log',
      '/var/backups',
      '/home',
      '/root',
    ];
    const inUnit = `nsenter --target ${await readProperty('MainPID')} --mount`;
    const writes = [...closedFolders, '/var/lib/yunbiao', '/tmp'].map(
      (folder) => `${inUnit} touch ${folder}/written 2>/dev/null && echo ${folder}`,
    );
    expect(await machine.run(`${writes.join('\n')}\ntrue`)).toBe('/var/lib/yunbiao\n/tmp\n');
    expect(await machine.run('ls /tmp; rm /var/lib/yunbiao/written')).not.toContain('written');
  });

  it('is managed with the settings and as the user of the site', async (ctx) => {
    skipIfMissing(ctx);
    await machine.run('yunbiao-admin software add labels 门店标签');
    await expect.poll(async () => (await visit('/labels')).status, SELDOM).toBe(200);
    expect(await machine.run('find /var/lib/yunbiao ! -user yunbiao')).toBe('');
  });

  it('prints in a process that it starts, behind nginx as the guide sets it up', async (ctx) => {
    skipIfMissing(ctx);
    const account = { username: 'machine', password: 'correct horse 9' };
    token = (await call<{ token: string }>('/np/register', account)).token;
    const { printConfigId } = await call<{ printConfigId: string }>('/np/api/uc/virtualOpen', {});
    expect(await printLabel(call, printConfigId)).toBe('printed');
    const { headers } = await visit('/np/api/uc/clientList');
    expect(await machine.readJournal(UNIT)).toContain(String(headers['x-request-id']));
  });

  it('starts again when it is killed, without an error for visitors', async (ctx) => {
    skipIfMissing(ctx);
    const before = await readProperty('MainPID');
    await machine.run('systemctl kill --kill-who=main --signal=KILL yunbiao');
    // systemd holds the port: the visitor waits for the next process.
    expect((await visit('/')).status).toBe(200);
    expect(await readProperty('MainPID')).not.toBe(before);
    expect(await call('/np/api/uc/printConfigList')).toMatchObject({ list: [expect.anything()] });
  });

  it('is restarted without an error for visitors', async (ctx) => {
    skipIfMissing(ctx);
    const before = await readProperty('MainPID');
    let isRestarted = false;
    const restarting = machine.run('systemctl restart yunbiao').then(() => (isRestarted = true));
    const statuses = new Set<number>();
    while (!isRestarted || statuses.size === 0) {
      statuses.add((await visit('/')).status);
      await sleep(20);
    }
    await restarting;
    statuses.add((await visit('/')).status);
    expect([...statuses]).toEqual([200]);
    expect(await readProperty('MainPID')).not.toBe(before);
    expect(await readProperty('Result', 'yunbiao.socket')).toBe('success');
  });
});

describe('the units of the backup, under systemd', () => {
  const listBackups = async (): Promise<string[]> =>
    (await machine.run('ls /var/backups/yunbiao')).trim().split('\n');

  it('make a backup that only its user reads', async (ctx) => {
    skipIfMissing(ctx);
    const [name = ''] = (await follow('## 备份', 'yunbiao-backup.timer'))
      .trim()
      .split('\n')
      .slice(-1);
    expect(name).toMatch(/^\d{8}-\d{6}$/);
    const folder = `/var/backups/yunbiao/${name}`;
    expect(await machine.run(`find ${folder} ! -user yunbiao -o -perm /077`)).toBe('');
    expect(await machine.run(`ls ${folder}`)).toContain('yunbiao.db');
    expect(await readProperty('NextElapseUSecRealtime', 'yunbiao-backup.timer')).toMatch(
      / 03:[23]/,
    );
  });

  it('make one up for a night in which the machine was off, and remove old ones', async (ctx) => {
    skipIfMissing(ctx);
    const [oldBackup = ''] = await listBackups();
    // The delay spreads machines over ten minutes, for which no test waits.
    await machine.run(`
      systemctl stop yunbiao-backup.timer
      mkdir /etc/systemd/system/yunbiao-backup.timer.d
      printf '[Timer]\\nRandomizedDelaySec=0\\n' > /etc/systemd/system/yunbiao-backup.timer.d/test.conf
      systemctl daemon-reload
      touch -d '15 days ago' /var/backups/yunbiao/${oldBackup}
      touch -d '2 days ago' /var/lib/systemd/timers/stamp-yunbiao-backup.timer
      systemctl start yunbiao-backup.timer`);
    await expect.poll(() => readProperty('Result', 'yunbiao-backup'), SELDOM).toBe('success');
    await expect.poll(listBackups, SELDOM).toEqual([expect.not.stringContaining(oldBackup)]);
  });

  it('restore it for trial, and leave nothing behind', async (ctx) => {
    skipIfMissing(ctx);
    const output = await follow('### 恢复演习', 'yunbiao-restore-drill.timer');
    expect(await readProperty('Result', 'yunbiao-restore-drill')).toBe('success');
    expect(output).toContain('演习');
    const next = await readProperty('NextElapseUSecRealtime', 'yunbiao-restore-drill.timer');
    expect(next).toMatch(/^Sun .* 05:[2-5]/);
    expect(
      await machine.run('find /tmp /var/tmp -name "*yunbiao*" ! -path "*systemd-private*"'),
    ).toBe('');
  });
});

describe('the end of the site, under systemd', () => {
  it('comes in order, and nginx says so', async (ctx) => {
    skipIfMissing(ctx);
    await machine.run('systemctl stop yunbiao.socket yunbiao');
    expect(await readProperty('Result')).toBe('success');
    expect(await machine.readJournal(UNIT)).toContain('Deactivated successfully');
    const page = await visit('/labels');
    expect([page.status, page.body]).toEqual([502, expect.stringContaining('网站暂时连不上')]);
  });
});
