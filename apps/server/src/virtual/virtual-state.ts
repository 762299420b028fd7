import { join } from 'node:path';
import type { RollPart, RollState } from '@yunbiao/contract/gateway/virtual-host';
import { createBusyError, type Context } from '@yunbiao/services';
import type { HostProcess } from './host-process.ts';
import { createDeferred, type Deferred } from './waiter.ts';

/** Timeout for opening a home or for its response, ms. A machine under load takes seconds. */
export const TIMEOUT_MS = 20_000;
export const RETRY_S = 30;

export type Home = {
  memberId: number;
  /** State of the roll; null while the home is not open. */
  state: RollState | null;
  usedAt: number;
  /** Start of the current attempt to open it, ms. */
  since: number;
  opened: Deferred<void>;
};

/** Homes of the host process and what waits for them, by client ID. */
export type VirtualState = {
  ctx: Context;
  /** Directory of all homes. */
  root: string;
  /** Origin of the site on this machine. */
  server: string;
  /** Maximum number of open homes. */
  max: number;
  host: HostProcess;
  homes: Map<number, Home>;
  /** Requests for a roll, by request number. */
  pendingRolls: Map<number, Deferred<RollPart | null>>;
  opening: Map<number, Promise<void>>;
  closing: Map<number, Deferred<void>>;
  requests: number;
  lastReportAt: number;
  isStopping: boolean;
};

export const getVirtualHomePath = ({ root }: VirtualState, clientId: number): string =>
  join(root, String(clientId));

export const sendOpenHomeCommand = (state: VirtualState, clientId: number): void =>
  state.host.send({
    type: 'open',
    clientId,
    home: getVirtualHomePath(state, clientId),
    server: state.server,
  });

/** Gives up opening a home that cannot be opened now. The next check tries again. */
export const giveUpOpeningHome = (state: VirtualState, clientId: number, home: Home): void => {
  state.homes.delete(clientId);
  home.opened.reject(createBusyError(RETRY_S));
};

/** Waits for the host process, and restarts one that is alive but does not respond. */
export const waitForHostWithTimeout = async <T>(
  state: VirtualState,
  promise: Promise<T>,
): Promise<T> => {
  const timeout = createDeferred<never>();
  const timer = setTimeout(() => {
    if (performance.now() - state.lastReportAt >= TIMEOUT_MS) state.host.restart();
    timeout.reject(createBusyError(RETRY_S));
  }, TIMEOUT_MS);
  return Promise.race([promise, timeout.promise]).finally(() => clearTimeout(timer));
};
