import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';

export type Running = {
  child: ChildProcess;
  /** Resolves with the first line of output that matches; rejects when the process ends before. */
  said: (pattern: RegExp) => Promise<RegExpExecArray>;
  /** SIGKILL, and waits until it is gone. */
  kill: () => Promise<void>;
  output: () => string;
};

/** Starts a script with this Node. */
export const startNode = (args: string[], env: Record<string, string> = {}): Running => {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const listeners = new Set<() => void>();
  const hear = (chunk: Buffer): void => {
    output += chunk.toString();
    for (const listener of listeners) listener();
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  void gone.then(() => listeners.forEach((listener) => listener()));
  return {
    child,
    output: () => output,
    said: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const match = pattern.exec(output);
          const ended = child.exitCode !== null || child.signalCode !== null;
          if (!match && !ended) return;
          listeners.delete(look);
          if (match) resolve(match);
          else reject(new Error(`ended before it said ${pattern}: ${output}`));
        };
        listeners.add(look);
        look();
      }),
    kill: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
};
