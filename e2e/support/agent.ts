import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Started, runProgram, startProgram } from './process.ts';

const PROGRAM = 'apps/agent/src/main.ts';

export type TestAgent = {
  home: string;
  /** Runs one command until it exits, as `npm run agent -- …` does. Throws when it fails. */
  run: (...args: string[]) => Promise<string>;
  /** Starts a long-running command, such as pairing or the daemon. */
  start: (...args: string[]) => Started;
  /** Stops every started process and deletes the home. */
  remove: () => Promise<void>;
};

/**
 * A print client with its own home. `mdns`: answers discovery on its network; default: no answer.
 * `more`: further environment variables.
 */
export const makeAgent = async (
  mdns = 'off',
  more: Readonly<Record<string, string>> = {},
): Promise<TestAgent> => {
  const home = await mkdtemp(join(tmpdir(), 'yunbiao-agent-'));
  const env = { ...more, YUNBIAO_AGENT_HOME: home, YUNBIAO_AGENT_MDNS: mdns };
  const started: Started[] = [];
  return {
    home,
    run: async (...args) => {
      const { code, output } = await runProgram(PROGRAM, args, env);
      if (code !== 0) throw new Error(`agent ${args.join(' ')} left with ${code}:\n${output}`);
      return output;
    },
    start: (...args) => {
      const one = startProgram(PROGRAM, args, env);
      started.push(one);
      return one;
    },
    remove: async () => {
      await Promise.all(started.map((item) => item.stop()));
      await rm(home, { recursive: true, force: true });
    },
  };
};

export type VirtualPrinter = {
  /** `tcp://127.0.0.1:port`, for `printer add`. */
  address: string;
  folder: string;
  /** PNG files of the labels printed so far, oldest first: full paths. */
  labels: () => Promise<string[]>;
  setPaper: (isIn: boolean) => Promise<void>;
  stop: () => Promise<void>;
};

/** The product's virtual network printer; it writes each label as a PNG. */
export const startVirtualPrinter = async (): Promise<VirtualPrinter> => {
  const folder = await mkdtemp(join(tmpdir(), 'yunbiao-printer-'));
  const started = startProgram(PROGRAM, ['virtual-printer', '--port', '0', '--out', folder], {
    YUNBIAO_AGENT_HOME: folder,
  });
  const [address] = await started.until(/tcp:\/\/127\.0\.0\.1:[1-9]\d*/);
  return {
    address,
    folder,
    labels: async () =>
      (await readdir(folder))
        .filter((item) => item.endsWith('.png'))
        .toSorted()
        .map((item) => join(folder, item)),
    setPaper: (isIn) =>
      new Promise((done) => {
        started.child.stdin?.write(`paper ${isIn ? 'in' : 'out'}\n`, () => done());
      }),
    stop: async () => {
      await started.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
