import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findProgram } from '../../scripts/lib/programs.mjs';
import { repository, type Started, startFile } from './process.ts';

const run = promisify(execFile);

/** The environment of root's shell, on Debian. */
const CLEAN = [
  'env',
  '-i',
  'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  'LANG=C.UTF-8',
];

const SYSTEMD = '/lib/systemd/systemd';
const PROGRAMS = ['unshare', 'nsenter', 'setpriv', 'systemctl', 'adduser', 'ip'];

/** Where the second version of cgroups is mounted: alone, or beside the first. */
const getCgroups = (): string | null => {
  const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n');
  return (
    mounts.map((line) => line.split(' ')).find(([, , kind]) => kind === 'cgroup2')?.[1] ?? null
  );
};

const findMissing = (): string => {
  if (process.platform !== 'linux') return 'systemd：只在 Linux 上';
  const missing = PROGRAMS.filter(
    (name) => !findProgram(name) && !existsSync(join('/usr/sbin', name)),
  );
  if (!existsSync(SYSTEMD)) missing.push('systemd');
  if (missing.length > 0) return `${missing.join('、')}：没有找到`;
  if (process.getuid?.() !== 0) return 'systemd：要用 root 运行';
  return getCgroups() ? '' : 'systemd：没有 cgroup2';
};

/** Why no machine can be started; '' when it can. */
export const noMachine = findMissing();

/**
 * Started in namespaces of its own. Everything that is written goes to memory: the root is an
 * overlay over the root of this machine. Of the machine's units none is started but systemd's
 * journal, and no privilege is left that reaches out of the namespaces: neither clock, kernel
 * modules nor `/proc/sys`.
 */
const BOOT = `
set -eu
work=$1 repository=$2
mount --make-rprivate /
mount -t tmpfs -o mode=0755 tmpfs "$work"
mkdir "$work/upper" "$work/work" "$work/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$work/upper,workdir=$work/work" "$work/root"
root=$work/root
mount -t proc proc "$root/proc"
mount --bind "$root/proc/sys" "$root/proc/sys"
mount -o remount,bind,ro "$root/proc/sys"
mount -t sysfs -o ro sysfs "$root/sys"
mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
for folder in run tmp dev var/log var/lib/systemd etc/systemd/system; do
  mount -t tmpfs -o mode=0755 tmpfs "$root/$folder"
done
chmod 1777 "$root/tmp"
mkdir "$root/var/log/nginx"
for device in null zero full random urandom tty; do
  touch "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
mkdir "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666,mode=0620 devpts "$root/dev/pts"
mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
for wants in sysinit sockets multi-user timers; do
  [ -d "$root/lib/systemd/system/$wants.target.wants" ] || continue
  mount -t tmpfs -o mode=0755 tmpfs "$root/lib/systemd/system/$wants.target.wants"
done
ln -s ../systemd-journald.service "$root/lib/systemd/system/sysinit.target.wants/"
ln -s /dev/null "$root/etc/systemd/system/systemd-remount-fs.service"
mkdir -p "$root/opt/yunbiao" "$root/outside"
mount --bind "$repository" "$root/opt/yunbiao"
mount -o remount,bind,ro "$root/opt/yunbiao"
ip link set lo up
cd "$root"
pivot_root . outside
umount -l /outside
exec env -i container=yunbiao-test PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 \\
  setpriv --bounding-set -sys_time,-sys_module,-sys_boot,-syslog \\
  ${SYSTEMD} --system --unit=basic.target --log-target=journal --show-status=no
`;

/** Joins the cgroup first: the namespace begins there. */
const JOIN = 'echo $$ > "$0/cgroup.procs"; exec "$@"';

const NAMESPACES = ['--pid', '--mount', '--uts', '--ipc', '--cgroup', '--net'];

export type Machine = {
  /** Runs a script as root in the machine, and returns its output. Throws when it fails. */
  run: (script: string) => Promise<string>;
  /** The messages of a unit. */
  readJournal: (unit: string) => Promise<string>;
  /** Path of a socket that leads to a port of the machine. */
  openDoor: (port: number) => Promise<string>;
  stop: () => Promise<void>;
};

const removeCgroup = async (path: string): Promise<void> => {
  for (const entry of await readdir(path, { withFileTypes: true }))
    if (entry.isDirectory()) await removeCgroup(join(path, entry.name));
  await rmdir(path);
};

/** systemd, as processes outside see it: the only child of unshare. */
const findInit = async (pid: number): Promise<string> => {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return children.trim().split(' ')[0] ?? '';
};

const enterNamespaces = async (init: string, script: string): Promise<string> => {
  const shell = ['sh', '-euc', script];
  // A script that signals its process group reaches only itself.
  const session = ['--wait', 'nsenter', '--target', init, '--all'];
  const options = { cwd: '/', maxBuffer: 16 * 2 ** 20 };
  const { stdout } = await run('setsid', [...session, ...CLEAN, ...shell], options);
  return stdout;
};

const waitUntilBooted = async (child: ChildProcess, output: () => string): Promise<string> => {
  for (let tries = 0; ; tries += 1) {
    const init = await findInit(child.pid ?? 0);
    const isBooted =
      init !== '' &&
      (await enterNamespaces(
        init,
        'test -d /opt/yunbiao/deploy && systemctl is-active basic.target',
      ).then(
        () => true,
        () => false,
      ));
    if (isBooted) return init;
    if (tries > 600 || child.exitCode !== null)
      throw new Error(`systemd did not start: ${output()}`);
    await sleep(50);
  }
};

/**
 * Starts systemd as the first process of a machine that has this repository in `/opt/yunbiao`, and a
 * network of its own.
 */
export const startMachine = async (): Promise<Machine> => {
  const folder = await mkdtemp(join(tmpdir(), 'yunbiao-machine-'));
  const root = join(folder, 'root');
  await mkdir(root);
  const cgroup = join(getCgroups() ?? '', basename(folder));
  await mkdir(cgroup);
  const boot = ['sh', '-c', BOOT, 'boot', root, repository];
  const isolated = ['unshare', '--fork', '--kill-child', ...NAMESPACES, ...boot];
  // The machine ends with the worker that started it.
  const leash = ['setpriv', '--pdeathsig', 'KILL', 'sh', '-c', JOIN, cgroup, ...isolated];
  const [first = '', ...rest] = leash;
  const child = spawn(first, rest, { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const doors: Started[] = [];
  const init = await waitUntilBooted(child, () => text);
  return {
    run: (script) => enterNamespaces(init, script),
    readJournal: (unit) => enterNamespaces(init, `journalctl --no-pager -o cat -u ${unit}`),
    openDoor: async (port) => {
      const path = join(folder, `door-${port}`);
      const relay = startFile(
        join(import.meta.dirname, 'namespace-relay.mjs'),
        [path, String(port)],
        {},
        ['nsenter', '--target', init, '--net'],
      );
      doors.push(relay);
      while (!existsSync(path)) await sleep(20);
      return path;
    },
    stop: async () => {
      for (const door of doors) await door.stop();
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
      // The kernel takes a moment to empty the group.
      await removeCgroup(cgroup).catch(() => sleep(500).then(() => removeCgroup(cgroup)));
      await rm(folder, { recursive: true, force: true });
    },
  };
};
