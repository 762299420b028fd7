import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startProgram } from './process.ts';

export type TestServer = {
  /** Origin, without a trailing slash. */
  url: string;
  port: number;
  pid: number;
  dataDir: string;
  /** The demo member; null outside demo mode. */
  demo: { username: string; password: string } | null;
  output: () => string;
  /** Ends this process at once, as a power cut would, and starts another one on the same data and port. */
  crashAndRestart: () => Promise<void>;
  stop: () => Promise<void>;
};

/** Names the folder of a demo nobody has used yet, to copy; without it every server makes its own. */
export const DEMO_DATA = 'YUNBIAO_TEST_DEMO_DATA';

const DEMO = /用户名 (\S+)\s+密码 (\S+)/;

/** Other settings keep their data elsewhere or want none to begin with. */
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
      // Not listening yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the server was not ready in 60 s');
};

/** Starts the real server, as `npm start` does, on data of its own. Needs the built site. */
export const startServer = async (
  env: Readonly<Record<string, string>> = {},
  /** Where settings name it; otherwise any that is free. */
  ownPort?: number,
): Promise<TestServer> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'yunbiao-server-'));
  const made = process.env[DEMO_DATA];
  if (made && isPlainDemo(env)) await cp(made, dataDir, { recursive: true });
  const port = ownPort ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const launch = async () => {
    const started = startProgram('apps/server/src/main.ts', [], {
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
      // Tests count what they print themselves; one that looks at the history asks for it.
      DEMO_HISTORY: '0',
      // What somebody built here is a hundred megabytes and more, and no test's own.
      DEMO_PROGRAMS: '0',
      ...env,
    });
    await waitUntilReady(url, () => (started.child.exitCode === null ? null : started.output()));
    return started;
  };
  let running = await launch();
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
    crashAndRestart: async () => {
      await running.stop('SIGKILL');
      running = await launch();
    },
    stop: async () => {
      const end = await running.stop();
      await rm(dataDir, { recursive: true, force: true });
      if (end !== 0) throw new Error(`the server left with ${end}:\n${running.output()}`);
    },
  };
};
