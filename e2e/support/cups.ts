import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findProgram } from '../../scripts/lib/programs.mjs';
import { findFreePort } from './process.ts';

const run = promisify(execFile);

/** sbin is not on every user's PATH. */
const findSystemProgram = (name: string): string | null => {
  const path = `/usr/sbin/${name}`;
  return findProgram(name) ?? (existsSync(path) ? path : null);
};
const cupsd = findSystemProgram('cupsd');
const lpadmin = findSystemProgram('lpadmin');
/** Why no CUPS queue can be tested; '' when it can. The CUPS scheduler runs as root only. */
export const noCups =
  cupsd === null || lpadmin === null
    ? 'cupsd：没有找到'
    : process.getuid?.() === 0
      ? ''
      : 'cupsd：要用 root 运行';

const DRAWN_BY = [
  '/usr/share/cups/drv/sample.drv',
  ...['pdftopdf', 'rastertolabel'].map((filter) => `/usr/lib/cups/filter/${filter}`),
];
/** Why CUPS cannot render a PDF for a label printer; '' when it can. */
export const noDrawing =
  noCups || (DRAWN_BY.every((path) => existsSync(path)) ? '' : 'cups-filters、cups-ppdc：没有找到');

export type TestCups = {
  /** Value for `CUPS_SERVER`: the path of its socket. */
  server: string;
  /** `ipp://127.0.0.1:port`, the prefix of `/printers/NAME`. */
  address: string;
  /** Creates a queue for a device: raw, or rendered by a driver. */
  addQueue: (name: string, device: string, driver?: string) => Promise<void>;
  /** `cupsdisable`, `cupsenable`, `cupsreject`, `cupsaccept`, `cancel`. */
  command: (program: string, ...args: string[]) => Promise<void>;
  /** Kills it as a power cut would. */
  kill: () => Promise<void>;
  start: () => Promise<void>;
  close: () => Promise<void>;
};

const FOLDERS = ['spool', 'spool/tmp', 'cache', 'state', 'ppd', 'ssl'];

const configureCups = async (folder: string, port: number, more: string): Promise<void> => {
  await chmod(folder, 0o755);
  for (const name of FOLDERS) await mkdir(join(folder, name), { recursive: true });
  await chmod(join(folder, 'spool/tmp'), 0o1777);
  await writeFile(
    join(folder, 'cupsd.conf'),
    `Listen 127.0.0.1:${port}
Listen ${join(folder, 'cups.sock')}
Browsing Off
WebInterface No
DefaultAuthType None
LogLevel warn
# How long a job waits for its document when who made it was killed in between: 900 s otherwise.
MultipleOperationTimeout 10
# On the disk before it is said to be taken.
DirtyCleanInterval 0
${more}
<Location />
  Order allow,deny
  Allow localhost
</Location>
<Policy default>
  JobPrivateAccess default
  JobPrivateValues default
  <Limit Cancel-Job Hold-Job Release-Job>
    Require user @OWNER @SYSTEM
    Order deny,allow
  </Limit>
  <Limit All>
    Order deny,allow
  </Limit>
</Policy>
`,
  );
  await writeFile(
    join(folder, 'cups-files.conf'),
    `ServerRoot ${folder}
CacheDir ${folder}/cache
StateDir ${folder}/state
RequestRoot ${folder}/spool
TempDir ${folder}/spool/tmp
ErrorLog ${folder}/error_log
AccessLog ${folder}/access_log
PageLog ${folder}/page_log
SystemGroup root
FatalErrors none
`,
  );
};

/**
 * A separate CUPS on a loopback port with its own folder for all files. `more`: extra configuration
 * lines. Check {@link noCups} first.
 */
export const startCups = async (more = ''): Promise<TestCups> => {
  const folder = await mkdtemp(join(tmpdir(), 'yunbiao-cups-'));
  const port = await findFreePort();
  const server = join(folder, 'cups.sock');
  await configureCups(folder, port, more);
  let child: ChildProcess | null = null;
  const killCups = async (): Promise<void> => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const left = once(child, 'exit');
    child.kill('SIGKILL');
    await left;
  };
  const startCups = async (): Promise<void> => {
    const files = ['-c', join(folder, 'cupsd.conf'), '-s', join(folder, 'cups-files.conf')];
    child = spawn(cupsd ?? 'cupsd', ['-f', ...files], { stdio: 'ignore' });
    for (let n = 0; n < 500; n += 1) {
      if (child.exitCode !== null) break;
      const said = await run('lpstat', ['-h', `127.0.0.1:${port}`, '-r']).catch(() => null);
      if (said?.stdout.includes('is running')) return;
      await sleep(20);
    }
    throw new Error(`cupsd: ${await readFile(join(folder, 'error_log'), 'utf8').catch(() => '')}`);
  };
  const runCupsCommand = async (program: string, ...args: string[]): Promise<void> => {
    await run(findSystemProgram(program) ?? program, ['-h', `127.0.0.1:${port}`, ...args]);
  };
  await startCups();
  return {
    server,
    address: `ipp://127.0.0.1:${port}`,
    addQueue: (name, device, driver = 'raw') =>
      runCupsCommand('lpadmin', '-p', name, '-E', '-v', device, '-m', driver),
    command: runCupsCommand,
    kill: killCups,
    start: startCups,
    close: async () => {
      await killCups();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
