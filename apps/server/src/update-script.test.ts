import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  symlinkSync,
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
const BUILD = `mkdir -p node_modules/.bin apps/site/dist && ln -sf "${process.execPath}" node_modules/.bin/node && cp version built && touch apps/site/dist/.built-from`;

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
    `#!/bin/sh\n[ "$1" = cat ] || echo "$* $(cat "${home}/built" 2>/dev/null)" >> "${calls}"\n[ "$1" != restart ] || [ ! -e "${folder}/broken" ]\n`,
    { mode: 0o755 },
  );
  // npm itself takes half a second of CPU.
  writeFileSync(join(tools, 'npm'), '#!/bin/sh\n[ "$*" = "run build" ] && sh build.sh\n', {
    mode: 0o755,
  });
  const release = async (version: string, build = BUILD): Promise<string> => {
    writeFileSync(join(source, 'version'), version);
    writeFileSync(join(source, '.gitignore'), 'node_modules\nbuilt\ndist\n');
    writeFileSync(join(source, 'build.sh'), build);
    await git('add', '.');
    await git('commit', '-qm', version);
    return (await git('rev-parse', '--short=12', 'HEAD')).stdout.trim();
  };
  await git('init', '-q', '-b', 'main');
  const first = await release('1');
  // A shallow clone, as many are installed.
  await run('git', ['clone', '-q', '--depth', '1', `file://${source}`, home]);
  await run('sh', ['build.sh'], { cwd: home });
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
    YUNBIAO_COMPILED: join(folder, 'compiled'),
  };
  return {
    home,
    first,
    release,
    update: (...args: string[]) => run('sh', [SCRIPT, ...args], { env }),
    setRestartFailing: (isFailing: boolean) =>
      isFailing ? writeFileSync(join(folder, 'broken'), '') : rmSync(join(folder, 'broken')),
    interruptConversion: () => {
      mkdirSync(`${home}-releases`);
      renameSync(home, `${home}-releases/first`);
    },
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
  expect(site.listReleases()).toEqual(['.started', second, 'first'].toSorted());
  // The backup is of the old version, the restart of the new one.
  expect(site.getCalls()).toBe('start yunbiao-backup.service 1\nrestart yunbiao.service 2\n');
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
  // That of the installation may hold files of the operator.
  expect(site.listReleases()).toEqual(['.started', 'first', ...names].toSorted());
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
  expect([site.getLinked(), site.getCalls()]).toEqual(['first', '']);
  expect(existsSync(`${site.home}-releases/${failing}`)).toBe(false);
  await site.release('3');
  await site.update();
  expect(site.getVersion()).toBe('3');
});

it('starts a version again that did not start before', async () => {
  const site = await openInstallation();
  await site.release('2');
  await site.update();
  await site.release('3');
  site.setRestartFailing(true);
  await expect(site.update()).rejects.toThrow();
  site.setRestartFailing(false);
  await site.update();
  expect(site.getVersion()).toBe('3');
  expect(site.getCalls().match(/restart yunbiao\.service 3/g)).toHaveLength(2);
});

it('goes on after an interruption between two steps', async () => {
  const site = await openInstallation();
  const second = await site.release('2');
  site.interruptConversion();
  symlinkSync('/nowhere', `${site.home}.next`);
  await site.update();
  expect([site.getVersion(), site.getLinked()]).toEqual(['2', second]);
});

it('builds and starts what was only pulled', async () => {
  const site = await openInstallation();
  const second = await site.release('2');
  await run('git', ['-C', site.home, 'pull', '-q']);
  rmSync(join(site.home, 'apps'), { recursive: true });
  await site.update();
  expect(site.getVersion()).toBe('2');
  expect(site.getCalls()).toContain('restart yunbiao.service 2');
  expect(second).toHaveLength(12);
});
