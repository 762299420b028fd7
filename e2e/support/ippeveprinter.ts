import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findProgram } from '../../scripts/lib/programs.mjs';

const PROGRAMS = ['ippeveprinter', 'dbus-daemon', 'avahi-daemon', 'unshare', 'ip'] as const;
const findTool = (name: string): string | null =>
  findProgram(name) ??
  ['/usr/sbin', '/sbin'].map((folder) => join(folder, name)).find((path) => existsSync(path)) ??
  null;

const missing = PROGRAMS.filter((name) => findTool(name) === null);
/** Why ippeveprinter cannot be tested; '' when it can. Network namespaces need root. */
export const noIppeveprinter =
  missing.length > 0
    ? `${missing.join('、')}：没有找到`
    : process.getuid?.() === 0
      ? ''
      : 'ippeveprinter：要用 root 运行';

export type Ippeveprinter = {
  /** `127.0.0.1:port`, for IPP and IPPS. */
  authority: string;
  /** Documents that its command received, in order. */
  documents: () => Promise<{ type: string; bytes: Buffer }[]>;
  close: () => Promise<void>;
};

const PORT = 8631;

/**
 * ippeveprinter does not start without Avahi, and Avahi not without D-Bus, even when nothing is
 * announced. Both get their own network namespace and `/run`.
 */
const getScript = (folder: string, args: string): string => `
mount -t tmpfs tmpfs /run
mkdir -p /run/dbus /run/avahi-daemon
ip link set lo up
ip route add 224.0.0.0/4 dev lo
dbus-daemon --system --nofork --nopidfile &
while ! [ -S /run/dbus/system_bus_socket ]; do sleep 0.05; done
avahi-daemon --no-drop-root --no-rlimits &
while ! [ -S /run/avahi-daemon/socket ]; do sleep 0.05; done
"${process.execPath}" "${join(import.meta.dirname, 'namespace-relay.mjs')}" "${folder}/relay" ${PORT} &
exec ippeveprinter -p ${PORT} -n localhost -r off -d "${folder}/spool" -c "${folder}/print" ${args} 云标测试
`;

/**
 * Script in place of the print head: waits, then stores the document with its type in the file
 * name.
 */
const getCommand = (folder: string, ms: number): string => `#!/bin/sh
echo "STATE: +media-empty-error" >&2
sleep ${ms / 2000}
echo "STATE: -media-empty-error" >&2
sleep ${ms / 2000}
cp "$1" "${folder}/out/$(date +%s%N)_$(echo "$CONTENT_TYPE" | tr / _)"
echo "ATTR: job-impressions=1 job-impressions-completed=1" >&2
`;

/** Opens a port outside the namespace and relays its connections into it. */
const openDoor = async (path: string) => {
  const sockets = new Set<Socket>();
  const server = createServer((outside) => {
    const inside = connect({ path });
    const endConnection = (): void => {
      outside.destroy();
      inside.destroy();
    };
    for (const socket of [outside, inside]) {
      sockets.add(socket);
      socket.on('error', endConnection).on('close', () => {
        sockets.delete(socket);
        endConnection();
      });
    }
    outside.pipe(inside).pipe(outside);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
};

const isAnswered = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(2000) }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * CUPS's sample printer for IPP Everywhere. A label takes `ms`. `args`: extra command line
 * arguments.
 */
export const startIppeveprinter = async ({
  ms = 400,
  args = '-f application/pdf,image/pwg-raster',
}: { ms?: number; args?: string } = {}): Promise<Ippeveprinter> => {
  const folder = await mkdtemp(join(tmpdir(), 'yunbiao-ippeve-'));
  const out = join(folder, 'out');
  for (const name of ['out', 'spool']) await mkdir(join(folder, name));
  await writeFile(join(folder, 'print'), getCommand(folder, ms));
  await chmod(join(folder, 'print'), 0o755);
  const child = spawn(
    'unshare',
    ['--mount', '--net', '--pid', '--fork', '--kill-child', 'sh', '-c', getScript(folder, args)],
    { stdio: 'ignore', env: { ...process.env, HOME: folder, LANG: 'C.UTF-8' } },
  );
  const door = await openDoor(join(folder, 'relay'));
  const closePrinter = async (): Promise<void> => {
    door.close();
    const left = once(child, 'exit');
    if (child.exitCode === null && child.kill('SIGKILL')) await left;
    await rm(folder, { recursive: true, force: true });
  };
  for (let n = 0; n < 300 && child.exitCode === null; n += 1) {
    if (await isAnswered(door.port))
      return {
        authority: `127.0.0.1:${door.port}`,
        documents: async () => {
          const names = (await readdir(out)).toSorted();
          return Promise.all(
            names.map(async (name) => ({
              type: name.split('_').slice(1).join('/'),
              bytes: await readFile(join(out, name)),
            })),
          );
        },
        close: closePrinter,
      };
    await sleep(100);
  }
  await closePrinter();
  throw new Error('ippeveprinter did not start');
};
