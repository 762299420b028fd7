import { readFinderConfig } from '../config.ts';
import { listFinders } from '../found/finders.ts';
import { startDaemon } from '../daemon/daemon.ts';
import type { Daemon, Holder } from '../daemon/daemon.ts';
import { REPLACED } from '../daemon/dismissed.ts';
import { explain, getMessage } from '../errors.ts';
import { startPairing } from '../gateway/pairing.ts';
import type { Pairing } from '../gateway/pairing.ts';
import { readKey, readSettings } from '../settings.ts';
import { createBackoff } from '../signal.ts';
import { STAMPED_SERVER } from '../self.ts';

/**
 * The print client as it lives in the background: it waits to be paired, prints while it is, comes back when it can, and
 * says why when it cannot.
 */
export type ClientHost = {
  phase: () => 'unpaired' | 'running' | 'stopped';
  /** The site, or '' when it is not known yet. */
  server: () => string;
  /** Why it does not print; '' when nothing is known to be wrong. */
  trouble: () => string;
  daemon: () => Daemon | null;
  /** A code that can be confirmed; asks the site for one when there is none. @throws UserError */
  pair: () => Promise<Pairing>;
  useServer: (server: string) => void;
  /** Tries again at once what did not go. */
  again: () => void;
  stop: () => Promise<void>;
};

type Events = {
  say: (line: string) => void;
  /** A member confirmed this machine. */
  onPaired: () => void;
  holder: Holder;
};

/** A code with less time left than this is not shown any more, ms. */
const MIN_MS = 60_000;

export const createClientHost = (home: string, { say, onPaired, holder }: Events): ClientHost => {
  const pause = createBackoff(2000, 300_000);
  let chosen = '';
  let daemon: Daemon | null = null;
  let starting: Promise<void> = Promise.resolve();
  let trouble = '';
  let pairing: Promise<Pairing> | null = null;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  const server = (): string => chosen || readSettings(home).server || STAMPED_SERVER;
  const startIn = (ms: number): void => {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(start, ms);
  };
  const onEnded = async (ended: Daemon, error: unknown): Promise<void> => {
    await ended.stop();
    daemon = null;
    trouble = explain(error)?.message ?? getMessage(error);
    say(trouble);
    // Two that have the same key would push each other out for ever.
    if (error !== REPLACED && readKey(home)) startIn(pause.next());
  };
  function start(): void {
    if (stopped || daemon || !readKey(home)) return;
    starting = starting.then(async () => {
      if (stopped || daemon || !readKey(home)) return;
      try {
        const started = await startDaemon(home, say, listFinders(home, readFinderConfig()), holder);
        daemon = started;
        trouble = '';
        started.ended.catch((error: unknown) => onEnded(started, error)).catch(fail);
      } catch (error) {
        fail(error);
      }
    });
  }
  function fail(error: unknown): void {
    trouble = explain(error)?.message ?? getMessage(error);
    say(`没有启动：${trouble}`);
    startIn(pause.next());
  }

  const watch = async (one: Pairing): Promise<void> => {
    try {
      await one.confirmed();
      say(`已和 ${one.server} 配对`);
      trouble = '';
      pause.reset();
      start();
      onPaired();
    } catch (error) {
      // Nobody confirmed it: whoever opens the page again gets another.
      say(explain(error)?.message ?? getMessage(error));
    }
  };
  const newPairing = async (before: Promise<Pairing> | null): Promise<Pairing> => {
    const old = await before?.catch(() => null);
    if (old && old.server === server() && old.leftMs() > MIN_MS) return old;
    const one = await startPairing(home, server());
    say(`配对码 ${one.code}，等人在 ${one.url} 确认`);
    void watch(one);
    return one;
  };

  start();
  return {
    phase: () => (readKey(home) ? (daemon ? 'running' : 'stopped') : 'unpaired'),
    server,
    trouble: () => trouble,
    daemon: () => daemon,
    pair: () => (pairing = newPairing(pairing)),
    useServer: (next) => {
      chosen = next;
    },
    again: () => {
      pause.reset();
      startIn(0);
    },
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await starting;
      await daemon?.stop();
    },
  };
};
