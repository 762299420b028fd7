import { cp, mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort, startProgram } from './process.ts';

export type TestServer = {
  /** Origin, without a trailing slash. */
  url: string;
  port: number;
  pid: number;
  dataDir: string;
  /** The demo member; null outside demo mode. */
  demo: { username: string; password: string } | null;
  output: () => string;
  /**
   * Kills the process, as a power cut would, and starts a new one on the same data and port.
   * `between`: what is done while there is none.
   */
  crashAndRestart: (between?: () => Promise<void>) => Promise<void>;
  /** Kills the process, as a power cut would. */
  kill: () => Promise<void>;
  stop: () => Promise<void>;
};

/** Names the folder of an unused demo to copy; when unset, each server creates its own. */
export const DEMO_DATA = 'YUNBIAO_TEST_DEMO_DATA';

const DEMO = /用户名 (\S+)\s+密码 (\S+)/;

/** Other settings use another data location or need an empty one. */
const isPlainDemo = (env: Readonly<Record<string, string>>): boolean =>
  env.APP_MODE !== 'production' && !env.DATABASE_URL && !env.DATA_DIR && !env.S3_ENDPOINT;

const waitUntilReady = async (url: string, alive: () => string | null): Promise<void> => {
  for (let tries = 0; tries < 1_200; tries += 1) {
    const failure = alive();
    if (failure !== null) throw new Error(`the server ended while starting:\n${failure}`);
    try {
      const reply = await fetch(`${url}/readyz`);
      await reply.arrayBuffer();
      if (reply.ok) return;
    } catch {
      // The server does not listen yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the server was not ready in 60 s');
};

const isDone = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/**
 * Adds the month of printing to a copy of the demo: once per run, by the first worker that needs
 * it.
 */
const makeHistory = async (demo: string): Promise<string> => {
  const history = `${demo}-history`;
  const isFirst = await mkdir(`${history}-lock`).then(
    () => true,
    () => false,
  );
  if (isFirst) {
    const draft = `${history}-draft`;
    await cp(demo, draft, { recursive: true });
    const server = await startServer({ DATA_DIR: draft, DEMO_HISTORY: '1' });
    await server.stop();
    await rename(draft, history);
  }
  for (let tries = 0; tries < 1_200 && !(await isDone(history)); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 100));
  return history;
};

/** Copies the demo content of an earlier server, because creating it takes seconds of CPU. */
const copyDemo = async (dataDir: string, hasHistory: boolean): Promise<void> => {
  const demo = process.env[DEMO_DATA];
  if (demo) await cp(hasHistory ? await makeHistory(demo) : demo, dataDir, { recursive: true });
};

/** A server that does not become ready is stopped. */
const waitUntilReadyOrStop = async (
  url: string,
  { child, output, stop }: ReturnType<typeof startProgram>,
): Promise<void> => {
  try {
    await waitUntilReady(url, () => (child.exitCode === null ? null : output()));
  } catch (error) {
    await stop('SIGKILL');
    throw error;
  }
};

/** Starts the real server, as `npm start` does, on its own data. Needs the built site. */
export const startServer = async (
  env: Readonly<Record<string, string>> = {},
  /** From the settings; otherwise any free port. */
  ownPort?: number,
): Promise<TestServer> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'yunbiao-server-'));
  if (isPlainDemo(env)) await copyDemo(dataDir, env.DEMO_HISTORY === '1');
  const port = ownPort ?? (await findFreePort());
  const url = `http://127.0.0.1:${port}`;
  const launchServer = async () => {
    const started = startProgram('apps/server/src/main.ts', [], {
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
      // Tests count their own prints; a test that needs the history enables it.
      DEMO_HISTORY: '0',
      // Locally built programs are over 100 MB, and no test needs them.
      DEMO_PROGRAMS: '0',
      ...env,
    });
    await waitUntilReadyOrStop(url, started);
    return started;
  };
  let running = await launchServer();
  let isKilled = false;
  const printed = DEMO.exec((await running.until(/云标已启动[^\n]*\n[^\n]*\n/)).input);
  const demo = printed?.[1] && printed[2] ? { username: printed[1], password: printed[2] } : null;
  return {
    url,
    port,
    get pid() {
      return running.pid;
    },
    dataDir,
    demo,
    output: () => running.output(),
    crashAndRestart: async (between) => {
      await running.stop('SIGKILL');
      await between?.();
      running = await launchServer();
    },
    kill: async () => {
      isKilled = true;
      await running.stop('SIGKILL');
    },
    stop: async () => {
      const end = await running.stop();
      await rm(dataDir, { recursive: true, force: true });
      if (end !== 0 && !isKilled)
        throw new Error(`the server left with ${end}:\n${running.output()}`);
    },
  };
};
