import { readDiscoveryConfig } from '../config.ts';
import { createPrinterFinders } from '../discovery/create-finders.ts';
import { startDaemon } from '../daemon/daemon.ts';
import type { Daemon, DaemonHooks } from '../daemon/daemon.ts';
import { REPLACED } from '../daemon/dismissal-errors.ts';
import { toUserErrorOrNull, getErrorMessage } from '../errors.ts';
import type { Pairing } from '../gateway/pairing.ts';
import { readClientKey, readSettings } from '../settings.ts';
import { createBackoff } from '../signal.ts';
import { STAMPED_SERVER } from '../self.ts';
import { createPairingRequester } from './request-pairing.ts';

/**
 * The print client in the background: waits for the pairing, prints, restarts after failures and
 * reports their reasons.
 */
export type ClientHost = {
  getPhase: () => 'unpaired' | 'running' | 'stopped';
  /** Origin of the site; '' when unknown. */
  getServer: () => string;
  /** Reason why it does not print; '' when none is known. */
  getFault: () => string;
  getDaemon: () => Daemon | null;
  /** Returns a valid pairing code, requesting one from the site if needed. Throws UserError. */
  requestPairing: () => Promise<Pairing>;
  setServer: (server: string) => void;
  /** Retries a failed start immediately. */
  retry: () => void;
  stop: () => Promise<void>;
};

type Events = {
  say: (line: string) => void;
  /** Called when a member has confirmed this machine. */
  onPaired: () => void;
  holder: DaemonHooks;
};

// oxlint-disable-next-line house/function-length -- one state machine: start, failure and stop share its state
export const createDaemonHost = (home: string, { say, onPaired, holder }: Events): ClientHost => {
  const retryBackoff = createBackoff(2000, 300_000);
  let chosenServer = '';
  let currentDaemon: Daemon | null = null;
  let starting: Promise<void> = Promise.resolve();
  let currentFault = '';
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  const getServer = (): string => chosenServer || readSettings(home).server || STAMPED_SERVER;
  const scheduleStart = (ms: number): void => {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(startClientDaemon, ms);
  };
  const handleDaemonEnd = async (ended: Daemon, error: unknown): Promise<void> => {
    await ended.stop();
    currentDaemon = null;
    currentFault = toUserErrorOrNull(error)?.message ?? getErrorMessage(error);
    say(currentFault);
    // Two clients with the same key would disconnect each other endlessly.
    if (error !== REPLACED && readClientKey(home)) scheduleStart(retryBackoff.getNextDelay());
  };
  function startClientDaemon(): void {
    if (stopped || currentDaemon || !readClientKey(home)) return;
    starting = starting.then(async () => {
      if (stopped || currentDaemon || !readClientKey(home)) return;
      try {
        const started = await startDaemon(
          home,
          say,
          createPrinterFinders(home, readDiscoveryConfig()),
          holder,
        );
        currentDaemon = started;
        currentFault = '';
        started.ended
          .catch((error: unknown) => handleDaemonEnd(started, error))
          .catch(handleStartFailure);
      } catch (error) {
        handleStartFailure(error);
      }
    });
  }
  function handleStartFailure(error: unknown): void {
    currentFault = toUserErrorOrNull(error)?.message ?? getErrorMessage(error);
    say(`没有启动：${currentFault}`);
    scheduleStart(retryBackoff.getNextDelay());
  }

  const onConfirmed = (): void => {
    currentFault = '';
    retryBackoff.reset();
    startClientDaemon();
    onPaired();
  };

  startClientDaemon();
  return {
    getPhase: () => (readClientKey(home) ? (currentDaemon ? 'running' : 'stopped') : 'unpaired'),
    getServer,
    getFault: () => currentFault,
    getDaemon: () => currentDaemon,
    requestPairing: createPairingRequester({ home, getServer, say, onConfirmed }),
    setServer: (next) => {
      chosenServer = next;
    },
    retry: () => {
      retryBackoff.reset();
      scheduleStart(0);
    },
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await starting;
      await currentDaemon?.stop();
    },
  };
};
