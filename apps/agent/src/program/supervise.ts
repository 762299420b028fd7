import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildBackgroundEnvironment } from '../config.ts';
import { getErrorMessage, UserError } from '../errors.ts';
import { acquireHomeLock } from '../ledger/lock.ts';
import type { Unlock } from '../ledger/lock.ts';
import { createWakeSignal } from '../signal.ts';
import { getProgramPaths } from './folder.ts';
import { getClientLaunchCommand } from './launch.ts';
import type { Launch } from './startup/startup-method.ts';
import {
  promoteTriedProgram,
  waitForStart,
  rejectTrialWithoutConnection,
  countTrialStartOrReject,
  revertCrashingProgram,
  readPendingTrial,
} from './trial.ts';
import type { Trial } from './trial.ts';
import { deleteRenamedPrograms } from './update/files.ts';
import { openLog, rotateLogFiles } from './log.ts';
import type { Log } from './log.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { SUPERVISOR_LOCK } from './startup/startup.ts';

/**
 * Delays before a crashed client restarts, ms. They grow, and reset after it has run for a while.
 */
const RESTART_DELAYS_MS = [1000, 2000, 5000, 15_000, 60_000] as const;
/** Delay between two start attempts of a newer program under test, ms. */
const TRIAL_RETRY_MS = 1000;
const STABLE_RUN_MS = 60_000;
/**
 * Startup timeout of a newer program, ms; period in which its crashes count against it, ms; and
 * number of crashes that revert it.
 */
const TRIAL_TIMEOUT_MS = 90_000;
const PROBATION_MS = 600_000;
const MAX_CRASHES = 3;
/** Time for a client to finish its labels, ms. */
const STOP_TIMEOUT_MS = 20_000;
const TRIAL_STOP_TIMEOUT_MS = 3000;
/** Maximum size of the output of crashed clients, bytes. */
const MAX_CRASH_LOG_BYTES = 256 * 1024;

/** Acquires the supervisor's lock. Retries, because a status check holds it for a moment. */
const acquireSupervisorLock = async (home: string): Promise<Unlock> => {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  for (let tries = 0; tries < 10; tries += 1) {
    const unlock = acquireHomeLock(home, SUPERVISOR_LOCK);
    if (unlock) return unlock;
    await sleep(100);
  }
  throw new UserError('打印客户端已经在后台运行', '看看它怎么样：npm run agent -- status');
};

const openCrashLog = (home: string): number => {
  const path = join(getProgramPaths(home).logs, 'crash.log');
  try {
    if (statSync(path).size > MAX_CRASH_LOG_BYTES) rotateLogFiles(path, 1);
  } catch {
    // The file does not exist yet.
  }
  return openSync(path, 'a', 0o600);
};

type ClientProcess = { child: ChildProcess; ended: Promise<number>; hasEnded: () => boolean };

const spawnClient = (home: string, { file, args }: Launch): ClientProcess => {
  const logFd = openCrashLog(home);
  try {
    const child = spawn(file, [...args, 'serve'], {
      stdio: ['pipe', logFd, logFd],
      cwd: home,
      env: buildBackgroundEnvironment(),
      windowsHide: true,
    });
    // EPIPE after the client has ended. Its exit code is reported instead.
    child.stdin?.on('error', () => undefined);
    let isOver = false;
    const ended = new Promise<number>((resolve) => {
      child.on('exit', (code) => resolve(code ?? 128));
      child.on('error', () => resolve(127));
    }).then((code) => {
      isOver = true;
      return code;
    });
    return { child, ended, hasEnded: () => isOver };
  } finally {
    closeSync(logFd);
  }
};

type Supervision = {
  home: string;
  log: Log;
  /** Startup timeout of a newer program, ms. */
  trialMs: number;
  stopping: boolean;
  current: ClientProcess | null;
  wake: ReturnType<typeof createWakeSignal>;
  /**
   * The newer program that last started successfully, the time of its start, and its crashes since.
   */
  recentUpdate: { version: string; at: number; crashes: number } | null;
};

/** Lets a child finish its labels. Kills it after the timeout. */
const stopGracefully = ({ child }: ClientProcess, ms = STOP_TIMEOUT_MS): void => {
  // The child sees the end of the pipe.
  child.stdin?.end();
  setTimeout(() => child.kill('SIGKILL'), ms).unref();
};

const spawnAndTrackClient = (watch: Supervision, launch: Launch): ClientProcess =>
  (watch.current = spawnClient(watch.home, launch));

/**
 * Exit code of a client; null when it did not run or its code does not matter. `neverStarted`: a
 * program under test that never started successfully.
 */
type ClientExit = { code: number | null; neverStarted: boolean };

