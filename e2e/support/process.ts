import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { findProgram } from '../../scripts/lib/programs.mjs';
import { getProgramPath } from './programs.ts';

export const repository = join(import.meta.dirname, '../..');

export type Started = {
  child: ChildProcess;
  pid: number;
  /** All output so far, both streams in order of arrival. */
  output: () => string;
  /** Waits until the output matches. Rejects when the process ends first or after `timeoutMs`. */
  until: (pattern: RegExp, timeoutMs?: number) => Promise<RegExpExecArray>;
  /** Sends the signal, then kills after 15 s. Resolves to the exit code or the signal. */
  stop: (signal?: NodeJS.Signals) => Promise<number | NodeJS.Signals | null>;
};

const GRACE_MS = 15_000;

const getEnd = (child: ChildProcess): number | NodeJS.Signals | null =>
  child.exitCode ?? child.signalCode;

/** Child processes that would survive a worker that ends before its tests. */
const running = new Set<ChildProcess>();
const killRunning = (): void => {
  for (const child of running) child.kill('SIGKILL');
};
process.on('exit', killRunning);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    killRunning();
    // No other listener: the signal ends this process, as it would without this handler.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  });

/**
 * setpriv runs the given program and makes Linux kill it when the worker is killed, because a
 * killed worker cannot stop its children.
 */
const setpriv = findProgram('setpriv');
const LEASH = setpriv === null ? [] : [setpriv, '--pdeathsig', 'KILL'];

const stopChild = async (child: ChildProcess, signal: NodeJS.Signals) => {
  if (getEnd(child) !== null) return getEnd(child);
  const left = once(child, 'exit');
  child.kill(signal);
  const insist = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
  await left;
  clearTimeout(insist);
  return getEnd(child);
};

/**
 * The environment variables passed on to programs. Vitest's own variables would put them in test
 * mode. The compile cache halves the start time, and tests start hundreds of programs.
 */
const INHERITED = {
  PATH: process.env.PATH ?? '',
  LANG: 'C.UTF-8',
  NODE_COMPILE_CACHE: join(repository, 'node_modules/.cache/node'),
};

export const getProgramEnvironment = (
  env: Readonly<Record<string, string>>,
): Record<string, string> => ({ ...INHERITED, ...env });

/** Wraps a process for tests. `text`: its output so far. */
export const watchProcess = (program: string, child: ChildProcess, text: () => string): Started => {
  const waitForPattern = (pattern: RegExp, timeoutMs = 60_000): Promise<RegExpExecArray> =>
    new Promise((resolve, reject) => {
      const settlePromise = (settle: () => void): void => {
        clearInterval(poll);
        clearTimeout(limit);
        settle();
      };
      const checkPattern = (): void => {
        const found = pattern.exec(text());
        if (found) settlePromise(() => resolve(found));
        else if (getEnd(child) !== null)
          settlePromise(() =>
            reject(new Error(`${program} ended (${getEnd(child)}) before ${pattern}:\n${text()}`)),
          );
      };
      const poll = setInterval(checkPattern, 20);
      const limit = setTimeout(
        () =>
          settlePromise(() =>
            reject(new Error(`${program}: no ${pattern} in ${timeoutMs} ms:\n${text()}`)),
          ),
        timeoutMs,
      );
      checkPattern();
    });
  return {
    child,
    pid: child.pid ?? 0,
    output: text,
    until: waitForPattern,
    stop: (signal = 'SIGTERM') => stopChild(child, signal),
  };
};

/** Starts a file with the Node version that runs the tests. `prefix`: a program that starts it. */
export const startFile = (
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  prefix: readonly string[] = [],
): Started => {
  const node = [process.execPath, '--disable-warning=ExperimentalWarning', file];
  const command = [...LEASH, ...prefix, ...node];
  const [first = '', ...rest] = command;
  const child = spawn(first, [...rest, ...args], {
    cwd: repository,
    env: getProgramEnvironment(env),
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  return watchProcess(file, child, () => text);
};

/** Starts a TypeScript program of this repository. */
export const startProgram = (
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Started => startFile(getProgramPath(program, env), args, env);

/** Runs a program until it exits. */
export const runProgram = async (
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ code: number | null; output: string }> => {
  const started = startProgram(program, args, env);
  await once(started.child, 'close');
  return { code: started.child.exitCode, output: started.output() };
};

/** A port that was free a moment ago. */
export const findFreePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
};
