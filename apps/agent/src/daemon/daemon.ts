import { unwatchFile, watchFile } from 'node:fs';
import type { AgentMessage } from '@yunbiao/contract/gateway/gateway';
import { toUserErrorOrNull, getErrorMessage } from '../errors.ts';
import type { Finder } from '../discovery/finder.ts';
import { readClientKey, getSettingsPath } from '../settings.ts';
import { createAgent } from './agent.ts';
import type { Agent, DaemonHooks, EndDaemon, Say } from './agent.ts';
import { stopPrintingAndDisconnect, connectAgent } from './agent-connection.ts';
import { openHome, requireSettingsWithServer } from './open-home.ts';

export type { DaemonHooks };

const NO_HOOKS: DaemonHooks = {
  getProgram: () => ({ target: null, failedUpdate: null }),
  onProgram: () => undefined,
};

export type Daemon = {
  send: (message: AgentMessage) => void;
  /** Number of labels that were started and are not final. */
  countPending: () => number;
  /** Starts no more labels: see `PrintSwitch.drain`. */
  drain: (withinMs: number) => Promise<boolean>;
  /** Resolves when the daemon has stopped. Rejects with the error that ended it. */
  ended: Promise<void>;
  /** Waits for started labels, reports to the server and disconnects. */
  stop: () => Promise<void>;
};

/** Creates the promise of the daemon's end and the function that settles it. */
const createDaemonEndPromise = (): { ended: Promise<void>; end: EndDaemon } => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  promise.catch(() => undefined);
  return { ended: promise, end: (error) => (error ? reject(error) : resolve()) };
};

/**
 * Creates the function that applies changed printers and a new pairing while running. `first`: the
 * current connection.
 */
const createSettingsReloader = (
  agent: Agent,
  first: { server: string; key: string },
): (() => Promise<void>) => {
  const { home } = agent;
  let siteLink = first;
  return async () => {
    const next = requireSettingsWithServer(home);
    const printersChanged = await agent.printers.applySettings(next.printers);
    agent.printSwitch.notifyWorkers();
    agent.reporter.requestFlush();
    const newSiteLink = { server: next.server, key: readClientKey(home) ?? siteLink.key };
    const linkChanged = newSiteLink.server !== siteLink.server || newSiteLink.key !== siteLink.key;
    siteLink = newSiteLink;
    if (linkChanged) connectAgent(agent, siteLink.server, siteLink.key);
    else if (printersChanged) agent.connection.gateway?.reconnect();
    if (printersChanged) agent.environment.onPrintersChanged();
  };
};

/**
 * Runs the agent of one home until it is stopped. Without `finders` it discovers no printers and
 * reports none. Throws UserError when it cannot start.
 */
export const startDaemon = async (
  home: string,
  print: Say,
  finders: readonly Finder[] = [],
  hooks: DaemonHooks = NO_HOOKS,
): Promise<Daemon> => {
  const { key, ledger, unlock } = await openHome(home);
  const { ended, end: endDaemon } = createDaemonEndPromise();
  let handleSettingsChange = (): void => undefined;
  const agent = createAgent({
    home,
    ledger,
    finders,
    hooks,
    say: print,
    end: endDaemon,
    onSettings: () => handleSettingsChange(),
  });

  const settings = requireSettingsWithServer(home);
  await agent.printers.applySettings(settings.printers);
  connectAgent(agent, settings.server, key);

  const reloadSettings = createSettingsReloader(agent, { server: settings.server, key });
  let reloading: Promise<void> = Promise.resolve();
  handleSettingsChange = () => {
    reloading = reloading
      .then(reloadSettings)
      .catch((error: unknown) =>
        print(`设置没有生效：${toUserErrorOrNull(error)?.message ?? getErrorMessage(error)}`),
      );
  };
  watchFile(getSettingsPath(home), { interval: 500 }, handleSettingsChange);

  const stopDaemon = async (): Promise<void> => {
    unwatchFile(getSettingsPath(home));
    await reloading;
    await stopPrintingAndDisconnect(agent);
    await ledger.close();
    unlock();
    endDaemon();
  };
  const { send, printSwitch } = agent;
  const { countPending, drain } = printSwitch;
  return { ended, stop: stopDaemon, send, countPending, drain };
};
