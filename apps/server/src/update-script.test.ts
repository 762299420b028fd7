import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';

const run = promisify(execFile);
const SCRIPT = join(import.meta.dirname, '../../../deploy/update.sh');

/** Builds what the script needs of an installation: Node, and a mark of the build. */
const BUILD = `mkdir -p node_modules/.bin && ln -sf "${process.execPath}" node_modules/.bin/node && cp version built`;

const openInstallation = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'yb-update-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const source = join(folder, 'source');
  const home = join(folder, 'opt');
  const tools = join(folder, 'tools');
  const calls = join(folder, 'calls');
  const git = (...args: string[]) =>
    run('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', '-C', source, ...args]);
  mkdirSync(source);
  mkdirSync(tools);
  writeFileSync(calls, '');
  // Records each call with the version that the link names at that time.
  writeFileSync(
    join(tools, 'systemctl'),
    `#!/bin/sh\n[ "$1" = cat ] || echo "$* $(cat "${home}/built" 2>/dev/null)" >> "${calls}"\n`,
    { mode: 0o755 },
  );
  // npm itself takes half a second of CPU.
  writeFileSync(join(tools, 'npm'), '#!/bin/sh\n[ "$*" = "run build" ] && sh build.sh\n', {
    mode: 0o755,
  });
  const release = async (version: string, build = BUILD): Promise<string> => {
    writeFileSync(join(source, 'version'), version);
    writeFileSync(join(source, '.gitignore'), 'node_modules\nbuilt\n');
    writeFileSync(join(source, 'build.sh'), build);
    await git('add', '.');
    await git('commit', '-qm', version);
    return (await git('rev-parse', '--short=12', 'HEAD')).stdout.trim();
  };
  await git('init', '-q', '-b', 'main');
  const first = await release('1');
  await run('git', ['clone', '-q', source, home]);
  const site = createServer((_req, res) => void res.writeHead(200).end());
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void site.close());
  const settings = join(folder, 'settings.env');
  writeFileSync(settings, `PORT=${(site.address() as AddressInfo).port}\n`);
  const env = {
    PATH: `${tools}:${process.env['PATH']}`,
    HOME: folder,
    YUNBIAO_HOME: home,
    YUNBIAO_SETTINGS: settings,
  };
  return {
    home,
    first,
    release,
    update: (...args: string[]) => run('sh', [SCRIPT, ...args], { env }),
    getVersion: () => readFileSync(join(home, 'built'), 'utf8'),
    getLinked: () => basename(readlinkSync(home)),
    listReleases: () => readdirSync(`${home}-releases`).toSorted(),
    getCalls: () => readFileSync(calls, 'utf8'),
  };
};

it('builds beside the running version, backs up and then switches', async () => {
  const site = await openInstallation();
  const second = await site.release('2');
  await site.update();
  expect(site.getVersion()).toBe('2');
  expect(site.getLinked()).toBe(second);
  expect(site.listReleases()).toEqual([site.first, second].toSorted());
  // The backup is of the old version, which was not built here; the restart is of the new one.
  expect(site.getCalls()).toBe('start yunbiao-backup.service \nrestart yunbiao.service 2\n');
  // Nothing happens when there is nothing new.
  await site.update();
  expect(site.getCalls().split('\n')).toHaveLength(3);
});

it('goes to the version that is asked for, and keeps the last three', async () => {
  const site = await openInstallation();
  const names: string[] = [];
  for (const version of ['2', '3', '4']) {
    names.push(await site.release(version));
    await site.update();
  }
  expect(site.listReleases()).toEqual(names.toSorted());
  await site.update(names[0] ?? '');
  expect(site.getVersion()).toBe('2');
  await expect(site.update('no-such-version')).rejects.toMatchObject({
    stderr: expect.stringContaining('没有找到 no-such-version'),
  });
  expect(site.getVersion()).toBe('2');
});

it('changes nothing when the build fails, and goes on the next time', async () => {
  const site = await openInstallation();
  const failing = await site.release('2', 'exit 1');
  await expect(site.update()).rejects.toThrow();
  expect([site.getLinked(), site.getCalls()]).toEqual([site.first, '']);
  expect(existsSync(`${site.home}-releases/${failing}`)).toBe(false);
  await site.release('3');
  await site.update();
  expect(site.getVersion()).toBe('3');
});
