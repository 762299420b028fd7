import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type HostCommand, type HostReport, hostReport } from '@yunbiao/contract/virtual-host';
import type { Logger } from '@yunbiao/services';

/** Started by its path: the server knows the messages, not the print client. */
const PROGRAM = join(import.meta.dirname, '../../../agent/src/virtual/host.ts');

/** Waits before it is started again, ms; one that ran for long begins with the first. */
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 30_000;
const LONG_MS = 60_000;
/** A label that is coming out may end; then it is cut off, and says what it does not know at the next start. */
const LEAVE_MS = 10_000;

/** The process that holds the virtual printers: started by the first command, and again when it died. */
export type HostProcess = {
  /** Lost while there is no process: {@link HostOptions.onUp} says when all has to be said again. */
  send: (command: HostCommand) => void;
  /** Ends one that no longer answers; it is started again. */
  restart: () => void;
  /** Of the process that runs; undefined when none does. */
  pid: () => number | undefined;
  /** Lets it end what is under way. */
  stop: () => Promise<void>;
};

export type HostOptions = {
  log: Logger;
  onReport: (report: HostReport) => void;
  /** It died: nothing is open. */
  onDown: () => void;
  /** It runs again after it died, and knows of nothing. */
  onUp: () => void;
};

export const createHostProcess = ({ log, onReport, onDown, onUp }: HostOptions): HostProcess => {
  let child: ChildProcess | null = null;
  let timer: NodeJS.Timeout | undefined;
  let wait = FIRST_WAIT_MS;
  let isDown = false;
  let isStopping = false;

  /** `own` is gone, or never came to be: another is started after a while. */
  const down = (own: ChildProcess | null, since: number, why: Record<string, unknown>): void => {
    if (child !== own) return;
    child = null;
    if (isStopping) return;
    log.error('the virtual printers stopped', why);
    if (performance.now() - since > LONG_MS) wait = FIRST_WAIT_MS;
    isDown = true;
    timer = setTimeout(() => {
      isDown = false;
      if (start()) onUp();
    }, wait);
    wait = Math.min(LONGEST_WAIT_MS, wait * 2);
    onDown();
  };
  /** Null where the system gives no process; tried again as after its death. */
  const start = (): ChildProcess | null => {
    const since = performance.now();
    let own: ChildProcess;
    try {
      own = fork(PROGRAM, [], {
        execArgv: ['--disable-warning=ExperimentalWarning'],
        // No setting or secret of the site is its business.
        env: {},
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
    } catch (error) {
      down(null, since, { error: String(error) });
      return null;
    }
    child = own;
    own.on('message', (message) => {
      if (child !== own) return;
      const said = hostReport.safeParse(message);
      if (said.success) return onReport(said.data);
      // Of another version, perhaps: nothing it says is understood, and whoever waits is told by `onDown`.
      log.error('virtual printers', { error: said.error.message });
      own.kill('SIGKILL');
    });
    own.on('error', (error) => {
      log.error('virtual printers', { error: String(error) });
      // Without a process there is no exit either.
      if (own.pid === undefined) down(own, since, { error: String(error) });
    });
    own.on('exit', (code, signal) => down(own, since, { code, signal }));
    return own;
  };

  return {
    send: (command) => {
      if (isStopping) return;
      // Between its death and the next start everything waits for `onUp`.
      if (isDown) return;
      const to = child ?? start();
      if (to?.connected) to.send(command, () => undefined);
    },
    restart: () => void child?.kill('SIGKILL'),
    pid: () => child?.pid,
    stop: async () => {
      isStopping = true;
      clearTimeout(timer);
      const own = child;
      if (!own || own.exitCode !== null || own.signalCode !== null) return;
      const left = once(own, 'exit');
      if (own.connected) own.disconnect();
      const insist = setTimeout(() => own.kill('SIGKILL'), LEAVE_MS);
      await left;
      clearTimeout(insist);
    },
  };
};
