import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { dirname, join } from 'node:path';
import {
  type HostCommand,
  type HostReport,
  hostReport,
} from '@yunbiao/contract/gateway/virtual-host';
import type { Logger } from '@yunbiao/services';

/** Started by path: the server imports only the messages, not the print client. */
const PROGRAM = join(import.meta.dirname, '../../../agent/src/virtual/host.ts');

/**
 * Restart delays, ms. The delay starts again at the minimum after a process that ran for
 * `STABLE_RUN_MS`.
 */
const MIN_RESTART_DELAY_MS = 250;
const MAX_RESTART_DELAY_MS = 30_000;
const STABLE_RUN_MS = 60_000;
/**
 * Time for a label in progress to finish, ms. Then the process is killed and reports unknown
 * results at its next start.
 */
const STOP_TIMEOUT_MS = 10_000;

/**
 * The process that hosts the virtual printers. The first command starts it; it is restarted after a
 * crash.
 */
export type HostProcess = {
  /**
   * Lost while no process runs. {@link HostOptions.onUp} signals that all commands must be sent
   * again.
   */
  send: (command: HostCommand) => void;
  /** Kills a process that does not respond; it is started again. */
  restart: () => void;
  /** PID of the running process, undefined when none runs. */
  getPid: () => number | undefined;
  /** Stops after work in progress has finished. */
  stop: () => Promise<void>;
};

export type HostOptions = {
  log: Logger;
  onReport: (report: HostReport) => void;
  /** The process died: no printer is open. */
  onDown: () => void;
  /** The process runs again after it died and has no state. */
  onUp: () => void;
};

type HostState = HostOptions & {
  child: ChildProcess | null;
  timer: NodeJS.Timeout | undefined;
  /** Delay before the next restart, ms. */
  wait: number;
  /** The process died and the restart is scheduled. */
  isDown: boolean;
  isStopping: boolean;
};

/** Handles an exit or a failed start of `child` and schedules a restart. */
const handleExit = (
  state: HostState,
  child: ChildProcess | null,
  since: number,
  reason: Record<string, unknown>,
): void => {
  if (state.child !== child) return;
  state.child = null;
  if (state.isStopping) return;
  state.log.error('the virtual printers stopped', reason);
  if (performance.now() - since > STABLE_RUN_MS) state.wait = MIN_RESTART_DELAY_MS;
  state.isDown = true;
  state.timer = setTimeout(() => {
    state.isDown = false;
    if (startChild(state)) state.onUp();
  }, state.wait);
  state.wait = Math.min(MAX_RESTART_DELAY_MS, state.wait * 2);
  state.onDown();
};

const handleHostMessage = (state: HostState, child: ChildProcess, message: unknown): void => {
  if (state.child !== child) return;
  const parseResult = hostReport.safeParse(message);
  if (parseResult.success) return state.onReport(parseResult.data);
  // The process may be of another version. It is killed, and `onDown` fails pending requests.
  state.log.error('virtual printers', { error: parseResult.error.message });
  child.kill('SIGKILL');
};

/**
 * The process gets no settings or secrets of the site, only the folder of compiled code, if this
 * process has one.
 */
const getHostEnv = (): NodeJS.ProcessEnv => {
  const cache = getCompileCacheDir();
  return cache ? { NODE_COMPILE_CACHE: dirname(cache) } : {};
};

/**
 * Starts the host process. Null if the system cannot create one; a retry follows like after a
 * crash.
 */
const startChild = (state: HostState): ChildProcess | null => {
  const since = performance.now();
  let newChild: ChildProcess;
  try {
    newChild = fork(PROGRAM, [], {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      env: getHostEnv(),
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
  } catch (error) {
    handleExit(state, null, since, { error: String(error) });
    return null;
  }
  state.child = newChild;
  newChild.on('message', (message) => handleHostMessage(state, newChild, message));
  newChild.on('error', (error) => {
    state.log.error('virtual printers', { error: String(error) });
    // Without a process there is no exit event.
    if (newChild.pid === undefined) handleExit(state, newChild, since, { error: String(error) });
  });
  newChild.on('exit', (code, signal) => handleExit(state, newChild, since, { code, signal }));
  return newChild;
};

const stopChild = async (state: HostState): Promise<void> => {
  state.isStopping = true;
  clearTimeout(state.timer);
  const child = state.child;
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  if (child.connected) child.disconnect();
  const killTimer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await exited;
  clearTimeout(killTimer);
};

export const createHostProcess = (options: HostOptions): HostProcess => {
  const state: HostState = {
    ...options,
    child: null,
    timer: undefined,
    wait: MIN_RESTART_DELAY_MS,
    isDown: false,
    isStopping: false,
  };
  return {
    send: (command) => {
      if (state.isStopping) return;
      // After a crash, commands wait for `onUp`.
      if (state.isDown) return;
      const to = state.child ?? startChild(state);
      if (to?.connected) to.send(command, () => undefined);
    },
    restart: () => void state.child?.kill('SIGKILL'),
    getPid: () => state.child?.pid,
    stop: () => stopChild(state),
  };
};
