import { spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../../scripts/lib/programs.mjs';
import { findFreePort, getProgramEnvironment, repository, watchProcess } from './process.ts';
import { getProgramPath } from './programs.ts';
import { DEMO_DATA, startServer } from './server.ts';

const python = findProgram('python3');
/** Why a socket unit cannot be tested; '' when it can. */
export const noSocketUnit = python ? '' : 'python3：没有找到';

export type SocketUnit = {
  url: string;
  port: number;
  dataDir: string;
  demo: { username: string; password: string };
  output: () => string;
  /** Ends the server with SIGTERM and starts the next one on the same socket, as systemctl does. */
  restart: () => Promise<void>;
  stop: () => Promise<void>;
};

const makeDemo = async (): Promise<string> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'yunbiao-unit-'));
  const demoData = process.env[DEMO_DATA];
  if (demoData) await cp(demoData, dataDir, { recursive: true });
  else await (await startServer({ DATA_DIR: dataDir })).stop();
  return dataDir;
};

/** @throws with the output, when a server of the unit did not end cleanly */
const checkExits = (output: string, starts: number): void => {
  const codes = [...output.matchAll(/ended with (-?\d+)/g)].map(([, code]) => code);
  if (codes.length !== starts || codes.some((code) => code !== '0'))
    throw new Error(`the server left with ${codes.join(', ')}:\n${output}`);
};

/**
 * Starts the demo on a socket that another process holds, as `yunbiao.socket` does. `prepare`
 * changes the data before the start; `beforeReady` runs while the server starts.
 */
export const startSocketUnit = async (
  env: Readonly<Record<string, string>> = {},
  {
    prepare,
    beforeReady,
  }: {
    prepare?: (dataDir: string) => Promise<void>;
    beforeReady?: (port: number) => Promise<void>;
  } = {},
): Promise<SocketUnit> => {
  const dataDir = await makeDemo();
  await prepare?.(dataDir);
  const port = await findFreePort();
  const holder = join(import.meta.dirname, 'socket-unit.py');
  const server = getProgramPath('apps/server/src/main.ts');
  const command = [process.execPath, '--disable-warning=ExperimentalWarning', server];
  const settings = { PORT: String(port), DATA_DIR: dataDir, DEMO_HISTORY: '0', DEMO_PROGRAMS: '0' };
  const child = spawn(python ?? '', [holder, String(port), ...command], {
    cwd: repository,
    env: getProgramEnvironment({ NODE_ENV: 'production', ...settings, ...env }),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  const unit = watchProcess('socket unit', child, () => output);
  await unit.until(/socket unit: started/);
  await beforeReady?.(port);
  const [, username = '', password = ''] = await unit.until(/用户名 (\S+)\s+密码 (\S+)/);
  let starts = 1;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    dataDir,
    demo: { username, password },
    output: () => output,
    restart: async () => {
      starts += 1;
      child.stdin.write('restart\n');
      await unit.until(new RegExp(`(?:云标已启动[^]*){${starts}}`));
    },
    stop: async () => {
      child.stdin.end();
      await unit.until(/socket unit: ended with 0\n$/).catch(() => undefined);
      await unit.stop();
      await rm(dataDir, { recursive: true, force: true });
      checkExits(output, starts);
    },
  };
};