/** Starts a newer program and accepts or rejects it. Returns how the client ended. */
const runTrialOfNextProgram = async (watch: Supervision, waiting: Trial): Promise<ClientExit> => {
  const { home, log } = watch;
  const trial = countTrialStartOrReject(home, waiting, log);
  if (!trial) return { code: null, neverStarted: true };
  log(`试 ${trial.version}，第 ${trial.tries} 次`);
  const launched = spawnAndTrackClient(watch, { file: getProgramPaths(home).next, args: [] });
  const { child, ended, hasEnded } = launched;
  const limits = { ms: watch.trialMs, ended: () => hasEnded() || watch.stopping };
  const startResult = await waitForStart(home, child.pid ?? 0, limits);
  if (startResult === 'up') {
    promoteTriedProgram(home, trial, log);
    watch.recentUpdate = { version: trial.version, at: performance.now(), crashes: 0 };
  } else if (startResult === 'late') {
    // The program under test never connected, so it has printed nothing.
    stopGracefully(launched, TRIAL_STOP_TIMEOUT_MS);
    await ended;
    rejectTrialWithoutConnection(home, trial, log);
    return { code: null, neverStarted: true };
  }
  return { code: await ended, neverStarted: startResult !== 'up' };
};

/** Reverts a newer program that crashes repeatedly soon after its start. */
const revertCrashingUpdate = (watch: Supervision): void => {
  const { recentUpdate } = watch;
  if (!recentUpdate || performance.now() - recentUpdate.at > PROBATION_MS) return;
  recentUpdate.crashes += 1;
  if (recentUpdate.crashes < MAX_CRASHES) return;
  revertCrashingProgram(watch.home, recentUpdate.version, watch.log);
  watch.recentUpdate = null;
};

/** Restarts the client until it exits on request. */
const keepClientRunning = async (watch: Supervision): Promise<void> => {
  const { home, log } = watch;
  let crashes = 0;
  while (!watch.stopping) {
    const startedAt = performance.now();
    const trial = readPendingTrial(home);
    const { code, neverStarted }: ClientExit = trial
      ? await runTrialOfNextProgram(watch, trial)
      : {
          code: await spawnAndTrackClient(watch, getClientLaunchCommand(home)).ended,
          neverStarted: false,
        };
    watch.current = null;
    if (code === EXIT_CODES.stopped || watch.stopping) return;
    if (code === null || code === EXIT_CODES.update) continue;
    if (trial && neverStarted) {
      log(`${trial.version} 还没起来就退出（${code}）`);
      await watch.wake.wait(TRIAL_RETRY_MS);
      continue;
    }
    revertCrashingUpdate(watch);
    if (performance.now() - startedAt > STABLE_RUN_MS) crashes = 0;
    const pause = RESTART_DELAYS_MS[Math.min(crashes, RESTART_DELAYS_MS.length - 1)] ?? 0;
    crashes += 1;
    log(`打印客户端意外退出（${code}），${pause / 1000} 秒后再启动；第 ${crashes} 次`);
    await watch.wake.wait(pause);
  }
};

const stopSupervisionOnSignals = (watch: Supervision): void => {
  const stopSupervision = (): void => {
    if (watch.stopping) return;
    watch.stopping = true;
    watch.log('正在停止');
    watch.wake.raise();
    if (watch.current) stopGracefully(watch.current);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, stopSupervision);
};

/** `--trial 90`: startup timeout of a newer program, seconds. */
const parseTrialTimeout = (args: readonly string[]): number => {
  const seconds = Number(args[args.indexOf('--trial') + 1]);
  return args.includes('--trial') && seconds > 0 ? seconds * 1000 : TRIAL_TIMEOUT_MS;
};

/**
 * Supervises the client of a home: runs one at a time and restarts it after crashes. Ends when it
 * is stopped.
 */
export const supervise = async (
  home: string,
  args: string[],
  print: (line: string) => void,
): Promise<void> => {
  const unlock = await acquireSupervisorLock(home);
  const log = openLog(join(getProgramPaths(home).logs, 'supervisor.log'));
  const logAndShow: Log = (line) => {
    log(line);
    print(line);
  };
  const watch: Supervision = {
    home,
    log: logAndShow,
    trialMs: parseTrialTimeout(args),
    stopping: false,
    current: null,
    wake: createWakeSignal(),
    recentUpdate: null,
  };
  stopSupervisionOnSignals(watch);
  deleteRenamedPrograms(home);
  try {
    logAndShow('打印客户端由这里看着');
    await keepClientRunning(watch);
    logAndShow('打印客户端停下了');
  } catch (error) {
    logAndShow(`看不下去了：${getErrorMessage(error)}`);
    throw error;
  } finally {
    unlock();
  }
};
