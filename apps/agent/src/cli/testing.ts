import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { getProgramPath } from '../../../../e2e/support/programs.ts';

type Launched = {
  child: ChildProcessWithoutNullStreams;
  ended: Promise<number | null>;
  output: () => string;
};

export type Cli = {
  home: string;
  launch: (...args: string[]) => Launched;
  run: (...args: string[]) => Promise<{ code: number | null; output: string }>;
  /** Runs in a shell after the command `before`, for example `ulimit -f 0;`. */
  shell: (before: string, ...args: string[]) => Promise<{ code: number | null; output: string }>;
};

const collectOutput = (child: ChildProcessWithoutNullStreams): Launched => {
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, ended, output: () => output };
};

/** Runs the real program with a temporary home directory. */
export const openCli = (more: Record<string, string> = {}): Cli => {
  const home = mkdtempSync(join(tmpdir(), 'yb-cli-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  // Hides a CUPS server of this machine.
  const none = { CUPS_SERVER: join(home, 'no.sock') };
  const env: Record<string, string | undefined> = {
    ...process.env,
    YUNBIAO_AGENT_HOME: home,
    ...none,
    ...more,
  };
  const main = getProgramPath('apps/agent/src/main.ts', env);
  const program = ['--disable-warning=ExperimentalWarning', main];
  const launch: Cli['launch'] = (...args) =>
    collectOutput(spawn(process.execPath, [...program, ...args], { env }));
  const wait = async ({ ended, output }: Launched) => ({ code: await ended, output: output() });
  return {
    home,
    launch,
    run: (...args) => wait(launch(...args)),
    shell: (before, ...args) => {
      const line = [process.execPath, ...program, ...args];
      return wait(
        collectOutput(spawn('sh', ['-c', `${before} exec "$@"`, 'sh', ...line], { env })),
      );
    },
  };
};
