import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf, UserError } from '../errors.ts';
import { takeLock } from '../ledger/lock.ts';
import type { Unlock } from '../ledger/lock.ts';
import { createSignal } from '../signal.ts';
import { folderOf } from './folder.ts';
import { launchOf } from './launch.ts';
import { openLog, turnOver } from './log.ts';
import type { Log } from './log.ts';
import { LEFT } from './left.ts';
import { SUPERVISOR_LOCK } from './startup/startup.ts';

/** Pauses before a client that crashed is started again, ms: growing, and short again after it has run for a while. */
const PAUSES = [1000, 2000, 5000, 15_000, 60_000] as const;
const RAN_WELL_MS = 60_000;
/** Time a client gets to bring its labels to their end, ms. */
const STOP_MS = 20_000;
/** What a client that crashes writes besides its log; bytes. */
const LAST_WORDS = 256 * 1024;

/** Somebody who only looks has the lock for a moment. */
const takeTurn = async (home: string): Promise<Unlock> => {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  for (let tries = 0; tries < 10; tries += 1) {
    const unlock = takeLock(home, SUPERVISOR_LOCK);
    if (unlock) return unlock;
    await sleep(100);
  }
  throw new UserError('打印客户端已经在后台运行', '看看它怎么样：npm run agent -- status');
};

const openLastWords = (home: string): number => {
  const path = join(folderOf(home).logs, 'crash.log');
  try {
    if (statSync(path).size > LAST_WORDS) turnOver(path, 1);
  } catch {
    // Not there yet.
  }
  return openSync(path, 'a', 0o600);
};

type Launched = { child: ChildProcess; ended: Promise<number> };

const launch = (home: string): Launched => {
  const { file, args } = launchOf(home);
  const words = openLastWords(home);
  try {
    const child = spawn(file, [...args, 'serve'], {
      stdio: ['pipe', words, words],
      cwd: home,
      windowsHide: true,
    });
    // Broken when the client has gone: its end tells more.
    child.stdin?.on('error', () => undefined);
    const ended = new Promise<number>((resolve) => {
      child.on('exit', (code) => resolve(code ?? 128));
      child.on('error', () => resolve(127));
    });
    return { child, ended };
  } finally {
    closeSync(words);
  }
};

type Watch = { stopping: boolean; current: Launched | null; wake: ReturnType<typeof createSignal> };

/** Runs the client again and again until it leaves because it was asked to. */
const watchOver = async (home: string, log: Log, watch: Watch): Promise<void> => {
  let crashes = 0;
  while (!watch.stopping) {
    const began = performance.now();
    watch.current = launch(home);
    const code = await watch.current.ended;
    watch.current = null;
    if (code === LEFT.asked || watch.stopping) return;
    if (performance.now() - began > RAN_WELL_MS) crashes = 0;
    const pause = PAUSES[Math.min(crashes, PAUSES.length - 1)] ?? 0;
    crashes += 1;
    log(`打印客户端意外退出（${code}），${pause / 1000} 秒后再启动；第 ${crashes} 次`);
    await watch.wake.wait(pause);
  }
};

const stopOn = (watch: Watch, log: Log): void => {
  const stop = (): void => {
    if (watch.stopping) return;
    watch.stopping = true;
    log('正在停止');
    watch.wake.raise();
    const { child } = watch.current ?? {};
    // Its end of the pipe closes: it brings its labels to their end, and leaves.
    child?.stdin?.end();
    setTimeout(() => child?.kill('SIGKILL'), STOP_MS).unref();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
};

/** Watches over the client of a home: one at a time, started again when it crashes. Ends when it is stopped. */
export const supervise = async (
  home: string,
  _args: string[],
  say: (line: string) => void,
): Promise<void> => {
  const unlock = await takeTurn(home);
  const log = openLog(join(folderOf(home).logs, 'supervisor.log'));
  const tell: Log = (line) => {
    log(line);
    say(line);
  };
  const watch: Watch = { stopping: false, current: null, wake: createSignal() };
  stopOn(watch, tell);
  try {
    tell('打印客户端由这里看着');
    await watchOver(home, tell, watch);
    tell('打印客户端停下了');
  } catch (error) {
    tell(`看不下去了：${messageOf(error)}`);
    throw error;
  } finally {
    unlock();
  }
};
