import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { backgroundEnvironment } from '../config.ts';
import { getMessage, UserError } from '../errors.ts';
import { takeLock } from '../ledger/lock.ts';
import type { Unlock } from '../ledger/lock.ts';
import { createSignal } from '../signal.ts';
import { getFolder } from './folder.ts';
import { getLaunch } from './launch.ts';
import type { Launch } from './startup/way.ts';
import { accept, comesUp, giveUp, nextTry, takeBack, waitingTrial } from './trial.ts';
import type { Trial } from './trial.ts';
import { forgetOld } from './update/files.ts';
import { openLog, turnOver } from './log.ts';
import type { Log } from './log.ts';
import { LEFT } from './left.ts';
import { SUPERVISOR_LOCK } from './startup/startup.ts';

/** Pauses before a client that crashed is started again, ms: growing, and short again after it has run for a while. */
const PAUSES = [1000, 2000, 5000, 15_000, 60_000] as const;
/** Between two starts of a newer program that has to show that it comes up, ms. */
const AGAIN_MS = 1000;
const RAN_WELL_MS = 60_000;
/** Time a newer program has to come up, ms; and for how long its crashes speak against it, and how many. */
const TRIAL_MS = 90_000;
const NEW_MS = 600_000;
const MAX_CRASHES = 3;
/** Time a client gets to bring its labels to their end, ms. */
const STOP_MS = 20_000;
const NEW_STOP_MS = 3000;
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
  const path = join(getFolder(home).logs, 'crash.log');
  try {
    if (statSync(path).size > LAST_WORDS) turnOver(path, 1);
  } catch {
    // Not there yet.
  }
  return openSync(path, 'a', 0o600);
};

type Launched = { child: ChildProcess; ended: Promise<number>; hasEnded: () => boolean };

const launch = (home: string, { file, args }: Launch): Launched => {
  const words = openLastWords(home);
  try {
    const child = spawn(file, [...args, 'serve'], {
      stdio: ['pipe', words, words],
      cwd: home,
      env: backgroundEnvironment(),
      windowsHide: true,
    });
    // Broken when the client has gone: its end tells more.
    child.stdin?.on('error', () => undefined);
    let over = false;
    const ended = new Promise<number>((resolve) => {
      child.on('exit', (code) => resolve(code ?? 128));
      child.on('error', () => resolve(127));
    }).then((code) => {
      over = true;
      return code;
    });
    return { child, ended, hasEnded: () => over };
  } finally {
    closeSync(words);
  }
};

type Watch = {
  home: string;
  log: Log;
  /** Time a newer program has to come up, ms. */
  trialMs: number;
  stopping: boolean;
  current: Launched | null;
  wake: ReturnType<typeof createSignal>;
  /** The newer program that came up last, and when; its crashes since. */
  newcomer: { version: string; at: number; crashes: number } | null;
};

/** Lets a child bring its labels to their end; what does not go by then is ended. */
const letGo = ({ child }: Launched, ms = STOP_MS): void => {
  // Its end of the pipe closes.
  child.stdin?.end();
  setTimeout(() => child.kill('SIGKILL'), ms).unref();
};

const run = (watch: Watch, what: Launch): Launched => (watch.current = launch(watch.home, what));

/** What a client left with; null when it did not run, or is not to be asked. `isNew`: it never came up. */
type End = { code: number | null; isNew: boolean };

/** Tries a newer program. */
const tryNext = async (watch: Watch, waiting: Trial): Promise<End> => {
  const { home, log } = watch;
  const trial = nextTry(home, waiting, log);
  if (!trial) return { code: null, isNew: true };
  log(`试 ${trial.version}，第 ${trial.tries} 次`);
  const launched = run(watch, { file: getFolder(home).next, args: [] });
  const { child, ended, hasEnded } = launched;
  const limits = { ms: watch.trialMs, ended: () => hasEnded() || watch.stopping };
  const came = await comesUp(home, child.pid ?? 0, limits);
  if (came === 'up') {
    accept(home, trial, log);
    watch.newcomer = { version: trial.version, at: performance.now(), crashes: 0 };
  } else if (came === 'late') {
    // It printed nothing: it never was connected.
    letGo(launched, NEW_STOP_MS);
    await ended;
    giveUp(home, trial, log);
    return { code: null, isNew: true };
  }
  return { code: await ended, isNew: came !== 'up' };
};

/** A newer program that crashes soon after it came up, and again, is taken back. */
const judgeNewcomer = (watch: Watch): void => {
  const { newcomer } = watch;
  if (!newcomer || performance.now() - newcomer.at > NEW_MS) return;
  newcomer.crashes += 1;
  if (newcomer.crashes < MAX_CRASHES) return;
  takeBack(watch.home, newcomer.version, watch.log);
  watch.newcomer = null;
};

/** Runs the client again and again until it leaves because it was asked to. */
const watchOver = async (watch: Watch): Promise<void> => {
  const { home, log } = watch;
  let crashes = 0;
  while (!watch.stopping) {
    const began = performance.now();
    const trial = waitingTrial(home);
    const { code, isNew }: End = trial
      ? await tryNext(watch, trial)
      : { code: await run(watch, getLaunch(home)).ended, isNew: false };
    watch.current = null;
    if (code === LEFT.asked || watch.stopping) return;
    if (code === null || code === LEFT.update) continue;
    if (trial && isNew) {
      log(`${trial.version} 还没起来就退出（${code}）`);
      await watch.wake.wait(AGAIN_MS);
      continue;
    }
    judgeNewcomer(watch);
    if (performance.now() - began > RAN_WELL_MS) crashes = 0;
    const pause = PAUSES[Math.min(crashes, PAUSES.length - 1)] ?? 0;
    crashes += 1;
    log(`打印客户端意外退出（${code}），${pause / 1000} 秒后再启动；第 ${crashes} 次`);
    await watch.wake.wait(pause);
  }
};

const stopOn = (watch: Watch): void => {
  const stop = (): void => {
    if (watch.stopping) return;
    watch.stopping = true;
    watch.log('正在停止');
    watch.wake.raise();
    if (watch.current) letGo(watch.current);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
};

/** `--trial 90`: seconds a newer program has to come up. */
const getTrial = (args: readonly string[]): number => {
  const seconds = Number(args[args.indexOf('--trial') + 1]);
  return args.includes('--trial') && seconds > 0 ? seconds * 1000 : TRIAL_MS;
};

/** Watches over the client of a home: one at a time, started again when it crashes. Ends when it is stopped. */
export const supervise = async (
  home: string,
  args: string[],
  say: (line: string) => void,
): Promise<void> => {
  const unlock = await takeTurn(home);
  const log = openLog(join(getFolder(home).logs, 'supervisor.log'));
  const tell: Log = (line) => {
    log(line);
    say(line);
  };
  const watch: Watch = {
    home,
    log: tell,
    trialMs: getTrial(args),
    stopping: false,
    current: null,
    wake: createSignal(),
    newcomer: null,
  };
  stopOn(watch);
  forgetOld(home);
  try {
    tell('打印客户端由这里看着');
    await watchOver(watch);
    tell('打印客户端停下了');
  } catch (error) {
    tell(`看不下去了：${getMessage(error)}`);
    throw error;
  } finally {
    unlock();
  }
};
